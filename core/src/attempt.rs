//! A leaf's attempt to split: where observers, criteria, candidates and rules meet.
//!
//! ```text
//! for every column:  candidates propose cuts, the observer counts classes per branch, the criterion says what that gains
//! between columns:   the criterion says what the gain of each one's best is worth: the gain itself, or a ratio
//! the rule decides:  split on the leader, or wait (nothing is lost)
//! ```

use crate::candidates::{Proposal, grid, nominal};
use crate::config::{Candidates, Config};
use crate::criteria::Panel;
use crate::lanes::LANES;
use crate::leaf::Leaf;
use crate::observers::{Cuts, Gaussian, Numeric};
use crate::rules::{Reason, Verdict};
use crate::schema::Schema;

/// The best candidate of every column, ranked as far as a rule needs.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Range of the criterion for the classes known as of this row.
    pub range: f64,
    /// Effective number of rows behind the decision.
    pub effective_rows: f64,
    best: Option<(u32, f64, Proposal)>,
    second: f64,
}

impl Contest {
    /// A contest that only the null split (gain 0) has entered.
    pub fn new(range: f64, effective_rows: f64) -> Contest {
        Contest { range, effective_rows, best: None, second: 0.0 }
    }

    /// Enters the best candidate of a column with its merit, called gain from here on. Of equals the column that
    /// arrived first is ahead.
    pub fn enter(&mut self, column: u32, gain: f64, proposal: Proposal) {
        let gain = if gain > 0.0 { gain } else { 0.0 };
        match self.best {
            Some((leader, lead, _)) if gain < lead || (gain == lead && column > leader) => {
                self.second = self.second.max(gain);
            }
            leader => {
                self.second = self.second.max(leader.map_or(0.0, |(_, lead, _)| lead));
                self.best = Some((column, gain, proposal));
            }
        }
    }

    /// Gain of the leader, 0 if only the null split is there.
    pub fn best_gain(&self) -> f64 {
        self.best.map_or(0.0, |(_, gain, _)| gain)
    }

    /// Gain of the best other column, or of the null split.
    pub fn second_gain(&self) -> f64 {
        self.second
    }
}

/// The best candidate of one column.
struct Entry {
    column: u32,
    gain: f64,
    merit: f64,
    proposal: Proposal,
}

/// A split that the rule has granted.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What to split on.
    pub proposal: Proposal,
    /// Why.
    pub reason: Reason,
    /// Gain of the winner.
    pub gain: f64,
    /// Gain of the best other column, or of the null split.
    pub second: f64,
    /// The bound at this moment.
    pub bound: f64,
}

/// Buffers that live from one attempt to the next.
#[derive(Default)]
pub struct Scratch {
    own: Vec<f64>,
    low: Vec<f64>,
    high: Vec<f64>,
    cuts: Vec<f64>,
    left: Vec<f64>,
    right: Vec<f64>,
    weights: [Vec<f64>; 3],
    masses: [Vec<f64>; 3],
    offered: Cuts,
    nominal: nominal::Scratch,
    entries: Vec<Entry>,
}

/// Numeric candidates scored together: enough to fill the registers, few enough to stay in the nearest cache.
const TILE: usize = 256;

/// What comes of an attempt.
pub enum Outcome {
    /// The leaf splits.
    Split(Decision),
    /// It goes on, without the columns at these places, which are too far behind to win; none unless they are to be
    /// dropped.
    Wait {
        /// Places of numeric columns.
        numeric: Vec<usize>,
        /// Places of nominal columns.
        nominal: Vec<usize>,
    },
}

impl Outcome {
    /// The leaf goes on as it is.
    const NOTHING: Outcome = Outcome::Wait { numeric: Vec::new(), nominal: Vec::new() };
}

/// Lets a leaf try to split at a row when `classes` classes are known and there is room for `room` branches.
pub fn attempt(
    leaf: &Leaf,
    config: &Config,
    schema: &Schema,
    classes: usize,
    room: usize,
    scratch: &mut Scratch,
) -> Outcome {
    if leaf.own().filter(|weight| *weight > 0.0).count() < 2 {
        return Outcome::NOTHING;
    }
    let effective_rows = leaf.weight * leaf.weight / leaf.weight_sq;
    let mut contest = Contest::new(config.criterion.range(classes), effective_rows);
    let own: f64 = leaf.own().sum();
    scratch.own.clear();
    scratch.own.extend(leaf.own());
    if config.rule.is_hopeless(&contest, config.criterion.largest_merit(&scratch.own)) {
        return Outcome::NOTHING;
    }
    scratch.entries.clear();
    enter_numeric(leaf, config, schema, own, scratch);
    enter_nominal(leaf, config, schema, (own, room), scratch);
    let least = config.criterion.least_gain(scratch.entries.iter().map(|entry| entry.gain));
    for entry in scratch.entries.iter().filter(|entry| entry.gain >= least) {
        contest.enter(entry.column, entry.merit, entry.proposal);
    }
    let Some((_, gain, proposal)) = contest.best else { return Outcome::NOTHING };
    match config.rule.decide(&contest) {
        Verdict::Split { reason, bound } => {
            Outcome::Split(Decision { proposal, reason, gain, second: contest.second_gain(), bound })
        }
        Verdict::Wait if config.drop_poor => poor(leaf, config, schema, &contest, &scratch.entries),
        Verdict::Wait => Outcome::NOTHING,
    }
}

/// The columns that are too far behind the leader to win. One of which the leaf has seen no value may still come.
fn poor(leaf: &Leaf, config: &Config, schema: &Schema, contest: &Contest, entries: &[Entry]) -> Outcome {
    let merit =
        |column: u32| entries.iter().find(|entry| entry.column == column).map_or(0.0, |entry| entry.merit);
    let is_poor = |column: u32| config.rule.is_poor(contest, merit(column));
    let numeric = (0..leaf.numeric.width())
        .filter(|at| is_poor(schema.numeric[leaf.numeric_slot(*at)]) && leaf.has_numbers(*at));
    let nominal = (0..leaf.nominal.width())
        .filter(|at| is_poor(schema.nominal[leaf.nominal_slot(*at)]) && leaf.has_categories(*at));
    Outcome::Wait { numeric: numeric.collect(), nominal: nominal.collect() }
}

/// Numeric columns: cuts of a grid through normal distributions, or the cuts that summaries offer.
fn enter_numeric(leaf: &Leaf, config: &Config, schema: &Schema, own: f64, scratch: &mut Scratch) {
    match (&leaf.numeric, config.candidates) {
        (Numeric::Gaussian(normals), Candidates::Grid { points }) => {
            enter_grid(leaf, (normals, points), config, schema, own, scratch);
        }
        (Numeric::ByColumn(columns), _) => {
            for column in 0..leaf.numeric.width() {
                columns.propose(column, &mut scratch.offered, config.min_branch_fraction);
                enter_offered(leaf.numeric_slot(column), config, schema, own, scratch);
            }
        }
        (Numeric::Gaussian(_), Candidates::Boundaries) => unreachable!("see compat"),
    }
}

/// The best of the cuts that a column offers. Both sides of every cut and the whole column are weighed side by side.
fn enter_offered(slot: usize, config: &Config, schema: &Schema, own: f64, scratch: &mut Scratch) {
    let offered = &scratch.offered;
    let classes = offered.totals.len();
    let ([weight, ..], [mass, ..]) = (&mut scratch.weights, &mut scratch.masses);
    let mut best: Option<(f64, f64, [f64; 2])> = None;
    for (points, counts) in offered.points.chunks(TILE).zip(offered.left.chunks(TILE * classes)) {
        let n = points.len();
        // Whole registers: what is beyond the last number weighs nothing.
        let stride = (2 * n + 1).next_multiple_of(LANES);
        scratch.left.clear();
        scratch.left.resize(classes * stride, 0.0);
        for (k, total) in offered.totals.iter().enumerate() {
            let (left, right) = scratch.left[k * stride..(k + 1) * stride].split_at_mut(n);
            for ((left, right), counted) in
                left.iter_mut().zip(right).zip(counts[k..].iter().step_by(classes))
            {
                (*left, *right) = (*counted, total - counted);
            }
            scratch.left[k * stride + 2 * n] = *total;
        }
        for buffer in [&mut *weight, &mut *mass] {
            buffer.resize(stride, 0.0);
        }
        let panel = Panel { counts: &scratch.left, stride, classes };
        config.criterion.weigh(panel, &mut weight[..stride], &mut mass[..stride]);
        let (parent, least) = (mass[2 * n], config.min_branch_fraction * weight[2 * n]);
        for (at, cut) in points.iter().enumerate() {
            let won = parent - (mass[at] + mass[n + at]);
            let branches = [weight[at], weight[n + at]];
            if branches[0] > least && branches[1] > least && best.is_none_or(|(most, ..)| won > most) {
                best = Some((won, *cut, branches));
            }
        }
    }
    if let Some((won, cut, branches)) = best {
        let merit = config.criterion.merit(won / own, &branches);
        let proposal = Proposal::Cut { slot: slot as u32, cut };
        scratch.entries.push(Entry { column: schema.numeric[slot], gain: won / own, merit, proposal });
    }
}

fn enter_grid(
    leaf: &Leaf,
    (observer, points): (&Gaussian, usize),
    config: &Config,
    schema: &Schema,
    own: f64,
    scratch: &mut Scratch,
) {
    let (width, classes) = (observer.width(), leaf.classes());
    observer.extent(&mut scratch.low, &mut scratch.high);
    grid::propose(&scratch.low, &scratch.high, points, &mut scratch.cuts);
    let [left_weight, right_weight, weight] = &mut scratch.weights;
    let [left_mass, right_mass, mass] = &mut scratch.masses;
    for buffer in [&mut *weight, &mut *mass] {
        buffer.resize(width, 0.0);
    }
    config.criterion.weigh(observer.totals(), &mut weight[..width], &mut mass[..width]);
    let columns_per_tile = (TILE / points).max(1);
    for start in (0..width).step_by(columns_per_tile) {
        let columns = start..(start + columns_per_tile).min(width);
        let cuts = &scratch.cuts[columns.start * points..columns.end * points];
        let n = cuts.len();
        for buffer in [&mut scratch.left, &mut scratch.right] {
            buffer.resize(classes * n, 0.0);
        }
        for buffer in [&mut *left_weight, &mut *right_weight, &mut *left_mass, &mut *right_mass] {
            buffer.resize(n, 0.0);
        }
        observer.split(columns.clone(), points, cuts, &mut scratch.left, &mut scratch.right);
        let panel = |counts| Panel { counts, stride: n, classes };
        config.criterion.weigh(panel(&scratch.left), left_weight, left_mass);
        config.criterion.weigh(panel(&scratch.right), right_weight, right_mass);
        for column in columns.clone() {
            let least = config.min_branch_fraction * weight[column];
            let mut best: Option<(f64, usize)> = None;
            for at in (column - columns.start) * points..(column - columns.start + 1) * points {
                let won = mass[column] - (left_mass[at] + right_mass[at]);
                // A cut that is not inside the range is NaN, and so is its weight: it fails here.
                if left_weight[at] > least
                    && right_weight[at] > least
                    && best.is_none_or(|(most, _)| won > most)
                {
                    best = Some((won, at));
                }
            }
            if let Some((won, at)) = best {
                let slot = leaf.numeric_slot(column);
                let proposal = Proposal::Cut { slot: slot as u32, cut: cuts[at] };
                let merit = config.criterion.merit(won / own, &[left_weight[at], right_weight[at]]);
                scratch.entries.push(Entry {
                    column: schema.numeric[slot],
                    gain: won / own,
                    merit,
                    proposal,
                });
            }
        }
    }
}

fn enter_nominal(
    leaf: &Leaf,
    config: &Config,
    schema: &Schema,
    (own, room): (f64, usize),
    scratch: &mut Scratch,
) {
    nominal::propose(
        &leaf.nominal,
        leaf.classes(),
        config.criterion,
        (config.min_branch_fraction, room),
        &mut scratch.nominal,
        |place, won, branches, proposal| {
            let merit = config.criterion.merit(won / own, branches);
            let slot = leaf.nominal_slot(place as usize);
            let (column, proposal) = (schema.nominal[slot], proposal.on(slot as u32));
            scratch.entries.push(Entry { column, gain: won / own, merit, proposal });
        },
    );
}
