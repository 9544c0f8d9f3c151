//! What many intervals cost: the more of them, the more a partition gains by chance.
//!
//! A penalty is stated for entropy, in bits per row, and is scaled to another criterion by the ratio of their ranges;
//! the bias has formulas of its own where they are known.

use crate::criteria::Criterion;
use crate::math::ln;
use std::f64::consts::LN_2;

/// How the number of intervals is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Penalty {
    /// What it takes to name the cuts and the class shares of the intervals: Rissanen's description length,
    /// `(lg C(S-1, q-1) + (q-1) (K-1)/2 lg n) / n`.
    Mdl,
    /// By how much the impurity of `q` branches may look smaller than it is, beyond that of one.
    Bias,
    /// Nothing is subtracted: the gain per bit of split information decides, as Quinlan's (1993) gain ratio does
    /// between columns.
    Ratio,
    /// Nothing: as many intervals as the least error needs. For the error alone, which gains nothing by more.
    Free,
}

impl Penalty {
    /// The penalty of a name.
    pub fn parse(text: &str) -> Result<Penalty, String> {
        match text {
            "bias" => Ok(Penalty::Bias),
            "mdl" => Ok(Penalty::Mdl),
            "ratio" => Ok(Penalty::Ratio),
            _ => Err(format!("penalty must be 'bias', 'mdl' or 'ratio', got '{text}'")),
        }
    }

    /// Its name.
    pub fn text(self) -> &'static str {
        match self {
            Penalty::Bias => "bias",
            Penalty::Mdl => "mdl",
            Penalty::Ratio => "ratio",
            Penalty::Free => "any",
        }
    }
}

/// What a penalty depends on besides the number of intervals.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances {
    /// The criterion whose gains are penalised.
    pub criterion: Criterion,
    /// Number of classes `K`; at least two are taken.
    pub classes: usize,
    /// Rows `n` that the weights stand for.
    pub rows: f64,
    /// Pieces `S` that there were to choose cuts from.
    pub pieces: usize,
}

impl Penalty {
    /// What is to be subtracted from the gain of a partition into `arity` intervals, in the unit of the criterion.
    /// Nothing for one interval.
    pub fn of(self, arity: usize, at: &Circumstances) -> f64 {
        let (more, k, n) = (arity as f64 - 1.0, at.classes.max(2) as f64, at.rows);
        match self {
            Penalty::Mdl => {
                let bits = (ln_choices(at.pieces, arity) + more * (k - 1.0) / 2.0 * ln(n)) / LN_2;
                bits / n * at.scale()
            }
            Penalty::Bias => {
                let formula_of_its_own = match at.criterion {
                    Criterion::Gini => Some(more * (1.0 - 1.0 / k) / n),
                    Criterion::Misclassification | Criterion::MisclassificationPrinted => {
                        let of = |branches: f64| (branches * ln(k) / (2.0 * n)).sqrt();
                        Some(of(arity as f64) - of(1.0))
                    }
                    _ => None,
                };
                // That of entropy is `b (K-1) / n` nats.
                formula_of_its_own.unwrap_or_else(|| more * (k - 1.0) / n / LN_2 * at.scale())
            }
            Penalty::Ratio | Penalty::Free => 0.0,
        }
    }
}

impl Circumstances {
    /// What a bit is in the unit of the criterion.
    fn scale(&self) -> f64 {
        // The gains of a ratio are bits; only its merits are ratios.
        if self.criterion.is_ratio() {
            return 1.0;
        }
        self.criterion.range(self.classes) / Criterion::Entropy.range(self.classes)
    }
}

/// `ln C(S-1, q-1)`: in how many ways `S` pieces become `q` intervals.
fn ln_choices(pieces: usize, arity: usize) -> f64 {
    (1..arity).map(|i| ln((pieces - i) as f64 / i as f64)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::criteria::CRITERIA;

    fn at(criterion: Criterion, classes: usize, rows: f64, pieces: usize) -> Circumstances {
        Circumstances { criterion, classes, rows, pieces }
    }

    fn near(found: f64, wanted: f64) -> bool {
        (found - wanted).abs() < 1e-14
    }

    #[test]
    fn description_lengths_worked_by_hand() {
        // S = 5, q = 3: C(4, 2) = 6 ways; two more shares of two classes with 1/2 lg 64 = 3 bits each
        let length = Penalty::Mdl.of(3, &at(Criterion::Entropy, 2, 64.0, 5));
        assert!(near(length, (6f64.log2() + 6.0) / 64.0));
        // q = 2, K = 3: 4 ways, two shares of 3 bits
        assert!(near(Penalty::Mdl.of(2, &at(Criterion::Entropy, 3, 64.0, 5)), 8.0 / 64.0));
        // the ranges of Gini are 1/2 and 2/3, those of entropy 1 and lg 3
        assert!(near(Penalty::Mdl.of(2, &at(Criterion::Gini, 2, 64.0, 5)), 5.0 / 64.0 / 2.0));
        let scaled = 8.0 / 64.0 * (2.0 / 3.0) / 3f64.log2();
        assert!(near(Penalty::Mdl.of(2, &at(Criterion::Misclassification, 3, 64.0, 5)), scaled));
        assert!(near(Penalty::Mdl.of(2, &at(Criterion::GainRatio, 3, 64.0, 5)), 8.0 / 64.0));
    }

    #[test]
    fn biases_worked_by_hand() {
        // three branches, four classes, 100 rows: two branches more than one
        assert!(near(Penalty::Bias.of(3, &at(Criterion::Entropy, 4, 100.0, 9)), 0.06 / LN_2));
        assert!(near(Penalty::Bias.of(3, &at(Criterion::Gini, 4, 100.0, 9)), 0.015));
        let most = (3f64.sqrt() - 1.0) * (4f64.ln() / 200.0).sqrt();
        assert!(near(Penalty::Bias.of(3, &at(Criterion::Misclassification, 4, 100.0, 9)), most));
        // sqrt(3)/2 of lg 4 bits
        let scaled = 0.06 / LN_2 * 3f64.sqrt() / 4.0;
        assert!(near(Penalty::Bias.of(3, &at(Criterion::KearnsMansour, 4, 100.0, 9)), scaled));
    }

    #[test]
    fn one_interval_costs_nothing_and_each_more_costs_more() {
        for criterion in CRITERIA {
            for penalty in [Penalty::Mdl, Penalty::Bias] {
                // As long as there are more ways to choose one cut more.
                let of = |arity| penalty.of(arity, &at(criterion, 3, 500.0, 40));
                assert_eq!(of(1), 0.0);
                assert!((1..16).all(|arity| of(arity) < of(arity + 1)), "{criterion:?} {penalty:?}");
            }
            assert_eq!(Penalty::Ratio.of(7, &at(criterion, 3, 500.0, 40)), 0.0);
        }
    }

    #[test]
    fn choices_are_binomial_coefficients() {
        let mut row = vec![1u64];
        for pieces in 1..40 {
            for (cuts, ways) in row.iter().enumerate() {
                assert!((ln_choices(pieces, cuts + 1) - (*ways as f64).ln()).abs() < 1e-12);
            }
            let inner: Vec<u64> = row.windows(2).map(|pair| pair[0] + pair[1]).collect();
            row = [vec![1], inner, vec![1]].concat();
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["bias", "mdl", "ratio"] {
            assert_eq!(Penalty::parse(name).map(Penalty::text), Ok(name));
        }
        let wrong = Penalty::parse("aic").unwrap_err();
        assert_eq!(wrong, "penalty must be 'bias', 'mdl' or 'ratio', got 'aic'");
    }
}
