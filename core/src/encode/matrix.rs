//! Rows of floats: numbers are cleaned, small whole numbers become codes, in straight loops.

use super::clean;
use crate::block::Block;
use crate::learner::{Pool, STRETCH};
use crate::schema::{Dictionary, UNKNOWN};
use rayon::prelude::*;
use riparian_dispatch::{Kernel, widest};

const TWO_52: f64 = 4_503_599_627_370_496.0;

/// How rows of floats are laid out.
pub struct Layout<'a> {
    pub columns: usize,
    /// Numeric columns: place in the row, slot.
    pub numeric: &'a [(usize, usize)],
    pub nominal: SmallCodes,
}

impl Layout<'_> {
    /// Encodes rows into a block of their shape; gives the rows in which a code was not found.
    pub fn encode(&self, data: &[f64], block: &mut Block, pool: Pool<'_>) -> Vec<usize> {
        let (columns, numeric_width, nominal_width) =
            (self.columns, block.numeric_width, block.nominal_width);
        let rows = |number: usize| {
            let start = number * STRETCH * columns;
            &data[start..(start + STRETCH * columns).min(data.len())]
        };
        let clean = |(number, out): (usize, &mut [f64])| {
            widest(Clean { data: rows(number), columns, numeric: self.numeric, width: numeric_width, out })
        };
        let code = |(number, out): (usize, &mut [u32])| {
            let kernel =
                Code { data: rows(number), columns, small: &self.nominal, width: nominal_width, out };
            widest(kernel).into_iter().map(|row| number * STRETCH + row).collect::<Vec<usize>>()
        };
        let mut gaps = self.numeric.len() < numeric_width;
        let mut strange: Vec<Vec<usize>> = Vec::new();
        match pool {
            Some(pool) => pool.install(|| {
                if numeric_width > 0 {
                    let stretches = block.numbers.par_chunks_mut(STRETCH * numeric_width).enumerate();
                    gaps |= stretches.map(clean).reduce(|| false, |a, b| a | b);
                }
                if nominal_width > 0 {
                    strange =
                        block.codes.par_chunks_mut(STRETCH * nominal_width).enumerate().map(code).collect();
                }
            }),
            None => {
                for stretch in block.numbers.chunks_mut(STRETCH * numeric_width.max(1)).enumerate() {
                    gaps |= clean(stretch);
                }
                strange =
                    block.codes.chunks_mut(STRETCH * nominal_width.max(1)).enumerate().map(code).collect();
            }
        }
        block.gaps = gaps;
        strange.concat()
    }
}

/// Copies the numeric columns `(place in the row, slot)` of every row.
struct Clean<'a> {
    data: &'a [f64],
    columns: usize,
    numeric: &'a [(usize, usize)],
    width: usize,
    out: &'a mut [f64],
}

impl Kernel for Clean<'_> {
    /// Whether a number is missing.
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let mut gaps = false;
        let in_place = self.width == self.columns && self.numeric.iter().all(|(at, slot)| at == slot);
        if in_place && self.numeric.len() == self.columns {
            for (out, x) in self.out.iter_mut().zip(self.data) {
                *out = clean(*x);
                gaps |= out.is_nan();
            }
        } else if !self.numeric.is_empty() {
            for (row, out) in self.data.chunks_exact(self.columns).zip(self.out.chunks_exact_mut(self.width))
            {
                for (at, slot) in self.numeric {
                    out[*slot] = clean(row[*at]);
                    gaps |= out[*slot].is_nan();
                }
            }
        }
        gaps
    }
}

/// The codes of small whole numbers in several columns, one table after the other, each with an unknown at its end.
pub struct SmallCodes {
    /// Place in the row and slot of each column, in order of slots.
    places: Vec<(u32, u32)>,
    /// Where the table of each column starts, and how many codes it has.
    starts: Vec<u64>,
    counts: Vec<u64>,
    codes: Vec<u32>,
}

impl SmallCodes {
    pub fn new<'a>(dictionaries: impl Iterator<Item = (usize, usize, &'a Dictionary)>) -> SmallCodes {
        let mut columns: Vec<_> = dictionaries.collect();
        columns.sort_unstable_by_key(|(_, slot, _)| *slot);
        let mut small =
            SmallCodes { places: Vec::new(), starts: Vec::new(), counts: Vec::new(), codes: Vec::new() };
        for (at, slot, dictionary) in columns {
            let direct = dictionary.direct();
            small.places.push((at as u32, slot as u32));
            small.starts.push(small.codes.len() as u64);
            small.counts.push(direct.len() as u64);
            small.codes.extend_from_slice(direct);
            small.codes.push(UNKNOWN);
        }
        small
    }
}

/// Looks up the codes of every row; gives the rows in which one was not found.
struct Code<'a> {
    data: &'a [f64],
    columns: usize,
    small: &'a SmallCodes,
    width: usize,
    out: &'a mut [u32],
}

impl Kernel for Code<'_> {
    type Output = Vec<usize>;

    #[inline(always)]
    fn run(self) -> Vec<usize> {
        let mut strange = Vec::new();
        let SmallCodes { places, starts, counts, codes } = self.small;
        let (mut numbers, mut indices) = (vec![0.0; places.len()], vec![0u64; places.len()]);
        let rows = self.data.chunks_exact(self.columns).zip(self.out.chunks_exact_mut(self.width));
        for (index, (row, out)) in rows.enumerate() {
            for (x, (at, _)) in numbers.iter_mut().zip(places) {
                *x = row[*at as usize];
            }
            for (((index, x), start), count) in indices.iter_mut().zip(&numbers).zip(starts).zip(counts) {
                // Added to 2^52, a small whole number stands in the low bits; anything else does not come back or is large.
                let moved = x + TWO_52;
                let number = moved.to_bits().wrapping_sub(TWO_52.to_bits());
                let whole = (moved - TWO_52 == *x) & (number < *count);
                *index = start + if whole { number } else { *count };
            }
            let mut unknown = false;
            for (index, (_, slot)) in indices.iter().zip(places) {
                let code = codes[*index as usize];
                out[*slot as usize] = code;
                unknown |= code == UNKNOWN;
            }
            if unknown {
                strange.push(index);
            }
        }
        strange
    }
}
