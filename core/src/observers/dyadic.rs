//! Slots of a dyadic grid, at most so many, each with its class weights: exact as long as the values are few, and never dependent on their order.
//!
//! The slot of a value is its bit pattern (ordered as the numbers are) without the last `shift` bits: a grid that is dyadic in the mantissa and
//! logarithmic across octaves. It starts with every value in a slot of its own; when there are more than the limit, a bit goes, and neighbours
//! fuse. Occupied slots only grow with the data and the shift only moves up, so the shift is the smallest that the *set* of values
//! allows: arrival order, merging and the cut of the stream into parts change nothing. There is no range to guess, and an outlier takes one slot.
//! A slot is known by its largest number, which is also the cut behind it: class weights on both sides of it are exact.

use super::steps::Steps;
use super::summary::{Cuts, Summary};

/// One column.
#[derive(Clone)]
pub struct Dyadic {
    /// Bits that do not count.
    shift: u32,
    /// Keys are the largest numbers of the slots.
    slots: Steps<0>,
}

/// The bits of a number as an integer that is ordered as the numbers are. (Its own inverse on the integers.)
#[inline(always)]
fn ordered(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

#[inline(always)]
fn number(ordered: i64) -> f64 {
    f64::from_bits((ordered ^ (((ordered >> 63) as u64) >> 1) as i64) as u64)
}

/// The largest number of the slot of `x`.
#[inline(always)]
fn slot(x: f64, shift: u32) -> f64 {
    let last = ordered(x) | (1i64 << shift).wrapping_sub(1);
    // The slot of the largest numbers ends where numbers end, and that of the largest negative ones before zero: -0 would be a cut that 0 does not exceed.
    let last = if last == -1 { -2 } else { last };
    number(if last > ordered(f64::MAX) { ordered(f64::MAX) } else { last })
}

/// The smallest shift at which two different numbers share a slot.
fn meeting(a: f64, b: f64) -> u32 {
    64 - (ordered(a) ^ ordered(b)).leading_zeros()
}

impl Dyadic {
    /// A value that has no slot yet.
    #[cold]
    #[inline(never)]
    fn observe_new(&mut self, x: f64, place: usize, w: f64, limit: usize) {
        let (at, found) = self.make_slot(x, limit);
        if !found {
            self.slots.insert(at, slot(x, self.shift), limit);
        }
        self.slots.add(at, place, w);
    }

    /// Where the slot of `x` is or belongs, once there is room for it; and whether it is there.
    fn make_slot(&mut self, x: f64, limit: usize) -> (usize, bool) {
        loop {
            let key = slot(x, self.shift);
            let at = self.slots.below(key);
            let found = self.slots.keys().get(at) == Some(&key);
            if found || self.slots.len() < limit {
                return (at, found);
            }
            // The smallest shift at which two of the slots, or one of them and the new one, become one.
            let keys = self.slots.keys();
            let mut shift = keys.windows(2).map(|pair| meeting(pair[0], pair[1])).min().unwrap_or(64);
            for neighbour in [at.checked_sub(1).map(|before| keys[before]), keys.get(at).copied()] {
                shift = shift.min(neighbour.map_or(64, |near| meeting(near, key)));
            }
            self.coarsen(shift);
        }
    }

    /// Leaves out more bits.
    fn coarsen(&mut self, shift: u32) {
        if shift > self.shift {
            self.shift = shift;
            self.slots.fuse(|key| slot(key, shift));
        }
    }
}

impl Summary for Dyadic {
    type Limit = u32;

    fn new(classes: usize, _: u32) -> Dyadic {
        Dyadic { shift: 0, slots: Steps::new(classes) }
    }

    fn insert_class(&mut self, place: usize) {
        self.slots.insert_class(place);
    }

    #[inline(always)]
    fn observe(&mut self, x: f64, place: usize, w: f64, limit: u32) {
        let key = slot(x, self.shift);
        let at = self.slots.below(key);
        if self.slots.keys().get(at) == Some(&key) {
            self.slots.add(at, place, w);
        } else {
            self.observe_new(x, place, w, limit as usize);
        }
    }

    /// Exact while weights add up exactly; a slot that loses its last value is free again, but the grid stays as coarse as it is.
    fn forget(&mut self, x: f64, place: usize, w: f64, _: u32) -> bool {
        let key = slot(x, self.shift);
        let at = self.slots.below(key);
        if self.slots.keys().get(at) != Some(&key) || self.slots.weights(at)[place] < w {
            return false;
        }
        self.slots.add(at, place, -w);
        if self.slots.weights(at).iter().all(|weight| *weight == 0.0) {
            self.slots.remove(at);
        }
        true
    }

    /// Exact: the summary of both streams in any order.
    fn merge(&mut self, other: &Dyadic, limit: u32) {
        self.coarsen(other.shift);
        for (at, key) in other.slots.keys().iter().enumerate() {
            let (mine, found) = self.make_slot(*key, limit as usize);
            if !found {
                self.slots.insert(mine, slot(*key, self.shift), limit as usize);
            }
            for (place, weight) in other.slots.weights(at).iter().enumerate() {
                self.slots.add(mine, place, *weight);
            }
        }
    }

    fn propose(&self, cuts: &mut Cuts, _: u32, _: f64) {
        cuts.clear(self.slots.classes());
        for (at, key) in self.slots.keys().iter().enumerate() {
            cuts.pass(self.slots.weights(at));
            if at + 1 < self.slots.len() {
                cuts.cut(*key);
            }
        }
    }

    fn below(&self, cut: f64, left: &mut [f64]) {
        left.fill(0.0);
        for at in 0..self.slots.up_to(cut).min(self.slots.len()) {
            for (sum, weight) in left.iter_mut().zip(self.slots.weights(at)) {
                *sum += weight;
            }
        }
    }

    /// Slots have the same width for all classes, so it cancels: the share of a class's weight in the slot, smoothed by one in every slot and two beyond.
    fn density(&self, x: f64, factors: &mut [f64], _: u32) {
        let key = slot(x, self.shift);
        let at = self.slots.below(key);
        let smooth = self.slots.len() as f64 + 2.0;
        let here = self.slots.keys().get(at) == Some(&key);
        for (place, (factor, total)) in factors.iter_mut().zip(self.slots.totals()).enumerate() {
            let weight = if here { self.slots.weights(at)[place] } else { 0.0 };
            *factor = (weight + 1.0) / (total + smooth);
        }
    }

    fn bytes(&self) -> usize {
        self.slots.bytes()
    }

    fn store(&self, list: &mut Vec<f64>) {
        list.push(f64::from(self.shift));
        self.slots.store(list);
    }

    fn restore(list: &[f64], classes: usize, limit: u32) -> Option<Dyadic> {
        let (shift, rest) = list.split_first()?;
        let shift = (0..64).find(|bits| f64::from(*bits) == *shift)?;
        let slots = Steps::restore(rest, classes, limit as usize)?;
        slots.keys().iter().all(|key| slot(*key, shift) == *key).then_some(Dyadic { shift, slots })
    }
}
