//! Numeric columns that are summarised one by one: each says how probable its value is in every class.

use super::Bayes;
use crate::lanes::LogProduct;
use crate::leaf::Leaf;
use crate::observers::{Gaussian, Numeric};
use crate::rows::Row;
use std::sync::LazyLock;

/// The normal distributions of a leaf; none if its columns are summarised in another way.
#[inline(always)]
pub fn normals(leaf: &Leaf) -> &Gaussian {
    static NONE: LazyLock<Gaussian> = LazyLock::new(Gaussian::default);
    match &leaf.numeric {
        Numeric::Gaussian(gaussian) => gaussian,
        Numeric::ByColumn(_) => &NONE,
    }
}

impl Bayes {
    /// Adds to every score what these columns say of the numbers that are there.
    #[inline(always)]
    pub(super) fn score_columns(&mut self, leaf: &Leaf, row: &Row<'_>) {
        if let Numeric::ByColumn(_) = &leaf.numeric {
            self.add_densities(leaf, row);
        }
    }

    #[inline(never)]
    fn add_densities(&mut self, leaf: &Leaf, row: &Row<'_>) {
        let Numeric::ByColumn(columns) = &leaf.numeric else { return };
        self.factors.resize(leaf.classes(), 0.0);
        self.densities.clear();
        self.densities.resize(leaf.classes(), LogProduct::ONE);
        let numbers = &row.numbers[..leaf.numeric.width()];
        for (j, x) in numbers.iter().enumerate().filter(|(_, x)| !x.is_nan()) {
            columns.density(j, *x, &mut self.factors);
            for (product, factor) in self.densities.iter_mut().zip(&self.factors) {
                product.times(*factor);
            }
            // Mantissas lie within sqrt(2) of 1.
            if j % 512 == 511 {
                self.densities.iter_mut().for_each(LogProduct::settle);
            }
        }
        for (score, product) in self.scores.iter_mut().zip(&self.densities) {
            *score += product.ln();
        }
    }
}
