//! Whether a block that was learned as if there were no budget would have met it at any of its rows.

use super::room::{AsOf, LAST};
use crate::bytes::block_bytes;
use crate::growth::Tree;
use crate::leaf::Leaf;
use crate::learner::Learner;

/// What a block adds, counted so that no row of it can have held more: what is given back in between does not count.
#[derive(Default)]
pub struct Added {
    /// Bytes that leaves own.
    held: usize,
    /// Those of them that cannot be given up.
    votes: usize,
    nodes: usize,
    splits: usize,
    /// Bytes of the lists of branches.
    branches: usize,
}

impl Added {
    /// A leaf grew; `peak` bytes were its most before it dropped columns.
    pub fn grew(&mut self, before: &Leaf, after: &Leaf, peak: usize) {
        let votes = |leaf: &Leaf| leaf.bytes() - leaf.observed_bytes();
        self.held += after.bytes().max(peak).saturating_sub(before.bytes());
        self.votes += votes(after).saturating_sub(votes(before));
    }

    /// A leaf was made; `peak` bytes were its most before it dropped columns.
    pub fn made(&mut self, leaf: &Leaf, peak: usize) {
        self.held += leaf.bytes().max(peak);
        self.nodes += 1;
    }

    /// A leaf was split.
    pub fn split(&mut self, branches: usize) {
        self.splits += 1;
        self.branches += block_bytes(branches * size_of::<(u32, u32)>());
    }
}

impl Learner {
    /// True if the budget held at every row of a block, had room for all that grew, and at every attempt for as many
    /// branches as before the block (or for any split at all).
    pub(crate) fn has_held(
        &self,
        limit: usize,
        (before, end): (AsOf, AsOf),
        room: usize,
        added: &Added,
    ) -> bool {
        let (nodes, leaves) =
            (self.tree.shape.len() + added.nodes, self.tree.shape.leaf_count() + added.nodes - added.splits);
        let frame = Tree::frame_bytes(nodes, leaves);
        // A new leaf may have given a node one more branch.
        let splits = added.splits * end.split_bytes(0) + added.branches + added.nodes * end.split_bytes(1);
        let peak = Learner::OWN_BYTES + end.schema + frame + self.ledger().held + added.held + splits;
        let floor =
            self.floor(end, nodes, leaves) + added.votes + splits + self.leaves_bytes(end, added.nodes);
        let unchanged = before == end && added.votes == 0 && added.nodes == 0;
        let widest = self.schema.widest().max(self.config.candidates.branches());
        let any = end.split_bytes(widest)
            + self.leaves_bytes(end, widest)
            + Tree::frame_bytes(nodes + widest, leaves + widest - 1)
            - frame;
        let steady =
            unchanged || (room == 0 && added.nodes == 0) || floor + any <= Learner::most_floor(limit);
        // Where there is little room, some rows may not have been counted and some names not remembered.
        let ample = unchanged || floor <= limit - limit / LAST;
        peak <= limit && steady && ample
    }
}
