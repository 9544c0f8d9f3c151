//! Columns that look like identifiers: most rows have a category of their own.
//!
//! A tree learns nothing from them, and grows with every row. A column is checked when the number of its categories
//! reaches `MANY`, and each time that number has doubled. So the answer depends on the stream alone, and not on when
//! the question is asked.

use super::{Limit, Schema};

/// How many categories a column must have before it is checked.
const MANY: usize = 10_000;

/// A column that looks like an identifier.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Identifier {
    /// Which one.
    pub column: usize,
    /// How many categories it had when it first looked like one,
    pub categories: usize,
    /// in so many rows since its first value.
    pub rows: u64,
}

impl Schema {
    /// The columns that looked like identifiers for the first time after row `row`. With a budget or a window there are
    /// none, because what they cost is bounded.
    pub fn identifiers_after(&self, row: u64) -> Vec<Identifier> {
        if !matches!(self.limit, Limit::None) {
            return Vec::new();
        }
        let found = self.nominal.iter().filter_map(|column| {
            let entry = &self.columns[*column as usize];
            let arrived = entry.categories.arrived();
            let looks = |count: &usize| arrived[count - 1] - entry.since < 2 * *count as u64;
            let counts = std::iter::successors(Some(MANY), |count| Some(2 * count));
            let categories = counts.take_while(|count| *count <= arrived.len()).find(looks)?;
            let last = arrived[categories - 1];
            let found = Identifier { column: *column as usize, categories, rows: last - entry.since + 1 };
            (last > row).then_some(found)
        });
        found.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Category, Kind};

    /// A column that gets a new category every so many rows, from row 5 on.
    fn column(every: u64, categories: u64) -> Schema {
        let mut schema = Schema::default();
        schema.add_column(true);
        schema.settle(0, Kind::Nominal, 5);
        for number in 0..categories {
            schema.columns[0].categories.learn(&Category::Whole(number as i64), 5 + number * every);
        }
        schema
    }

    #[test]
    fn a_column_of_mostly_different_categories_is_found_once() {
        let found = Identifier { column: 0, categories: 10_000, rows: 10_000 };
        for categories in [10_000, 10_001, 50_000] {
            assert_eq!(column(1, categories).identifiers_after(0), [found]);
            assert_eq!(column(1, categories).identifiers_after(10_003), [found]);
            assert_eq!(column(1, categories).identifiers_after(10_004), []);
        }
        assert_eq!(column(1, 9999).identifiers_after(0), []);
    }

    #[test]
    fn half_of_the_rows_must_have_a_category_of_their_own() {
        assert_eq!(column(2, 10_000).identifiers_after(0).len(), 1);
        assert_eq!(column(3, 80_000).identifiers_after(0), []);
    }

    #[test]
    fn a_column_that_begins_to_be_one_later_is_found_when_its_categories_have_doubled() {
        let mut schema = column(3, 10_000);
        for number in 0..30_000 {
            schema.columns[0].categories.learn(&Category::Whole(-1 - number), 30_003 + number as u64);
        }
        // 20,000 after 40,000 rows are half of them.
        let wanted = Identifier { column: 0, categories: 20_000, rows: 39_998 };
        assert_eq!(schema.identifiers_after(0), [wanted]);
    }

    #[test]
    fn nobody_is_warned_of_names_that_are_bounded() {
        let mut schema = column(1, 20_000);
        schema.limit = Limit::Bytes(1 << 30);
        assert_eq!(schema.identifiers_after(0), []);
    }
}
