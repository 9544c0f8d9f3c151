//! The best of the cuts that the summary of a column offers.

use super::sides::Weighed;
use super::{Candidate, Search, TILE};
use crate::counts::Panel;
use crate::lanes::LANES;
use crate::observers::Cuts;
use crate::tree::Test;

/// Buffers that live from one search to the next.
#[derive(Default)]
pub struct Buffers {
    /// The cuts of a column.
    pub cuts: Cuts,
    sides: Vec<f64>,
    weight: Vec<f64>,
    mass: Vec<f64>,
    level: Vec<f64>,
    left: Vec<f64>,
}

/// The best cut of a column.
pub struct Best {
    /// What it gains.
    pub gain: f64,
    cut: f64,
    weights: [f64; 2],
}

impl Best {
    /// As the candidate of the column at a place.
    pub fn at(&self, place: usize) -> Candidate<'_> {
        let test = Test::Cut { slot: place as u32, cut: self.cut };
        Candidate { place, gain: self.gain, weights: &self.weights, branches: 2, test }
    }
}

/// The best of the cuts of a column. Both sides of every cut and the whole column are weighed side by side.
pub fn best(search: &Search<'_>, buffers: &mut Buffers) -> Option<Best> {
    let Search { measure, own, .. } = *search;
    let Buffers { cuts, sides: counted, weight, mass, level, left } = buffers;
    let classes = cuts.totals.len();
    let mut best: Option<(f64, f64, [f64; 2])> = None;
    let (mut whole, mut parent) = (0.0, 0.0);
    level.clear();
    level.resize(classes, 0.0);
    let tile = Panel::tile(TILE, classes);
    for (number, points) in cuts.points.chunks(tile).enumerate() {
        let n = points.len();
        // The first tile weighs the column, too. Whole registers: what is beyond the last number weighs nothing.
        let sides = 2 * n + usize::from(number == 0);
        let stride = sides.next_multiple_of(LANES);
        counted.clear();
        counted.resize(classes * stride, 0.0);
        let start = number * tile;
        // What must be put together is read in small parts.
        let part = if start + n <= cuts.firsts() { n } else { LANES };
        for from in (0..n).step_by(part) {
            let few = from..n.min(from + part);
            let counts = cuts.read(start + few.start..start + few.end, level, left);
            let rows = counted.chunks_exact_mut(stride).zip(&cuts.totals);
            for (k, (row, total)) in rows.enumerate() {
                let (left, right) = row.split_at_mut(n);
                let both = left[few.clone()].iter_mut().zip(&mut right[few.clone()]);
                for ((left, right), counted) in both.zip(counts[k..].iter().step_by(classes)) {
                    (*left, *right) = (*counted, total - counted);
                }
            }
        }
        for (row, total) in counted.chunks_exact_mut(stride).zip(&cuts.totals) {
            row[2 * n..sides].fill(*total);
        }
        for buffer in [&mut *weight, &mut *mass] {
            buffer.resize(stride, 0.0);
        }
        let panel = Panel { counts: counted, stride, classes };
        measure.weigh(panel, &mut weight[..stride], &mut mass[..stride]);
        if number == 0 {
            (whole, parent) = (weight[2 * n], measure.of_whole(mass[2 * n]));
        }
        let least = search.min_branch_fraction * whole;
        let weighed =
            Weighed { weight: [&weight[..n], &weight[n..2 * n]], mass: [&mass[..n], &mass[n..2 * n]] };
        let most = best.map(|(most, ..)| most);
        // A cut that was taken away is NaN.
        if let Some((won, at)) = weighed.best(0..n, |at| !points[at].is_nan(), (parent, least), most) {
            best = Some((won, points[at], [weight[at], weight[n + at]]));
        }
    }
    best.map(|(won, cut, weights)| Best { gain: won / measure.base(own, whole), cut, weights })
}
