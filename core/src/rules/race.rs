//! A race between a leader and a runner-up: what rules have in common that differ in their width alone.
//! Ties and pre-pruning (the null split, gain 0) are decided here; memory is not (see budget).

use super::{Contest, Decision, Evidence, Moment, Ranks, Reason, Verdict, Width};

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
    /// Splits on the leader if the lead is wider than the bound, or if the bound is so small that rivals count as equal.
    pub(super) fn decide(&self, width: Width, contest: &Contest, leaf: &mut dyn Evidence) -> Verdict {
        let ranks = contest.ranks();
        let Ranks { leader: Some(leader), best: gain, second, .. } = ranks else { return Verdict::Wait };
        if !ranks.gains_more_than(self.min_gain * contest.moment.range()) {
            return Verdict::Wait;
        }
        let bound = width.bound(self.delta, &contest.moment, leader.branches);
        let reason = match (gain - second > bound.lead, bound.tie < self.tau) {
            (true, _) => Reason::Bound,
            (false, true) => Reason::Tie,
            (false, false) => return Verdict::Wait,
        };
        Verdict::Split(Decision { test: leaf.settled(leader.test), reason, gain, second, bound: bound.lead })
    }

    /// True if no candidate could win, whatever its gain up to `largest_gain`.
    pub(super) fn is_hopeless(&self, width: Width, moment: &Moment, largest_gain: f64) -> bool {
        // The more branches, the larger the lead; but two of them may be a case of their own.
        [2, 3].iter().all(|branches| {
            let bound = width.bound(self.delta, moment, *branches);
            bound.tie >= self.tau && largest_gain <= bound.lead
        })
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
