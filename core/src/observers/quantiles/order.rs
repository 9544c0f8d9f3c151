//! An order of at most sixteen things, in one word: four bits for each place say who stands there.
//!
//! So few tuples can stay where they are in memory while others come and go between them, instead of three lists of
//! numbers that move for every value.

/// Four bits per place, the first lowest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Order(pub u64);

/// How many can be ordered.
pub const MOST: usize = 16;

const BITS: usize = 4;
const ONES: u64 = u64::MAX / 15;

/// The bits of the first `count` places, of fewer than sixteen.
#[inline(always)]
fn first(count: usize) -> u64 {
    (1 << (BITS * count)) - 1
}

impl Order {
    /// Everybody at their own place.
    pub const NONE_MOVED: Order = Order(0xfedc_ba98_7654_3210);

    /// Who stands at place `at`.
    #[inline(always)]
    pub fn slot(self, at: usize) -> usize {
        (self.0 >> (BITS * at)) as usize % MOST
    }

    /// Where somebody stands who does stand somewhere.
    #[inline(always)]
    pub fn place(self, slot: usize) -> usize {
        // Where the bits are equal, the difference is zero; only there does taking one away reach the highest bit of
        // a place first.
        let other = self.0 ^ (slot as u64 * ONES);
        let equal = other.wrapping_sub(ONES) & !other & (ONES << 3);
        equal.trailing_zeros() as usize / BITS
    }

    /// Puts somebody at place `at`: those behind make room, and the sixteenth is forgotten.
    #[inline(always)]
    pub fn insert(self, at: usize, slot: usize) -> Order {
        let before = first(at);
        Order((self.0 & before) | ((slot as u64) << (BITS * at)) | ((self.0 & !before) << BITS))
    }

    /// Takes away who stands at place `at`: those behind move up.
    #[inline(always)]
    pub fn remove(self, at: usize) -> Order {
        let before = first(at);
        Order((self.0 & before) | ((self.0 >> BITS) & !before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observers::testing::random;

    #[test]
    fn agrees_with_a_list() {
        let mut random = random(1);
        let mut draw = |below: usize| random(below as u64) as usize;
        let (mut order, mut list) = (Order::NONE_MOVED, Vec::new());
        for _ in 0..10_000 {
            if list.len() == MOST || (!list.is_empty() && draw(2) == 0) {
                let at = draw(list.len());
                (order, _) = (order.remove(at), list.remove(at));
            } else {
                let at = draw(list.len() + 1);
                let slot = (0..MOST).find(|slot| !list.contains(slot)).expect("there are fewer");
                (order, _) = (order.insert(at, slot), list.insert(at, slot));
            }
            for (at, slot) in list.iter().enumerate() {
                assert_eq!((order.slot(at), order.place(*slot)), (*slot, at));
            }
        }
    }
}
