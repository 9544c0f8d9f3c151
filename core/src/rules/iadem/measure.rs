//! What candidates are ranked by where knowledge counts.

use super::Confidence;
use crate::counts::Panel;
use crate::criteria::{Criterion, Measure};

/// What was seen of a split that tells nothing is rounding, a billion times less than the least that counts.
pub const NOTHING: f64 = 1e-21;

/// Knowledge that is closer than this counts as equal. A power of two, so that equals stay equal.
const LITTLE: f64 = 1.0 / (1u64 << 40) as f64;

/// What is known surely is what counts; where that is equal, what is known maybe.
impl Measure for Confidence {
    fn weigh(&self, panel: Panel<'_>, weight: &mut [f64], mass: &mut [f64]) {
        let mut maybe = vec![0.0; mass.len()];
        self.known(panel, weight, mass, &mut maybe);
        for (mass, maybe) in mass.iter_mut().zip(&maybe) {
            *mass = -(*mass + LITTLE * maybe);
        }
    }

    /// All columns begin with the same: nothing.
    fn of_whole(&self, _: f64) -> f64 {
        0.0
    }

    fn base(&self, _: f64, column: f64) -> f64 {
        column
    }
}

/// Ranks splits where one must be taken: by what is known surely, and where that is equal by what was seen. (What may
/// be is most where least is known.)
pub struct Guess(pub Confidence);

impl Measure for Guess {
    fn weigh(&self, panel: Panel<'_>, weight: &mut [f64], mass: &mut [f64]) {
        let (mut maybe, mut seen) = (vec![0.0; mass.len()], vec![0.0; mass.len()]);
        self.0.known(panel, weight, mass, &mut maybe);
        Criterion::Entropy.weigh(panel, weight, &mut seen);
        let range = Criterion::Entropy.range(self.0.classes());
        for ((mass, weight), seen) in mass.iter_mut().zip(weight).zip(&seen) {
            *mass = -(*mass + LITTLE * (*weight - seen / range));
        }
    }

    fn of_whole(&self, _: f64) -> f64 {
        0.0
    }

    fn base(&self, _: f64, column: f64) -> f64 {
        column
    }
}
