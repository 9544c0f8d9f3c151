//! A leaf's attempt to split: where observers, criteria, candidates and rules meet.
//!
//! ```text
//! for every column:  candidates propose cuts, the observer counts classes per branch, the criterion says what that gains
//! between columns:   the criterion says what the gain of each one's best is worth: the gain itself, or a ratio
//! the rule decides:  split on the leader, or wait (nothing is lost)
//! ```

mod normals;

use crate::candidates::{Proposal, nominal};
use crate::config::{Candidates, Config};
use crate::criteria::{Criterion, Panel};
use crate::lanes::LANES;
use crate::leaf::Leaf;
use crate::observers::{Cuts, Numeric};
use crate::rules::{Moment, Reason, Verdict, Width};
use crate::schema::Schema;

/// The best candidate of every column, ranked as far as a rule needs.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The leaf at this moment.
    pub moment: Moment,
    /// Whether not to split is a candidate, too.
    null: bool,
    best: Option<Leader>,
    second: f64,
}

/// Who is ahead.
#[derive(Clone, Copy, Debug)]
struct Leader {
    column: u32,
    gain: f64,
    branches: usize,
    proposal: Proposal,
}

impl Contest {
    /// A contest that only the null split (gain 0) has entered, or nobody.
    pub fn new(moment: Moment, null: bool) -> Contest {
        let second = if null { 0.0 } else { f64::NEG_INFINITY };
        Contest { moment, null, best: None, second }
    }

    /// Enters the best candidate of a column with its merit, called gain from here on. Of equals the column that
    /// arrived first is ahead. Where the null split competes no gain is below its own.
    pub fn enter(&mut self, column: u32, gain: f64, branches: usize, proposal: Proposal) {
        let gain = if gain > 0.0 || !self.null { gain } else { 0.0 };
        match self.best {
            Some(ahead) if gain < ahead.gain || (gain == ahead.gain && column > ahead.column) => {
                self.second = self.second.max(gain);
            }
            ahead => {
                self.second = self.second.max(ahead.map_or(f64::NEG_INFINITY, |ahead| ahead.gain));
                self.best = Some(Leader { column, gain, branches, proposal });
            }
        }
    }

    /// Enters another candidate of a column that has entered a better one.
    fn enter_rival(&mut self, gain: f64) {
        self.second = self.second.max(gain);
    }

    /// Branches of the leader; 2 if there is none.
    pub fn branches(&self) -> usize {
        self.best.map_or(2, |ahead| ahead.branches)
    }

    /// Gain of the leader, 0 if there is none but the null split.
    pub fn best_gain(&self) -> f64 {
        self.best.map_or(0.0, |ahead| ahead.gain)
    }

    /// Gain of the best other column, or of the null split; 0 if nobody else is there.
    pub fn second_gain(&self) -> f64 {
        if self.second == f64::NEG_INFINITY { 0.0 } else { self.second }
    }

    /// True if the leader gains more than `least`; where that is nothing and the null split does not compete, anything
    /// but exactly nothing will do.
    pub fn gains_more_than(&self, least: f64) -> bool {
        let gain = self.best_gain();
        gain > least || (!self.null && least == 0.0 && gain != 0.0)
    }
}

/// The best candidate of one column.
struct Entry {
    column: u32,
    gain: f64,
    merit: f64,
    branches: usize,
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
    normals: normals::Buffers,
    sides: Vec<f64>,
    weight: Vec<f64>,
    mass: Vec<f64>,
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

/// Where and when a leaf tries to split.
#[derive(Clone, Copy)]
pub struct At {
    /// Depth of the leaf.
    pub depth: u32,
    /// Number of the row, from 1 on.
    pub time: u64,
    /// Classes known as of this row.
    pub classes: usize,
    /// Branches that there is room for.
    pub room: usize,
}

/// Lets a leaf try to split.
pub fn attempt(leaf: &Leaf, config: &Config, schema: &Schema, at: At, scratch: &mut Scratch) -> Outcome {
    if leaf.own().filter(|weight| *weight > 0.0).count() < 2 {
        return Outcome::NOTHING;
    }
    if config.rule.width != Width::Hybrid {
        return attempt_by(leaf, config, schema, at, scratch);
    }
    // Whichever criterion is sure first.
    let by_error = Config { criterion: Criterion::Misclassification, ..config.clone() };
    match attempt_by(leaf, &by_error, schema, at, scratch) {
        Outcome::Wait { .. } => attempt_by(leaf, config, schema, at, scratch),
        split => split,
    }
}

/// The largest gain that a leaf has found, and the branches of that split; nothing and 2 if there is none.
pub fn best_gain(leaf: &Leaf, config: &Config, schema: &Schema, at: At) -> (f64, usize) {
    let (own, mut scratch) = (leaf.own().sum(), Scratch::default());
    enter_numeric(leaf, config, schema, own, &mut scratch);
    enter_nominal(leaf, config, schema, (own, at.room), &mut scratch);
    scratch
        .entries
        .iter()
        .fold((0.0, 2), |best, entry| if entry.gain > best.0 { (entry.gain, entry.branches) } else { best })
}

/// A leaf at a moment.
pub fn moment(leaf: &Leaf, config: &Config, at: At) -> Moment {
    let own: f64 = leaf.own().sum();
    Moment {
        criterion: config.criterion,
        classes: at.classes,
        rows: leaf.weight * leaf.weight / leaf.weight_sq,
        own_rows: own * own / leaf.own_sq,
        depth: at.depth,
        time: at.time,
        columns: if config.rule.counts_columns() { leaf.columns_seen() } else { 0 },
    }
}

fn attempt_by(leaf: &Leaf, config: &Config, schema: &Schema, at: At, scratch: &mut Scratch) -> Outcome {
    let mut contest = Contest::new(moment(leaf, config, at), config.conventions.null_split);
    let own: f64 = leaf.own().sum();
    scratch.own.clear();
    scratch.own.extend(leaf.own());
    if config.rule.is_hopeless(&contest, config.criterion.largest_merit(&scratch.own)) {
        return Outcome::NOTHING;
    }
    scratch.entries.clear();
    enter_numeric(leaf, config, schema, own, scratch);
    enter_nominal(leaf, config, schema, (own, at.room), scratch);
    let least = config.criterion.least_gain(scratch.entries.iter().map(|entry| entry.gain));
    for entry in scratch.entries.iter().filter(|entry| entry.gain >= least) {
        contest.enter(entry.column, entry.merit, entry.branches, entry.proposal);
    }
    let Some(Leader { gain, proposal, .. }) = contest.best else { return Outcome::NOTHING };
    if config.any_rival {
        contest.enter_rival(next_best(leaf, proposal, config, schema, own, scratch));
    }
    match config.rule.decide(&contest) {
        Verdict::Split { reason, bound } => {
            let proposal = settled(leaf, proposal, config, scratch);
            Outcome::Split(Decision { proposal, reason, gain, second: contest.second_gain(), bound })
        }
        Verdict::Wait if config.drop_poor => poor(leaf, config, schema, &contest, &scratch.entries),
        Verdict::Wait => Outcome::NOTHING,
    }
}

/// The winner as it is installed: a delayed search looks for the cut only now.
fn settled(leaf: &Leaf, proposal: Proposal, config: &Config, scratch: &mut Scratch) -> Proposal {
    match (proposal, config.candidates, &leaf.numeric) {
        (Proposal::Cut { slot, cut }, Candidates::Delayed { .. }, Numeric::Gaussian(observer)) => {
            let column = leaf.numeric_place(slot);
            Proposal::Cut { slot, cut: normals::refined(observer, column, cut, config, scratch) }
        }
        _ => proposal,
    }
}

/// The gain of the best other cut of the leader's column; below any if there is none.
fn next_best(
    leaf: &Leaf,
    proposal: Proposal,
    config: &Config,
    schema: &Schema,
    own: f64,
    scratch: &mut Scratch,
) -> f64 {
    let Proposal::Cut { slot, cut } = proposal else { return f64::NEG_INFINITY };
    let place = leaf.numeric_place(slot);
    match &leaf.numeric {
        Numeric::Gaussian(observer) => normals::next_best(observer, place, cut, config, scratch) / own,
        Numeric::ByColumn(columns) => {
            columns.propose_all(place, &mut scratch.offered);
            scratch.offered.remove(cut);
            let before = scratch.entries.len();
            enter_offered(slot as usize, config, schema, own, scratch);
            let gain = scratch.entries.get(before).map_or(f64::NEG_INFINITY, |entry| entry.gain);
            scratch.entries.truncate(before);
            gain
        }
    }
}

/// The cut that a leaf would make in a numeric column if it had to; nothing if none gains anything.
pub fn best_cut(leaf: &Leaf, config: &Config, schema: &Schema, column: u32) -> Option<f64> {
    if leaf.own().filter(|weight| *weight > 0.0).count() < 2 {
        return None;
    }
    let mut scratch = Scratch::default();
    enter_numeric(leaf, config, schema, leaf.own().sum(), &mut scratch);
    let gains = |entry: &&Entry| entry.column == column && entry.gain != 0.0;
    let proposal = scratch.entries.iter().find(gains)?.proposal;
    match settled(leaf, proposal, config, &mut scratch) {
        Proposal::Cut { cut, .. } => Some(cut),
        _ => None,
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

/// Numeric columns: cuts through normal distributions, or the cuts that summaries offer.
fn enter_numeric(leaf: &Leaf, config: &Config, schema: &Schema, own: f64, scratch: &mut Scratch) {
    match &leaf.numeric {
        Numeric::Gaussian(observer) => normals::enter(leaf, observer, config, schema, own, scratch),
        Numeric::ByColumn(columns) => {
            for column in 0..leaf.numeric.width() {
                columns.propose(column, &mut scratch.offered, config.min_branch_fraction);
                enter_offered(leaf.numeric_slot(column), config, schema, own, scratch);
            }
        }
    }
}

/// The best of the cuts that a column offers. Both sides of every cut and the whole column are weighed side by side.
fn enter_offered(slot: usize, config: &Config, schema: &Schema, own: f64, scratch: &mut Scratch) {
    let offered = &scratch.offered;
    let classes = offered.totals.len();
    let (weight, mass) = (&mut scratch.weight, &mut scratch.mass);
    let mut best: Option<(f64, f64, [f64; 2])> = None;
    for (points, counts) in offered.points.chunks(TILE).zip(offered.left.chunks(TILE * classes)) {
        let n = points.len();
        // Whole registers: what is beyond the last number weighs nothing.
        let stride = (2 * n + 1).next_multiple_of(LANES);
        scratch.sides.clear();
        scratch.sides.resize(classes * stride, 0.0);
        for (k, total) in offered.totals.iter().enumerate() {
            let (left, right) = scratch.sides[k * stride..(k + 1) * stride].split_at_mut(n);
            for ((left, right), counted) in
                left.iter_mut().zip(right).zip(counts[k..].iter().step_by(classes))
            {
                (*left, *right) = (*counted, total - counted);
            }
            scratch.sides[k * stride + 2 * n] = *total;
        }
        for buffer in [&mut *weight, &mut *mass] {
            buffer.resize(stride, 0.0);
        }
        let panel = Panel { counts: &scratch.sides, stride, classes };
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
        let (column, gain) = (schema.numeric[slot], won / own);
        let merit = config.criterion.merit(gain, &branches);
        let proposal = Proposal::Cut { slot: slot as u32, cut };
        scratch.entries.push(Entry { column, gain, merit, branches: 2, proposal });
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
            let branches = branches.iter().filter(|weight| **weight > 0.0).count();
            scratch.entries.push(Entry { column, gain: won / own, merit, branches, proposal });
        },
    );
}
