//! Straight loops over a few columns, cut into groups of eight, four, two and one, so that short rows use wide
//! registers, too.
//!
//! How a row is cut depends on its length alone and is part of what a sum or product means here: all machines give
//! the same bits.

use crate::math::{ln, parts};
use std::f64::consts::LN_2;

/// Number of chains that a long sum or product is kept in.
pub const LANES: usize = 8;

/// Work on the next `N` columns. Lists are consumed from the front, all at the same pace, so that one check of length
/// serves them all.
pub trait Sweep {
    /// Does the work.
    fn group<const N: usize>(&mut self);
}

/// Sweeps over `width` columns.
#[inline(always)]
pub fn sweep(width: usize, work: &mut impl Sweep) {
    let mut rest = width;
    while rest >= 8 {
        work.group::<8>();
        rest -= 8;
    }
    if rest >= 4 {
        work.group::<4>();
        rest -= 4;
    }
    if rest >= 2 {
        work.group::<2>();
        rest -= 2;
    }
    if rest == 1 {
        work.group::<1>();
    }
}

/// The next `N` numbers of a list.
#[inline(always)]
pub fn next<const N: usize>(list: &mut &[f64]) -> [f64; N] {
    let (first, rest) = list.split_first_chunk().expect("a sweep stays within its lists");
    *list = rest;
    *first
}

/// The next `N` numbers of a list, to write.
#[inline(always)]
pub fn next_mut<'a, const N: usize>(list: &mut &'a mut [f64]) -> &'a mut [f64; N] {
    let (first, rest) = std::mem::take(list).split_first_chunk_mut().expect("a sweep stays within its lists");
    *list = rest;
    first
}

/// Joins eight chains in a fixed order.
#[inline(always)]
pub fn joined(lanes: [f64; LANES], join: impl Fn(f64, f64) -> f64) -> f64 {
    let half = [
        join(lanes[0], lanes[4]),
        join(lanes[1], lanes[5]),
        join(lanes[2], lanes[6]),
        join(lanes[3], lanes[7]),
    ];
    join(join(half[0], half[2]), join(half[1], half[3]))
}

/// A long product of positive normal numbers in eight chains: mantissas are multiplied, exponents added.
pub struct LogProducts {
    mantissas: [f64; LANES],
    exponents: [f64; LANES],
    factors: usize,
}

impl LogProducts {
    /// The empty product.
    pub const ONE: LogProducts = LogProducts { mantissas: [1.0; LANES], exponents: [0.0; LANES], factors: 0 };

    /// Multiplies the first chains by a factor each.
    #[inline(always)]
    pub fn times<const N: usize>(&mut self, factors: [f64; N]) {
        for (lane, factor) in factors.into_iter().enumerate() {
            let (mantissa, exponent) = parts(factor);
            self.mantissas[lane] *= mantissa;
            self.exponents[lane] += exponent;
        }
        self.factors += 1;
        // Mantissas lie within sqrt(2) of 1: 100 of them in each of eight chains are far from overflow.
        if self.factors == 100 {
            self.factors = 0;
            for lane in 0..LANES {
                let (mantissa, exponent) = parts(self.mantissas[lane]);
                self.mantissas[lane] = mantissa;
                self.exponents[lane] += exponent;
            }
        }
    }

    /// The product of all chains.
    #[inline(always)]
    pub fn join(self) -> LogProduct {
        let mantissa = joined(self.mantissas, |a, b| a * b);
        LogProduct { mantissa, exponent: joined(self.exponents, |a, b| a + b) }
    }
}

/// Logarithm of a long product of positive normal numbers, taken once: mantissas are multiplied, exponents added.
#[derive(Clone, Copy)]
pub struct LogProduct {
    mantissa: f64,
    exponent: f64,
}

impl LogProduct {
    /// The empty product.
    pub const ONE: LogProduct = LogProduct { mantissa: 1.0, exponent: 0.0 };

    /// Multiplies by `x`, a positive normal number.
    #[inline(always)]
    pub fn times(&mut self, x: f64) {
        let (mantissa, exponent) = parts(x);
        self.mantissa *= mantissa;
        self.exponent += exponent;
    }

    /// Brings the mantissa back near 1. Needed at least once in 1,000 factors.
    #[inline(always)]
    pub fn settle(&mut self) {
        let (mantissa, exponent) = parts(self.mantissa);
        self.mantissa = mantissa;
        self.exponent += exponent;
    }

    /// Multiplies by the square of `x`.
    #[inline(always)]
    pub fn times_square(&mut self, x: f64) {
        let (mantissa, exponent) = parts(x);
        self.mantissa *= mantissa * mantissa;
        self.exponent += 2.0 * exponent;
    }

    /// Mantissa and exponent (base 2), to take many logarithms at once.
    #[inline(always)]
    pub fn split(self) -> (f64, f64) {
        (self.mantissa, self.exponent)
    }

    /// Logarithm of the product.
    #[inline(always)]
    pub fn ln(self) -> f64 {
        ln(self.mantissa) + self.exponent * LN_2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_product_survives_factors_that_overflow_when_multiplied() {
        let mut product = LogProduct::ONE;
        for _ in 0..900 {
            product.times(1e200);
        }
        assert!((product.ln() - 900.0 * 1e200f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn a_sweep_visits_every_column_once() {
        struct Visits(Vec<usize>);
        impl Sweep for Visits {
            fn group<const N: usize>(&mut self) {
                let start = self.0.len();
                self.0.extend(start..start + N);
            }
        }
        for width in 0..40 {
            let mut visits = Visits(Vec::new());
            sweep(width, &mut visits);
            assert_eq!(visits.0, (0..width).collect::<Vec<_>>());
        }
    }
}
