//! What a split is worth by the rows of the window, and whether it is worth describing.

use crate::candidates::multiway::{Circumstances, Penalty};
use crate::config::Config;
use crate::leaf::{Leaf, branches};
use crate::tree::Test;

/// What a split is worth by a leaf's own rows.
#[derive(Default)]
pub struct Worth {
    gain: f64,
    /// What the gain counts for between columns.
    pub merit: f64,
    /// How many branches it has.
    pub branches: usize,
    /// Branches that have weight.
    filled: usize,
}

impl Worth {
    /// Nothing if the leaf has no value of the column: it may have vanished from the window.
    pub fn of(leaf: &Leaf, config: &Config, test: Test) -> Worth {
        if !leaf.observes(test) {
            return Worth::default();
        }
        let parts = branches(leaf, test);
        let mut whole = vec![0.0; leaf.classes()];
        for (_, counts) in &parts {
            whole.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let left: f64 = parts.iter().map(|(_, counts)| config.criterion.mass(counts)).sum();
        let gain = (config.criterion.mass(&whole) - left) / leaf.own().sum::<f64>();
        let weights: Vec<f64> = parts.iter().map(|(_, counts)| counts.iter().sum()).collect();
        let filled = parts.iter().filter(|(_, counts)| counts.iter().any(|count| *count > 0.0)).count();
        Worth { gain, merit: config.criterion.merit(gain, &weights), branches: parts.len(), filled }
    }
}

/// Whether a split gains more than it takes to describe it: a cut is one of as many as there are rows, and a branch
/// more has class shares of its own. Without that, splits would come and go by chance.
pub fn is_worth_it(leaf: &Leaf, config: &Config, test: Test) -> bool {
    let Worth { gain, filled, .. } = Worth::of(leaf, config, test);
    let rows = leaf.own_rows();
    if filled < 2 || rows < 2.0 {
        return false;
    }
    let cuts = match test {
        Test::Cut { .. } | Test::Intervals { .. } => rows as usize,
        Test::One { .. } | Test::Many { .. } => filled,
    };
    let classes = leaf.own().filter(|weight| *weight > 0.0).count();
    let at = Circumstances { criterion: config.criterion, classes, rows, pieces: cuts.max(filled) };
    gain > Penalty::Mdl.of(filled, &at)
}
