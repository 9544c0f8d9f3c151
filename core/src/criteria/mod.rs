//! How mixed is a count vector, and how much does a split help? Sees counts only.
//!
//! A criterion answers with *mass*: impurity times weight, `n g(counts)`, up to a multiple of the weight (which
//! cancels between a parent and its branches). Masses add up, so the gain of a split with any number of branches is
//! `(mass(parent) - sum of mass(branch)) / weight`. Many count vectors are weighed at once: a [`Panel`] holds them
//! side by side, and every criterion is a straight loop over it.

mod choice;
mod entropy;
mod gain_ratio;
mod gini;
mod kearns_mansour;
mod misclassification;

pub use choice::{CRITERIA, Criterion};

use crate::counts::Panel;
use riparian_dispatch::{Kernel, widest};

/// What candidates of one column are ranked by: the less mass their branches have together, the better.
pub trait Measure {
    /// Fills `weight` and `mass` for the first vectors of the panel, as many as the slices are long.
    fn weigh(&self, panel: Panel<'_>, weight: &mut [f64], mass: &mut [f64]);

    /// What the mass of a whole column counts for.
    fn of_whole(&self, mass: f64) -> f64;

    /// The weight that a difference of masses is divided by, given the leaf's and the column's.
    fn base(&self, own: f64, column: f64) -> f64;

    /// The criterion that it is, if it is one: some have shortcuts.
    fn criterion(&self) -> Option<Criterion> {
        None
    }

    /// False once what is weighed means nothing any more: somebody has stopped the attempt.
    fn goes_on(&self) -> bool {
        true
    }

    /// Mass of one count vector.
    fn of_one(&self, counts: &[f64]) -> f64 {
        let (mut weight, mut mass) = ([0.0], [0.0]);
        self.weigh(Panel::single(counts), &mut weight, &mut mass);
        mass[0]
    }
}

/// What a given split gains: the mass of the whole column less that of its branches, by the weight that the measure
/// divides by. `own` is the weight of all rows of the leaf, those without a value included.
pub fn gain<'a>(
    measure: &dyn Measure,
    whole: &[f64],
    branches: impl Iterator<Item = &'a [f64]>,
    own: f64,
) -> f64 {
    let left: f64 = branches.map(|counts| measure.of_one(counts)).sum();
    (measure.of_whole(measure.of_one(whole)) - left) / measure.base(own, whole.iter().sum())
}

/// A split gains the mass of the column less that of its branches; rows without a value gain nothing.
impl Measure for Criterion {
    fn weigh(&self, panel: Panel<'_>, weight: &mut [f64], mass: &mut [f64]) {
        widest(Weigh { criterion: *self, panel, weight, mass });
    }

    fn of_whole(&self, mass: f64) -> f64 {
        mass
    }

    fn base(&self, own: f64, _: f64) -> f64 {
        own
    }

    fn criterion(&self) -> Option<Criterion> {
        Some(*self)
    }
}

impl Criterion {
    /// The range R of a merit: for `classes` classes the largest impurity, or the largest ratio.
    pub fn range(self, classes: usize) -> f64 {
        let k = classes.max(2) as f64;
        match self {
            Criterion::Entropy => entropy::range(k),
            Criterion::Gini => gini::range(k),
            Criterion::Misclassification | Criterion::MisclassificationPrinted => misclassification::range(k),
            Criterion::KearnsMansour => kearns_mansour::range(k),
            Criterion::GainRatio => gain_ratio::RANGE,
        }
    }

    /// Whether columns are compared by their gain per bit of split information. Gains are bits then.
    #[inline(always)]
    pub fn is_ratio(self) -> bool {
        match self {
            Criterion::GainRatio => true,
            Criterion::Entropy
            | Criterion::Gini
            | Criterion::Misclassification
            | Criterion::MisclassificationPrinted
            | Criterion::KearnsMansour => false,
        }
    }

    /// Mass of one count vector.
    pub fn mass(self, counts: &[f64]) -> f64 {
        self.of_one(counts)
    }

    /// Impurity of one count vector that is not empty.
    pub fn impurity(self, counts: &[f64]) -> f64 {
        let weight: f64 = counts.iter().sum();
        let left_out = if self == Criterion::Misclassification { weight } else { 0.0 };
        (left_out + self.mass(counts)) / weight
    }

    /// What a gain is worth between columns, given the weights of the branches: the gain itself, or a ratio.
    #[inline(always)]
    pub fn merit(self, gain: f64, branches: &[f64]) -> f64 {
        if self.is_ratio() { gain_ratio::merit(gain, Criterion::Entropy.impurity(branches)) } else { gain }
    }

    /// The largest merit that a split of these class weights can have. By concavity no split gains more than their
    /// impurity.
    pub fn largest_merit(self, counts: &[f64]) -> f64 {
        if self.is_ratio() { gain_ratio::RANGE } else { self.impurity(counts) }
    }

    /// The gain that a column must have to compete, given the gains of all columns that have a candidate.
    pub fn least_gain(self, gains: impl Iterator<Item = f64>) -> f64 {
        if self.is_ratio() { gain_ratio::least_gain(gains) } else { f64::NEG_INFINITY }
    }
}

struct Weigh<'a> {
    criterion: Criterion,
    panel: Panel<'a>,
    weight: &'a mut [f64],
    mass: &'a mut [f64],
}

impl Kernel for Weigh<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let n = self.mass.len();
        let weight = &mut self.weight[..n];
        weight.fill(0.0);
        for k in 0..self.panel.classes {
            for (sum, count) in weight.iter_mut().zip(self.panel.class(k, n)) {
                *sum += count;
            }
        }
        match self.criterion {
            Criterion::Entropy | Criterion::GainRatio => entropy::mass(self.panel, weight, self.mass),
            Criterion::Gini => gini::mass(self.panel, weight, self.mass),
            Criterion::Misclassification => misclassification::mass(self.panel, weight, self.mass),
            Criterion::MisclassificationPrinted => misclassification::printed(self.panel, weight, self.mass),
            Criterion::KearnsMansour => kearns_mansour::mass(self.panel, weight, self.mass),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_mixture_has_the_largest_impurity() {
        // The range of a ratio is that of ratios, whatever the impurity.
        for criterion in CRITERIA.into_iter().filter(|criterion| *criterion != Criterion::GainRatio) {
            for k in 2..6 {
                let impurity = criterion.impurity(&vec![3.0; k]);
                assert!((impurity - criterion.range(k)).abs() < 1e-14, "{criterion:?} {k}");
            }
        }
    }

    #[test]
    fn a_pure_vector_and_an_empty_one_have_none() {
        for criterion in CRITERIA {
            assert!(criterion.impurity(&[0.0, 7.5, 0.0]).abs() < 1e-14, "{criterion:?}");
            assert_eq!(criterion.mass(&[0.0, 0.0]), 0.0, "{criterion:?}");
        }
    }

    #[test]
    fn gains_worked_by_hand() {
        // parent (5, 5), children (4, 1) and (1, 4)
        let gain = |c: Criterion| (c.mass(&[5.0, 5.0]) - c.mass(&[4.0, 1.0]) - c.mass(&[1.0, 4.0])) / 10.0;
        assert!((gain(Criterion::Entropy) - 0.278_071_905_112_637_8).abs() < 1e-14);
        assert!((gain(Criterion::Gini) - 0.18).abs() < 1e-15);
        assert!((gain(Criterion::Misclassification) - 0.3).abs() < 1e-15);
        assert!((gain(Criterion::MisclassificationPrinted) - 0.3).abs() < 1e-15);
        assert!((gain(Criterion::KearnsMansour) - 0.1).abs() < 1e-15);
    }

    #[test]
    fn a_printed_gain_of_nothing_is_noise_and_an_exact_one_is_nothing() {
        // parent (7, 2), children (6, 1) and (1, 1): the first class wins everywhere
        let gain = |c: Criterion| c.mass(&[7.0, 2.0]) - (c.mass(&[6.0, 1.0]) + c.mass(&[1.0, 1.0]));
        assert_eq!(gain(Criterion::Misclassification), 0.0);
        let printed = gain(Criterion::MisclassificationPrinted);
        assert!(printed != 0.0 && printed.abs() < 1e-15);
        let by_formula = |n: &[f64]| (n[0] + n[1]) * (1.0 - n[0].max(n[1]) / (n[0] + n[1]));
        for counts in [[0.7, 0.2], [3.0, 4.0], [1e-3, 1e6]] {
            assert_eq!(Criterion::MisclassificationPrinted.mass(&counts), by_formula(&counts));
        }
    }

    #[test]
    fn ratios_worked_by_hand() {
        let ratio = |branches: &[f64]| Criterion::GainRatio.merit(0.25, branches);
        // two halves are 1 bit, eight eighths 3, a half and two quarters 3/2; an empty branch is none
        assert!((ratio(&[5.0, 5.0]) - 0.25).abs() < 1e-15);
        assert!((ratio(&[2.0; 8]) - 0.25 / 3.0).abs() < 1e-15);
        assert!((ratio(&[4.0, 0.0, 2.0, 2.0]) - 0.25 / 1.5).abs() < 1e-15);
        assert_eq!(Criterion::Entropy.merit(0.25, &[2.0; 8]), 0.25);
    }

    #[test]
    fn a_panel_gives_what_its_vectors_give_one_by_one() {
        let counts: Vec<f64> = (0..3 * 20).map(|i| f64::from((i * 37) % 11)).collect();
        for criterion in CRITERIA {
            let (mut weight, mut mass) = ([0.0; 19], [0.0; 19]);
            criterion.weigh(Panel { counts: &counts, stride: 20, classes: 3 }, &mut weight, &mut mass);
            for i in 0..19 {
                let single = [counts[i], counts[20 + i], counts[40 + i]];
                assert_eq!(mass[i].to_bits(), criterion.mass(&single).to_bits());
            }
        }
    }
}
