//! The smallest budget that does for one leaf: what the learner would hold at its first attempt.

use super::room::RESERVE;
use crate::bytes::block_bytes;
use crate::growth::Tree;
use crate::leaf::Tally;
use crate::learner::Learner;
use crate::observers::{Nominal, Numeric};
use crate::rows::{Encoded, Lesson, Values};
use crate::schema::MISSING;

/// Different values that a leaf is expected to meet before its first attempt, at the most.
const FIRST_VALUES: u64 = 10_000;

/// The golden ratio, less one: its multiples, without their whole part, fall into each other's largest gaps.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

impl Learner {
    /// The smallest budget with which one leaf, with the columns, categories and classes known as of row `row`, gets
    /// as far as its first attempt.
    pub(super) fn least_budget(&self, row: u64) -> usize {
        let classes = self.schema.classes.known_at(row).max(2);
        let observers = self.first_numbers(row, classes) + self.first_categories(row, classes);
        let leaf = block_bytes(classes * size_of::<Tally>()) + observers;
        let floor = Learner::OWN_BYTES + self.schema.bytes_at(row) + Tree::frame_bytes(1, 1);
        (floor + leaf) * RESERVE / (RESERVE - 1)
    }

    /// Bytes of the numeric columns known as of row `row` after as many different values as come before a first attempt.
    fn first_numbers(&self, row: u64, classes: usize) -> usize {
        let mut numeric = Numeric::new(self.config.observer);
        (0..classes).for_each(|place| numeric.insert_class(place));
        let width = self.schema.seen_by(row, &self.schema.numeric);
        let values = Values { rows: 1, numeric_width: width, numbers: vec![0.0; width], ..Values::default() };
        let mut row = Encoded { values, lesson: Lesson { weights: vec![1.0], ..Lesson::default() } };
        numeric.widen(&row.values.numbers);
        for n in 0..self.config.grace_period.min(FIRST_VALUES) {
            // Evenly spread and never in order, as most columns are.
            row.values.numbers.fill((n as f64 * GOLDEN).fract());
            numeric.observe((n % classes as u64) as usize, &row.block(), 0);
        }
        numeric.bytes()
    }

    /// Bytes of the nominal columns known as of row `row` with their categories.
    fn first_categories(&self, row: u64, classes: usize) -> usize {
        let mut nominal = Nominal::default();
        (0..classes).for_each(|place| nominal.insert_class(place));
        let known = |slot: usize| self.schema.categories(slot).known_at(row) as u32;
        let width = self.schema.seen_by(row, &self.schema.nominal);
        for code in 0..(0..width).map(known).max().unwrap_or(0) {
            let codes: Vec<u32> =
                (0..width).map(|slot| if code < known(slot) { code } else { MISSING }).collect();
            nominal.observe(0, &codes, 1.0);
        }
        nominal.bytes()
    }
}
