//! The class with the most weight; the lowest class code of equals. A leaf without votes answers as its parent did.

use crate::leaf::Leaf;
use std::hint::select_unpredictable;

/// The majority class of a leaf, and its votes.
#[derive(Clone, Copy)]
pub struct Majority {
    /// The class.
    pub class: u32,
    votes: f64,
}

impl Majority {
    /// The class that a leaf's votes speak for.
    pub fn of(leaf: &Leaf, fallback: u32) -> Majority {
        let mut majority = Majority { class: fallback, votes: 0.0 };
        for (class, votes) in leaf.votes().filter(|(_, votes)| *votes > 0.0) {
            majority.follow(class, votes);
        }
        majority
    }

    /// A class now has so many votes, more than before.
    #[inline(always)]
    pub fn follow(&mut self, class: u32, votes: f64) {
        let better = (votes > self.votes) | ((votes == self.votes) & (class < self.class));
        self.votes = if better { votes } else { self.votes };
        self.class = select_unpredictable(better, class, self.class);
    }
}
