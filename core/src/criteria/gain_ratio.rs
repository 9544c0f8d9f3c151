//! Gain ratio: information gain per bit of split information, against columns that win by their many values. Quinlan
//! (1993), C4.5.
//!
//! Within a column the split of the largest *gain* is chosen; between columns the ratio decides. A ratio alone would
//! favour splits that hardly divide anything, so only columns whose gain is at least the mean gain compete (C4.5's
//! guard). Classes are weighed as for entropy.

/// Gains up to this many bits are rounding: such a column takes no part, not even in the mean.
const NOTHING: f64 = 1e-12;
/// A gain below the mean by less than this share of it counts as equal: equal gains have a mean that rounding may put
/// above all of them.
const EQUAL: f64 = 1e-9;

/// The largest ratio: a gain is never more than the split information.
pub const RANGE: f64 = 1.0;

/// The gain that a column must have, given the gains of all columns that have a candidate.
pub fn least_gain(gains: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = gains.filter(|gain| *gain > NOTHING).fold((0.0, 0.0), |(s, n), g| (s + g, n + 1.0));
    if count > 0.0 { (sum / count * (1.0 - EQUAL)).max(NOTHING) } else { f64::INFINITY }
}

/// Gain per split information. The gain of a column that is often missing is scaled down, its split information is
/// not: never above 1.
pub fn merit(gain: f64, split_information: f64) -> f64 {
    let ratio = gain / split_information;
    // Where a branch weighs next to nothing both are rounding.
    if ratio < RANGE { ratio } else { RANGE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_gains_of_at_least_the_mean_compete() {
        // mean of 0.1, 0.2 and 0.6 is 0.3; what gains nothing is not counted
        let least = least_gain([0.1, 0.2, 0.0, 1e-13, 0.6].into_iter());
        assert!((least - 0.3).abs() < 1e-9);
    }

    #[test]
    fn equal_gains_all_compete() {
        for count in 1..50 {
            assert!(least_gain(vec![0.1; count].into_iter()) <= 0.1, "{count}");
        }
    }

    #[test]
    fn no_column_competes_where_none_gains() {
        assert_eq!(least_gain([0.0, -1e-17].into_iter()), f64::INFINITY);
    }

    #[test]
    fn a_ratio_is_never_above_its_range() {
        assert_eq!(merit(0.25, 0.5), 0.5);
        assert_eq!(merit(1e-11, 1e-300), 1.0);
        assert_eq!(merit(1e-11, 0.0), 1.0);
    }
}
