//! Weighs intervals of pieces side by side.

use super::pieces::Pieces;
use super::thin::{Gathered, Thin};
use crate::counts::Panel;
use crate::criteria::Measure;
use crate::lanes::LANES;
use std::ops::Range;

/// What was weighed last, and the buffers for it.
#[derive(Default)]
pub struct Scales {
    sides: Vec<f64>,
    gathered: Gathered,
    /// Weights of all classes at three borders of thin pieces.
    low: Vec<f64>,
    high: Vec<f64>,
    level: Vec<f64>,
    /// Weights of the intervals, and numbers without meaning after them.
    pub weight: Vec<f64>,
    /// Their masses.
    pub mass: Vec<f64>,
}

impl Scales {
    /// Weighs a list of intervals.
    pub fn weigh(
        &mut self,
        pieces: &Pieces,
        measure: &dyn Measure,
        intervals: impl Iterator<Item = Range<usize>> + Clone,
    ) {
        let width = intervals.clone().count();
        if let Some(thin) = pieces.thin() {
            self.make_room(width);
            for (at, interval) in intervals.enumerate() {
                (self.weight[at], self.mass[at]) = thin.weigh(interval, measure, &mut self.gathered);
            }
            return;
        }
        // A pair is too narrow for registers anyway.
        let stride = if width > 2 { width.next_multiple_of(LANES) } else { width };
        self.begin(stride, pieces.classes());
        for class in 0..pieces.classes() {
            for (side, interval) in self.sides[class * stride..].iter_mut().zip(intervals.clone()) {
                *side = pieces.of_class(class, interval);
            }
        }
        self.finish(stride, pieces.classes(), measure);
    }

    /// Weighs both sides of cuts after some places, within an interval: all that is before them, then all after.
    pub fn weigh_sides(
        &mut self,
        pieces: &Pieces,
        measure: &dyn Measure,
        within: Range<usize>,
        places: Range<usize>,
    ) {
        let n = places.len();
        let stride = (2 * n).next_multiple_of(LANES);
        self.begin(stride, pieces.classes());
        if let Some(thin) = pieces.thin() {
            self.read_sides(thin, within, places, stride);
            return self.finish(stride, pieces.classes(), measure);
        }
        for class in 0..pieces.classes() {
            let up_to = pieces.up_to(class);
            let (low, high) = (up_to[within.start], up_to[within.end]);
            let (left, right) = self.sides[class * stride..][..2 * n].split_at_mut(n);
            for ((left, right), border) in left.iter_mut().zip(right).zip(&up_to[places.start + 1..]) {
                (*left, *right) = (border - low, high - border);
            }
        }
        self.finish(stride, pieces.classes(), measure);
    }

    /// Whole registers: what is beyond the last number weighs nothing.
    fn begin(&mut self, stride: usize, classes: usize) {
        self.sides.clear();
        self.sides.resize(stride * classes, 0.0);
        self.make_room(stride);
    }

    fn make_room(&mut self, width: usize) {
        for buffer in [&mut self.weight, &mut self.mass] {
            buffer.resize(width.max(buffer.len()), 0.0);
        }
    }

    fn read_sides(&mut self, thin: &Thin, within: Range<usize>, places: Range<usize>, stride: usize) {
        let (n, start) = (places.len(), places.start);
        thin.up_to(within.start, &mut self.low);
        thin.up_to(within.end, &mut self.high);
        thin.up_to(start, &mut self.level);
        for place in places {
            thin.pass(place..place + 1, &mut self.level);
            let sides = self.sides[place - start..].chunks_mut(stride);
            let levels = self.level.iter().zip(self.low.iter().zip(&self.high));
            for (sides, (border, (low, high))) in sides.zip(levels) {
                (sides[0], sides[n]) = (border - low, high - border);
            }
        }
    }

    fn finish(&mut self, stride: usize, classes: usize, measure: &dyn Measure) {
        let panel = Panel { counts: &self.sides, stride, classes };
        measure.weigh(panel, &mut self.weight[..stride], &mut self.mass[..stride]);
    }
}
