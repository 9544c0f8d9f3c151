//! At the limit the least promising leaves give up their observers.

use super::room::AsOf;
use crate::leaf::Leaf;
use crate::learner::{Learner, MOST_ROWS};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Once over the limit, a twentieth of the budget is made free: leaves are not looked through for every few bytes.
/// What that costs is in proportion to what it frees, so a split costs the same however many leaves there are.
const SLACK: usize = 20;

/// A leaf's promise, comparable; finite and never NaN.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Promise(pub f64, pub u32);

impl Eq for Promise {}

impl PartialOrd for Promise {
    fn partial_cmp(&self, other: &Promise) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Promise {
    fn cmp(&self, other: &Promise) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}

impl Learner {
    /// What a budget is filled up to when leaves are frozen or thawed.
    pub(super) fn comfortable(limit: usize) -> usize {
        limit - limit / SLACK
    }

    /// How much a leaf might still improve the tree: the weight that its majority class gets wrong. Nothing if it can
    /// never split and nobody asks its observers.
    pub(super) fn promise(&self, id: u32) -> Promise {
        let leaf = self.tree.leaf(id);
        let useless = !self.config.may_deepen(self.tree.shape.seat(id).depth)
            && !self.config.predictor.asks_observers();
        let right = leaf.votes().fold(0.0, |most: f64, (_, votes)| most.max(votes));
        Promise(if useless { -1.0 } else { leaf.voted() - right }, id)
    }

    /// Ids of the leaves that are frozen, or of those that are not.
    pub(super) fn leaves_that_are(&self, frozen: bool) -> impl Iterator<Item = u32> + '_ {
        (0..self.tree.shape.len() as u32)
            .inspect(|_| {
                #[cfg(test)]
                super::visits::count();
            })
            .filter(|id| self.tree.shape.node(*id).is_leaf())
            .filter(move |id| self.tree.leaf(*id).frozen.is_frozen() == frozen)
    }

    /// Freezes a leaf.
    pub(super) fn freeze(&mut self, id: u32) {
        self.change(id, Leaf::freeze);
        let ledger = self.ledger_mut();
        ledger.into_iter().for_each(|ledger| ledger.freezes = MOST_ROWS.min(ledger.freezes + 1));
    }

    /// Changes a leaf and keeps the ledger.
    pub(super) fn change(&mut self, id: u32, change: impl FnOnce(&mut Leaf)) {
        self.keeper.changing(&mut self.tree, id, change);
    }

    /// Freezes leaves, the least promising first, if the learner holds more than its budget after a row.
    pub(in crate::upkeep) fn keep_within(&mut self, known: AsOf) {
        let Some(budget) = self.config.upkeep.budget().filter(|limit| self.charge(known) > *limit) else {
            return;
        };
        let mut active: BinaryHeap<Reverse<Promise>> =
            self.leaves_that_are(false).map(|id| Reverse(self.promise(id))).collect();
        while self.charge(known) > Learner::comfortable(budget)
            && let Some(Reverse(Promise(_, id))) = active.pop()
        {
            self.freeze(id);
        }
    }

    /// The tree has no room to grow any more: if observers serve growth only, they are given up.
    pub(crate) fn stop_growing(&mut self) {
        if !self.config.predictor.asks_observers() {
            let active: Vec<u32> = self.leaves_that_are(false).collect();
            active.into_iter().for_each(|id| self.freeze(id));
        }
    }
}
