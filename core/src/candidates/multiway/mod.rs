//! The best partition of a numeric column into several intervals at once.
//! Elomaa & Lehtinen (2008), "Maintaining optimal multi-way splits for numerical attributes in data streams".
//!
//! ```text
//! pieces        what lies between the cuts that a column offers
//! fuse          fewer pieces, if there are too many to try all pairs
//! optimal       the best partition for every number of intervals (two_classes: faster, where that will do)
//! polish        cuts between fused pieces moved to the best place near them
//! penalty       which number of intervals
//! ```
//!
//! `smallest` answers another question: the fewest intervals with the least error of all. Functions of class weights
//! alone; they know nothing of trees, rules, or how the weights were counted.

mod cheapest;
pub mod fuse;
pub mod optimal;
mod partitions;
mod penalty;
mod pieces;
mod polish;
mod scales;
pub mod smallest;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod thin;
pub mod two_classes;

pub use partitions::{MOST_INTERVALS, Partitions, intervals};
pub use penalty::{Circumstances, Penalty};
pub use pieces::Pieces;

use super::{Candidate, Search};
use crate::criteria::{Criterion, Measure, gain};
use crate::observers::Cuts;
use crate::tree::{Edges, Test};
use scales::Scales;
use std::ops::Range;

/// Pieces that are left where there are more.
pub const MOST_PIECES: usize = 128;

/// What makes a partition the best.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// What partitions of one arity are ranked by.
    pub measure: &'a dyn Measure,
    /// The criterion that it stands for: the unit of the penalty.
    pub criterion: Criterion,
    /// Number of classes that the penalty counts.
    pub classes: usize,
    /// Weight of the leaf's own rows.
    pub own: f64,
    /// Rows that the weights stand for.
    pub rows: f64,
    /// Every interval must hold more than this fraction of the column's weight.
    pub min_branch_fraction: f64,
    /// The most intervals, from 2 to [`MOST_INTERVALS`].
    pub most_intervals: usize,
    /// Pieces to which more are reduced; usually [`MOST_PIECES`].
    pub most_pieces: usize,
    /// What an interval more costs.
    pub penalty: Penalty,
}

/// The best partition of a column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found<'a> {
    /// Places of the cuts, ascending: one less than there are intervals.
    pub ends: &'a [u32],
    /// Weights of the intervals.
    pub weights: &'a [f64],
    /// What it gains.
    pub gain: f64,
    /// What its number of intervals was chosen by: the gain less the penalty, or the ratio.
    pub score: f64,
}

/// Buffers that live from one search to the next.
#[derive(Default)]
pub struct Scratch {
    all: Pieces,
    few: Pieces,
    /// Where the few end among all.
    ends: Vec<u32>,
    fuse: fuse::Scratch,
    optimal: optimal::Scratch,
    two_classes: two_classes::Scratch,
    relaxed: Partitions,
    scales: Scales,
    partitions: Partitions,
    /// The chosen partition: where it cuts, and what the intervals weigh.
    cuts: Vec<u32>,
    weights: Vec<f64>,
    /// For the smallest form: class weights of a piece, and the classes that are majorities of all in a run.
    counts: Vec<f64>,
    common: Vec<bool>,
}

/// Proposes the best partition of a column into at most so many intervals, at the cuts that it offers.
pub fn propose(
    place: usize,
    cuts: &Cuts,
    search: &Search<'_>,
    (most_intervals, penalty): (usize, Penalty),
    scratch: &mut Scratch,
    enter: &mut dyn FnMut(Candidate<'_>),
) {
    if most_intervals < 2 {
        return;
    }
    let Search { measure, criterion, classes, own, rows, min_branch_fraction, .. } = *search;
    let most_pieces = MOST_PIECES;
    let terms = Terms {
        measure,
        criterion,
        classes,
        own,
        rows,
        min_branch_fraction,
        most_intervals,
        most_pieces,
        penalty,
    };
    let Some(found) = best(cuts, &terms, scratch) else { return };
    let mut edges = [0.0; MOST_INTERVALS - 1];
    edges.iter_mut().zip(found.ends).for_each(|(edge, end)| *edge = cuts.points[*end as usize]);
    let Some(edges) = Edges::new(&edges[..found.ends.len()]) else { return };
    let slot = place as u32;
    let test = match edges.cuts() {
        [cut] => Test::Cut { slot, cut: *cut },
        _ => Test::Intervals { slot, edges },
    };
    // A ratio chooses among the partitions of one column, and columns are not compared by it.
    let gain = if penalty == Penalty::Ratio { found.gain } else { found.score };
    enter(Candidate { place, gain, weights: found.weights, branches: found.weights.len(), test });
}

/// The best partition at cuts that a column offers, into two intervals or more; of equal scores the smallest arity.
/// Nothing if the terms allow none.
pub fn best<'a>(cuts: &Cuts, terms: &Terms<'_>, scratch: &'a mut Scratch) -> Option<Found<'a>> {
    scratch.all.read_cuts(cuts, terms.most_pieces.max(terms.most_intervals));
    if scratch.all.count() < 2 {
        return None;
    }
    let weight = scratch.all.weight(0..scratch.all.count());
    let least = terms.min_branch_fraction * weight;
    scratch.partitions.clear(terms.most_intervals);
    if terms.penalty == Penalty::Free && scratch.is_smallest(terms, least) {
        let (gain, score) = scratch.gain_of_cuts(cuts, terms);
        return Some(Found { ends: &scratch.cuts, weights: &scratch.weights, gain, score });
    }
    let is_error = terms.measure.criterion() == Some(Criterion::Misclassification);
    if is_error && scratch.all.classes() == 2 && least == 0.0 {
        two_classes::search(&scratch.all, &mut scratch.two_classes, &mut scratch.partitions);
    } else if scratch.all.count() > terms.most_pieces.max(terms.most_intervals) {
        scratch.search_few(terms, least);
    } else {
        let (all, partitions) = (&scratch.all, &mut scratch.partitions);
        optimal::search(all, terms.measure, least, &mut scratch.optimal, partitions);
    }
    let (arity, gain, score) = scratch.choose(cuts, terms)?;
    scratch.read(arity);
    Some(Found { ends: &scratch.cuts, weights: &scratch.weights, gain, score })
}

impl Scratch {
    /// Reads the partition of the least error into the fewest intervals; false if that is none, or not allowed.
    fn is_smallest(&mut self, terms: &Terms<'_>, least: f64) -> bool {
        let (all, counts) = (&self.all, &mut self.counts);
        let weights = |piece: usize, weights: &mut Vec<f64>| all.counts(piece..piece + 1, weights);
        smallest::partition(all.count(), all.classes(), weights, counts, &mut self.common, &mut self.cuts);
        self.weigh_cuts();
        let fits = (2..=terms.most_intervals).contains(&self.weights.len());
        fits && self.weights.iter().all(|weight| *weight > least)
    }

    /// What the cuts that were read gain, twice: nothing is subtracted.
    fn gain_of_cuts(&self, cuts: &Cuts, terms: &Terms<'_>) -> (f64, f64) {
        let counts = |interval: Range<usize>| -> Vec<f64> {
            let mut counts = Vec::new();
            self.all.counts(interval, &mut counts);
            counts
        };
        let branches: Vec<Vec<f64>> = intervals(&self.cuts, &self.all).map(counts).collect();
        let gain = gain(terms.measure, &cuts.totals, branches.iter().map(Vec::as_slice), terms.own);
        (gain, gain)
    }

    /// Searches all arities among few pieces, then moves the cuts among all.
    fn search_few(&mut self, terms: &Terms<'_>, least: f64) {
        let (measure, most) = (terms.measure, terms.most_intervals);
        fuse::fuse(&self.all, measure, terms.most_pieces.max(most), &mut self.fuse, &mut self.ends);
        self.few.read_joined(&self.all, &self.ends);
        self.relaxed.clear(most);
        optimal::search(&self.few, measure, least, &mut self.optimal, &mut self.relaxed);
        for arity in 2..=most {
            if let Some((_, chosen)) = self.relaxed.of(arity) {
                let fused = (&self.ends[..], chosen);
                let mass = polish::polish(&self.all, measure, least, fused, &mut self.scales, &mut self.cuts);
                self.partitions.set(arity, mass).copy_from_slice(&self.cuts);
            }
        }
    }

    /// The arity of the best score, its gain and its score.
    fn choose(&mut self, cuts: &Cuts, terms: &Terms<'_>) -> Option<(usize, f64, f64)> {
        let whole = terms.measure.of_whole(terms.measure.of_one(&cuts.totals));
        let base = terms.measure.base(terms.own, self.all.weight(0..self.all.count()));
        let at = Circumstances {
            criterion: terms.criterion,
            classes: terms.classes,
            rows: terms.rows,
            pieces: self.all.count(),
        };
        let mut best: Option<(usize, f64, f64)> = None;
        for arity in 2..=terms.most_intervals {
            let Some((mass, _)) = self.partitions.of(arity) else { continue };
            let gain = (whole - mass) / base;
            let score = match terms.penalty {
                // No guard as between columns: partitions here have the largest gain of their arity, and the gain of
                // the smallest arity would always be below the mean.
                Penalty::Ratio => {
                    self.read(arity);
                    Criterion::GainRatio.merit(gain, &self.weights)
                }
                penalty => gain - penalty.of(arity, &at),
            };
            if best.is_none_or(|(_, _, most)| score > most) {
                best = Some((arity, gain, score));
            }
        }
        best
    }

    /// Reads where the partition of an arity cuts, and what its intervals weigh.
    fn read(&mut self, arity: usize) {
        self.cuts.clear();
        if let Some((_, ends)) = self.partitions.of(arity) {
            self.cuts.extend_from_slice(ends);
        }
        self.weigh_cuts();
    }

    fn weigh_cuts(&mut self) {
        self.weights.clear();
        let weights = intervals(&self.cuts, &self.all).map(|interval| self.all.weight(interval));
        self.weights.extend(weights);
    }
}
