//! A column as a list of numbers and back.
//!
//! The shape of the index and how much room there is; then the bins in order of their values: each value, its class, or
//! that it has several, its rows and its weight, or those of every class. In which places of the lists bins and pages
//! stand is all that is left out, and nothing depends on it. Classes and rows stand several to a number.

use super::super::packed::{bits_of, many_of, pack, unpack};
use super::super::summary::Summary;
use super::super::whole;
use super::cells::Cells;
use super::index::Index;
use super::leaf::{Bins, MIXED, Tag};
use super::pages::{most_room, room_of};
use super::shape::{self, Shape};
use super::{Segments, borders};
use crate::bytes::tight_room;
use crate::counts::is_weight;

/// Adds every number that a later value could depend on.
pub fn write(column: &Segments, list: &mut Vec<f64>) {
    let (shape, pages) = column.index.laid_out();
    let [leaves_room, inner_room] = column.index.rooms();
    list.extend([column.cells.room(), leaves_room, inner_room, shape.len()].map(|number| number as f64));
    list.extend(shape.iter().flatten().map(|count| *count as f64));
    let (bins, classes) = (column.counts[0], column.totals.len());
    let [mut kinds, mut rows] = [Vec::with_capacity(bins), Vec::with_capacity(bins)];
    let mut weights = Vec::with_capacity(bins);
    // Pages are far from each other: by their numbers, several are waited for at once.
    for page in pages.iter().map(|id| &column.index.leaves[*id]) {
        list.extend_from_slice(page.values());
        let all = ..page.len();
        if page.tags[all].iter().all(|tag| tag.class() != MIXED) {
            kinds.extend(page.tags[all].iter().map(|tag| tag.class()));
            rows.extend_from_slice(&page.rows[all]);
            weights.extend_from_slice(&page.weights[all]);
            continue;
        }
        for bin in (0..page.len()).map(|at| page.bin(at)) {
            if bin.tag.class() == MIXED {
                kinds.push(classes as u32);
                rows.extend_from_slice(column.cells.rows(bin.rows));
                weights.extend_from_slice(column.cells.weights(bin.rows));
            } else {
                kinds.push(bin.tag.class());
                rows.push(bin.rows);
                weights.push(bin.weight);
            }
        }
    }
    pack(&kinds, bits_of(classes), list);
    list.extend_from_slice(&weights);
    let most = rows.iter().max().map_or(0, |rows| *rows as usize);
    list.push(most as f64);
    pack(&rows, bits_of(most), list);
    list.extend(column.totals.iter().map(|total| total.weight));
}

/// The column of stored numbers; nothing if none could have stored them.
pub fn read(list: &[f64], classes: usize) -> Option<Segments> {
    let [cells_room, leaves_room, inner_room, height, rest @ ..] = list else { return None };
    let (shape, rest) = shape_of(whole(*height, rest.len())?, rest)?;
    let count = shape.last().map_or(0, |leaves| leaves.iter().sum());
    let (values, rest) = rest.split_at_checked(count)?;
    let (kinds, rest) = rest.split_at_checked(count.div_ceil(many_of(bits_of(classes))))?;
    let kinds = unpack(kinds, bits_of(classes), count)?;
    let mixed = kinds.iter().filter(|kind| **kind as usize == classes).count();
    let (weights, rest) = rest.split_at_checked(mixed.checked_mul(classes)?.checked_add(count - mixed)?)?;
    let (most, rest) = rest.split_first()?;
    let (rows, totals) = rest.split_at_checked(rest.len().checked_sub(classes)?)?;
    let most = whole(*most, u32::MAX as usize)?;
    let rows = unpack(rows, bits_of(most), weights.len())?;
    let fits = every(&kinds, |kind| *kind as usize <= classes)
        && every(values, |x| x.is_finite() & (x.to_bits() != (-0.0f64).to_bits()))
        && every(values.windows(2), |pair| pair[0] < pair[1])
        && every(weights.iter().chain(totals), |w| is_weight(*w) & w.is_sign_positive())
        && every(rows.iter().zip(weights), |(rows, w)| (*w > 0.0) == (*rows > 0))
        && have_rows(&kinds, &rows, classes)
        && rows.iter().max().map_or(0, |rows| *rows as usize) == most;
    let cells_room = whole(*cells_room, Cells::most_room(mixed))?;
    if !fits || cells_room < mixed || cells_room != tight_room(cells_room) {
        return None;
    }
    let [leaves, inner] = shape::pages_of(&shape);
    let rooms = [page_room(*leaves_room, leaves)?, page_room(*inner_room, inner)?];
    let mut column = Segments { cells: Cells::new(classes, cells_room), ..Segments::new(classes, ()) };
    let bins = column.restored(values, &kinds, weights, rows);
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
    /// Counts stored bins.
    fn restored(&mut self, values: &[f64], kinds: &[u32], weights: &[f64], rows: Vec<u32>) -> Bins {
        let classes = self.totals.len() as u32;
        let tagged = |kind: u32| Tag::of(if kind == classes { MIXED } else { kind });
        // As if no two bins of several classes were neighbours.
        let first = kinds.first().map(|kind| tagged(*kind).beginning([true; 2]));
        let others = kinds.windows(2).map(|pair| tagged(pair[1]).beginning([pair[0] != pair[1]; 2]));
        let tags = first.into_iter().chain(others).collect();
        let mut bins = Bins { values: values.to_vec(), weights: weights.to_vec(), rows, tags };
        if kinds.contains(&classes) {
            self.restore_mixed(kinds, weights, &mut bins);
        } else {
            let counts = kinds.iter().zip(&bins.rows);
            counts.for_each(|(kind, rows)| self.totals[*kind as usize].rows += u64::from(*rows));
        }
        let begun = |layer: usize| bins.tags.iter().filter(|tag| tag.begins()[layer]).count();
        self.counts = [values.len(), begun(0), begun(1)];
        bins
    }

    /// The same where some have several classes: their cells take a slot.
    fn restore_mixed(&mut self, kinds: &[u32], weights: &[f64], bins: &mut Bins) {
        let (classes, rows) = (self.totals.len(), std::mem::take(&mut bins.rows));
        bins.weights.clear();
        let mut start = 0;
        for (at, kind) in kinds.iter().enumerate() {
            let first = start;
            if let Some(total) = self.totals.get_mut(*kind as usize) {
                start += 1;
                total.rows += u64::from(rows[first]);
                bins.weights.push(weights[first]);
                bins.rows.push(rows[first]);
                continue;
            }
            start += classes;
            let (weights, rows) = (&weights[first..start], &rows[first..start]);
            self.totals.iter_mut().zip(rows).for_each(|(total, rows)| total.rows += u64::from(*rows));
            bins.weights.push(0.0);
            bins.rows.push(self.cells.put(weights, rows));
            if at > 0 && kinds[at - 1] == *kind {
                let same = borders::are_equal(self.cells.weights(bins.rows[at - 1]), weights);
                bins.tags[at] = bins.tags[at].beginning([true, !same]);
            }
        }
    }
}

/// Whether bins of one class have rows, and those of several have rows of at least two.
fn have_rows(kinds: &[u32], rows: &[u32], classes: usize) -> bool {
    if kinds.len() == rows.len() && classes != 1 {
        return every(rows, |rows| *rows > 0);
    }
    let mut rest = rows;
    every(kinds, |kind| {
        let [cells, least] = if *kind as usize == classes { [classes, 2] } else { [1, 1] };
        let (mine, others) = rest.split_at(cells);
        rest = others;
        mine.iter().filter(|rows| **rows > 0).count() >= least
    })
}

/// Whether something holds for every one: all are looked at, several at a time.
fn every<T>(list: impl IntoIterator<Item = T>, mut holds: impl FnMut(T) -> bool) -> bool {
    list.into_iter().fold(true, |all, each| all & holds(each))
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
