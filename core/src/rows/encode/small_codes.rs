//! Codes of small whole numbers, looked up in several columns at once.
//!
//! A column of at most eight such numbers has its codes in the bytes of one word, so that a look-up is a shift and
//! many columns fit the registers; others have a table. Whatever is not found (new, large, fractional, missing) is
//! `MISSING` until a slower reader has looked at it.

use crate::lanes::Sweep;
use crate::schema::{Dictionary, MISSING, UNKNOWN};

const TWO_52: f64 = 4_503_599_627_370_496.0;

/// The codes of one nominal column.
pub struct SmallCodes {
    /// One byte for each of the numbers 0 to 7: its code plus 1, or 0.
    bytes: u64,
    /// Codes of the numbers from 0 on, if they do not fit into the bytes.
    table: Vec<u32>,
}

impl SmallCodes {
    pub fn new(dictionary: &Dictionary) -> SmallCodes {
        let found = dictionary.direct().iter().map(|code| if *code == UNKNOWN { MISSING } else { *code });
        let table: Vec<u32> = found.collect();
        let next = |code: &u32| u8::try_from(code.wrapping_add(1));
        let mut bytes = [0; 8];
        if table.len() > bytes.len() || table.iter().any(|code| next(code).is_err()) {
            return SmallCodes { bytes: 0, table };
        }
        bytes.iter_mut().zip(&table).for_each(|(byte, code)| *byte = next(code).unwrap_or(0));
        SmallCodes { bytes: u64::from_le_bytes(bytes), table: Vec::new() }
    }
}

/// A few rows, and the columns that stand side by side in them and in the block.
pub struct LookUp<'a> {
    pub data: &'a [f64],
    pub columns: usize,
    /// The first column of the next group, in the rows and in the block.
    pub at: usize,
    pub slot: usize,
    /// The codes of the columns still to come.
    pub small: &'a [SmallCodes],
    pub width: usize,
    pub out: &'a mut [u32],
}

impl Sweep for LookUp<'_> {
    #[inline(always)]
    fn group<const N: usize>(&mut self) {
        let (small, rest) = self.small.split_first_chunk::<N>().expect("a sweep stays within its lists");
        let mut bytes = [0; N];
        let mut tables = false;
        for lane in 0..N {
            bytes[lane] = small[lane].bytes;
            tables |= !small[lane].table.is_empty();
        }
        let rows = self.data.chunks_exact(self.columns).zip(self.out.chunks_exact_mut(self.width));
        for (row, out) in rows {
            let row: &[f64; N] = row[self.at..].first_chunk().expect("a row has all columns");
            let out: &mut [u32; N] = out[self.slot..].first_chunk_mut().expect("a block has all columns");
            let mut codes = [0; N];
            for lane in 0..N {
                let (number, whole) = small_whole(row[lane]);
                let near = if number < 8 { u64::MAX } else { 0 };
                codes[lane] = (bytes[lane] >> (8 * (number & 7))) & 0xff & whole & near;
            }
            for lane in 0..N {
                out[lane] = (codes[lane] as u32).wrapping_sub(1);
            }
            if tables {
                for lane in 0..N {
                    let (number, whole) = small_whole(row[lane]);
                    if let Some(code) = small[lane].table.get((number | !whole) as usize) {
                        out[lane] = *code;
                    }
                }
            }
        }
        self.small = rest;
        self.at += N;
        self.slot += N;
    }
}

/// The bits of a small whole number, and a mask that is empty for anything else: that does not come back, or is large.
#[inline(always)]
fn small_whole(x: f64) -> (u64, u64) {
    // Added to 2^52, a small whole number stands in the low bits.
    let moved = x + TWO_52;
    let whole = if moved - TWO_52 == x { u64::MAX } else { 0 };
    (moved.to_bits().wrapping_sub(TWO_52.to_bits()), whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::sweep;
    use crate::schema::Category;

    /// Codes of `numbers` in a column that has learned `labels`.
    fn codes(labels: &[f64], numbers: &[f64]) -> Vec<u32> {
        let mut dictionary = Dictionary::default();
        labels.iter().for_each(|label| {
            dictionary.learn(&Category::number(*label), 1);
        });
        let (small, mut out) = ([SmallCodes::new(&dictionary)], vec![0; numbers.len()]);
        sweep(
            1,
            &mut LookUp { data: numbers, columns: 1, at: 0, slot: 0, small: &small, width: 1, out: &mut out },
        );
        out
    }

    #[test]
    fn small_whole_numbers_are_found_and_nothing_else() {
        let odd =
            [-1.0, 0.5, 8.0, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 4_503_599_627_370_496.0];
        assert_eq!(codes(&[5.0, 0.0, 7.0], &[0.0, -0.0, 5.0, 7.0]), [1, 1, 0, 2]);
        assert_eq!(codes(&[5.0, 0.0, 7.0], &odd), [MISSING; 8]);
        assert_eq!(codes(&[5.0, 0.0, 7.0], &[1.0, 6.0]), [MISSING; 2]);
    }

    #[test]
    fn a_table_and_the_bytes_of_a_word_say_the_same() {
        let few: Vec<f64> = (0..8).rev().map(f64::from).collect();
        let many: Vec<f64> = (0..300).rev().map(f64::from).collect();
        assert_eq!(codes(&few, &[0.0, 7.0, 8.0, 0.5]), [7, 0, MISSING, MISSING]);
        assert_eq!(codes(&many, &[0.0, 299.0, 300.0, 0.5]), [299, 0, MISSING, MISSING]);
    }

    #[test]
    fn codes_beyond_a_byte_are_found_in_a_table() {
        let late: Vec<f64> = (2000..2300).chain(0..2).map(f64::from).collect();
        assert_eq!(codes(&late, &[0.0, 1.0, 2.0]), [300, 301, MISSING]);
    }
}
