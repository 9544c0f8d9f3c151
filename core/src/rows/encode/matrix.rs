//! Rows of floats, the commonest table: numbers are cleaned and small whole numbers become codes, in straight loops.

use super::small_codes::{LookUp, SmallCodes};
use crate::lanes::{Sweep, sweep};
use crate::rows::{Encoded, clean};
use crate::schema::MISSING;
use crate::threads::{Pool, STRETCH};
use rayon::prelude::*;
use riparian_dispatch::{Kernel, widest};

/// Rows that stay in the nearest cache while all their columns are read.
const TILE: usize = 64;

/// Columns that stand side by side both in the rows of a table and in those of a block.
struct Run {
    at: usize,
    slot: usize,
    len: usize,
}

/// How rows of floats are laid out.
pub struct Layout {
    columns: usize,
    numeric: Vec<Run>,
    nominal: Vec<Run>,
    /// The codes of the nominal columns, run after run.
    small: Vec<SmallCodes>,
}

impl Layout {
    /// Rows of `columns` floats; `(place in the row, slot)` for every numeric column, and with its codes for every
    /// nominal one.
    pub fn new(
        columns: usize,
        numeric: impl Iterator<Item = (usize, usize)>,
        nominal: impl Iterator<Item = ((usize, usize), SmallCodes)>,
    ) -> Layout {
        let (nominal, small): (Vec<_>, Vec<_>) = nominal.unzip();
        Layout { columns, numeric: runs(numeric), nominal: runs(nominal.into_iter()), small }
    }

    /// Encodes rows into a block of their shape; gives the rows in which a code was not found.
    pub fn encode(&self, data: &[f64], block: &mut Encoded, pool: Pool<'_>) -> Vec<usize> {
        let (rows, numeric_width, nominal_width) =
            (block.values.rows, block.values.numeric_width, block.values.nominal_width);
        let mut stretches: Vec<Stretch<'_>> = Vec::with_capacity(rows.div_ceil(STRETCH));
        let (mut numbers, mut codes) = (&mut block.values.numbers[..], &mut block.values.codes[..]);
        for from in (0..rows).step_by(STRETCH) {
            let len = STRETCH.min(rows - from);
            let (mine, others) = numbers.split_at_mut(len * numeric_width);
            let (my_codes, other_codes) = codes.split_at_mut(len * nominal_width);
            (numbers, codes) = (others, other_codes);
            let data = &data[from * self.columns..(from + len) * self.columns];
            stretches.push(Stretch { layout: self, from, data, numbers: mine, codes: my_codes, rows: len });
        }
        let found: Vec<Found> = match pool {
            Some(pool) => pool.install(|| stretches.into_par_iter().map(widest).collect()),
            None => stretches.into_iter().map(widest).collect(),
        };
        let known: usize = self.numeric.iter().map(|run| run.len).sum();
        block.values.gaps = known < numeric_width || found.iter().any(|found| found.gaps);
        found.into_iter().flat_map(|found| found.strange).collect()
    }
}

/// Joins columns that stand side by side.
fn runs(columns: impl Iterator<Item = (usize, usize)>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, slot) in columns {
        match runs.last_mut() {
            Some(run) if (run.at + run.len, run.slot + run.len) == (at, slot) => run.len += 1,
            _ => runs.push(Run { at, slot, len: 1 }),
        }
    }
    runs
}

/// Rows that one task encodes.
struct Stretch<'a> {
    layout: &'a Layout,
    from: usize,
    rows: usize,
    data: &'a [f64],
    numbers: &'a mut [f64],
    codes: &'a mut [u32],
}

/// What was met in a stretch: whether a number is missing, and the rows in which a code was not found.
struct Found {
    gaps: bool,
    strange: Vec<usize>,
}

impl Kernel for Stretch<'_> {
    type Output = Found;

    #[inline(always)]
    fn run(self) -> Found {
        let Layout { columns, numeric, nominal, small } = self.layout;
        let (width, nominal_width) = (self.numbers.len() / self.rows, self.codes.len() / self.rows);
        let mut found = Found { gaps: false, strange: Vec::new() };
        for from in (0..self.rows).step_by(TILE) {
            let tile = from..(from + TILE).min(self.rows);
            let data = &self.data[tile.start * columns..tile.end * columns];
            let out = &mut self.numbers[tile.start * width..tile.end * width];
            if let [Run { at: 0, slot: 0, len }] = numeric[..]
                && (len, len) == (*columns, width)
            {
                // The block is as the table.
                for (out, x) in out.iter_mut().zip(data) {
                    *out = clean(*x);
                    found.gaps |= out.is_nan();
                }
            } else {
                for Run { at, slot, len } in numeric {
                    let mut copy =
                        Clean { data, columns: *columns, at: *at, slot: *slot, width, out, gaps: false };
                    sweep(*len, &mut copy);
                    found.gaps |= copy.gaps;
                }
            }
            let out = &mut self.codes[tile.start * nominal_width..tile.end * nominal_width];
            let mut small = &small[..];
            for Run { at, slot, len } in nominal {
                let (mine, others) = small.split_at(*len);
                let (columns, at, slot, width) = (*columns, *at, *slot, nominal_width);
                sweep(*len, &mut LookUp { data, columns, at, slot, small: mine, width, out });
                small = others;
            }
            if out.iter().fold(0, |most, code| if *code > most { *code } else { most }) == MISSING {
                let rows = out.chunks_exact(nominal_width).enumerate();
                let strange = rows.filter(|(_, codes)| codes.contains(&MISSING));
                found.strange.extend(strange.map(|(row, _)| self.from + tile.start + row));
            }
        }
        found
    }
}

/// Copies numeric columns that stand side by side.
struct Clean<'a> {
    data: &'a [f64],
    columns: usize,
    at: usize,
    slot: usize,
    width: usize,
    out: &'a mut [f64],
    gaps: bool,
}

impl Sweep for Clean<'_> {
    #[inline(always)]
    fn group<const N: usize>(&mut self) {
        let mut gaps = [false; N];
        for (row, out) in self.data.chunks_exact(self.columns).zip(self.out.chunks_exact_mut(self.width)) {
            let row: &[f64; N] = row[self.at..].first_chunk().expect("a row has all columns");
            let out: &mut [f64; N] = out[self.slot..].first_chunk_mut().expect("a block has all columns");
            for lane in 0..N {
                out[lane] = clean(row[lane]);
                gaps[lane] |= out[lane].is_nan();
            }
        }
        self.gaps |= gaps.contains(&true);
        self.at += N;
        self.slot += N;
    }
}

#[cfg(test)]
mod tests {
    use crate::rows::Encoded;
    use crate::rows::encode::{Encoder, Table};
    use crate::schema::{Kind, MISSING, Schema};

    #[test]
    fn columns_that_a_table_does_not_have_are_missing_in_every_row() {
        let mut schema = Schema::default();
        for (column, kind) in [(0, Kind::Numeric), (1, Kind::Nominal), (2, Kind::Numeric)] {
            schema.add_column(kind == Kind::Nominal);
            schema.settle(column, kind, 1);
        }
        let mut block = Encoded::default();
        // A full table first: what it leaves in the block must not show.
        for targets in [vec![Some(0), Some(1), Some(2)], vec![Some(2)]] {
            let columns = targets.len();
            let data: Vec<f64> = (0..100 * columns).map(|i| i as f64).collect();
            let table = Table::Matrix { data: &data, rows: 100, columns };
            Encoder::new(&table, targets).read(0..100, &schema, &mut block, None);
        }
        assert!(block.values.gaps);
        let block = block.block();
        for row in 0..100 {
            assert!(block.row(row).numbers[0].is_nan());
            assert_eq!((block.row(row).numbers[1], block.row(row).codes), (row as f64, &[MISSING][..]));
        }
    }
}
