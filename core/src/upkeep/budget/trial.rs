//! A block that is tried: if a row of it might have met the budget, nothing of it is learned.

use super::super::Keeper;
use super::block::Added;
use crate::growth::{Harvest, Origin};
use crate::learner::Learner;
use crate::rows::Block;

/// A block within a budget. The tree keeps its leaves until it is known that the budget held.
pub struct Trial {
    limit: usize,
    /// Branches that a split may have.
    room: usize,
}

impl Learner {
    /// A trial with so many branches for a split, if there is a budget.
    pub(crate) fn trial(&self, room: usize) -> Option<Trial> {
        self.config.upkeep.budget().map(|limit| Trial { limit, room })
    }
}

impl Trial {
    /// True if no row of the block can have met the budget.
    pub fn holds(&self, learner: &Learner, block: &Block<'_>, harvests: &[Harvest]) -> bool {
        let mut added = Added::default();
        for Harvest { origin, leaf, peak, plot, .. } in harvests {
            match origin {
                Origin::Leaf(id) => added.grew(learner.tree.leaf(*id), leaf, *peak),
                Origin::New { .. } => added.made(leaf, *peak),
            }
            if let Some(plot) = plot {
                let (leaves, splits) = plot.parts();
                leaves.for_each(|(leaf, peak)| added.made(leaf, peak));
                splits.for_each(|branches| added.split(branches));
            }
        }
        let known = (learner.as_of(block.before), learner.as_of(u64::MAX));
        learner.has_held(self.limit, known, self.room, &added)
    }

    /// Brings the harvests in, and the ledger up to date.
    pub fn replay(&self, learner: &mut Learner, harvests: Vec<Harvest>) {
        let Learner { tree, keeper: Keeper::Budget(ledger), .. } = learner else { return };
        let mut parents: Vec<u32> = Vec::new();
        for harvest in &harvests {
            match harvest.origin {
                Origin::Leaf(id) => ledger.leave(tree.leaf(id)),
                Origin::New { parent, .. } => parents.push(parent),
            }
        }
        // Nodes that get branches for new categories, each once.
        parents.sort_unstable();
        parents.dedup();
        ledger.held -= parents.iter().map(|id| tree.split_bytes(*id)).sum::<usize>();
        let touched = tree.replay(harvests);
        ledger.held += parents.iter().map(|id| tree.split_bytes(*id)).sum::<usize>();
        for id in touched {
            match tree.shape.is_leaf(id) {
                true => ledger.enter(tree.leaf(id)),
                false => ledger.held += tree.split_bytes(id),
            }
        }
    }
}
