//! A leaf with the rows that were led to it, and what becomes of it.
//!
//! A leaf's future depends only on the rows that reach it, in their order. So a parcel owns its leaf, asks nobody, and may
//! be tended on any thread: whatever it does is in its harvest, and harvests are replayed in the order of their rows.

use super::Plot;
use crate::config::Config;
use crate::leaf::Leaf;
use crate::rows::Block;
use crate::schema::Schema;

/// Where a parcel comes from.
#[derive(Clone, Copy, Debug)]
pub enum Origin {
    /// The leaf of a node.
    Leaf(u32),
    /// A category that is new to a node, which gets a leaf.
    New {
        /// The node.
        parent: u32,
        /// The category.
        code: u32,
    },
}

/// What all parcels of a block share.
pub struct Ground<'a> {
    /// The rows.
    pub block: &'a Block<'a>,
    /// The settings.
    pub config: &'a Config,
    /// Columns and classes.
    pub schema: &'a Schema,
    /// False at the limit on leaves.
    pub may_branch: bool,
    /// Branches that there is room for.
    pub room: usize,
}

/// One leaf and its rows.
pub struct Parcel<'a> {
    /// The leaf.
    pub leaf: Leaf,
    /// Its rows in the block, in order of arrival.
    pub rows: &'a [u32],
    /// Receives the answers that are given before learning, one per row; empty if none are wanted.
    pub answers: &'a mut [u32],
    /// Where the leaf comes from.
    pub origin: Origin,
    /// Depth of the leaf.
    pub depth: u32,
    /// Class that answers while the leaf has no votes.
    pub fallback: u32,
}

/// What has become of a parcel.
pub struct Harvest {
    /// Where its leaf comes from.
    pub origin: Origin,
    /// The leaf as it is now, or as it was when it was split.
    pub leaf: Leaf,
    /// The most bytes that the leaf has held before it dropped columns; 0 if it has dropped none.
    pub peak: usize,
    /// Number of the first row that was learned: it makes a leaf that is new. A row that is only predicted makes none.
    pub first: Option<u64>,
    /// What grew out of the leaf, if it was split.
    pub plot: Option<Box<Plot>>,
}
