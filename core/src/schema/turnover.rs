//! Under a window the names of a column are bounded: once no row of the window holds a category, a new category takes
//! over its place and its branches.
//!
//! The new category takes the first vacant place, which depends on the rows of the window alone. So nothing has to be
//! stored, and the stream may be cut into blocks in any way. The tree is not asked, since it knows nothing of a vacant
//! place.

use super::{Category, Dictionary, Limit, MISSING, Schema, UNKNOWN};
use crate::bytes::{block_bytes, push_tight, tight_bytes};
use crate::rows::Encoded;
use std::collections::HashMap;

/// How many places are checked together.
const TOGETHER: usize = 128;

/// Which categories hold the places of all columns.
#[derive(Clone)]
pub struct Places {
    /// Rows of the window.
    window: u64,
    /// By nominal slot.
    turnovers: Vec<Turnover>,
    /// Categories that have given their places to rows that are being learned.
    displaced: Vec<Displaced>,
}

/// When each place of a column was last taken.
#[derive(Clone, Default)]
struct Turnover {
    /// The last row of each place.
    last: Vec<u64>,
    /// For each piece of `TOGETHER` places a row no later than the least of their last rows.
    least: Vec<u64>,
}

/// A category that has given its place away within a block.
#[derive(Clone)]
struct Displaced {
    /// The row that took the place.
    row: u64,
    column: u32,
    place: u32,
    label: Category,
}

impl Places {
    /// Those of a window of so many rows.
    pub fn of(window: u64) -> Places {
        Places { window, turnovers: Vec::new(), displaced: Vec::new() }
    }

    /// Bytes on the heap.
    pub(super) fn bytes(&self) -> usize {
        block_bytes(size_of::<Places>())
            + tight_bytes::<Turnover>(self.turnovers.len())
            + self.turnovers.iter().map(Turnover::bytes).sum::<usize>()
    }
}

impl Turnover {
    /// So many places, all of them vacant once the window has moved on.
    fn of(places: usize) -> Turnover {
        let mut turnover = Turnover::default();
        (0..places).for_each(|_| turnover.open(0));
        turnover
    }

    fn open(&mut self, row: u64) {
        if self.last.len().is_multiple_of(TOGETHER) {
            push_tight(&mut self.least, row);
        }
        push_tight(&mut self.last, row);
    }

    #[inline(always)]
    fn see(&mut self, place: u32, row: u64) {
        self.last[place as usize] = row;
    }

    /// The first place that no row from `first` on has.
    fn vacant(&mut self, first: u64) -> Option<u32> {
        for (piece, least) in self.least.iter_mut().enumerate().filter(|(_, least)| **least < first) {
            let start = piece * TOGETHER;
            let last = &self.last[start..self.last.len().min(start + TOGETHER)];
            if let Some(at) = last.iter().position(|row| *row < first) {
                return Some((start + at) as u32);
            }
            // Last rows only get later, so this stays a lower bound.
            *least = last.iter().copied().min().unwrap_or(first);
        }
        None
    }

    /// Bytes on the heap.
    fn bytes(&self) -> usize {
        tight_bytes::<u64>(self.last.len()) + tight_bytes::<u64>(self.least.len())
    }
}

impl Schema {
    /// Lets new categories of a block take the places of those that have left the window, in the order of the rows.
    /// When a row that takes a place is answered, its category is still unknown, as it is one row earlier.
    pub fn turn_over(&mut self, block: &mut Encoded) {
        let Schema { limit: Limit::Window(places), columns, nominal, .. } = self else { return };
        for (slot, column) in nominal.iter().enumerate().take(block.values.nominal_width) {
            if places.turnovers.len() == slot {
                push_tight(&mut places.turnovers, Turnover::default());
            }
            let categories = &mut columns[*column as usize].categories;
            if categories.len() == places.turnovers[slot].last.len() {
                places.turnovers[slot].see_all(slot, block);
            } else {
                places.take(slot, *column, categories, block);
            }
        }
        block.values.asked.sort_unstable();
    }

    /// Gives places back to the categories that had them as of row `row`.
    pub(super) fn put_back(&mut self, row: u64) {
        let Limit::Window(places) = &mut self.limit else { return };
        let taken = places.displaced.drain(..).rev().filter(|displaced| displaced.row > row);
        for Displaced { column, place, label, .. } in taken {
            self.columns[column as usize].categories.rename(place, &label);
        }
    }

    /// The rows of a block are learned: nothing of it will be unlearned.
    pub fn settle_places(&mut self) {
        if let Limit::Window(places) = &mut self.limit {
            places.displaced = Vec::new();
        }
    }

    /// Notes which places the rows of a window have: row numbers, ascending, with their codes.
    pub fn recall<'a>(&mut self, rows: impl Iterator<Item = (u64, &'a [u32])>) {
        let Limit::Window(places) = &mut self.limit else { return };
        places.turnovers.clear();
        for column in &self.nominal {
            let categories = &self.columns[*column as usize].categories;
            push_tight(&mut places.turnovers, Turnover::of(categories.len()));
        }
        for (number, codes) in rows {
            for (turnover, code) in places.turnovers.iter_mut().zip(codes) {
                if *code < UNKNOWN {
                    turnover.see(*code, number);
                }
            }
        }
    }
}

impl Turnover {
    /// The column of a block has known categories only.
    fn see_all(&mut self, slot: usize, block: &Encoded) {
        for row in 0..block.values.rows {
            let place = block.values.codes[row * block.values.nominal_width + slot];
            if let Some(number) = block.lesson.learned(row).filter(|_| place < UNKNOWN) {
                self.see(place, number);
            }
        }
    }
}

impl Places {
    /// A column of a block has new categories. They have codes of their own so far, after those of all that are known.
    fn take(&mut self, slot: usize, column: u32, categories: &mut Dictionary, block: &mut Encoded) {
        let turnover = &mut self.turnovers[slot];
        let known = turnover.last.len();
        let fresh = categories.take_back(known);
        // Those that were known before the block and have lost their places.
        let mut gone: HashMap<u32, Category> = HashMap::new();
        for row in 0..block.values.rows {
            let at = row * block.values.nominal_width + slot;
            let (code, number) = (block.values.codes[at], block.lesson.learned(row));
            if code == MISSING || code == UNKNOWN {
                continue;
            }
            let label = match (code as usize).checked_sub(known) {
                Some(order) => Some(&fresh[order]),
                None => gone.get(&code),
            };
            let mut place = label.map_or(code, |label| categories.code(label.key()));
            if let (Some(label), Some(number), UNKNOWN) = (label, number, place) {
                match turnover.vacant(number.saturating_sub(self.window)) {
                    Some(vacant) => {
                        let displaced = categories.rename(vacant, label);
                        block.values.asked.push((row as u32, slot as u32));
                        if (vacant as usize) < known {
                            gone.entry(vacant).or_insert_with(|| displaced.clone());
                        }
                        place = vacant;
                        self.displaced.push(Displaced { row: number, column, place, label: displaced });
                    }
                    None => {
                        turnover.open(number);
                        place = categories.learn(label, number);
                    }
                }
            }
            block.values.codes[at] = place;
            if let Some(number) = number.filter(|_| place != UNKNOWN) {
                turnover.see(place, number);
            }
        }
        categories.tighten();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Lesson, Values};
    use crate::schema::Kind;

    fn schema(window: u64) -> Schema {
        let mut schema = Schema { limit: Limit::Window(Box::new(Places::of(window))), ..Schema::default() };
        schema.add_column(true);
        schema.settle(0, Kind::Nominal, 1);
        schema
    }

    /// Learns a block of categories, and gives the places that they took and who was unknown before.
    fn learn(schema: &mut Schema, before: u64, labels: &[i64]) -> (Vec<u32>, Vec<u32>) {
        let categories = &mut schema.columns[0].categories;
        let codes =
            (before + 1..).zip(labels).map(|(row, label)| categories.learn(&Category::Whole(*label), row));
        let codes: Vec<u32> = codes.collect();
        let (rows, classes) = (codes.len(), vec![0; codes.len()]);
        let values = Values { rows, nominal_width: 1, codes, ..Values::default() };
        let mut block = Encoded { values, lesson: Lesson { classes, before, ..Lesson::default() } };
        schema.turn_over(&mut block);
        (block.values.codes, block.values.asked.iter().map(|(row, _)| *row).collect())
    }

    fn names(schema: &Schema) -> Vec<String> {
        schema.columns[0].categories.labels().iter().map(|label| label.to_string()).collect()
    }

    #[test]
    fn a_new_category_takes_the_first_place_that_no_row_of_the_window_has() {
        let mut schema = schema(2);
        // Row 4 takes the place of 70, whose last row, 1, was forgotten at row 3. Row 6 finds 90 (row 3) gone, and so on.
        assert_eq!(learn(&mut schema, 0, &[70, 80, 90, 60, 60, 50]), (vec![0, 1, 2, 0, 0, 1], vec![3, 5]));
        assert_eq!(names(&schema), ["60", "50", "90"]);
        assert_eq!(schema.columns[0].categories.code(Category::Whole(70).key()), UNKNOWN);
        // 90 comes back to its own place; 70 is new again, and 50 and 60 are in the window.
        assert_eq!(learn(&mut schema, 6, &[90, 70]), (vec![2, 0], vec![1]));
        assert_eq!(names(&schema), ["70", "50", "90"]);
    }

    #[test]
    fn blocks_of_any_size_give_the_same_places() {
        let labels: Vec<i64> =
            (0..3000i64).map(|row| (row * row * 7919 + row / 3) % (11 + row / 20)).collect();
        for window in [1, 5, 40, 200] {
            let places = |size: usize| {
                let mut schema = schema(window);
                let places: Vec<u32> = labels
                    .chunks(size)
                    .enumerate()
                    .flat_map(|(at, labels)| learn(&mut schema, (at * size) as u64, labels).0)
                    .collect();
                (places, names(&schema), schema.columns[0].categories.arrived().to_vec())
            };
            let (taken, names, arrived) = places(1);
            assert!(names.len() as u64 <= window + 1 && arrived.is_sorted());
            for size in [2, 7, 64, 3000] {
                assert_eq!(places(size), (taken.clone(), names.clone(), arrived.clone()), "{window} {size}");
            }
        }
    }

    #[test]
    fn what_was_taken_by_rows_that_are_unlearned_is_given_back() {
        let (mut schema, labels) = (schema(2), [70, 80, 90, 60, 90, 50, 40, 70]);
        learn(&mut schema, 0, &labels[..4]);
        schema.settle_places();
        let known = names(&schema);
        let taken = learn(&mut schema, 4, &labels[4..]);
        schema.rewind(4);
        assert_eq!(names(&schema), known);
        let window = [[2], [0]];
        schema.recall((3..).zip(window.iter().map(|codes| &codes[..])));
        assert_eq!(learn(&mut schema, 4, &labels[4..]), taken);
    }

    #[test]
    fn a_column_of_identifiers_holds_no_more_names_than_the_window_has_rows() {
        let mut schema = schema(100);
        let mut held = Vec::new();
        for block in 0..50 {
            let labels: Vec<i64> = (0..1000).map(|row| 1_000_000 + 1000 * block + row).collect();
            learn(&mut schema, 1000 * block as u64, &labels);
            schema.settle_places();
            held.push((schema.columns[0].categories.len(), schema.bytes_at(u64::MAX)));
        }
        assert_eq!(held[0].0, 101);
        assert!(held.iter().all(|now| *now == held[0]));
    }
}
