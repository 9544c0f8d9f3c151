//! Is the best candidate good enough *now*? A rule sees the whole contest and returns a verdict; it never touches the
//! tree.
//!
//! A rule is a [`Race`] whose lead must have a [`Width`], or it compares the spans of what is known ([`Iadem`]). Either
//! says what candidates are ranked by ([`Rule::measure`]), and decides ([`Rule::decide`]).

mod c_tree;
mod contest;
#[cfg(test)]
mod coverage;
mod hoeffding;
mod iadem;
mod mcdiarmid;
pub mod mdl;
mod moment;
mod names;
mod normal;
mod race;
mod ranking;
#[cfg(test)]
mod tests;
mod verdict;
mod width;

pub use contest::{Contest, Entry, Ranks};
pub use iadem::{Bounds, Confidence, Finding, Iadem, Span};
pub use moment::Moment;
pub use names::RULES;
pub use normal::Normal;
pub use race::Race;
pub use ranking::Ranking;
pub use verdict::{Decision, Evidence, Reason, Verdict};
pub use width::{Bound, Width};

use crate::criteria::Criterion;
use iadem::Guess;

/// When a leaf splits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    /// The best column must lead the second by a width.
    Race(Race, Width),
    /// What is known of the best column must be other than what is known of the worst, or surely the same.
    Spans(Iadem),
}

impl Default for Rule {
    /// The Hoeffding bound, as `VFDT()` sets it.
    fn default() -> Rule {
        Rule::Race(Race { delta: 1e-7, tau: 0.05, min_gain: 1e-12 }, Width::Hoeffding)
    }
}

impl Rule {
    /// The numbers of its settings. Spans ask for `delta` alone.
    pub fn numbers(&self) -> Race {
        match self {
            Rule::Race(race, _) => *race,
            Rule::Spans(iadem) => iadem.numbers,
        }
    }

    /// The criteria of its contests, one after the other until one of them splits.
    pub fn criteria(&self, criterion: Criterion) -> impl Iterator<Item = Criterion> {
        let first = match self {
            Rule::Race(_, width) => width.first_criterion(),
            Rule::Spans(_) => None,
        };
        first.into_iter().chain([criterion])
    }

    /// What candidates are ranked by: what they gain, or what is surely known.
    pub fn measure(&self, moment: &Moment) -> Ranking {
        match self {
            Rule::Race(..) => Ranking::Gain(moment.criterion),
            Rule::Spans(iadem) => Ranking::Sure(iadem.confidence(moment)),
        }
    }

    /// What candidates are ranked by where one must be taken whatever the rule says.
    pub fn guess(&self, moment: &Moment) -> Ranking {
        match self {
            Rule::Race(..) => Ranking::Gain(moment.criterion),
            Rule::Spans(iadem) => Ranking::Guess(Guess(iadem.confidence(moment))),
        }
    }

    /// What a candidate must be above to be taken whatever the rule says.
    pub fn least_of_guess(&self, moment: &Moment) -> f64 {
        match self {
            Rule::Race(race, _) => race.min_gain * moment.range(),
            Rule::Spans(_) => iadem::NOTHING,
        }
    }

    /// The verdict on a contest.
    pub fn decide(&self, contest: &Contest, leaf: &mut dyn Evidence) -> Verdict {
        match self {
            Rule::Race(race, width) => race.decide(*width, contest, leaf),
            Rule::Spans(iadem) => iadem.decide(contest, leaf),
        }
    }

    /// The lead that a split into so many branches needs at a moment; None where no lead decides.
    pub fn bound(&self, moment: &Moment, branches: usize) -> Option<Bound> {
        match self {
            Rule::Race(race, width) => Some(width.bound(race.delta, moment, branches)),
            Rule::Spans(_) => None,
        }
    }

    /// Says of the merit of a column whether it is so far behind the leader that the column is not worth watching any
    /// longer. Spans compare the best column with the worst: there no column is too poor.
    pub fn is_poor(&self, contest: &Contest) -> impl Fn(f64) -> bool {
        let ranks = contest.ranks();
        let (best, bound) = (ranks.best, self.bound(&contest.moment, ranks.branches()));
        move |merit| bound.is_some_and(|bound| best - merit > bound.lead)
    }

    /// True if no candidate could win, whatever its gain up to `largest_gain`: an exact reason not to look for one.
    pub fn is_hopeless(&self, moment: &Moment, largest_gain: f64) -> bool {
        match self {
            Rule::Race(race, width) => race.is_hopeless(*width, moment, largest_gain),
            Rule::Spans(_) => false,
        }
    }

    /// How far a gain may be below the true one, with its share of `delta` at this moment: of the proved widths the
    /// narrowest, whatever its own is.
    pub fn proved(&self, moment: &Moment, branches: usize) -> f64 {
        let delta = self.numbers().delta;
        let tight = mcdiarmid::proved(delta, moment, branches);
        tight.unwrap_or_else(|| c_tree::theorem(delta, moment, branches).lead)
    }

    /// Whether the number of columns matters to it. To count them is not for nothing.
    pub fn counts_columns(&self) -> bool {
        match self {
            Rule::Race(_, width) => width.counts_columns(),
            Rule::Spans(_) => false,
        }
    }

    /// Whether the width of its bound is proved. A proof is about all classes that a row may have; a rule without a
    /// proof is nearer to the truth if it counts only the classes that the leaf has seen.
    pub fn is_proved(&self) -> bool {
        match self {
            Rule::Race(_, width) => width.is_proved(),
            Rule::Spans(_) => false,
        }
    }

    /// Whether its width is proved of gains, or is the practical form of one that is.
    pub fn is_confident(&self) -> bool {
        match self {
            Rule::Race(_, width) => width.is_confident(),
            Rule::Spans(_) => false,
        }
    }

    /// Refuses parameters out of their range.
    pub fn check(&self) -> Result<(), String> {
        let delta = self.numbers().delta;
        self.numbers().check()?;
        match self {
            Rule::Race(_, Width::Normal(_)) if delta >= 0.5 => {
                Err(format!("delta must be below 0.5 with rule 'normal', got {delta}"))
            }
            Rule::Race(..) | Rule::Spans(_) => Ok(()),
        }
    }
}
