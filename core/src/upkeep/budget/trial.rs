//! A block that is tried: if a row of it might have met the budget, nothing of it is learned.

use super::super::Keeper;
use super::block::Added;
use crate::block::Block;
use crate::leaf::Leaf;
use crate::learner::Learner;

/// What a block will change, as it is before it.
pub struct Trial {
    /// Leaves that rows are led to.
    leaves: Vec<(u32, Leaf)>,
    /// Nodes that may get branches for new categories, each once.
    parents: Vec<u32>,
    /// Branches that a split may have.
    room: usize,
}

impl Learner {
    /// Keeps what a block may have to be taken back to, if there is a budget: leaves that its rows are led to, and nodes
    /// that get branches for new categories.
    pub(crate) fn trial(
        &self,
        room: usize,
        leaves: impl Iterator<Item = u32>,
        parents: impl Iterator<Item = u32>,
    ) -> Option<Trial> {
        if !matches!(self.keeper, Keeper::Budget(_)) {
            return None;
        }
        let mut parents: Vec<u32> = parents.collect();
        parents.sort_unstable();
        parents.dedup();
        let leaves = leaves.map(|id| (id, self.tree.leaf(id).clone())).collect();
        Some(Trial { leaves, parents, room })
    }
}

impl Trial {
    /// True if no row of the block can have met the budget. `peaks` are the most bytes that its leaves have held, in
    /// their order; `added` is what else it has added.
    pub fn holds(&self, learner: &Learner, block: &Block, peaks: &[usize], mut added: Added) -> bool {
        let Some(limit) = learner.config.upkeep.budget() else { return true };
        for ((id, before), peak) in self.leaves.iter().zip(peaks) {
            added.grew(before, learner.tree.leaf(*id), *peak);
        }
        learner.has_held(limit, (learner.as_of(block.before), learner.as_of(u64::MAX)), self.room, &added)
    }

    /// Puts everything back.
    pub fn undo(self, learner: &mut Learner) {
        self.leaves.into_iter().for_each(|(id, leaf)| *learner.tree.leaf_mut(id) = leaf);
    }

    /// Bytes of the branches that may become more.
    fn parents_hold(&self, learner: &Learner) -> usize {
        self.parents.iter().map(|id| learner.tree.split_bytes(*id)).sum()
    }

    /// Brings the ledger up to date before the shape changes.
    pub fn begin(&self, learner: &mut Learner) {
        let held = self.parents_hold(learner);
        let Keeper::Budget(ledger) = &mut learner.keeper else { return };
        ledger.held -= held;
        self.leaves.iter().for_each(|(_, leaf)| ledger.leave(leaf));
    }

    /// Brings it up to date afterwards: `touched` are the nodes that took in rows, and those that came of them.
    pub fn end(&self, learner: &mut Learner, touched: &[u32]) {
        let held = self.parents_hold(learner);
        let Learner { tree, keeper: Keeper::Budget(ledger), .. } = learner else { return };
        ledger.held += held;
        for id in touched {
            match tree.shape.is_leaf(*id) {
                true => ledger.enter(tree.leaf(*id)),
                false => ledger.held += tree.split_bytes(*id),
            }
        }
    }
}
