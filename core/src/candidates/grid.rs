//! Equally spaced cuts strictly inside the range of a numeric column.
//! Pfahringer, Holmes & Kirkby (2008): ten points serve as well as a hundred.

/// Adds `points` cuts; one that is not strictly inside the range is NaN and never wins.
#[inline(always)]
pub fn propose(low: f64, high: f64, points: usize, cuts: &mut Vec<f64>) {
    let step = (high - low) / (points as f64 + 1.0);
    cuts.extend((1..=points).map(|i| {
        let cut = low + i as f64 * step;
        if cut > low && cut < high { cut } else { f64::NAN }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_divide_the_range_evenly() {
        let mut cuts = Vec::new();
        propose(0.0, 4.0, 3, &mut cuts);
        propose(10.0, 14.0, 3, &mut cuts);
        assert_eq!(cuts, [1.0, 2.0, 3.0, 11.0, 12.0, 13.0]);
    }

    #[test]
    fn a_constant_column_and_an_unseen_one_have_no_cuts() {
        let mut cuts = Vec::new();
        let next = f64::from_bits(1.0f64.to_bits() + 1);
        for (low, high) in [(1.0, 1.0), (1.0, next), (f64::INFINITY, f64::NEG_INFINITY)] {
            propose(low, high, 2, &mut cuts);
        }
        assert!(cuts.iter().all(|cut| cut.is_nan()));
    }
}
