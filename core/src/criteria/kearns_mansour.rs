//! Kearns & Mansour (1996): `g = sqrt(p (1 - p))` for two classes; here `(sum_k sqrt(p_k (1 - p_k))) / 2` for any
//! number, which is the same for two. From counts, `n g = (sum sqrt(n_k (n - n_k))) / 2`.

use crate::counts::Panel;

pub fn range(classes: f64) -> f64 {
    (classes - 1.0).sqrt() / 2.0
}

#[inline(always)]
pub fn mass(panel: Panel<'_>, weight: &[f64], mass: &mut [f64]) {
    mass.fill(0.0);
    for k in 0..panel.classes {
        for ((out, count), n) in mass.iter_mut().zip(panel.class(k, weight.len())).zip(weight) {
            // Rounding can leave a pure vector's total a hair below its only count.
            let others = if n - count > 0.0 { n - count } else { 0.0 };
            *out += (count * others).sqrt() * 0.5;
        }
    }
}
