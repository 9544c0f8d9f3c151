//! Sorted keys with class weights at each: what most summaries of a column are made of.
//!
//! One piece of memory, `[total by class][key][extra numbers and weight by class]`. Keys beyond the last are
//! infinite, so that a key is found by comparing all of them at once. Room doubles from eight up to what is allowed,
//! and is part of the state: bytes depend on it. Steps that were read from a file have no room to spare until they
//! grow: the room that is counted stands behind their numbers.

use super::whole;
use crate::bytes::block_bytes;
use crate::counts::{is_weight, left_of};

const FIRST_ROOM: usize = 8;
/// Up to so many keys are all compared with several numbers.
const COMPARED: usize = 16;
/// Of more, one of so many at first.
const STRETCH: usize = 8;

/// Steps with `EXTRA` numbers beside the class weights of each.
#[derive(Clone, Default)]
pub struct Steps<const EXTRA: usize> {
    len: u16,
    room: u16,
    classes: u32,
    data: Box<[f64]>,
}

impl<const EXTRA: usize> Steps<EXTRA> {
    /// No steps, `classes` classes known.
    pub fn new(classes: usize) -> Steps<EXTRA> {
        Steps { len: 0, room: 0, classes: classes as u32, data: vec![0.0; classes].into() }
    }

    /// Number of steps.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Number of classes.
    #[inline(always)]
    pub fn classes(&self) -> usize {
        self.classes as usize
    }

    #[inline(always)]
    fn stride(&self) -> usize {
        EXTRA + self.classes()
    }

    /// How many steps there is room for as bytes are counted.
    fn counted(&self) -> usize {
        let behind = self.data.get(self.start(self.room as usize));
        behind.map_or(self.room as usize, |room| *room as usize)
    }

    /// The keys, ascending.
    #[inline(always)]
    pub fn keys(&self) -> &[f64] {
        &self.data[self.classes()..][..self.len()]
    }

    /// Weight of all values by class.
    #[inline(always)]
    pub fn totals(&self) -> &[f64] {
        &self.data[..self.classes()]
    }

    /// Where the numbers of step `at` begin.
    #[inline(always)]
    fn start(&self, at: usize) -> usize {
        self.classes() + self.room as usize + at * self.stride()
    }

    /// Class weights of step `at`.
    #[inline(always)]
    pub fn weights(&self, at: usize) -> &[f64] {
        &self.data[self.start(at) + EXTRA..][..self.classes()]
    }

    /// Class weights of step `at`, to write. The totals are not changed.
    pub fn weights_mut(&mut self, at: usize) -> &mut [f64] {
        let (start, classes) = (self.start(at) + EXTRA, self.classes());
        &mut self.data[start..start + classes]
    }

    /// The extra numbers of step `at`.
    pub fn extra(&self, at: usize) -> &[f64; EXTRA] {
        self.data[self.start(at)..].first_chunk().expect("a step has its extra numbers")
    }

    /// The extra numbers of step `at`, to write.
    pub fn extra_mut(&mut self, at: usize) -> &mut [f64; EXTRA] {
        let start = self.start(at);
        self.data[start..].first_chunk_mut().expect("a step has its extra numbers")
    }

    /// How many keys are below `x`.
    #[inline(always)]
    pub fn below(&self, x: f64) -> usize {
        let keys = &self.data[self.classes()..][..self.room as usize];
        keys.iter().map(|key| u64::from(*key < x)).sum::<u64>() as usize
    }

    /// How many keys are below each of several numbers, if that is not all of them: binary searches that do not wait
    /// for each other.
    #[inline(always)]
    pub fn below_each<const N: usize>(&self, x: &[f64; N]) -> [usize; N] {
        let keys = &self.data[self.classes()..][..self.room as usize];
        let mut found = [0; N];
        if let Ok(keys) = <&[f64; 32]>::try_from(keys) {
            for lane in 0..N {
                let mut below = 0;
                for step in [16, 8, 4, 2, 1] {
                    below += usize::from(keys[(below + step - 1) & 31] < x[lane]) * step;
                }
                found[lane] = below;
            }
            return found;
        }
        let mut left = keys.len();
        while left > 1 {
            let half = left / 2;
            for lane in 0..N {
                found[lane] += if keys[found[lane] + half - 1] < x[lane] { half } else { 0 };
            }
            left -= half;
        }
        found
    }

    /// How many keys are at most `x`.
    #[inline(always)]
    pub fn up_to(&self, x: f64) -> usize {
        let keys = &self.data[self.classes()..][..self.room as usize];
        keys.iter().map(|key| u64::from(*key <= x)).sum::<u64>() as usize
    }

    /// How many keys are at most each of several numbers. Few keys are all compared; of many, every eighth, and then
    /// the eight from there on.
    #[inline(always)]
    pub fn up_to_each<const N: usize>(&self, x: &[f64; N]) -> [usize; N] {
        let keys = &self.data[self.classes()..][..self.room as usize];
        let step = if keys.len() <= COMPARED { 1 } else { STRETCH };
        let mut found = [0u64; N];
        for key in keys[step - 1..].iter().step_by(step) {
            for lane in 0..N {
                found[lane] += u64::from(*key <= x[lane]);
            }
        }
        let mut found = found.map(|found| found as usize);
        if step > 1 {
            for lane in 0..N {
                let start = (found[lane] * STRETCH).min(keys.len() - STRETCH);
                let near: &[f64; STRETCH] = keys[start..].first_chunk().expect("there are as many");
                found[lane] = start + near.iter().map(|key| u64::from(*key <= x[lane])).sum::<u64>() as usize;
            }
        }
        found
    }

    /// Adds weight to the class at `place` in step `at`, and to its total.
    #[inline(always)]
    pub fn add(&mut self, at: usize, place: usize, w: f64) {
        let weight = self.start(at) + EXTRA + place;
        self.data[weight] += w;
        self.data[place] += w;
    }

    /// The same for several values, one after the other.
    #[inline(always)]
    pub fn add_each<const N: usize>(&mut self, at: &[usize; N], places: &[u32; N], w: &[f64; N]) {
        let (classes, stride, rows) = (self.classes(), self.stride(), self.start(0) + EXTRA);
        let (totals, data) = self.data.split_at_mut(classes);
        for lane in 0..N {
            let place = places[lane] as usize;
            totals[place] += w[lane];
            data[rows - classes + at[lane] * stride + place] += w[lane];
        }
    }

    /// Takes weight from the class at `place` in step `at`, and from its total; false, and nothing is changed, if
    /// there is less.
    pub fn take(&mut self, at: usize, place: usize, w: f64) -> bool {
        let Some(left) = left_of(self.weights(at)[place], w) else { return false };
        self.weights_mut(at)[place] = left;
        // Counted anew: a total from which weights were taken would keep what rounding left of them.
        self.data[place] = (0..self.len()).map(|at| self.weights(at)[place]).sum();
        true
    }

    /// Puts an empty step before step `at`; there are never more than `most`.
    pub fn insert(&mut self, at: usize, key: f64, most: usize) {
        let (len, classes, stride) = (self.len(), self.classes(), self.stride());
        if len == self.room as usize {
            let counted = self.counted();
            self.resize(if len < counted { counted } else { (2 * len).max(FIRST_ROOM).min(most) });
        }
        self.data[classes..][at..=len].rotate_right(1);
        self.data[classes + at] = key;
        let (from, to) = (self.start(at), self.start(len));
        self.data.copy_within(from..to, from + stride);
        self.data[from..from + stride].fill(0.0);
        self.len += 1;
    }

    /// Takes step `at` away. The totals are not changed.
    pub fn remove(&mut self, at: usize) {
        let (len, classes, stride) = (self.len(), self.classes(), self.stride());
        self.data[classes..][at..len].rotate_left(1);
        self.data[classes + len - 1] = f64::INFINITY;
        let (from, to) = (self.start(at), self.start(len));
        self.data.copy_within(from + stride..to, from);
        self.data[to - stride..to].fill(0.0);
        self.len -= 1;
    }

    /// Gives neighbours of equal new keys one step; `key` tells the new key of an old one and keeps the order.
    pub fn fuse(&mut self, key: impl Fn(f64) -> f64) {
        let (len, classes, stride) = (self.len(), self.classes(), self.stride());
        let rows = self.start(0);
        let mut kept = 0;
        for at in 0..len {
            let new = key(self.data[classes + at]);
            self.data[classes + kept] = new;
            let (mine, theirs) = (rows + kept * stride, rows + at * stride);
            if kept > 0 && self.data[classes + kept - 1] == new {
                (0..stride).for_each(|k| self.data[mine - stride + k] += self.data[theirs + k]);
            } else {
                if kept < at {
                    (0..stride).for_each(|k| self.data[mine + k] = self.data[theirs + k]);
                }
                kept += 1;
            }
        }
        self.data[classes + kept..classes + len].fill(f64::INFINITY);
        self.data[rows + kept * stride..rows + len * stride].fill(0.0);
        self.len = kept as u16;
    }

    /// The first of the two neighbours that weigh least together; of equals, the first ones. There must be two.
    pub fn lightest_pair(&self) -> usize {
        let weight = |at: usize| self.weights(at).iter().sum::<f64>();
        let mut best = (0, f64::INFINITY);
        for at in 0..self.len() - 1 {
            let both = weight(at) + weight(at + 1);
            best = if both < best.1 { (at, both) } else { best };
        }
        best.0
    }

    /// Gives step `into` the class weights of step `from`, which is taken away.
    pub fn absorb(&mut self, into: usize, from: usize) {
        let given = self.weights(from).to_vec();
        for (weight, more) in self.weights_mut(into).iter_mut().zip(given) {
            *weight += more;
        }
        self.remove(from);
    }

    /// The same steps, with the room that they would have if they had come one by one; there are never more than
    /// `most`.
    pub fn rebuilt(&self, most: usize) -> Steps<EXTRA> {
        let mut again = Steps::new(self.classes());
        for (at, key) in self.keys().iter().enumerate() {
            again.insert(at, *key, most);
            *again.extra_mut(at) = *self.extra(at);
            for (place, weight) in self.weights(at).iter().enumerate() {
                again.add(at, place, *weight);
            }
        }
        again
    }

    /// Makes room for this many steps, unless there is already.
    pub fn make_room(&mut self, room: usize) {
        if room > self.counted() {
            self.resize(room);
        }
    }

    /// Has room for exactly so many, and there are not more.
    fn resize(&mut self, room: usize) {
        let (classes, len, stride) = (self.classes(), self.len(), self.stride());
        let mut wider = Vec::with_capacity(classes + room * (1 + stride));
        wider.extend_from_slice(&self.data[..classes + len]);
        wider.resize(classes + room, f64::INFINITY);
        wider.extend_from_slice(&self.data[self.start(0)..self.start(len)]);
        wider.resize(classes + room * (1 + stride), 0.0);
        self.data = wider.into();
        self.room = room as u16;
    }

    /// Gives back half of the room and more, if a quarter of it would do.
    pub fn give_back(&mut self) {
        if self.counted() > FIRST_ROOM.max(4 * self.len()) {
            self.resize((2 * self.len()).max(FIRST_ROOM));
        }
    }

    /// Makes room for a class that takes `place` among the leaf's classes.
    pub fn insert_class(&mut self, place: usize) {
        if self.counted() > self.room as usize {
            self.resize(self.counted());
        }
        let (classes, room, stride) = (self.classes(), self.room as usize, self.stride());
        let mut wider = Vec::with_capacity(classes + 1 + room * (2 + stride));
        let (heads, rows) = self.data.split_at(classes + room);
        wider.extend_from_slice(&heads[..place]);
        wider.push(0.0);
        wider.extend_from_slice(&heads[place..]);
        for row in rows.chunks_exact(stride.max(1)) {
            wider.extend_from_slice(&row[..EXTRA + place]);
            wider.push(0.0);
            wider.extend_from_slice(&row[EXTRA + place..]);
        }
        wider.resize(classes + 1 + room * (2 + stride), 0.0);
        self.data = wider.into();
        self.classes += 1;
    }

    /// Bytes on the heap, or as many as that may be.
    pub fn bytes(&self) -> usize {
        Steps::<EXTRA>::bytes_of(self.classes(), self.counted())
    }

    /// Bytes on the heap with room for so many steps.
    pub fn bytes_of(classes: usize, room: usize) -> usize {
        block_bytes((classes + room * (1 + EXTRA + classes)) * size_of::<f64>())
    }

    /// One of its numbers.
    pub fn touched(&self) -> f64 {
        self.data.last().copied().unwrap_or(0.0)
    }

    /// Number of steps, room, and every number of them.
    pub fn store(&self, list: &mut Vec<f64>) {
        list.extend([f64::from(self.len), self.counted() as f64]);
        list.extend_from_slice(self.totals());
        list.extend_from_slice(self.keys());
        list.extend_from_slice(&self.data[self.start(0)..self.start(self.len())]);
    }

    /// The steps of stored numbers, at most `most`; nothing if keys are out of order, weights negative or infinite,
    /// or lengths do not fit.
    pub fn restore(list: &[f64], classes: usize, most: usize) -> Option<Steps<EXTRA>> {
        let [len, room, numbers @ ..] = list else { return None };
        let (len, room) = (whole(*len, most)?, whole(*room, most)?);
        let stride = EXTRA + classes;
        // Room doubles, and is given back when a quarter of it would do.
        if len > room || room > FIRST_ROOM.max(4 * len) || numbers.len() != classes + len * (1 + stride) {
            return None;
        }
        let (totals, rest) = numbers.split_at(classes);
        let (keys, rows) = rest.split_at(len);
        let ordered = keys.windows(2).all(|pair| pair[0] < pair[1]) && keys.iter().all(|key| key.is_finite());
        if !ordered || !totals.iter().chain(rows).all(|x| is_weight(*x)) {
            return None;
        }
        let data = if room > len { [numbers, &[room as f64]].concat() } else { numbers.to_vec() };
        Some(Steps { len: len as u16, room: len as u16, classes: classes as u32, data: data.into() })
    }
}

#[cfg(test)]
mod tests;
