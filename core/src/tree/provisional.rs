//! Splits that are not settled yet: each keeps the statistics of the leaf that it was, which go on learning.

use super::Tree;
use crate::bytes::{push_tight, tight_bytes};
use crate::leaf::Leaf;

/// Provisional nodes with what they have kept, by id.
#[derive(Clone, Default)]
pub struct Provisional(Vec<(u32, Leaf)>);

impl Provisional {
    fn find(&self, id: u32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&id, |(node, _)| *node)
    }

    /// What was kept, in order of id.
    pub(super) fn into_kept(self) -> impl Iterator<Item = (u32, Leaf)> {
        self.0.into_iter()
    }

    /// Bytes on the heap.
    pub(super) fn bytes(&self) -> usize {
        tight_bytes::<(u32, Leaf)>(self.0.len()) + self.0.iter().map(|(_, leaf)| leaf.bytes()).sum::<usize>()
    }
}

impl Tree {
    /// All provisional nodes with what they have kept, in order of id.
    pub fn provisional(&self) -> &[(u32, Leaf)] {
        &self.provisional.0
    }

    /// What a node has kept, if it is provisional.
    pub fn kept(&self, id: u32) -> Option<&Leaf> {
        self.provisional.find(id).ok().map(|at| &self.provisional.0[at].1)
    }

    /// What a node has kept, to learn.
    pub fn kept_mut(&mut self, id: u32) -> Option<&mut Leaf> {
        self.provisional.find(id).ok().map(|at| &mut self.provisional.0[at].1)
    }

    /// Makes an inner node provisional.
    pub fn keep(&mut self, id: u32, leaf: Leaf) {
        if let Err(at) = self.provisional.find(id) {
            push_tight(&mut self.provisional.0, (id, leaf));
            self.provisional.0[at..].rotate_right(1);
        }
    }

    /// Settles a provisional node, which gives up what it has kept.
    pub fn confirm(&mut self, id: u32) {
        if let Ok(at) = self.provisional.find(id) {
            self.provisional.0.remove(at);
            let fewer = std::mem::take(&mut self.provisional.0);
            fewer.into_iter().for_each(|kept| push_tight(&mut self.provisional.0, kept));
        }
    }

    /// A node and all nodes below it.
    pub fn below(&self, id: u32) -> Vec<u32> {
        let (mut found, mut next) = (vec![id], 0);
        while next < found.len() {
            found.extend(self.children(found[next]));
            next += 1;
        }
        found
    }

    /// The node above another; none above the root.
    pub fn above(&self, id: u32) -> Option<u32> {
        (id != 0).then(|| self.place(id).parent)
    }

    /// The path from the root to a node, the node itself left out.
    pub fn path_to(&self, id: u32) -> Vec<u32> {
        let mut path: Vec<u32> = std::iter::successors(self.above(id), |above| self.above(*above)).collect();
        path.reverse();
        path
    }

    /// Which child to take at each node on the way from the root to a node.
    pub fn turns_to(&self, id: u32) -> Vec<usize> {
        let mut path = self.path_to(id);
        path.push(id);
        let turn =
            |step: &[u32]| self.children(step[0]).iter().position(|child| *child == step[1]).unwrap_or(0);
        path.windows(2).map(turn).collect()
    }

    /// The node that such turns lead to.
    pub fn at_end_of(&self, turns: &[usize]) -> u32 {
        turns.iter().fold(0, |at, turn| self.children(at)[*turn])
    }
}
