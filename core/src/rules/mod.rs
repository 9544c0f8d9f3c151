//! Is the best candidate good enough *now*? A rule sees the whole contest and returns a verdict; it never touches the
//! tree.

mod hoeffding;

pub use hoeffding::Hoeffding;

use crate::attempt::Contest;

/// The rules there are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    /// Domingos & Hulten (2000).
    Hoeffding(Hoeffding),
}

/// Why a leaf was split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The lead was larger than the bound.
    Bound,
    /// The bound had become so small that the rivals count as equal.
    Tie,
}

/// What to do with a leaf.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// Split on the leader.
    Split {
        /// Why.
        reason: Reason,
        /// The bound at this moment.
        bound: f64,
    },
    /// Go on collecting; nothing is lost.
    Wait,
}

impl Rule {
    /// The verdict on a contest.
    pub fn decide(&self, contest: &Contest) -> Verdict {
        match self {
            Rule::Hoeffding(rule) => rule.decide(contest),
        }
    }

    /// True if a column of this merit is so far behind the leader that it is not worth watching any longer.
    pub fn is_poor(&self, contest: &Contest, merit: f64) -> bool {
        match self {
            Rule::Hoeffding(rule) => rule.is_poor(contest, merit),
        }
    }

    /// True if no candidate could win, whatever its gain up to `largest_gain`: an exact reason not to look for one.
    pub fn is_hopeless(&self, contest: &Contest, largest_gain: f64) -> bool {
        match self {
            Rule::Hoeffding(rule) => rule.is_hopeless(contest, largest_gain),
        }
    }

    /// Refuses parameters out of their range.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Rule::Hoeffding(rule) => rule.check(),
        }
    }
}
