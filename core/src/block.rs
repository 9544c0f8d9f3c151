//! Encoded rows: what the learner eats. Numbers and codes row by row, classes and weights beside them.

use crate::schema::{MISSING, Schema};

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
    /// Weight of each row.
    pub weights: Vec<f64>,
    /// Number of each row in the stream (rows of weight 0 are not counted).
    pub numbering: Vec<u64>,
    /// Number of categories known before each row; empty if it is `categories` for all of them.
    pub known: Vec<u64>,
    /// Number of categories known before the block.
    pub categories: u64,
    /// False if every number of every row is there.
    pub gaps: bool,
    /// True if no class arrived within the block.
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
    /// Number in the stream.
    pub number: u64,
    /// Number of the last row learned before this one.
    pub before: u64,
    /// Categories known before this row.
    pub known: u64,
}

impl Block {
    /// Row `i`.
    #[inline(always)]
    pub fn row(&self, i: usize) -> Row<'_> {
        Row {
            numbers: &self.numbers[i * self.numeric_width..(i + 1) * self.numeric_width],
            codes: &self.codes[i * self.nominal_width..(i + 1) * self.nominal_width],
            gaps: self.gaps,
            class: self.classes[i],
            weight: self.weights[i],
            number: self.numbering[i],
            before: self.numbering[i] - u64::from(self.classes[i] != MISSING),
            known: if self.known.is_empty() { self.categories } else { self.known[i] },
        }
    }

    /// Shapes the block for `rows` rows as wide as the schema; every value must then be written.
    pub fn shape(&mut self, rows: usize, schema: &Schema) {
        self.rows = rows;
        self.numeric_width = schema.numeric.len();
        self.nominal_width = schema.nominal.len();
        self.numbers.resize(rows * self.numeric_width, f64::NAN);
        self.codes.resize(rows * self.nominal_width, MISSING);
        self.known.clear();
    }

    /// Shapes the block for `rows` rows as wide as the schema, everything missing.
    pub fn reset(&mut self, rows: usize, schema: &Schema) {
        self.shape(rows, schema);
        self.gaps = true;
        self.numbers.fill(f64::NAN);
        self.codes.fill(MISSING);
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
                let before = self.row(row).before;
                while seen < arrivals.len() && arrivals[seen] <= before {
                    seen += 1;
                }
                known.push(self.categories + seen as u64);
            }
            self.known = known;
        }
    }
}
