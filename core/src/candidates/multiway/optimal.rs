//! The best partition into a bounded number of intervals, by dynamic programming.
//! Fulton, Kasif & Salzberg (1995); Elomaa & Rousu (1999), for additive measures.
//!
//! With `c(i, j)` the mass of pieces `i` to `j` as one interval and `T(r, j)` the least mass of pieces up to `j` in
//! exactly `r` intervals,
//!
//! ```text
//! T(1, j) = c(0, j)        T(r, j) = min over i of T(r-1, i-1) + c(i, j)
//! ```
//!
//! One run answers for every arity up to `q` in `O(q S^2)`. Intervals with the same last piece are weighed side by
//! side; several last pieces share a panel while they are short. Of equal partitions the one wins whose last interval
//! begins first, and so on from right to left; sums run from left to right.

use super::partitions::Partitions;
use super::pieces::Pieces;
use crate::counts::Panel;
use crate::criteria::Measure;
use crate::lanes::LANES;
use riparian_dispatch::{Kernel, widest};

/// Intervals weighed together: enough to fill the registers, few enough to stay in the nearest cache. Fewer, if there are
/// many classes.
const TILE: usize = 256;

/// Buffers that live from one search to the next.
#[derive(Default)]
pub struct Scratch {
    /// `T`, `[arity - 1][border]`: least mass of the pieces before a border.
    least: Vec<f64>,
    /// Where the last interval begins, the same layout.
    starts: Vec<u32>,
    sides: Vec<f64>,
    weight: Vec<f64>,
    mass: Vec<f64>,
}

/// Finds the least mass for every arity up to `found.most_intervals()`. Every interval must weigh more than `least`,
/// which is not negative.
pub fn search(
    pieces: &Pieces,
    measure: &dyn Measure,
    least: f64,
    scratch: &mut Scratch,
    found: &mut Partitions,
) {
    let (count, most) = (pieces.count(), found.most_intervals());
    found.clear(most);
    if count == 0 {
        return;
    }
    scratch.begin(pieces, measure, least, most);
    let borders = count + 1;
    // An inner border matters to partitions that go on after it; for two intervals `T(1, .)` is enough.
    let mut last = if most > 2 { 1 } else { count - 1 };
    let mut allowed = 0;
    let tile = Panel::tile(TILE, pieces.classes());
    while last < count {
        let (first, mut width) = (last, 0);
        let mut widths = [0; TILE];
        while last < count && last - first < TILE && (last == first || width + last <= tile) {
            // Intervals that end with the same piece are the lighter, the later they begin.
            while allowed < last && pieces.weight(allowed + 1..last + 1) > least {
                allowed += 1;
            }
            widths[last - first] = allowed;
            width += allowed;
            last += 1;
        }
        match last - first {
            1 => scratch.weigh_row(pieces, measure, first, width, tile),
            rows => scratch.weigh(pieces, measure, first, &widths[..rows], width),
        }
        let mut at = 0;
        for (row, width) in widths[..last - first].iter().enumerate() {
            let costs = &scratch.mass[at..at + width];
            at += width;
            let border = first + row + 1;
            let arities = if border == count { 2..most + 1 } else { 2..most };
            let (least, starts) = (&mut scratch.least, &mut scratch.starts);
            widest(Extend { costs, arities, border, borders, least, starts });
        }
    }
    for arity in 1..=most {
        let mass = scratch.least[(arity - 1) * borders + count];
        if mass < f64::INFINITY {
            let ends = found.set(arity, mass);
            let mut border = count;
            for r in (1..arity).rev() {
                border = scratch.starts[r * borders + border] as usize;
                ends[r - 1] = border as u32 - 1;
            }
        }
    }
}

impl Scratch {
    /// Fills `T(1, .)`; no other partition is known yet.
    fn begin(&mut self, pieces: &Pieces, measure: &dyn Measure, least: f64, most: usize) {
        let borders = pieces.count() + 1;
        self.least.clear();
        self.least.resize(most * borders, f64::INFINITY);
        self.starts.resize(most * borders, 0);
        let (counts, stride) = pieces.first_intervals();
        self.make_room((TILE + LANES).max(stride));
        let panel = Panel { counts, stride, classes: pieces.classes() };
        measure.weigh(panel, &mut self.weight[..stride - 1], &mut self.mass[..stride - 1]);
        for (border, weight) in self.weight[..pieces.count()].iter().enumerate() {
            if *weight > least {
                self.least[border + 1] = self.mass[border];
            }
        }
    }

    /// Weighs the intervals that end with piece `first` or one of the next, so many each as `widths` says, beginning
    /// with piece 1.
    fn weigh(
        &mut self,
        pieces: &Pieces,
        measure: &dyn Measure,
        first: usize,
        widths: &[usize],
        width: usize,
    ) {
        // Whole registers: what is beyond the last number is weighed for nothing.
        let stride = width.next_multiple_of(LANES);
        self.sides.resize((stride * pieces.classes()).max(self.sides.len()), 0.0);
        for class in 0..pieces.classes() {
            let up_to = pieces.up_to(class);
            let mut sides = &mut self.sides[class * stride..][..width];
            for (last, width) in (first..).zip(widths) {
                let (row, rest) = sides.split_at_mut(*width);
                let all = up_to[last + 1];
                for (side, before) in row.iter_mut().zip(&up_to[1..]) {
                    *side = all - before;
                }
                sides = rest;
            }
        }
        self.make_room(stride);
        let panel = Panel { counts: &self.sides, stride, classes: pieces.classes() };
        measure.weigh(panel, &mut self.weight[..stride], &mut self.mass[..stride]);
    }

    /// The same for the intervals that end with one piece, of which there may be more than a tile has room for.
    fn weigh_row(&mut self, pieces: &Pieces, measure: &dyn Measure, last: usize, width: usize, tile: usize) {
        self.make_room(width.next_multiple_of(LANES));
        for from in (0..width).step_by(tile) {
            let n = tile.min(width - from);
            let stride = n.next_multiple_of(LANES);
            self.sides.resize((stride * pieces.classes()).max(self.sides.len()), 0.0);
            for class in 0..pieces.classes() {
                let up_to = pieces.up_to(class);
                let sides = &mut self.sides[class * stride..][..n];
                for (side, before) in sides.iter_mut().zip(&up_to[1 + from..]) {
                    *side = up_to[last + 1] - before;
                }
            }
            let panel = Panel { counts: &self.sides, stride, classes: pieces.classes() };
            let among = from..from + stride;
            measure.weigh(panel, &mut self.weight[among.clone()], &mut self.mass[among]);
        }
    }

    fn make_room(&mut self, width: usize) {
        for buffer in [&mut self.weight, &mut self.mass] {
            buffer.resize(width.max(buffer.len()), 0.0);
        }
    }
}

/// Finds `T(r, .)` of one border for several arities, given what the intervals that end there cost.
struct Extend<'a> {
    /// Of the intervals that begin at border 1, 2, ...
    costs: &'a [f64],
    arities: std::ops::Range<usize>,
    border: usize,
    borders: usize,
    least: &'a mut [f64],
    starts: &'a mut [u32],
}

impl Kernel for Extend<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for arity in self.arities {
            let before = &self.least[(arity - 2) * self.borders + 1..][..self.costs.len()];
            let (mass, at) = least_sum(before, self.costs);
            self.least[(arity - 1) * self.borders + self.border] = mass;
            self.starts[(arity - 1) * self.borders + self.border] = at as u32 + 1;
        }
    }
}

/// The least sum of two lists, number by number, and the first place where it stands. One candidate in each of eight
/// lanes.
#[inline(always)]
fn least_sum(one: &[f64], other: &[f64]) -> (f64, usize) {
    let (mut least, mut places) = ([f64::INFINITY; LANES], [0.0; LANES]);
    let (one, one_rest) = one.as_chunks::<LANES>();
    let (other, other_rest) = other.as_chunks::<LANES>();
    let mut place = 0.0;
    for (one, other) in one.iter().zip(other) {
        for lane in 0..LANES {
            let sum = one[lane] + other[lane];
            let less = sum < least[lane];
            least[lane] = if less { sum } else { least[lane] };
            places[lane] = if less { place } else { places[lane] };
        }
        place += 1.0;
    }
    let mut best = (f64::INFINITY, 0);
    for lane in 0..LANES {
        let at = places[lane] as usize * LANES + lane;
        if least[lane] < best.0 || (least[lane] == best.0 && at < best.1) {
            best = (least[lane], at);
        }
    }
    for (lane, (one, other)) in one_rest.iter().zip(other_rest).enumerate() {
        if one + other < best.0 {
            best = (one + other, place as usize * LANES + lane);
        }
    }
    best
}

#[cfg(test)]
mod tests;
