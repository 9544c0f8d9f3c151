//! Every different value with its class weights in an ordered map that is kept in order at every row: exact, and values
//! can be taken back in the time it takes to find them.
//!
//! The bins, blocks and segments of Elomaa & Lehtinen (2008), kept up to date as rows come and go (see `borders`).
//! Theirs is a balanced search tree with class counts in its leaves and a list of segments; here it is a B+-tree (see
//! `index`) over pages of bins (see `leaf`), and a segment is the run of bins from one mark to the next. Beside the
//! weights each bin counts rows: a class is gone from a bin when its last row is, whatever rounding left of its weight.
//!
//! Where values hardly ever come twice nearly all bins are of one class, and these are on their page as a whole: a row
//! then touches one page of bins and nothing else that is not touched by all rows.

use super::summary::{Cuts, FEW, Summary};
use super::{WINDOWS, half_window};
use crate::bytes::box_bytes;
use crate::counts::left_of;
use cells::{Cells, only};
use index::{Index, Place};
use leaf::{Bin, Leaf, MIXED, Tag};
use weights::Weights;

mod borders;
mod cells;
mod index;
mod leaf;
mod page;
mod pages;
mod shape;
mod stored;
#[cfg(test)]
mod tests;
mod weights;

/// The number of no page and of no slot.
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
    index: Index,
    cells: Cells,
    /// How many bins there are, and how many blocks and segments begin.
    counts: [usize; 3],
}

impl Segments {
    /// The values, and whether a block and a segment begins with each.
    pub fn layers(&self) -> (Vec<f64>, Vec<bool>, Vec<bool>) {
        (
            self.index.bins().map(|bin| bin.value).collect(),
            self.index.bins().map(|bin| bin.tag.begins()[0]).collect(),
            self.index.bins().map(|bin| bin.tag.begins()[1]).collect(),
        )
    }

    /// How many bins, blocks and segments there are.
    pub fn layer_counts(&self) -> [usize; 3] {
        self.counts
    }

    #[inline(always)]
    fn bin(&self, Place { page, at }: Place) -> Bin {
        self.index.leaves[page].bin(at)
    }

    #[inline(always)]
    fn leaf(&mut self, place: Place) -> &mut Leaf {
        &mut self.index.leaves[place.page]
    }

    #[inline(always)]
    fn weights(&self, bin: &Bin) -> Weights<'_> {
        match bin.tag.class() {
            MIXED => Weights::Mixed(self.cells.weights(bin.rows)),
            class => Weights::Pure(class as usize, bin.weight),
        }
    }

    /// Looks again at the border before a bin, with the one before it.
    #[inline(always)]
    fn mark(&mut self, previous: Option<Place>, place: Place) {
        let previous = previous.map(|place| self.bin(place));
        let begins = borders::begins(&self.cells, previous, self.bin(place));
        self.begin(place, begins);
    }

    /// Looks again at the borders before and behind a bin.
    #[inline(always)]
    fn mark_both(&mut self, place: Place) {
        self.mark(self.index.previous(place), place);
        if let Some(next) = self.index.next(place) {
            self.mark(Some(place), next);
        }
    }

    #[inline(always)]
    fn begin(&mut self, place: Place, begins: [bool; 2]) {
        let tag = &mut self.index.leaves[place.page].tags[place.at];
        let before = tag.begins();
        *tag = tag.beginning(begins);
        self.counts[1] = self.counts[1] + usize::from(begins[0]) - usize::from(before[0]);
        self.counts[2] = self.counts[2] + usize::from(begins[1]) - usize::from(before[1]);
    }

    /// Adds weight and rows of a class at a value.
    fn add(&mut self, x: f64, place: usize, w: f64, more: u32) {
        self.add_at(self.index.seek(x), x, place, w, more);
    }

    /// The same where the value belongs.
    #[inline(always)]
    fn add_at(&mut self, sought: Option<(u32, usize)>, x: f64, place: usize, w: f64, more: u32) {
        let known = |(page, rank): &(u32, usize)| *rank > 0 && self.index.leaves[*page].value(rank - 1) == x;
        let total = &mut self.totals[place];
        total.weight += w;
        let Some((page, rank)) = sought.filter(known) else {
            total.rows += u64::from(more);
            self.counts[0] += 1;
            let bin = Bin { value: x, weight: w, rows: more, tag: Tag::of(place as u32) };
            let at = self.index.insert(sought, &bin);
            return self.mark_both(at);
        };
        let at = Place { page, at: rank - 1 };
        let leaf = &mut self.index.leaves[page];
        let class = leaf.tags[at.at].class();
        if class == place as u32 {
            // A pure bin that gets more of its class is as it was.
            let rows = &mut leaf.rows[at.at];
            let counted = rows.saturating_add(more) - *rows;
            *rows += counted;
            leaf.weights[at.at] += w;
            total.rows += u64::from(counted);
            return;
        }
        if class != MIXED {
            let slot = self.cells.take();
            let cell = self.cells.cell(slot, class as usize);
            (*cell.0, *cell.1) = (leaf.weights[at.at], leaf.rows[at.at]);
            leaf.set(at.at, MIXED, 0.0, slot);
        }
        let (weight, rows) = self.cells.cell(leaf.rows[at.at], place);
        let counted = rows.saturating_add(more) - *rows;
        *weight += w;
        *rows += counted;
        total.rows += u64::from(counted);
        self.mark_both(at);
    }

    /// A mixed bin has no rows of a class any more: if there is only one left, it is pure.
    fn purify(&mut self, place: Place) {
        let slot = self.bin(place).rows;
        if let Some(class) = only(self.cells.rows(slot)) {
            let cell = self.cells.cell(slot, class);
            let (weight, rows) = (*cell.0, *cell.1);
            self.leaf(place).set(place.at, class as u32, weight, rows);
            self.cells.give_back(slot);
        }
    }

    /// Gives room back if there is too much of it: bins and pages in order, one after the other.
    fn settle(&mut self) {
        let (cells_room, rooms) = (self.cells.fitting_room(), self.index.fitting_rooms());
        if cells_room < self.cells.room() || rooms != self.index.rooms() {
            let mut cells = Cells::new(self.totals.len(), cells_room);
            let bins = self.index.bins().map(|bin| match bin.tag.class() {
                MIXED => {
                    let rows = cells.put(self.cells.weights(bin.rows), self.cells.rows(bin.rows));
                    Bin { rows, ..bin }
                }
                _ => bin,
            });
            (self.index, self.cells) = (Index::of(&self.index.shape(), &bins.collect(), rooms), cells);
        }
    }

    /// Adds the weights of values from one up to another, bin by bin.
    #[inline(always)]
    fn sum(&self, from: f64, to: f64, sums: &mut [f64]) {
        let Some((first, rank)) = self.index.seek(from) else { return };
        let equal = rank > 0 && self.index.leaves[first].value(rank - 1) == from;
        let mut start = rank - usize::from(equal);
        for leaf in self.index.leaves_from(first) {
            let end = leaf.rank(to);
            for at in start..end {
                self.weights(&leaf.bin(at)).add_to(sums);
            }
            if end < leaf.len() {
                break;
            }
            start = 0;
        }
    }
}

impl Summary for Segments {
    type Limit = ();

    fn new(classes: usize, (): ()) -> Segments {
        Segments {
            totals: vec![Total::default(); classes].into(),
            index: Index::new(),
            cells: Cells::new(classes, 0),
            counts: [0; 3],
        }
    }

    fn insert_class(&mut self, place: usize) {
        let mut totals = Vec::with_capacity(self.totals.len() + 1);
        totals.extend_from_slice(&self.totals[..place]);
        totals.push(Total::default());
        totals.extend_from_slice(&self.totals[place..]);
        self.totals = totals.into();
        self.cells.insert_class(place);
        for leaf in self.index.leaves.all_mut() {
            let moved = |tag: &Tag| tag.class() != MIXED && tag.class() as usize >= place;
            leaf.tags.iter_mut().filter(|tag| moved(tag)).for_each(|tag| *tag = tag.classed(tag.class() + 1));
        }
    }

    #[inline(always)]
    fn observe(&mut self, x: f64, place: usize, w: f64, (): ()) {
        self.add_at(self.index.seek(x), x, place, w, 1);
    }

    /// Looks for all of them first: pages of a large column are far away, and are waited for together.
    #[inline(always)]
    fn observe_few(&mut self, values: &[f64; FEW], places: &[u32; FEW], weights: &[f64; FEW], (): ()) {
        let found = self.index.seek_few(values);
        for (lane, x) in values.iter().enumerate() {
            let there = self.index.is_between(*x, found[lane]);
            let sought = if there { Some(found[lane]) } else { self.index.seek(*x) };
            self.add_at(sought, *x, places[lane] as usize, weights[lane], 1);
        }
    }

    /// Takes back one row. That can be done if the bin has rows of the class, and what is left of their weight agrees
    /// with what is left of them: none within a billionth of `w` with none, and more than a trillionth of it with
    /// more. A count that has reached its end no longer says how many rows there are.
    fn forget(&mut self, x: f64, place: usize, w: f64, (): ()) -> bool {
        let Some(at) = self.index.find(x) else { return false };
        let leaf = &mut self.index.leaves[at.page];
        let class = leaf.tags[at.at].class();
        let (weight, rows) = match class {
            MIXED => self.cells.cell(leaf.rows[at.at], place),
            class if class == place as u32 => (&mut leaf.weights[at.at], &mut leaf.rows[at.at]),
            _ => return false,
        };
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
        if class == MIXED {
            if gone {
                self.purify(at);
            }
            self.mark_both(at);
            if gone {
                self.settle();
            }
        } else if gone {
            if let Some(next) = self.index.next(at) {
                self.mark(self.index.previous(at), next);
            }
            self.begin(at, [false; 2]);
            self.index.remove(at);
            self.counts[0] -= 1;
            self.settle();
        }
        // A pure bin that keeps some of its class is as it was.
        true
    }

    /// Exact: the summary of both streams. The other's bins come in order of their values.
    fn merge(&mut self, other: &Segments, (): ()) {
        for bin in other.index.bins() {
            match other.weights(&bin) {
                Weights::Pure(place, weight) => self.add(bin.value, place, weight, bin.rows),
                Weights::Mixed(weights) => {
                    let cells = weights.iter().zip(other.cells.rows(bin.rows)).enumerate();
                    for (place, (weight, rows)) in cells.filter(|(_, (_, rows))| **rows > 0) {
                        self.add(bin.value, place, *weight, *rows);
                    }
                }
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
        for bin in self.index.bins() {
            let weights = self.weights(&bin);
            let weight = weights.all();
            if let Some(previous) = previous {
                let first = left > perhaps && left_before <= surely;
                let last = whole - left > perhaps && whole - (left + weight) <= surely;
                if bin.tag.begins()[1] || first || last {
                    cuts.cut(previous);
                }
            }
            weights.add_to(&mut cuts.totals);
            (left_before, left, previous) = (left, left + weight, Some(bin.value));
        }
    }

    fn propose_all(&self, cuts: &mut Cuts, (): ()) {
        cuts.clear(self.totals.len());
        let mut previous = None;
        for bin in self.index.bins() {
            if let Some(previous) = previous.replace(bin.value) {
                cuts.cut(previous);
            }
            self.weights(&bin).add_to(&mut cuts.totals);
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
        if let Some([low, high]) = self.index.ends() {
            let half = half_window(low, high);
            self.sum(x - half, x + half, factors);
        }
        for (factor, total) in factors.iter_mut().zip(&self.totals) {
            *factor /= total.weight + WINDOWS;
        }
    }

    fn bytes(&self) -> usize {
        box_bytes(&self.totals) + self.index.bytes() + self.cells.bytes()
    }

    fn most_bytes(_: usize, (): ()) -> Option<usize> {
        None
    }

    fn touched(&self) -> f64 {
        let total = self.totals.first().map_or(0.0, |total| total.weight);
        total + self.index.leaves.first().map_or(0.0, Leaf::touched)
    }

    fn store(&self, list: &mut Vec<f64>) {
        stored::write(self, list);
    }

    fn restore(list: &[f64], classes: usize, (): ()) -> Option<Segments> {
        stored::read(list, classes)
    }
}
