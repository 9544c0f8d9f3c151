//! What are the columns and classes? Names, kinds, codes and their order of arrival.
//! Knows nothing of trees. Columns, categories and classes may arrive at any row; old ones never change their place.

mod category;
mod dictionary;

pub use category::{Category, Key};
pub use dictionary::{Dictionary, MISSING, UNKNOWN};

use crate::bytes::vec_bytes;

/// How a column is summarised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Numbers, compared by size.
    Numeric,
    /// Categories, compared by identity.
    Nominal,
}

/// One column.
#[derive(Clone)]
pub struct Column {
    /// Its kind, once a value has been seen (or from the start, when declared nominal).
    pub kind: Option<Kind>,
    /// Its place among the columns of its kind; valid when a value has been seen.
    pub slot: Option<u32>,
    /// Its categories, if nominal.
    pub categories: Dictionary,
}

/// All columns and classes.
#[derive(Clone, Default)]
pub struct Schema {
    /// Columns in order of arrival.
    pub columns: Vec<Column>,
    /// Classes in order of arrival, declared ones first.
    pub classes: Dictionary,
    /// Column index by numeric slot.
    pub numeric: Vec<u32>,
    /// Column index by nominal slot.
    pub nominal: Vec<u32>,
}

impl Schema {
    /// Adds a column, declared nominal or of a kind still to be seen.
    pub fn add_column(&mut self, declared_nominal: bool) -> usize {
        let kind = declared_nominal.then_some(Kind::Nominal);
        self.columns.push(Column { kind, slot: None, categories: Dictionary::default() });
        self.columns.len() - 1
    }

    /// Settles the kind of a column at its first value and gives it a slot.
    pub fn settle(&mut self, column: usize, kind: Kind) {
        let entry = &mut self.columns[column];
        if entry.slot.is_none() {
            entry.kind = Some(kind);
            let slots = if kind == Kind::Numeric { &mut self.numeric } else { &mut self.nominal };
            entry.slot = Some(slots.len() as u32);
            slots.push(column as u32);
        }
    }

    /// The categories of a nominal slot.
    pub fn categories(&self, slot: usize) -> &Dictionary {
        &self.columns[self.nominal[slot] as usize].categories
    }

    /// Number of categories of all columns together, as of row `row`.
    pub fn categories_known_at(&self, row: u64) -> u64 {
        self.nominal.iter().map(|column| self.columns[*column as usize].categories.known_at(row) as u64).sum()
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let columns: usize = self.columns.iter().map(|column| column.categories.bytes()).sum();
        vec_bytes(&self.columns)
            + vec_bytes(&self.numeric)
            + vec_bytes(&self.nominal)
            + self.classes.bytes()
            + columns
    }
}
