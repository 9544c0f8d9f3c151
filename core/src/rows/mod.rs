//! Rows as learners read them: values that are shared, and the lesson that each learner makes of them.
//!
//! The outside world's tables are encoded once (see `encode`): numbers, codes and gaps are [`Values`]. What one learner is
//! to do with each row, its class, weight and number, is a [`Lesson`]: several learners may learn the same values with
//! other weights. Whoever learns or answers sees both through a [`Block`], which borrows them.

mod block;
pub mod encode;
mod lesson;
mod values;

pub use block::{Block, Row};
pub use lesson::{Lesson, READ};
pub use values::Values;

use crate::schema::{MISSING, Schema, UNKNOWN};

/// Values with the lesson of a learner: what a table is encoded into.
#[derive(Clone, Default)]
pub struct Encoded {
    /// The values.
    pub values: Values,
    /// The lesson.
    pub lesson: Lesson,
}

impl Encoded {
    /// All rows.
    #[inline(always)]
    pub fn block(&self) -> Block<'_> {
        Block::of(&self.values, &self.lesson)
    }

    /// Notes what arrived within the block, so that every row can tell what was known when it came.
    pub fn settle(&mut self, schema: &Schema, before: u64) {
        self.lesson.settled_classes = schema.classes.arrived().last().is_none_or(|last| *last <= before);
        self.values.categories = schema.categories_known_at(before);
        if schema.categories_known_at(u64::MAX) == self.values.categories {
            return;
        }
        let mut arrivals: Vec<u64> = Vec::new();
        for column in &schema.nominal {
            let arrived = schema.columns[*column as usize].categories.arrived();
            arrivals.extend(arrived.iter().rev().take_while(|row| **row > before));
        }
        arrivals.sort_unstable();
        let (mut seen, block) = (0, self.block());
        let known = (0..block.rows).map(|row| {
            let before = block.row(row).last_before();
            while seen < arrivals.len() && arrivals[seen] <= before {
                seen += 1;
            }
            block.categories + seen as u64
        });
        self.values.known = known.collect();
    }
}

impl Block<'_> {
    /// A row as whoever asks for an answer sees it; None if that is how it is learned.
    pub fn asked_row(&self, row: usize) -> Option<Encoded> {
        let alone = self.part(row..row + 1);
        let mut slots = alone.unknown_when_asked().map(|(_, slot)| slot).peekable();
        slots.peek()?;
        let mut alone = alone.to_encoded();
        slots.for_each(|slot| alone.values.codes[slot as usize] = UNKNOWN);
        Some(alone)
    }

    /// A copy that owns its rows.
    pub fn to_encoded(&self) -> Encoded {
        Encoded {
            values: Values {
                rows: self.rows,
                numeric_width: self.numeric_width,
                nominal_width: self.nominal_width,
                numbers: self.numbers.to_vec(),
                codes: self.codes.to_vec(),
                gaps: self.gaps,
                known: self.known.to_vec(),
                categories: self.categories,
                asked: self.unknown_when_asked().collect(),
            },
            lesson: Lesson {
                classes: self.classes.to_vec(),
                weights: self.weights.to_vec(),
                before: self.before,
                numbering: self.numbering.to_vec(),
                settled_classes: self.settled_classes,
            },
        }
    }

    /// Number of classes known as of one of its rows, by the number of the row.
    pub fn classes_known(&self, schema: &Schema, number: u64) -> usize {
        if self.settled_classes { schema.classes.len() } else { schema.classes.known_at(number) }
    }

    /// Rows that are learned.
    pub fn learned_rows(&self) -> u64 {
        self.classes.iter().filter(|class| **class != MISSING).count() as u64
    }
}

#[cfg(test)]
mod tests;
