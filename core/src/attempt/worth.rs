//! What a given split gains, by the rows that a leaf has counted itself.
//!
//! **Missing values.** A row without a value of the tested column is in no branch. It gains nothing, and it is no loss:
//! the whole that the branches are compared with is their sum, not all rows of the leaf. But it counts among the rows
//! that the gain is divided by, because a split that few rows can use is worth little. Candidates are searched with the
//! same treatment ([`Measure::base`](crate::criteria::Measure::base)), so that what a split gains is what it was
//! chosen by, up to rounding.

use crate::criteria::{Criterion, gain};
use crate::leaf::{Leaf, branches};
use crate::rules::mdl::Described;
use crate::tree::Test;

/// What a split is worth by a leaf's own rows.
#[derive(Default)]
pub struct Worth {
    /// What it gains.
    pub gain: f64,
    /// What the gain counts for between columns.
    pub merit: f64,
    /// How many branches it has.
    pub branches: usize,
    /// Branches that have weight.
    filled: usize,
}

impl Worth {
    /// Of a test that the leaf need not have chosen. Nothing if the leaf has no value of the column: it may have vanished
    /// from a window.
    pub fn of(leaf: &Leaf, criterion: Criterion, test: Test) -> Worth {
        if leaf.observes(test) {
            Worth::of_parts(leaf, criterion, &divided(leaf, test))
        } else {
            Worth::default()
        }
    }

    /// Of the branches that a leaf is divided into.
    pub fn of_parts(leaf: &Leaf, criterion: Criterion, parts: &[Vec<f64>]) -> Worth {
        let mut whole = vec![0.0; leaf.classes()];
        for counts in parts {
            whole.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let gain = gain(&criterion, &whole, parts.iter().map(Vec::as_slice), leaf.own().sum());
        let weights: Vec<f64> = parts.iter().map(|counts| counts.iter().sum()).collect();
        let filled = parts.iter().filter(|counts| counts.iter().any(|count| *count > 0.0)).count();
        Worth { gain, merit: criterion.merit(gain, &weights), branches: parts.len(), filled }
    }
}

/// Class weights of the branches of a split.
pub fn divided(leaf: &Leaf, test: Test) -> Vec<Vec<f64>> {
    branches(leaf, test).into_iter().map(|(_, counts)| counts).collect()
}

/// Whether a split gains more than it takes to describe it: see [`mdl`](crate::rules::mdl).
pub fn is_worth_it(leaf: &Leaf, criterion: Criterion, test: Test) -> bool {
    let Worth { gain, filled, .. } = Worth::of(leaf, criterion, test);
    let rows = leaf.own_rows();
    let ways = match test {
        Test::Cut { .. } | Test::Intervals { .. } => rows as usize,
        Test::One { .. } | Test::Many { .. } => filled,
    };
    let classes = leaf.own().filter(|weight| *weight > 0.0).count();
    Described { criterion, classes, rows, ways, branches: filled }.is_worth_it(gain)
}
