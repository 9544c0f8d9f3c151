//! Rows with missing values, and classes that never had a value in some column: the sum term by term.

use super::{Bayes, LN_2_PI, normals};
use crate::leaf::Leaf;
use crate::math::ln;
use crate::schema::{MISSING, UNKNOWN};

impl Bayes {
    /// Term of a column that the class at `place` never had a value of.
    pub(super) fn absence(&self, leaf: &Leaf, place: usize, column: usize) -> f64 {
        -ln(self.high[column] - self.low[column]) - ln(1.0 + leaf.tallies[place].own)
    }

    /// The same sum term by term, over the columns that the row has.
    #[cold]
    pub(super) fn score_with_gaps(&mut self, leaf: &Leaf, numbers: &[f64], codes: &[u32]) {
        for place in 0..leaf.classes() {
            self.scores[place] = if leaf.tallies[place].own > 0.0 {
                ln(leaf.tallies[place].votes)
                    + self.numeric_with_gaps(leaf, place, numbers)
                    + self.nominal_with_gaps(leaf, place, codes)
            } else {
                f64::NEG_INFINITY
            };
        }
    }

    fn numeric_with_gaps(&self, leaf: &Leaf, place: usize, numbers: &[f64]) -> f64 {
        let class = normals(leaf).class(place);
        let inverse = &self.inverse[place * self.width..(place + 1) * self.width];
        let mut sum = 0.0;
        for (j, x) in numbers.iter().enumerate().filter(|(j, x)| !x.is_nan() && self.prior[*j] > 0.0) {
            sum += if class.weight[j] > 0.0 {
                let distance = x - class.mean[j];
                0.5 * ln(inverse[j]) - 0.5 * LN_2_PI - 0.5 * (distance * distance * inverse[j])
            } else {
                self.absence(leaf, place, j)
            };
        }
        sum
    }

    fn nominal_with_gaps(&self, leaf: &Leaf, place: usize, codes: &[u32]) -> f64 {
        let mut sum = 0.0;
        for (column, code) in codes.iter().enumerate().filter(|(_, code)| **code != MISSING) {
            let count = if *code == UNKNOWN { 0.0 } else { leaf.nominal.count(place, column, *code) };
            sum += ln((count + 1.0) / (leaf.nominal.totals(place)[column] + self.values[column]));
        }
        sum
    }
}
