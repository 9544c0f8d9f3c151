//! An attempt by the rule of IADEM-2: every column's best split is known with confidence; the best of them all is
//! compared with the worst.

use super::{At, Case, Decision, Entry, Outcome, Scratch, enter_all, moment, settled};
use crate::config::Config;
use crate::counts::Panel;
use crate::criteria::{Criterion, Measure};
use crate::leaf::{Leaf, branches};
use crate::rules::{Confidence, Finding, Iadem, Reason, Span};
use crate::schema::Schema;
use crate::tree::Test;

/// What is known surely is what counts; where that is equal, what is known maybe.
impl Measure for Confidence {
    fn weigh(&self, panel: Panel<'_>, weight: &mut [f64], mass: &mut [f64]) {
        let mut maybe = vec![0.0; mass.len()];
        Confidence::weigh(*self, panel, weight, mass, &mut maybe);
        for (mass, maybe) in mass.iter_mut().zip(&maybe) {
            *mass = -(*mass + LITTLE * maybe);
        }
    }

    /// All columns begin with the same: nothing.
    fn of_whole(&self, _: f64) -> f64 {
        0.0
    }

    fn base(&self, _: f64, column: f64) -> f64 {
        column
    }
}

/// Knowledge that is closer than this counts as equal. A power of two, so that equals stay equal.
const LITTLE: f64 = 1.0 / (1u64 << 40) as f64;

/// Ranks splits where one must be taken: by what is known surely, and where that is equal by what was seen. (What may
/// be is most where least is known.)
pub struct Guess(pub Confidence);

impl Measure for Guess {
    fn weigh(&self, panel: Panel<'_>, weight: &mut [f64], mass: &mut [f64]) {
        let (mut maybe, mut seen) = (vec![0.0; mass.len()], vec![0.0; mass.len()]);
        Confidence::weigh(self.0, panel, weight, mass, &mut maybe);
        Criterion::Entropy.weigh(panel, weight, &mut seen);
        let range = Criterion::Entropy.range(self.0.classes());
        for ((mass, weight), seen) in mass.iter_mut().zip(weight).zip(&seen) {
            *mass = -(*mass + LITTLE * (*weight - seen / range));
        }
    }

    fn of_whole(&self, _: f64) -> f64 {
        0.0
    }

    fn base(&self, _: f64, column: f64) -> f64 {
        column
    }
}

/// Confidence in the shares of a leaf.
pub fn confidence(leaf: &Leaf, config: &Config, at: At) -> Confidence {
    let moment = moment(leaf, config, at);
    Confidence::new(config.rule.race.delta, moment.classes, moment.own_rows / leaf.own().sum::<f64>())
}

/// Lets a leaf try to split.
pub fn attempt(
    rule: Iadem,
    leaf: &Leaf,
    config: &Config,
    schema: &Schema,
    at: At,
    scratch: &mut Scratch,
) -> Outcome {
    let confidence = confidence(leaf, config, at);
    let case = Case { measure: &confidence, ..Case::new(leaf, config, schema) };
    enter_all(case, at.room, scratch);
    let Some((best, worst)) = ends(&scratch.entries) else { return Outcome::NOTHING };
    let (best, worst) = (best.test, worst.test);
    let best = settled(case, best, scratch);
    let split = divided(leaf, best);
    let (found, other) = (span(confidence, &split), known(leaf, worst, confidence));
    // What stands is not made now.
    let stands = at.installed.is_some_and(|test| test.is_on_column_of(best));
    if !stands && rule.is_lopsided(split.iter().map(|branch| branch.iter().sum())) {
        return Outcome::NOTHING;
    }
    let alone = scratch.entries.len() == 1;
    let reason = match rule.compare(found, other) {
        _ if alone => Reason::Bound,
        Finding::Different => Reason::Bound,
        Finding::Same => Reason::Tie,
        Finding::Open => return Outcome::NOTHING,
    };
    Outcome::Split(Decision {
        test: best,
        reason,
        gain: found.sure,
        second: other.sure,
        bound: found.width(),
    })
}

/// What is known of a split of a leaf.
pub fn known(leaf: &Leaf, test: Test, confidence: Confidence) -> Span {
    span(confidence, &divided(leaf, test))
}

/// Class weights of the branches of a split.
fn divided(leaf: &Leaf, test: Test) -> Vec<Vec<f64>> {
    branches(leaf, test).into_iter().map(|(_, counts)| counts).collect()
}

/// The best and the worst column; the first of equals.
fn ends(entries: &[Entry]) -> Option<(&Entry, &Entry)> {
    let mut ends: Option<(&Entry, &Entry)> = None;
    for entry in entries {
        let (best, worst) = ends.unwrap_or((entry, entry));
        let ahead = entry.gain > best.gain || (entry.gain == best.gain && entry.column < best.column);
        ends = Some((if ahead { entry } else { best }, if entry.gain < worst.gain { entry } else { worst }));
    }
    ends
}

/// What is known of a split with these branches, which are weighed side by side.
fn span(confidence: Confidence, branches: &[Vec<f64>]) -> Span {
    let (n, classes) = (branches.len(), branches.first().map_or(0, Vec::len));
    let counts: Vec<f64> = (0..classes).flat_map(|k| branches.iter().map(move |counts| counts[k])).collect();
    let [mut weight, mut sure, mut maybe] = [vec![0.0; n], vec![0.0; n], vec![0.0; n]];
    let panel = Panel { counts: &counts, stride: n, classes };
    Confidence::weigh(confidence, panel, &mut weight, &mut sure, &mut maybe);
    let total: f64 = weight.iter().sum();
    Span { sure: sure.iter().sum::<f64>() / total, maybe: maybe.iter().sum::<f64>() / total }
}
