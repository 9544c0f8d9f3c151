//! The class with the most weight; the lowest class code of equals. A leaf without votes answers as its parent did.

use crate::leaf::Leaf;
use std::hint::select_unpredictable;

/// The majority class of a leaf.
#[inline(always)]
pub fn majority(leaf: &Leaf, fallback: u32) -> u32 {
    let (mut top, mut winner) = (0.0, fallback);
    for (class, weight) in leaf.classes.iter().zip(leaf.votes()) {
        let better = *weight > top;
        top = if better { *weight } else { top };
        winner = select_unpredictable(better, *class, winner);
    }
    winner
}
