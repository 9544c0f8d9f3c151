//! What a leaf has seen of each branch of a test: class weights of its own rows.

use super::Leaf;
use crate::tree::Test;

/// Class weights of the rows in which the tested column was present.
pub fn present(leaf: &Leaf, test: Test) -> Vec<f64> {
    match test {
        Test::Cut { slot, .. } | Test::Intervals { slot, .. } => up_to(leaf, slot, f64::INFINITY),
        Test::One { slot, .. } | Test::Many { slot } => {
            (0..leaf.classes()).map(|place| leaf.nominal.totals(place)[leaf.nominal_place(slot)]).collect()
        }
    }
}

/// Class weights of the values of a numeric column up to a cut.
fn up_to(leaf: &Leaf, slot: u32, cut: f64) -> Vec<f64> {
    let mut weights = vec![0.0; leaf.classes()];
    leaf.numeric.below(leaf.numeric_place(slot), cut, &mut weights);
    weights
}

/// Category (of a multi-way split) and class weights of a branch.
pub type Counted = (Option<u32>, Vec<f64>);

/// Class weights of a leaf's own rows in each branch of a test.
pub fn branches(leaf: &Leaf, test: Test) -> Vec<Counted> {
    let classes = leaf.classes();
    match test {
        Test::Cut { slot, cut } => {
            let left = up_to(leaf, slot, cut);
            let right = present(leaf, test).iter().zip(&left).map(|(all, left)| all - left).collect();
            vec![(None, left), (None, right)]
        }
        Test::Intervals { slot, edges } => {
            let ends = edges.cuts().iter().chain([&f64::INFINITY]);
            let mut before = vec![0.0; classes];
            let intervals = ends.map(|end| {
                let up_to = up_to(leaf, slot, *end);
                let counts = up_to.iter().zip(&before).map(|(up_to, before)| up_to - before).collect();
                before = up_to;
                (None, counts)
            });
            intervals.collect()
        }
        Test::One { slot, code } => {
            let inside: Vec<f64> =
                (0..classes).map(|p| leaf.nominal.count(p, leaf.nominal_place(slot), code)).collect();
            let all = present(leaf, test);
            let outside = all.iter().zip(&inside).map(|(all, count)| (all - count).max(0.0)).collect();
            vec![(None, inside), (None, outside)]
        }
        Test::Many { slot } => {
            let column = leaf.nominal_place(slot);
            let near = (0..leaf.nominal.near_of(column).len() as u32).collect::<Vec<u32>>();
            let far = leaf
                .nominal
                .far_codes()
                .into_iter()
                .filter(|(c, _, _)| *c == column)
                .map(|(_, code, _)| code);
            near.into_iter()
                .chain(far)
                .map(|code| {
                    let counts: Vec<f64> =
                        (0..classes).map(|p| leaf.nominal.count(p, column, code)).collect();
                    (Some(code), counts)
                })
                .filter(|(_, counts)| counts.iter().any(|count| *count > 0.0))
                .collect()
        }
    }
}
