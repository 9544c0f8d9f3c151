//! A leaf's attempt to split: where observers, criteria, candidates and rules meet.
//!
//! ```text
//! for every column:  candidates propose cuts, the observer counts classes per branch, the criterion says what that gains
//! between columns:   the criterion says what the gain of each one's best is worth: the gain itself, or a ratio
//! the rule decides:  split on the leader, or wait (nothing is lost)
//! ```

mod normals;
mod watch;
mod wishes;
mod work;
mod worth;

pub use crate::rules::Decision;
pub use watch::{Ask, Watch};
pub use wishes::{best_cut, best_gain, favourite, judged};
pub use work::work;
pub use worth::{Worth, is_worth_it};

use crate::candidates::multiway::{MOST_PIECES, Penalty, Terms};
use crate::candidates::{Candidates, multiway, nominal};
use crate::config::Config;
use crate::counts::Panel;
use crate::counts::effective;
use crate::criteria::{Criterion, Measure};
use crate::lanes::LANES;
use crate::leaf::Leaf;
use crate::observers::{Cuts, Numeric};
use crate::rules::{Contest, Entry, Evidence, Moment, Ranking, Verdict};
use crate::schema::Schema;
use crate::tree::{Edges, MOST_INTERVALS, Test};
use watch::Watched;

/// Buffers that live from one attempt to the next.
#[derive(Default)]
pub struct Scratch {
    own: Vec<f64>,
    normals: normals::Buffers,
    sides: Vec<f64>,
    weight: Vec<f64>,
    mass: Vec<f64>,
    offered: Cuts,
    level: Vec<f64>,
    left: Vec<f64>,
    nominal: nominal::Scratch,
    multiway: multiway::Scratch,
    entries: Vec<Entry>,
    /// What all attempts so far have been, see [`work`].
    pub work: u64,
    /// Who may stop an attempt.
    pub watch: Option<Watch>,
}

/// A leaf whose candidates are asked for.
#[derive(Clone, Copy)]
struct Case<'a> {
    leaf: &'a Leaf,
    config: &'a Config,
    schema: &'a Schema,
    /// What is asked of counts.
    criterion: Criterion,
    /// What the candidates of a column are ranked by.
    measure: &'a dyn Measure,
    /// Weight of the leaf's own rows.
    own: f64,
}

impl<'a> Case<'a> {
    /// A leaf whose candidates are ranked by a measure, and by what `criterion` says that they gain.
    fn new(
        leaf: &'a Leaf,
        config: &'a Config,
        schema: &'a Schema,
        criterion: Criterion,
        ranking: &'a Ranking,
    ) -> Case<'a> {
        Case { leaf, config, schema, criterion, measure: ranking.measure(), own: leaf.own().sum() }
    }
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
#[derive(Clone, Copy, Default)]
pub struct At {
    /// Depth of the leaf.
    pub depth: u32,
    /// Number of the row, from 1 on.
    pub time: u64,
    /// Classes known as of this row.
    pub classes: usize,
    /// Branches that there is room for.
    pub room: usize,
    /// What was installed before, if a split is looked at again.
    pub installed: Option<Test>,
}

/// Lets a leaf try to split: one contest, or one for each criterion of the rule until one of them splits.
pub fn attempt(leaf: &Leaf, config: &Config, schema: &Schema, at: At, scratch: &mut Scratch) -> Outcome {
    if leaf.own().filter(|weight| *weight > 0.0).count() < 2 {
        return Outcome::NOTHING;
    }
    let mut outcome = Outcome::NOTHING;
    for criterion in config.rule.criteria(config.criterion) {
        let moment = Moment { criterion, ..moment(leaf, config, at) };
        let ranking = config.rule.measure(&moment);
        outcome = contest(Case::new(leaf, config, schema, criterion, &ranking), moment, at, scratch);
        if let Outcome::Split(_) = outcome {
            break;
        }
    }
    outcome
}

/// A leaf at a moment.
pub fn moment(leaf: &Leaf, config: &Config, at: At) -> Moment {
    Moment {
        criterion: config.criterion,
        classes: if config.rule.is_proved() { at.classes } else { leaf.classes_with_weight() },
        rows: effective(leaf.weight, leaf.weight_sq),
        own_rows: leaf.own_rows(),
        own: leaf.own().sum(),
        depth: at.depth,
        time: at.time,
        columns: if config.rule.counts_columns() { leaf.columns_seen() } else { 0 },
    }
}

fn contest(case: Case<'_>, moment: Moment, at: At, scratch: &mut Scratch) -> Outcome {
    let Case { leaf, config, criterion, .. } = case;
    scratch.own.clear();
    scratch.own.extend(leaf.own());
    if config.rule.is_hopeless(&moment, criterion.largest_merit(&scratch.own)) {
        return Outcome::NOTHING;
    }
    enter_all(case, at.room, scratch);
    let mut contest = Contest::new(moment, config.faithful.null_split, at.installed);
    contest.entries = std::mem::take(&mut scratch.entries);
    let Some(leader) = contest.ranks().leader.copied() else { return Outcome::NOTHING };
    if config.any_rival {
        contest.enter_rival(next_best(case, leader.test, scratch));
    }
    let outcome = match config.rule.decide(&contest, &mut Witness { case, scratch }) {
        Verdict::Split(decision) => Outcome::Split(decision),
        Verdict::Wait if config.drop_poor => poor(case, &contest),
        Verdict::Wait => Outcome::NOTHING,
    };
    scratch.entries = contest.entries;
    outcome
}

/// The leaf, as a rule asks it about single candidates.
struct Witness<'a, 's> {
    case: Case<'a>,
    scratch: &'s mut Scratch,
}

impl Evidence for Witness<'_, '_> {
    fn settled(&mut self, test: Test) -> Test {
        settled(self.case, test, self.scratch)
    }

    fn branches(&mut self, test: Test) -> Vec<Vec<f64>> {
        worth::divided(self.case.leaf, test)
    }
}

/// The winner as it is installed: a delayed search looks for the cut only now.
fn settled(case: Case<'_>, test: Test, scratch: &mut Scratch) -> Test {
    match (test, case.config.candidates, &case.leaf.numeric) {
        (Test::Cut { slot, cut }, Candidates::Delayed { .. }, Numeric::Gaussian(observer)) => {
            let column = case.leaf.numeric_place(slot);
            Test::Cut { slot, cut: normals::refined(case, observer, column, cut, scratch) }
        }
        _ => test,
    }
}

/// The gain of the best other cut of the leader's column; below any if there is none.
fn next_best(case: Case<'_>, test: Test, scratch: &mut Scratch) -> f64 {
    let Test::Cut { slot, cut } = test else { return f64::NEG_INFINITY };
    let place = case.leaf.numeric_place(slot);
    match &case.leaf.numeric {
        Numeric::Gaussian(observer) => normals::next_best(case, observer, place, cut, scratch) / case.own,
        Numeric::ByColumn(columns) => {
            columns.propose_all(place, &mut scratch.offered);
            scratch.offered.remove(cut);
            let before = scratch.entries.len();
            enter_offered(case, slot as usize, scratch);
            let gain = scratch.entries.get(before).map_or(f64::NEG_INFINITY, |entry| entry.gain);
            scratch.entries.truncate(before);
            gain
        }
    }
}

/// The columns that are too far behind the leader to win. One of which the leaf has seen no value may still come.
fn poor(Case { leaf, config, schema, .. }: Case<'_>, contest: &Contest) -> Outcome {
    let merit = |column: u32| {
        contest.entries.iter().find(|entry| entry.column == column).map_or(0.0, |entry| entry.merit)
    };
    let is_behind = config.rule.is_poor(contest);
    let is_poor = |column: u32| is_behind(merit(column));
    let numeric = (0..leaf.numeric.width())
        .filter(|at| is_poor(schema.numeric[leaf.numeric_slot(*at)]) && leaf.has_numbers(*at));
    let nominal = (0..leaf.nominal.width())
        .filter(|at| is_poor(schema.nominal[leaf.nominal_slot(*at)]) && leaf.has_categories(*at));
    Outcome::Wait { numeric: numeric.collect(), nominal: nominal.collect() }
}

/// The best candidate of every column; there must be room for the branches.
fn enter_all(case: Case<'_>, room: usize, scratch: &mut Scratch) {
    scratch.entries.clear();
    scratch.work += work(case.leaf, case.config, case.schema, 0);
    let watch = scratch.watch.take();
    let watched = watch.as_ref().map(|watch| Watched { measure: case.measure, watch });
    let case = Case { measure: watched.as_ref().map_or(case.measure, |watched| watched), ..case };
    enter_numeric(case, room, scratch);
    enter_nominal(case, room, scratch);
    scratch.watch = watch;
}

/// Numeric columns: cuts through normal distributions, or the cuts that summaries offer.
fn enter_numeric(case: Case<'_>, room: usize, scratch: &mut Scratch) {
    match &case.leaf.numeric {
        Numeric::Gaussian(observer) => normals::enter(case, observer, scratch),
        Numeric::ByColumn(columns) => {
            for column in (0..case.leaf.numeric.width()).take_while(|_| case.measure.goes_on()) {
                let (slot, least) = (case.leaf.numeric_slot(column), case.config.min_branch_fraction);
                columns.propose(column, &mut scratch.offered, least);
                match case.config.candidates {
                    Candidates::Multiway { most, penalty } => {
                        enter_partition(case, slot, (room.min(most as usize), penalty), scratch);
                    }
                    // Only normal distributions go with the others: see the table of pairs.
                    Candidates::Boundaries
                    | Candidates::Grid { .. }
                    | Candidates::Crossings
                    | Candidates::Combined { .. }
                    | Candidates::Delayed { .. } => enter_offered(case, slot, scratch),
                }
            }
        }
    }
}

/// The best of the cuts that a column offers. Both sides of every cut and the whole column are weighed side by side.
fn enter_offered(case: Case<'_>, slot: usize, scratch: &mut Scratch) {
    let Case { config, schema, criterion, measure, own, .. } = case;
    let offered = &scratch.offered;
    let classes = offered.totals.len();
    let (weight, mass) = (&mut scratch.weight, &mut scratch.mass);
    let mut best: Option<(f64, f64, [f64; 2])> = None;
    let (mut whole, mut parent) = (0.0, 0.0);
    scratch.level.clear();
    scratch.level.resize(classes, 0.0);
    let tile = Panel::tile(TILE, classes);
    for (number, points) in offered.points.chunks(tile).enumerate() {
        let n = points.len();
        // The first tile weighs the column, too. Whole registers: what is beyond the last number weighs nothing.
        let sides = 2 * n + usize::from(number == 0);
        let stride = sides.next_multiple_of(LANES);
        scratch.sides.clear();
        scratch.sides.resize(classes * stride, 0.0);
        let start = number * tile;
        // What must be put together is read in small parts.
        let part = if start + n <= offered.firsts() { n } else { LANES };
        for from in (0..n).step_by(part) {
            let few = from..n.min(from + part);
            let cuts = start + few.start..start + few.end;
            let counts = offered.read(cuts, &mut scratch.level, &mut scratch.left);
            let rows = scratch.sides.chunks_exact_mut(stride).zip(&offered.totals);
            for (k, (row, total)) in rows.enumerate() {
                let (left, right) = row.split_at_mut(n);
                let both = left[few.clone()].iter_mut().zip(&mut right[few.clone()]);
                for ((left, right), counted) in both.zip(counts[k..].iter().step_by(classes)) {
                    (*left, *right) = (*counted, total - counted);
                }
            }
        }
        for (row, total) in scratch.sides.chunks_exact_mut(stride).zip(&offered.totals) {
            row[2 * n..sides].fill(*total);
        }
        for buffer in [&mut *weight, &mut *mass] {
            buffer.resize(stride, 0.0);
        }
        let panel = Panel { counts: &scratch.sides, stride, classes };
        measure.weigh(panel, &mut weight[..stride], &mut mass[..stride]);
        if number == 0 {
            (whole, parent) = (weight[2 * n], measure.of_whole(mass[2 * n]));
        }
        let least = config.min_branch_fraction * whole;
        for (at, cut) in points.iter().enumerate() {
            let won = parent - (mass[at] + mass[n + at]);
            let branches = [weight[at], weight[n + at]];
            let is_allowed = !cut.is_nan() && branches[0] > least && branches[1] > least;
            if is_allowed && best.is_none_or(|(most, ..)| won > most) {
                best = Some((won, *cut, branches));
            }
        }
    }
    if let Some((won, cut, branches)) = best {
        let (column, gain) = (schema.numeric[slot], won / measure.base(own, whole));
        let merit = criterion.merit(gain, &branches);
        let test = Test::Cut { slot: slot as u32, cut };
        scratch.entries.push(Entry { column, gain, merit, branches: 2, test });
    }
}

/// The best partition of a column into at most so many intervals, at the cuts that it offers.
fn enter_partition(case: Case<'_>, slot: usize, (most, penalty): (usize, Penalty), scratch: &mut Scratch) {
    let Case { leaf, config, schema, criterion, measure, own } = case;
    if most < 2 {
        return;
    }
    let terms = Terms {
        measure,
        criterion,
        classes: leaf.own().filter(|weight| *weight > 0.0).count(),
        own,
        rows: leaf.own_rows(),
        min_branch_fraction: config.min_branch_fraction,
        most_intervals: most,
        most_pieces: MOST_PIECES,
        penalty,
    };
    let Some(found) = multiway::best(&scratch.offered, &terms, &mut scratch.multiway) else { return };
    let cuts = found.ends.iter().map(|end| scratch.offered.points[*end as usize]);
    let mut edges = [0.0; MOST_INTERVALS - 1];
    edges.iter_mut().zip(cuts).for_each(|(edge, cut)| *edge = cut);
    let Some(edges) = Edges::new(&edges[..found.ends.len()]) else { return };
    let (column, slot) = (schema.numeric[slot], slot as u32);
    let test = match edges.cuts() {
        [cut] => Test::Cut { slot, cut: *cut },
        _ => Test::Intervals { slot, edges },
    };
    // A ratio chooses among the partitions of one column, and is nothing that columns are compared by.
    let gain = if penalty == Penalty::Ratio { found.gain } else { found.score };
    let merit = criterion.merit(gain, found.weights);
    scratch.entries.push(Entry { column, gain, merit, branches: found.weights.len(), test });
}

fn enter_nominal(case: Case<'_>, room: usize, scratch: &mut Scratch) {
    let Case { leaf, config, schema, criterion, measure, own } = case;
    nominal::propose(
        &leaf.nominal,
        leaf.classes(),
        measure,
        (config.min_branch_fraction, room),
        &mut scratch.nominal,
        |place, won, branches, test| {
            let gain = won / measure.base(own, branches.iter().sum());
            let merit = criterion.merit(gain, branches);
            let slot = leaf.nominal_slot(place as usize);
            let (column, test) = (schema.nominal[slot], test.on(slot as u32));
            let branches = branches.iter().filter(|weight| **weight > 0.0).count();
            scratch.entries.push(Entry { column, gain, merit, branches, test });
        },
    );
}
