//! Buffers that live from one leaf to the next.

use super::absorb::Runs;
use super::standing::Standing;
use crate::attempt;
use crate::predictors::Bayes;

/// What tending needs and nobody keeps.
#[derive(Default)]
pub struct Scratch {
    /// Buffers of attempts.
    pub attempt: attempt::Scratch,
    /// Naive Bayes of the leaf in hand.
    pub bayes: Bayes,
    /// Naive Bayes of leaves that rows come back to.
    pub standing: Standing,
    /// Rows by their classes.
    pub runs: Runs,
}
