//! The tuples of one class, as MOA's `GreenwaldKhannaQuantileSummary` keeps them.
//!
//! A tuple is `(value, g, delta)`. The sum of all `g` up to a tuple is weight that lies at its value or below. At most
//! `delta` more may lie there. Equal values may have tuples of their own.
//!
//! - A value `x` of weight `w` becomes the tuple `(x, w, g + delta - w)`, with `g` and `delta` of the next larger one,
//!   or `(x, w, 0)` if no value is larger.
//! - When there are more tuples than are kept, one is merged into the next, whose `g` grows by that of the merged one.
//!   Of the tuples with a `delta` no less than that of the next, it is the one with the least
//!   `g + next g + next delta`, the first of equals. Neither the first nor the last tuple is merged. The last one has
//!   `delta` 0, so there always is such a tuple.
//!
//! MOA counts rows, whatever they weigh. We count weights: where all are 1, the tuples are MOA's. Where they differ,
//! `delta` may come out too small, and is at least 0. It decides what is merged, and no answer depends on it otherwise.

use super::super::whole;
use crate::bytes::{block_bytes, box_bytes};
use crate::counts::is_weight;
use crate::lanes::LANES;

const FIRST_ROOM: usize = 4;
const VALUE: usize = 0;
const MASS: usize = 1;
const DELTA: usize = 2;
const PARTS: usize = 3;

/// Up to this many values, a place is found by comparing all of them.
const COMPARED: usize = 128;

/// The cost of a tuple that must not be merged: more than that of any other.
const NEVER: i64 = i64::MAX;

/// Tuples, ascending by value: one piece of memory, `[part][tuple]`. Room doubles up to what is kept, and is known from
/// the number of tuples.
#[derive(Clone, Default)]
pub struct Tuples {
    len: usize,
    total: f64,
    data: Box<[f64]>,
}

/// A new tuple.
struct New {
    value: f64,
    mass: f64,
    delta: f64,
}

/// How full the next tuple would be if it took this one in. The cost is given as bits, which order non-negative numbers
/// as their values do. It is computed without a branch, since a processor could not predict it.
#[inline(always)]
fn fullness(mass: f64, delta: f64, next_mass: f64, next_delta: f64) -> i64 {
    let never = if delta >= next_delta { 0 } else { NEVER };
    (mass + next_mass + next_delta).to_bits() as i64 | never
}

/// Room for so many tuples, if no more than `most` are kept.
fn room_for(len: usize, most: usize) -> usize {
    if len == 0 { 0 } else { len.next_power_of_two().max(FIRST_ROOM).min(most) }
}

impl Tuples {
    /// Number of tuples.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Weight of all values.
    #[inline(always)]
    pub fn total(&self) -> f64 {
        self.total
    }

    fn room(&self) -> usize {
        self.data.len() / PARTS
    }

    /// One part of all tuples.
    #[inline(always)]
    fn part(&self, part: usize) -> &[f64] {
        &self.data[part * self.room()..][..self.len]
    }

    /// Weight that tuple `at` stands for, to write.
    #[inline(always)]
    fn mass_mut(&mut self, at: usize) -> &mut f64 {
        let room = self.room();
        &mut self.data[MASS * room + at]
    }

    /// The smallest and the largest value.
    pub fn ends(&self) -> Option<(f64, f64)> {
        let values = self.part(VALUE);
        Some((*values.first()?, *values.last()?))
    }

    /// How many values satisfy `near`, which holds up to some value and for no larger one. Few values are compared all at
    /// once.
    #[inline(always)]
    fn count(&self, near: impl Fn(f64) -> bool) -> usize {
        let values = self.part(VALUE);
        if values.len() > COMPARED {
            return values.partition_point(|value| near(*value));
        }
        values.iter().map(|value| u64::from(near(*value))).sum::<u64>() as usize
    }

    /// Counts a value.
    #[inline(always)]
    pub fn observe(&mut self, x: f64, w: f64, most: usize) {
        let at = self.count(|value| value <= x);
        // All that the next tuple stands for may lie on either side, except for one row, which is at the next value.
        let open = if at < self.len { self.part(MASS)[at] + self.part(DELTA)[at] - w } else { 0.0 };
        let new = New { value: x, mass: w, delta: if open > 0.0 { open } else { 0.0 } };
        self.total += w;
        if self.len < most {
            self.insert(at, [new.value, new.mass, new.delta], most);
        } else {
            self.replace(at, new);
        }
    }

    /// Of the tuples that have another after them, the cheapest to merge, the first of equals: its place and cost.
    #[inline(always)]
    fn cheapest(&self, from: usize, to: usize) -> (usize, i64) {
        if from >= to {
            return (from, NEVER);
        }
        let (mass, delta) = (&self.part(MASS)[from..=to], &self.part(DELTA)[from..=to]);
        let count = to - from;
        if count < LANES {
            let mut best = (from, NEVER);
            for at in 0..count {
                let cost = fullness(mass[at], delta[at], mass[at + 1], delta[at + 1]);
                best = if cost < best.1 { (from + at, cost) } else { best };
            }
            return best;
        }
        // The best of every lane, the first of equals, and then the best of the lanes. The last lanes may overlap the
        // ones before them.
        let (mut least, mut place) = ([NEVER; LANES], [0i64; LANES]);
        for start in (0..count).step_by(LANES).map(|start| start.min(count - LANES)) {
            let mass: &[f64; LANES + 1] = mass[start..].first_chunk().expect("there are as many");
            let delta: &[f64; LANES + 1] = delta[start..].first_chunk().expect("there are as many");
            for lane in 0..LANES {
                let cost = fullness(mass[lane], delta[lane], mass[lane + 1], delta[lane + 1]);
                let better = cost < least[lane];
                least[lane] = if better { cost } else { least[lane] };
                place[lane] = if better { (start + lane) as i64 } else { place[lane] };
            }
        }
        let mut cost = NEVER;
        for lane in least {
            cost = if lane < cost { lane } else { cost };
        }
        let mut first = i64::MAX;
        for lane in 0..LANES {
            let here = if least[lane] == cost { place[lane] } else { i64::MAX };
            first = if here < first { here } else { first };
        }
        (from + first as usize, cost)
    }

    /// Puts a new tuple before tuple `at` and merges one tuple (perhaps the new one) into the next, so that there are
    /// as many as before. Only the tuples between the two places move.
    #[inline(always)]
    fn replace(&mut self, at: usize, mut new: New) {
        let (len, room) = (self.len, self.room());
        let (mass, delta) = (self.part(MASS), self.part(DELTA));
        // In the order that they would have with the new one among them: those before its neighbour, the neighbour, the
        // new one, those after it.
        let (mut victim, mut cost) = self.cheapest(1, at.saturating_sub(1));
        let mut is_new = false;
        if at > 1 {
            let neighbour = fullness(mass[at - 1], delta[at - 1], new.mass, new.delta);
            (victim, cost) = if neighbour < cost { (at - 1, neighbour) } else { (victim, cost) };
        }
        if at > 0 && at < len {
            let own = fullness(new.mass, new.delta, mass[at], delta[at]);
            is_new = own < cost;
            cost = if is_new { own } else { cost };
        }
        let behind = self.cheapest(at, len - 1);
        if behind.1 < cost {
            (victim, is_new) = (behind.0, false);
        }
        if is_new {
            *self.mass_mut(at) += new.mass;
            return;
        }
        let given = self.part(MASS)[victim];
        if victim + 1 == at {
            new.mass += given;
        } else {
            *self.mass_mut(victim + 1) += given;
        }
        let numbers = [new.value, new.mass, new.delta];
        for (part, number) in self.data.chunks_exact_mut(room).zip(numbers) {
            if victim < at {
                part.copy_within(victim + 1..at, victim);
                part[at - 1] = number;
            } else {
                part.copy_within(at..victim, at + 1);
                part[at] = number;
            }
        }
    }

    /// Puts a new tuple before tuple `at`; there are fewer than `most`.
    #[cold]
    #[inline(never)]
    fn insert(&mut self, at: usize, new: [f64; PARTS], most: usize) {
        let len = self.len;
        self.make_room(room_for(len + 1, most));
        let room = self.room();
        for (part, number) in self.data.chunks_exact_mut(room).zip(new) {
            part.copy_within(at..len, at + 1);
            part[at] = number;
        }
        self.len += 1;
    }

    /// Makes room for so many tuples.
    fn make_room(&mut self, room: usize) {
        if room == self.room() {
            return;
        }
        let mut data = vec![0.0; PARTS * room];
        for part in 0..PARTS {
            data[part * room..][..self.len].copy_from_slice(self.part(part));
        }
        self.data = data.into();
    }

    /// Weight of tuples between two values, both included.
    #[inline(always)]
    pub fn within(&self, from: f64, to: f64) -> f64 {
        let (begin, end) = (self.count(|value| value < from), self.count(|value| value <= to));
        self.part(MASS)[begin..end].iter().sum()
    }

    /// Counts what `other` has counted. The union of the tuples, of equal values those of this list first: each stands
    /// for what it stood for, and what the next larger tuple of the other list stands for may lie on either side of it.
    pub fn merge(&mut self, other: &Tuples, most: usize) {
        let mut both = Tuples { total: self.total + other.total, ..Tuples::default() };
        let room = self.len + other.len;
        both.make_room(room);
        let (mut mine, mut its) = (0, 0);
        while both.len < room {
            let first = |list: &Tuples, at: usize| list.part(VALUE).get(at).copied().unwrap_or(f64::INFINITY);
            let (list, at, beside) = if first(self, mine) <= first(other, its) {
                (&*self, &mut mine, other)
            } else {
                (other, &mut its, &*self)
            };
            let [value, mass, delta] = [VALUE, MASS, DELTA].map(|part| list.part(part)[*at]);
            *at += 1;
            let next = beside.count(|other| other <= value);
            let open =
                if next < beside.len { beside.part(MASS)[next] + beside.part(DELTA)[next] } else { 0.0 };
            for (part, number) in both.data.chunks_exact_mut(room).zip([value, mass, delta + open]) {
                part[both.len] = number;
            }
            both.len += 1;
        }
        while both.len > most {
            let (victim, _) = both.cheapest(1, both.len - 1);
            let (len, given) = (both.len, both.part(MASS)[victim]);
            *both.mass_mut(victim + 1) += given;
            for part in both.data.chunks_exact_mut(room) {
                part.copy_within(victim + 1..len, victim);
            }
            both.len -= 1;
        }
        both.make_room(room_for(both.len, most));
        *self = both;
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        box_bytes(&self.data)
    }

    /// One of its numbers.
    pub fn touched(&self) -> f64 {
        self.data.last().copied().unwrap_or(0.0)
    }

    /// Bytes on the heap with room for so many tuples.
    pub fn bytes_of(most: usize) -> usize {
        block_bytes(PARTS * most * size_of::<f64>())
    }

    /// Number of tuples, weight of all values, and every number of the tuples.
    pub fn store(&self, list: &mut Vec<f64>) {
        list.extend([self.len as f64, self.total]);
        for part in 0..PARTS {
            list.extend_from_slice(self.part(part));
        }
    }

    /// The tuples of the first stored numbers, which are taken off the list; nothing if no tuples could have stored
    /// them.
    pub fn restore(list: &mut &[f64], most: usize) -> Option<Tuples> {
        let (head, rest) = list.split_at_checked(2)?;
        let (len, total) = (whole(head[0], most)?, head[1]);
        let (numbers, rest) = rest.split_at_checked(PARTS * len)?;
        let (values, weights) = numbers.split_at(len);
        let (masses, deltas) = weights.split_at(len);
        if !values.iter().all(|x| x.is_finite())
            || !values.is_sorted()
            || !is_weight(total)
            || !weights.iter().all(|x| is_weight(*x))
            || masses.contains(&0.0)
            || deltas.last().is_some_and(|delta| *delta != 0.0)
        {
            return None;
        }
        let mut tuples = Tuples { len, total, data: numbers.into() };
        tuples.make_room(room_for(len, most));
        *list = rest;
        Some(tuples)
    }

    /// A walk from before the first value.
    pub fn walk(&self) -> Walk<'_> {
        let mut walk = Walk { tuples: self, at: 0, next: f64::INFINITY, weight: 0.0 };
        walk.look();
        walk
    }
}

/// A walk along the tuples of one class.
pub struct Walk<'a> {
    tuples: &'a Tuples,
    at: usize,
    /// The next value; infinite after the last.
    pub next: f64,
    /// Weight of the tuples passed so far.
    pub weight: f64,
}

impl Walk<'_> {
    fn look(&mut self) {
        self.next = self.tuples.part(VALUE).get(self.at).copied().unwrap_or(f64::INFINITY);
    }

    /// Passes all tuples with values up to a cut.
    #[inline(always)]
    pub fn up_to(&mut self, cut: f64) {
        while self.next <= cut && self.at < self.tuples.len {
            self.weight += self.tuples.part(MASS)[self.at];
            self.at += 1;
            self.look();
        }
    }
}
