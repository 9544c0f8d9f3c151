//! How often the whole tree may be wrong: a tree that is accurate enough grows no more. Ramos-Jiménez et al. (2006).

use super::Learner;
use crate::leaf::effective;
use crate::math::ln;
use crate::rules::Bounds;

impl Learner {
    /// True if the error of the tree is surely not above `max_error`.
    pub(super) fn is_accurate_enough(&self) -> bool {
        self.config.max_error.is_some_and(|most| self.most_error() <= most)
    }

    /// The most that the majority classes of the leaves may be wrong, with the confidence of the rule: for every leaf
    /// the largest share of rows that may reach it, times the largest share of them that may have another class.
    pub fn most_error(&self) -> f64 {
        let log = ln(2.0 / self.config.rule.race.delta);
        let leaves = self.tree.leaves();
        let all: f64 = leaves.iter().map(|leaf| leaf.voted()).sum();
        let (weight, squares) =
            leaves.iter().fold((0.0, 0.0), |sum, leaf| (sum.0 + leaf.weight, sum.1 + leaf.weight_sq));
        let wrong = leaves.iter().map(|leaf| {
            let voted = leaf.voted();
            let reached = share(voted, all);
            let right = share(leaf.votes().map(|(_, weight)| weight).fold(0.0, f64::max), voted);
            let most = Bounds::new(effective(weight, squares), log).around(reached).1;
            let sure = Bounds::new(effective(leaf.weight, leaf.weight_sq), log).around(right).0;
            most * (1.0 - sure)
        });
        wrong.sum::<f64>().min(1.0)
    }
}

/// A part of a whole; nothing of nothing.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
