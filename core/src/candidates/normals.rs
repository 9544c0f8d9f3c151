//! Cuts through the normal distributions of numeric columns: a grid, the points where two classes cross, or both.

use super::crossings::{self, Offer};
use super::sides::Weighed;
use super::{Candidate, Candidates, Search, TILE, grid};
use crate::counts::Panel;
use crate::criteria::{Criterion, Measure};
use crate::lanes::LANES;
use crate::observers::{Curve, Gaussian, Shape};
use crate::tree::Test;
use std::ops::Range;

/// Buffers that live from one attempt to the next.
#[derive(Default)]
pub struct Buffers {
    low: Vec<f64>,
    high: Vec<f64>,
    floors: Vec<f64>,
    curves: Vec<Curve>,
    /// Weight and mass of each column.
    weight: Vec<f64>,
    mass: Vec<f64>,
    batch: Batch,
    sides: Sides,
}

/// The cuts of some columns, one after the other.
#[derive(Default)]
struct Batch {
    first: usize,
    cuts: Vec<f64>,
    /// Where the cuts of each column end.
    ends: Vec<usize>,
    /// Whether some crossings of each column were left out.
    has_losers: Vec<bool>,
    /// The best cut of each column.
    best: Vec<Option<Best>>,
}

/// Both sides of a piece of a batch.
#[derive(Default)]
struct Sides {
    /// Where the cuts of each column end within the piece.
    ends: Vec<usize>,
    counts: [Vec<f64>; 2],
    weight: [Vec<f64>; 2],
    mass: [Vec<f64>; 2],
}

/// The best cut of a column.
#[derive(Clone, Copy)]
struct Best {
    won: f64,
    cut: f64,
    weights: [f64; 2],
}

/// Proposes the best cut of every column.
pub fn propose(
    observer: &Gaussian,
    search: &Search<'_>,
    buffers: &mut Buffers,
    enter: &mut dyn FnMut(Candidate<'_>),
) {
    let Search { candidates, measure, own, .. } = *search;
    let mut enter = |place: usize, whole: f64, Best { won, cut, weights }: Best| {
        let is_noise = won < 0.0 && !candidates.loss_competes();
        let gain = if is_noise { 0.0 } else { won / measure.base(own, whole) };
        let test = Test::Cut { slot: place as u32, cut };
        enter(Candidate { place, gain, weights: &weights, branches: 2, test });
    };
    let offer = Offer::of(search.faithful);
    let is_error = search.criterion == Criterion::Misclassification;
    let usual = if is_error { offer.pruned(observer.totals().classes) } else { offer };
    buffers.begin(observer, search);
    let (mut column, mut again) = (0, Vec::new());
    while column < observer.width() {
        buffers.batch.begin(column);
        // As many columns as make a piece, if they are as long as the last.
        let (mut last, most) = (0, piece(observer));
        while column < observer.width() && buffers.batch.cuts.len() + last <= most {
            last = buffers.batch.cuts.len();
            buffers.propose(observer, column, candidates, usual);
            buffers.batch.close();
            last = buffers.batch.cuts.len() - last;
            column += 1;
        }
        buffers.weigh(observer, search);
        for (at, best) in buffers.batch.best.iter().enumerate() {
            let column = buffers.batch.first + at;
            let is_clear = best.is_some_and(|best| best.won > buffers.least(column, search));
            match best {
                _ if !is_clear && buffers.batch.has_losers[at] => again.push(column),
                Some(best) => enter(column, buffers.weight[column], *best),
                None => {}
            }
        }
    }
    // A winner that leaves one side too little is refused, and gains as little: then any other may be the best.
    for column in again {
        buffers.batch.begin(column);
        buffers.propose(observer, column, candidates, offer);
        if let Some(best) = buffers.alone(observer, search) {
            enter(column, buffers.weight[column], best);
        }
    }
}

/// The best of a cut and the crossings of its column, once it is known that this column is split: Mirkhan et al.'s
/// "delayed" search. The cut itself if none is better.
pub fn refined(
    observer: &Gaussian,
    column: usize,
    cut: f64,
    search: &Search<'_>,
    buffers: &mut Buffers,
) -> f64 {
    buffers.begin(observer, search);
    buffers.batch.begin(column);
    buffers.batch.cuts.push(cut);
    buffers.propose(observer, column, Candidates::Crossings, Offer::of(search.faithful));
    buffers.alone(observer, search).map_or(cut, |best| best.cut)
}

/// What the best other cut of a column wins; below any if there is none.
pub fn next_best(
    observer: &Gaussian,
    column: usize,
    cut: f64,
    search: &Search<'_>,
    buffers: &mut Buffers,
) -> f64 {
    buffers.begin(observer, search);
    buffers.batch.begin(column);
    buffers.propose(observer, column, search.candidates, Offer::of(search.faithful));
    buffers.batch.cuts.retain(|other| *other != cut);
    buffers.alone(observer, search).map_or(f64::NEG_INFINITY, |best| best.won)
}

/// Cuts that are weighed together: fewer, if there are many classes.
fn piece(observer: &Gaussian) -> usize {
    (16 * TILE / observer.totals().classes.max(1)).clamp(LANES, TILE)
}

impl Batch {
    /// Forgets all cuts; those of column `first` come next.
    fn begin(&mut self, first: usize) {
        self.first = first;
        self.cuts.clear();
        self.ends.clear();
        self.has_losers.clear();
        self.best.clear();
    }

    /// All cuts of a column are there.
    fn close(&mut self) {
        self.ends.push(self.cuts.len());
        self.has_losers.resize(self.ends.len(), false);
        self.best.push(None);
    }
}

impl Buffers {
    /// Looks at the range, the least variance and the totals of every column.
    fn begin(&mut self, observer: &Gaussian, search: &Search<'_>) {
        let measure = search.measure;
        observer.extent(&mut self.low, &mut self.high);
        self.floors.clear();
        if !search.is_clipped() {
            let ranges = self.low.iter().zip(&self.high).map(|(low, high)| high - low);
            self.floors.extend(ranges.map(|range| search.faithful.floor(range)));
        }
        self.weight.resize(observer.width(), 0.0);
        self.mass.resize(observer.width(), 0.0);
        measure.weigh(observer.totals(), &mut self.weight, &mut self.mass);
        self.mass.iter_mut().for_each(|mass| *mass = measure.of_whole(*mass));
    }

    /// Adds cuts of a column to the batch.
    #[inline(always)]
    fn propose(&mut self, observer: &Gaussian, column: usize, candidates: Candidates, offer: Offer) {
        let (range, batch) = ((self.low[column], self.high[column]), &mut self.batch);
        if let Some(points) = candidates.points() {
            grid::propose(range.0, range.1, points, &mut batch.cuts);
        }
        if matches!(candidates, Candidates::Crossings | Candidates::Combined { .. }) {
            observer.curves(column, self.floors[column], &mut self.curves);
            batch.has_losers.push(crossings::propose(&self.curves, range, offer, &mut batch.cuts));
        }
    }

    /// Weight that a side must exceed.
    fn least(&self, column: usize, search: &Search<'_>) -> f64 {
        search.min_branch_fraction * self.weight[column]
    }

    /// The best cut of a batch of one column, which is complete.
    fn alone(&mut self, observer: &Gaussian, search: &Search<'_>) -> Option<Best> {
        self.batch.close();
        self.weigh(observer, search);
        self.batch.best[0]
    }

    /// Finds the best cut of every column of the batch, the first of equals.
    fn weigh(&mut self, observer: &Gaussian, search: &Search<'_>) {
        let measure = search.measure;
        let shape = if search.is_clipped() { Shape::Clipped } else { Shape::Open(&self.floors) };
        let mut from = 0;
        while from < self.batch.cuts.len() && measure.goes_on() {
            let Batch { first, cuts, ends, .. } = &self.batch;
            let to = cuts.len().min(from + piece(observer));
            let columns = ends.partition_point(|end| *end <= from)..ends.partition_point(|end| *end < to) + 1;
            self.sides.ends.clear();
            self.sides.ends.extend(ends[columns.clone()].iter().map(|end| end.min(&to) - from));
            let among = first + columns.start..first + columns.end;
            self.sides.weigh(observer, among, &cuts[from..to], shape, measure);
            let mut start = 0;
            for (at, end) in columns.zip(&self.sides.ends) {
                let column = self.batch.first + at;
                let (least, whole) = (self.least(column, search), self.mass[column]);
                let most = self.batch.best[at].map(|best| best.won);
                let weighed = self.sides.weighed();
                // A cut that is not inside the range is NaN, and so is its weight.
                if let Some((won, place)) = weighed.best(start..*end, |_| true, (whole, least), most) {
                    let weights = [self.sides.weight[0][place], self.sides.weight[1][place]];
                    self.batch.best[at] = Some(Best { won, cut: self.batch.cuts[from + place], weights });
                }
                start = *end;
            }
            from = to;
        }
    }
}

impl Sides {
    /// Weight and mass on both sides of the cuts of some columns.
    fn weigh(
        &mut self,
        observer: &Gaussian,
        columns: Range<usize>,
        cuts: &[f64],
        shape: Shape<'_>,
        measure: &dyn Measure,
    ) {
        let (n, classes) = (cuts.len(), observer.totals().classes);
        let [left, right] = &mut self.counts;
        left.resize(classes * n, 0.0);
        right.resize(classes * n, 0.0);
        observer.split(columns, (cuts, &self.ends), shape, left, right);
        for ((counts, weight), mass) in self.counts.iter().zip(&mut self.weight).zip(&mut self.mass) {
            weight.resize(n, 0.0);
            mass.resize(n, 0.0);
            measure.weigh(Panel { counts, stride: n, classes }, weight, mass);
        }
    }

    /// What was weighed.
    fn weighed(&self) -> Weighed<'_> {
        Weighed {
            weight: self.weight.each_ref().map(Vec::as_slice),
            mass: self.mass.each_ref().map(Vec::as_slice),
        }
    }
}
