//! The names of categories may take a quarter of a budget, and no more than the tree leaves them. The first one that
//! does not fit closes the books: it and all later ones count as missing.
//!
//! Which one that is depends on the order of rows and columns alone, never on how the stream was cut into blocks.

use super::{MISSING, Schema, UNKNOWN};
use crate::rows::Encoded;

impl Schema {
    /// Unlearns the categories that came with a block and are beyond their quarter, and takes them out of the block.
    pub fn hold(&mut self, before: u64, block: &mut Encoded) {
        let Some(most) = self.most_names() else { return };
        if self.closed.is_none() && self.names_at(u64::MAX) <= most {
            return;
        }
        let closed = self.closed;
        let first = self.first_beyond(before, most);
        if let Some(first) = first {
            self.close(first);
        }
        let from = first.filter(|_| closed.is_none()).map(|(row, _)| row);
        self.strike(block, from);
    }

    /// Unlearns the categories that arrived with this row and column or later. No more are learned.
    fn close(&mut self, first: (u64, u32)) {
        self.closed = Some(self.closed.map_or(first.0, |closed| closed.min(first.0)));
        for column in &self.nominal {
            let categories = &mut self.columns[*column as usize].categories;
            let kept = categories.arrived().partition_point(|row| (*row, *column) < first);
            categories.truncate(kept);
        }
    }

    /// Unlearns the categories that row `row` and later ones of a block have brought. No more are learned.
    pub fn close_from(&mut self, row: u64, block: &mut Encoded) {
        self.close((row, 0));
        // What a later row brings is missing now, for whoever asks.
        block.values.asked.clear();
        self.strike(block, Some(row));
    }

    /// Makes missing values of categories that were unlearned. Row `closing` is the one that closed the books, if
    /// that is in this block: before it a category is new, and so it is to who asks for an answer to this row; after
    /// it, whatever is not known is missing.
    fn strike(&self, block: &mut Encoded, closing: Option<u64>) {
        let learned = |block: &Encoded, row: usize| block.lesson.learned(row).is_some();
        let at = closing.and_then(|number| {
            (0..block.values.rows).find(|row| block.lesson.number(*row) == number && learned(block, *row))
        });
        for (slot, column) in self.nominal.iter().enumerate().take(block.values.nominal_width) {
            let kept = self.columns[*column as usize].categories.len() as u32;
            for row in 0..block.values.rows {
                let code = &mut block.values.codes[row * block.values.nominal_width + slot];
                let unlearned = *code >= kept && *code < UNKNOWN;
                if unlearned && at == Some(row) {
                    block.values.asked.push((row as u32, slot as u32));
                }
                if unlearned || (*code == UNKNOWN && at.is_none_or(|at| row > at)) {
                    *code = MISSING;
                }
            }
        }
        block.values.asked.sort_unstable();
    }

    /// What is not known is missing once the books are closed.
    pub fn read(&self, block: &mut Encoded) {
        if self.closed.is_some() {
            block.values.codes.iter_mut().filter(|code| **code == UNKNOWN).for_each(|code| *code = MISSING);
        }
    }

    /// Row and column of the first category that came after row `before` and does not fit. Those of the first row all do:
    /// a budget that is too small for them is refused.
    fn first_beyond(&self, before: u64, most: usize) -> Option<(u64, u32)> {
        let mut arrivals: Vec<(u64, u32, usize)> = Vec::new();
        for column in &self.nominal {
            let categories = &self.columns[*column as usize].categories;
            let new = categories.known_at(before)..categories.len();
            arrivals.extend(new.map(|code| (categories.arrived()[code], *column, code)));
        }
        arrivals.sort_unstable();
        let mut names = self.names_at(before);
        for (row, column, code) in arrivals {
            let categories = &self.columns[column as usize].categories;
            names += categories.bytes_of(code + 1) - categories.bytes_of(code);
            if self.closed.is_some() || (names > most && row > 1) {
                return Some((row, column));
            }
        }
        None
    }
}
