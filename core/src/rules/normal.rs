//! Splits a leaf when the lead is larger than its error is likely to be, that error taken for normal. Not proved.
//!
//! Misclassification: Rutkowski, Jaworski, Pietruczuk & Duda (2015), as used by Mirkhan et al. (2019), eq. 8. Gini:
//! Rutkowski, Jaworski, Pietruczuk & Duda (2014), dsCART.

use super::{Bound, Moment};
use crate::criteria::Criterion;
use crate::math::upper_quantile;

/// The rule of mDT, and of dsCART.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Normal {
    /// The point that a standard normal variable exceeds with chance `delta`.
    quantile: f64,
}

impl Normal {
    /// The rule with its quantile.
    pub fn new(delta: f64) -> Normal {
        Normal { quantile: upper_quantile(delta) }
    }

    /// `z sqrt(1 / (2 n))`, or for Gini `z sqrt(2 (5 K^2 - 8 K + 4) / n)`.
    pub fn bound(&self, moment: &Moment) -> Bound {
        let k = moment.classes.max(2) as f64;
        let variance = match moment.criterion {
            Criterion::Gini => Some(2.0 * (5.0 * (k * k) - 8.0 * k + 4.0) / moment.rows),
            Criterion::Misclassification | Criterion::MisclassificationPrinted => {
                Some(1.0 / (2.0 * moment.rows))
            }
            _ => None,
        };
        Bound::if_stated(variance.map(|variance| self.quantile * variance.sqrt()))
    }
}
