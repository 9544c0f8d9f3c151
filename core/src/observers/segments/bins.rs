//! The bins: one for every different value, with the weight and the rows of each class.
//!
//! They stand in flat lists, where a bin keeps its number as long as it lives, and are chained in order of their
//! values. The places of bins that went are used again.

use super::NONE;
use crate::bytes::{block_bytes, tight_room};

/// A bin with rows of more than one class.
pub const MIXED: u32 = u32::MAX;

/// A bin without rows.
pub const EMPTY: u32 = u32::MAX - 1;

/// What a bin is apart from its classes.
#[derive(Clone)]
pub struct Bin {
    pub value: f64,
    /// The bins of the next smaller and the next larger value.
    pub previous: u32,
    pub next: u32,
    /// The only class that it has rows of, or `MIXED`.
    pub class: u32,
    /// Whether a block begins with it, and a segment.
    pub begins: [bool; 2],
}

/// All bins of a column.
pub struct Bins {
    list: Vec<Bin>,
    /// `[bin][class]`, as the next.
    weights: Vec<f64>,
    rows: Vec<u32>,
    classes: usize,
    /// How many bins there is room for; part of the state, since bytes depend on it.
    room: usize,
    used: usize,
    /// The first of the places that bins have left; each names the next.
    free: u32,
    pub first: u32,
    pub last: u32,
}

impl Clone for Bins {
    fn clone(&self) -> Bins {
        let mut bins = Bins::new(self.classes, self.room);
        bins.list.extend_from_slice(&self.list);
        bins.weights.extend_from_slice(&self.weights);
        bins.rows.extend_from_slice(&self.rows);
        Bins { used: self.used, free: self.free, first: self.first, last: self.last, ..bins }
    }
}

impl Bins {
    /// No bins, and room for so many.
    pub fn new(classes: usize, room: usize) -> Bins {
        Bins {
            list: Vec::with_capacity(room),
            weights: Vec::with_capacity(room * classes),
            rows: Vec::with_capacity(room * classes),
            classes,
            room,
            used: 0,
            free: NONE,
            first: NONE,
            last: NONE,
        }
    }

    /// The same bins in lists that have them in order and no others; and room for so many.
    pub fn in_order(&self, room: usize) -> Bins {
        let mut bins = Bins::new(self.classes, room);
        for id in self.ids() {
            let copy = bins.insert(self.bin(id).value, bins.last);
            let Bin { class, begins, .. } = *self.bin(id);
            let new = bins.bin_mut(copy);
            (new.class, new.begins) = (class, begins);
            let at = bins.span(copy);
            bins.weights[at.clone()].copy_from_slice(self.weights(id));
            bins.rows[at].copy_from_slice(self.rows(id));
        }
        bins
    }

    /// Number of bins.
    pub fn len(&self) -> usize {
        self.used
    }

    /// How many bins there is room for.
    pub fn room(&self) -> usize {
        self.room
    }

    /// The most room that so many bins keep.
    pub fn most_room(bins: usize) -> usize {
        2 * (bins + 8)
    }

    /// The room there is, or less if that is more than its bins keep.
    pub fn fitting_room(&self) -> usize {
        if self.room > Bins::most_room(self.used) { tight_room(self.used) } else { self.room }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let cells = self.room * self.classes;
        block_bytes(self.room * size_of::<Bin>())
            + block_bytes(cells * size_of::<f64>())
            + block_bytes(cells * size_of::<u32>())
    }

    #[inline(always)]
    pub fn bin(&self, id: u32) -> &Bin {
        &self.list[id as usize]
    }

    #[inline(always)]
    pub fn bin_mut(&mut self, id: u32) -> &mut Bin {
        &mut self.list[id as usize]
    }

    #[inline(always)]
    fn span(&self, id: u32) -> std::ops::Range<usize> {
        let start = id as usize * self.classes;
        start..start + self.classes
    }

    /// Weight of each class in a bin.
    #[inline(always)]
    pub fn weights(&self, id: u32) -> &[f64] {
        &self.weights[self.span(id)]
    }

    /// Rows of each class in a bin.
    pub fn rows(&self, id: u32) -> &[u32] {
        &self.rows[self.span(id)]
    }

    /// Weight and rows of a class in a bin.
    #[inline(always)]
    pub fn cell(&mut self, id: u32, place: usize) -> (&mut f64, &mut u32) {
        let at = id as usize * self.classes + place;
        (&mut self.weights[at], &mut self.rows[at])
    }

    /// The bins from the smallest value to the largest.
    pub fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        let known = |id: u32| (id != NONE).then_some(id);
        std::iter::successors(known(self.first), move |id| known(self.bin(*id).next))
    }

    /// A bin without rows for a value, behind another one.
    pub fn insert(&mut self, value: f64, previous: u32) -> u32 {
        let next = if previous == NONE { self.first } else { self.bin(previous).next };
        let bin = Bin { value, previous, next, class: EMPTY, begins: [false; 2] };
        let id = self.place(bin);
        self.chain(previous, id);
        self.chain(id, next);
        self.used += 1;
        id
    }

    fn place(&mut self, bin: Bin) -> u32 {
        if self.free != NONE {
            let id = self.free;
            self.free = self.bin(id).next;
            *self.bin_mut(id) = bin;
            return id;
        }
        if self.list.len() == self.room {
            self.make_room(tight_room(self.room + 1));
        }
        self.list.push(bin);
        self.weights.resize(self.list.len() * self.classes, 0.0);
        self.rows.resize(self.list.len() * self.classes, 0);
        self.list.len() as u32 - 1
    }

    #[cold]
    fn make_room(&mut self, room: usize) {
        let (more, cells) = (room - self.list.len(), room * self.classes);
        self.list.reserve_exact(more);
        self.weights.reserve_exact(cells - self.weights.len());
        self.rows.reserve_exact(cells - self.rows.len());
        self.room = room;
    }

    /// Makes one bin follow another, either of which may be none.
    fn chain(&mut self, previous: u32, next: u32) {
        match previous {
            NONE => self.first = next,
            id => self.bin_mut(id).next = next,
        }
        match next {
            NONE => self.last = previous,
            id => self.bin_mut(id).previous = previous,
        }
    }

    /// Takes a bin away that has no rows left.
    pub fn remove(&mut self, id: u32) {
        let Bin { previous, next, .. } = *self.bin(id);
        self.chain(previous, next);
        self.bin_mut(id).next = self.free;
        self.free = id;
        self.used -= 1;
    }

    /// Finds again which class, if only one, a bin has rows of.
    pub fn classify(&mut self, id: u32) {
        let mut present = self.rows(id).iter().enumerate().filter(|(_, rows)| **rows > 0);
        let class = match (present.next(), present.next()) {
            (Some((place, _)), None) => place as u32,
            (None, _) => EMPTY,
            _ => MIXED,
        };
        self.bin_mut(id).class = class;
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
        for bin in self.list.iter_mut().filter(|bin| bin.class < EMPTY) {
            bin.class += u32::from(bin.class as usize >= place);
        }
    }
}
