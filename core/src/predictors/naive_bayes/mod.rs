//! Naive Bayes over the observers of a leaf: `ln(votes_k / weight) + sum of ln P(x_j | k)`, in logarithms throughout.
//!
//! Gama, Rocha & Medas (2003) put it into the leaves of a Hoeffding tree. What a row of one class changes is
//! refreshed for that class alone: inverse variances and the logarithm of their product, taken once. A column without
//! a value adds nothing; nominal columns are smoothed by 1 per known category, numeric ones by one row that is spread
//! evenly over the column's range. The state is scratch: it is made from the leaf and never stored with it.

mod columns;
mod gaps;
mod sweeps;
mod unlearn;

use crate::lanes::{LogProduct, LogProducts, sweep};
use crate::leaf::Leaf;
use crate::math::exp;
use crate::rows::Row;
use crate::schema::Schema;
use columns::normals;
use riparian_dispatch::{Kernel, widest};
use std::hint::select_unpredictable;
use sweeps::{Factors, Outside, Scores, Sums, Variances, sum_of_squares};

const LN_2_PI: f64 = 1.837_877_066_409_345_3;
/// Columns whose values lie closer together than this say nothing: squares of smaller distances vanish.
const NARROW: f64 = 1e-140;
/// The variance of a uniform spread over a range of 1. Every class is taken to have it before its first value, with the
/// weight of one row.
const SPREAD: f64 = 1.0 / 12.0;

/// What naive Bayes needs to score rows of one leaf.
#[derive(Default)]
pub struct Bayes {
    /// True if this is the state of a leaf as it is.
    ready: bool,
    known: u64,
    width: usize,
    classes: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    /// What every class adds to its sum of squares in each column: `range^2 / 12`, and 0 where the column says nothing.
    prior: Vec<f64>,
    /// 1 where the column says nothing, 0 elsewhere.
    silent: Vec<f64>,
    /// Whether a class has had a value in every column that says something: nothing about it can then be special.
    settled: Vec<bool>,
    /// Inverse variances, `[class][column]`; 0 where the class has no value or the column says nothing.
    inverse: Vec<f64>,
    /// What every complete row adds to the score of each class beside the logarithms; minus infinite for a class
    /// without own rows.
    constant: Vec<f64>,
    /// Product of inverse variances and squared votes of each class, and product of its nominal denominators.
    gathered: Products,
    denominators: Products,
    /// Categories known in each nominal column.
    values: Vec<f64>,
    /// Size of the leaf's weight (its exponent), and how many counts below it can be multiplied without overflow.
    size: u64,
    together: usize,
    at: Vec<u32>,
    squares: Vec<f64>,
    counts: Products,
    scores: Vec<f64>,
    /// For columns that are summarised one by one: the densities of a value, and their product over the columns,
    /// class by class.
    factors: Vec<f64>,
    densities: Vec<LogProduct>,
}

/// A product for every class, as mantissas and exponents.
#[derive(Default)]
struct Products {
    mantissas: Vec<f64>,
    exponents: Vec<f64>,
}

impl Products {
    fn resize(&mut self, classes: usize) {
        self.mantissas.resize(classes, 1.0);
        self.exponents.resize(classes, 0.0);
    }

    #[inline(always)]
    fn put(&mut self, place: usize, (mantissa, exponent): (f64, f64)) {
        self.mantissas[place] = mantissa;
        self.exponents[place] = exponent;
    }

    #[inline(always)]
    fn lists(&self, classes: usize) -> (&[f64], &[f64]) {
        (&self.mantissas[..classes], &self.exponents[..classes])
    }
}

impl Bayes {
    /// Makes ready for rows of `leaf` as of `row`.
    #[inline(never)]
    pub fn prepare(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>) {
        self.count_values(leaf, schema, row);
        widest(Prepare { bayes: self, leaf });
        self.ready = true;
    }

    /// Another leaf comes next, or this one has changed.
    pub fn forget(&mut self) {
        self.ready = false;
    }

    #[inline(always)]
    fn measure(&mut self, leaf: &Leaf) {
        normals(leaf).extent(&mut self.low, &mut self.high);
        self.width = normals(leaf).width();
        self.prior.clear();
        self.prior.extend(self.low.iter().zip(&self.high).map(|(low, high)| {
            let range = high - low;
            if range >= NARROW { SPREAD * (range * range) } else { 0.0 }
        }));
        self.silent.clear();
        self.silent.extend(self.prior.iter().map(|prior| if *prior > 0.0 { 0.0 } else { 1.0 }));
        let classes = leaf.classes();
        self.classes = classes;
        // What the last leaf left behind is written over below, or never read.
        self.inverse.resize(classes * self.width, 0.0);
        self.at.resize(self.values.len(), 0);
        self.settled.resize(classes, false);
        for list in [&mut self.constant, &mut self.squares, &mut self.scores] {
            list.resize(classes, 0.0);
        }
        if self.width == 0 {
            self.squares.fill(0.0);
        }
        for products in [&mut self.gathered, &mut self.denominators, &mut self.counts] {
            products.resize(classes);
        }
        for place in 0..classes {
            self.look(leaf, place);
        }
    }

    fn count_values(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>) {
        self.known = row.known;
        self.values.clear();
        self.values.extend(
            (0..leaf.nominal.width())
                .map(|slot| schema.categories(slot).known_at(row.last_before()).max(1) as f64),
        );
    }

    /// Brings the state up to date before `row` is scored: other rows may have brought new categories.
    #[inline(always)]
    pub fn catch_up(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>) {
        if !self.ready || row.known != self.known {
            self.prepare(leaf, schema, row);
        }
    }

    /// Brings the state up to date after `leaf` has learned `row` of the class at `place`.
    #[inline(always)]
    pub fn follow(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>, place: usize) {
        let same_shape = leaf.classes() == self.classes
            && normals(leaf).width() == self.width
            && leaf.nominal.width() == self.values.len();
        if same_shape && !self.is_outside(row) {
            self.refresh(leaf, place);
        } else {
            self.prepare(leaf, schema, row);
        }
    }

    /// True if a number of the row lies outside the range that the priors were made for.
    #[inline(always)]
    fn is_outside(&self, row: &Row<'_>) -> bool {
        let width = self.width;
        let (low, high) = (&self.low[..width], &self.high[..width]);
        let mut range = Outside { numbers: &row.numbers[..width], low, high, found: false };
        sweep(self.width, &mut range);
        range.found
    }

    /// What a row of the class at `place` changes: its inverse variances and its constant, with one logarithm.
    #[inline(always)]
    fn refresh(&mut self, leaf: &Leaf, place: usize) {
        if !self.settled[place] {
            self.look_closely(leaf, place);
            return;
        }
        let width = self.width;
        let moments = normals(leaf).class(place);
        let mut variances = Variances {
            weight: &moments.weight[..width],
            m2: &moments.m2[..width],
            prior: &self.prior[..width],
            silent: &self.silent[..width],
            inverse: &mut self.inverse[place * width..(place + 1) * width],
            products: LogProducts::ONE,
        };
        sweep(width, &mut variances);
        let product = variances.products.join();
        self.gather(leaf, place, product);
    }

    /// Everything about the class at `place`.
    #[inline(always)]
    fn look(&mut self, leaf: &Leaf, place: usize) {
        let absent: u64 =
            normals(leaf).class(place).weight.iter().map(|weight| u64::from(*weight <= 0.0)).sum();
        if absent > 0 || leaf.tallies[place].own <= 0.0 {
            self.look_closely(leaf, place);
        } else {
            let speaking: u64 = self.prior.iter().map(|prior| u64::from(*prior > 0.0)).sum();
            self.settled[place] = true;
            self.constant[place] = -0.5 * LN_2_PI * speaking as f64;
            self.refresh(leaf, place);
        }
    }

    /// The same for a class that lacks a value in some column.
    #[inline(never)]
    fn look_closely(&mut self, leaf: &Leaf, place: usize) {
        let (moments, width) = (normals(leaf).class(place), self.width);
        self.inverse[place * width..(place + 1) * width].fill(0.0);
        if leaf.tallies[place].own <= 0.0 {
            (self.settled[place], self.constant[place]) = (false, f64::NEG_INFINITY);
            return;
        }
        let (mut speaking, mut absences, mut settled) = (0.0, 0.0, true);
        for j in (0..width).filter(|j| self.prior[*j] > 0.0) {
            let weight = moments.weight[j];
            if weight > 0.0 {
                let value = inverse_variance(weight, moments.m2[j], self.prior[j]);
                self.inverse[place * width + j] = value;
                speaking += if value > 0.0 { 1.0 } else { 0.0 };
            } else {
                absences += self.absence(leaf, place, j);
                settled = false;
            }
        }
        let mut factors =
            Factors { list: &self.inverse[place * width..(place + 1) * width], products: LogProducts::ONE };
        sweep(width, &mut factors);
        let product = factors.products.join();
        self.settled[place] = settled;
        self.constant[place] = absences - 0.5 * LN_2_PI * speaking;
        self.gather(leaf, place, product);
    }

    /// Keeps the product of inverse variances with the squared votes, and the nominal denominators.
    #[inline(always)]
    fn gather(&mut self, leaf: &Leaf, place: usize, mut product: LogProduct) {
        product.times_square(leaf.tallies[place].votes);
        product.settle();
        self.gathered.put(place, product.split());
        let width = self.values.len();
        if width > 0 {
            let totals = &leaf.nominal.totals(place)[..width];
            let mut sums = Sums { a: totals, b: &self.values, products: LogProducts::ONE };
            sweep(width, &mut sums);
            let mut product = sums.products.join();
            product.settle();
            self.denominators.put(place, product.split());
        }
    }

    /// Scores every class; minus infinite for those without own rows.
    #[inline(always)]
    fn score(&mut self, leaf: &Leaf, row: &Row<'_>) {
        let width = self.width;
        let numbers = &row.numbers[..width];
        let codes = &row.codes[..self.values.len()];
        let near = self.locate(leaf, codes);
        if !near || (row.gaps && numbers.iter().any(|x| x.is_nan())) {
            self.score_with_gaps(leaf, numbers, codes);
            return;
        }
        if width > 0 {
            for (place, squares) in self.squares.iter_mut().enumerate() {
                let mean = normals(leaf).means(place);
                *squares = sum_of_squares(numbers, mean, &self.inverse[place * width..(place + 1) * width]);
            }
        }
        if !codes.is_empty() {
            let size = (leaf.weight + 2.0).to_bits() >> 52;
            if size != self.size {
                (self.size, self.together) = (size, (960 / (size - 1022)).max(1) as usize);
            }
            for (place, counts) in leaf.nominal.weights().chunks_exact(leaf.nominal.stride()).enumerate() {
                self.counts.put(place, product_of_counts(counts, &self.at, self.together));
            }
        }
        let classes = self.classes;
        let mut sums = Scores {
            constant: &self.constant[..classes],
            squares: &self.squares[..classes],
            gathered: self.gathered.lists(classes),
            nominal: !codes.is_empty(),
            counts: self.counts.lists(classes),
            denominators: self.denominators.lists(classes),
            scores: &mut self.scores[..classes],
        };
        sweep(classes, &mut sums);
    }

    /// Near places of the row's codes; false if one of them has none, or is missing.
    #[inline(always)]
    fn locate(&mut self, leaf: &Leaf, codes: &[u32]) -> bool {
        let mut near = true;
        if !codes.is_empty() {
            let starts = &leaf.nominal.starts()[..=codes.len()];
            let at = &mut self.at[..codes.len()];
            for j in 0..codes.len() {
                near &= codes[j] < starts[j + 1] - starts[j];
                at[j] = starts[j].wrapping_add(codes[j]);
            }
        }
        near
    }

    /// The class with the highest score, the lowest code of equals; nothing if no class can be scored.
    #[inline(always)]
    pub fn answer(&mut self, leaf: &Leaf, row: &Row<'_>) -> Option<u32> {
        self.score(leaf, row);
        self.score_columns(leaf, row);
        let (mut top, mut winner) = (f64::NEG_INFINITY, usize::MAX);
        for (place, score) in self.scores.iter().enumerate() {
            let better = *score > top;
            top = if better { *score } else { top };
            winner = select_unpredictable(better, place, winner);
        }
        leaf.tallies.get(winner).map(|tally| tally.class)
    }

    /// Fills `shares` with normalised exponentials; false if no class can be scored.
    pub fn probabilities(&mut self, leaf: &Leaf, row: &Row<'_>, shares: &mut [f64]) -> bool {
        self.score(leaf, row);
        self.score_columns(leaf, row);
        let top = self.scores.iter().fold(f64::NEG_INFINITY, |top, score| top.max(*score));
        if top == f64::NEG_INFINITY {
            return false;
        }
        let odds =
            leaf.tallies.iter().zip(&self.scores).map(|(tally, score)| (tally.class, exp(*score - top)));
        super::spread(odds, shares);
        true
    }
}

/// One over the variance of a class: its own sum of squares and that of the row it began with, per row.
#[inline(always)]
fn inverse_variance(weight: f64, m2: f64, prior: f64) -> f64 {
    (if weight > 1.0 { weight } else { 1.0 }) / (m2 + prior)
}

struct Prepare<'a> {
    bayes: &'a mut Bayes,
    leaf: &'a Leaf,
}

impl Kernel for Prepare<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.bayes.measure(self.leaf);
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
