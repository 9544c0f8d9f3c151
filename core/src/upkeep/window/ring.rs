//! The last rows, in a ring.

use crate::bytes::{block_bytes, tight_room};
use crate::predictors::Right;
use crate::rows::{Block, Encoded, Row, Values};
use crate::schema::MISSING;

/// The last rows.
#[derive(Clone, Default)]
pub struct Ring {
    /// The rows; from `first` on to the end, then from the start, they are in order of arrival.
    pub rows: Encoded,
    /// Who was right about each of them.
    pub right: Vec<Right>,
    /// The place of the oldest.
    pub first: usize,
}

impl Ring {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.values.rows
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

    /// All rows, by their places.
    #[inline(always)]
    pub fn block(&self) -> Block<'_> {
        self.rows.block()
    }

    /// Takes in a row; it takes the place of the oldest if there are `most` already.
    pub fn push(&mut self, row: &Row<'_>, right: Right, most: usize) {
        self.widen(row.numbers.len(), row.codes.len());
        let place = if self.len() < most { self.make_place() } else { self.first };
        let Values { numeric_width, nominal_width, .. } = self.rows.values;
        let numbers = &mut self.rows.values.numbers[place * numeric_width..(place + 1) * numeric_width];
        numbers.fill(f64::NAN);
        numbers[..row.numbers.len()].copy_from_slice(row.numbers);
        let codes = &mut self.rows.values.codes[place * nominal_width..(place + 1) * nominal_width];
        codes.fill(MISSING);
        codes[..row.codes.len()].copy_from_slice(row.codes);
        self.rows.lesson.classes[place] = row.class;
        self.rows.lesson.weights[place] = row.weight;
        self.right[place] = right;
        if place == self.first && self.len() == most {
            self.first = (place + 1) % most;
        }
    }

    /// A place behind the last.
    fn make_place(&mut self) -> usize {
        let (place, rows) = (self.len(), self.len() + 1);
        self.rows.values.rows = rows;
        self.make_room();
        self.rows.values.numbers.resize(rows * self.rows.values.numeric_width, f64::NAN);
        self.rows.values.codes.resize(rows * self.rows.values.nominal_width, MISSING);
        self.rows.lesson.classes.resize(rows, MISSING);
        self.rows.lesson.weights.resize(rows, 0.0);
        self.right.resize(rows, Right::default());
        place
    }

    /// Room for as many rows as growing by an eighth at a time gives.
    pub fn make_room(&mut self) {
        fn reserve<T>(list: &mut Vec<T>, room: usize) {
            list.reserve_exact(room - list.len());
        }
        let room = tight_room(self.len());
        if self.rows.lesson.classes.capacity() < room {
            reserve(&mut self.rows.lesson.classes, room);
            reserve(&mut self.rows.lesson.weights, room);
            reserve(&mut self.right, room);
        }
        let (numeric, nominal) =
            (room * self.rows.values.numeric_width, room * self.rows.values.nominal_width);
        if self.rows.values.numbers.capacity() < numeric {
            reserve(&mut self.rows.values.numbers, numeric);
        }
        if self.rows.values.codes.capacity() < nominal {
            reserve(&mut self.rows.values.codes, nominal);
        }
    }

    /// Makes rows as wide as the newest.
    fn widen(&mut self, numeric: usize, nominal: usize) {
        let Values { numeric_width, nominal_width, .. } = self.rows.values;
        let (numeric, nominal) = (numeric.max(numeric_width), nominal.max(nominal_width));
        self.rows.values.gaps = true;
        if numeric > numeric_width {
            self.rows.values.numbers =
                widened(&self.rows.values.numbers, self.len(), numeric_width, numeric, f64::NAN);
        }
        if nominal > nominal_width {
            self.rows.values.codes =
                widened(&self.rows.values.codes, self.len(), nominal_width, nominal, MISSING);
        }
        (self.rows.values.numeric_width, self.rows.values.nominal_width) = (numeric, nominal);
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let room = tight_room(self.len());
        block_bytes(room * self.rows.values.numeric_width * size_of::<f64>())
            + block_bytes(room * self.rows.values.nominal_width * size_of::<u32>())
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
    use crate::rows::Lesson;

    fn rows(numbers: &[f64], width: usize) -> Encoded {
        let rows = numbers.len() / width;
        let values = Values { rows, numeric_width: width, numbers: numbers.to_vec(), ..Values::default() };
        Encoded { values, lesson: Lesson { classes: (0..rows as u32).collect(), ..Lesson::default() } }
    }

    #[test]
    fn it_holds_the_last_rows_in_order_whatever_their_width() {
        let (narrow, wide) = (rows(&[1.0, 2.0, 3.0], 1), rows(&[4.0, 5.0, 6.0, 7.0], 2));
        let mut ring = Ring::default();
        for (rows, row) in [(&narrow, 0), (&narrow, 1), (&narrow, 2), (&wide, 0), (&wide, 1)] {
            ring.push(&rows.block().row(row), Right::default(), 4);
        }
        let block = ring.block();
        let rows: Vec<(f64, f64)> =
            ring.places().map(|at| (block.row(at).numbers[0], block.row(at).numbers[1])).collect();
        assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), [2.0, 3.0, 4.0, 6.0]);
        assert!(rows[0].1.is_nan() && rows[1].1.is_nan());
        assert_eq!((rows[2].1, rows[3].1), (5.0, 7.0));
    }

    #[test]
    fn its_bytes_are_those_of_its_rows() {
        let rows = rows(&[0.0; 300], 3);
        let mut ring = Ring::default();
        for at in 0..100 {
            ring.push(&rows.block().row(at), Right::default(), 50);
            assert_eq!(ring.rows.values.numbers.capacity(), tight_room(ring.len()) * 3);
            assert_eq!(ring.right.capacity(), tight_room(ring.len()));
        }
    }
}
