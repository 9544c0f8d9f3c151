//! Learning within a budget: in blocks as long as no row of a block can meet the limit, and row by row where one might.
//!
//! A block is tried first: its leaves take in their rows as if there were no limit. If the most that can have been
//! held at any row is within the budget, nothing was decided differently, and the block stands. Otherwise its leaves
//! are put back, and its halves are tried.

use super::{Bench, Learner};
use crate::block::Block;
use crate::budget::Exhausted;
use crate::config::Predictor;
use crate::schema::MISSING;
use crate::threads::Pool;
use std::ops::Range;

impl Learner {
    pub(super) fn learn_within(
        &mut self,
        block: &Block,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        let mut ahead = self.stretches(block);
        let mut struck: Option<Block> = None;
        while let Some(mut range) = ahead.pop() {
            if self.is_short(range.len()) {
                let answer =
                    if answers.is_empty() { &mut [][..] } else { &mut answers[range.start..=range.start] };
                self.strike(block, range.start, &mut struck);
                self.learn_one_row(struck.as_ref().unwrap_or(block), range.start, answer, bench)?;
                range.start += 1;
                ahead.extend((!range.is_empty()).then_some(range));
                continue;
            }
            let answers = if answers.is_empty() { &mut [][..] } else { &mut answers[range.clone()] };
            let block = struck.as_ref().unwrap_or(block);
            if !self.try_block(block, range.clone(), answers, pool, bench) {
                let middle = range.start.midpoint(range.end);
                ahead.push(middle..range.end);
                ahead.push(range.start..middle);
            }
        }
        Ok(())
    }

    /// The rows of a block, cut after each row at which frozen leaves are looked at, the last stretch first.
    fn stretches(&self, block: &Block) -> Vec<Range<usize>> {
        let every = self.look_every();
        let looked = (0..block.rows)
            .filter(|row| block.classes[*row] != MISSING && block.number(*row).is_multiple_of(every))
            .map(|row| row + 1);
        // A row that is asked in another way than it is learned stands alone.
        let asked = block.asked.iter().flat_map(|(row, _)| [*row as usize, *row as usize + 1]);
        let mut ends: Vec<usize> = looked.chain(asked).chain([block.rows]).collect();
        ends.sort_unstable();
        ends.dedup();
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let mut stretches: Vec<Range<usize>> =
            starts.zip(&ends).map(|(start, end)| start..*end).filter(|range| !range.is_empty()).collect();
        stretches.reverse();
        stretches
    }

    /// Learns a stretch as a block, if no row of it can meet a limit; false, and nothing is learned, if one might.
    fn try_block(
        &mut self,
        block: &Block,
        range: Range<usize>,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
    ) -> bool {
        // The first attempt without room for a split decides what becomes of the observers.
        let last_growth = self.config.predictor == Predictor::Majority
            && self.ledger.frozen < self.tree.leaf_count()
            && self.room_for_split(self.as_of(u64::MAX)) == 0;
        // The most that a block has held is known from its end only if nothing shrinks in between.
        if last_growth || self.is_coupled() || !self.config.observer.only_grows() {
            return false;
        }
        let part = block.part(range);
        if !self.is_far_from_limits(&part) || !self.learn_by_block(&part, answers, pool, bench) {
            return false;
        }
        self.look_after(&part, part.rows - 1);
        true
    }

    /// Closes the books if there is no room for the categories that a row brings; the block goes on without them.
    pub(super) fn strike(&mut self, block: &Block, index: usize, struck: &mut Option<Block>) {
        if block.classes[index] == MISSING || !self.must_close(block.number(index)) {
            return;
        }
        let mut without = block.clone();
        self.schema.close_from(block.number(index), &mut without);
        without.known.clear();
        without.settle(&self.schema, without.before);
        *struck = Some(without);
    }

    /// Looks at frozen leaves if this row is one of those after which that is done.
    pub(super) fn look_after(&mut self, block: &Block, index: usize) {
        if self.config.budget.is_none() {
            return;
        }
        let number = block.number(index);
        if block.classes[index] != MISSING && number.is_multiple_of(self.look_every()) {
            self.look_at_frozen(number);
        }
    }
}
