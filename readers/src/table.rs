//! The columns of the batch that is being read. A row that turns out to be broken leaves no trace.

use crate::broken::Wrong;
use crate::numbers::number;
use crate::values::{Look, Markers, Values};

/// The largest weight of a row, as everywhere in riparian.
const MOST_WEIGHT: f64 = 1e15;
/// Values per batch at the most; wide tables come in batches of fewer rows.
const VALUES: usize = 1 << 22;

/// Where a field of a row goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slot {
    /// Nowhere.
    Ignored,
    /// Into this column.
    Column(usize),
    /// It is the row's weight.
    Weight,
}

/// A column of the table.
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: Values,
}

/// The columns, the class among them, and the weights.
#[derive(Default)]
pub struct Table {
    /// The columns in the order of the file.
    pub columns: Vec<Column>,
    /// Which of them is the class.
    pub target: usize,
    /// The name of the column that is the class, or would be if rows had one; it may be left out.
    pub class: Option<String>,
    /// Texts that mean: there is no value.
    pub markers: Markers,
    /// Whether a value that a row does not mention is 0, and not missing.
    pub zero: bool,
    weights: Vec<f64>,
    weighted: bool,
    rows: usize,
    /// Columns before the current row.
    settled: usize,
}

impl Table {
    /// A table without columns.
    pub fn with(markers: Markers) -> Table {
        Table { markers, ..Table::default() }
    }

    /// Whole rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Whether the batch holds as much as it should.
    pub fn full(&self, most: usize) -> bool {
        self.rows >= most || self.rows * self.columns.len() >= VALUES
    }

    /// Puts a field of the current row into its slot.
    #[inline]
    pub fn put(&mut self, slot: Slot, text: &[u8], look: Look) -> Result<(), Wrong> {
        match slot {
            Slot::Ignored => Ok(()),
            Slot::Column(place) => self.columns[place].values.put(self.rows, text, look, &self.markers),
            Slot::Weight => {
                let value = if look == Look::Text { None } else { number(text) };
                let value =
                    value.filter(|value| (0.0..=MOST_WEIGHT).contains(value)).ok_or(Wrong::BadWeight)?;
                self.weights.resize(self.rows, 1.0);
                self.weights.push(value);
                self.weighted = true;
                Ok(())
            }
        }
    }

    /// The same for rows that mention only some of the columns.
    pub fn put_sparse(&mut self, slot: Slot, text: &[u8], look: Look) -> Result<(), Wrong> {
        if let Slot::Column(place) = slot {
            self.columns[place].values.fill(self.rows, self.zero);
        }
        self.put(slot, text, look)
    }

    /// Whether the current row has a value for this slot already.
    pub fn holds(&self, slot: Slot) -> bool {
        match slot {
            Slot::Ignored => false,
            Slot::Column(place) => self.columns[place].values.len() > self.rows,
            Slot::Weight => self.weights.len() > self.rows,
        }
    }

    /// Adds a column that first appears in the current row.
    pub fn add(&mut self, name: String, values: Values) -> Slot {
        self.columns.push(Column { name, values });
        Slot::Column(self.columns.len() - 1)
    }

    /// The current row is complete.
    #[inline]
    pub fn finish_row(&mut self) {
        self.rows += 1;
        self.settled = self.columns.len();
    }

    /// The current row is broken: nothing of it stays. Returns how many columns are left.
    pub fn roll_back(&mut self) -> usize {
        self.columns.truncate(self.settled);
        for column in &mut self.columns {
            column.values.roll_back(self.rows);
        }
        self.weights.truncate(self.rows);
        self.columns.len()
    }

    /// The columns as they are now stay, whatever becomes of the current row.
    pub fn settle_columns(&mut self) {
        self.settled = self.columns.len();
    }

    /// In a survey: the current row counts.
    pub fn note_survey(&mut self) {
        for column in &mut self.columns {
            if let Values::Unknown { before, now, .. } = &mut column.values {
                *before = *now;
            }
        }
    }

    /// The survey is over: every column has its kind, and there are no rows yet.
    pub fn settle(&mut self) {
        for column in &mut self.columns {
            column.values.settle();
            column.values.roll_back(0);
        }
        self.weights.clear();
        self.weighted = false;
        self.rows = 0;
        self.settled = self.columns.len();
    }

    /// The weights of the batch if there are any; the batch is taken, and the next one begins.
    pub fn take(&mut self) -> Batch {
        let rows = std::mem::take(&mut self.rows);
        let zero = self.zero;
        let columns = self.columns.iter_mut().map(|column| {
            column.values.fill(rows, zero);
            match &mut column.values {
                Values::Numbers(numbers) => Taken::Numbers(emptied(numbers)),
                Values::Whole { values, .. } => Taken::Whole(emptied(values)),
                Values::Codes { codes, brought, .. } => {
                    *brought = None;
                    Taken::Codes(emptied(codes))
                }
                Values::Unknown { .. } => Taken::Numbers(Vec::new()),
            }
        });
        let columns = columns.collect();
        self.weights.resize(rows, 1.0);
        let weights = std::mem::take(&mut self.weights);
        Batch { rows, columns, weights: std::mem::take(&mut self.weighted).then_some(weights) }
    }
}

/// A batch's values; room for as many is kept for the next batch.
fn emptied<T>(values: &mut Vec<T>) -> Vec<T> {
    let room = values.len();
    std::mem::replace(values, Vec::with_capacity(room))
}

/// A batch of rows, column by column.
pub struct Batch {
    /// How many rows.
    pub rows: usize,
    /// The columns.
    pub columns: Vec<Taken>,
    /// The weights, if any was given.
    pub weights: Option<Vec<f64>>,
}

/// A column of a batch.
pub enum Taken {
    /// Numbers.
    Numbers(Vec<f64>),
    /// Whole numbers.
    Whole(Vec<i64>),
    /// Codes of texts.
    Codes(Vec<i32>),
}
