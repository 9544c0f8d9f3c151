//! What inner nodes have kept of the leaves that they were: statistics that go on learning.

use crate::bytes::{push_tight, tight_bytes};
use crate::leaf::Leaf;

/// Inner nodes with what they have kept, by id.
#[derive(Clone, Default)]
pub struct Kept(Vec<(u32, Leaf)>);

impl Kept {
    fn find(&self, id: u32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&id, |(node, _)| *node)
    }

    /// All of it, in order of id.
    pub fn all(&self) -> &[(u32, Leaf)] {
        &self.0
    }

    /// All of it, in order of id.
    pub fn into_all(self) -> impl Iterator<Item = (u32, Leaf)> {
        self.0.into_iter()
    }

    /// What a node has kept; None if that is nothing.
    pub fn at(&self, id: u32) -> Option<&Leaf> {
        self.find(id).ok().map(|at| &self.0[at].1)
    }

    /// What a node has kept, to learn.
    pub fn at_mut(&mut self, id: u32) -> Option<&mut Leaf> {
        self.find(id).ok().map(|at| &mut self.0[at].1)
    }

    /// Lets a node keep statistics, unless it has kept some.
    pub fn keep(&mut self, id: u32, leaf: Leaf) {
        if let Err(at) = self.find(id) {
            push_tight(&mut self.0, (id, leaf));
            self.0[at..].rotate_right(1);
        }
    }

    /// Lets a node give up what it has kept.
    pub fn give_up(&mut self, id: u32) {
        if let Ok(at) = self.find(id) {
            self.0.remove(at);
            let fewer = std::mem::take(&mut self.0);
            fewer.into_iter().for_each(|kept| push_tight(&mut self.0, kept));
        }
    }

    /// The same nodes with other statistics.
    pub fn map(&self, statistics: impl Fn(&Leaf) -> Leaf) -> Kept {
        let mut other = Kept::default();
        self.0.iter().for_each(|(id, leaf)| push_tight(&mut other.0, (*id, statistics(leaf))));
        other
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        tight_bytes::<(u32, Leaf)>(self.0.len()) + self.0.iter().map(|(_, leaf)| leaf.bytes()).sum::<usize>()
    }
}
