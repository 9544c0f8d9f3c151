//! Small whole numbers, several to a stored number.
//!
//! A float holds whole numbers of 53 bits exactly. As many small ones as fit stand in one, the first in the lowest bits;
//! how many bits each takes depends on the largest of them.

use super::whole;

/// Bits of the whole numbers that a float holds exactly.
const WHOLE: u32 = 53;

/// How many bits numbers take that are at most this large.
pub fn bits_of(most: usize) -> u32 {
    (usize::BITS - most.leading_zeros()).clamp(1, 32)
}

/// How many numbers of so many bits stand in one.
pub fn many_of(bits: u32) -> usize {
    (WHOLE / bits) as usize
}

/// Adds numbers of so many bits to a list.
pub fn pack(numbers: &[u32], bits: u32, list: &mut Vec<f64>) {
    let packed = |part: &[u32]| part.iter().rev().fold(0, |all, number| all << bits | u64::from(*number));
    list.extend(numbers.chunks(many_of(bits)).map(|part| packed(part) as f64));
}

/// So many numbers of so many bits, if all of a list is what they are stored as.
pub fn unpack(list: &[f64], bits: u32, count: usize) -> Option<Vec<u32>> {
    let many = many_of(bits);
    if list.len() != count.div_ceil(many) {
        return None;
    }
    let mut numbers = Vec::with_capacity(count);
    for packed in list {
        let mut rest = whole(*packed, (1 << WHOLE) - 1)? as u64;
        for _ in 0..many.min(count - numbers.len()) {
            numbers.push((rest & ((1 << bits) - 1)) as u32);
            rest >>= bits;
        }
        if rest != 0 {
            return None;
        }
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_take_as_little_as_they_can() {
        for (most, stored) in [(0, 2), (1, 2), (2, 4), (7, 6), (1 << 20, 50), (u32::MAX, 100)] {
            let numbers: Vec<u32> = (0..100u32).map(|n| n.wrapping_mul(2654435761) % most.max(1)).collect();
            let (bits, mut list) = (bits_of(most as usize), Vec::new());
            pack(&numbers, bits, &mut list);
            assert_eq!((list.len(), unpack(&list, bits, 100)), (stored, Some(numbers)), "{most}");
        }
        assert_eq!(unpack(&[], 1, 0), Some(vec![]));
    }

    #[test]
    fn what_was_not_packed_is_not_unpacked() {
        // Three numbers of two bits: 1, 2, 3.
        assert_eq!(unpack(&[57.0], 2, 3), Some(vec![1, 2, 3]));
        for wrong in [64.0, -0.0, 0.5, f64::NAN, f64::INFINITY, 9007199254740992.0] {
            assert_eq!(unpack(&[wrong], 2, 3), None, "{wrong}");
        }
        assert!(unpack(&[57.0, 0.0], 2, 3).is_none() && unpack(&[], 2, 3).is_none());
        assert!(unpack(&[57.0], 2, usize::MAX).is_none());
    }
}
