//! How often the whole tree may be wrong: a tree that is accurate enough grows no more. Ramos-Jiménez et al. (2006).

use super::Learner;
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
        let all: f64 = self.tree.leaves().iter().map(|leaf| leaf.voted()).sum();
        let wrong = self.tree.leaves().iter().map(|leaf| {
            let rows = leaf.voted();
            let reached = Bounds::new(all, log).around(if all > 0.0 { rows / all } else { 0.0 }).1;
            let right = leaf.votes().map(|(_, weight)| weight).fold(0.0, f64::max);
            let sure = Bounds::new(rows, log).around(if rows > 0.0 { right / rows } else { 0.0 }).0;
            reached * (1.0 - sure)
        });
        wrong.sum::<f64>().min(1.0)
    }
}
