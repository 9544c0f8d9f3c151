//! Where blocks and segments begin.
//!
//! Elomaa & Lehtinen (2008): a *block* is a longest run of neighbouring bins that are pure of one and the same class, a
//! bin of several classes being alone; a *segment* is a longest run of bins with the same relative class distribution.
//! A border is a matter between two neighbours. So whatever happens to a bin can only move the border before it and the
//! one behind it: looking at these two again is all of the paper's case analysis of an insertion (its bin is new or
//! old; inside, at the end of, between or alone in segments, which may split, join on one side or on both) and that of
//! a deletion, which the paper leaves to its reader (a bin goes, and its neighbours meet). No third border can change,
//! since no other bin has, and it takes constant time for each class.

use super::cells::Cells;
use super::leaf::{Bin, MIXED};

/// Shares of weights that are no whole numbers are equal if they differ by no more than this part of themselves.
const TOLERANCE: f64 = 1e-12;

/// Whole numbers up to here, and sums of them, are exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether a block and whether a segment begins with a bin behind another: the first bin begins both.
#[inline(always)]
pub fn begins(cells: &Cells, previous: Option<Bin>, bin: Bin) -> [bool; 2] {
    let Some(previous) = previous else { return [true; 2] };
    match (previous.tag.class(), bin.tag.class()) {
        (MIXED, MIXED) => [true, !are_equal(cells.weights(previous.rows), cells.weights(bin.rows))],
        // What is pure and what is not have different distributions.
        (one, other) => [one != other; 2],
    }
}

/// Whether the relative class distributions of two bins are equal: `a_k N_b = b_k N_a` for every class, exactly if all
/// weights are whole numbers, otherwise up to rounding.
#[inline(always)]
pub fn are_equal(a: &[f64], b: &[f64]) -> bool {
    let (all_a, all_b) = (a.iter().sum::<f64>(), b.iter().sum::<f64>());
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (a * all_b, b * all_a);
        if (a - b).abs() > TOLERANCE * a.max(b) {
            return false;
        }
    }
    are_surely_equal(a, b, all_a, all_b)
}

/// The same for weights that are as good as equal, which are few.
#[cold]
#[inline(never)]
fn are_surely_equal(a: &[f64], b: &[f64], all_a: f64, all_b: f64) -> bool {
    let mut pairs = a.iter().zip(b);
    let whole = |x: &f64| x.fract() == 0.0;
    if all_a < EXACT && all_b < EXACT && a.iter().chain(b).all(whole) {
        return pairs.all(|(a, b)| *a as u128 * all_b as u128 == *b as u128 * all_a as u128);
    }
    // Products of very large or very small weights are no numbers to compare; shares are.
    (all_a * all_b).is_normal()
        || pairs.all(|(a, b)| (a / all_a - b / all_b).abs() <= TOLERANCE * (a / all_a).max(b / all_b))
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
    fn weights_of_any_size_are_compared() {
        assert!(are_equal(&[1e200, 3e200], &[2e180, 6e180]) && !are_equal(&[1e200, 3e200], &[2e180, 5e180]));
        assert!(
            are_equal(&[1e-200, 3e-200], &[2e-180, 6e-180])
                && !are_equal(&[1e-200, 3e-200], &[2e-180, 5e-180])
        );
        assert!(are_equal(&[1e-200, 3e-200], &[0.5, 1.5]) && !are_equal(&[1e200, 3e200], &[0.5, 1.25]));
    }

    #[test]
    fn a_class_that_one_of_them_lacks_makes_them_differ() {
        assert!(!are_equal(&[1e12, 1e12, 1.0], &[1e12, 1e12, 0.0]));
        assert!(!are_equal(&[0.1, 1e12, 1e-9], &[0.1, 1e12, 0.0]));
    }
}
