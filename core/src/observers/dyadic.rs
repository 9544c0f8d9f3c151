//! Slots of a dyadic grid, at most so many, each with its class weights: exact as long as the values are few, and
//! never dependent on their order.
//!
//! The slot of a value is its bit pattern (ordered as the numbers are) without the last `shift` bits: a grid that is
//! dyadic in the mantissa and logarithmic across octaves. It starts with every value in a slot of its own; when there
//! are more than the limit, a bit goes, and neighbours fuse. Occupied slots only grow with the data and the shift
//! only moves up, so the shift is the smallest that the *set* of values allows: arrival order, merging and the cut of
//! the stream into parts change nothing. There is no range to guess, and an outlier takes one slot. A slot is known
//! by its largest number, which is also the cut behind it: class weights on both sides of it are exact.

use super::steps::Steps;
use super::summary::{Cuts, FEW, Summary};

/// One column.
#[derive(Clone)]
pub struct Dyadic {
    /// Bits that do not count.
    shift: u32,
    /// Keys are the largest numbers of the slots.
    slots: Steps<0>,
}

/// The bits of a number as an integer that is ordered as the numbers are.
#[inline(always)]
fn ordered(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

/// The largest number of the slot of `x`: the last bits set, or cleared where the number is negative.
#[inline(always)]
fn slot(x: f64, shift: u32) -> f64 {
    let (bits, last) = (x.to_bits() as i64, (1i64 << shift).wrapping_sub(1));
    let end = (bits | last) ^ (last & (bits >> 63));
    // The largest negative numbers end before zero: -0 would be a cut that 0 does not exceed.
    let end = if end == i64::MIN { i64::MIN + 1 } else { end };
    // The largest numbers end where numbers end. (As integers, negative numbers are below all others.)
    f64::from_bits(end.min(f64::MAX.to_bits() as i64) as u64)
}

/// The smallest shift at which two different numbers share a slot.
fn meeting(a: f64, b: f64) -> u32 {
    64 - (ordered(a) ^ ordered(b)).leading_zeros()
}

impl Dyadic {
    /// A value that has no slot yet; one would belong before slot `at`.
    #[cold]
    #[inline(never)]
    fn observe_new(&mut self, x: f64, at: usize, place: usize, w: f64, limit: usize) {
        let room = self.slots.len() < limit;
        let (at, found) = if room { (at, false) } else { self.make_slot(x, limit) };
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
            self.coarsen(shift, limit);
        }
    }

    /// Leaves out more bits.
    fn coarsen(&mut self, shift: u32, limit: usize) {
        if shift > self.shift {
            self.shift = shift;
            self.slots.fuse(|key| slot(key, shift));
            // A grid that is coarser than it was has been full once, here or in what is merged: room is a matter of
            // the values, too.
            self.slots.make_room(limit);
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
            self.observe_new(x, at, place, w, limit as usize);
        }
    }

    #[inline(always)]
    fn observe_few(&mut self, values: &[f64; FEW], places: &[u32; FEW], weights: &[f64; FEW], limit: u32) {
        let mut keys = [0.0; FEW];
        for (key, x) in keys.iter_mut().zip(values) {
            *key = slot(*x, self.shift);
        }
        let found = self.slots.below_each(&keys);
        let held = self.slots.keys();
        if found.iter().zip(&keys).fold(true, |known, (at, key)| known & (held.get(*at) == Some(key))) {
            self.slots.add_each(&found, places, weights);
        } else {
            self.observe_some(values, places, weights, limit);
        }
    }

    /// Exact up to rounding (what is left within a billionth of `w` is nothing); a slot that loses its last value is
    /// free again, but the grid stays as coarse as it is.
    fn forget(&mut self, x: f64, place: usize, w: f64, _: u32) -> bool {
        let key = slot(x, self.shift);
        let at = self.slots.below(key);
        if self.slots.keys().get(at) != Some(&key) || !self.slots.take(at, place, w) {
            return false;
        }
        if self.slots.weights(at).iter().all(|weight| *weight == 0.0) {
            self.slots.remove(at);
            self.slots.give_back();
        }
        true
    }

    /// Exact: the summary of both streams in any order.
    fn merge(&mut self, other: &Dyadic, limit: u32) {
        self.coarsen(other.shift, limit as usize);
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

    /// Slots have the same width for all classes, so it cancels: the share of a class's weight in the slot, smoothed
    /// by one in every slot and two beyond. A slot that nothing fell into is taken for the mean of its two
    /// neighbours, or of the one that it has.
    fn density(&self, x: f64, factors: &mut [f64], _: u32) {
        let key = slot(x, self.shift);
        let at = self.slots.below(key);
        let (len, smooth) = (self.slots.len(), self.slots.len() as f64 + 2.0);
        if len == 0 {
            return factors.fill(1.0 / smooth);
        }
        let here = self.slots.keys().get(at) == Some(&key);
        let (before, behind) = if here { (at, at) } else { (at.saturating_sub(1), at.min(len - 1)) };
        let weights = self.slots.weights(before).iter().zip(self.slots.weights(behind));
        for ((factor, total), (before, behind)) in factors.iter_mut().zip(self.slots.totals()).zip(weights) {
            *factor = (0.5 * (before + behind) + 1.0) / (total + smooth);
        }
    }

    fn most_cuts(&self, more: usize, limit: u32) -> usize {
        (self.slots.len() + more).min(limit as usize)
    }

    fn bytes(&self) -> usize {
        self.slots.bytes()
    }

    fn most_bytes(classes: usize, limit: u32) -> Option<usize> {
        Some(Steps::<0>::bytes_of(classes, limit as usize))
    }

    fn store(&self, list: &mut Vec<f64>) {
        list.push(f64::from(self.shift));
        self.slots.store(list);
    }

    fn restore(list: &[f64], classes: usize, limit: u32) -> Option<Dyadic> {
        let (shift, rest) = list.split_first()?;
        let shift = (0..64).find(|bits| f64::from(*bits).to_bits() == shift.to_bits())?;
        let slots = Steps::restore(rest, classes, limit as usize)?;
        slots.keys().iter().all(|key| slot(*key, shift) == *key).then_some(Dyadic { shift, slots })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64], limit: u32) -> Dyadic {
        let mut column = Dyadic::new(1, limit);
        values.iter().for_each(|x| column.observe(*x, 0, 1.0, limit));
        column
    }

    #[test]
    fn bits_go_when_there_are_too_many_values() {
        // Four slots: 1 to 5 need two of them to meet, and 4 and 5 do first, having one exponent.
        let column = of(&[5.0, 1.0, 4.0, 2.0, 3.0], 4);
        let weights: Vec<f64> = (0..column.slots.len()).map(|at| column.slots.weights(at)[0]).collect();
        assert_eq!(weights, [1.0, 1.0, 1.0, 2.0]);
        assert!((3.0..4.0).contains(&column.slots.keys()[2]));
    }

    #[test]
    fn a_coarser_grid_has_the_same_room_however_it_came_to_be() {
        let many: Vec<f64> = (0..11).map(|i| 1.0 + f64::from(i) / 16.0).collect();
        let mut merged = of(&[1.0], 10);
        merged.merge(&of(&many, 10), 10);
        let whole = of(&[vec![1.0], many].concat(), 10);
        let (mut a, mut b) = (Vec::new(), Vec::new());
        merged.store(&mut a);
        whole.store(&mut b);
        assert_eq!(a, b);
        assert_eq!(merged.bytes(), whole.bytes());
    }

    #[test]
    fn room_is_given_back_when_most_values_are_forgotten() {
        let many: Vec<f64> = (0..900).map(f64::from).collect();
        let mut column = of(&many, 1000);
        let full = column.bytes();
        many[2..].iter().for_each(|x| assert!(column.forget(*x, 0, 1.0, 1000)));
        // Two slots, and room for eight: one total, and a key and a weight each.
        assert_eq!((full, column.bytes()), (Steps::<0>::bytes_of(1, 1000), Steps::<0>::bytes_of(1, 8)));
        assert_eq!((column.slots.keys(), column.slots.weights(1)), (&[0.0, 1.0][..], &[1.0][..]));
        column.observe(5.0, 0, 1.0, 1000);
        assert_eq!(column.slots.keys(), [0.0, 1.0, 5.0]);
    }

    #[test]
    fn room_that_no_values_have_needed_is_refused() {
        // Shift, length, room and one total; then keys, and the weight of each.
        let restored = |list: &[f64]| Dyadic::restore(list, 1, 10_000).is_some();
        assert!(restored(&[0.0, 0.0, 8.0, 0.0]));
        assert!(!restored(&[0.0, 0.0, 10_000.0, 0.0]));
        assert!(restored(&[0.0, 3.0, 12.0, 3.0, 1.0, 2.0, 3.0, 1.0, 1.0, 1.0]));
        assert!(!restored(&[0.0, 3.0, 13.0, 3.0, 1.0, 2.0, 3.0, 1.0, 1.0, 1.0]));
    }

    #[test]
    fn a_slot_without_values_is_as_probable_as_its_neighbours() {
        let mut column = Dyadic::new(2, 8);
        (0..8).for_each(|_| column.observe(1.0, 0, 1.0, 8));
        (0..4).for_each(|_| column.observe(3.0, 1, 1.0, 8));
        let density = |x: f64| {
            let mut factors = [0.0; 2];
            column.density(x, &mut factors, 8);
            factors
        };
        assert_eq!(density(1.0), [9.0 / 12.0, 1.0 / 8.0]);
        assert_eq!(density(2.0), [5.0 / 12.0, 3.0 / 8.0]);
        assert_eq!(density(0.0), density(1.0));
        assert_eq!(density(9.0), density(3.0));
    }
}
