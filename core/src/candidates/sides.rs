//! The best of many cuts of which both sides were weighed.

use std::ops::Range;

/// Weight and mass on the left and on the right of some cuts.
#[derive(Clone, Copy)]
pub struct Weighed<'a> {
    pub weight: [&'a [f64]; 2],
    pub mass: [&'a [f64]; 2],
}

impl Weighed<'_> {
    /// The best of the cuts at some places, the first of equals, if it leaves both sides more than `least` and wins more
    /// than `most`: what it wins of the `whole` mass, and its place. A weight that is NaN fails.
    #[inline(always)]
    pub fn best(
        &self,
        places: Range<usize>,
        is_allowed: impl Fn(usize) -> bool,
        (whole, least): (f64, f64),
        mut most: Option<f64>,
    ) -> Option<(f64, usize)> {
        let ([left, right], [left_mass, right_mass]) = (self.weight, self.mass);
        let mut found = None;
        for at in places {
            let won = whole - (left_mass[at] + right_mass[at]);
            let is_fair = is_allowed(at) && left[at] > least && right[at] > least;
            if is_fair && most.is_none_or(|most| won > most) {
                (most, found) = (Some(won), Some((won, at)));
            }
        }
        found
    }
}
