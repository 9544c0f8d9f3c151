//! A window of rows: what the tree knows is what the last rows tell, at every node.
//!
//! Every inner node keeps the statistics of its leaf, and a row is counted at every node on its way. When a leaf splits,
//! its children count the rows of the window that reach them; so a row is always counted where the tree would lead it,
//! and is forgotten there.

mod reconsider;
mod ring;
mod slide;

pub use ring::Ring;

use crate::bytes::block_bytes;
use crate::growth::Kept;
use crate::predictors::Votes;
use crate::tree::Shape;
use std::borrow::Cow;

/// The rows of a window, and what inner nodes know of them.
#[derive(Clone, Default)]
pub struct Window {
    /// The rows.
    pub ring: Ring,
    /// What inner nodes have counted.
    pub kept: Kept,
}

impl Window {
    /// Class weights that answer for an inner node: those of its rows, or of the nearest node above that has some.
    pub fn known_at(&self, shape: &Shape, id: u32) -> Cow<'_, Votes> {
        let path = shape.path_through(id);
        let known = path.iter().rev().filter_map(|node| self.kept.at(*node)).find(|kept| kept.voted() > 0.0);
        Cow::Owned(known.map_or(Vec::new(), |kept| kept.votes().collect()))
    }

    /// What answers ask of it: the rows stay behind.
    pub fn for_answers(&self) -> Window {
        Window { ring: Ring::default(), kept: self.kept.map(|kept| kept.without_observers()) }
    }

    /// Bytes of the rows.
    pub fn bytes(&self) -> usize {
        // Inner nodes are counted elsewhere, and so is the room for their list.
        block_bytes(size_of::<Window>() - size_of::<Kept>()) + self.ring.bytes()
    }
}
