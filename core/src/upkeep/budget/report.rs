//! Where the bytes are.

use crate::growth::Tree;
use crate::leaf::Leaf;
use crate::learner::Learner;

/// Bytes by what they are for, and what has become of the leaves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Report {
    /// Columns, categories and classes, and the learner itself.
    pub schema: usize,
    /// Nodes, their tests and history.
    pub shape: usize,
    /// Class weights of the leaves, and of what provisional nodes have kept.
    pub votes: usize,
    /// What they observe.
    pub observers: usize,
    /// The rows of the window, if there is one.
    pub window: usize,
    /// Leaves that observe.
    pub active: usize,
    /// Leaves that have given up their observers.
    pub frozen: usize,
    /// Columns that leaves no longer look at, summed over the leaves.
    pub dropped: usize,
    /// True if there is room for another split.
    pub growing: bool,
}

impl Learner {
    /// Where the bytes are, by walking all of the tree.
    pub fn report(&self) -> Report {
        let leaves = self.tree.leaves();
        let all = || {
            leaves
                .iter()
                .chain(self.keeper.kept().into_iter().flat_map(|kept| kept.all()).map(|(_, leaf)| leaf))
        };
        let observers = all().map(Leaf::observed_bytes).sum::<usize>();
        let own = all().map(Leaf::bytes).sum::<usize>() - observers;
        let kept = self.keeper.kept().map_or(0, |kept| kept.bytes());
        let frame = Tree::frame_bytes(self.tree.shape.len(), leaves.len());
        let schema = self.schema.bytes_at(u64::MAX);
        let frozen = leaves.iter().filter(|leaf| leaf.frozen.is_frozen()).count();
        Report {
            schema: Learner::OWN_BYTES + schema,
            shape: frame + self.tree.held_bytes() + kept - observers - own,
            votes: own,
            observers,
            window: self.keeper.bytes() - kept,
            active: leaves.len() - frozen,
            frozen,
            dropped: leaves
                .iter()
                .filter_map(|leaf| leaf.lens.as_ref())
                .map(|lens| lens.numeric.len() + lens.nominal.len())
                .sum(),
            growing: self.room_for_split(self.as_of(u64::MAX)) > 0,
        }
    }
}
