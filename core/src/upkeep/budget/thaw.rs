//! At fixed rows the most promising frozen leaves may begin to observe again.

use super::freeze::Promise;
use crate::learner::Learner;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rows between two looks at frozen leaves, at the least.
const EVERY: u64 = 4096;
/// A frozen leaf takes the place of another only if it promises this much more: otherwise two leaves would drive each
/// other out for ever.
const LEAD: f64 = 1.25;

impl Learner {
    /// Rows between two looks at frozen leaves: a leaf stays frozen for ten grace periods at the least.
    pub(crate) fn look_every(&self) -> u64 {
        EVERY.max(10 * self.config.grace_period)
    }

    /// Looks at the frozen leaves after row `row`.
    pub(crate) fn look_at_frozen(&mut self, row: u64) {
        let Some(limit) = self.config.upkeep.budget() else { return };
        let known = self.as_of(row);
        // No look costs more than a visit per row since the last one.
        let due = row - self.ledger().looked >= self.tree.shape.len() as u64;
        if self.ledger().frozen == 0 || !due || self.room_for_split(known) == 0 {
            return;
        }
        self.ledger_mut().into_iter().for_each(|ledger| ledger.looked = row);
        let settled = |learner: &Learner, id: &u32| !learner.tree.leaf(*id).frozen.is_fresh();
        let mut frozen: BinaryHeap<Promise> =
            self.leaves_that_are(true).filter(|id| settled(self, id)).map(|id| self.promise(id)).collect();
        let mut active: BinaryHeap<Reverse<Promise>> =
            self.leaves_that_are(false).map(|id| Reverse(self.promise(id))).collect();
        let fresh: Vec<u32> = self.leaves_that_are(true).filter(|id| !settled(self, id)).collect();
        fresh.into_iter().for_each(|id| self.tree.leaf_mut(id).frozen.settle());
        // What a thawed leaf will take is what it took before, or what the others take; one that took all there is begins
        // again where nobody else observes.
        let usual = self.ledger().observed / active.len().max(1);
        let floor = self.floor(known, self.tree.shape.len(), self.tree.shape.leaf_count());
        let all = Learner::comfortable(limit).saturating_sub(floor);
        let mut expected = self.charge(known);
        while let Some(Promise(promise, id)) = frozen.pop() {
            let need = self.tree.leaf(id).frozen.bytes().max(usual).min(all);
            if promise <= 0.0 {
                break;
            }
            if expected + need > Learner::comfortable(limit) {
                let weakest = active.pop().map(|Reverse(weakest)| weakest);
                let Some(Promise(_, other)) = weakest.filter(|other| promise > LEAD * other.0) else { break };
                let given_up = self.tree.leaf(other).observed_bytes();
                if expected + need - given_up > Learner::comfortable(limit) {
                    break;
                }
                self.freeze(other);
                expected -= given_up;
            }
            let observer = self.config.observer;
            self.change(id, |leaf| leaf.thaw(observer));
            // A leaf thaws no more often than leaves were frozen, whatever a file says.
            let ledger = self.ledger_mut();
            ledger.into_iter().for_each(|ledger| ledger.thaws = ledger.freezes.min(ledger.thaws + 1));
            expected += need;
        }
    }
}
