//! A column as a list of numbers and back.
//!
//! Bins in order of their values, the shape of the index, and how much room there is: in which places of the lists bins
//! and pages stand is all that is left out, and nothing depends on it.

use super::super::summary::Summary;
use super::super::{is_weight, whole};
use super::cells::{Cells, only};
use super::index::Index;
use super::leaf::{Bin, MIXED, Tag};
use super::pages::{most_room, room_of};
use super::shape::{self, Shape};
use super::{Segments, borders};
use crate::bytes::tight_room;

/// Adds every number that a later value could depend on.
pub fn write(column: &Segments, list: &mut Vec<f64>) {
    let shape = column.index.shape();
    let [leaves_room, inner_room] = column.index.rooms();
    list.extend([column.cells.room(), leaves_room, inner_room, shape.len()].map(|number| number as f64));
    list.extend(shape.iter().flatten().map(|count| *count as f64));
    list.extend(column.index.bins().map(|bin| bin.value));
    let classes = column.totals.len();
    for bin in column.index.bins() {
        let start = list.len();
        list.resize(start + classes, 0.0);
        match bin.tag.class() {
            MIXED => (0..classes).for_each(|at| list[start + at] = column.cells.rows(bin.rows)[at].into()),
            class => list[start + class as usize] = bin.rows.into(),
        }
    }
    for bin in column.index.bins() {
        let start = list.len();
        list.resize(start + classes, 0.0);
        column.weights(&bin).add_to(&mut list[start..]);
    }
    list.extend(column.totals.iter().map(|total| total.weight));
}

/// The column of stored numbers; nothing if none could have stored them.
pub fn read(list: &[f64], classes: usize) -> Option<Segments> {
    let [cells_room, leaves_room, inner_room, height, rest @ ..] = list else { return None };
    let (shape, rest) = shape_of(whole(*height, rest.len())?, rest)?;
    let count = shape.last().map_or(0, |leaves| leaves.iter().sum());
    let (values, rest) = rest.split_at_checked(count)?;
    let (rows, rest) = rest.split_at_checked(count.checked_mul(classes)?)?;
    let (weights, totals) = rest.split_at_checked(count.checked_mul(classes)?)?;
    let fits = totals.len() == classes
        && values.iter().all(|x| x.is_finite() && x.to_bits() != (-0.0f64).to_bits())
        && values.windows(2).all(|pair| pair[0] < pair[1])
        && weights.iter().chain(totals).all(|w| is_weight(*w) && w.is_sign_positive())
        && rows.iter().zip(weights).all(|(rows, w)| (*w > 0.0) == (*rows > 0.0));
    if !fits {
        return None;
    }
    let rows: Vec<u32> = rows
        .iter()
        .map(|rows| whole(*rows, u32::MAX as usize).map(|rows| rows as u32))
        .collect::<Option<_>>()?;
    let mixed = rows.chunks(classes.max(1)).filter(|rows| only(rows).is_none()).count();
    let cells_room = whole(*cells_room, Cells::most_room(mixed))?;
    if cells_room < mixed || cells_room != tight_room(cells_room) {
        return None;
    }
    let [leaves, inner] = shape::pages_of(&shape);
    let rooms = [page_room(*leaves_room, leaves)?, page_room(*inner_room, inner)?];
    let mut column = Segments { cells: Cells::new(classes, cells_room), ..Segments::new(classes, ()) };
    let mut bins: Vec<Bin> = Vec::with_capacity(count);
    for (at, value) in values.iter().enumerate() {
        let cells = at * classes..(at + 1) * classes;
        let bin = column.restored(*value, &weights[cells.clone()], &rows[cells], bins.last())?;
        bins.push(bin);
    }
    for (total, weight) in column.totals.iter_mut().zip(totals) {
        total.weight = *weight;
        if total.rows == 0 && *weight > 0.0 {
            return None;
        }
    }
    column.index = Index::of(&shape, &bins, rooms);
    Some(column)
}

impl Segments {
    /// Counts a stored bin behind another; nothing if it has no rows.
    fn restored(&mut self, value: f64, weights: &[f64], rows: &[u32], previous: Option<&Bin>) -> Option<Bin> {
        self.totals.iter_mut().zip(rows).for_each(|(total, rows)| total.rows += u64::from(*rows));
        let bin = match only(rows) {
            Some(class) => {
                Bin { value, weight: weights[class], rows: rows[class], tag: Tag::of(class as u32) }
            }
            None if rows.iter().all(|rows| *rows == 0) => return None,
            None => {
                let slot = self.cells.put(weights, rows);
                Bin { value, weight: 0.0, rows: slot, tag: Tag::of(MIXED) }
            }
        };
        let begins = borders::begins(&self.cells, previous.copied(), bin);
        self.counts[0] += 1;
        for (count, begins) in self.counts[1..].iter_mut().zip(begins) {
            *count += usize::from(begins);
        }
        Some(Bin { tag: bin.tag.beginning(begins), ..bin })
    }
}

/// The stored room for pages, of which so many are used.
fn page_room(room: f64, used: usize) -> Option<usize> {
    whole(room, most_room(used)).filter(|room| *room >= used && *room == room_of(*room))
}

/// The stored shape of an index of so many levels, and the numbers behind it.
fn shape_of(height: usize, list: &[f64]) -> Option<(Shape, &[f64])> {
    let (mut shape, mut rest, mut pages) = (Shape::new(), list, 1);
    for _ in 0..height {
        let (level, behind) = rest.split_at_checked(pages)?;
        let level: Vec<usize> = level.iter().map(|count| whole(*count, list.len())).collect::<Option<_>>()?;
        (pages, rest) = (level.iter().sum(), behind);
        shape.push(level);
    }
    shape::is_shape(&shape).then_some((shape, rest))
}
