//! A quantile summary per class: values with bounds on how much weight lies up to each.
//!
//! Greenwald & Khanna (2001), in the pre-allocated variant that Pfahringer, Holmes & Kirkby (2008) use
//! (`quantiles:100`), and the adaptive one, which keeps whatever a rank error needs (`quantiles:0.01`; the greedy
//! compression is "GKAdaptive" of Luo, Wang, Yi & Cormode, 2016). The tuples and every departure from the papers
//! stand in `tuples`.

use super::summary::{Cuts, Summary};
use super::{half_window, smoothed};
use crate::bytes::{block_bytes, box_bytes};
use tuples::Tuples;
use walk::Walk;

mod in_place;
mod order;
#[cfg(test)]
mod tests;
mod tuples;
mod walk;

/// What limits the tuples of a class.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Size {
    /// At most so many, at least three.
    Tuples(u32),
    /// As many as keep the rank error at this share of the weight.
    Error(f64),
}

/// One column: tuples by the place of their class.
#[derive(Clone)]
pub struct Quantiles {
    lists: Box<[Tuples]>,
}

impl Quantiles {
    /// Half the largest uncertainty of a class: no weight up to a cut is further from the truth.
    #[cfg(test)]
    fn error(&self, place: usize) -> f64 {
        let tuples = &self.lists[place];
        (0..=tuples.len()).map(|at| tuples.open(at)).fold(0.0, f64::max) / 2.0
    }
}

impl Summary for Quantiles {
    type Limit = Size;

    fn new(classes: usize, _: Size) -> Quantiles {
        Quantiles { lists: vec![Tuples::default(); classes].into() }
    }

    fn insert_class(&mut self, place: usize) {
        let mut lists = Vec::with_capacity(self.lists.len() + 1);
        lists.extend_from_slice(&self.lists[..place]);
        lists.push(Tuples::default());
        lists.extend_from_slice(&self.lists[place..]);
        self.lists = lists.into();
    }

    #[inline(always)]
    fn observe(&mut self, x: f64, place: usize, w: f64, limit: Size) {
        self.lists[place].observe(x, w, limit);
    }

    /// With few tuples: each value waits for what the one before it has changed, and other columns fill the time.
    fn by_row(limit: Size) -> bool {
        matches!(limit, Size::Tuples(most) if most as usize <= order::MOST)
    }

    /// Never: a tuple does not know what was fused into it.
    fn forget(&mut self, _: f64, _: usize, _: f64, _: Size) -> bool {
        false
    }

    /// Greenwald & Khanna (2004). Dependent on the order of merging. What it costs stands in docs/observers.md, "What
    /// merging costs".
    fn merge(&mut self, other: &Quantiles, limit: Size) {
        for (mine, other) in self.lists.iter_mut().zip(&other.lists) {
            mine.merge(other, limit);
        }
    }

    /// All values of all tuples but the largest.
    fn propose(&self, cuts: &mut Cuts, _: Size, _: f64) {
        cuts.clear(self.lists.len());
        let ends = self.lists.iter().filter_map(Tuples::ends);
        let last = ends.fold(f64::NEG_INFINITY, |last, (_, x)| if x > last { x } else { last });
        if last == f64::NEG_INFINITY {
            return;
        }
        let mut walks: Vec<Walk<'_>> = self.lists.iter().map(Walk::new).collect();
        loop {
            let cut =
                walks.iter().fold(f64::INFINITY, |cut, walk| if walk.next < cut { walk.next } else { cut });
            for (walk, level) in walks.iter_mut().zip(&mut cuts.totals) {
                if walk.next == cut {
                    walk.step();
                    *level = walk.level;
                }
            }
            if cut >= last {
                break;
            }
            cuts.cut(cut);
        }
    }

    fn below(&self, cut: f64, left: &mut [f64]) {
        for (list, level) in self.lists.iter().zip(left) {
            let mut walk = Walk::new(list);
            while walk.next <= cut && walk.next < f64::INFINITY {
                walk.step();
            }
            *level = walk.level;
        }
    }

    /// The share of a class's weight in a window around `x` of a sixteenth of the range of all classes, smoothed by
    /// one value spread over that range.
    fn density(&self, x: f64, factors: &mut [f64], _: Size) {
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

    fn most_cuts(&self, more: usize, limit: Size) -> usize {
        let most = match limit {
            Size::Tuples(most) => (self.lists.len() + more).saturating_mul(most as usize),
            Size::Error(_) => usize::MAX,
        };
        self.lists.iter().map(Tuples::len).sum::<usize>().saturating_add(more).min(most)
    }

    fn bytes(&self) -> usize {
        box_bytes(&self.lists) + self.lists.iter().map(Tuples::bytes).sum::<usize>()
    }

    fn most_bytes(classes: usize, limit: Size) -> Option<usize> {
        let Size::Tuples(most) = limit else { return None };
        Some(block_bytes(classes * size_of::<Tuples>()) + classes * Tuples::bytes_of(most as usize))
    }

    fn touched(&self) -> f64 {
        self.lists.iter().map(Tuples::touched).sum()
    }

    fn store(&self, list: &mut Vec<f64>) {
        self.lists.iter().for_each(|tuples| tuples.store(list));
    }

    fn restore(list: &[f64], classes: usize, limit: Size) -> Option<Quantiles> {
        let mut rest = list;
        let lists = (0..classes).map(|_| Tuples::restore(&mut rest, limit)).collect::<Option<_>>()?;
        rest.is_empty().then_some(Quantiles { lists })
    }
}
