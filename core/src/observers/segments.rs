//! Every different value with its class weights in an ordered map that is kept in order at every row: exact, and values
//! can be taken back in the time it takes to find them.
//!
//! The bins, blocks and segments of Elomaa & Lehtinen (2008), kept up to date as rows come and go (see `borders`).
//! Theirs is a balanced search tree with class counts in its leaves and a list of segments; here it is a slab of bins
//! (see `bins`) under a B+-tree (see `index`), and a segment is the run of bins from one mark to the next. Beside the
//! weights each bin counts rows: a class is gone from a bin when its last row is, whatever rounding left of its weight.

use super::summary::{Cuts, Summary};
use super::{WINDOWS, half_window, left_of, whole};
use crate::bytes::{box_bytes, tight_room};
use bins::{Bins, EMPTY, MIXED};
use index::{Index, Shape};

mod bins;
mod borders;
mod index;
mod page;
#[cfg(test)]
mod tests;

/// The number of no bin and of no page.
const NONE: u32 = u32::MAX;

/// Rounding in two sums of the same weights stays far below this share of them.
const ROUNDING: f64 = 1e-6;

/// Less than this share of what is taken is no weight of a row, but rounding.
const LEAST: f64 = 1e-12;

/// All of a class.
#[derive(Clone, Copy, Default)]
struct Total {
    weight: f64,
    rows: u64,
}

/// One column.
#[derive(Clone)]
pub struct Segments {
    totals: Box<[Total]>,
    bins: Bins,
    index: Index,
    /// How many blocks and how many segments begin.
    begun: [usize; 2],
}

impl Segments {
    /// The values, and whether a block and a segment begins with each.
    pub fn layers(&self) -> (Vec<f64>, Vec<bool>, Vec<bool>) {
        let bins = || self.bins.ids().map(|id| self.bins.bin(id));
        (
            bins().map(|bin| bin.value).collect(),
            bins().map(|bin| bin.begins[0]).collect(),
            bins().map(|bin| bin.begins[1]).collect(),
        )
    }

    /// How many bins, blocks and segments there are.
    pub fn layer_counts(&self) -> [usize; 3] {
        [self.bins.len(), self.begun[0], self.begun[1]]
    }

    /// Looks again at the border before a bin, if it is one.
    #[inline(always)]
    fn mark(&mut self, id: u32) {
        if id != NONE {
            let begins = borders::begins(&self.bins, id);
            self.begin(id, begins);
        }
    }

    #[inline(always)]
    fn begin(&mut self, id: u32, begins: [bool; 2]) {
        let before = std::mem::replace(&mut self.bins.bin_mut(id).begins, begins);
        for ((begun, now), before) in self.begun.iter_mut().zip(begins).zip(before) {
            *begun = *begun + usize::from(now) - usize::from(before);
        }
    }

    /// Adds weight and rows of a class at a value.
    #[inline(always)]
    fn add(&mut self, x: f64, place: usize, w: f64, more: u32) {
        let found = self.index.floor(x);
        let id = if found != NONE && self.bins.bin(found).value == x {
            found
        } else {
            let id = self.bins.insert(x, found);
            self.index.insert(x, id);
            id
        };
        let (weight, rows) = self.bins.cell(id, place);
        let counted = rows.saturating_add(more) - *rows;
        *weight += w;
        *rows += counted;
        let total = &mut self.totals[place];
        *total = Total { weight: total.weight + w, rows: total.rows + u64::from(counted) };
        let bin = self.bins.bin_mut(id);
        if bin.class == place as u32 {
            // A pure bin that gets more of its class is as it was.
            return;
        }
        bin.class = if bin.class == EMPTY { place as u32 } else { MIXED };
        let next = bin.next;
        self.mark(id);
        self.mark(next);
    }

    /// Gives room back if there is too much of it: bins and pages in order, one after the other.
    fn settle(&mut self) {
        let (bins_room, pages_room) = (self.bins.fitting_room(), self.index.fitting_room());
        if bins_room < self.bins.room() || pages_room < self.index.room() {
            self.bins = self.bins.in_order(bins_room);
            let values = self.bins.ids().map(|id| (self.bins.bin(id).value, id));
            self.index = Index::of(&self.index.shape(), values, pages_room);
        }
    }

    /// Adds the weights of values from one up to another, bin by bin.
    #[inline(always)]
    fn sum(&self, from: f64, to: f64, sums: &mut [f64]) {
        for (_, id) in self.index.values_from(from).take_while(|(value, _)| *value <= to) {
            for (sum, weight) in sums.iter_mut().zip(self.bins.weights(id)) {
                *sum += weight;
            }
        }
    }
}

impl Summary for Segments {
    type Limit = ();

    fn new(classes: usize, (): ()) -> Segments {
        Segments {
            totals: vec![Total::default(); classes].into(),
            bins: Bins::new(classes, 0),
            index: Index::new(0),
            begun: [0; 2],
        }
    }

    fn insert_class(&mut self, place: usize) {
        let mut totals = Vec::with_capacity(self.totals.len() + 1);
        totals.extend_from_slice(&self.totals[..place]);
        totals.push(Total::default());
        totals.extend_from_slice(&self.totals[place..]);
        self.totals = totals.into();
        self.bins.insert_class(place);
    }

    #[inline(always)]
    fn observe(&mut self, x: f64, place: usize, w: f64, (): ()) {
        self.add(x, place, w, 1);
    }

    /// Takes back one row. That can be done if the bin has rows of the class, and what is left of their weight agrees
    /// with what is left of them: none within a billionth of `w` with none, and more than a trillionth of it with
    /// more. A count that has reached its end no longer says how many rows there are.
    fn forget(&mut self, x: f64, place: usize, w: f64, (): ()) -> bool {
        let id = self.index.floor(x);
        if id == NONE || self.bins.bin(id).value != x {
            return false;
        }
        let (weight, rows) = self.bins.cell(id, place);
        let left = match *rows {
            0 | u32::MAX => return false,
            1 => left_of(*weight, w).filter(|left| *left == 0.0),
            _ => Some(*weight - w).filter(|left| *left > LEAST * w),
        };
        let Some(left) = left else { return false };
        *weight = left;
        *rows -= 1;
        let gone = *rows == 0;
        let total = &mut self.totals[place];
        total.rows -= 1;
        // With no rows left there is no weight either, whatever rounding says.
        total.weight = if total.rows == 0 { 0.0 } else { (total.weight - w).max(0.0) };
        if gone {
            self.bins.classify(id);
        } else if self.bins.bin(id).class == place as u32 {
            // A pure bin that keeps some of its class is as it was.
            return true;
        }
        let next = self.bins.bin(id).next;
        if self.bins.bin(id).class == EMPTY {
            self.begin(id, [false; 2]);
            self.index.remove(x);
            self.bins.remove(id);
            self.mark(next);
            self.settle();
        } else {
            self.mark(id);
            self.mark(next);
        }
        true
    }

    /// Exact: the summary of both streams. The other's bins come in order of their values.
    fn merge(&mut self, other: &Segments, (): ()) {
        for id in other.bins.ids() {
            let value = other.bins.bin(id).value;
            for (place, rows) in other.bins.rows(id).iter().enumerate().filter(|(_, rows)| **rows > 0) {
                self.add(value, place, other.bins.weights(id)[place], *rows);
            }
        }
    }

    /// Borders of segments, and the first and last cut that leaves both sides more than the fraction `least`.
    ///
    /// No other cut that leaves as much can gain more. Within a segment all bins have one relative distribution `p`, so
    /// from cut to cut nothing but a multiple of it, `t p` say, changes sides; every criterion's mass is concave in the
    /// class weights, so what is won, `mass(parent) - mass(left + t p) - mass(right - t p)`, is convex in `t`, and is
    /// largest at an end of the segment. The cuts that are allowed form an interval, so the ends of the allowed part of
    /// a segment are its borders, or the first or last allowed cut of all. (A pure run is the case in which `p` is one
    /// class: the boundary points of Fayyad & Irani are borders of blocks, and there are at least as many.)
    fn propose(&self, cuts: &mut Cuts, (): (), least: f64) {
        cuts.clear(self.totals.len());
        let whole: f64 = self.totals.iter().map(|total| total.weight).sum();
        // These sums run in another order than the ones that decide: what is within rounding of the limit is offered,
        // too.
        let (surely, perhaps) = (least * whole + ROUNDING * whole, least * whole - ROUNDING * whole);
        let (mut left_before, mut left) = (0.0, 0.0);
        let mut previous = None;
        for (value, id) in self.index.values_from(f64::NEG_INFINITY) {
            let weights = self.bins.weights(id);
            let weight: f64 = weights.iter().sum();
            if let Some(previous) = previous {
                let first = left > perhaps && left_before <= surely;
                let last = whole - left > perhaps && whole - (left + weight) <= surely;
                if self.bins.bin(id).begins[1] || first || last {
                    cuts.cut(previous);
                }
            }
            cuts.pass(weights);
            (left_before, left, previous) = (left, left + weight, Some(value));
        }
    }

    fn propose_all(&self, cuts: &mut Cuts, (): ()) {
        cuts.clear(self.totals.len());
        let mut previous = None;
        for (value, id) in self.index.values_from(f64::NEG_INFINITY) {
            if let Some(previous) = previous.replace(value) {
                cuts.cut(previous);
            }
            cuts.pass(self.bins.weights(id));
        }
    }

    fn below(&self, cut: f64, left: &mut [f64]) {
        left.fill(0.0);
        self.sum(f64::NEG_INFINITY, cut, left);
    }

    /// The share of a class's weight in a window of a sixteenth of the range around `x`, smoothed by one in every
    /// such window. The window is the same for all classes, so its width cancels.
    fn density(&self, x: f64, factors: &mut [f64], (): ()) {
        factors.fill(1.0);
        if self.bins.len() > 0 {
            let end = |id: u32| self.bins.bin(id).value;
            let half = half_window(end(self.bins.first), end(self.bins.last));
            self.sum(x - half, x + half, factors);
        }
        for (factor, total) in factors.iter_mut().zip(&self.totals) {
            *factor /= total.weight + WINDOWS;
        }
    }

    fn bytes(&self) -> usize {
        box_bytes(&self.totals) + self.bins.bytes() + self.index.bytes()
    }

    fn most_bytes(_: usize, (): ()) -> Option<usize> {
        None
    }

    /// Bins in order of their values and the shape of the index: in which places of the lists they stand is all that is
    /// left out, and nothing depends on it.
    fn store(&self, list: &mut Vec<f64>) {
        let shape = self.index.shape();
        list.extend([self.bins.room(), self.index.room(), shape.len()].map(|number| number as f64));
        list.extend(shape.iter().flatten().map(|count| *count as f64));
        list.extend(self.bins.ids().map(|id| self.bins.bin(id).value));
        list.extend(self.bins.ids().flat_map(|id| self.bins.rows(id)).map(|rows| f64::from(*rows)));
        list.extend(self.bins.ids().flat_map(|id| self.bins.weights(id)));
        list.extend(self.totals.iter().map(|total| total.weight));
    }

    fn restore(list: &[f64], classes: usize, (): ()) -> Option<Segments> {
        let [bins_room, pages_room, height, rest @ ..] = list else { return None };
        let (shape, rest) = shape_of(whole(*height, rest.len())?, rest)?;
        let pages: usize = shape.iter().map(Vec::len).sum();
        let count = shape.last().map_or(0, |leaves| leaves.iter().sum());
        let (values, rest) = rest.split_at_checked(count)?;
        let (rows, rest) = rest.split_at_checked(count.checked_mul(classes)?)?;
        let (weights, totals) = rest.split_at_checked(count.checked_mul(classes)?)?;
        let bins_room = whole(*bins_room, Bins::most_room(count))?;
        let pages_room = whole(*pages_room, Index::most_room(pages))?;
        let fits = bins_room >= count
            && bins_room == tight_room(bins_room)
            && pages_room >= pages
            && pages_room == Index::room_of(pages_room)
            && totals.len() == classes
            && values.iter().all(|x| x.is_finite() && x.to_bits() != (-0.0f64).to_bits())
            && values.windows(2).all(|pair| pair[0] < pair[1])
            && weights.iter().chain(totals).all(|w| w.is_finite() && w.is_sign_positive());
        if !fits {
            return None;
        }
        let mut column = Segments { bins: Bins::new(classes, bins_room), ..Segments::new(classes, ()) };
        for (at, value) in values.iter().enumerate() {
            let id = column.bins.insert(*value, column.bins.last);
            for (place, total) in column.totals.iter_mut().enumerate() {
                let cell = column.bins.cell(id, place);
                (*cell.0, *cell.1) = (
                    weights[at * classes + place],
                    whole(rows[at * classes + place], u32::MAX as usize)? as u32,
                );
                total.rows += u64::from(*cell.1);
                if (*cell.0 > 0.0) != (*cell.1 > 0) {
                    return None;
                }
            }
            column.bins.classify(id);
            if column.bins.bin(id).class == EMPTY {
                return None;
            }
            column.mark(id);
        }
        for (total, weight) in column.totals.iter_mut().zip(totals) {
            total.weight = *weight;
            if total.rows == 0 && *weight > 0.0 {
                return None;
            }
        }
        column.index = Index::of(&shape, values.iter().copied().zip(0..), pages_room);
        Some(column)
    }
}

/// The stored shape of an index of so many levels, and the numbers behind it.
fn shape_of(height: usize, list: &[f64]) -> Option<(Shape, &[f64])> {
    let (mut shape, mut rest, mut pages) = (Shape::new(), list, 1);
    for _ in 0..height {
        let (level, behind) = rest.split_at_checked(pages)?;
        let level: Vec<usize> = level.iter().map(|count| whole(*count, list.len())).collect::<Option<_>>()?;
        (pages, rest) = (level.iter().sum(), behind);
        shape.push(level);
    }
    Index::is_shape(&shape).then_some((shape, rest))
}
