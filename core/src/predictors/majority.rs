//! The class with the most weight; the lowest class code of equals. A leaf without votes answers as its parent did.

use crate::leaf::Leaf;

/// The majority class of a leaf.
#[inline(always)]
pub fn majority(leaf: &Leaf, fallback: u32) -> u32 {
    let mut best = (fallback, 0.0);
    for (class, weight) in leaf.classes.iter().zip(leaf.votes()) {
        if *weight > best.1 {
            best = (*class, *weight);
        }
    }
    best.0
}
