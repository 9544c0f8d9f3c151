//! The straight loops of naive Bayes over columns and classes. What each computes is said in the module above.

use super::inverse_variance;
use crate::lanes::{LANES, LogProducts, Sweep, joined, next, next_mut, sweep};
use crate::math::{ln, parts};
use std::f64::consts::LN_2;

/// `sum (x - mean)^2 inverse`
#[inline(always)]
pub fn sum_of_squares(numbers: &[f64], mean: &[f64], inverse: &[f64]) -> f64 {
    let width = numbers.len();
    let (mean, inverse) = (&mean[..width], &inverse[..width]);
    let mut squares = Squares { numbers, mean, inverse, lanes: [0.0; LANES] };
    sweep(width, &mut squares);
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
    fn group<const N: usize>(&mut self) {
        let (x, mean) = (next::<N>(&mut self.numbers), next::<N>(&mut self.mean));
        let inverse = next::<N>(&mut self.inverse);
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
    fn group<const N: usize>(&mut self) {
        let x = next::<N>(&mut self.numbers);
        let (low, high) = (next::<N>(&mut self.low), next::<N>(&mut self.high));
        let mut found = [false; N];
        for lane in 0..N {
            found[lane] = (x[lane] < low[lane]) | (x[lane] > high[lane]);
        }
        self.found |= found.contains(&true);
    }
}

/// Inverse variances of one class with a value in every column, and their product.
pub struct Variances<'a> {
    pub weight: &'a [f64],
    pub m2: &'a [f64],
    pub prior: &'a [f64],
    pub silent: &'a [f64],
    pub inverse: &'a mut [f64],
    pub products: LogProducts,
}

impl Sweep for Variances<'_> {
    #[inline(always)]
    fn group<const N: usize>(&mut self) {
        let (weight, m2) = (next::<N>(&mut self.weight), next::<N>(&mut self.m2));
        let (prior, silent) = (next::<N>(&mut self.prior), next::<N>(&mut self.silent));
        let (mut inverse, mut factors) = ([0.0; N], [1.0; N]);
        for lane in 0..N {
            let fitted = inverse_variance(weight[lane], m2[lane], prior[lane]);
            inverse[lane] = if prior[lane] > 0.0 { fitted } else { 0.0 };
            factors[lane] = inverse[lane] + silent[lane];
        }
        *next_mut(&mut self.inverse) = inverse;
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
    fn group<const N: usize>(&mut self) {
        let list = next::<N>(&mut self.list);
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
    fn group<const N: usize>(&mut self) {
        let (a, b) = (next::<N>(&mut self.a), next::<N>(&mut self.b));
        self.products.times::<N>(std::array::from_fn(|lane| a[lane] + b[lane]));
    }
}

/// The scores of all classes from their parts, with one logarithm each: `ln(counts sqrt(gathered) / denominators) -
/// squares / 2 + constant`. Without nominal columns there are neither counts nor denominators.
pub struct Scores<'a> {
    pub constant: &'a [f64],
    pub squares: &'a [f64],
    pub gathered: (&'a [f64], &'a [f64]),
    pub nominal: bool,
    pub counts: (&'a [f64], &'a [f64]),
    pub denominators: (&'a [f64], &'a [f64]),
    pub scores: &'a mut [f64],
}

impl Sweep for Scores<'_> {
    #[inline(always)]
    fn group<const N: usize>(&mut self) {
        let (constant, squares) = (next::<N>(&mut self.constant), next::<N>(&mut self.squares));
        let (mut mantissa, mut exponent) = (next::<N>(&mut self.gathered.0), next::<N>(&mut self.gathered.1));
        if self.nominal {
            let (count, more) = (next::<N>(&mut self.counts.0), next::<N>(&mut self.counts.1));
            let (below, less) = (next::<N>(&mut self.denominators.0), next::<N>(&mut self.denominators.1));
            for lane in 0..N {
                let (above, size) = parts(count[lane]);
                let ratio = above / below[lane];
                mantissa[lane] *= ratio * ratio;
                exponent[lane] += 2.0 * ((size + more[lane]) - less[lane]);
            }
        }
        let mut scores = [0.0; N];
        for lane in 0..N {
            let logarithm = ln(mantissa[lane]) + exponent[lane] * LN_2;
            scores[lane] = 0.5 * (logarithm - squares[lane]) + constant[lane];
        }
        *next_mut(&mut self.scores) = scores;
    }
}
