//! The values of a few thousand rows, whoever reads them.

use crate::schema::{MISSING, Schema};

/// Numbers and codes, row by row.
#[derive(Clone, Default)]
pub struct Values {
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
    /// False if every number of every row is there.
    pub gaps: bool,
    /// Number of categories known before each row; empty if it is `categories` for all of them.
    pub known: Vec<u64>,
    /// Number of categories known before the first row.
    pub categories: u64,
    /// Row and slot of categories, ascending, that are unknown when the row is answered: they are learned as missing, or
    /// take the place of another category.
    pub asked: Vec<(u32, u32)>,
}

impl Values {
    /// Makes room for `rows` rows as wide as the schema; every value must then be written.
    pub fn shape(&mut self, rows: usize, schema: &Schema) {
        self.rows = rows;
        self.numeric_width = schema.numeric.len();
        self.nominal_width = schema.nominal.len();
        self.numbers.resize(rows * self.numeric_width, f64::NAN);
        self.codes.resize(rows * self.nominal_width, MISSING);
        self.known.clear();
        self.asked.clear();
    }

    /// Makes room for `rows` rows as wide as the schema, everything missing.
    pub fn reset(&mut self, rows: usize, schema: &Schema) {
        self.shape(rows, schema);
        self.gaps = true;
        self.numbers.fill(f64::NAN);
        self.codes.fill(MISSING);
    }
}
