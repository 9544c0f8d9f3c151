//! A race between a leader and a runner-up: what rules have in common that differ in their bound alone.
//! Ties and pre-pruning (the null split, gain 0) are decided here; memory is not (see budget).

use super::{Bound, Contest, Reason, Verdict};

/// When a lead is enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Race {
    /// Chance, per decision, of choosing another column than an endless stream would.
    pub delta: f64,
    /// Split regardless once the bound is below this.
    pub tau: f64,
    /// A gain at or below this share of the criterion's range never splits.
    pub min_gain: f64,
}

impl Race {
    pub(super) fn decide(&self, contest: &Contest, bound: Bound) -> Verdict {
        if !contest.gains_more_than(self.min_gain * contest.moment.range()) {
            return Verdict::Wait;
        }
        let lead = contest.best_gain() - contest.second_gain();
        match (lead > bound.lead, bound.tie < self.tau) {
            (true, _) => Verdict::Split { reason: Reason::Bound, bound: bound.lead },
            (false, true) => Verdict::Split { reason: Reason::Tie, bound: bound.lead },
            (false, false) => Verdict::Wait,
        }
    }

    pub(super) fn check(&self) -> Result<(), String> {
        if !(self.delta > 0.0 && self.delta < 1.0) || self.delta < f64::MIN_POSITIVE {
            return Err(format!("delta must lie between 0 and 1, got {}", self.delta));
        }
        if !(self.tau >= 0.0 && self.tau.is_finite()) {
            return Err(format!("tau must be at least 0, got {}", self.tau));
        }
        if !(self.min_gain >= 0.0 && self.min_gain < 1.0) {
            return Err(format!("min_gain must be at least 0 and below 1, got {}", self.min_gain));
        }
        Ok(())
    }
}
