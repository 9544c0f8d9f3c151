//! The rule *mdl*: a split must gain more than it takes to describe it (Rissanen's description length). A tree with a
//! window asks it beside its own rule: of a split before it is made, and of one that stands whenever it is looked at
//! again. Without it splits would come and go by chance, because no leaf ever has more rows than the window.

use crate::candidates::multiway::{Circumstances, Penalty};
use crate::criteria::Criterion;

/// A split as it is described.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    /// What its gain is of.
    pub criterion: Criterion,
    /// Classes that have weight.
    pub classes: usize,
    /// Rows that the gain was counted from.
    pub rows: f64,
    /// How many ways there were to split: a cut is one of as many as there are rows, and of a nominal column the branches
    /// are all that there is.
    pub ways: usize,
    /// Branches that have weight: each more has class shares of its own.
    pub branches: usize,
}

impl Described {
    /// True if a gain is more than the description takes. What divides nothing is worth nothing.
    pub fn is_worth_it(&self, gain: f64) -> bool {
        let Described { criterion, classes, rows, ways, branches } = *self;
        if branches < 2 || rows < 2.0 {
            return false;
        }
        gain > Penalty::Mdl
            .of(branches, &Circumstances { criterion, classes, rows, pieces: ways.max(branches) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(rows: f64, ways: usize, branches: usize) -> Described {
        Described { criterion: Criterion::Entropy, classes: 2, rows, ways, branches }
    }

    #[test]
    fn a_split_must_gain_more_than_its_description_takes() {
        // A cut among 64 rows: lg 63 bits to name it, and half of lg 64 for one more share; 8.977 bits of 64 rows.
        let takes = (63f64.log2() + 3.0) / 64.0;
        assert!(described(64.0, 64, 2).is_worth_it(takes + 1e-9));
        assert!(!described(64.0, 64, 2).is_worth_it(takes - 1e-9));
        // The two branches of a nominal column need no name.
        assert!(described(64.0, 2, 2).is_worth_it(3.0 / 64.0 + 1e-9));
        assert!(!described(64.0, 2, 2).is_worth_it(3.0 / 64.0 - 1e-9));
    }

    #[test]
    fn what_divides_nothing_is_worth_nothing() {
        assert!(!described(64.0, 64, 1).is_worth_it(1.0));
        assert!(!described(1.0, 2, 2).is_worth_it(1.0));
    }
}
