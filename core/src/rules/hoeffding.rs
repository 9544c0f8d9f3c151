//! Splits a leaf when the runner-up can no longer overtake the leader.
//! Hoeffding (1963), as used by Domingos & Hulten (2000).

use super::Race;
use crate::math::ln;

/// The rule of the Hoeffding tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hoeffding {
    /// What all rules of two rivals have.
    pub race: Race,
}

impl Hoeffding {
    /// `R sqrt(ln(1/delta) / (2 n))`
    pub fn bound(&self, range: f64, n: f64) -> f64 {
        range * (-ln(self.race.delta) / (2.0 * n)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attempt::Contest;
    use crate::rules::{Reason, Rule, Verdict};

    const RACE: Race = Race { delta: 1e-7, tau: 0.05, min_gain: 1e-12 };
    const BOUND: Hoeffding = Hoeffding { race: RACE };
    const RULE: Rule = Rule::Hoeffding(BOUND);

    #[test]
    fn the_bound_of_a_thousand_rows() {
        // sqrt(ln(1000) / 2000) = 0.05877
        let rule = Hoeffding { race: Race { delta: 1e-3, ..RACE } };
        assert!((rule.bound(1.0, 1000.0) - 0.05876970001191999).abs() < 1e-12);
    }

    #[test]
    fn two_classes_tie_from_3224_rows_on() {
        assert!(BOUND.bound(1.0, 3223.0) >= 0.05);
        assert!(BOUND.bound(1.0, 3224.0) < 0.05);
    }

    fn contest(gains: &[f64], n: f64) -> Contest {
        entered(Contest::new(1.0, n, true), gains)
    }

    fn entered(mut contest: Contest, gains: &[f64]) -> Contest {
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
    fn without_a_null_split_anything_but_nothing_may_split() {
        let without = |gains: &[f64], n: f64| entered(Contest::new(1.0, n, false), gains);
        let any = Rule::Hoeffding(Hoeffding { race: Race { min_gain: 0.0, ..RACE } });
        let is_tie =
            |contest: &Contest| matches!(any.decide(contest), Verdict::Split { reason: Reason::Tie, .. });
        // A loss leads if all others lose more, and in a tie it splits.
        let losses = without(&[-2e-17, -1e-17], 1e6);
        assert_eq!((losses.best_gain(), losses.second_gain()), (-1e-17, -2e-17));
        assert!(is_tie(&losses));
        // Exactly nothing does not, and neither does a loss where a gain is asked for.
        assert_eq!(any.decide(&without(&[0.0, -1e-17], 1e6)), Verdict::Wait);
        assert_eq!(RULE.decide(&losses), Verdict::Wait);
        // Alone, a column runs against nothing.
        let alone = without(&[0.3], 200.0);
        assert_eq!(alone.second_gain(), 0.0);
        assert!(matches!(any.decide(&alone), Verdict::Split { reason: Reason::Bound, .. }));
        assert_eq!(any.decide(&without(&[], 1e6)), Verdict::Wait);
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
