//! Labels to codes, in order of arrival, with the row at which each arrived.
//! Small whole numbers go through a direct table, unless it would be all but empty; everything else is hashed.

use super::category::{Category, Key};
use crate::bytes::{block_bytes, map_bytes, push_tight, tight_bytes, tight_room};
use crate::rows::UNKNOWN;
use std::collections::HashMap;

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

    /// Unlearns all labels but the first `kept`, and gives them; their room is kept for others.
    pub fn take_back(&mut self, kept: usize) -> Vec<Category> {
        let others = self.labels()[kept..].to_vec();
        match &mut self.0 {
            Some(book) if kept > 0 => book.unlearn(kept),
            none => *none = None,
        }
        others
    }

    /// Gives a code to a new label. Returns the label that had the code before.
    pub fn rename(&mut self, code: u32, label: &Category) -> Category {
        let book = self.0.as_mut().expect("a code belongs to a label");
        book.rename(code as usize, label)
    }

    /// Gives back most of the room that nothing needs any more.
    pub fn tighten(&mut self) {
        if let Some(book) = &mut self.0
            && book.labels.capacity() > 2 * tight_room(book.labels.len())
        {
            book.shrink(book.labels.len());
        }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |book| book.bytes(book.labels.len()))
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
        let other = self.list(code, reach(known));
        let before = self.charge.last().copied().unwrap_or(0);
        let bytes = self.bytes(known) as u64;
        push_tight(&mut self.charge, bytes.max(before));
        other.is_none()
    }

    /// Makes a label findable; returns the code that was found for it before.
    fn list(&mut self, code: u32, reach: usize) -> Option<u32> {
        let label = &self.labels[code as usize];
        self.texts += text_bytes(label);
        match label.key() {
            Key::Whole(n) => match place(n, reach) {
                Some(place) => self.put(place, code),
                None => self.whole.insert(n, code),
            },
            Key::Real(bits) => self.real.insert(bits, code),
            Key::Text(t) => self.text.insert(t.into(), code),
            Key::Other(t) => self.other.insert(t.into(), code),
        }
    }

    /// Makes a label unfindable.
    fn strike(&mut self, label: &Category, reach: usize) {
        self.texts -= text_bytes(label);
        match label.key() {
            Key::Whole(n) => match place(n, reach) {
                Some(place) => self.direct[place] = UNKNOWN,
                None => drop(self.whole.remove(&n)),
            },
            Key::Real(bits) => drop(self.real.remove(&bits)),
            Key::Text(t) => drop(self.text.remove(t)),
            Key::Other(t) => drop(self.other.remove(t)),
        }
    }

    fn rename(&mut self, code: usize, label: &Category) -> Category {
        let (known, other) = (self.labels.len(), std::mem::replace(&mut self.labels[code], label.clone()));
        self.strike(&other, reach(known));
        self.list(code as u32, reach(known));
        self.trim();
        let bytes = self.bytes(known) as u64;
        self.charge[known - 1] = bytes;
        other
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
        self.unlearn(kept);
        self.shrink(kept);
    }

    /// Unlearns all labels but some, and keeps the room that they had.
    fn unlearn(&mut self, kept: usize) {
        if reach(kept) < DIRECT {
            let few = (self.labels[..kept].to_vec(), self.arrived[..kept].to_vec());
            *self = Book::with_room_for(few.0, few.1);
            return (0..kept).for_each(|code| assert!(self.enter(code), "labels differ"));
        }
        let others: Vec<Category> = self.labels.drain(kept..).collect();
        others.iter().for_each(|label| self.strike(label, DIRECT));
        self.arrived.truncate(kept);
        self.charge.truncate(kept);
        self.trim();
    }

    /// The direct table ends with its last number.
    fn trim(&mut self) {
        let used = self.direct.iter().rposition(|code| *code != UNKNOWN).map_or(0, |last| last + 1);
        self.direct.truncate(used);
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
mod tests;
