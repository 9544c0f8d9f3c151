//! The cuts of a test of many intervals: few enough to be handed around whole.

/// The most intervals that a test has.
pub const MOST_INTERVALS: usize = 16;

/// Cuts, ascending: a number equal to a cut lies in the interval that ends there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edges {
    len: usize,
    cuts: [f64; MOST_INTERVALS - 1],
}

impl Edges {
    /// These cuts; nothing if there are none or too many, or if they do not ascend.
    pub fn new(given: &[f64]) -> Option<Edges> {
        let fits =
            !given.is_empty() && given.len() < MOST_INTERVALS && given.iter().all(|cut| cut.is_finite());
        if !fits || given.windows(2).any(|pair| pair[0] >= pair[1]) {
            return None;
        }
        let mut cuts = [0.0; MOST_INTERVALS - 1];
        cuts[..given.len()].copy_from_slice(given);
        Some(Edges { len: given.len(), cuts })
    }

    /// The cuts.
    pub fn cuts(&self) -> &[f64] {
        &self.cuts[..self.len]
    }
}

/// The interval that a number lies in, which must not be missing.
#[inline(always)]
pub fn interval(cuts: &[f64], x: f64) -> usize {
    // So few are counted faster than halved.
    cuts.iter().map(|cut| usize::from(x > *cut)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_at_a_cut_lies_before_it() {
        let edges = Edges::new(&[-1.0, 0.5, 8.0]).expect("ascending");
        let found = [-2.0, -1.0, -0.5, 0.5, 0.6, 8.0, 1e300].map(|x| interval(edges.cuts(), x));
        assert_eq!(found, [0, 0, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn cuts_that_make_no_intervals_are_refused() {
        for cuts in [&[][..], &[1.0, 1.0], &[2.0, 1.0], &[f64::NAN], &[f64::INFINITY], &[0.0; 16]] {
            assert_eq!(Edges::new(cuts), None, "{cuts:?}");
        }
    }
}
