//! Splits of a nominal column: one branch per category, and each category against the rest.
//!
//! Every category of every column is weighed at once; a multi-way split then costs a sum. Criteria are concave, so
//! that no split into one category and the rest gains more than the split into all categories: it is asked only where
//! that one is not allowed. (Of what is surely known that is not true; the order is the same there, as in MOA.)

use super::Proposal;
use crate::criteria::{Measure, Panel};
use crate::observers::Nominal;
use std::ops::Range;

/// Buffers that live from one attempt to the next.
#[derive(Default)]
pub struct Scratch {
    counts: Vec<f64>,
    rest: Vec<f64>,
    weight: Vec<f64>,
    mass: Vec<f64>,
    total: Vec<f64>,
    total_mass: Vec<f64>,
    places: Vec<(u32, u32)>,
}

/// Calls `enter(slot, mass won, weights of the branches, proposal)` with the best proposal of every nominal column
/// that has one. Two branches must hold more than a fraction of the weight, and there must be room for all of them.
pub fn propose(
    observer: &Nominal,
    classes: usize,
    measure: &dyn Measure,
    (min_branch_fraction, room): (f64, usize),
    scratch: &mut Scratch,
    mut enter: impl FnMut(u32, f64, &[f64], Proposal),
) {
    let places = scratch.gather(observer, classes);
    scratch.weigh(observer, classes, places, measure);
    let mut from = 0;
    for column in 0..observer.width() {
        let to = from + scratch.places[from..places].partition_point(|(slot, _)| *slot as usize <= column);
        let least = min_branch_fraction * scratch.total[column];
        if let Some((won, proposal)) = scratch.many(column, from..to, least, room) {
            enter(column as u32, won, &scratch.weight[from..to], proposal);
        } else if let Some((won, branches, proposal)) =
            scratch.one(column, from..to, least, observer, classes, measure)
        {
            enter(column as u32, won, &branches, proposal);
        }
        from = to;
    }
}

impl Scratch {
    /// Copies the categories of all columns, `[class][category]`, in order of column and code. Gives their number.
    fn gather(&mut self, observer: &Nominal, classes: usize) -> usize {
        let far = observer.far_codes();
        let places = observer.near_places() + far.len();
        self.places.clear();
        self.counts.clear();
        if far.is_empty() {
            (0..classes).for_each(|class| self.counts.extend_from_slice(observer.near(class)));
            for column in 0..observer.width() {
                self.places
                    .extend((0..observer.near_of(column).len()).map(|code| (column as u32, code as u32)));
            }
            return places;
        }
        self.counts.resize(classes * places, 0.0);
        let mut far = far.into_iter().peekable();
        for column in 0..observer.width() {
            for (code, at) in observer.near_of(column).enumerate() {
                for class in 0..classes {
                    self.counts[class * places + self.places.len()] = observer.near(class)[at];
                }
                self.places.push((column as u32, code as u32));
            }
            while let Some((_, code, at)) = far.next_if(|(slot, _, _)| *slot == column) {
                for class in 0..classes {
                    self.counts[class * places + self.places.len()] = observer.far(at)[class];
                }
                self.places.push((column as u32, code));
            }
        }
        places
    }

    /// Weight and mass of every category and of every column's totals.
    fn weigh(&mut self, observer: &Nominal, classes: usize, places: usize, measure: &dyn Measure) {
        let width = observer.width();
        self.weight.resize(places, 0.0);
        self.mass.resize(places, 0.0);
        self.total.resize(width, 0.0);
        self.total_mass.resize(width, 0.0);
        let counts = observer.weights().get(observer.near_places()..).unwrap_or_default();
        let totals = Panel { counts, stride: observer.stride(), classes };
        measure.weigh(totals, &mut self.total[..width], &mut self.total_mass[..width]);
        self.total_mass.iter_mut().for_each(|mass| *mass = measure.of_whole(*mass));
        let panel = Panel { counts: &self.counts, stride: places, classes };
        measure.weigh(panel, &mut self.weight[..places], &mut self.mass[..places]);
    }

    /// The split into all categories, with the mass that it removes.
    fn many(&self, column: usize, places: Range<usize>, least: f64, room: usize) -> Option<(f64, Proposal)> {
        if self.weight[places.clone()].iter().filter(|weight| **weight > 0.0).count() > room {
            return None;
        }
        let large = self.weight[places.clone()].iter().filter(|weight| **weight > least).count();
        let mass: f64 = self.mass[places].iter().sum();
        (large >= 2).then_some((self.total_mass[column] - mass, Proposal::Many { slot: column as u32 }))
    }

    /// The best split into one category and the rest, with the mass that it removes and both weights; the first of
    /// equals.
    fn one(
        &mut self,
        column: usize,
        places: Range<usize>,
        least: f64,
        observer: &Nominal,
        classes: usize,
        measure: &dyn Measure,
    ) -> Option<(f64, [f64; 2], Proposal)> {
        if self.weight[places.clone()].iter().filter(|weight| **weight > 0.0).count() < 3 {
            return None;
        }
        let mut best: Option<(f64, [f64; 2], Proposal)> = None;
        for at in places {
            let all = self.counts.len() / classes;
            self.rest.clear();
            // Rounding of real weights must not leave a rest below nothing.
            self.rest.extend(
                (0..classes)
                    .map(|class| (observer.totals(class)[column] - self.counts[class * all + at]).max(0.0)),
            );
            let rest: f64 = self.rest.iter().sum();
            let won = self.total_mass[column] - self.mass[at] - measure.of_one(&self.rest);
            if self.weight[at] > least && rest > least && best.is_none_or(|(most, ..)| won > most) {
                let proposal = Proposal::One { slot: column as u32, code: self.places[at].1 };
                best = Some((won, [self.weight[at], rest], proposal));
            }
        }
        best
    }
}
