//! Where blocks and segments begin.
//!
//! Elomaa & Lehtinen (2008): a *block* is a longest run of neighbouring bins that are pure of one and the same class, a
//! bin of several classes being alone; a *segment* is a longest run of bins with the same relative class distribution.
//! A border is a matter between two neighbours. So whatever happens to a bin can only move the border before it and the
//! one behind it: looking at these two again is all of the paper's case analysis of an insertion (its bin is new or
//! old; inside, at the end of, between or alone in segments, which may split, join on one side or on both) and that of
//! a deletion, which the paper leaves to its reader (a bin goes, and its neighbours meet). No third border can change,
//! since no other bin has, and it takes constant time for each class.

use super::NONE;
use super::bins::{Bins, MIXED};

/// Shares of weights that are no whole numbers are equal if they differ by no more than this part of themselves.
const TOLERANCE: f64 = 1e-12;

/// Whole numbers up to here, and sums of them, are exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether a block and whether a segment begins with a bin: the first bin begins both.
#[inline(always)]
pub fn begins(bins: &Bins, id: u32) -> [bool; 2] {
    let bin = bins.bin(id);
    if bin.previous == NONE {
        return [true, true];
    }
    match (bins.bin(bin.previous).class, bin.class) {
        (MIXED, MIXED) => [true, !are_equal(bins.weights(bin.previous), bins.weights(id))],
        // What is pure and what is not have different distributions.
        (one, other) => [one != other; 2],
    }
}

/// Whether the relative class distributions of two bins are equal: exactly if all weights are whole numbers, which are
/// compared crosswise, `a_k N_b = b_k N_a`, with no division; otherwise up to rounding.
#[inline(always)]
fn are_equal(a: &[f64], b: &[f64]) -> bool {
    let (all_a, all_b) = (a.iter().sum::<f64>(), b.iter().sum::<f64>());
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (a / all_a, b / all_b);
        if (a - b).abs() > TOLERANCE * a.max(b) {
            return false;
        }
    }
    // As a rule it does not come to this.
    let whole = |x: &f64| x.fract() == 0.0;
    let exact = all_a < EXACT && all_b < EXACT && a.iter().all(whole) && b.iter().all(whole);
    !exact || a.iter().zip(b).all(|(a, b)| *a as u128 * all_b as u128 == *b as u128 * all_a as u128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_weights_are_compared_exactly_and_others_up_to_rounding() {
        assert!(are_equal(&[1.0, 2.0], &[3.0, 6.0]) && !are_equal(&[1.0, 2.0], &[3.0, 7.0]));
        assert!(are_equal(&[0.1, 0.2], &[0.3, 0.6]) && are_equal(&[0.5, 0.25, 0.0], &[8.0, 4.0, 0.0]));
        // One in 4e15: shares agree to the last digit, numbers do not.
        let many = 4e15;
        assert!(!are_equal(&[many, many], &[many, many + 1.0]) && are_equal(&[many, many], &[7.0, 7.0]));
        assert!(are_equal(&[many, many], &[many + 0.5, many]));
    }

    #[test]
    fn a_class_that_one_of_them_lacks_makes_them_differ() {
        assert!(!are_equal(&[1e12, 1e12, 1.0], &[1e12, 1e12, 0.0]));
        assert!(!are_equal(&[0.1, 1e12, 1e-9], &[0.1, 1e12, 0.0]));
    }
}
