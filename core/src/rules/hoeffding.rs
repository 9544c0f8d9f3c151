//! Splits a leaf when the runner-up can no longer overtake the leader.
//! Hoeffding (1963), as used by Domingos & Hulten (2000). Not proved: a gain is no mean of independent terms.

use super::{Bound, Moment};
use crate::math::ln;

/// The rule of the Hoeffding tree: once the bound as VFDT has it, `R sqrt(ln(1/delta) / (2 n))` of all rows that count
/// for the leaf.
pub fn once(delta: f64, moment: &Moment) -> Bound {
    Bound::of(moment.range() * (-ln(delta) / (2.0 * moment.rows)).sqrt())
}

/// Twice the bound of either gain to both sides, as those tell it who compare the tree with C-Tree:
/// `2 R sqrt(ln(2/delta) / (2 m))` of the leaf's own rows.
pub fn twice(delta: f64, moment: &Moment) -> Bound {
    Bound::of(2.0 * (moment.range() * ((ln(2.0) - ln(delta)) / (2.0 * moment.own_rows)).sqrt()))
}
