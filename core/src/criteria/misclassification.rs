//! Misclassification error: `g = 1 - max p_k`, hence `n g = n - max n_k`. The weights of the branches sum to the
//! parent's, so `n` cancels in a gain; leaving it out makes gains exact for whole counts.
//!
//! Computed as it is printed, `n (1 - max p_k)`, a gain of nothing is often some 1e-17 instead, of either sign. The
//! authors of mDT split there: their tables need that noise.

use crate::counts::Panel;

pub fn range(classes: f64) -> f64 {
    1.0 - 1.0 / classes
}

#[inline(always)]
pub fn mass(panel: Panel<'_>, weight: &[f64], mass: &mut [f64]) {
    mass.fill(0.0);
    for k in 0..panel.classes {
        for (out, count) in mass.iter_mut().zip(panel.class(k, weight.len())) {
            *out = if *count > *out { *count } else { *out };
        }
    }
    for out in mass.iter_mut() {
        *out = -*out;
    }
}

#[inline(always)]
pub fn printed(panel: Panel<'_>, weight: &[f64], out: &mut [f64]) {
    mass(panel, weight, out);
    for (out, weight) in out.iter_mut().zip(weight) {
        let share = if *weight > 0.0 { *out / weight } else { 0.0 };
        *out = weight * (1.0 + share);
    }
}
