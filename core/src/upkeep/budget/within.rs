//! Learning within a budget: in blocks as long as no row of a block can meet the limit, and row by row where one might.
//!
//! A block is tried first: its leaves take in their rows as if there were no limit. If the most that can have been
//! held at any row is within the budget, nothing was decided differently, and the block stands. Otherwise its leaves
//! are put back, and its halves are tried.

use super::Exhausted;
use crate::learner::{Bench, Course, Learner, PIECE, SHORT, Tried, some};
use crate::rows::{Block, Encoded};
use crate::schema::MISSING;
use crate::threads::Pool;
use std::ops::Range;

impl Learner {
    pub(crate) fn learn_within(
        &mut self,
        block: &Block<'_>,
        course: &mut Course,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        while bench.spent < PIECE
            && let Some(mut range) = course.ahead.pop()
        {
            if self.is_short(range.len()) {
                let answer = some(answers, range.start..range.start + 1);
                let is_learned =
                    self.learn_held_row(block, range.start, answer, course, bench, |_, _, _| {})?;
                range.start += usize::from(is_learned);
                course.ahead.extend((!range.is_empty()).then_some(range));
                if !is_learned {
                    break;
                }
                continue;
            }
            let answers = some(answers, range.clone());
            let without = course.struck.as_ref().map(Encoded::block);
            let part = without.as_ref().unwrap_or(block).part(range.clone());
            match self.try_block(&part, answers, pool, bench) {
                Tried::Learned => {}
                Tried::TooMuch { first } => {
                    // Few rows come one by one anyway.
                    let few = range.len().min(SHORT) - 1;
                    course.put_back(range, first.max(few));
                }
                Tried::Refused => course.put_back(range.clone(), range.len() / 2),
            }
        }
        Ok(())
    }

    /// Learns one row of a block, without the categories that there is no room for; false if it must wait. `ask` is called
    /// before, with the block as it is learned.
    pub(crate) fn learn_held_row(
        &mut self,
        block: &Block<'_>,
        index: usize,
        answer: &mut [u32],
        course: &mut Course,
        bench: &mut Bench,
        ask: impl FnOnce(&Learner, &Block<'_>, &mut Bench),
    ) -> Result<bool, Exhausted> {
        self.strike(block, index, &mut course.struck);
        let struck = course.struck.take();
        let without = struck.as_ref().map(Encoded::block);
        let block = without.as_ref().unwrap_or(block);
        ask(self, block, bench);
        let is_learned = self.learn_row(block, index, answer, course, bench)?;
        course.struck = struck;
        Ok(is_learned)
    }

    /// The rows of a block, cut after each row at which frozen leaves are looked at, the last stretch first.
    pub(crate) fn stretches(&self, block: &Block<'_>) -> Vec<Range<usize>> {
        let every = self.look_every();
        let looked = (0..block.rows)
            .filter(|row| block.classes[*row] != MISSING && block.number(*row).is_multiple_of(every))
            .map(|row| row + 1);
        // A row that is asked in another way than it is learned stands alone.
        let asked = block.unknown_when_asked().flat_map(|(row, _)| [row as usize, row as usize + 1]);
        let mut ends: Vec<usize> = looked.chain(asked).chain([block.rows]).collect();
        ends.sort_unstable();
        ends.dedup();
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let mut stretches: Vec<Range<usize>> =
            starts.zip(&ends).map(|(start, end)| start..*end).filter(|range| !range.is_empty()).collect();
        stretches.reverse();
        stretches
    }

    /// Learns a stretch as a block, if no row of it can meet a limit; refused, and nothing is learned, if one might.
    fn try_block(
        &mut self,
        block: &Block<'_>,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
    ) -> Tried {
        // The first attempt without room for a split decides what becomes of the observers.
        let last_growth = !self.config.predictor.asks_observers()
            && self.ledger().frozen < self.tree.shape.leaf_count()
            && self.room_for_split(self.as_of(u64::MAX)) == 0;
        // The most that a block has held is known from its end only if nothing shrinks in between.
        if last_growth || self.is_coupled() || !self.config.observer.only_grows() {
            return Tried::Refused;
        }
        if !self.is_far_from_limits(block.rows) {
            return Tried::Refused;
        }
        let tried = self.learn_by_block(block, answers, pool, bench);
        if let Tried::Learned = tried {
            self.look_after(block, block.rows - 1);
        }
        tried
    }

    /// Closes the books if there is no room for the categories that a row brings; the block goes on without them.
    pub(crate) fn strike(&mut self, block: &Block<'_>, index: usize, struck: &mut Option<Encoded>) {
        if block.classes[index] == MISSING || !self.must_close(block.number(index)) {
            return;
        }
        let mut without = block.to_encoded();
        self.schema.close_from(block.number(index), &mut without);
        without.values.known.clear();
        self.schema.note_arrivals(&mut without, block.before);
        *struck = Some(without);
    }

    /// Looks at frozen leaves if this row is one of those after which that is done.
    pub(crate) fn look_after(&mut self, block: &Block<'_>, index: usize) {
        if self.config.upkeep.budget().is_none() {
            return;
        }
        let number = block.number(index);
        if block.classes[index] != MISSING && number.is_multiple_of(self.look_every()) {
            self.look_at_frozen(number);
        }
    }
}
