//! What candidates are ranked by, as a rule asks for it.

use super::Confidence;
use super::iadem::Guess;
use crate::criteria::{Criterion, Measure};

/// A measure of candidates.
pub enum Ranking {
    /// What they gain.
    Gain(Criterion),
    /// What is surely known of them.
    Sure(Confidence),
    /// The same where one must be taken: of equals the one that was seen to tell most.
    Guess(Guess),
}

impl Ranking {
    /// What weighs the branches of a candidate.
    pub fn measure(&self) -> &dyn Measure {
        match self {
            Ranking::Gain(criterion) => criterion,
            Ranking::Sure(confidence) => confidence,
            Ranking::Guess(guess) => guess,
        }
    }
}
