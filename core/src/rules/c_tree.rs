//! C-Tree: De Rosa & Cesa-Bianchi, *Splitting with confidence in decision trees with application to stream mining*
//! (2015). A leaf splits when its leader is the best with confidence, or as good as the best: then a row is led through
//! a worse split with chance `delta` at most, over the whole stream (Theorem 4). A tie is called at a width of `tau`, so
//! that "worse" is strictly proved for twice `tau`.
//!
//! The widths of Theorems 1 to 3 belong to measures of one scale each: half the entropy in nats, `2 p (1 - p)`,
//! `sqrt(p (1 - p))`. They are told here in the units of our gains.

use super::mcdiarmid::tight;
use super::{Bound, Moment};
use crate::criteria::Criterion;
use crate::math::ln;

/// Theorems 1 to 3 with the schedule of Theorem 4, for two classes. With more of them the widths of our own; no width
/// is proved there for Kearns-Mansour, which waits.
pub fn theorem(delta: f64, moment: &Moment, branches: usize) -> Bound {
    if moment.classes > 2 || branches > 2 {
        return tight(delta, moment, branches);
    }
    let tie = Bound::if_stated(width(moment.criterion, moment.own_rows, moment.log_of_share(delta))).tie;
    Bound { lead: 2.0 * tie, tie }
}

/// How far the impurity that a split into two leaves may be from that in `m` rows of two classes, but for a chance
/// `delta` given as `ln(1/delta)`; None where there is no theorem.
pub fn width(criterion: Criterion, m: f64, log: f64) -> Option<f64> {
    match criterion {
        Criterion::Entropy => {
            let half_in_nats = ln(m) * (2.0 / m * (ln(4.0) + log)).sqrt() + 2.0 / m;
            Some(2.0 * half_in_nats / std::f64::consts::LN_2)
        }
        Criterion::Gini => Some((8.0 / m * (ln(2.0) + log)).sqrt() + 4.0 * (1.0 / m).sqrt()),
        Criterion::KearnsMansour => Some(4.0 * ((ln(8.0) + log) / m).sqrt()),
        _ => None,
    }
}

/// What the authors use in their experiments, with a constant that is tuned: `c sqrt(ln(m^2 h^2 t d) / m)`, the depth
/// counted from 1.
pub fn practical(c: f64, moment: &Moment) -> Bound {
    let (m, h) = (moment.own_rows, f64::from(moment.depth) + 1.0);
    if m < 2.0 {
        return Bound::of(f64::INFINITY);
    }
    let seen = m * m * (h * h) * moment.time.max(1) as f64 * moment.columns.max(1) as f64;
    let width = c * (ln(seen) / m).sqrt();
    Bound { lead: 2.0 * width, tie: width }
}
