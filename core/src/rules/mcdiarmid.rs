//! Widths that bounded differences prove (McDiarmid 1989): replacing one of `m` rows changes the weighted impurity of
//! the branches of a split by little.
//!
//! Published: Rutkowski, Pietruczuk, Duda & Jaworski (2013), for entropy and Gini; Jaworski, Duda & Rutkowski (2018), for
//! Gini and misclassification. Ours are those of 2018, with one for entropy and with the bias of an impurity, which a
//! sample always takes for too small: by at most an amount that grows with the number of branches. All are for one
//! fixed pair of splits, asked once.

use super::{Bound, Moment};
use crate::criteria::Criterion;
use crate::math::ln;

const LN_2: f64 = std::f64::consts::LN_2;

/// Rutkowski et al. (2013): `8 sqrt(ln(1/delta) / (2 n))` for Gini; for entropy `C` instead of 8, with
/// `C = 6 (K lg(e n) + lg(2 n)) + 2 lg K`.
pub fn rutkowski(delta: f64, moment: &Moment) -> Bound {
    let (k, n) = (moment.classes.max(2) as f64, moment.own_rows);
    let lg = |x: f64| ln(x) / LN_2;
    let factor = match moment.criterion {
        Criterion::Gini => Some(8.0),
        Criterion::Entropy => Some(6.0 * (k * lg(std::f64::consts::E * n) + lg(2.0 * n)) + 2.0 * lg(k)),
        _ => None,
    };
    Bound::if_stated(factor.map(|factor| factor * (-ln(delta) / (2.0 * n)).sqrt()))
}

/// Jaworski et al. (2018): `sqrt(8 ln(1/delta) / n)` for Gini, `sqrt(2 ln(1/delta) / n)` for misclassification.
pub fn jaworski(delta: f64, moment: &Moment) -> Bound {
    Bound::if_stated(difference(-ln(delta), moment))
}

/// The same, with the bias of a leader of so many branches and the share of `delta` of this moment.
pub fn tight(delta: f64, moment: &Moment, branches: usize) -> Bound {
    Bound::if_stated(proved(delta, moment, branches))
}

/// The number of this bound; None where nothing is proved.
pub fn proved(delta: f64, moment: &Moment, branches: usize) -> Option<f64> {
    Some(difference(moment.log_of_share(delta), moment)? + bias(moment, branches)?)
}

/// How far a difference of two gains may be above its expectation, but for a chance `delta` given as `ln(1/delta)`; in
/// bits for entropy, and None where nothing is proved.
pub fn difference(log: f64, moment: &Moment) -> Option<f64> {
    let m = moment.own_rows;
    match moment.criterion {
        Criterion::Gini => Some((8.0 / m * log).sqrt()),
        Criterion::Entropy => Some(2.0 * (1.0 + ln(m)) * (log / (2.0 * m)).sqrt() / LN_2),
        Criterion::Misclassification | Criterion::MisclassificationPrinted => Some((2.0 / m * log).sqrt()),
        _ => None,
    }
}

/// By how much the expected impurity of a sample may be below that of the whole stream; None where nothing is proved.
pub fn bias(moment: &Moment, branches: usize) -> Option<f64> {
    let (b, k, m) = (branches as f64, moment.classes.max(2) as f64, moment.own_rows);
    match moment.criterion {
        Criterion::Gini => Some(b * (1.0 - 1.0 / k) / m),
        Criterion::Entropy => Some(b * (k - 1.0) / m / LN_2),
        Criterion::Misclassification | Criterion::MisclassificationPrinted => {
            Some((b * ln(k) / (2.0 * m)).sqrt())
        }
        _ => None,
    }
}
