//! Weights of classes: what observers count, criteria weigh and rules compare. It belongs to no axis.

use crate::lanes::LANES;

/// Many count vectors side by side: the weight of class `k` in vector `i` is `counts[k * stride + i]`.
#[derive(Clone, Copy)]
pub struct Panel<'a> {
    /// The weights.
    pub counts: &'a [f64],
    /// Distance from one class to the next.
    pub stride: usize,
    /// Number of classes.
    pub classes: usize,
}

impl<'a> Panel<'a> {
    /// A single count vector.
    pub fn single(counts: &'a [f64]) -> Panel<'a> {
        Panel { counts, stride: 1, classes: counts.len() }
    }

    /// How many vectors are weighed together, if they would be so many with few classes: a panel is to stay in the
    /// nearest caches. Whole registers.
    pub fn tile(most: usize, classes: usize) -> usize {
        (64 * most / classes.max(1) / LANES * LANES).clamp(LANES, most)
    }

    /// The weights of class `k` in the first `n` vectors.
    #[inline(always)]
    pub fn class(&self, k: usize, n: usize) -> &'a [f64] {
        &self.counts[k * self.stride..k * self.stride + n]
    }
}

/// More than any stream weighs: 2^63 rows of weight 1e15, squared, are 1e49.
const HEAVIEST: f64 = 1e50;

/// True if a stored sum of weights, or of their squares, could be one.
pub(crate) fn is_weight(x: f64) -> bool {
    (0.0..=HEAVIEST).contains(&x)
}

/// Weights that are equal but for this share of what is taken are equal: sums in another order differ by less.
const EQUAL: f64 = 1e-9;

/// What is left of a weight when `w` of it is taken: nothing if that is all but for rounding; None if there is less.
pub(crate) fn left_of(held: f64, w: f64) -> Option<f64> {
    let left = held - w;
    if left.abs() <= EQUAL * w { Some(0.0) } else { (left > 0.0).then_some(left) }
}

/// Effective number of rows, given the sums of their weights and of the squares.
pub fn effective(weight: f64, squares: f64) -> f64 {
    if squares > 0.0 { weight * weight / squares } else { 0.0 }
}
