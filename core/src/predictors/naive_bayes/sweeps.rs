//! The straight loops of naive Bayes over columns and classes. What each computes is said in the module above.

use crate::lanes::{LANES, LogProducts, Sweep, joined, sweep, take, take_mut};
use crate::math::ln;
use std::f64::consts::LN_2;

/// `sum (x - mean)^2 inverse`
#[inline(always)]
pub fn sum_of_squares(numbers: &[f64], mean: &[f64], inverse: &[f64]) -> f64 {
    let mut squares = Squares { numbers, mean, inverse, lanes: [0.0; LANES] };
    sweep(numbers.len(), &mut squares);
    joined(squares.lanes, |a, b| a + b)
}

pub struct Squares<'a> {
    pub numbers: &'a [f64],
    pub mean: &'a [f64],
    pub inverse: &'a [f64],
    lanes: [f64; LANES],
}

impl Sweep for Squares<'_> {
    #[inline(always)]
    fn group<const N: usize>(&mut self, start: usize) {
        let (x, mean) = (*take::<N>(self.numbers, start), *take::<N>(self.mean, start));
        let inverse = *take::<N>(self.inverse, start);
        for lane in 0..N {
            let distance = x[lane] - mean[lane];
            self.lanes[lane] += distance * distance * inverse[lane];
        }
    }
}

/// Whether a number lies outside its range.
pub struct Outside<'a> {
    pub numbers: &'a [f64],
    pub low: &'a [f64],
    pub high: &'a [f64],
    pub found: bool,
}

impl Sweep for Outside<'_> {
    #[inline(always)]
    fn group<const N: usize>(&mut self, start: usize) {
        let x = *take::<N>(self.numbers, start);
        let (low, high) = (*take::<N>(self.low, start), *take::<N>(self.high, start));
        let mut found = [false; N];
        for lane in 0..N {
            found[lane] = (x[lane] < low[lane]) | (x[lane] > high[lane]);
        }
        self.found |= found.contains(&true);
    }
}

/// Inverse variances of one class with two examples in every column, and their product.
pub struct Variances<'a> {
    pub weight: &'a [f64],
    pub m2: &'a [f64],
    pub cap: &'a [f64],
    pub silent: &'a [f64],
    pub inverse: &'a mut [f64],
    pub products: LogProducts,
}

impl Sweep for Variances<'_> {
    #[inline(always)]
    fn group<const N: usize>(&mut self, start: usize) {
        let (weight, m2) = (*take::<N>(self.weight, start), *take::<N>(self.m2, start));
        let (cap, silent) = (*take::<N>(self.cap, start), *take::<N>(self.silent, start));
        let (mut inverse, mut factors) = ([0.0; N], [1.0; N]);
        for lane in 0..N {
            let fitted = (weight[lane] - 1.0) / m2[lane];
            let capped = if fitted < cap[lane] { fitted } else { cap[lane] };
            // Below 0 only where the column says nothing.
            inverse[lane] = if capped > 0.0 { capped } else { 0.0 };
            factors[lane] = inverse[lane] + silent[lane];
        }
        *take_mut(self.inverse, start) = inverse;
        self.products.times(factors);
    }
}

/// The product of the numbers of a list that are not 0.
pub struct Factors<'a> {
    pub list: &'a [f64],
    pub products: LogProducts,
}

impl Sweep for Factors<'_> {
    #[inline(always)]
    fn group<const N: usize>(&mut self, start: usize) {
        let list = *take::<N>(self.list, start);
        self.products.times::<N>(std::array::from_fn(|lane| if list[lane] > 0.0 { list[lane] } else { 1.0 }));
    }
}

/// The product of `a + b`.
pub struct Sums<'a> {
    pub a: &'a [f64],
    pub b: &'a [f64],
    pub products: LogProducts,
}

impl Sweep for Sums<'_> {
    #[inline(always)]
    fn group<const N: usize>(&mut self, start: usize) {
        let (a, b) = (take::<N>(self.a, start), take::<N>(self.b, start));
        self.products.times::<N>(std::array::from_fn(|lane| a[lane] + b[lane]));
    }
}

/// The scores of all classes from their parts; without nominal columns there are no mantissas.
pub struct Scores<'a> {
    pub constant: &'a [f64],
    pub squares: &'a [f64],
    pub mantissas: &'a [f64],
    pub exponents: &'a [f64],
    pub scores: &'a mut [f64],
}

impl Sweep for Scores<'_> {
    #[inline(always)]
    fn group<const N: usize>(&mut self, start: usize) {
        let (constant, squares) = (*take::<N>(self.constant, start), *take::<N>(self.squares, start));
        let mut scores: [f64; N] = std::array::from_fn(|lane| constant[lane] - 0.5 * squares[lane]);
        if !self.mantissas.is_empty() {
            let (mantissa, exponent) = (*take::<N>(self.mantissas, start), *take::<N>(self.exponents, start));
            for lane in 0..N {
                scores[lane] += ln(mantissa[lane]) + exponent[lane] * LN_2;
            }
        }
        *take_mut(self.scores, start) = scores;
    }
}
