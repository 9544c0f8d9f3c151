//! Values with a class and a weight each, side by side: twenty bytes per entry.

use crate::bytes::block_bytes;
use crate::counts::is_weight;
use crate::observers::packed::{bits_of, many_of, pack, unpack};

/// A value, the place of its class, a weight.
pub type Triple = (f64, u32, f64);

/// The entries.
#[derive(Clone, Default)]
pub struct Entries {
    pub values: Vec<f64>,
    pub places: Vec<u32>,
    pub weights: Vec<f64>,
}

impl Entries {
    /// Number of entries.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether the next entry needs room.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.values.len() == self.values.capacity()
    }

    /// Adds an entry at the end.
    #[inline(always)]
    pub fn push(&mut self, x: f64, place: u32, w: f64) {
        self.values.push(x);
        self.places.push(place);
        self.weights.push(w);
    }

    /// Takes an entry away.
    pub fn remove(&mut self, at: usize) {
        self.values.remove(at);
        self.places.remove(at);
        self.weights.remove(at);
    }

    /// The entries from `start` on, one by one.
    pub fn triples(&self, start: usize) -> Vec<Triple> {
        (start..self.len()).map(|at| (self.values[at], self.places[at], self.weights[at])).collect()
    }

    /// Appends entries of `other`.
    fn copy(&mut self, other: &Entries, from: usize, to: usize) {
        self.values.extend_from_slice(&other.values[from..to]);
        self.places.extend_from_slice(&other.places[from..to]);
        self.weights.extend_from_slice(&other.weights[from..to]);
    }

    /// The first `sorted` entries, which are in order, and others, which are, too; of equals these come first.
    pub fn woven(&self, sorted: usize, others: &[Triple]) -> Entries {
        let mut both = Entries::default();
        both.make_room(sorted + others.len());
        let mut done = 0;
        for (x, place, w) in others {
            let precedes = |at: usize| (self.values[at], self.places[at]) <= (*x, *place);
            let (mut from, mut to, mut leap) = (done, done, 1);
            // The next one is near as a rule: leap ahead, ever further, then halve.
            while to < sorted && precedes(to) {
                (from, to, leap) = (to + 1, (to + leap).min(sorted), 2 * leap);
            }
            while from < to {
                let middle = from + (to - from) / 2;
                (from, to) = if precedes(middle) { (middle + 1, to) } else { (from, middle) };
            }
            both.copy(self, done, from);
            both.push(*x, *place, *w);
            done = from;
        }
        both.copy(self, done, sorted);
        both
    }

    /// Takes all entries away that have no weight.
    pub fn drop_weightless(&mut self) {
        let mut kept = 0;
        for at in 0..self.len() {
            self.values[kept] = self.values[at];
            self.places[kept] = self.places[at];
            self.weights[kept] = self.weights[at];
            kept += usize::from(self.weights[at] > 0.0);
        }
        self.truncate(kept);
    }

    fn truncate(&mut self, kept: usize) {
        self.values.truncate(kept);
        self.places.truncate(kept);
        self.weights.truncate(kept);
    }

    /// Makes one of neighbours of equal value and class.
    pub fn fuse(&mut self) {
        let mut kept = 0;
        for at in 0..self.len() {
            if kept > 0
                && self.values[kept - 1] == self.values[at]
                && self.places[kept - 1] == self.places[at]
            {
                self.weights[kept - 1] += self.weights[at];
            } else {
                self.values[kept] = self.values[at];
                self.places[kept] = self.places[at];
                self.weights[kept] = self.weights[at];
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Room for exactly so many entries, at least those there are.
    pub fn make_room(&mut self, room: usize) {
        fn exactly<T>(list: &mut Vec<T>, room: usize) {
            list.reserve_exact(room - list.len());
            list.shrink_to(room);
        }
        exactly(&mut self.values, room);
        exactly(&mut self.places, room);
        exactly(&mut self.weights, room);
    }

    /// Where the entries of a value and a class are: among the first `sorted`, which are in order, and behind them.
    pub fn positions(&self, sorted: usize, x: f64, place: u32) -> Vec<usize> {
        let first = self.values[..sorted].partition_point(|value| *value < x);
        let group = (first..sorted).take_while(|at| self.values[*at] == x);
        let tail = (sorted..self.len()).filter(|at| self.values[*at] == x);
        group.chain(tail).filter(|at| self.places[*at] == place).collect()
    }

    /// Whether the first `sorted` are in order, each pair of value and class once.
    pub fn is_ordered(&self, sorted: usize) -> bool {
        (1..sorted).all(|at| (self.values[at - 1], self.places[at - 1]) < (self.values[at], self.places[at]))
    }

    /// Bytes on the heap with room for so many entries.
    pub fn bytes(room: usize) -> usize {
        2 * block_bytes(room * size_of::<f64>()) + block_bytes(room * size_of::<u32>())
    }

    /// Every stored number: values, weights, and places of so many classes, several to a number.
    pub fn store(&self, list: &mut Vec<f64>, classes: usize) {
        list.extend_from_slice(&self.values);
        list.extend_from_slice(&self.weights);
        pack(&self.places, bits_of(classes.saturating_sub(1)), list);
    }

    /// The entries of stored numbers; nothing if they are none.
    pub fn restore(list: &[f64], classes: usize) -> Option<Entries> {
        let bits = bits_of(classes.saturating_sub(1));
        let many = many_of(bits) as u128;
        let len = (list.len() as u128 * many / (2 * many + 1)) as usize;
        let (values, rest) = list.split_at_checked(len)?;
        let (weights, packed) = rest.split_at_checked(len)?;
        let fits = values.iter().all(|x| x.is_finite())
            && weights.iter().all(|w| w.is_sign_positive() && is_weight(*w));
        if !fits {
            return None;
        }
        let places = unpack(packed, bits, len)?;
        let known = places.iter().all(|place| (*place as usize) < classes);
        known.then(|| Entries { values: values.to_vec(), places, weights: weights.to_vec() })
    }
}
