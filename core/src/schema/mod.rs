//! What are the columns and classes? Names, kinds, codes and their order of arrival.
//! Knows nothing of trees. Columns, categories and classes may arrive at any row; old ones never change their place,
//! but a category that has left the window gives its place away.

mod arrivals;
mod category;
mod dictionary;
mod hold;
mod identifiers;
mod turnover;

pub use crate::rows::{MISSING, UNKNOWN};
pub use category::{Category, Key};
pub use dictionary::Dictionary;

pub use identifiers::Identifier;
pub use turnover::Places;

use crate::bytes::{push_tight, tight_bytes, tight_room};

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
    /// Row of its first value.
    pub since: u64,
    /// Its categories, if nominal.
    pub categories: Dictionary,
}

impl Column {
    /// What it holds: 'numbers', or categories that are all 'texts', 'truth values' or 'codes' (numbers), or 'categories'
    /// of several types; nothing as long as nothing is known.
    pub fn holds(&self) -> Option<&'static str> {
        let all = |alike: fn(&Category) -> bool| self.categories.labels().iter().all(alike);
        Some(match self.kind? {
            Kind::Numeric => "numbers",
            Kind::Nominal if self.categories.is_empty() => return None,
            Kind::Nominal if all(|label| matches!(label, Category::Text(_))) => "texts",
            Kind::Nominal if all(|label| matches!(label, Category::Bool(_))) => "truth values",
            Kind::Nominal if all(|label| matches!(label, Category::Whole(_) | Category::Real(_))) => "codes",
            Kind::Nominal => "categories",
        })
    }
}

/// What bounds the names of categories: nothing, a budget, or a window. (No tree has both a budget and a window.)
#[derive(Clone, Default)]
pub enum Limit {
    /// All are remembered.
    #[default]
    None,
    /// They may take so many bytes.
    Bytes(usize),
    /// Those that leave the window give their places away.
    Window(Box<Places>),
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
    /// What bounds the names of categories.
    pub limit: Limit,
    /// Row of the first category that did not fit, if there has been one: no more are remembered since.
    pub closed: Option<u64>,
}

impl Schema {
    /// Bytes that the names of categories may take, if there is a budget.
    pub fn most_names(&self) -> Option<usize> {
        if let Limit::Bytes(most) = self.limit { Some(most) } else { None }
    }

    /// True if a code may be given to another category.
    pub fn turns_over(&self) -> bool {
        matches!(self.limit, Limit::Window(_))
    }

    /// Adds a column, declared nominal or of a kind still to be seen.
    pub fn add_column(&mut self, declared_nominal: bool) -> usize {
        let kind = declared_nominal.then_some(Kind::Nominal);
        push_tight(
            &mut self.columns,
            Column { kind, slot: None, since: 0, categories: Dictionary::default() },
        );
        self.columns.len() - 1
    }

    /// Settles the kind of a column at its first value, in row `row`, and gives it a slot.
    pub fn settle(&mut self, column: usize, kind: Kind, row: u64) {
        let entry = &mut self.columns[column];
        if entry.slot.is_none() {
            (entry.kind, entry.since) = (Some(kind), row);
            let slots = if kind == Kind::Numeric { &mut self.numeric } else { &mut self.nominal };
            entry.slot = Some(slots.len() as u32);
            push_tight(slots, column as u32);
        }
    }

    /// Unlearns everything that arrived after row `row`. Names of columns stay; they have no value yet.
    pub fn rewind(&mut self, row: u64) {
        self.put_back(row);
        self.classes.truncate(self.classes.known_at(row));
        self.closed = self.closed.filter(|closed| *closed <= row);
        for column in &mut self.columns {
            column.categories.truncate(column.categories.known_at(row));
            if column.slot.is_some() && column.since > row {
                // Declared or text: it will hold categories again.
                column.kind = column.kind.filter(|kind| *kind == Kind::Nominal);
                (column.slot, column.since) = (None, 0);
            }
        }
        let Schema { columns, numeric, nominal, .. } = self;
        for slots in [numeric, nominal] {
            slots.retain(|column| columns[*column as usize].slot.is_some());
            slots.shrink_to(tight_room(slots.len()));
        }
    }

    /// The categories of a nominal slot.
    pub fn categories(&self, slot: usize) -> &Dictionary {
        &self.columns[self.nominal[slot] as usize].categories
    }

    /// The most branches that a split may have: as many as the column of most categories has, or two.
    pub fn widest(&self) -> usize {
        self.columns.iter().map(|column| column.categories.len()).max().unwrap_or(0).max(2)
    }

    /// Number of categories of all columns together, as of row `row`.
    pub fn categories_known_at(&self, row: u64) -> u64 {
        self.nominal.iter().map(|column| self.columns[*column as usize].categories.known_at(row) as u64).sum()
    }

    /// How many of the columns in these slots had had a value as of row `row`.
    pub fn seen_by(&self, row: u64, slots: &[u32]) -> usize {
        slots.partition_point(|column| self.columns[*column as usize].since <= row)
    }

    /// Bytes on the heap as of row `row`: a function of the columns, categories and classes that had arrived. A
    /// column without a value does not count yet, so that it makes no difference when its name came.
    pub fn bytes_at(&self, row: u64) -> usize {
        let (numeric, nominal) = (self.seen_by(row, &self.numeric), self.seen_by(row, &self.nominal));
        tight_bytes::<Column>(numeric + nominal)
            + tight_bytes::<u32>(numeric)
            + tight_bytes::<u32>(nominal)
            + self.classes.bytes_at(row)
            + self.names_at(row)
    }

    /// Bytes of the categories of all columns as of row `row`; with a window, which no budget goes with, as they are.
    pub fn names_at(&self, row: u64) -> usize {
        if let Limit::Window(places) = &self.limit {
            let names = self.nominal.iter().map(|column| self.columns[*column as usize].categories.bytes());
            return names.sum::<usize>() + places.bytes();
        }
        self.nominal.iter().map(|column| self.columns[*column as usize].categories.bytes_at(row)).sum()
    }
}
