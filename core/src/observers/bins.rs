//! At most so many bins, placed by the first different values that come; later values are counted where they fall.
//!
//! The numeric columns of VFML (Hulten & Domingos, 2003), as compared by Pfahringer, Holmes & Kirkby (2008), who find
//! ten bins better than a thousand. A bin is `[lower, upper)` with its class weights, and the weight of values of one
//! class that lie exactly on `lower`. A new value inside a bin splits it, and takes the share of its weights that an
//! even spread would give. The order of the first values decides where the bins are: sorted streams are its known
//! weakness (see dyadic for a summary without it).

use super::steps::Steps;
use super::summary::{Cuts, FEW, Summary};

const BOUNDARY_CLASS: usize = 0;
const BOUNDARY_WEIGHT: usize = 1;

/// One column.
#[derive(Clone)]
pub struct Bins {
    /// Upper end of the last bin, which belongs to it.
    upper: f64,
    /// Keys are the lower ends; extra numbers are the place of the boundary class and the weight on the boundary.
    bins: Steps<2>,
}

impl Bins {
    /// Upper end of a bin.
    #[inline(always)]
    fn upper(&self, at: usize) -> f64 {
        self.bins.keys().get(at + 1).copied().unwrap_or(self.upper)
    }

    /// The largest number that is counted in a bin or before it.
    fn cut(&self, at: usize) -> f64 {
        match self.bins.keys().get(at + 1) {
            Some(next) => next.next_down(),
            None => f64::INFINITY,
        }
    }

    /// Counts a value that falls into a bin.
    #[inline(always)]
    fn count(&mut self, at: usize, x: f64, place: usize, w: f64) {
        self.bins.add(at, place, w);
        self.count_on_boundary(at, x, place as u32, w);
    }

    #[inline(always)]
    fn count_on_boundary(&mut self, at: usize, x: f64, place: u32, w: f64) {
        if self.bins.keys()[at] == x {
            let extra = self.bins.extra_mut(at);
            extra[BOUNDARY_WEIGHT] += if extra[BOUNDARY_CLASS] == f64::from(place) { w } else { 0.0 };
        }
    }

    /// Makes a bin that begins with `x`, which is no lower end yet.
    #[cold]
    #[inline(never)]
    fn open(&mut self, x: f64, place: usize, w: f64, limit: usize) {
        let at = self.bins.up_to(x);
        self.bins.insert(at, x, limit);
        if at == 0 || x > self.upper {
            // Before all others, or behind them: there is nothing to take a share of.
            self.upper = if at + 1 == self.bins.len() { x } else { self.upper };
        } else {
            self.share(at, x);
        }
        *self.bins.extra_mut(at) = [place as f64, w];
        self.bins.add(at, place, w);
    }

    /// Gives the new bin `at` its share of the bin before it, whose values are taken to lie evenly; those on its
    /// boundary stay.
    fn share(&mut self, at: usize, x: f64) {
        let (lower, upper) = (self.bins.keys()[at - 1], self.upper(at));
        let share = if upper > lower { 1.0 - (x - lower) / (upper - lower) } else { 0.0 };
        let [class, on_boundary] = *self.bins.extra(at - 1);
        for place in 0..self.bins.classes() {
            let held = self.bins.weights(at - 1)[place];
            let fixed = if place == class as usize { on_boundary } else { 0.0 };
            // Rounding must not leave a weight below nothing.
            let moved = ((held - fixed) * share).clamp(0.0, held);
            self.bins.weights_mut(at - 1)[place] = held - moved;
            self.bins.weights_mut(at)[place] = moved;
        }
    }

    /// Spreads the bins of `other` over the bins here, which begin wherever one of its bins begins.
    fn pour(&mut self, other: &Bins) {
        for (from, lower) in other.bins.keys().iter().enumerate() {
            let upper = other.upper(from);
            let [class, on_boundary] = *other.bins.extra(from);
            let first = self.bins.up_to(*lower) - 1;
            for (place, held) in other.bins.weights(from).iter().enumerate() {
                let fixed = if place == class as usize { on_boundary.min(*held) } else { 0.0 };
                self.bins.add(first, place, fixed);
                let mut rest = held - fixed;
                // From the last bin to the first, so that what rounding leaves stays where the bin began.
                for at in (first + 1..self.bins.below(upper)).rev() {
                    let end = self.upper(at).min(upper);
                    let share = ((held - fixed) * ((end - self.bins.keys()[at]) / (upper - lower))).min(rest);
                    self.bins.add(at, place, share);
                    rest -= share;
                }
                self.bins.add(first, place, rest);
            }
            let [mine, weight] = self.bins.extra_mut(first);
            if *mine == class || on_boundary > *weight {
                (*mine, *weight) = (class, if *mine == class { *weight + on_boundary } else { on_boundary });
            }
        }
    }
}

impl Summary for Bins {
    type Limit = u32;

    fn new(classes: usize, _: u32) -> Bins {
        Bins { upper: f64::NEG_INFINITY, bins: Steps::new(classes) }
    }

    fn insert_class(&mut self, place: usize) {
        self.bins.insert_class(place);
        for at in 0..self.bins.len() {
            let [class, _] = self.bins.extra_mut(at);
            *class += if *class >= place as f64 { 1.0 } else { 0.0 };
        }
    }

    #[inline(always)]
    fn observe(&mut self, x: f64, place: usize, w: f64, limit: u32) {
        // Values before all bins count in the first.
        let at = self.bins.up_to(x).saturating_sub(1);
        if self.bins.len() < limit as usize && self.bins.keys().get(at) != Some(&x) {
            return self.open(x, place, w, limit as usize);
        }
        self.count(at, x, place, w);
    }

    #[inline(always)]
    fn observe_few(&mut self, values: &[f64; FEW], places: &[u32; FEW], weights: &[f64; FEW], limit: u32) {
        if self.bins.len() < limit as usize {
            return self.observe_some(values, places, weights, limit);
        }
        let found = self.bins.up_to_each(values).map(|found| found.saturating_sub(1));
        let keys = self.bins.keys();
        let some = found.iter().zip(values).fold(false, |some, (at, x)| some | (keys[*at] == *x));
        self.bins.add_each(&found, places, weights);
        if some {
            for lane in 0..FEW {
                self.count_on_boundary(found[lane], values[lane], places[lane], weights[lane]);
            }
        }
    }

    /// Never: a bin does not know which of its weights were counted and which were guessed.
    fn forget(&mut self, _: f64, _: usize, _: f64, _: u32) -> bool {
        false
    }

    /// Bins of both, weights spread evenly where a bin is divided; then the lightest neighbours are fused. Dependent
    /// on the order of merging. What it costs stands in docs/observers.md, "What merging costs".
    fn merge(&mut self, other: &Bins, limit: u32) {
        let mut lowers = [self.bins.keys(), other.bins.keys()].concat();
        lowers.sort_unstable_by(f64::total_cmp);
        lowers.dedup();
        let mut both = Bins::new(self.bins.classes(), limit);
        both.upper = self.upper.max(other.upper);
        for lower in &lowers {
            both.bins.insert(both.bins.len(), *lower, lowers.len());
        }
        both.pour(self);
        both.pour(other);
        while both.bins.len() > limit as usize {
            let first = both.bins.lightest_pair();
            both.bins.absorb(first, first + 1);
        }
        *self = Bins { bins: both.bins.rebuilt(limit as usize), ..both };
    }

    fn propose(&self, cuts: &mut Cuts, _: u32, _: f64) {
        cuts.clear(self.bins.classes());
        for at in 0..self.bins.len() {
            cuts.pass(self.bins.weights(at));
            if at + 1 < self.bins.len() {
                cuts.cut(self.cut(at));
            }
        }
    }

    /// Exact between bins; an even spread within one.
    fn below(&self, cut: f64, left: &mut [f64]) {
        left.fill(0.0);
        for at in 0..self.bins.len().min(self.bins.up_to(cut)) {
            let whole = self.cut(at) <= cut;
            let (lower, upper) = (self.bins.keys()[at], self.upper(at));
            let share = if whole || cut >= upper { 1.0 } else { (cut - lower) / (upper - lower) };
            let [class, on_boundary] = *self.bins.extra(at);
            for (place, (sum, held)) in left.iter_mut().zip(self.bins.weights(at)).enumerate() {
                let fixed = if place == class as usize { on_boundary.min(*held) } else { 0.0 };
                *sum += if share == 1.0 { *held } else { fixed + (held - fixed) * share };
            }
        }
    }

    /// Bins have the same width for all classes, so it cancels: the share of a class's weight in the bin, smoothed by
    /// one in every bin.
    fn density(&self, x: f64, factors: &mut [f64], _: u32) {
        let at = self.bins.up_to(x).saturating_sub(1);
        let smooth = self.bins.len().max(1) as f64;
        for (place, (factor, total)) in factors.iter_mut().zip(self.bins.totals()).enumerate() {
            let weight = if self.bins.len() > 0 { self.bins.weights(at)[place] } else { 0.0 };
            *factor = (weight + 1.0) / (total + smooth);
        }
    }

    fn most_cuts(&self, more: usize, limit: u32) -> usize {
        (self.bins.len() + more).min(limit as usize)
    }

    fn bytes(&self) -> usize {
        self.bins.bytes()
    }

    fn most_bytes(classes: usize, limit: u32) -> Option<usize> {
        Some(Steps::<2>::bytes_of(classes, limit as usize))
    }

    fn touched(&self) -> f64 {
        self.bins.touched()
    }

    fn store(&self, list: &mut Vec<f64>) {
        list.push(self.upper);
        self.bins.store(list);
    }

    fn restore(list: &[f64], classes: usize, limit: u32) -> Option<Bins> {
        let (upper, rest) = list.split_first()?;
        let bins: Steps<2> = Steps::restore(rest, classes, limit as usize)?;
        let known = |at: usize| (0..classes).any(|place| place as f64 == bins.extra(at)[BOUNDARY_CLASS]);
        let fits = match bins.keys().last() {
            Some(last) => upper.is_finite() && upper >= last,
            None => *upper == f64::NEG_INFINITY,
        };
        (fits && (0..bins.len()).all(known)).then_some(Bins { upper: *upper, bins })
    }
}
