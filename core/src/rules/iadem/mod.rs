//! IADEM-2: the best split is taken when it is surely other than the worst one, or surely no better.
//!
//! Ramos-Jiménez, del Campo-Ávila & Morales-Bueno (2006); del Campo-Ávila et al. (2008). Shares of classes have
//! confidence intervals ([`frequency`]), hence the entropy of a branch has one ([`Confidence`]), hence a split. All is
//! told here as *knowledge*, one minus the entropy to the base of the number of classes: the more the better, from 0
//! to 1.

mod binary;
mod frequency;
mod knowledge;
mod measure;
mod span;
#[cfg(test)]
mod tests;

pub use frequency::Bounds;
pub use knowledge::Confidence;
pub use measure::{Guess, NOTHING};
pub use span::Span;

use super::{Contest, Decision, Entry, Evidence, Moment, Race, Reason, Verdict};

/// The rule of IADEM-2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Iadem {
    /// Spans that share at most this part are different; spans that share all but this part, the same.
    pub difference: f64,
    /// `delta` is the chance that a share lies outside its interval. Ties and least gains have no say: they are kept for
    /// whoever asks for the settings, model files among them.
    pub numbers: Race,
}

/// A branch that holds more than this share of the weight forbids a split.
const MOST: f64 = 0.75;

/// What the spans of the best and the worst split say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// They are different: the best is better.
    Different,
    /// They are the same, and known well: any will do.
    Same,
    /// Neither is sure.
    Open,
}

impl Iadem {
    /// Confidence in the shares of a leaf.
    pub fn confidence(&self, moment: &Moment) -> Confidence {
        Confidence::new(self.numbers.delta, moment.classes, moment.own_rows / moment.own)
    }

    /// Splits on the best column if its span is different from that of the worst, or surely the same.
    pub(super) fn decide(&self, contest: &Contest, leaf: &mut dyn Evidence) -> Verdict {
        let Some((best, worst)) = ends(&contest.entries) else { return Verdict::Wait };
        let confidence = self.confidence(&contest.moment);
        let test = leaf.settled(best.test);
        let branches = leaf.branches(test);
        let (found, other) =
            (Span::of(confidence, &branches), Span::of(confidence, &leaf.branches(worst.test)));
        // What stands is not made now.
        let stands = contest.installed.is_some_and(|installed| installed.is_on_column_of(test));
        if !stands && self.is_lopsided(branches.iter().map(|branch| branch.iter().sum())) {
            return Verdict::Wait;
        }
        let is_alone = contest.entries.len() == 1;
        let reason = match self.compare(found, other) {
            _ if is_alone => Reason::Bound,
            Finding::Different => Reason::Bound,
            Finding::Same => Reason::Tie,
            Finding::Open => return Verdict::Wait,
        };
        let (gain, second, bound) = (found.sure, other.sure, found.width());
        Verdict::Split(Decision { test, reason, gain, second, bound })
    }

    /// What confidence says of the best split, beside the worst.
    pub fn compare(&self, best: Span, worst: Span) -> Finding {
        let (of_best, of_worst) = (best.shared(worst), worst.shared(best));
        let enough = 1.0 - self.difference;
        if of_best <= self.difference || of_worst <= self.difference {
            Finding::Different
        } else if of_best >= enough && of_worst >= enough && best.width() <= self.difference {
            Finding::Same
        } else {
            Finding::Open
        }
    }

    /// True if one branch has nearly all of the weight.
    pub fn is_lopsided(&self, branches: impl Iterator<Item = f64> + Clone) -> bool {
        let most = branches.clone().fold(0.0, f64::max);
        most > MOST * branches.sum::<f64>()
    }
}

/// The best and the worst column; the first of equals.
fn ends(entries: &[Entry]) -> Option<(&Entry, &Entry)> {
    let mut ends: Option<(&Entry, &Entry)> = None;
    for entry in entries {
        let (best, worst) = ends.unwrap_or((entry, entry));
        let is_ahead = entry.gain > best.gain || (entry.gain == best.gain && entry.column < best.column);
        ends =
            Some((if is_ahead { entry } else { best }, if entry.gain < worst.gain { entry } else { worst }));
    }
    ends
}
