//! Pairs of parts that do not fit together, each with its reason. The only place that knows two axes at once.

use super::Config;
use crate::candidates::Candidates;
use crate::candidates::multiway::Penalty;
use crate::criteria::Criterion;
use crate::observers::Observer;
use crate::rules::{Rule, Width};

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
        pair: ("a multi-way split", "observer '{observer}'"),
        found: |config| is_multiway(config) && config.observer == Observer::Gaussian,
        reason: "a normal distribution is smooth and has no boundaries; use observer 'segments'",
    },
    Misfit {
        pair: ("candidates '{candidates}'", "observer '{observer}'"),
        found: |config| offered(config) && !is_multiway(config) && config.observer == Observer::Gaussian,
        reason: "a normal distribution is smooth and has no boundaries; use candidates 'grid' or 'crossings', or observer \
                 'segments'",
    },
    Misfit {
        pair: ("candidates '{candidates}'", "observer '{observer}'"),
        found: |config| !offered(config) && config.observer != Observer::Gaussian,
        reason: "it knows the class weights at boundaries of its own and would have to guess elsewhere; use \
                 candidates 'boundaries' or observer 'gaussian'",
    },
    Misfit {
        pair: ("rule 'normal'", "criterion '{criterion}'"),
        found: |config| {
            has_width(config, |width| matches!(width, Width::Normal(_)))
                && !is_error(config)
                && config.criterion != Criterion::Gini
        },
        reason: "its bounds are those of errors and Gini; use criterion 'misclassification' or 'gini', or rule 'hoeffding'",
    },
    Misfit {
        pair: ("rule 'rutkowski'", "criterion '{criterion}'"),
        found: |config| {
            has_width(config, |width| width == Width::Rutkowski)
                && !matches!(config.criterion, Criterion::Gini | Criterion::Entropy)
        },
        reason: "its bounds are those of Gini and entropy; use one of these criteria",
    },
    Misfit {
        pair: ("rule 'jaworski'", "criterion '{criterion}'"),
        found: |config| {
            has_width(config, |width| width == Width::Jaworski)
                && !is_error(config)
                && config.criterion != Criterion::Gini
        },
        reason: "its bounds are those of Gini and misclassification; use one of these criteria, or rule 'tight'",
    },
    Misfit {
        pair: ("rule 'hybrid'", "criterion '{criterion}'"),
        found: |config| {
            has_width(config, |width| width == Width::Hybrid) && config.criterion != Criterion::Gini
        },
        reason: "it asks misclassification and then Gini; use criterion 'gini'",
    },
    Misfit {
        pair: ("rule 'hybrid'", "drop_poor"),
        found: |config| has_width(config, |width| width == Width::Hybrid) && config.drop_poor,
        reason: "a column that is poor by one of its criteria may be the best by the other; leave drop_poor out",
    },
    Misfit {
        pair: ("rule 'theorem'", "criterion '{criterion}'"),
        found: |config| {
            has_width(config, |width| width == Width::Theorem)
                && !matches!(
                    config.criterion,
                    Criterion::Gini | Criterion::Entropy | Criterion::KearnsMansour
                )
        },
        reason: "its theorems are about entropy, Gini and Kearns-Mansour; use one of these criteria",
    },
    Misfit {
        pair: ("rule 'practical'", "criterion '{criterion}'"),
        found: |config| {
            has_width(config, |width| matches!(width, Width::Practical { .. }))
                && !matches!(config.criterion, Criterion::Gini | Criterion::KearnsMansour)
        },
        reason: "its width is one for Gini and Kearns-Mansour; use one of these criteria",
    },
    Misfit {
        pair: ("rule 'tight'", "criterion '{criterion}'"),
        found: |config| {
            has_width(config, |width| width == Width::Tight)
                && !is_error(config)
                && !matches!(config.criterion, Criterion::Entropy | Criterion::Gini)
        },
        reason: "its widths are proved for entropy, Gini and misclassification; use one of these criteria",
    },
    Misfit {
        pair: ("rule 'iadem'", "criterion '{criterion}'"),
        found: |config| is_iadem(config) && config.criterion != Criterion::Entropy,
        reason: "its intervals are those of the entropy; use criterion 'entropy'",
    },
    Misfit {
        pair: ("rule 'iadem'", "drop_poor"),
        found: |config| is_iadem(config) && config.drop_poor,
        reason: "it compares the best column with the poorest; leave drop_poor out",
    },
    Misfit {
        pair: ("rule 'iadem'", "rivals 'candidates'"),
        found: |config| is_iadem(config) && config.any_rival,
        reason: "it compares columns, the best with the worst; use rivals 'columns'",
    },
    Misfit {
        pair: ("revise", "drop_poor"),
        found: |config| config.upkeep.revise().is_some() && config.drop_poor,
        reason: "a split may be replaced by any other, of any column; leave drop_poor out",
    },
    Misfit {
        pair: ("rule 'iadem'", "a multi-way split"),
        found: |config| is_iadem(config) && is_multiway(config),
        reason: "its intervals are made for cuts in two; use another rule, or candidates 'boundaries'",
    },
    Misfit {
        pair: ("revise", "a multi-way split"),
        found: |config| config.upkeep.revise().is_some() && is_multiway(config),
        reason: "a split of many branches that is pulled up through others multiplies them; use candidates 'boundaries', or window",
    },
    Misfit {
        pair: ("rivals 'candidates'", "a multi-way split"),
        found: |config| config.any_rival && is_multiway(config),
        reason: "of all partitions of a column only the best is known; use rivals 'columns'",
    },
    Misfit {
        pair: ("intervals without a limit", "criterion '{criterion}'"),
        found: |config| {
            matches!(config.candidates, Candidates::Multiway { penalty: Penalty::Free, .. })
                && !is_error(config)
        },
        reason: "without a limit it would make an interval of every segment; use a number of intervals, or criterion \
                 'misclassification'",
    },
    Misfit {
        pair: ("window", "observer '{observer}'"),
        found: |config| config.upkeep.window().is_some() && !config.observer.forgets(),
        reason: "it cannot take a value back; use observer 'segments', 'exhaustive', 'dyadic' or 'gaussian'",
    },
    Misfit {
        pair: ("window", "drop_poor"),
        found: |config| config.upkeep.window().is_some() && config.drop_poor,
        reason: "a column that is poor now may be the best one later; leave drop_poor out",
    },
    Misfit {
        pair: ("window", "max_error"),
        found: |config| config.upkeep.window().is_some() && config.max_error.is_some(),
        reason: "rows that are forgotten no longer tell the error; leave max_error out",
    },
    Misfit {
        pair: ("window", "rule 'iadem'"),
        found: |config| config.upkeep.window().is_some() && is_iadem(config),
        reason: "it has no bound that a new split could lead the old one by; use another rule",
    },
    Misfit {
        pair: ("rivals 'candidates'", "criterion 'gain-ratio'"),
        found: |config| config.any_rival && config.criterion == Criterion::GainRatio,
        reason: "a ratio is compared between columns only; use rivals 'columns'",
    },
    // Behind the others: where drop_poor cannot be at all, another predictor is no way out.
    Misfit {
        pair: ("drop_poor", "naive Bayes leaves"),
        found: |config| config.drop_poor && config.predictor.asks_observers(),
        reason: "they ask every column; use predictor 'mc'",
    },
];

/// Whether the cuts are those that the observer offers.
fn offered(config: &Config) -> bool {
    matches!(config.candidates, Candidates::Boundaries | Candidates::Multiway { .. })
}

/// Whether several cuts are made at once.
fn is_multiway(config: &Config) -> bool {
    matches!(config.candidates, Candidates::Multiway { .. })
}

/// Whether the error is asked, in one arithmetic or the other.
fn is_error(config: &Config) -> bool {
    matches!(config.criterion, Criterion::Misclassification | Criterion::MisclassificationPrinted)
}

/// Whether the best split is compared with the worst.
fn is_iadem(config: &Config) -> bool {
    match config.rule {
        Rule::Race(..) => false,
        Rule::Spans(_) => true,
    }
}

/// Whether a race is decided by such a width.
fn has_width(config: &Config, is: fn(Width) -> bool) -> bool {
    match config.rule {
        Rule::Race(_, width) => is(width),
        Rule::Spans(_) => false,
    }
}

/// Refuses a configuration with a pair that does not fit.
pub fn check(config: &Config) -> Result<(), String> {
    match MISFITS.iter().find(|misfit| (misfit.found)(config)) {
        Some(misfit) => {
            let told = |text: &str| {
                text.replace("{candidates}", &config.candidates.to_string())
                    .replace("{observer}", &config.observer.to_string())
                    .replace("{criterion}", config.criterion.name())
            };
            let (one, other) = (told(misfit.pair.0), told(misfit.pair.1));
            Err(format!("{one} does not go with {other}: {}", misfit.reason))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::CANDIDATES;
    use crate::criteria::CRITERIA;
    use crate::observers::OBSERVERS;
    use crate::predictors::{PREDICTORS, Predictor};
    use crate::rules::{Moment, RULES, Race};
    use crate::upkeep::settings::Revise;
    use crate::upkeep::settings::Upkeep;
    use std::num::NonZero;

    /// Whether the width of a rule is stated for its criterion.
    fn has_bound(config: &Config) -> bool {
        let leaf = Moment {
            criterion: config.criterion,
            classes: 2,
            rows: 100.0,
            own_rows: 100.0,
            own: 100.0,
            depth: 0,
            time: 100,
            columns: 1,
        };
        config.rule.bound(&leaf, 2).is_some_and(|bound| bound.lead.is_finite())
    }

    /// Every combination of parts, whether they fit or not.
    fn every_config(mut look: impl FnMut(Config)) {
        let race = Race { delta: 0.01, tau: 0.05, min_gain: 1e-12 };
        let revise = Revise { patience: 2000, most: 0.1, of_inner: false, every_row: false, fresh: true };
        let window = NonZero::new(16).expect("not 0");
        let upkeeps =
            [Upkeep::None, Upkeep::Budget(100_000), Upkeep::Provisional(revise), Upkeep::Window(window)];
        for criterion in CRITERIA.map(Criterion::name) {
            for observer in OBSERVERS {
                for candidates in CANDIDATES.into_iter().chain(["multiway:any"]) {
                    for predictor in PREDICTORS.map(Predictor::name) {
                        let parts = Config::parts(criterion, observer, Some(candidates), 10, predictor);
                        let (criterion, observer, candidates, predictor) = parts.expect("names");
                        for rule in RULES {
                            for flags in 0..8 {
                                for upkeep in upkeeps {
                                    look(Config {
                                        criterion,
                                        observer,
                                        candidates,
                                        rule: Rule::parse(rule, race).expect("a rule"),
                                        predictor,
                                        drop_poor: flags & 1 == 1,
                                        any_rival: flags & 2 == 2,
                                        max_error: (flags & 4 == 4).then_some(0.1),
                                        upkeep,
                                        ..Config::default()
                                    });
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_pair_is_met_and_told_with_a_way_out() {
        let mut met = vec![0; MISFITS.len()];
        let (mut fit, mut all) = (0, 0);
        every_config(|config| {
            all += 1;
            let found: Vec<usize> =
                (0..MISFITS.len()).filter(|place| (MISFITS[*place].found)(&config)).collect();
            match check(&config) {
                Ok(()) => {
                    assert!(found.is_empty());
                    assert!(is_iadem(&config) || has_bound(&config), "{config:?}");
                    fit += 1;
                }
                Err(told) => {
                    met[found[0]] += 1;
                    assert!(told.contains(" does not go with ") && told.contains(MISFITS[found[0]].reason));
                    assert!(told.contains("use ") || told.contains("leave "), "{told}");
                    assert!(!told.contains('{'), "{told}");
                }
            }
        });
        assert!(met.iter().all(|times| *times > 0), "{met:?}");
        assert!(fit > 1000 && fit < all / 2, "{fit} of {all}");
    }
}
