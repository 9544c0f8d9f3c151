//! Every different value with its class weights: exact, and as large as the column is varied.
//!
//! The binary tree of Gama, Rocha & Medas (2003, VFDTc), "bintree" in Pfahringer, Holmes & Kirkby (2008). Theirs is a
//! search tree that sorted input turns into a list; here it is a sorted list with a short unsorted tail of newcomers,
//! which is sorted in when it is full: nothing to unbalance, nothing to follow, and twenty bytes per entry. Only
//! boundary points are offered (see `propose`).

use super::summary::{Cuts, Summary};
use super::{WINDOWS, half_window, whole};
use crate::bytes::box_bytes;
use crate::counts::{is_weight, left_of};
use entries::Entries;
use std::ops::Range;

mod entries;
#[cfg(test)]
mod tests;

/// Newcomers that wait unsorted: an eighth of the sorted entries, within these limits. A longer tail is sorted in
/// less often; a shorter one is cheaper to look through, which naive Bayes does at every row, and to keep. (Measured:
/// a quarter takes a tenth less time to count a value, and as much more to answer.)
const SHORTEST_TAIL: usize = 16;
const LONGEST_TAIL: usize = 512;

/// How many entries there are from one mark to the next.
const STRIDE: usize = 64;

const NO_RANGE: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

/// Rounding in two sums of the same weights stays far below this share of them.
const ROUNDING: f64 = 1e-6;

/// Whole numbers up to here, and sums of them, are exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A group of equal values with more than one class.
const MIXED: u32 = u32::MAX;

/// Whether a weight is a whole number, and not too large to be told at a glance.
#[inline(always)]
fn is_whole(w: f64) -> bool {
    f64::from(w as u32) == w
}

/// One column.
#[derive(Clone)]
pub struct Exhaustive {
    /// Weight of all values by class.
    totals: Box<[f64]>,
    /// How many entries are sorted, by value and then by class, each pair once; the tail follows in order of arrival.
    /// Sorted entries that were forgotten stay, without weight, until the tail is sorted in.
    sorted: usize,
    /// How many entries there is room for; part of the state, since bytes depend on it. Entries that were copied, or read
    /// from a file, have none to spare until others come.
    room: usize,
    entries: Entries,
    /// Smallest and largest value. This and the next follow from the entries.
    range: [f64; 2],
    /// Class weights before every `STRIDE`th of the sorted entries but the first.
    marks: Box<[f64]>,
    /// How many sorted entries have no weight.
    gone: usize,
    /// True if all weights are whole numbers, so that sums from which some are taken are what a fresh sum would be.
    exact: bool,
}

impl Exhaustive {
    /// All entries in order; equal ones in order of arrival.
    fn in_order(&self) -> Entries {
        let mut tail = self.entries.triples(self.sorted);
        // Stable: entries that are equal are summed in order of arrival.
        tail.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut list = self.entries.woven(self.sorted, &tail);
        if self.gone > 0 {
            list.drop_weightless();
        }
        list
    }

    /// Sorts the tail in, and makes room for the next one.
    #[cold]
    #[inline(never)]
    fn settle(&mut self) {
        self.adopt(self.in_order());
    }

    /// Takes over entries in order, each pair of value and class as one.
    fn adopt(&mut self, mut list: Entries) {
        list.fuse();
        self.sorted = list.len();
        self.room = self.sorted + (self.sorted / 8).clamp(SHORTEST_TAIL, LONGEST_TAIL);
        list.make_room(self.room);
        self.entries = list;
        self.mark();
    }

    /// Finds the range again.
    fn measure(&mut self) {
        let (sorted, tail) = self.entries.values.split_at(self.sorted);
        let held = || sorted.iter().zip(&self.entries.weights).filter(|(_, weight)| **weight > 0.0);
        let ends = [held().next(), held().next_back()].into_iter().flatten().map(|(x, _)| x);
        self.range = ends.chain(tail).fold(NO_RANGE, |[low, high], x| [low.min(*x), high.max(*x)]);
    }

    /// Finds all again that follows from the entries.
    fn mark(&mut self) {
        self.measure();
        self.gone = self.entries.weights[..self.sorted].iter().filter(|weight| **weight == 0.0).count();
        self.exact = self.entries.weights.iter().all(|weight| is_whole(*weight));
        let mut sums = vec![0.0; self.totals.len()];
        let mut marks = Vec::with_capacity(self.sorted.div_ceil(STRIDE) * sums.len());
        for at in 0..self.sorted {
            if at.is_multiple_of(STRIDE) {
                marks.extend_from_slice(&sums);
            }
            sums[self.entries.places[at] as usize] += self.entries.weights[at];
        }
        self.marks = marks.into();
    }

    /// Gives a sorted entry another weight.
    fn reweigh(&mut self, at: usize, weight: f64) {
        let (place, classes) = (self.entries.places[at] as usize, self.totals.len());
        let before = std::mem::replace(&mut self.entries.weights[at], weight);
        self.gone = self.gone + usize::from(weight == 0.0) - usize::from(before == 0.0);
        let behind = (at / STRIDE + 1) * classes + place;
        for mark in self.marks.iter_mut().skip(behind).step_by(classes) {
            *mark += weight - before;
        }
    }

    /// Adds the class weights of some of the sorted entries: from mark to mark, and one by one at the ends.
    #[inline(always)]
    fn add_sorted(&self, entries: Range<usize>, sums: &mut [f64]) {
        let (first, last) = (entries.start.div_ceil(STRIDE), entries.end / STRIDE);
        if first >= last {
            return self.add(entries, sums);
        }
        let classes = sums.len();
        // A mark may stand behind the last entry in thought, but not in memory.
        let last = if last * classes < self.marks.len() { last } else { last - 1 };
        self.add(entries.start..first * STRIDE, sums);
        self.add(last * STRIDE..entries.end, sums);
        let (before, behind) = (&self.marks[first * classes..], &self.marks[last * classes..]);
        for (sum, (before, behind)) in sums.iter_mut().zip(before.iter().zip(behind)) {
            *sum += behind - before;
        }
    }

    /// Adds the class weights of some entries.
    #[inline(always)]
    fn add(&self, entries: Range<usize>, sums: &mut [f64]) {
        for (place, weight) in self.entries.places[entries.clone()].iter().zip(&self.entries.weights[entries])
        {
            sums[*place as usize] += weight;
        }
    }
}

impl Summary for Exhaustive {
    type Limit = ();

    fn new(classes: usize, (): ()) -> Exhaustive {
        Exhaustive {
            totals: vec![0.0; classes].into(),
            sorted: 0,
            room: 0,
            entries: Entries::default(),
            range: NO_RANGE,
            marks: Box::default(),
            gone: 0,
            exact: true,
        }
    }

    fn insert_class(&mut self, place: usize) {
        super::insert_rows(&mut self.totals, place, 1, |_| 0.0);
        for held in &mut self.entries.places {
            *held += u32::from(*held as usize >= place);
        }
        self.mark();
    }

    #[inline(always)]
    fn observe(&mut self, x: f64, place: usize, w: f64, (): ()) {
        if self.entries.len() == self.room {
            self.settle();
        }
        if self.entries.is_full() {
            self.entries.make_room(self.room);
        }
        self.entries.push(x, place as u32, w);
        self.totals[place] += w;
        self.exact &= is_whole(w);
        let [low, high] = self.range;
        self.range = [if x < low { x } else { low }, if x > high { x } else { high }];
    }

    /// Exact up to rounding: what is left within a billionth of `w` is nothing.
    fn forget(&mut self, x: f64, place: usize, w: f64, (): ()) -> bool {
        let found = self.entries.positions(self.sorted, x, place as u32);
        let held: f64 = found.iter().map(|at| self.entries.weights[*at]).sum();
        let Some(left) = left_of(held, w) else { return false };
        // The first of them stands for what is left of all. From the last to the first, so that the others stay where
        // they are.
        for (nth, at) in found.iter().enumerate().rev() {
            match if nth == 0 { left } else { 0.0 } {
                weight if *at < self.sorted => self.reweigh(*at, weight),
                0.0 => self.entries.remove(*at),
                weight => self.entries.weights[*at] = weight,
            }
        }
        if self.exact && self.totals[place] < EXACT {
            // A file may tell of less than its entries hold together.
            self.totals[place] = (self.totals[place] - (held - left)).max(0.0);
            if self.range.contains(&x) {
                self.measure();
            }
        } else {
            // Counted anew: a sum from which weights were taken would keep what rounding left of them.
            let mut sums = vec![0.0; self.totals.len()];
            self.add(0..self.entries.len(), &mut sums);
            self.totals = sums.into();
            self.mark();
        }
        let held = self.entries.len() - self.gone;
        if self.room > 2 * (held + SHORTEST_TAIL) || held == 0 {
            self.settle();
        }
        true
    }

    /// Exact: the summary of both streams.
    fn merge(&mut self, other: &Exhaustive, (): ()) {
        for (total, more) in self.totals.iter_mut().zip(&other.totals) {
            *total += more;
        }
        let mine = self.in_order();
        self.adopt(mine.woven(mine.len(), &other.in_order().triples(0)));
    }

    /// Boundary points (Fayyad & Irani, 1992), and the first and last cut that leaves both sides more than the
    /// fraction `least`.
    ///
    /// No other cut that leaves as much can gain more. Between two neighbouring values of one and the same class
    /// nothing but weight of that class changes sides, `t` of it say; every criterion's mass is concave in the class
    /// weights, so what is won, `mass(parent) - mass(left + t) - mass(right - t)`, is convex in `t` over a run of
    /// such values, and is largest at an end of it. The cuts that are allowed form an interval, so the ends of the
    /// allowed part of a run are boundary points, or the first or last allowed cut of all.
    fn propose(&self, cuts: &mut Cuts, (): (), least: f64) {
        cuts.clear(self.totals.len());
        let list = self.in_order();
        let whole: f64 = self.totals.iter().sum();
        // These sums run in another order than the ones that decide: what is within rounding of the limit is offered,
        // too.
        let (surely, perhaps) = (least * whole + ROUNDING * whole, least * whole - ROUNDING * whole);
        let (mut before, mut left_before, mut left) = (MIXED, 0.0, 0.0);
        let mut begin = 0;
        while begin < list.len() {
            let (value, mut class) = (list.values[begin], list.places[begin]);
            let mut weight = list.weights[begin];
            let mut end = begin + 1;
            while end < list.len() && list.values[end] == value {
                class = if list.places[end] == class { class } else { MIXED };
                weight += list.weights[end];
                end += 1;
            }
            if begin > 0 {
                let boundary = class != before || class == MIXED;
                let first = left > perhaps && left_before <= surely;
                let last = whole - left > perhaps && whole - (left + weight) <= surely;
                if boundary || first || last {
                    cuts.cut(list.values[begin - 1]);
                }
            }
            for at in begin..end {
                cuts.totals[list.places[at] as usize] += list.weights[at];
            }
            (before, left_before, left, begin) = (class, left, left + weight, end);
        }
    }

    fn propose_all(&self, cuts: &mut Cuts, (): ()) {
        cuts.clear(self.totals.len());
        let list = self.in_order();
        for at in 0..list.len() {
            if at > 0 && list.values[at] > list.values[at - 1] {
                cuts.cut(list.values[at - 1]);
            }
            cuts.totals[list.places[at] as usize] += list.weights[at];
        }
    }

    fn below(&self, cut: f64, left: &mut [f64]) {
        left.fill(0.0);
        let list = self.in_order();
        for at in 0..list.values.partition_point(|x| *x <= cut) {
            left[list.places[at] as usize] += list.weights[at];
        }
    }

    /// The share of a class's weight in a window of a sixteenth of the range around `x`, smoothed by one in every
    /// such window. The window is the same for all classes, so its width cancels.
    fn density(&self, x: f64, factors: &mut [f64], (): ()) {
        factors.fill(1.0);
        let [low, high] = self.range;
        let half = half_window(low, high);
        let (from, to) = (x - half, x + half);
        let (sorted, tail) = self.entries.values.split_at(self.sorted);
        let begin = sorted.partition_point(|value| *value < from);
        let end = sorted.partition_point(|value| *value <= to);
        self.add_sorted(begin..end, factors);
        for (at, value) in tail.iter().enumerate() {
            if *value >= from && *value <= to {
                self.add(self.sorted + at..self.sorted + at + 1, factors);
            }
        }
        for (factor, total) in factors.iter_mut().zip(&self.totals) {
            *factor /= total + WINDOWS;
        }
    }

    fn bytes(&self) -> usize {
        box_bytes(&self.totals) + box_bytes(&self.marks) + Entries::bytes(self.room)
    }

    fn most_bytes(_: usize, (): ()) -> Option<usize> {
        None
    }

    fn touched(&self) -> f64 {
        let [total, value, weight] =
            [&self.totals[..], &self.entries.values, &self.entries.weights].map(|list| list.first());
        let place = f64::from(self.entries.places.first().copied().unwrap_or(0));
        [total, value, weight].into_iter().flatten().sum::<f64>() + place
    }

    fn store(&self, list: &mut Vec<f64>) {
        list.extend([self.sorted as f64, self.room as f64]);
        list.extend_from_slice(&self.totals);
        self.entries.store(list, self.totals.len());
    }

    fn restore(list: &[f64], classes: usize, (): ()) -> Option<Exhaustive> {
        let [sorted, room, numbers @ ..] = list else { return None };
        let (totals, rest) = numbers.split_at_checked(classes)?;
        let entries = Entries::restore(rest, classes)?;
        let len = entries.len();
        let sorted = whole(*sorted, len)?;
        let held = entries.weights.iter().filter(|weight| **weight > 0.0).count();
        let room = whole(*room, 2 * (held + SHORTEST_TAIL))?;
        let is_tail = entries.weights[sorted..].iter().all(|weight| *weight > 0.0);
        if room < len || !is_tail || !entries.is_ordered(sorted) || !totals.iter().all(|x| is_weight(*x)) {
            return None;
        }
        let mut column =
            Exhaustive { totals: totals.into(), sorted, room, entries, ..Exhaustive::new(classes, ()) };
        column.mark();
        Some(column)
    }
}
