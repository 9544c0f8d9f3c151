//! What a node tests, and which way a value goes: the only place that says so.
//!
//! A number equal to a cut goes left. A missing value takes the way that is given for it: to the child that was heavier.

use super::edges::{Edges, interval};
use crate::rows::MISSING;

/// A branch of a test: 0 and 1 for a binary one, the category, or the number of the interval.
pub type Branch = u32;

/// A test at an inner node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Test {
    /// A number up to the cut goes to the first child, a larger one to the second.
    Cut {
        /// Numeric slot.
        slot: u32,
        /// The cut.
        cut: f64,
    },
    /// One category goes to the first child, the others to the second.
    One {
        /// Nominal slot.
        slot: u32,
        /// The category.
        code: u32,
    },
    /// A child per category.
    Many {
        /// Nominal slot.
        slot: u32,
    },
    /// A child per interval between the cuts, and beyond the first and the last.
    Intervals {
        /// Numeric slot.
        slot: u32,
        /// The cuts.
        edges: Edges,
    },
}

impl Test {
    /// The same test of another column of its kind.
    pub fn on(self, slot: u32) -> Test {
        match self {
            Test::Cut { cut, .. } => Test::Cut { slot, cut },
            Test::One { code, .. } => Test::One { slot, code },
            Test::Many { .. } => Test::Many { slot },
            Test::Intervals { edges, .. } => Test::Intervals { slot, edges },
        }
    }

    /// True if a child of such a test is found through a list of branches.
    pub fn is_listed(self) -> bool {
        matches!(self, Test::Many { .. } | Test::Intervals { .. })
    }
}

/// Whether a number goes to the second child at a cut; `missing` says whether a missing one does.
#[inline(always)]
pub fn is_beyond(x: f64, cut: f64, missing: bool) -> bool {
    (x > cut) | (x.is_nan() & missing)
}

/// Whether a category goes to the second child at a test for one; `missing` says whether a missing one does.
#[inline(always)]
pub fn is_other(code: u32, one: u32, missing: bool) -> bool {
    if code == MISSING { missing } else { code != one }
}

impl Test {
    /// The branch that the values of a row take; None if the tested value is missing.
    #[inline(always)]
    pub fn branch(&self, numbers: &[f64], codes: &[u32]) -> Option<Branch> {
        match self {
            Test::Cut { slot, .. } | Test::Intervals { slot, .. } => self.of_number(numbers[*slot as usize]),
            Test::One { slot, .. } | Test::Many { slot } => self.of_code(codes[*slot as usize]),
        }
    }

    /// The branch that a number takes at a test of numbers; None if it is missing.
    #[inline(always)]
    pub fn of_number(&self, x: f64) -> Option<Branch> {
        match self {
            Test::Cut { cut, .. } => (!x.is_nan()).then_some(u32::from(is_beyond(x, *cut, false))),
            Test::Intervals { edges, .. } => (!x.is_nan()).then(|| interval(edges.cuts(), x) as u32),
            Test::One { .. } | Test::Many { .. } => None,
        }
    }

    /// The branch that a category takes at a test of categories; None if it is missing.
    #[inline(always)]
    pub fn of_code(&self, code: u32) -> Option<Branch> {
        match self {
            Test::One { code: one, .. } => {
                (code != MISSING).then_some(u32::from(is_other(code, *one, false)))
            }
            Test::Many { .. } => (code != MISSING).then_some(code),
            Test::Cut { .. } | Test::Intervals { .. } => None,
        }
    }

    /// True if both look at the same column.
    pub fn is_on_column_of(self, other: Test) -> bool {
        match (self, other) {
            (
                Test::Cut { slot, .. } | Test::Intervals { slot, .. },
                Test::Cut { slot: other, .. } | Test::Intervals { slot: other, .. },
            )
            | (
                Test::One { slot, .. } | Test::Many { slot },
                Test::One { slot: other, .. } | Test::Many { slot: other },
            ) => slot == other,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_at_a_cut_goes_left_and_a_missing_one_has_no_branch() {
        let cut = Test::Cut { slot: 1, cut: 0.5 };
        let edges = Edges::new(&[0.0, 0.5]).expect("ascending");
        let intervals = Test::Intervals { slot: 1, edges };
        let of = |test: Test, x: f64| test.branch(&[9.0, x], &[]);
        assert_eq!([0.5, 0.6, f64::NAN].map(|x| of(cut, x)), [Some(0), Some(1), None]);
        assert_eq!([-1.0, 0.5, 0.6, f64::NAN].map(|x| of(intervals, x)), [Some(0), Some(1), Some(2), None]);
    }

    #[test]
    fn one_category_goes_left_and_with_many_each_goes_its_own_way() {
        let (one, many) = (Test::One { slot: 0, code: 3 }, Test::Many { slot: 0 });
        let of = |test: Test, code: u32| test.branch(&[], &[code]);
        assert_eq!([3, 0, MISSING].map(|code| of(one, code)), [Some(0), Some(1), None]);
        assert_eq!([3, 0, MISSING].map(|code| of(many, code)), [Some(3), Some(0), None]);
    }

    #[test]
    fn a_missing_value_goes_where_it_is_sent() {
        for missing in [false, true] {
            assert_eq!(is_beyond(f64::NAN, 0.5, missing), missing);
            assert_eq!(is_other(MISSING, 3, missing), missing);
        }
    }
}
