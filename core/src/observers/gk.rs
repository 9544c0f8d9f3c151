//! The quantile summary of Pfahringer, Holmes & Kirkby (2008), as MOA has it: so many tuples per class.
//!
//! This is the pre-allocated variant of Greenwald & Khanna (2001). It gives no guarantee on ranks, and with few tuples
//! it is far from the true ones. The paper found this, and the observer is here to repeat the finding. For other
//! purposes use `quantiles`, which answers the middle where the weight left of a cut is uncertain. The tuples are in
//! the module `tuples`.

use super::summary::{Cuts, Summary};
use super::{half_window, smoothed};
use crate::bytes::{block_bytes, box_bytes};
use tuples::{Tuples, Walk};

#[cfg(test)]
mod tests;
mod tuples;

/// The paper's limit counts the tuple that has just come, for which another one is removed: one fewer is kept.
fn kept(limit: u32) -> usize {
    limit as usize - 1
}

/// Up to this limit a value is counted so fast that it would have to wait for the previous value of its column.
const BY_ROW: u32 = 16;

/// One column: tuples by the place of their class.
#[derive(Clone)]
pub struct Gk {
    lists: Box<[Tuples]>,
}

impl Summary for Gk {
    type Limit = u32;

    fn new(classes: usize, _: u32) -> Gk {
        Gk { lists: vec![Tuples::default(); classes].into() }
    }

    fn insert_class(&mut self, place: usize) {
        let mut lists = Vec::with_capacity(self.lists.len() + 1);
        lists.extend_from_slice(&self.lists[..place]);
        lists.push(Tuples::default());
        lists.extend_from_slice(&self.lists[place..]);
        self.lists = lists.into();
    }

    #[inline(always)]
    fn observe(&mut self, x: f64, place: usize, w: f64, limit: u32) {
        self.lists[place].observe(x, w, kept(limit));
    }

    /// True with few tuples: other columns are counted while a value would wait.
    fn by_row(limit: u32) -> bool {
        limit <= BY_ROW
    }

    /// Never possible: a tuple does not know what was merged into it.
    fn forget(&mut self, _: f64, _: usize, _: f64, _: u32) -> bool {
        false
    }

    /// Neither the paper nor MOA merges. The result depends on the order of merging; docs/observers.md says what it
    /// costs, under "What merging costs".
    fn merge(&mut self, other: &Gk, limit: u32) {
        for (mine, other) in self.lists.iter_mut().zip(&other.lists) {
            mine.merge(other, kept(limit));
        }
    }

    /// The values of all tuples, except the largest: nothing lies above it. (MOA scores it, too, but it gains nothing.)
    fn propose(&self, cuts: &mut Cuts, _: u32, _: f64) {
        cuts.clear(self.lists.len());
        let ends = self.lists.iter().filter_map(Tuples::ends);
        let last = ends.fold(f64::NEG_INFINITY, |last, (_, x)| if x > last { x } else { last });
        if last == f64::NEG_INFINITY {
            return;
        }
        let mut walks: Vec<Walk<'_>> = self.lists.iter().map(Tuples::walk).collect();
        loop {
            let cut =
                walks.iter().fold(f64::INFINITY, |cut, walk| if walk.next < cut { walk.next } else { cut });
            for (walk, weight) in walks.iter_mut().zip(&mut cuts.totals) {
                walk.up_to(cut);
                *weight = walk.weight;
            }
            if cut >= last {
                break;
            }
            cuts.cut(cut);
        }
    }

    fn below(&self, cut: f64, left: &mut [f64]) {
        for (list, weight) in self.lists.iter().zip(left) {
            let mut walk = list.walk();
            walk.up_to(cut);
            *weight = walk.weight;
        }
    }

    /// The share of a class's weight in a window around `x` of a sixteenth of the range of all classes, smoothed by
    /// four values spread over that range. (MOA has no density for it, and answers 0.)
    fn density(&self, x: f64, factors: &mut [f64], _: u32) {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (first, last) in self.lists.iter().filter_map(Tuples::ends) {
            low = if first < low { first } else { low };
            high = if last > high { last } else { high };
        }
        let half = half_window(low, high);
        for (factor, list) in factors.iter_mut().zip(&self.lists) {
            *factor = smoothed(list.within(x - half, x + half), list.total());
        }
    }

    fn most_cuts(&self, more: usize, limit: u32) -> usize {
        let most = (self.lists.len() + more).saturating_mul(kept(limit));
        self.lists.iter().map(Tuples::len).sum::<usize>().saturating_add(more).min(most)
    }

    fn bytes(&self) -> usize {
        box_bytes(&self.lists) + self.lists.iter().map(Tuples::bytes).sum::<usize>()
    }

    fn most_bytes(classes: usize, limit: u32) -> Option<usize> {
        Some(block_bytes(classes * size_of::<Tuples>()) + classes * Tuples::bytes_of(kept(limit)))
    }

    fn touched(&self) -> f64 {
        self.lists.iter().map(Tuples::touched).sum()
    }

    fn store(&self, list: &mut Vec<f64>) {
        self.lists.iter().for_each(|tuples| tuples.store(list));
    }

    fn restore(list: &[f64], classes: usize, limit: u32) -> Option<Gk> {
        let mut rest = list;
        let lists = (0..classes).map(|_| Tuples::restore(&mut rest, kept(limit))).collect::<Option<_>>()?;
        rest.is_empty().then_some(Gk { lists })
    }
}
