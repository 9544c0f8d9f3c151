//! The last rows, in a ring.

use crate::block::{Block, Row};
use crate::bytes::{block_bytes, tight_room};
use crate::predictors::Right;
use crate::schema::MISSING;

/// The last rows.
#[derive(Clone, Default)]
pub struct Ring {
    /// The rows; from `first` on to the end, then from the start, they are in order of arrival.
    pub rows: Block,
    /// Who was right about each of them.
    pub right: Vec<Right>,
    /// The place of the oldest.
    pub first: usize,
}

impl Ring {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.rows
    }

    /// True before the first row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The places of all rows, in order of arrival.
    pub fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, len) = (self.first, self.len());
        (first..len).chain(0..first)
    }

    /// The row at a place.
    #[inline(always)]
    pub fn row(&self, place: usize) -> Row<'_> {
        self.rows.row(place)
    }

    /// Takes in a row; it takes the place of the oldest if there are `most` already.
    pub fn push(&mut self, row: &Row<'_>, right: Right, most: usize) {
        self.widen(row.numbers.len(), row.codes.len());
        let place = if self.len() < most { self.make_place() } else { self.first };
        let Block { numeric_width, nominal_width, .. } = self.rows;
        let numbers = &mut self.rows.numbers[place * numeric_width..(place + 1) * numeric_width];
        numbers.fill(f64::NAN);
        numbers[..row.numbers.len()].copy_from_slice(row.numbers);
        let codes = &mut self.rows.codes[place * nominal_width..(place + 1) * nominal_width];
        codes.fill(MISSING);
        codes[..row.codes.len()].copy_from_slice(row.codes);
        self.rows.classes[place] = row.class;
        self.rows.weights[place] = row.weight;
        self.right[place] = right;
        if place == self.first && self.len() == most {
            self.first = (place + 1) % most;
        }
    }

    /// A place behind the last.
    fn make_place(&mut self) -> usize {
        let (place, rows) = (self.len(), self.len() + 1);
        self.rows.rows = rows;
        self.make_room();
        self.rows.numbers.resize(rows * self.rows.numeric_width, f64::NAN);
        self.rows.codes.resize(rows * self.rows.nominal_width, MISSING);
        self.rows.classes.resize(rows, MISSING);
        self.rows.weights.resize(rows, 0.0);
        self.right.resize(rows, Right::default());
        place
    }

    /// Room for as many rows as growing by an eighth at a time gives.
    pub fn make_room(&mut self) {
        fn reserve<T>(list: &mut Vec<T>, room: usize) {
            list.reserve_exact(room - list.len());
        }
        let room = tight_room(self.len());
        if self.rows.classes.capacity() < room {
            reserve(&mut self.rows.classes, room);
            reserve(&mut self.rows.weights, room);
            reserve(&mut self.right, room);
        }
        let (numeric, nominal) = (room * self.rows.numeric_width, room * self.rows.nominal_width);
        if self.rows.numbers.capacity() < numeric {
            reserve(&mut self.rows.numbers, numeric);
        }
        if self.rows.codes.capacity() < nominal {
            reserve(&mut self.rows.codes, nominal);
        }
    }

    /// Makes rows as wide as the newest.
    fn widen(&mut self, numeric: usize, nominal: usize) {
        let Block { numeric_width, nominal_width, .. } = self.rows;
        let (numeric, nominal) = (numeric.max(numeric_width), nominal.max(nominal_width));
        self.rows.gaps = true;
        if numeric > numeric_width {
            self.rows.numbers = widened(&self.rows.numbers, self.len(), numeric_width, numeric, f64::NAN);
        }
        if nominal > nominal_width {
            self.rows.codes = widened(&self.rows.codes, self.len(), nominal_width, nominal, MISSING);
        }
        (self.rows.numeric_width, self.rows.nominal_width) = (numeric, nominal);
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let room = tight_room(self.len());
        block_bytes(room * self.rows.numeric_width * size_of::<f64>())
            + block_bytes(room * self.rows.nominal_width * size_of::<u32>())
            + block_bytes(room * size_of::<u32>())
            + block_bytes(room * size_of::<f64>())
            + block_bytes(room * size_of::<Right>())
    }
}

fn widened<T: Copy>(list: &[T], rows: usize, old: usize, new: usize, fill: T) -> Vec<T> {
    let mut wider = Vec::with_capacity(tight_room(rows) * new);
    for row in 0..rows {
        wider.extend_from_slice(&list[row * old..(row + 1) * old]);
        wider.resize((row + 1) * new, fill);
    }
    wider
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(values: &[f64], width: usize) -> Block {
        let rows = values.len() / width;
        Block {
            rows,
            numeric_width: width,
            numbers: values.to_vec(),
            classes: (0..rows as u32).collect(),
            ..Block::default()
        }
    }

    #[test]
    fn it_holds_the_last_rows_in_order_whatever_their_width() {
        let (narrow, wide) = (block(&[1.0, 2.0, 3.0], 1), block(&[4.0, 5.0, 6.0, 7.0], 2));
        let mut ring = Ring::default();
        for (block, row) in [(&narrow, 0), (&narrow, 1), (&narrow, 2), (&wide, 0), (&wide, 1)] {
            ring.push(&block.row(row), Right::default(), 4);
        }
        let rows: Vec<(f64, f64)> =
            ring.places().map(|at| (ring.row(at).numbers[0], ring.row(at).numbers[1])).collect();
        assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), [2.0, 3.0, 4.0, 6.0]);
        assert!(rows[0].1.is_nan() && rows[1].1.is_nan());
        assert_eq!((rows[2].1, rows[3].1), (5.0, 7.0));
    }

    #[test]
    fn its_bytes_are_those_of_its_rows() {
        let rows = block(&[0.0; 300], 3);
        let mut ring = Ring::default();
        for at in 0..100 {
            ring.push(&rows.row(at), Right::default(), 50);
            assert_eq!(ring.rows.numbers.capacity(), tight_room(ring.len()) * 3);
            assert_eq!(ring.right.capacity(), tight_room(ring.len()));
        }
    }
}
