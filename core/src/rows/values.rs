//! The values of a few thousand rows, whoever reads them.

/// Stands for a value that is not there.
pub const MISSING: u32 = u32::MAX;
/// Stands for a label that the tree has never learned.
pub const UNKNOWN: u32 = u32::MAX - 1;

/// Numbers beyond this count as this, so that squares and their sums stay finite.
pub const LARGEST: f64 = 1e140;

/// A number as the tree sees it: missing if it is not finite, within ±1e140 otherwise.
#[inline(always)]
pub fn clean(x: f64) -> f64 {
    let bounded = if x > LARGEST { LARGEST } else { x };
    let bounded = if bounded < -LARGEST { -LARGEST } else { bounded };
    // Adding 0 makes 0 of -0: they are one number, whichever door it comes through.
    if x.abs() <= f64::MAX { bounded + 0.0 } else { f64::NAN }
}

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
    /// Makes room for `rows` rows of so many numeric and nominal slots; every value must then be written.
    pub fn shape(&mut self, rows: usize, widths: [usize; 2]) {
        self.rows = rows;
        [self.numeric_width, self.nominal_width] = widths;
        self.numbers.resize(rows * self.numeric_width, f64::NAN);
        self.codes.resize(rows * self.nominal_width, MISSING);
        self.known.clear();
        self.asked.clear();
    }

    /// Makes room for `rows` rows of so many numeric and nominal slots, everything missing.
    pub fn reset(&mut self, rows: usize, widths: [usize; 2]) {
        self.shape(rows, widths);
        self.gaps = true;
        self.numbers.fill(f64::NAN);
        self.codes.fill(MISSING);
    }
}
