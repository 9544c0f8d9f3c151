//! Encoded rows: what the learner eats. Numbers and codes row by row, classes and weights beside them.

use crate::schema::{MISSING, Schema, UNKNOWN};
use std::ops::Range;

/// A few thousand rows, encoded.
#[derive(Clone, Default)]
pub struct Block {
    /// Number of rows.
    pub rows: usize,
    /// Numeric slots per row.
    pub numeric_width: usize,
    /// Nominal slots per row.
    pub nominal_width: usize,
    /// `[row][numeric slot]`, NaN where missing.
    pub numbers: Vec<f64>,
    /// `[row][nominal slot]`
    pub codes: Vec<u32>,
    /// Class of each row; `MISSING` for a row that is only predicted.
    pub classes: Vec<u32>,
    /// Weight of each row; empty if every row weighs 1.
    pub weights: Vec<f64>,
    /// Rows learned before the block; `READ` if the block is only read.
    pub before: u64,
    /// Number of each row in the stream (rows of weight 0 are not counted); empty if they follow each other.
    pub numbering: Vec<u64>,
    /// Number of categories known before each row; empty if it is `categories` for all of them.
    pub known: Vec<u64>,
    /// Number of categories known before the block.
    pub categories: u64,
    /// Row and slot of categories, ascending, that are unknown when the row is answered: they are learned as missing,
    /// or take the place of another category.
    pub asked: Vec<(u32, u32)>,
    /// False if every number of every row is there.
    pub gaps: bool,
    /// True if no class arrived within the block.
    pub settled_classes: bool,
}

/// Stands for the number of rows before a block that is only read: everything learned so far is known to it.
pub const READ: u64 = u64::MAX;

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
    block: &'a Block,
    /// Categories known before this row.
    pub known: u64,
}

impl Row<'_> {
    /// Number of the last row learned before this one.
    pub fn last_before(&self) -> u64 {
        self.block.number(self.index) - u64::from(self.class != MISSING)
    }
}

impl Block {
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
    pub fn number(&self, i: usize) -> u64 {
        if self.numbering.is_empty() { self.before.saturating_add(i as u64 + 1) } else { self.numbering[i] }
    }

    /// Number of row `i` in the stream, if it is learned.
    pub fn learned(&self, i: usize) -> Option<u64> {
        (self.before != READ && self.weight(i) > 0.0).then(|| self.number(i))
    }

    /// Shapes the block for `rows` rows as wide as the schema; every value must then be written.
    pub fn shape(&mut self, rows: usize, schema: &Schema) {
        self.rows = rows;
        self.numeric_width = schema.numeric.len();
        self.nominal_width = schema.nominal.len();
        self.numbers.resize(rows * self.numeric_width, f64::NAN);
        self.codes.resize(rows * self.nominal_width, MISSING);
        self.known.clear();
        self.asked.clear();
    }

    /// Shapes the block for `rows` rows as wide as the schema, everything missing.
    pub fn reset(&mut self, rows: usize, schema: &Schema) {
        self.shape(rows, schema);
        self.gaps = true;
        self.numbers.fill(f64::NAN);
        self.codes.fill(MISSING);
    }

    /// Rows that are learned.
    pub fn learned_rows(&self) -> u64 {
        self.classes.iter().filter(|class| **class != MISSING).count() as u64
    }

    fn asked_within(&self, range: &Range<usize>) -> Vec<(u32, u32)> {
        let before = |end: usize| self.asked.partition_point(|(row, _)| (*row as usize) < end);
        let within = &self.asked[before(range.start)..before(range.end)];
        within.iter().map(|(row, slot)| (row - range.start as u32, *slot)).collect()
    }

    /// A row as who asks for an answer sees it, if that is not as it is learned.
    pub fn asked_row(&self, row: usize) -> Option<Block> {
        if self.asked.binary_search_by_key(&(row as u32), |(row, _)| *row).is_err() {
            return None;
        }
        let mut alone = self.part(row..row + 1);
        for (_, slot) in &alone.asked {
            alone.codes[*slot as usize] = UNKNOWN;
        }
        Some(alone)
    }

    /// Some of the rows as a block of their own.
    pub fn part(&self, range: Range<usize>) -> Block {
        let some = |list: &[u64]| if list.is_empty() { Vec::new() } else { list[range.clone()].to_vec() };
        Block {
            rows: range.len(),
            numbers: self.numbers[range.start * self.numeric_width..range.end * self.numeric_width].to_vec(),
            codes: self.codes[range.start * self.nominal_width..range.end * self.nominal_width].to_vec(),
            classes: self.classes[range.clone()].to_vec(),
            weights: if self.weights.is_empty() { Vec::new() } else { self.weights[range.clone()].to_vec() },
            // Without a numbering every row counts.
            before: self.before + if self.numbering.is_empty() { range.start as u64 } else { 0 },
            numbering: some(&self.numbering),
            known: some(&self.known),
            asked: self.asked_within(&range),
            ..*self
        }
    }

    /// Notes what arrived within the block, so that every row can tell what was known when it came.
    pub fn settle(&mut self, schema: &Schema, before: u64) {
        self.settled_classes = schema.classes.arrived().last().is_none_or(|last| *last <= before);
        self.categories = schema.categories_known_at(before);
        if schema.categories_known_at(u64::MAX) != self.categories {
            let mut arrivals: Vec<u64> = Vec::new();
            for column in &schema.nominal {
                let arrived = schema.columns[*column as usize].categories.arrived();
                arrivals.extend(arrived.iter().rev().take_while(|row| **row > before));
            }
            arrivals.sort_unstable();
            let mut seen = 0;
            let mut known = Vec::with_capacity(self.rows);
            for row in 0..self.rows {
                let before = self.row(row).last_before();
                while seen < arrivals.len() && arrivals[seen] <= before {
                    seen += 1;
                }
                known.push(self.categories + seen as u64);
            }
            self.known = known;
        }
    }
}
