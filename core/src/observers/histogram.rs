//! A fine histogram that refines itself where the values are, and a coarse one made of its breaks when cuts are wanted.
//!
//! Partition incremental discretisation (PiD; Gama & Pinto, 2006). The first layer (see `layer`) counts; the second,
//! on demand, joins its intervals to so many of equal frequency or equal width, and the breaks between those are the
//! cuts. While few different values have come, both layers are exact.

use super::summary::{Cuts, Summary};
use layer::Layer;

mod layer;
#[cfg(test)]
mod tests;

/// The second layer: how many intervals, of which kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Second {
    /// At least two.
    pub intervals: u32,
    /// Equal frequency or equal width.
    pub kind: Kind,
}

/// What the intervals of the second layer have in common.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// Weight, as far as the first layer's breaks allow.
    Frequency,
    /// Width, as far as the first layer's breaks allow.
    Width,
}

/// One column: its first layer.
#[derive(Clone)]
pub struct Histogram {
    first: Layer,
}

impl Summary for Histogram {
    type Limit = Second;

    fn new(classes: usize, _: Second) -> Histogram {
        Histogram { first: Layer::new(classes) }
    }

    fn insert_class(&mut self, place: usize) {
        self.first.insert_class(place);
    }

    #[inline(always)]
    fn observe(&mut self, x: f64, place: usize, w: f64, _: Second) {
        self.first.observe(x, place, w);
    }

    /// Never: weights that were halved cannot be told from those that were counted.
    fn forget(&mut self, _: f64, _: usize, _: f64, _: Second) -> bool {
        false
    }

    /// Exact while both together have few enough different values. Otherwise the values of one are counted in the
    /// intervals of the other; or there are intervals of both, weights spread evenly where one is divided, and the
    /// lightest neighbours are fused. Dependent on the order of merging. What it costs stands in docs/observers.md,
    /// "What merging costs".
    fn merge(&mut self, other: &Histogram, _: Second) {
        self.first.merge(&other.first);
    }

    /// The inner breaks of the second layer: where the first layer's breaks, as far as they lie within the values
    /// seen, first reach one more share of the weight or of the range.
    fn propose(&self, cuts: &mut Cuts, limit: Second, _: f64) {
        let steps = self.first.steps();
        cuts.clear(steps.classes());
        let weight: f64 = steps.totals().iter().sum();
        let (low, high) = self.first.range();
        let shares = f64::from(limit.intervals);
        let (mut reached, mut share) = (0.0, 1.0);
        for (at, key) in steps.keys().iter().enumerate() {
            cuts.pass(steps.weights(at));
            reached += steps.weights(at).iter().sum::<f64>();
            if at + 1 == steps.len() {
                break;
            }
            let done = match limit.kind {
                Kind::Frequency => reached / weight,
                Kind::Width => (key / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0),
            };
            if self.first.is_exact() || (done * shares >= share && done < 1.0 && self.first.parts(*key)) {
                cuts.cut(*key);
                share = (done * shares).floor() + 1.0;
            }
        }
    }

    fn below(&self, cut: f64, left: &mut [f64]) {
        self.first.below(cut, left);
    }

    /// The share of a class's weight in the intervals of the first layer that lie, wholly or in part, within two
    /// first widths of `x`, smoothed by one for every window of that kind; while exact, the share at the value. The
    /// same intervals for all classes, so their width cancels.
    fn density(&self, x: f64, factors: &mut [f64], _: Second) {
        let steps = self.first.steps();
        let (from, to, windows) = self.first.window(x);
        factors.fill(1.0);
        for at in from..to {
            for (factor, weight) in factors.iter_mut().zip(steps.weights(at)) {
                *factor += weight;
            }
        }
        for (factor, total) in factors.iter_mut().zip(steps.totals()) {
            *factor /= total + windows;
        }
    }

    /// As many as the first layer has, which are all looked at.
    fn most_cuts(&self, more: usize, _: Second) -> usize {
        self.first.steps().len() + more.min(layer::MOST)
    }

    fn bytes(&self) -> usize {
        self.first.steps().bytes()
    }

    fn most_bytes(classes: usize, _: Second) -> Option<usize> {
        Some(Layer::most_bytes(classes))
    }

    fn store(&self, list: &mut Vec<f64>) {
        self.first.store(list);
    }

    fn restore(list: &[f64], classes: usize, _: Second) -> Option<Histogram> {
        Layer::restore(list, classes).map(|first| Histogram { first })
    }
}
