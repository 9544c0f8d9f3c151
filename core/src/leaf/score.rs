//! Who was right: the score that the adaptive predictor decides by (Holmes, Kirkby & Pfahringer, 2005).

use crate::counts::left_of;

/// Who was right about a row.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Right {
    /// The majority class.
    pub majority: bool,
    /// Naive Bayes.
    pub bayes: bool,
}

impl Right {
    /// Both sides were.
    pub const BOTH: Right = Right { majority: true, bayes: true };
}

/// The weight of the rows that each side would have answered right.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Score {
    /// The majority class.
    pub majority: f64,
    /// Naive Bayes.
    pub bayes: f64,
}

impl Score {
    /// True if naive Bayes was right at least as often.
    #[inline(always)]
    pub fn trusts_bayes(self) -> bool {
        self.bayes >= self.majority
    }

    /// Counts a row of this weight.
    #[inline(always)]
    pub fn count(&mut self, right: Right, weight: f64) {
        self.majority += if right.majority { weight } else { 0.0 };
        self.bayes += if right.bayes { weight } else { 0.0 };
    }

    /// Takes back a row of this weight.
    pub fn forget(&mut self, right: Right, weight: f64) {
        let less = |held: f64, right: bool| left_of(held, if right { weight } else { 0.0 }).unwrap_or(0.0);
        self.majority = less(self.majority, right.majority);
        self.bayes = less(self.bayes, right.bayes);
    }

    /// Who was right about the one row that was counted since the score was `before`.
    pub fn since(self, before: Score) -> Right {
        Right { majority: self.majority > before.majority, bayes: self.bayes > before.bayes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAYES: Right = Right { majority: false, bayes: true };

    #[test]
    fn a_leaf_that_has_asked_nobody_trusts_naive_bayes() {
        assert!(Score::default().trusts_bayes());
    }

    #[test]
    fn a_tie_of_the_two_goes_to_naive_bayes() {
        // 0.5 + 2 on both sides; then the majority class alone has 0.25 more.
        let mut score = Score::default();
        score.count(Right::BOTH, 0.5);
        score.count(BAYES, 2.0);
        score.count(Right { majority: true, bayes: false }, 2.0);
        assert_eq!(score, Score { majority: 2.5, bayes: 2.5 });
        assert!(score.trusts_bayes());
        score.count(Right { majority: true, bayes: false }, 0.25);
        assert!(!score.trusts_bayes());
    }

    #[test]
    fn a_row_that_nobody_answers_right_counts_for_nobody() {
        let mut score = Score { majority: 1.0, bayes: 2.0 };
        score.count(Right::default(), 8.0);
        assert_eq!(score, Score { majority: 1.0, bayes: 2.0 });
    }

    #[test]
    fn a_row_that_is_forgotten_leaves_what_was_there_before_it() {
        let before = Score { majority: 3.0, bayes: 1.0 };
        let mut score = before;
        score.count(BAYES, 4.0);
        assert_eq!(score.since(before), BAYES);
        score.forget(BAYES, 4.0);
        assert_eq!(score, before);
    }

    #[test]
    fn rounding_leaves_nothing_and_never_less() {
        // 0.1 + 0.2 is a little more than 0.3, and 0.3 - 0.1 - 0.2 a little less than 0.
        let mut score = Score { majority: 0.1 + 0.2, bayes: 0.3 };
        score.forget(Right { majority: true, bayes: false }, 0.3);
        [0.1, 0.2].iter().for_each(|weight| score.forget(BAYES, *weight));
        assert_eq!(score, Score::default());
    }
}
