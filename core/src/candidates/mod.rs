//! Which cuts deserve a score? Looks at one kind of observer each; knows nothing of rules.

mod choice;
pub mod crossings;
pub mod grid;
pub mod multiway;
pub mod nominal;

pub use choice::{CANDIDATES, Candidates};
