//! What a given split divides a leaf into.

use crate::leaf::{Leaf, branches};
use crate::tree::Test;

/// Class weights of the branches of a split.
pub fn divided(leaf: &Leaf, test: Test) -> Vec<Vec<f64>> {
    branches(leaf, test).into_iter().map(|(_, counts)| counts).collect()
}
