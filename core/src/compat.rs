//! Pairs of parts that do not fit together, each with its reason. The only place that knows two axes at once.

use crate::config::{Candidates, Config, Predictor};
use crate::criteria::Criterion;
use crate::observers::Observer;
use crate::rules::Rule;

/// One pair: what it is called, whether a configuration has it, and why it cannot work.
pub struct Misfit {
    /// The pair, in words; a part in braces is that of the configuration.
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
        pair: ("candidates '{candidates}'", "observer '{observer}'"),
        found: |config| config.candidates == Candidates::Boundaries && config.observer == Observer::Gaussian,
        reason: "a normal distribution is smooth and has no boundaries; use candidates 'grid' or 'crossings'",
    },
    Misfit {
        pair: ("candidates '{candidates}'", "observer '{observer}'"),
        found: |config| config.candidates != Candidates::Boundaries && config.observer != Observer::Gaussian,
        reason: "it knows the class weights at boundaries of its own and would have to guess elsewhere; use \
                 candidates 'boundaries' or observer 'gaussian'",
    },
    Misfit {
        pair: ("rule 'normal'", "criterion '{criterion}'"),
        found: |config| {
            matches!(config.rule, Rule::Normal(_))
                && !matches!(
                    config.criterion,
                    Criterion::Misclassification | Criterion::MisclassificationPrinted
                )
        },
        reason: "its bound is that of a difference of errors; use criterion 'misclassification' or rule 'hoeffding'",
    },
];

/// Refuses a configuration with a pair that does not fit.
pub fn check(config: &Config) -> Result<(), String> {
    match MISFITS.iter().find(|misfit| (misfit.found)(config)) {
        Some(misfit) => {
            let told = |text: &str| {
                text.replace("{candidates}", config.candidates.name())
                    .replace("{observer}", &config.observer.to_string())
                    .replace("{criterion}", config.criterion.name())
            };
            let (one, other) = (told(misfit.pair.0), told(misfit.pair.1));
            Err(format!("{one} does not go with {other}: {}", misfit.reason))
        }
        None => Ok(()),
    }
}
