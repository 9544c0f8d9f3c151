//! Pairs of parts that do not fit together, each with its reason. The only place that knows two axes at once.

use crate::config::{Candidates, Config, Predictor};
use crate::observers::Observer;

/// One pair: what it is called, whether a configuration has it, and why it cannot work.
pub struct Misfit {
    /// The pair, in words.
    pub pair: (&'static str, &'static str),
    /// Tells whether a configuration has the pair.
    pub found: fn(&Config) -> bool,
    /// Why it cannot work.
    pub reason: &'static str,
}

/// All pairs that do not fit.
pub const MISFITS: &[Misfit] = &[
    Misfit {
        pair: ("drop_poor", "naive Bayes leaves"),
        found: |config| config.drop_poor && config.predictor != Predictor::Majority,
        reason: "they ask every column; use predictor 'mc'",
    },
    Misfit {
        pair: ("candidates 'boundaries'", "observer 'gaussian'"),
        found: |config| config.candidates == Candidates::Boundaries && config.observer == Observer::Gaussian,
        reason: "a normal distribution is smooth and has no boundaries; use candidates 'grid'",
    },
    Misfit {
        pair: ("candidates 'grid'", "observers other than 'gaussian'"),
        found: |config| config.candidates != Candidates::Boundaries && config.observer != Observer::Gaussian,
        reason: "they know the class weights at boundaries of their own and would have to guess elsewhere; \
                 use candidates 'boundaries'",
    },
];

/// Refuses a configuration with a pair that does not fit.
pub fn check(config: &Config) -> Result<(), String> {
    match MISFITS.iter().find(|misfit| (misfit.found)(config)) {
        Some(misfit) => {
            Err(format!("{} does not go with {}: {}", misfit.pair.0, misfit.pair.1, misfit.reason))
        }
        None => Ok(()),
    }
}
