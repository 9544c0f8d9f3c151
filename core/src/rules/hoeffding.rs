//! Splits a leaf when the runner-up can no longer overtake the leader.
//! Hoeffding (1963), as used by Domingos & Hulten (2000).
//! Ties and pre-pruning (the null split, gain 0) are decided here; memory is not (see budget).

use super::{Reason, Verdict};
use crate::attempt::Contest;
use crate::math::ln;

/// The rule of the Hoeffding tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hoeffding {
    /// Chance, per decision, of choosing another column than an endless stream would.
    pub delta: f64,
    /// Split regardless once the bound is below this.
    pub tau: f64,
    /// A gain at or below this share of the criterion's range never splits.
    pub min_gain: f64,
}

impl Hoeffding {
    /// `R sqrt(ln(1/delta) / (2 n))`
    pub fn bound(&self, range: f64, n: f64) -> f64 {
        range * (-ln(self.delta) / (2.0 * n)).sqrt()
    }

    pub(super) fn decide(&self, contest: &Contest) -> Verdict {
        let bound = self.bound(contest.range, contest.effective_rows);
        let lead = contest.best_gain() - contest.second_gain();
        if contest.best_gain() <= self.min_gain * contest.range {
            return Verdict::Wait;
        }
        match (lead > bound, bound < self.tau) {
            (true, _) => Verdict::Split { reason: Reason::Bound, bound },
            (false, true) => Verdict::Split { reason: Reason::Tie, bound },
            (false, false) => Verdict::Wait,
        }
    }

    pub(super) fn is_poor(&self, contest: &Contest, merit: f64) -> bool {
        contest.best_gain() - merit > self.bound(contest.range, contest.effective_rows)
    }

    pub(super) fn is_hopeless(&self, contest: &Contest, largest_gain: f64) -> bool {
        let bound = self.bound(contest.range, contest.effective_rows);
        bound >= self.tau && largest_gain <= bound
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

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Hoeffding = Hoeffding { delta: 1e-7, tau: 0.05, min_gain: 1e-12 };

    #[test]
    fn the_bound_of_a_thousand_rows() {
        // sqrt(ln(1000) / 2000) = 0.05877
        let rule = Hoeffding { delta: 1e-3, ..RULE };
        assert!((rule.bound(1.0, 1000.0) - 0.05876970001191999).abs() < 1e-12);
    }

    #[test]
    fn two_classes_tie_from_3224_rows_on() {
        assert!(RULE.bound(1.0, 3223.0) >= 0.05);
        assert!(RULE.bound(1.0, 3224.0) < 0.05);
    }

    fn contest(gains: &[f64], n: f64) -> Contest {
        let mut contest = Contest::new(1.0, n);
        for (column, gain) in gains.iter().enumerate() {
            contest.enter(column as u32, *gain, crate::candidates::Proposal::Cut { slot: 0, cut: 0.0 });
        }
        contest
    }

    #[test]
    fn a_single_column_competes_with_the_null_split() {
        assert_eq!(RULE.decide(&contest(&[0.1], 200.0)), Verdict::Wait);
        assert!(matches!(RULE.decide(&contest(&[0.3], 200.0)), Verdict::Split { reason: Reason::Bound, .. }));
    }

    #[test]
    fn the_null_split_wins_over_a_gain_of_nothing_even_in_a_tie() {
        assert_eq!(RULE.decide(&contest(&[0.0, 0.0], 1e6)), Verdict::Wait);
        assert_eq!(RULE.decide(&contest(&[], 1e6)), Verdict::Wait);
        assert!(matches!(
            RULE.decide(&contest(&[1e-9, 1e-9], 1e6)),
            Verdict::Split { reason: Reason::Tie, .. }
        ));
    }

    #[test]
    fn hopeless_means_that_no_gain_could_have_won() {
        for n in [1.0, 200.0, 3000.0, 4000.0] {
            for limit in [0.01, 0.1, 0.3, 1.0] {
                let contest = contest(&[limit, 0.0], n);
                if RULE.is_hopeless(&contest, limit) {
                    assert_eq!(RULE.decide(&contest), Verdict::Wait);
                }
            }
        }
    }
}
