//! How often the whole tree may be wrong: a tree that is accurate enough grows no more, and until then the leaf that
//! is worst splits first. Ramos-Jiménez et al. (2006).

use super::{Bench, Learner};
use crate::attempt::{At, Decision, Outcome, attempt};
use crate::counts::effective;
use crate::math::ln;
use crate::rules::Bounds;
use crate::upkeep::AsOf;

impl Learner {
    /// True if the error of the tree is surely not above `max_error`.
    pub(crate) fn is_accurate_enough(&self) -> bool {
        self.config.max_error.is_some_and(|most| self.most_error() <= most)
    }

    /// Splits leaves as long as the tree is not accurate enough, the worst of those that have earned it first, until
    /// it is the turn of the leaf that has looked for a split.
    pub(super) fn expand_worst_first(
        &mut self,
        id: u32,
        decision: Decision,
        at: At,
        known: AsOf,
        bench: &mut Bench,
    ) {
        let mut granted = Some(decision);
        while !self.is_accurate_enough() {
            let worse = self.worse_than(id);
            let found = worse.into_iter().find_map(|leaf| Some((leaf, self.earned(leaf, at, known, bench)?)));
            let Some((leaf, decision)) = found else {
                if let Some(decision) = granted.or_else(|| self.earned(id, at, known, bench)) {
                    self.split(id, &decision, at.time);
                }
                return;
            };
            self.split(leaf, &decision, at.time);
            // It may have taken the room that there was: the rule is asked again.
            granted = None;
        }
    }

    /// The leaves that add more to the error than this one, the worst first; of equals the one with the smallest id.
    /// A leaf that has not yet had the rows of a grace period is not asked.
    fn worse_than(&self, id: u32) -> Vec<u32> {
        let parts = self.errors();
        let part = |id: u32| parts[self.tree.shape.seat(id).index as usize];
        let has_waited = |id: u32| self.tree.leaf(id).own_rows() >= self.config.grace_period as f64;
        let leaves = (0..self.tree.shape.len() as u32).filter(|id| self.tree.shape.node(*id).is_leaf());
        let mut worse: Vec<u32> = leaves.filter(|leaf| part(*leaf) > part(id) && has_waited(*leaf)).collect();
        worse.sort_by(|one, other| part(*other).total_cmp(&part(*one)));
        worse
    }

    /// The split that the rule grants a leaf, if it may split.
    fn earned(&self, id: u32, at: At, known: AsOf, bench: &mut Bench) -> Option<Decision> {
        let room = self.room_for_branches(known);
        if room == 0 || !self.may_grow(id) {
            return None;
        }
        let at = At { depth: self.tree.shape.seat(id).depth, room, ..at };
        match attempt(self.tree.leaf(id), &self.config, &self.schema, at, &mut bench.scratch.attempt) {
            Outcome::Split(decision) => Some(decision),
            Outcome::Wait { .. } => None,
        }
    }

    /// The most that the majority classes of the leaves may be wrong, with the confidence of the rule.
    pub fn most_error(&self) -> f64 {
        self.errors().iter().sum::<f64>().min(1.0)
    }

    /// What each leaf adds to it, in the order in which leaves are kept: the largest share of rows that may reach it,
    /// times the largest share of them that may have another class.
    fn errors(&self) -> Vec<f64> {
        let log = ln(2.0 / self.config.rule.numbers().delta);
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
        wrong.collect()
    }
}

/// A part of a whole; nothing of nothing.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
