//! The knowledge of two classes: one share decides it. It is at most as far from the counted one as the bound of the
//! smaller share says, which is the narrower of the two.

use super::frequency::Bounds;
use crate::math::x_ln_x;
use std::f64::consts::LOG2_E;

/// Knowledge of a branch with these weights and so many rows: surely, and maybe.
#[inline(always)]
pub fn knowledge(weights: [f64; 2], rows: f64, log: f64) -> (f64, f64) {
    let total = weights[0] + weights[1];
    let (larger, smaller) =
        if weights[0] > weights[1] { (weights[0], weights[1]) } else { (weights[1], weights[0]) };
    let distance = Bounds::new(rows, log).distance(if total > 0.0 { smaller / total } else { 0.0 });
    let share = if total > 0.0 { larger / total } else { 0.5 };
    let (least, most) = (share - distance, share + distance);
    let even = if least > 0.5 { least } else { 0.5 };
    let uneven = if most < 1.0 { most } else { 1.0 };
    (known(even), known(uneven))
}

/// One minus the entropy of a share and its rest, in bits. Exactly 0 for a half.
#[inline(always)]
fn known(share: f64) -> f64 {
    let found = 1.0 + (x_ln_x(share) + x_ln_x(1.0 - share)) * LOG2_E;
    if share > 0.5 && found > 0.0 { found } else { 0.0 }
}
