//! What a rule answers, and what it may ask before.

use crate::tree::Test;

/// Why a leaf was split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The lead was larger than the bound.
    Bound,
    /// The bound had become so small that the rivals count as equal.
    Tie,
}

/// A split that a rule has granted.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// What to split on.
    pub test: Test,
    /// Why.
    pub reason: Reason,
    /// What counts for the winner: its gain, or what is surely known.
    pub gain: f64,
    /// The same of the column that it was compared with; 0 if that is the null split.
    pub second: f64,
    /// The bound at this moment.
    pub bound: f64,
}

/// What to do with a leaf.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// It splits.
    Split(Decision),
    /// It goes on collecting; nothing is lost.
    Wait,
}

/// What the leaf says of a single candidate where a rule asks for it.
pub trait Evidence {
    /// The test that a candidate becomes if it wins: a delayed search looks for its cut only now.
    fn settled(&mut self, test: Test) -> Test;

    /// Class weights of each branch of a test.
    fn branches(&mut self, test: Test) -> Vec<Vec<f64>>;
}
