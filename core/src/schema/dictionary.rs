//! Labels to codes, in order of arrival, with the row at which each arrived.
//! Small whole numbers go through a direct table; everything else is hashed.

use super::category::{Category, Key};
use crate::bytes::{block_bytes, map_bytes, push_tight, tight_bytes, tight_room};
use std::collections::HashMap;

/// Stands for a value that is not there.
pub const MISSING: u32 = u32::MAX;
/// Stands for a label that the tree has never learned.
pub const UNKNOWN: u32 = u32::MAX - 1;

const DIRECT: i64 = 1024;

/// The labels of one nominal column, or of the class. Nothing is kept before the first.
#[derive(Clone, Default)]
pub struct Dictionary(Option<Box<Book>>);

#[derive(Clone, Default)]
struct Book {
    labels: Vec<Category>,
    arrived: Vec<u64>,
    /// Bytes of the dictionary once each label had arrived.
    charge: Vec<u64>,
    /// Bytes of the texts, as labels and as keys.
    texts: usize,
    direct: Vec<u32>,
    whole: HashMap<i64, u32>,
    real: HashMap<u64, u32>,
    text: HashMap<Box<str>, u32>,
    other: HashMap<Box<str>, u32>,
}

impl Dictionary {
    /// Number of labels.
    pub fn len(&self) -> usize {
        self.labels().len()
    }

    /// True before the first label.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Labels by code.
    pub fn labels(&self) -> &[Category] {
        self.0.as_ref().map_or(&[], |book| &book.labels)
    }

    /// Rows of arrival by code, ascending.
    pub fn arrived(&self) -> &[u64] {
        self.0.as_ref().map_or(&[], |book| &book.arrived)
    }

    /// How many labels had arrived when row `row` was learned.
    pub fn known_at(&self, row: u64) -> usize {
        match self.arrived().last() {
            Some(last) if *last > row => self.arrived().partition_point(|arrived| *arrived <= row),
            _ => self.arrived().len(),
        }
    }

    /// The code of a small whole number, by one look-up.
    #[inline(always)]
    pub fn code_of_small(&self, number: f64) -> u32 {
        let index = number as usize;
        match self.direct().get(index) {
            Some(code) if index as f64 == number => *code,
            _ => UNKNOWN,
        }
    }

    /// The code of a small whole number, by one look-up.
    #[inline(always)]
    pub fn code_of_small_whole(&self, number: i64) -> u32 {
        usize::try_from(number).ok().and_then(|index| self.direct().get(index)).copied().unwrap_or(UNKNOWN)
    }

    /// Codes of the whole numbers from 0 on.
    #[inline(always)]
    pub fn direct(&self) -> &[u32] {
        self.0.as_ref().map_or(&[], |book| &book.direct)
    }

    /// The code of a label, or `UNKNOWN`.
    pub fn code(&self, key: Key<'_>) -> u32 {
        let Some(book) = &self.0 else { return UNKNOWN };
        let found = match key {
            Key::Whole(n) if (0..DIRECT).contains(&n) => book.direct.get(n as usize).copied(),
            Key::Whole(n) => book.whole.get(&n).copied(),
            Key::Real(bits) => book.real.get(&bits).copied(),
            Key::Text(t) => book.text.get(t).copied(),
            Key::Other(t) => book.other.get(t).copied(),
        };
        found.unwrap_or(UNKNOWN)
    }

    /// The code of a label that is being learned at row `row`; a new one gets the next code.
    pub fn learn(&mut self, label: &Category, row: u64) -> u32 {
        let known = self.code(label.key());
        if known == UNKNOWN { self.0.get_or_insert_default().learn(label, row) } else { known }
    }

    /// Unlearns all labels but the first `kept`.
    pub fn truncate(&mut self, kept: usize) {
        if kept == self.len() {
            return;
        }
        if kept == 0 {
            self.0 = None;
        } else if let Some(book) = &mut self.0 {
            book.truncate(kept);
        }
    }

    /// Bytes on the heap as of row `row`: a function of the labels that had arrived.
    pub fn bytes_at(&self, row: u64) -> usize {
        self.bytes_of(self.known_at(row))
    }

    /// Bytes on the heap when the first `known` labels had arrived.
    pub fn bytes_of(&self, known: usize) -> usize {
        self.0.as_ref().filter(|_| known > 0).map_or(0, |book| book.charge[known - 1] as usize)
    }
}

impl Book {
    fn learn(&mut self, label: &Category, row: u64) -> u32 {
        let code = self.labels.len() as u32;
        match label.key() {
            Key::Whole(n) if (0..DIRECT).contains(&n) => {
                if self.direct.len() <= n as usize {
                    self.direct.reserve_exact(n as usize + 1 - self.direct.len());
                    self.direct.resize(n as usize + 1, UNKNOWN);
                }
                self.direct[n as usize] = code;
            }
            Key::Whole(n) => drop(self.whole.insert(n, code)),
            Key::Real(bits) => drop(self.real.insert(bits, code)),
            Key::Text(t) => drop(self.text.insert(t.into(), code)),
            Key::Other(t) => drop(self.other.insert(t.into(), code)),
        }
        self.texts += text_bytes(label);
        push_tight(&mut self.labels, label.clone());
        push_tight(&mut self.arrived, row);
        push_tight(&mut self.charge, 0);
        self.charge[code as usize] = self.bytes() as u64;
        code
    }

    fn truncate(&mut self, kept: usize) {
        for label in self.labels.drain(kept..) {
            self.texts -= text_bytes(&label);
            match label.key() {
                Key::Whole(n) if (0..DIRECT).contains(&n) => self.direct[n as usize] = UNKNOWN,
                Key::Whole(n) => drop(self.whole.remove(&n)),
                Key::Real(bits) => drop(self.real.remove(&bits)),
                Key::Text(t) => drop(self.text.remove(t)),
                Key::Other(t) => drop(self.other.remove(t)),
            }
        }
        self.arrived.truncate(kept);
        self.charge.truncate(kept);
        let used = self.direct.iter().rposition(|code| *code != UNKNOWN).map_or(0, |last| last + 1);
        self.direct.truncate(used);
        self.shrink(kept);
    }

    /// Gives back the room that unlearned labels had: it is no longer counted.
    fn shrink(&mut self, kept: usize) {
        let room = tight_room(kept);
        self.labels.shrink_to(room);
        self.arrived.shrink_to(room);
        self.charge.shrink_to(room);
        self.direct.shrink_to_fit();
        self.whole.shrink_to_fit();
        self.real.shrink_to_fit();
        self.text.shrink_to_fit();
        self.other.shrink_to_fit();
    }

    /// Bytes on the heap, its own included.
    fn bytes(&self) -> usize {
        block_bytes(size_of::<Book>())
            + tight_bytes::<Category>(self.labels.len())
            + 2 * tight_bytes::<u64>(self.labels.len())
            + block_bytes(self.direct.len() * size_of::<u32>())
            + map_bytes::<i64, u32>(self.whole.len())
            + map_bytes::<u64, u32>(self.real.len())
            + map_bytes::<Box<str>, u32>(self.text.len())
            + map_bytes::<Box<str>, u32>(self.other.len())
            + self.texts
    }
}

/// What a label of text takes, as a label and as a key.
fn text_bytes(label: &Category) -> usize {
    match label {
        Category::Text(text) | Category::Other(text) => 2 * block_bytes(text.len()),
        _ => 0,
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

    #[test]
    fn unlearned_labels_leave_no_trace() {
        let labels =
            [Category::Whole(3), Category::Text("a".into()), Category::Real(0.5), Category::Whole(9)];
        let learned = |count: usize| {
            let mut dictionary = Dictionary::default();
            labels[..count].iter().zip(1..).for_each(|(label, row)| {
                dictionary.learn(label, row);
            });
            dictionary
        };
        for kept in 0..=4 {
            let (mut dictionary, other) = (learned(4), learned(kept));
            assert_eq!(dictionary.bytes_at(kept as u64), other.bytes_at(u64::MAX));
            dictionary.truncate(kept);
            assert_eq!(dictionary.bytes_at(u64::MAX), other.bytes_at(u64::MAX));
            for label in &labels {
                assert_eq!(dictionary.code(label.key()), other.code(label.key()));
            }
            assert_eq!(dictionary.learn(&labels[3], 7), 3.min(kept as u32));
        }
    }
}
