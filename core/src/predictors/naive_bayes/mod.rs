//! Naive Bayes over the observers of a leaf: `ln(votes_k / weight) + sum of ln P(x_j | k)`, in logarithms throughout.
//!
//! Gama, Rocha & Medas (2003) put it into the leaves of a Hoeffding tree. What a row of one class changes is refreshed for that
//! class alone: inverse variances and the logarithm of their product, taken once. A column without a value adds nothing; nominal columns are
//! smoothed by 1 per known category; variances have a floor. The state is scratch: it is made from the leaf and never stored with it.

mod sweeps;

use crate::block::Row;
use crate::lanes::{LogProduct, LogProducts, sweep};
use crate::leaf::Leaf;
use crate::math::{exp, ln};
use crate::schema::{MISSING, Schema, UNKNOWN};
use sweeps::{Gaps, Outside, Scores, Sums, Variances, sum_of_squares};

const LN_2_PI: f64 = 1.837_877_066_409_345_3;
/// Columns whose values lie closer together than this say nothing: squares of smaller distances vanish.
const NARROW: f64 = 1e-140;
/// A class's variance is at least this share of the squared range.
const FLOOR: f64 = 1e-12;

/// What naive Bayes needs to score rows of one leaf.
#[derive(Default)]
pub struct Bayes {
    known: u64,
    width: usize,
    classes: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    /// Largest inverse variance allowed in each column; 0 where the column says nothing.
    cap: Vec<f64>,
    /// Inverse variances, `[class][column]`; 0 where the class has no value or the column says nothing.
    inverse: Vec<f64>,
    /// What every complete row adds to the score of each class; minus infinite for a class without own rows.
    constant: Vec<f64>,
    /// Categories known in each nominal column.
    values: Vec<f64>,
    /// Size of the leaf's weight (its exponent), and how many counts below it can be multiplied without overflow.
    size: u64,
    together: usize,
    at: Vec<u32>,
    squares: Vec<f64>,
    mantissas: Vec<f64>,
    exponents: Vec<f64>,
    scores: Vec<f64>,
}

impl Bayes {
    /// Makes ready for rows of `leaf` as of `row`.
    pub fn prepare(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>) {
        leaf.numeric.extent(&mut self.low, &mut self.high);
        self.width = leaf.numeric.width();
        self.cap.clear();
        self.cap.extend(self.low.iter().zip(&self.high).map(|(low, high)| {
            let range = high - low;
            if range >= NARROW { 1.0 / (FLOOR * range * range) } else { 0.0 }
        }));
        let classes = leaf.classes.len();
        self.inverse.clear();
        self.inverse.resize(classes * self.width, 0.0);
        self.classes = classes;
        let lists = [
            &mut self.constant,
            &mut self.squares,
            &mut self.mantissas,
            &mut self.exponents,
            &mut self.scores,
        ];
        for (list, fill) in lists.into_iter().zip([f64::NEG_INFINITY, 0.0, 1.0, 0.0, f64::NEG_INFINITY]) {
            list.clear();
            list.resize(classes, fill);
        }
        self.count_values(leaf, schema, row);
        for place in 0..classes {
            self.refresh(leaf, place);
        }
    }

    fn count_values(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>) {
        self.known = row.known;
        self.values.clear();
        self.values.extend(
            (0..leaf.nominal.width()).map(|slot| schema.categories(slot).known_at(row.before).max(1) as f64),
        );
    }

    /// Brings the state up to date before `row` is scored or learned: other rows may have brought new categories.
    #[inline(always)]
    pub fn catch_up(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>) {
        if row.known != self.known {
            self.prepare(leaf, schema, row);
        }
    }

    /// Brings the state up to date after `leaf` has learned `row` of the class at `place`.
    #[inline(always)]
    pub fn follow(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>, place: usize) {
        let same_shape = leaf.classes.len() == self.classes
            && leaf.numeric.width() == self.width
            && leaf.nominal.width() == self.values.len();
        if same_shape && !self.is_outside(row) {
            self.refresh(leaf, place);
        } else {
            self.prepare(leaf, schema, row);
        }
    }

    /// True if a number of the row lies outside the range that the variance floors were made for.
    #[inline(always)]
    fn is_outside(&self, row: &Row<'_>) -> bool {
        let mut range = Outside { numbers: row.numbers, low: &self.low, high: &self.high, found: false };
        sweep(self.width, &mut range);
        range.found
    }

    /// What a row of the class at `place` changes: its inverse variances and its constant, with one logarithm.
    #[inline(always)]
    fn refresh(&mut self, leaf: &Leaf, place: usize) {
        let width = self.width;
        if leaf.own()[place] <= 0.0 {
            self.constant[place] = f64::NEG_INFINITY;
            return;
        }
        let class = leaf.numeric.class(place);
        let inverse = &mut self.inverse[place * width..(place + 1) * width];
        let mut variances = Variances {
            weight: class.weight,
            m2: class.m2,
            cap: &self.cap,
            inverse,
            products: LogProducts::ONE,
            speaking: 0.0,
            absent: false,
        };
        sweep(width, &mut variances);
        let Variances { products, speaking, absent, .. } = variances;
        let mut product = products.join();
        product.times_square(leaf.votes()[place]);
        let nominal_width = self.values.len();
        if nominal_width > 0 {
            let totals = leaf.nominal.totals(place);
            let mut sums = Sums { a: totals, b: &self.values, products: LogProducts::ONE };
            sweep(nominal_width, &mut sums);
            product.over_square(sums.products.join());
        }
        let mut constant = 0.5 * product.ln() - 0.5 * LN_2_PI * speaking;
        if absent {
            for j in 0..width {
                constant += if class.weight[j] <= 0.0 && self.cap[j] > 0.0 {
                    self.absence(leaf, place, j)
                } else {
                    0.0
                };
            }
        }
        self.constant[place] = constant;
    }

    /// Term of a column that the class at `place` never had a value of.
    fn absence(&self, leaf: &Leaf, place: usize, column: usize) -> f64 {
        -ln(self.high[column] - self.low[column]) - ln(1.0 + leaf.own()[place])
    }

    /// Scores every class; minus infinite for those without own rows.
    #[inline(always)]
    fn score(&mut self, leaf: &Leaf, row: &Row<'_>) {
        let width = self.width;
        let numbers = &row.numbers[..width];
        let codes = &row.codes[..self.values.len()];
        let mut gaps = Gaps { numbers, found: false };
        sweep(width, &mut gaps);
        let near = self.locate(leaf, codes);
        if gaps.found || !near {
            self.score_with_gaps(leaf, numbers, codes);
            return;
        }
        if width > 0 {
            for (place, squares) in self.squares.iter_mut().enumerate() {
                let mean = &leaf.numeric.class(place).mean[..width];
                *squares = sum_of_squares(numbers, mean, &self.inverse[place * width..(place + 1) * width]);
            }
        }
        if !codes.is_empty() {
            let size = (leaf.weight + 2.0).to_bits() >> 52;
            if size != self.size {
                (self.size, self.together) = (size, (960 / (size - 1022)).max(1) as usize);
            }
            for (place, counts) in leaf.nominal.weights().chunks_exact(leaf.nominal.stride()).enumerate() {
                (self.mantissas[place], self.exponents[place]) =
                    product_of_counts(counts, &self.at, self.together);
            }
        }
        let mut sums = Scores {
            constant: &self.constant,
            squares: &self.squares,
            mantissas: if codes.is_empty() { &[] } else { &self.mantissas },
            exponents: &self.exponents,
            scores: &mut self.scores,
        };
        sweep(sums.constant.len(), &mut sums);
    }

    /// Near places of the row's codes; false if one of them has none, or is missing.
    #[inline(always)]
    fn locate(&mut self, leaf: &Leaf, codes: &[u32]) -> bool {
        self.at.clear();
        let mut near = true;
        for (bounds, code) in leaf.nominal.starts().windows(2).zip(codes) {
            near &= *code < bounds[1] - bounds[0];
            self.at.push(bounds[0].wrapping_add(*code));
        }
        near
    }

    /// The same sum term by term, over the columns that the row has.
    #[cold]
    fn score_with_gaps(&mut self, leaf: &Leaf, numbers: &[f64], codes: &[u32]) {
        for place in 0..leaf.classes.len() {
            self.scores[place] = if leaf.own()[place] > 0.0 {
                ln(leaf.votes()[place])
                    + self.numeric_with_gaps(leaf, place, numbers)
                    + self.nominal_with_gaps(leaf, place, codes)
            } else {
                f64::NEG_INFINITY
            };
        }
    }

    fn numeric_with_gaps(&self, leaf: &Leaf, place: usize, numbers: &[f64]) -> f64 {
        let class = leaf.numeric.class(place);
        let inverse = &self.inverse[place * self.width..(place + 1) * self.width];
        let mut sum = 0.0;
        for (j, x) in numbers.iter().enumerate().filter(|(j, x)| !x.is_nan() && self.cap[*j] > 0.0) {
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

    /// The class with the highest score, the lowest code of equals; nothing if no class can be scored.
    #[inline(always)]
    pub fn answer(&mut self, leaf: &Leaf, row: &Row<'_>) -> Option<u32> {
        self.score(leaf, row);
        let mut best = (None, f64::NEG_INFINITY);
        for (class, score) in leaf.classes.iter().zip(&self.scores) {
            if *score > best.1 {
                best = (Some(*class), *score);
            }
        }
        best.0
    }

    /// Fills `shares` with normalised exponentials; false if no class can be scored.
    pub fn probabilities(&mut self, leaf: &Leaf, row: &Row<'_>, shares: &mut [f64]) -> bool {
        self.score(leaf, row);
        let top = self.scores.iter().fold(f64::NEG_INFINITY, |top, score| top.max(*score));
        if top == f64::NEG_INFINITY {
            return false;
        }
        let odds = leaf.classes.iter().zip(&self.scores).map(|(class, score)| (*class, exp(*score - top)));
        super::spread(odds, shares);
        true
    }
}

/// The product of `count + 1` over the places of a row, as mantissa and exponent; `together` factors never overflow.
#[inline(always)]
fn product_of_counts(counts: &[f64], at: &[u32], together: usize) -> (f64, f64) {
    if at.len() <= together {
        return (multiplied(counts, at), 0.0);
    }
    let mut product = LogProduct::ONE;
    for places in at.chunks(together) {
        product.times(multiplied(counts, places));
        product.settle();
    }
    product.split()
}

/// A product in four chains, joined in a fixed order.
#[inline(always)]
fn multiplied(counts: &[f64], at: &[u32]) -> f64 {
    let mut chains = [1.0; 4];
    let (fours, rest) = at.as_chunks::<4>();
    for places in fours {
        for (chain, place) in chains.iter_mut().zip(places) {
            *chain *= counts[*place as usize] + 1.0;
        }
    }
    for (chain, place) in chains.iter_mut().zip(rest) {
        *chain *= counts[*place as usize] + 1.0;
    }
    (chains[0] * chains[2]) * (chains[1] * chains[3])
}
