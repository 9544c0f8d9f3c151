//! Misclassification error: `g = 1 - max p_k`, hence `n g = n - max n_k`. The weights of the branches sum to the
//! parent's, so `n` cancels in a gain; leaving it out makes gains exact for whole counts.

use super::Panel;

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
