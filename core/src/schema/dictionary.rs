//! Labels to codes, in order of arrival, with the row at which each arrived.
//! Small whole numbers go through a direct table; everything else is hashed.

use super::category::{Category, Key};
use crate::bytes::{hash_map_bytes, vec_bytes};
use std::collections::HashMap;

/// Stands for a value that is not there.
pub const MISSING: u32 = u32::MAX;
/// Stands for a label that the tree has never learned.
pub const UNKNOWN: u32 = u32::MAX - 1;

const DIRECT: i64 = 1024;

/// The labels of one nominal column, or of the class.
#[derive(Clone, Default)]
pub struct Dictionary {
    labels: Vec<Category>,
    arrived: Vec<u64>,
    direct: Vec<u32>,
    whole: HashMap<i64, u32>,
    real: HashMap<u64, u32>,
    text: HashMap<Box<str>, u32>,
    other: HashMap<Box<str>, u32>,
}

impl Dictionary {
    /// Number of labels.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// True before the first label.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Labels by code.
    pub fn labels(&self) -> &[Category] {
        &self.labels
    }

    /// Rows of arrival by code, ascending.
    pub fn arrived(&self) -> &[u64] {
        &self.arrived
    }

    /// How many labels had arrived when row `row` was learned.
    pub fn known_at(&self, row: u64) -> usize {
        match self.arrived.last() {
            Some(last) if *last > row => self.arrived.partition_point(|arrived| *arrived <= row),
            _ => self.arrived.len(),
        }
    }

    /// The code of a small whole number, by one look-up.
    #[inline(always)]
    pub fn code_of_small(&self, number: f64) -> u32 {
        let index = number as usize;
        match self.direct.get(index) {
            Some(code) if index as f64 == number => *code,
            _ => UNKNOWN,
        }
    }

    /// The code of a small whole number, by one look-up.
    #[inline(always)]
    pub fn code_of_small_whole(&self, number: i64) -> u32 {
        usize::try_from(number).ok().and_then(|index| self.direct.get(index)).copied().unwrap_or(UNKNOWN)
    }

    /// Codes of the whole numbers from 0 on.
    pub fn direct(&self) -> &[u32] {
        &self.direct
    }

    /// The code of a label, or `UNKNOWN`.
    pub fn code(&self, key: Key<'_>) -> u32 {
        let found = match key {
            Key::Whole(n) if (0..DIRECT).contains(&n) => self.direct.get(n as usize).copied(),
            Key::Whole(n) => self.whole.get(&n).copied(),
            Key::Real(bits) => self.real.get(&bits).copied(),
            Key::Text(t) => self.text.get(t).copied(),
            Key::Other(t) => self.other.get(t).copied(),
        };
        found.unwrap_or(UNKNOWN)
    }

    /// The code of a label that is being learned at row `row`; a new one gets the next code.
    pub fn learn(&mut self, label: &Category, row: u64) -> u32 {
        let known = self.code(label.key());
        if known != UNKNOWN {
            return known;
        }
        let code = self.labels.len() as u32;
        match label.key() {
            Key::Whole(n) if (0..DIRECT).contains(&n) => {
                if self.direct.len() <= n as usize {
                    self.direct.resize(n as usize + 1, UNKNOWN);
                }
                self.direct[n as usize] = code;
            }
            Key::Whole(n) => drop(self.whole.insert(n, code)),
            Key::Real(bits) => drop(self.real.insert(bits, code)),
            Key::Text(t) => drop(self.text.insert(t.into(), code)),
            Key::Other(t) => drop(self.other.insert(t.into(), code)),
        }
        self.labels.push(label.clone());
        self.arrived.push(row);
        code
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let text = |t: &str| crate::bytes::block_bytes(t.len());
        let owned: usize = self
            .labels
            .iter()
            .map(|label| match label {
                Category::Text(t) | Category::Other(t) => 2 * text(t),
                _ => 0,
            })
            .sum();
        vec_bytes(&self.labels)
            + vec_bytes(&self.arrived)
            + vec_bytes(&self.direct)
            + hash_map_bytes(&self.whole)
            + hash_map_bytes(&self.real)
            + hash_map_bytes(&self.text)
            + hash_map_bytes(&self.other)
            + owned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn true_one_and_one_point_zero_are_one_label() {
        let mut dictionary = Dictionary::default();
        assert_eq!(dictionary.learn(&Category::Bool(true), 1), 0);
        assert_eq!(dictionary.learn(&Category::Whole(1), 2), 0);
        assert_eq!(dictionary.learn(&Category::number(1.0), 3), 0);
        assert_eq!(dictionary.code_of_small(1.0), 0);
        assert_eq!(dictionary.learn(&Category::number(1.5), 4), 1);
    }

    #[test]
    fn labels_are_known_from_the_row_of_their_arrival() {
        let mut dictionary = Dictionary::default();
        dictionary.learn(&Category::Text("a".into()), 3);
        dictionary.learn(&Category::Text("b".into()), 8);
        assert_eq!([2, 3, 7, 8, 9].map(|row| dictionary.known_at(row)), [0, 1, 1, 2, 2]);
    }

    #[test]
    fn numbers_that_are_no_index_are_unknown_to_the_direct_table() {
        let mut dictionary = Dictionary::default();
        dictionary.learn(&Category::Whole(0), 1);
        for x in [-1.0, 0.5, 1e300, f64::NAN, f64::INFINITY] {
            assert_eq!(dictionary.code_of_small(x), UNKNOWN, "{x}");
        }
    }
}
