//! Labels to codes, in order of arrival, with the row at which each arrived.
//! Small whole numbers go through a direct table, unless it would be all but empty; everything else is hashed.

use super::category::{Category, Key};
use crate::bytes::{block_bytes, map_bytes, push_tight, tight_bytes, tight_room};
use std::collections::HashMap;

/// Stands for a value that is not there.
pub const MISSING: u32 = u32::MAX;
/// Stands for a label that the tree has never learned.
pub const UNKNOWN: u32 = u32::MAX - 1;

/// Numbers below this are looked up directly once there are a few labels.
const DIRECT: usize = 1024;

/// How many numbers are looked up directly if so many labels are known: the table takes little beside them.
fn reach(known: usize) -> usize {
    DIRECT.min(64 + 32 * known)
}

/// The place of a number in a table that reaches so far.
fn place(number: i64, reach: usize) -> Option<usize> {
    usize::try_from(number).ok().filter(|n| *n < reach)
}

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
            Key::Whole(n) => match self.code_of_small_whole(n) {
                UNKNOWN => book.whole.get(&n).copied(),
                code => Some(code),
            },
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

    /// The dictionary of labels in order of their codes, with the rows of their arrival; or else the first label that is
    /// there twice.
    pub fn of(labels: Vec<Category>, arrived: Vec<u64>) -> Result<Dictionary, Category> {
        let mut dictionary = Dictionary(None);
        if !labels.is_empty() {
            dictionary.0 = Some(Box::new(Book::with_room_for(labels, arrived)));
        }
        if let Some(book) = &mut dictionary.0 {
            for code in 0..book.labels.len() {
                if !book.enter(code) {
                    return Err(book.labels[code].clone());
                }
            }
        }
        Ok(dictionary)
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
    /// Labels that are yet to be entered, and room for them: as much as if they had come one by one.
    fn with_room_for(mut labels: Vec<Category>, mut arrived: Vec<u64>) -> Book {
        let count = labels.len();
        let more = tight_room(count) - count;
        // Nothing is done where there is room already.
        labels.reserve_exact(more);
        arrived.reserve_exact(more);
        let [mut whole, mut real, mut text, mut other] = [0; 4];
        for (code, label) in labels.iter().enumerate() {
            match label.key() {
                Key::Whole(n) => whole += usize::from(place(n, reach(code + 1)).is_none()),
                Key::Real(_) => real += 1,
                Key::Text(_) => text += 1,
                Key::Other(_) => other += 1,
            }
        }
        Book {
            labels,
            arrived,
            charge: Vec::with_capacity(count + more),
            whole: HashMap::with_capacity(whole),
            real: HashMap::with_capacity(real),
            text: HashMap::with_capacity(text),
            other: HashMap::with_capacity(other),
            ..Book::default()
        }
    }

    fn learn(&mut self, label: &Category, row: u64) -> u32 {
        let code = self.labels.len();
        push_tight(&mut self.labels, label.clone());
        push_tight(&mut self.arrived, row);
        self.enter(code);
        code as u32
    }

    /// Makes the label of the next code known; false if another code has it.
    fn enter(&mut self, at: usize) -> bool {
        let (code, known) = (at as u32, at + 1);
        if reach(known) > reach(at) {
            self.extend(reach(known));
        }
        let label = &self.labels[at];
        self.texts += text_bytes(label);
        let other = match label.key() {
            Key::Whole(n) => match place(n, reach(known)) {
                Some(place) => self.put(place, code),
                None => self.whole.insert(n, code),
            },
            Key::Real(bits) => self.real.insert(bits, code),
            Key::Text(t) => self.text.insert(t.into(), code),
            Key::Other(t) => self.other.insert(t.into(), code),
        };
        let before = self.charge.last().copied().unwrap_or(0);
        let bytes = self.bytes(known) as u64;
        push_tight(&mut self.charge, bytes.max(before));
        other.is_none()
    }

    /// Looks numbers up directly that were too large for that before; there are few labels then.
    fn extend(&mut self, reach: usize) {
        let moved = self.whole.extract_if(|n, _| place(*n, reach).is_some());
        let moved: Vec<(i64, u32)> = moved.collect();
        if !moved.is_empty() {
            self.whole.shrink_to_fit();
        }
        for (n, code) in moved {
            self.put(n as usize, code);
        }
    }

    /// Gives a small number its code; the one that it had before.
    fn put(&mut self, place: usize, code: u32) -> Option<u32> {
        if self.direct.len() <= place {
            self.direct.reserve_exact(place + 1 - self.direct.len());
            self.direct.resize(place + 1, UNKNOWN);
        }
        Some(std::mem::replace(&mut self.direct[place], code)).filter(|code| *code != UNKNOWN)
    }

    fn truncate(&mut self, kept: usize) {
        if reach(kept) < DIRECT {
            let few = (self.labels[..kept].to_vec(), self.arrived[..kept].to_vec());
            *self = Book::with_room_for(few.0, few.1);
            return (0..kept).for_each(|code| assert!(self.enter(code), "labels differ"));
        }
        for label in self.labels.drain(kept..) {
            self.texts -= text_bytes(&label);
            match label.key() {
                Key::Whole(n) => match place(n, DIRECT) {
                    Some(place) => self.direct[place] = UNKNOWN,
                    None => drop(self.whole.remove(&n)),
                },
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

    /// Bytes on the heap, its own included, once so many labels are known.
    fn bytes(&self, known: usize) -> usize {
        block_bytes(size_of::<Book>())
            + tight_bytes::<Category>(known)
            + 2 * tight_bytes::<u64>(known)
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
    fn small_numbers_are_looked_up_directly_where_the_table_takes_little() {
        let mut dictionary = Dictionary::default();
        let numbers = [1000, 95, 128, 159, -1];
        let found = |dictionary: &Dictionary| numbers.map(|n| dictionary.code_of_small_whole(n) != UNKNOWN);
        let mut tables = Vec::new();
        for (code, n) in (0..).zip(numbers) {
            assert_eq!(dictionary.learn(&Category::Whole(n), 1), code);
            assert!(
                (0..=code).all(|code| dictionary.code(Category::Whole(numbers[code as usize]).key()) == code)
            );
            tables.push(dictionary.direct().len());
        }
        // A table of 96 numbers with one label, of 128 with two, of 160 with three: then 128 has its place.
        assert_eq!(
            (tables, found(&dictionary)),
            (vec![0, 96, 129, 160, 160], [false, true, true, true, false])
        );
        (0..30).for_each(|n| assert_eq!(dictionary.learn(&Category::Whole(n), 1), 5 + n as u32));
        assert_eq!((dictionary.direct().len(), dictionary.code_of_small_whole(1000)), (1001, 0));
        assert!((1..=35).all(|known| dictionary.bytes_of(known) >= dictionary.bytes_of(known - 1)));
    }

    #[test]
    fn labels_of_a_list_are_those_that_came_one_by_one() {
        let texts = (0..500).map(|n| Category::Text(format!("category {n}").into()));
        let wholes = (0..500).map(|n| Category::Whole((n * 7919) % 3000 - 100));
        let labels: Vec<Category> = texts.chain(wholes).chain([Category::Real(0.5)]).collect();
        for count in [0, 1, 400, 1001] {
            let mut learned = Dictionary::default();
            labels[..count].iter().for_each(|label| assert!(learned.learn(label, 3) < 1001));
            let made = Dictionary::of(labels[..count].to_vec(), vec![3; count]).expect("all are different");
            assert!((0..=count).all(|known| made.bytes_of(known) == learned.bytes_of(known)), "{count}");
            assert!(labels.iter().all(|label| made.code(label.key()) == learned.code(label.key())));
            assert_eq!((made.arrived(), made.direct()), (learned.arrived(), learned.direct()));
        }
        let twice = Dictionary::of([&labels[..9], &labels[4..5]].concat(), vec![1; 10]);
        assert_eq!(twice.err().map(|label| label.to_string()), Some("category 4".into()));
    }

    #[test]
    fn unlearned_labels_leave_no_trace() {
        let labels =
            [Category::Whole(3), Category::Text("a".into()), Category::Real(0.5), Category::Whole(200)];
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
