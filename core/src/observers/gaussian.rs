//! Numeric columns as one normal distribution per class: weight, mean, sum of squared deviations, smallest and
//! largest value.
//!
//! Welford (1962) and West (1979) for the moments; Pfahringer, Holmes & Kirkby (2008) for their use in a tree. Sums
//! of squares, as printed in some papers, lose everything when the mean is far from zero. All columns of a leaf lie
//! side by side, `[class][moment][column]`; a value that is not there is a mask, not a branch.

use super::curve::Curve;
use crate::bytes::{block_bytes, box_bytes};
use crate::counts::Panel;
use crate::counts::{is_weight, left_of};
use crate::lanes::{Sweep, next_mut, sweep};
use crate::math::normal_cdf;
use crate::rows::Block;
use riparian_dispatch::{Kernel, widest};
use std::ops::Range;

const MOMENTS: usize = 5;
/// A standard score beyond which the normal distribution is 0 or 1 to the last bit.
const FAR: f64 = 40.0;
/// A share of a sum of squares that is mostly rounding, if it is what is left.
const EATEN: f64 = 1e-6;

/// The numeric columns of a leaf.
#[derive(Clone, Default)]
pub struct Gaussian {
    width: u32,
    classes: u32,
    moments: Box<[f64]>,
}

/// The moments of one class, a slice over columns each.
#[derive(Clone, Copy)]
pub struct Moments<'a> {
    /// Weight of the values present.
    pub weight: &'a [f64],
    /// Mean.
    pub mean: &'a [f64],
    /// Sum of squared deviations from the mean.
    pub m2: &'a [f64],
    /// Smallest value, infinite before the first.
    pub low: &'a [f64],
    /// Largest value, minus infinite before the first.
    pub high: &'a [f64],
}

/// How the values of a class are spread.
#[derive(Clone, Copy)]
pub enum Shape<'a> {
    /// By a normal distribution between its smallest and its largest value: on the left of a cut lies nothing of a
    /// class whose values are all above it, and all of one that has none above. Without a spread all is at the mean.
    Clipped,
    /// By a normal distribution without ends, whose variance in each column is at least so much.
    Open(&'a [f64]),
}

impl Moments<'_> {
    /// Variance of a column, at least `floor`.
    #[inline(always)]
    fn variance(&self, column: usize, floor: f64) -> f64 {
        let found =
            if self.weight[column] > 1.0 { self.m2[column] / (self.weight[column] - 1.0) } else { 0.0 };
        if found > floor { found } else { floor }
    }
}

fn empty(index: usize, width: usize) -> f64 {
    match index / width {
        3 => f64::INFINITY,
        4 => f64::NEG_INFINITY,
        _ => 0.0,
    }
}

impl Gaussian {
    /// Number of columns that this leaf has seen values of (up to the last such column).
    #[inline(always)]
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// The moments of the class at `place`.
    #[inline(always)]
    pub fn class(&self, place: usize) -> Moments<'_> {
        let d = self.width();
        let block = &self.moments[place * MOMENTS * d..(place + 1) * MOMENTS * d];
        let (weight, rest) = block.split_at(d);
        let (mean, rest) = rest.split_at(d);
        let (m2, rest) = rest.split_at(d);
        let (low, high) = rest.split_at(d);
        Moments { weight, mean, m2, low, high }
    }

    /// The means of the class at `place`.
    #[inline(always)]
    pub fn means(&self, place: usize) -> &[f64] {
        let d = self.width();
        &self.moments[(place * MOMENTS + 1) * d..][..d]
    }

    /// Weights by class and column: the class totals of each column.
    pub fn totals(&self) -> Panel<'_> {
        Panel { counts: &self.moments, stride: MOMENTS * self.width(), classes: self.classes as usize }
    }

    /// Makes room for a class that takes `place` among the leaf's classes.
    pub fn insert_class(&mut self, place: usize) {
        let d = self.width();
        super::insert_rows(&mut self.moments, place, MOMENTS * d, |index| empty(index, d));
        self.classes += 1;
    }

    /// Makes room for columns up to this number.
    pub fn widen(&mut self, width: usize) {
        let old_width = self.width();
        let lists = self.classes as usize * MOMENTS;
        let mut wider = Vec::with_capacity(lists * width);
        for old in 0..lists {
            wider.extend_from_slice(&self.moments[old * old_width..(old + 1) * old_width]);
            wider.extend((old_width..width).map(|_| empty(old % MOMENTS, 1)));
        }
        self.moments = wider.into();
        self.width = width as u32;
    }

    /// Adds rows of a block to the class at `place`, in order. Columns beyond the width must be missing.
    #[inline(always)]
    pub fn observe(&mut self, place: usize, block: &Block<'_>, rows: &[u32]) {
        let d = self.width();
        let moments = &mut self.moments[place * MOMENTS * d..(place + 1) * MOMENTS * d];
        let (weight, rest) = moments.split_at_mut(d);
        let (mean, rest) = rest.split_at_mut(d);
        let (m2, rest) = rest.split_at_mut(d);
        let (low, high) = rest.split_at_mut(d);
        sweep(d, &mut Absorb { block, rows, start: 0, weight, mean, m2, low, high });
    }

    /// Takes back a row that was counted: up to rounding, and the smallest and largest value stay what they were, unless
    /// it was the last one. False if it stood so far from the others that rounding has eaten what is left of them.
    pub fn forget(&mut self, place: usize, numbers: &[f64], w: f64) -> bool {
        let mut reliable = true;
        let d = self.width();
        let moments = &mut self.moments[place * MOMENTS * d..(place + 1) * MOMENTS * d];
        for (j, x) in numbers.iter().take(d).enumerate().filter(|(_, x)| !x.is_nan()) {
            let left = left_of(moments[j], w).unwrap_or(0.0);
            moments[j] = left;
            if left == 0.0 {
                (1..MOMENTS).for_each(|moment| moments[moment * d + j] = empty(moment, 1));
                continue;
            }
            let distance = x - moments[d + j];
            moments[d + j] -= w / left * distance;
            let square = w * distance * (x - moments[d + j]);
            let (before, after) = (moments[2 * d + j], moments[2 * d + j] - square);
            moments[2 * d + j] = after.max(0.0);
            reliable &= after > EATEN * before || before == 0.0;
        }
        reliable
    }

    /// Smallest and largest value of every column over all classes.
    #[inline(always)]
    pub fn extent(&self, low: &mut Vec<f64>, high: &mut Vec<f64>) {
        low.clear();
        high.clear();
        for place in 0..self.classes as usize {
            let class = self.class(place);
            if place == 0 {
                low.extend_from_slice(class.low);
                high.extend_from_slice(class.high);
                continue;
            }
            for (out, x) in low.iter_mut().zip(class.low) {
                *out = if *x < *out { *x } else { *out };
            }
            for (out, x) in high.iter_mut().zip(class.high) {
                *out = if *x > *out { *x } else { *out };
            }
        }
    }

    /// Class weights on the left and right of each cut, class by class: the cuts of `columns` in turn, up to `ends[j]`
    /// those of column `j`.
    pub fn split(
        &self,
        columns: Range<usize>,
        (cuts, ends): (&[f64], &[usize]),
        shape: Shape<'_>,
        left: &mut [f64],
        right: &mut [f64],
    ) {
        widest(Split { observer: self, columns, cuts, ends, shape, left, right });
    }

    /// Class weights of the values of a column up to a cut; of all values if it is infinite.
    pub fn below(&self, column: usize, cut: f64, left: &mut [f64]) {
        let mut right = vec![0.0; left.len()];
        self.split(column..column + 1, (&[cut], &[1]), Shape::Clipped, left, &mut right);
    }

    /// True if a column has a value of any class.
    pub fn is_seen(&self, column: usize) -> bool {
        (0..self.classes as usize).any(|place| self.class(place).weight[column] > 0.0)
    }

    /// The classes of a column that have values there, as curves of at least this variance.
    pub fn curves(&self, column: usize, floor: f64, curves: &mut Vec<Curve>) {
        curves.clear();
        for class in (0..self.classes as usize).map(|place| self.class(place)) {
            if class.weight[column] > 0.0 {
                curves.push(Curve {
                    weight: class.weight[column],
                    mean: class.mean[column],
                    deviation: class.variance(column, floor).sqrt(),
                    low: class.low[column],
                    high: class.high[column],
                });
            }
        }
    }

    /// Counts what `other` has counted: exact up to rounding (Chan, Golub & LeVeque, 1983). The same classes stand at
    /// the same places.
    pub fn merge(&mut self, other: &Gaussian) {
        if other.width > self.width {
            self.widen(other.width());
        }
        let (d, od) = (self.width(), other.width());
        for place in 0..self.classes as usize {
            let theirs = other.class(place);
            let mine = &mut self.moments[place * MOMENTS * d..(place + 1) * MOMENTS * d];
            for j in (0..od).filter(|j| theirs.weight[*j] > 0.0) {
                let (ours, both) = (mine[j], mine[j] + theirs.weight[j]);
                let distance = theirs.mean[j] - mine[d + j];
                mine[d + j] += distance * (theirs.weight[j] / both);
                mine[2 * d + j] += theirs.m2[j] + distance * distance * (ours * theirs.weight[j] / both);
                mine[3 * d + j] = mine[3 * d + j].min(theirs.low[j]);
                mine[4 * d + j] = mine[4 * d + j].max(theirs.high[j]);
                mine[j] = both;
            }
        }
    }

    /// Gives up the columns at these places (ascending).
    pub fn remove(&mut self, places: &[usize]) {
        let width = self.width();
        let kept =
            self.moments.iter().enumerate().filter(|(at, _)| places.binary_search(&(at % width)).is_err());
        self.moments = kept.map(|(_, moment)| *moment).collect();
        self.width -= places.len() as u32;
    }

    /// Only one of the columns.
    pub fn only(&self, column: usize) -> Gaussian {
        let moments = self.moments.iter().skip(column).step_by(self.width()).copied().collect();
        Gaussian { width: 1, classes: self.classes, moments }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        box_bytes(&self.moments)
    }

    /// Bytes on the heap of one column of so many classes.
    pub fn bytes_of(classes: usize) -> usize {
        block_bytes(classes * MOMENTS * size_of::<f64>())
    }

    /// The stored numbers, `[class][moment][column]`.
    pub fn numbers(&self) -> &[f64] {
        &self.moments
    }

    /// Puts stored numbers back; nothing if they are no moments of so many classes and columns.
    pub fn restore(classes: usize, width: usize, moments: Vec<f64>) -> Option<Gaussian> {
        let fits = moments.len() == classes * MOMENTS * width;
        let found = Gaussian { width: width as u32, classes: classes as u32, moments: moments.into() };
        let could_be = |class: Moments<'_>| {
            class.weight.iter().all(|weight| is_weight(*weight))
                && class.mean.iter().all(|mean| mean.is_finite())
                // Squares of large numbers of large weight may be too large for a number.
                && class.m2.iter().all(|m2| *m2 >= 0.0)
                && class.low.iter().chain(class.high).all(|end| !end.is_nan())
        };
        (fits && (0..classes).all(|place| could_be(found.class(place)))).then_some(found)
    }
}

/// `x`, or 0 where the mask is empty.
#[inline(always)]
fn masked(x: f64, mask: u64) -> f64 {
    f64::from_bits(x.to_bits() & mask)
}

/// Rows and the moments of their class.
struct Absorb<'a> {
    block: &'a Block<'a>,
    rows: &'a [u32],
    /// First column of the group.
    start: usize,
    weight: &'a mut [f64],
    mean: &'a mut [f64],
    m2: &'a mut [f64],
    low: &'a mut [f64],
    high: &'a mut [f64],
}

impl Sweep for Absorb<'_> {
    #[inline(always)]
    fn group<const N: usize>(&mut self) {
        // The moments of a few columns stay in registers while all rows pass.
        let (weights, means) = (next_mut::<N>(&mut self.weight), next_mut::<N>(&mut self.mean));
        let (m2s, lows) = (next_mut::<N>(&mut self.m2), next_mut::<N>(&mut self.low));
        let highs = next_mut::<N>(&mut self.high);
        let (mut weight, mut mean, mut m2, mut low, mut high) = (*weights, *means, *m2s, *lows, *highs);
        for index in self.rows {
            let start = *index as usize * self.block.numeric_width + self.start;
            let row: [f64; N] =
                *self.block.numbers[start..].first_chunk().expect("a row is as wide as its block");
            let w = self.block.weight(*index as usize);
            for j in 0..N {
                let x = row[j];
                // Computed for every column and then masked: a branch would keep the lanes apart.
                let here = if x.is_nan() { 0 } else { u64::MAX };
                let distance = x - mean[j];
                weight[j] += masked(w, here);
                mean[j] += masked(w / weight[j] * distance, here);
                // Never below 0: beside a far heavier value the mean may overshoot by a rounding. No number adds
                // nothing.
                let square = w * distance * (x - mean[j]);
                m2[j] += if square > 0.0 { square } else { 0.0 };
                low[j] = if x < low[j] { x } else { low[j] };
                high[j] = if x > high[j] { x } else { high[j] };
            }
        }
        (*weights, *means, *m2s, *lows, *highs) = (weight, mean, m2, low, high);
        self.start += N;
    }
}

struct Split<'a> {
    observer: &'a Gaussian,
    columns: Range<usize>,
    cuts: &'a [f64],
    ends: &'a [usize],
    shape: Shape<'a>,
    left: &'a mut [f64],
    right: &'a mut [f64],
}

impl Kernel for Split<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let n = self.cuts.len();
        for place in 0..self.observer.classes as usize {
            let class = self.observer.class(place);
            let left = &mut self.left[place * n..(place + 1) * n];
            let right = &mut self.right[place * n..(place + 1) * n];
            let mut from = 0;
            for (j, end) in self.columns.clone().zip(self.ends) {
                let mean = class.mean[j];
                let (floor, low, high) = match self.shape {
                    Shape::Clipped => (0.0, class.low[j], class.high[j]),
                    Shape::Open(floors) => (floors[j], f64::NEG_INFINITY, f64::INFINITY),
                };
                let variance = class.variance(j, floor);
                let spread = variance > 0.0;
                // Without a spread all weight stands at the mean: a steep step there.
                let per_deviation = if spread { 1.0 / variance.sqrt() } else { f64::INFINITY };
                for (score, cut) in left[from..*end].iter_mut().zip(&self.cuts[from..*end]) {
                    let distance = cut - mean;
                    let scaled = distance * per_deviation;
                    let scaled = if distance == 0.0 && !spread { FAR } else { scaled };
                    let scaled = if scaled > FAR { FAR } else { scaled };
                    let scaled = if scaled < -FAR { -FAR } else { scaled };
                    let scaled = if *cut < low { -FAR } else { scaled };
                    *score = if *cut >= high { FAR } else { scaled };
                }
                from = *end;
            }
            for score in left.iter_mut() {
                *score = normal_cdf(*score);
            }
            let mut from = 0;
            for (j, end) in self.columns.clone().zip(self.ends) {
                let weight = class.weight[j];
                for (left, right) in left[from..*end].iter_mut().zip(&mut right[from..*end]) {
                    *left *= weight;
                    *right = weight - *left;
                }
                from = *end;
            }
        }
    }
}
