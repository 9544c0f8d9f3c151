//! What the tests share: pieces that look random, and all partitions one by one.

use super::{Partitions, Pieces, intervals, optimal};
use crate::criteria::{Criterion, Measure};
pub use crate::observers::testing::random;

/// Criteria whose masses are concave.
pub const CRITERIA: [Criterion; 4] =
    [Criterion::Entropy, Criterion::Gini, Criterion::Misclassification, Criterion::KearnsMansour];

/// Class weights of pieces, `[piece][class]`: small numbers, so that ties abound; some classes and pieces are empty.
pub fn counts(draw: &mut impl FnMut(u64) -> u64, pieces: usize, classes: usize, whole: bool) -> Vec<f64> {
    let most = 1 + draw(6);
    let unit = if whole { 1.0 } else { 0.1 + draw(1000) as f64 / 700.0 };
    let missing = draw(3 * classes as u64) as usize;
    let empty = draw(20);
    (0..pieces * classes)
        .map(|at| if at % classes == missing || draw(20) < empty / 2 { 0 } else { draw(most) })
        .map(|count| count as f64 * unit)
        .collect()
}

/// Mass of a partition, summed from left to right; infinite if an interval weighs too little.
pub fn mass_of(pieces: &Pieces, ends: &[u32], measure: &dyn Measure, least: f64) -> f64 {
    let mass = |interval: std::ops::Range<usize>| {
        let counts: Vec<f64> = (0..pieces.classes()).map(|k| pieces.of_class(k, interval.clone())).collect();
        let is_allowed = counts.iter().sum::<f64>() > least;
        if is_allowed { measure.of_one(&counts) } else { f64::INFINITY }
    };
    intervals(ends, pieces).map(mass).reduce(|sum, mass| sum + mass).expect("an interval")
}

/// Calls `see` with the ends of every partition into so many intervals.
pub fn each_partition(pieces: usize, arity: usize, see: &mut impl FnMut(&[u32])) {
    fn extend(ends: &mut Vec<u32>, pieces: usize, cuts: usize, see: &mut impl FnMut(&[u32])) {
        if cuts == 0 {
            return see(ends);
        }
        let first = ends.last().map_or(0, |end| *end + 1);
        for end in first..pieces as u32 - 1 {
            ends.push(end);
            extend(ends, pieces, cuts - 1, see);
            ends.pop();
        }
    }
    extend(&mut Vec::new(), pieces, arity - 1, see);
}

/// The least mass of all partitions into so many intervals, tried one by one; infinite if none is allowed.
pub fn least_mass(pieces: &Pieces, arity: usize, measure: &dyn Measure, least: f64) -> f64 {
    let mut best = f64::INFINITY;
    each_partition(pieces.count(), arity, &mut |ends| best = best.min(mass_of(pieces, ends, measure, least)));
    best
}

/// The partitions that dynamic programming finds.
pub fn optimum(pieces: &Pieces, measure: &dyn Measure, least: f64, most: usize) -> Partitions {
    let mut found = Partitions::default();
    found.clear(most);
    optimal::search(pieces, measure, least, &mut optimal::Scratch::default(), &mut found);
    found
}

/// Whether two masses of a column are equal but for rounding: each is a sum of few terms, none larger than the
/// column's weight times the range of the criterion.
pub fn equal(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() < 1e-10
}
