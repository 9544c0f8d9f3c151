//! Why, when and on what a node was split, and the class weights of that moment.

use crate::bytes::box_bytes;
use crate::rules::Reason;

/// The history of a split.
#[derive(Clone, Debug)]
pub struct Record {
    /// Number of the row that made the split.
    pub row: u64,
    /// Why.
    pub reason: Reason,
    /// Gain of the winner.
    pub gain: f64,
    /// Gain of the best other column, or of the null split.
    pub second: f64,
    /// The bound at that moment.
    pub bound: f64,
    /// Class weights at that moment: they answer for a child without votes.
    pub votes: Box<[(u32, f64)]>,
}

impl Record {
    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        box_bytes(&self.votes)
    }
}
