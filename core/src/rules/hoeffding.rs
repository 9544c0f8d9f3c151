//! Splits a leaf when the runner-up can no longer overtake the leader.
//! Hoeffding (1963), as used by Domingos & Hulten (2000). Not proved: a gain is no mean of independent terms.

use super::{Bound, Moment};
use crate::math::ln;

/// The rule of the Hoeffding tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hoeffding {
    /// The lead must exceed the bound so many times: once, or twice if both gains are to be bounded.
    pub factor: f64,
}

impl Hoeffding {
    /// `f R sqrt(ln(1/delta) / (2 n))`
    pub fn bound(&self, delta: f64, moment: &Moment) -> Bound {
        Bound::of(self.factor * (moment.range() * (-ln(delta) / (2.0 * moment.rows)).sqrt()))
    }
}
