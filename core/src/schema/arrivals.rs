//! What was known when a row came: everything is as of this row.

use super::Schema;
use crate::rows::{Block, Encoded};

impl Schema {
    /// How many numeric and nominal slots a row has.
    pub fn widths(&self) -> [usize; 2] {
        [self.numeric.len(), self.nominal.len()]
    }

    /// Number of classes known as of a row of a block, by the number of the row.
    pub fn classes_known(&self, block: &Block<'_>, number: u64) -> usize {
        if block.settled_classes { self.classes.len() } else { self.classes.known_at(number) }
    }

    /// Notes what arrived with rows that come after row `before`, so that each of them can tell what was known when it
    /// came.
    pub fn note_arrivals(&self, rows: &mut Encoded, before: u64) {
        rows.lesson.settled_classes = self.classes.arrived().last().is_none_or(|last| *last <= before);
        rows.values.categories = self.categories_known_at(before);
        if self.categories_known_at(u64::MAX) == rows.values.categories {
            return;
        }
        let mut arrivals: Vec<u64> = Vec::new();
        for column in &self.nominal {
            let arrived = self.columns[*column as usize].categories.arrived();
            arrivals.extend(arrived.iter().rev().take_while(|row| **row > before));
        }
        arrivals.sort_unstable();
        let (mut seen, block) = (0, rows.block());
        let known = (0..block.rows).map(|row| {
            let before = block.row(row).last_before();
            while seen < arrivals.len() && arrivals[seen] <= before {
                seen += 1;
            }
            block.categories + seen as u64
        });
        rows.values.known = known.collect();
    }
}
