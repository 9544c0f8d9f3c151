//! Some rows as one learner sees them: values and lesson, both borrowed.

use super::{Lesson, MISSING, READ, Values};
use std::ops::Range;

/// Rows that follow each other. What each part is, its owner says: [`Values`], [`Lesson`].
#[derive(Clone, Copy)]
pub struct Block<'a> {
    /// Number of rows.
    pub rows: usize,
    /// Numeric slots per row.
    pub numeric_width: usize,
    /// Nominal slots per row.
    pub nominal_width: usize,
    /// `[row][numeric slot]`
    pub numbers: &'a [f64],
    /// `[row][nominal slot]`
    pub codes: &'a [u32],
    /// False if every number of every row is there.
    pub gaps: bool,
    /// Number of categories known before each row, or none.
    pub known: &'a [u64],
    /// Number of categories known before the first row.
    pub categories: u64,
    /// Row and slot of categories that are unknown when the row is answered; rows are counted from `first` on.
    asked: &'a [(u32, u32)],
    first: u32,
    /// Class of each row.
    pub classes: &'a [u32],
    /// Weight of each row, or none.
    pub weights: &'a [f64],
    /// Rows of the stream before the first one.
    pub before: u64,
    /// Number of each row in the stream, or none.
    pub numbering: &'a [u64],
    /// True if no class arrived with these rows.
    pub settled_classes: bool,
}

/// One row of a block.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// Numeric slots, NaN where missing.
    pub numbers: &'a [f64],
    /// Nominal slots.
    pub codes: &'a [u32],
    /// False if every number of the row is surely there.
    pub gaps: bool,
    /// Class code, or `MISSING` if the row is only predicted.
    pub class: u32,
    /// Weight, positive if the row is learned.
    pub weight: f64,
    /// Place in the block.
    pub index: usize,
    block: &'a Block<'a>,
    /// Categories known before this row.
    pub known: u64,
}

impl Row<'_> {
    /// Number of the last row learned before this one.
    pub fn last_before(&self) -> u64 {
        self.block.number(self.index) - u64::from(self.class != MISSING)
    }
}

impl<'a> Block<'a> {
    /// All rows of some values, as a lesson has them.
    pub fn of(values: &'a Values, lesson: &'a Lesson) -> Block<'a> {
        Block {
            rows: values.rows,
            numeric_width: values.numeric_width,
            nominal_width: values.nominal_width,
            numbers: &values.numbers,
            codes: &values.codes,
            gaps: values.gaps,
            known: &values.known,
            categories: values.categories,
            asked: &values.asked,
            first: 0,
            classes: &lesson.classes,
            weights: &lesson.weights,
            before: lesson.before,
            numbering: &lesson.numbering,
            settled_classes: lesson.settled_classes,
        }
    }

    /// Row `i`.
    #[inline(always)]
    pub fn row(&self, i: usize) -> Row<'_> {
        Row {
            index: i,
            block: self,
            numbers: &self.numbers[i * self.numeric_width..(i + 1) * self.numeric_width],
            codes: &self.codes[i * self.nominal_width..(i + 1) * self.nominal_width],
            gaps: self.gaps,
            class: self.classes[i],
            weight: self.weight(i),
            known: if self.known.is_empty() { self.categories } else { self.known[i] },
        }
    }

    /// Weight of row `i`.
    #[inline(always)]
    pub fn weight(&self, i: usize) -> f64 {
        if self.weights.is_empty() { 1.0 } else { self.weights[i] }
    }

    /// Number of row `i` in the stream.
    #[inline(always)]
    pub fn number(&self, i: usize) -> u64 {
        if self.numbering.is_empty() { self.before.saturating_add(i as u64 + 1) } else { self.numbering[i] }
    }

    /// Number of row `i` in the stream, if it is learned.
    pub fn learned(&self, i: usize) -> Option<u64> {
        (self.before != READ && self.weight(i) > 0.0).then(|| self.number(i))
    }

    /// Row and slot of categories, ascending, that are unknown when the row is answered.
    pub fn unknown_when_asked(&self) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        let first = self.first;
        self.asked.iter().map(move |(row, slot)| (row - first, *slot))
    }

    /// Some of the rows.
    pub fn part(&self, range: Range<usize>) -> Block<'a> {
        fn some<'a, T>(list: &'a [T], range: &Range<usize>) -> &'a [T] {
            if list.is_empty() { &[] } else { &list[range.clone()] }
        }
        let place =
            |row: usize| self.asked.partition_point(|(asked, _)| ((asked - self.first) as usize) < row);
        Block {
            rows: range.len(),
            numbers: &self.numbers[range.start * self.numeric_width..range.end * self.numeric_width],
            codes: &self.codes[range.start * self.nominal_width..range.end * self.nominal_width],
            classes: &self.classes[range.clone()],
            weights: some(self.weights, &range),
            // Without a numbering every row counts.
            before: self.before + if self.numbering.is_empty() { range.start as u64 } else { 0 },
            numbering: some(self.numbering, &range),
            known: some(self.known, &range),
            asked: &self.asked[place(range.start)..place(range.end)],
            first: self.first + range.start as u32,
            ..*self
        }
    }
}
