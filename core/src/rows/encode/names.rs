//! Names of categories on their way into a schema that may have no room for them.
//!
//! Rows are encoded before it is known which category is the first that does not fit (see `schema::hold`). What comes
//! in a later row than one that surely does not fit need not be entered to be unlearned again: so the names of a block
//! take little more than they may, however many it brings.

use crate::schema::{Category, Schema};

/// A schema whose columns get new names.
pub struct Names<'s> {
    pub schema: &'s mut Schema,
    /// What the names take.
    bytes: usize,
    /// Whether one has come that does not fit.
    beyond: bool,
    /// Whether names are entered.
    open: bool,
}

impl Names<'_> {
    pub fn of(schema: &mut Schema) -> Names<'_> {
        let bytes = schema.most_names().map_or(0, |_| schema.names_at(u64::MAX));
        Names { bytes, beyond: false, open: schema.closed.is_none(), schema }
    }

    /// Whether there may be a name that does not fit.
    pub fn may_close(&self) -> bool {
        self.open && self.schema.most_names().is_some() && !self.schema.nominal.is_empty()
    }

    /// The code of a label; a new one is entered with its row as long as names fit.
    pub fn code(&mut self, column: usize, label: &Category, row: u64) -> u32 {
        let categories = &mut self.schema.columns[column].categories;
        if !self.open {
            return categories.code(label.key());
        }
        let known = categories.len();
        let code = categories.learn(label, row);
        if categories.len() > known {
            self.bytes += categories.bytes_of(known + 1) - categories.bytes_of(known);
            // The names of the first row all fit.
            self.beyond |= row > 1 && self.schema.most_names().is_some_and(|most| self.bytes > most);
        }
        code
    }

    /// All names of the rows so far were asked for: if one of them does not fit, none of a later row does.
    pub fn turn(&mut self) {
        self.open &= !self.beyond;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Kind, Limit, UNKNOWN};

    fn schema(most: usize) -> Schema {
        let mut schema = Schema { limit: Limit::Bytes(most), ..Schema::default() };
        schema.add_column(true);
        schema.settle(0, Kind::Nominal, 1);
        schema
    }

    fn label(n: i64) -> Category {
        Category::Text(format!("name {n}").into())
    }

    #[test]
    fn no_row_after_one_that_does_not_fit_enters_a_name() {
        let mut schema = schema(2000);
        let mut names = Names::of(&mut schema);
        let mut entered = 0;
        while names.code(0, &label(entered), 2 + entered as u64) != UNKNOWN {
            entered += 1;
            // Those of a row, and of other columns, may still be asked for.
            if names.beyond {
                assert_ne!(names.code(0, &label(-1), 2 + entered as u64), UNKNOWN);
            }
            names.turn();
        }
        let categories = &schema.columns[0].categories;
        assert!(categories.bytes_of(categories.len() - 1) > 2000, "the first that does not fit is there");
        assert!(categories.bytes_of(categories.len() - 2) <= 2000, "and none of a later row");
    }

    #[test]
    fn the_names_of_the_first_row_all_fit() {
        let mut schema = schema(10);
        let mut names = Names::of(&mut schema);
        for n in 0..5 {
            assert_eq!(names.code(0, &label(n), 1), n as u32);
            names.turn();
        }
        names.code(0, &label(7), 2);
        names.turn();
        assert_eq!((names.code(0, &label(8), 3), names.code(0, &label(3), 3)), (UNKNOWN, 3));
    }

    #[test]
    fn closed_books_take_no_name() {
        let mut schema = schema(1 << 20);
        schema.closed = Some(4);
        assert_eq!(Names::of(&mut schema).code(0, &label(1), 5), UNKNOWN);
        assert!(schema.columns[0].categories.is_empty());
    }
}
