//! Gini index: `g = 1 - sum p_k^2`, hence `n g = n - (sum n_k^2) / n`. Breiman et al. (1984).

use crate::counts::Panel;

pub fn range(classes: f64) -> f64 {
    1.0 - 1.0 / classes
}

#[inline(always)]
pub fn mass(panel: Panel<'_>, weight: &[f64], mass: &mut [f64]) {
    mass.fill(0.0);
    for k in 0..panel.classes {
        for (out, count) in mass.iter_mut().zip(panel.class(k, weight.len())) {
            *out += count * count;
        }
    }
    for (out, n) in mass.iter_mut().zip(weight) {
        *out = if *n > 0.0 { n - *out / n } else { 0.0 };
    }
}
