//! Which cuts deserve a score? One door for all observers: whoever asks gets the best candidate of every column, with
//! what it gains. Knows nothing of leaves and rules.
//!
//! ```text
//! normals            cuts through normal curves: a grid, crossings, or both
//! offered            the cuts that a summary offers
//! multiway           several of these at once
//! nominal            categories
//! ```

mod choice;
pub mod crossings;
pub mod grid;
pub mod multiway;
pub mod nominal;
mod normals;
mod offered;
mod sides;

pub use choice::{CANDIDATES, Candidates};

use crate::criteria::{Criterion, Measure};
use crate::faithful::Faithful;
use crate::observers::{Nominal, Numeric};
use crate::tree::Test;

/// What is looked for.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// Which cuts of numeric columns deserve a score.
    pub candidates: Candidates,
    /// What the candidates of a column are ranked by.
    pub measure: &'a dyn Measure,
    /// The criterion that it stands for.
    pub criterion: Criterion,
    /// Matters in which programs differ.
    pub faithful: Faithful,
    /// Classes that the leaf has own weight of.
    pub classes: usize,
    /// Weight of the leaf's own rows.
    pub own: f64,
    /// Effective number of these rows.
    pub rows: f64,
    /// Two branches must hold more than this fraction of the weight of the column.
    pub min_branch_fraction: f64,
    /// The most branches.
    pub room: usize,
}

/// The best candidate of a column.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Where the column stands among the leaf's columns of its kind.
    pub place: usize,
    /// What it gains.
    pub gain: f64,
    /// Weights of its branches.
    pub weights: &'a [f64],
    /// How many branches have weight.
    pub branches: usize,
    /// The test that it would become, of the column at this place.
    pub test: Test,
}

/// Buffers that live from one search to the next.
#[derive(Default)]
pub struct Scratch {
    normals: normals::Buffers,
    offered: offered::Buffers,
    nominal: nominal::Scratch,
    multiway: multiway::Scratch,
}

/// Numeric candidates scored together: enough to fill the registers, few enough to stay in the nearest cache.
const TILE: usize = 256;

impl Search<'_> {
    /// Whether the classes of a normal distribution end with their values. Crossings are those of curves without ends.
    fn is_clipped(&self) -> bool {
        matches!(self.candidates, Candidates::Grid { .. }) && self.faithful.clip
    }
}

/// Proposes the best candidate of every numeric column that has one.
pub fn propose_numeric(
    numeric: &Numeric,
    search: &Search<'_>,
    scratch: &mut Scratch,
    enter: &mut dyn FnMut(Candidate<'_>),
) {
    match numeric {
        Numeric::Gaussian(observer) => normals::propose(observer, search, &mut scratch.normals, enter),
        Numeric::ByColumn(columns) => {
            for place in (0..numeric.width()).take_while(|_| search.measure.goes_on()) {
                columns.propose(place, &mut scratch.offered.cuts, search.min_branch_fraction);
                match search.candidates {
                    Candidates::Multiway { most, penalty } => {
                        let most = search.room.min(most as usize);
                        let cuts = &scratch.offered.cuts;
                        multiway::propose(place, cuts, search, (most, penalty), &mut scratch.multiway, enter);
                    }
                    // Only normal distributions go with the others: see the table of pairs.
                    Candidates::Boundaries
                    | Candidates::Grid { .. }
                    | Candidates::Crossings
                    | Candidates::Combined { .. }
                    | Candidates::Delayed { .. } => {
                        if let Some(best) = offered::best(search, &mut scratch.offered) {
                            enter(best.at(place));
                        }
                    }
                }
            }
        }
    }
}

/// Proposes the best candidate of every nominal column that has one.
pub fn propose_nominal(
    nominal: &Nominal,
    classes: usize,
    search: &Search<'_>,
    scratch: &mut Scratch,
    enter: &mut dyn FnMut(Candidate<'_>),
) {
    let limits = (search.min_branch_fraction, search.room);
    let scratch = &mut scratch.nominal;
    nominal::propose(nominal, classes, search.measure, limits, scratch, |place, won, weights, test| {
        let gain = won / search.measure.base(search.own, weights.iter().sum());
        let branches = weights.iter().filter(|weight| **weight > 0.0).count();
        enter(Candidate { place: place as usize, gain, weights, branches, test });
    });
}

/// What the best other cut of a numeric column gains; below any if there is none.
pub fn next_best(
    numeric: &Numeric,
    place: usize,
    cut: f64,
    search: &Search<'_>,
    scratch: &mut Scratch,
) -> f64 {
    match numeric {
        Numeric::Gaussian(observer) => {
            normals::next_best(observer, place, cut, search, &mut scratch.normals) / search.own
        }
        Numeric::ByColumn(columns) => {
            columns.propose_all(place, &mut scratch.offered.cuts);
            scratch.offered.cuts.remove(cut);
            offered::best(search, &mut scratch.offered).map_or(f64::NEG_INFINITY, |best| best.gain)
        }
    }
}

/// The cut as it is installed: a delayed search looks for it only when it is known that its column is split.
pub fn settled(numeric: &Numeric, place: usize, cut: f64, search: &Search<'_>, scratch: &mut Scratch) -> f64 {
    if let (Candidates::Delayed { .. }, Numeric::Gaussian(observer)) = (search.candidates, numeric) {
        normals::refined(observer, place, cut, search, &mut scratch.normals)
    } else {
        cut
    }
}
