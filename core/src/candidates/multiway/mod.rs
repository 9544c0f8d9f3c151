//! The best partition of a numeric column into several intervals at once.
//! Elomaa & Lehtinen (2008), "Maintaining optimal multi-way splits for numerical attributes in data streams".
//!
//! Functions of class weights alone; they know nothing of trees, rules, or how the weights were counted.

mod cheapest;
pub mod fuse;
pub mod optimal;
mod partitions;
mod pieces;
pub mod smallest;
pub mod two_classes;
#[cfg(test)]
mod testing;

pub use partitions::{MOST_INTERVALS, Partitions, intervals};
pub use pieces::Pieces;
