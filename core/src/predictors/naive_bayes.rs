//! Naive Bayes over the observers of a leaf: `ln(votes_k / weight) + sum of ln P(x_j | k)`, in logarithms throughout.
//!
//! Gama, Rocha & Medas (2003) put it into the leaves of a Hoeffding tree. What a row of one class changes is refreshed for that
//! class alone: inverse variances and the logarithm of their product, taken once. A column without a value adds nothing; nominal columns are
//! smoothed by 1 per known category; variances have a floor. The state is scratch: it is made from the leaf and never stored with it.

use crate::block::Row;
use crate::leaf::Leaf;
use crate::math::{LogProduct, exp, ln};
use crate::schema::{MISSING, Schema, UNKNOWN};

const LN_2_PI: f64 = 1.837_877_066_409_345_3;
/// Columns whose values lie closer together than this say nothing: squares of smaller distances vanish.
const NARROW: f64 = 1e-140;
/// A class's variance is at least this share of the squared range.
const FLOOR: f64 = 1e-12;
const LANES: usize = 8;

/// What naive Bayes needs to score rows of one leaf.
#[derive(Default)]
pub struct Bayes {
    known: u64,
    width: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    /// Largest inverse variance allowed in each column; 0 where the column says nothing.
    cap: Vec<f64>,
    /// Inverse variances, `[class][column]`; 0 where the class has no value or the column says nothing.
    inverse: Vec<f64>,
    numeric: Vec<f64>,
    nominal: Vec<f64>,
    prior: Vec<f64>,
    values: Vec<f64>,
    at: Vec<usize>,
    scores: Vec<f64>,
}

/// Logarithm of the product of `factor(0..n)`, positive normal numbers: eight chains, one logarithm.
#[inline(always)]
fn ln_product(n: usize, factor: impl Fn(usize) -> f64) -> f64 {
    let mut lanes = [LogProduct::ONE; LANES];
    let whole = n - n % LANES;
    for start in (0..whole).step_by(LANES) {
        for (lane, product) in lanes.iter_mut().enumerate() {
            product.times(factor(start + lane));
        }
        if start % 2048 == 2040 {
            lanes.iter_mut().for_each(LogProduct::settle);
        }
    }
    for (lane, j) in (whole..n).enumerate() {
        lanes[lane].times(factor(j));
    }
    let mut product = lanes[0];
    for lane in &mut lanes[1..] {
        lane.settle();
        product.join(*lane);
    }
    product.ln()
}

impl Bayes {
    /// Makes ready for rows of `leaf` as of `row`.
    pub fn prepare(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>) {
        leaf.numeric.extent(&mut self.low, &mut self.high);
        self.width = leaf.numeric.width();
        self.cap_variances();
        let classes = leaf.classes.len();
        self.inverse.clear();
        self.inverse.resize(classes * self.width, 0.0);
        for list in [&mut self.numeric, &mut self.nominal, &mut self.prior, &mut self.scores] {
            list.clear();
            list.resize(classes, 0.0);
        }
        self.count_values(leaf, schema, row);
        for place in 0..classes {
            self.refresh(leaf, place);
        }
    }

    fn cap_variances(&mut self) {
        self.cap.clear();
        self.cap.extend(self.low.iter().zip(&self.high).map(|(low, high)| {
            let range = high - low;
            if range >= NARROW { 1.0 / (FLOOR * range * range) } else { 0.0 }
        }));
    }

    fn count_values(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>) {
        self.known = row.known;
        self.values.clear();
        self.values
            .extend((0..leaf.nominal.width()).map(|slot| schema.categories(slot).known_at(row.before).max(1) as f64));
    }

    /// Brings the state up to date before `row` is scored or learned: other rows may have brought new categories.
    #[inline(always)]
    pub fn catch_up(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>) {
        if row.known != self.known {
            self.count_values(leaf, schema, row);
            for place in 0..leaf.classes.len() {
                self.nominal[place] = self.nominal_total(leaf, place);
            }
        }
    }

    /// Brings the state up to date after `leaf` has learned `row` of the class at `place`.
    #[inline(always)]
    pub fn follow(&mut self, leaf: &Leaf, schema: &Schema, row: &Row<'_>, place: usize) {
        let same_shape = leaf.classes.len() == self.prior.len()
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
        let mut outside = false;
        for ((x, low), high) in row.numbers.iter().zip(&self.low).zip(&self.high) {
            outside |= (*x < *low) | (*x > *high);
        }
        outside
    }

    #[inline(always)]
    fn refresh(&mut self, leaf: &Leaf, place: usize) {
        let width = self.width;
        if leaf.own[place] <= 0.0 {
            return;
        }
        let class = leaf.numeric.class(place);
        let cap = &self.cap[..width];
        let inverse = &mut self.inverse[place * width..(place + 1) * width];
        let (mut absent, mut silent) = (false, 0.0);
        for j in 0..width {
            let weight = class.weight[j];
            let fitted = (weight - 1.0) / class.m2[j];
            let fitted = if fitted < cap[j] { fitted } else { cap[j] };
            // A lone example borrows the variance of a uniform spread over the range, range^2 / 12.
            let value = if weight > 1.0 { fitted } else { cap[j] * (12.0 * FLOOR) };
            inverse[j] = if weight > 0.0 { value } else { 0.0 };
            absent |= (weight <= 0.0) & (cap[j] > 0.0);
            silent += if inverse[j] > 0.0 { 0.0 } else { 1.0 };
        }
        let inverse = &*inverse;
        let product = ln_product(width, |j| if inverse[j] > 0.0 { inverse[j] } else { 1.0 });
        let mut sum = 0.5 * product - 0.5 * LN_2_PI * (width as f64 - silent);
        if absent {
            for j in 0..width {
                sum += if class.weight[j] <= 0.0 && cap[j] > 0.0 { self.absence(leaf, place, j) } else { 0.0 };
            }
        }
        self.numeric[place] = sum;
        self.nominal[place] = self.nominal_total(leaf, place);
        self.prior[place] = ln(leaf.votes[place]);
    }

    /// Term of a column that the class at `place` never had a value of.
    fn absence(&self, leaf: &Leaf, place: usize, column: usize) -> f64 {
        -ln(self.high[column] - self.low[column]) - ln(1.0 + leaf.own[place])
    }

    /// Logarithm of the denominators of all nominal columns.
    #[inline(always)]
    fn nominal_total(&self, leaf: &Leaf, place: usize) -> f64 {
        let width = self.values.len();
        if width == 0 {
            return 0.0;
        }
        let totals = &leaf.nominal.totals()[place * width..(place + 1) * width];
        let values = &self.values[..width];
        ln_product(width, |j| totals[j] + values[j])
    }

    /// Scores every class that has own rows; false if none has.
    #[inline(always)]
    fn score(&mut self, leaf: &Leaf, row: &Row<'_>) -> bool {
        let (width, nominal_width) = (self.width, self.values.len());
        let numbers = &row.numbers[..width];
        let codes = &row.codes[..nominal_width];
        let mut gap = false;
        for x in numbers {
            gap |= *x != *x;
        }
        let nominal_gap = codes.contains(&MISSING);
        let near = self.locate(leaf, codes);
        let mut any = false;
        for place in 0..leaf.classes.len() {
            if leaf.own[place] <= 0.0 {
                self.scores[place] = f64::NEG_INFINITY;
                continue;
            }
            any = true;
            let numeric = if gap {
                self.numeric_with_gaps(leaf, place, numbers)
            } else {
                let mean = &leaf.numeric.class(place).mean[..width];
                self.numeric[place] - 0.5 * squares(numbers, mean, &self.inverse[place * width..(place + 1) * width])
            };
            let nominal = if nominal_width == 0 {
                0.0
            } else if near && !nominal_gap {
                let places = leaf.nominal.near_places();
                let counts = &leaf.nominal.near()[place * places..(place + 1) * places];
                ln_counts(self.at.iter().map(|at| counts[*at])) - self.nominal[place]
            } else {
                self.nominal_with_gaps(leaf, place, codes)
            };
            self.scores[place] = self.prior[place] + numeric + nominal;
        }
        any
    }

    /// Near places of the row's codes; false if one of them has none.
    #[inline(always)]
    fn locate(&mut self, leaf: &Leaf, codes: &[u32]) -> bool {
        self.at.clear();
        let mut near = true;
        for (column, code) in codes.iter().enumerate() {
            let places = leaf.nominal.near_of(column);
            near &= (*code as usize) < places.len();
            self.at.push(places.start + *code as usize);
        }
        near
    }

    #[cold]
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

    #[cold]
    fn nominal_with_gaps(&self, leaf: &Leaf, place: usize, codes: &[u32]) -> f64 {
        let width = codes.len();
        let mut sum = 0.0;
        for (column, code) in codes.iter().enumerate().filter(|(_, code)| **code != MISSING) {
            let count = if *code == UNKNOWN { 0.0 } else { leaf.nominal.count(place, column, *code) };
            sum += ln((count + 1.0) / (leaf.nominal.totals()[place * width + column] + self.values[column]));
        }
        sum
    }

    /// The class with the highest score, the lowest code of equals; nothing if no class can be scored.
    #[inline(always)]
    pub fn answer(&mut self, leaf: &Leaf, row: &Row<'_>) -> Option<u32> {
        if !self.score(leaf, row) {
            return None;
        }
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
        let top = if self.score(leaf, row) {
            self.scores.iter().fold(f64::NEG_INFINITY, |top, score| top.max(*score))
        } else {
            f64::NEG_INFINITY
        };
        if top == f64::NEG_INFINITY {
            return false;
        }
        let odds = leaf.classes.iter().zip(&self.scores).map(|(class, score)| (*class, exp(*score - top)));
        super::spread(odds, shares);
        true
    }
}

/// `sum (x - mean)^2 inverse`, in eight chains that are joined in a fixed order.
#[inline(always)]
fn squares(numbers: &[f64], mean: &[f64], inverse: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    let (numbers, rest) = numbers.as_chunks::<LANES>();
    let (means, mean_rest) = mean.as_chunks::<LANES>();
    let (inverses, inverse_rest) = inverse.as_chunks::<LANES>();
    for ((x, mean), inverse) in numbers.iter().zip(means).zip(inverses) {
        for j in 0..LANES {
            let distance = x[j] - mean[j];
            lanes[j] += distance * distance * inverse[j];
        }
    }
    for (j, ((x, mean), inverse)) in rest.iter().zip(mean_rest).zip(inverse_rest).enumerate() {
        let distance = x - mean;
        lanes[j] += distance * distance * inverse;
    }
    ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
}

/// Logarithm of the product of `count + 1`; eight factors are below the largest float for any total weight below 1e38.
#[inline(always)]
fn ln_counts(counts: impl Iterator<Item = f64>) -> f64 {
    let mut product = LogProduct::ONE;
    let (mut part, mut factors) = (1.0, 0);
    for count in counts {
        part *= count + 1.0;
        factors += 1;
        if factors == 8 {
            product.times(part);
            product.settle();
            (part, factors) = (1.0, 0);
        }
    }
    product.times(part);
    product.settle();
    product.ln()
}
