//! A leaf's attempt to split: where observers, criteria, candidates and rules meet.
//!
//! ```text
//! for column in leaf.columns:
//!     for cuts in candidates.propose(observer):
//!         contest.enter(column, cuts, criterion.gain(observer.split(cuts)))
//! match rule.decide(contest):
//!     Split(winner)  -> grow
//!     Wait           -> nothing is lost
//! ```
//!
//! `hold` is that text. The inner loop is behind the door of the candidates, which propose the best of each column: there
//! the cuts of many columns are weighed side by side. Between columns the criterion says what a gain is worth: the
//! gain itself, or a ratio.

#[cfg(test)]
mod tests;
mod watch;
mod wishes;
mod work;
mod worth;

pub use crate::rules::Decision;
pub use watch::{Ask, Watch};
pub use wishes::{best_cut, best_gain, favourite, judged};
pub use work::work;
pub use worth::{Worth, is_worth_it};

use crate::candidates::{self, Candidate, Search};
use crate::config::Config;
use crate::counts::effective;
use crate::criteria::{Criterion, Measure};
use crate::leaf::Leaf;
use crate::rules::{Contest, Entry, Evidence, Moment, Ranking, Verdict};
use crate::schema::Schema;
use crate::tree::Test;
use watch::Watched;

/// Buffers that live from one attempt to the next.
#[derive(Default)]
pub struct Scratch {
    candidates: candidates::Scratch,
    own: Vec<f64>,
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
        Case { leaf, config, schema, criterion, measure: ranking.measure() }
    }

    /// What is looked for, if there is room for so many branches.
    fn search(&self, room: usize) -> Search<'a> {
        let Case { leaf, config, criterion, measure, .. } = *self;
        Search {
            candidates: config.candidates,
            measure,
            criterion,
            faithful: config.faithful,
            classes: leaf.own().filter(|weight| *weight > 0.0).count(),
            own: leaf.own().sum(),
            rows: leaf.own_rows(),
            min_branch_fraction: config.min_branch_fraction,
            room,
        }
    }

    /// A candidate of the column in a slot, as it enters a contest.
    fn entry(&self, column: u32, slot: usize, candidate: Candidate<'_>) -> Entry {
        let Candidate { gain, weights, branches, test, .. } = candidate;
        let merit = self.criterion.merit(gain, weights);
        Entry { column, gain, merit, branches, test: test.on(slot as u32) }
    }
}

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
        outcome = hold(Case::new(leaf, config, schema, criterion, &ranking), moment, at, scratch);
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

/// Holds the contest of the columns of a leaf.
fn hold(case: Case<'_>, moment: Moment, at: At, scratch: &mut Scratch) -> Outcome {
    let Case { leaf, config, criterion, .. } = case;
    scratch.own.clear();
    scratch.own.extend(leaf.own());
    if config.rule.is_hopeless(&moment, criterion.largest_merit(&scratch.own)) {
        return Outcome::NOTHING;
    }
    let mut contest = Contest::new(moment, config.faithful.null_split, at.installed);
    contest.entries = std::mem::take(&mut scratch.entries);
    contest.entries.clear();
    propose(case, at.room, scratch, &mut |entry| contest.enter(entry));
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

/// Enters the best candidate of every column; there must be room for its branches.
fn propose(case: Case<'_>, room: usize, scratch: &mut Scratch, enter: &mut dyn FnMut(Entry)) {
    let Case { leaf, schema, .. } = case;
    scratch.work += work(leaf, case.config, schema, 0);
    let watch = scratch.watch.take();
    let watched = watch.as_ref().map(|watch| Watched { measure: case.measure, watch });
    let case = Case { measure: watched.as_ref().map_or(case.measure, |watched| watched), ..case };
    propose_numeric(case, room, scratch, enter);
    let search = case.search(room);
    candidates::propose_nominal(
        &leaf.nominal,
        leaf.classes(),
        &search,
        &mut scratch.candidates,
        &mut |found| {
            let slot = leaf.nominal_slot(found.place);
            enter(case.entry(schema.nominal[slot], slot, found));
        },
    );
    scratch.watch = watch;
}

/// Enters the best candidate of every numeric column.
fn propose_numeric(case: Case<'_>, room: usize, scratch: &mut Scratch, enter: &mut dyn FnMut(Entry)) {
    let Case { leaf, schema, .. } = case;
    let search = case.search(room);
    candidates::propose_numeric(&leaf.numeric, &search, &mut scratch.candidates, &mut |found| {
        let slot = leaf.numeric_slot(found.place);
        enter(case.entry(schema.numeric[slot], slot, found));
    });
}

/// The gain of the best other cut of the leader's column; below any if there is none.
fn next_best(case: Case<'_>, test: Test, scratch: &mut Scratch) -> f64 {
    let Test::Cut { slot, cut } = test else { return f64::NEG_INFINITY };
    let (leaf, place) = (case.leaf, case.leaf.numeric_place(slot));
    candidates::next_best(&leaf.numeric, place, cut, &case.search(usize::MAX), &mut scratch.candidates)
}

/// The leaf, as a rule asks it about single candidates.
struct Witness<'a, 's> {
    case: Case<'a>,
    scratch: &'s mut Scratch,
}

impl Evidence for Witness<'_, '_> {
    fn settled(&mut self, test: Test) -> Test {
        let Test::Cut { slot, cut } = test else { return test };
        let (leaf, place) = (self.case.leaf, self.case.leaf.numeric_place(slot));
        let search = self.case.search(usize::MAX);
        let cut = candidates::settled(&leaf.numeric, place, cut, &search, &mut self.scratch.candidates);
        Test::Cut { slot, cut }
    }

    fn branches(&mut self, test: Test) -> Vec<Vec<f64>> {
        worth::divided(self.case.leaf, test)
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
