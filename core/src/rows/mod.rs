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
pub use values::{LARGEST, MISSING, UNKNOWN, Values, clean};

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

    /// Rows that are learned.
    pub fn learned_rows(&self) -> u64 {
        self.classes.iter().filter(|class| **class != MISSING).count() as u64
    }
}

#[cfg(test)]
mod tests;
