//! How far a block has been learned. Between two pieces of it whoever calls may stop, and the tree has learned the rows
//! before: a prefix of the stream.
//!
//! A piece ends after a bounded amount of work, by counts and never by time. Where it ends changes nothing: leaves take in
//! the same rows in the same order.

use super::by_block::Tried;
use super::{Bench, Learner};
use crate::attempt::{Watch, work};
use crate::leaf::Leaf;
use crate::rows::{Block, Encoded};
use crate::threads::Pool;
use crate::upkeep::Exhausted;
use std::ops::Range;
use std::sync::Arc;

/// Work of a piece, in the units of an attempt's: about a twentieth of a second. A single row may be more.
pub(crate) const PIECE: u64 = 50_000_000;

/// The attempt of one row that is more than this can be stopped: the learner is put back as it was before the row.
const LONG: u64 = 10 * PIECE;

/// Work of a row, and of each of its numbers: for its class, and for every class if naive Bayes is asked.
const ROW: u64 = 100;
const NUMBER: u64 = 4;

/// What is left of a block to be learned.
#[derive(Default)]
pub struct Course {
    begun: bool,
    /// The stretches that are left, the last one first.
    pub(crate) ahead: Vec<Range<usize>>,
    /// The block without categories that there was no room for.
    pub(crate) struck: Option<Encoded>,
    /// Whether an attempt may be long.
    may_be_long: bool,
    next: Next,
}

/// How a course goes on.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Next {
    /// As it went before.
    #[default]
    Anyhow,
    /// With a row that takes long, on the calling thread: only that thread can ask whether to go on.
    Alone,
    /// Not at all: the answer was no.
    Never,
}

impl Course {
    /// True if every row of the block is learned.
    pub fn is_done(&self) -> bool {
        self.begun && self.ahead.is_empty()
    }

    /// True if the next piece is a row that takes long, which is to be learned without a pool, so that it can be stopped.
    pub fn is_alone(&self) -> bool {
        self.next == Next::Alone
    }

    /// True if the answer was to stop, in the middle of a row. Nothing of that row is learned.
    pub fn is_stopped(&self) -> bool {
        self.next == Next::Never
    }

    /// Puts back a stretch that is too much for a piece: so many rows come first.
    pub(crate) fn put_back(&mut self, range: Range<usize>, first: usize) {
        let middle = range.start + first;
        self.ahead
            .extend([middle..range.end, range.start..middle].into_iter().filter(|part| !part.is_empty()));
    }
}

impl Learner {
    /// Learns some rows of a block, the next of its course: as many as make a piece of work, and one at the least.
    /// `answers` is for all rows of the block.
    pub fn learn_some(
        &mut self,
        block: &Block<'_>,
        course: &mut Course,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        let outcome = self.begin(block, course, bench).and_then(|()| {
            course.next = Next::Anyhow;
            (bench.spent, bench.threads) = (0, pool.map_or(0, |pool| pool.current_num_threads()));
            self.learn_stretches(block, course, answers, pool, bench)
        });
        self.rewound(course, outcome)
    }

    /// Gives up the rows of a block that are not learned: the caller was asked, and the answer was to stop.
    pub fn leave_off(&mut self) {
        self.schema.rewind(self.rows);
        self.recall();
    }

    pub(super) fn begin(
        &mut self,
        block: &Block<'_>,
        course: &mut Course,
        bench: &Bench,
    ) -> Result<(), Exhausted> {
        if !course.begun {
            self.check_start()?;
            course.begun = true;
            // If nobody can be asked, no row can be stopped.
            course.may_be_long = bench.ask.is_some() && self.may_be_long(block.rows);
            course.ahead = self.stretches_of(block);
        }
        Ok(())
    }

    /// Learns stretches of a block, which no limit cuts, leaf by leaf where that is the same as row by row.
    pub(crate) fn learn_freely(
        &mut self,
        block: &Block<'_>,
        course: &mut Course,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        while bench.spent < PIECE
            && course.next == Next::Anyhow
            && let Some(range) = course.ahead.pop()
        {
            let is_free =
                !self.is_coupled() && !self.is_short(range.len()) && self.is_far_from_limits(range.len());
            if !is_free {
                self.learn_by_row(block, range, course, answers, bench)?;
                continue;
            }
            let part = block.part(range.clone());
            match self.learn_by_block(&part, some(answers, range.clone()), pool, bench) {
                Tried::Learned => {}
                // Row by row the work is counted as it is done.
                Tried::TooMuch { first } if self.is_short(first) => {
                    self.learn_by_row(block, range, course, answers, bench)?;
                }
                Tried::TooMuch { first } => course.put_back(range, first),
                Tried::Refused => self.learn_by_row(block, range, course, answers, bench)?,
            }
        }
        Ok(())
    }

    /// Learns one row; false, and nothing is learned, if it takes long and was stopped, or must be learned alone.
    pub(crate) fn learn_row(
        &mut self,
        block: &Block<'_>,
        index: usize,
        answer: &mut [u32],
        course: &mut Course,
        bench: &mut Bench,
    ) -> Result<bool, Exhausted> {
        if !course.may_be_long || self.next_work(block, index) < LONG {
            return self.learn_one_row(block, index, answer, bench).map(|()| true);
        }
        if bench.threads > 0 {
            course.next = Next::Alone;
            return Ok(false);
        }
        let before = self.clone();
        bench.scratch.attempt.watch = bench.ask.as_ref().map(|ask| Watch::new(Arc::clone(ask)));
        let outcome = self.learn_one_row(block, index, answer, bench);
        if bench.scratch.attempt.watch.take().is_some_and(|watch| watch.is_stopped()) {
            *self = before;
            course.next = Next::Never;
            return Ok(false);
        }
        outcome.map(|()| true)
    }

    /// Work of the attempts that a row may make due.
    fn next_work(&self, block: &Block<'_>, index: usize) -> u64 {
        let leaf = self.tree.shape.lead(0, &block.row(index));
        let every_row = self.looks_at_every_row();
        let since = if self.tree.shape.node(leaf).is_leaf() { self.tree.leaf(leaf).since } else { 0 };
        if !every_row && u64::from(since) + 1 < self.config.grace_period {
            return 0;
        }
        let mut ids = if self.is_coupled() { self.tree.shape.path_to(leaf) } else { Vec::new() };
        ids.push(leaf);
        let works = ids.iter().map(|id| match self.tree.shape.node(*id).is_leaf() {
            true => self.leaf_work(self.tree.leaf(*id), self.may_grow(*id), 1),
            false => self.keeper.kept_at(*id).map_or(0, |kept| work(kept, &self.config, &self.schema, 1)),
        });
        works.sum()
    }

    /// Whether the attempts of one of the next rows may be long: those of a leaf that has seen every row.
    fn may_be_long(&self, rows: usize) -> bool {
        let seen = usize::try_from(self.rows).unwrap_or(usize::MAX).saturating_add(rows);
        let most = work(&Leaf::new(self.config.observer), &self.config, &self.schema, seen);
        let attempts = if self.is_coupled() { 1 + u64::from(self.tree.shape.depth()) } else { 1 };
        most.saturating_mul(attempts) > LONG
    }

    /// Work of a row at a leaf with so many classes.
    pub(crate) fn row_work(&self, classes: usize) -> u64 {
        let asked = if self.config.predictor.asks_observers() { classes as u64 } else { 0 };
        let columns = self.schema.numeric.len() + self.schema.nominal.len();
        ROW + NUMBER * columns as u64 * (1 + asked)
    }

    /// Work of so many rows at a leaf, with the attempts to split that become due if it grows.
    pub(super) fn leaf_work(&self, leaf: &Leaf, grows: bool, rows: usize) -> u64 {
        let most = leaf.classes().max(self.schema.classes.len());
        let classes = (leaf.classes() + rows).min(most);
        let attempts = (u64::from(leaf.since) + rows as u64) / self.config.grace_period;
        let attempts = attempts.min(rows as u64);
        let each = if attempts == 0 || !grows { 0 } else { work(leaf, &self.config, &self.schema, rows) };
        // A class that is new to the leaf moves what is known of the others.
        let new = (classes - leaf.classes()) as u64;
        let moved = new * (leaf.numbers() as u64 + new * (rows * self.schema.nominal.len()) as u64 / 2);
        rows as u64 * self.row_work(classes) + attempts * each + moved
    }
}

/// The answers to some rows, if any are wanted.
pub(crate) fn some(answers: &mut [u32], rows: Range<usize>) -> &mut [u32] {
    if answers.is_empty() { &mut [] } else { &mut answers[rows] }
}

#[cfg(test)]
mod tests;
