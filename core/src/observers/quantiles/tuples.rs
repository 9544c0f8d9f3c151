//! The tuples of one class.
//!
//! A tuple `(value, mass, behind)` stands for the weight `mass`: what was seen at the value, and what lies between
//! the previous tuple's value and this one and whose own tuples were deleted. With `rmin(i)` the sum of masses up to
//! `i`, the weight of values up to `value_i`, and up to any cut before the next value, lies between `rmin(i)` and
//! `rmin(i) + behind_i`. In Greenwald & Khanna's terms `mass` is `g`, and `behind_i` is what `g + delta` of the next
//! tuple exceeds the weight seen exactly at its value: so weights are exact where nothing was deleted. Nothing is
//! open behind the last tuple.
//!
//! - A value that has a tuple adds to its mass. A new one becomes `(x, w, behind of the tuple before it)`, or 0 if
//!   there is none: what was open stays open on both sides of it.
//! - Deleting a tuple moves its mass into the next and costs `mass + behind`, which becomes `behind` of the tuple
//!   before it. The cheapest goes, first of equals; never the first tuple, the last one or the one that has just
//!   come.
//! - The papers also want delta not to grow from one to the next, or bands of delta. Deleting changes no bound of the
//!   others, so it is a heuristic; we leave it out, because values that come from both ends in turn then leave an
//!   uncertainty of half the weight in one gap, whatever the number of tuples.
//! - The adaptive variant deletes whatever costs no more than `2 eps` times the weight *before* the new value; only
//!   new values can lead to it. So, in both variants, a value of weight 2 is the same as that value twice.
//!
//! Always `behind_{i-1} <= mass_i + behind_i`: new tuples and deleting keep it. Hence the midpoint of the bounds,
//! `rmin(i) + behind_i / 2`, grows with `i`.

use super::super::whole;
use super::Size;
use super::in_place;
use super::order::{self, Order};
use crate::bytes::{block_bytes, box_bytes};
use crate::counts::is_weight;
use crate::lanes::LANES;

const FIRST_ROOM: usize = 4;
const VALUE: usize = 0;
const MASS: usize = 1;
const BEHIND: usize = 2;
const PARTS: usize = 3;

/// Values among which a place is found by comparing all of them.
const COMPARED: usize = 128;

/// Tuples, ascending by value: one piece of memory, `[part][tuple]`. Room doubles and is part of the state. Where there
/// can never be more than sixteen, each stays in its slot, and behind the numbers stands a word with their order.
#[derive(Clone, Default)]
pub struct Tuples {
    len: u32,
    room: u32,
    total: f64,
    data: Box<[f64]>,
}

/// Numbers that there is room for: where there are sixteen tuples at most, their order as well.
fn words(room: usize, most: usize) -> usize {
    PARTS * room + usize::from(room > 0 && most <= order::MOST)
}

impl Tuples {
    /// Number of tuples.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Weight of all values.
    #[inline(always)]
    pub fn total(&self) -> f64 {
        self.total
    }

    /// One part of all tuples, slot by slot.
    #[inline(always)]
    fn part(&self, part: usize) -> &[f64] {
        &self.data[part * self.room as usize..][..self.len()]
    }

    #[inline(always)]
    fn number(&mut self, part: usize, slot: usize) -> &mut f64 {
        &mut self.data[part * self.room as usize + slot]
    }

    /// The order of the slots, if it is not their own.
    #[inline(always)]
    fn order(&self) -> Option<Order> {
        self.data.get(PARTS * self.room as usize).map(|word| Order(word.to_bits()))
    }

    /// Where the numbers of tuple `at` are.
    #[inline(always)]
    fn slot(&self, at: usize) -> usize {
        self.order().map_or(at, |order| order.slot(at))
    }

    /// The value of tuple `at`, infinite behind the last.
    #[inline(always)]
    pub fn value(&self, at: usize) -> f64 {
        if at < self.len() { self.part(VALUE)[self.slot(at)] } else { f64::INFINITY }
    }

    /// The smallest and the largest value.
    pub fn ends(&self) -> Option<(f64, f64)> {
        (self.len > 0).then(|| (self.value(0), self.value(self.len() - 1)))
    }

    /// Weight that tuple `at` stands for.
    #[inline(always)]
    pub fn mass(&self, at: usize) -> f64 {
        self.part(MASS)[self.slot(at)]
    }

    /// Weight that may lie on either side of a cut before tuple `at`.
    #[inline(always)]
    pub fn open(&self, at: usize) -> f64 {
        if at > 0 { self.part(BEHIND)[self.slot(at - 1)] } else { 0.0 }
    }

    /// How many values are on the near side, as all smaller ones are: of few, all are asked at once.
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
    pub fn observe(&mut self, x: f64, w: f64, limit: Size) {
        if matches!(limit, Size::Tuples(most) if most <= self.len && most as usize <= order::MOST) {
            self.total += w;
            return in_place::observe(&mut self.data, x, w);
        }
        let at = self.count(|value| value < x);
        if self.value(at) == x {
            *self.number(MASS, self.slot(at)) += w;
        } else {
            let new = [x, w, self.open(at)];
            match limit {
                Size::Tuples(most) if self.len >= most => self.replace(at, new),
                Size::Tuples(most) => self.insert(at, new, most as usize),
                Size::Error(share) => {
                    self.insert(at, new, usize::MAX);
                    self.compress(at, 2.0 * share * self.total);
                }
            }
        }
        self.total += w;
    }

    /// The cheapest of some tuples, the first of equals, and what deleting it costs.
    #[inline(always)]
    fn cheapest(&self, from: usize, to: usize) -> (usize, f64) {
        let (mass, behind) = (&self.part(MASS)[from..to], &self.part(BEHIND)[from..to]);
        let count = mass.len();
        if count < LANES {
            let mut best = (from, f64::INFINITY);
            for at in 0..count {
                let cost = mass[at] + behind[at];
                best = if cost < best.1 { (from + at, cost) } else { best };
            }
            return best;
        }
        // The best of every lane, the first of equals, and then the best of the lanes. The last lanes may overlap the
        // ones before them. Costs are never negative, and then their bits are ordered as they are: as integers, which
        // can be compared in any order.
        let (mut least, mut place) = ([i64::MAX; LANES], [0i64; LANES]);
        for start in (0..count).step_by(LANES).map(|start| start.min(count - LANES)) {
            let mass: &[f64; LANES] = mass[start..].first_chunk().expect("there are as many");
            let behind: &[f64; LANES] = behind[start..].first_chunk().expect("there are as many");
            for lane in 0..LANES {
                let cost = (mass[lane] + behind[lane]).to_bits() as i64;
                let better = cost < least[lane];
                least[lane] = if better { cost } else { least[lane] };
                place[lane] = if better { (start + lane) as i64 } else { place[lane] };
            }
        }
        let mut cost = i64::MAX;
        for lane in least {
            cost = if lane < cost { lane } else { cost };
        }
        let mut first = i64::MAX;
        for lane in 0..LANES {
            let here = if least[lane] == cost { place[lane] } else { i64::MAX };
            first = if here < first { here } else { first };
        }
        (from + first as usize, f64::from_bits(cost as u64))
    }

    /// Puts a new tuple before tuple `at` and deletes the cheapest of the others, whose costs the new one does not
    /// change.
    #[inline(always)]
    fn replace(&mut self, at: usize, new: [f64; PARTS]) {
        let (len, room) = (self.len(), self.room as usize);
        // A new end makes the old one deletable.
        let (victim, cost) = self.cheapest(usize::from(at > 0), len - usize::from(at < len));
        let mass = self.mass(victim);
        // Where the tuple before the victim comes to stand.
        let before = victim - usize::from(victim < at);
        for (part, number) in self.data.chunks_exact_mut(room).zip(new) {
            if victim < at {
                part.copy_within(victim + 1..at, victim);
                part[at - 1] = number;
            } else {
                part.copy_within(at..victim, at + 1);
                part[at] = number;
            }
        }
        *self.number(BEHIND, before) = cost;
        *self.number(MASS, before + 1) += mass;
    }

    /// Puts a new tuple before tuple `at`; there are never more than `most`.
    #[cold]
    #[inline(never)]
    fn insert(&mut self, at: usize, new: [f64; PARTS], most: usize) {
        let len = self.len();
        if len == self.room as usize {
            self.make_room((2 * len).max(FIRST_ROOM).min(most), most);
        }
        if let Some(order) = self.order() {
            for (part, number) in new.into_iter().enumerate() {
                *self.number(part, len) = number;
            }
            *self.number(PARTS, 0) = f64::from_bits(order.insert(at, len).0);
            self.len += 1;
            return;
        }
        for (part, number) in self.data.chunks_exact_mut(self.room as usize).zip(new) {
            part.copy_within(at..len, at + 1);
            part[at] = number;
        }
        self.len += 1;
    }

    /// Deletes tuples, the cheapest first, while that costs no more than `most`; never tuple `but`.
    fn compress(&mut self, mut but: usize, most: f64) {
        while self.len() > 2 {
            let last = self.len() - 1;
            let (first, second) =
                (self.cheapest(1, but.clamp(1, last)), self.cheapest((but + 1).min(last), last));
            let (victim, cost) = if second.1 < first.1 { second } else { first };
            if cost > most || cost == f64::INFINITY {
                break;
            }
            self.delete(victim);
            but -= usize::from(victim < but);
        }
        if 4 * self.len() < self.room as usize {
            self.make_room((2 * self.len()).next_power_of_two().max(FIRST_ROOM), usize::MAX);
        }
    }

    /// Deletes a tuple between two others.
    fn delete(&mut self, victim: usize) {
        let (len, mass) = (self.len(), self.mass(victim));
        *self.number(BEHIND, victim - 1) = mass + self.part(BEHIND)[victim];
        *self.number(MASS, victim + 1) += mass;
        for part in self.data.chunks_exact_mut(self.room as usize) {
            part.copy_within(victim + 1..len, victim);
        }
        self.len -= 1;
    }

    /// Makes room, for there are never more than `most`, and puts every tuple at its place.
    fn make_room(&mut self, room: usize, most: usize) {
        let mut data = vec![0.0; words(room, most)];
        for part in 0..PARTS {
            for at in 0..self.len() {
                data[part * room + at] = self.part(part)[self.slot(at)];
            }
        }
        if let Some(word) = data.get_mut(PARTS * room) {
            *word = f64::from_bits(Order::NONE_MOVED.0);
        }
        self.data = data.into();
        self.room = room as u32;
    }

    /// Weight between two values, both included: the difference of two midpoints.
    #[inline(always)]
    pub fn within(&self, from: f64, to: f64) -> f64 {
        let (begin, end) = (self.count(|value| value < from), self.count(|value| value <= to));
        let mass: f64 = (begin..end).map(|at| self.mass(at)).sum();
        let mass = mass + (self.open(end) - self.open(begin)) / 2.0;
        if mass > 0.0 { mass } else { 0.0 }
    }

    /// Counts what `other` has counted. The union of the tuples: masses stay, and what is open behind a tuple of one
    /// list and of the other adds up. (Greenwald & Khanna's `rmin(x) + rmin(y)` and `rmax(x) + rmax(z) - 1`, in these
    /// terms.)
    pub fn merge(&mut self, other: &Tuples, limit: Size) {
        let (mut mine, mut its) = (0, 0);
        let mut both = Tuples { total: self.total + other.total, ..Tuples::default() };
        while mine < self.len() || its < other.len() {
            let (a, b) = (self.value(mine), other.value(its));
            let mut mass = 0.0;
            if a <= b {
                mass += self.mass(mine);
                mine += 1;
            }
            if b <= a {
                mass += other.mass(its);
                its += 1;
            }
            let behind = self.open(mine) + other.open(its);
            both.insert(both.len(), [a.min(b), mass, behind], usize::MAX);
        }
        let most = match limit {
            Size::Tuples(most) => most as usize,
            Size::Error(share) => {
                both.compress(0, 2.0 * share * both.total);
                usize::MAX
            }
        };
        while both.len() > most {
            let (victim, _) = both.cheapest(1, both.len() - 1);
            both.delete(victim);
        }
        if !both.data.is_empty() {
            // The room that tuples which came one by one would have.
            both.make_room(both.len().next_power_of_two().max(FIRST_ROOM).min(most), most);
        }
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

    /// Bytes on the heap with room for so many tuples, of which there are never more.
    pub fn bytes_of(most: usize) -> usize {
        block_bytes(words(most, most) * size_of::<f64>())
    }

    /// Number of tuples, room, and every number of them.
    pub fn store(&self, list: &mut Vec<f64>) {
        list.extend([f64::from(self.len), f64::from(self.room), self.total]);
        for part in 0..PARTS {
            list.extend((0..self.len()).map(|at| self.part(part)[self.slot(at)]));
        }
    }

    /// The tuples of the first stored numbers, which are taken off the list; nothing if no tuples could have stored
    /// them.
    pub fn restore(list: &mut &[f64], limit: Size) -> Option<Tuples> {
        let (head, rest) = list.split_at_checked(3)?;
        let most = if let Size::Tuples(most) = limit { most } else { u32::MAX } as usize;
        let (len, room, total) = (whole(head[0], most)?, whole(head[1], most)?, head[2]);
        let (numbers, rest) = rest.split_at_checked(PARTS * len)?;
        let wide = if room <= FIRST_ROOM { room < len } else { room < len || room > 4 * len };
        if wide || !is_weight(total) || !numbers.iter().all(|x| x.is_finite()) {
            return None;
        }
        let (values, weights) = numbers.split_at(len);
        if !values.windows(2).all(|pair| pair[0] < pair[1])
            || !weights.iter().all(|x| is_weight(*x))
            || weights[..len].contains(&0.0)
            || weights.last().is_some_and(|behind| *behind != 0.0)
        {
            return None;
        }
        let mut tuples = Tuples { total, ..Tuples::default() };
        tuples.make_room(room, most);
        tuples.len = len as u32;
        for part in 0..PARTS {
            tuples.data[part * room..][..len].copy_from_slice(&numbers[part * len..][..len]);
        }
        *list = rest;
        Some(tuples)
    }
}
