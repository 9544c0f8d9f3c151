//! Splits a leaf when the lead is larger than the error of a difference of misclassification errors is likely to be,
//! that error taken for normal. Rutkowski, Jaworski, Pietruczuk & Duda (2015), as used by Mirkhan et al. (2019), eq. 8.

use super::Race;
use crate::math::upper_quantile;

/// The rule of mDT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Normal {
    /// What all rules of two rivals have.
    pub race: Race,
    /// The point that a standard normal variable exceeds with chance `delta`.
    quantile: f64,
}

impl Normal {
    /// The rule with its quantile.
    pub fn new(race: Race) -> Normal {
        Normal { race, quantile: upper_quantile(race.delta) }
    }

    /// `z sqrt(1 / (2 n))`
    pub fn bound(&self, n: f64) -> f64 {
        self.quantile * (1.0 / (2.0 * n)).sqrt()
    }

    pub(super) fn check(&self) -> Result<(), String> {
        self.race.check()?;
        if self.race.delta >= 0.5 {
            return Err(format!("delta must be below 0.5 with rule 'normal', got {}", self.race.delta));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_of_the_paper() {
        // z of 1e-7 is 5.199338; with tau = 0.15 a tie is called from 601 rows on
        let rule = Normal::new(Race { delta: 1e-7, tau: 0.15, min_gain: 0.0 });
        assert!((rule.bound(0.5) - 5.199_337_582_192_816).abs() < 1e-12);
        assert!((rule.bound(500.0) - 0.164_417).abs() < 1e-6);
        assert!(rule.bound(600.0) >= 0.15 && rule.bound(601.0) < 0.15);
    }

    #[test]
    fn an_even_chance_gives_no_bound_and_is_refused() {
        for delta in [0.5, 0.9] {
            assert!(Normal::new(Race { delta, tau: 0.15, min_gain: 0.0 }).check().is_err());
        }
    }
}
