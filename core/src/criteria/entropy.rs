//! Information gain: `g = -sum p_k lg p_k`, in bits. Quinlan (1986); the criterion of Domingos & Hulten (2000).
//! From counts, `n g = (n ln n - sum n_k ln n_k) / ln 2`.

use crate::counts::Panel;
use crate::math::{ln, x_ln_x};
use std::f64::consts::LOG2_E;

pub fn range(classes: f64) -> f64 {
    ln(classes) * LOG2_E
}

#[inline(always)]
pub fn mass(panel: Panel<'_>, weight: &[f64], mass: &mut [f64]) {
    for (out, n) in mass.iter_mut().zip(weight) {
        *out = x_ln_x(*n);
    }
    for k in 0..panel.classes {
        for (out, count) in mass.iter_mut().zip(panel.class(k, weight.len())) {
            *out -= x_ln_x(*count);
        }
    }
    for out in mass.iter_mut() {
        *out *= LOG2_E;
    }
}
