//! The classes of bins that have more than one: for each such bin the weight and the rows of every class.
//!
//! They stand in flat lists, where a bin keeps its slot as long as it is mixed. A slot that is given back has no weight
//! and no rows; the count of its first class names the next such slot, so that the list of them takes no bytes.

use super::NONE;
use crate::bytes::{block_bytes, tight_room};

/// The only class that there are rows of, if it is the only one.
#[inline(always)]
pub fn only(rows: &[u32]) -> Option<usize> {
    let mut present = (0..rows.len()).filter(|place| rows[*place] > 0);
    present.next().filter(|_| present.next().is_none())
}

/// The cells of all mixed bins of a column.
pub struct Cells {
    /// `[slot][class]`, as the next.
    weights: Vec<f64>,
    rows: Vec<u32>,
    classes: usize,
    /// How many slots there is room for; part of the state, since bytes depend on it.
    room: usize,
    used: usize,
    /// Slots in the lists, given back or not.
    listed: usize,
    /// The first of the slots that were given back.
    free: u32,
}

impl Clone for Cells {
    fn clone(&self) -> Cells {
        let mut cells = Cells::new(self.classes, self.room);
        cells.weights.extend_from_slice(&self.weights);
        cells.rows.extend_from_slice(&self.rows);
        Cells { used: self.used, listed: self.listed, free: self.free, ..cells }
    }
}

impl Cells {
    /// No slots, and room for so many.
    pub fn new(classes: usize, room: usize) -> Cells {
        Cells {
            weights: Vec::with_capacity(room * classes),
            rows: Vec::with_capacity(room * classes),
            classes,
            room,
            used: 0,
            listed: 0,
            free: NONE,
        }
    }

    /// How many slots there is room for.
    pub fn room(&self) -> usize {
        self.room
    }

    /// The most room that so many slots keep.
    pub fn most_room(slots: usize) -> usize {
        2 * (slots + 8)
    }

    /// The room there is, or less if that is more than its slots keep.
    pub fn fitting_room(&self) -> usize {
        if self.room > Cells::most_room(self.used) { tight_room(self.used) } else { self.room }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let cells = self.room * self.classes;
        block_bytes(cells * size_of::<f64>()) + block_bytes(cells * size_of::<u32>())
    }

    #[inline(always)]
    fn span(&self, slot: u32) -> std::ops::Range<usize> {
        let start = slot as usize * self.classes;
        start..start + self.classes
    }

    /// Weight of each class.
    #[inline(always)]
    pub fn weights(&self, slot: u32) -> &[f64] {
        &self.weights[self.span(slot)]
    }

    /// Rows of each class.
    #[inline(always)]
    pub fn rows(&self, slot: u32) -> &[u32] {
        &self.rows[self.span(slot)]
    }

    /// Weight and rows of a class.
    #[inline(always)]
    pub fn cell(&mut self, slot: u32, place: usize) -> (&mut f64, &mut u32) {
        let at = slot as usize * self.classes + place;
        (&mut self.weights[at], &mut self.rows[at])
    }

    /// A slot without rows.
    pub fn take(&mut self) -> u32 {
        self.used += 1;
        if self.free != NONE {
            let slot = self.free;
            self.free = std::mem::take(self.cell(slot, 0).1);
            return slot;
        }
        if self.listed == self.room {
            self.make_room(tight_room(self.room + 1));
        }
        self.listed += 1;
        self.weights.resize(self.listed * self.classes, 0.0);
        self.rows.resize(self.listed * self.classes, 0);
        self.listed as u32 - 1
    }

    #[cold]
    fn make_room(&mut self, room: usize) {
        let cells = room * self.classes;
        self.weights.reserve_exact(cells - self.weights.len());
        self.rows.reserve_exact(cells - self.rows.len());
        self.room = room;
    }

    /// A slot with these weights and rows.
    pub fn put(&mut self, weights: &[f64], rows: &[u32]) -> u32 {
        let slot = self.take();
        let span = self.span(slot);
        self.weights[span.clone()].copy_from_slice(weights);
        self.rows[span].copy_from_slice(rows);
        slot
    }

    /// Gives a slot back.
    pub fn give_back(&mut self, slot: u32) {
        let span = self.span(slot);
        self.weights[span.clone()].fill(0.0);
        self.rows[span].fill(0);
        *self.cell(slot, 0).1 = self.free;
        self.free = slot;
        self.used -= 1;
    }

    /// Makes room for a class that takes `place`.
    pub fn insert_class(&mut self, place: usize) {
        fn wider<T: Copy>(list: &[T], classes: usize, place: usize, room: usize, fill: T) -> Vec<T> {
            let mut wide = Vec::with_capacity(room * (classes + 1));
            for row in list.chunks_exact(classes.max(1)) {
                wide.extend_from_slice(&row[..place]);
                wide.push(fill);
                wide.extend_from_slice(&row[place..]);
            }
            wide
        }
        self.weights = wider(&self.weights, self.classes, place, self.room, 0.0);
        self.rows = wider(&self.rows, self.classes, place, self.room, 0);
        self.classes += 1;
        // The slots that were given back name the next one in the first class again.
        let mut slot = self.free;
        while place == 0 && slot != NONE {
            let start = slot as usize * self.classes;
            self.rows.swap(start, start + 1);
            slot = self.rows[start];
        }
    }
}
