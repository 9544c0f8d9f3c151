//! The first layer: many intervals, which are split where weight gathers.
//!
//! Every different value is a step of its own until there are more than 32; then 200 intervals of equal width take
//! their place, over the range so far, and count these values exactly. From then on an interval that holds more than
//! a hundredth of the weight is split in half, its class weights, too. An interval is known by its upper end, which
//! belongs to it; the first and the last also count what lies beyond them.
//!
//! Departures from Gama & Pinto (2006), all for streams:
//! - The range is that of the first values, not given. Intervals narrower than a 1024th of the first width are not
//!   split, and never more than 1000 are made: a value that comes again and again would split its interval without
//!   end.
//! - An end interval gets a new one beside it only if values lie beyond its end, and that one reaches as far as they
//!   do, if that is further than the first width. (In the paper it always does, and is always as wide: half the
//!   weight would move to where no value was, and a range that moves on would not be found.)
//! - `(1 + count) / (2 + total) > 0.01` decides, as in the paper, but an interval needs a weight of more than 1, too:
//!   while there are fewer than 98 rows even an empty one would be split.
//! - Weight that comes at once is taken as coming little by little: up to the limit, then the split, then the rest.
//!   So a row of weight 2 is the row of weight 1 twice, up to rounding. Weights that are all doubled are then every
//!   row twice, and by the rule for rows not the same intervals with double weights.

use super::super::steps::Steps;

/// Different values that are kept exactly.
const EXACT: usize = 32;
/// Intervals that take their place.
const FIRST: usize = 200;
/// Intervals that are never exceeded.
pub const MOST: usize = 1000;
/// Parts of the first width that are never split.
const NARROWEST: f64 = 1.0 / 1024.0;
/// Sums of the same weights in other parts differ by less than this share of all weight: an interval that is exactly
/// full must not be split for that.
const ROUNDING: f64 = 1e-12;

/// The first layer of one column.
#[derive(Clone)]
pub struct Layer {
    /// Lower end of the first interval; this and the next numbers are 0 while exact.
    low: f64,
    /// The first width.
    width: f64,
    /// Smallest and largest value.
    seen: [f64; 2],
    /// Keys are the upper ends of the intervals, or the values while exact.
    steps: Steps<0>,
}

impl Layer {
    pub fn new(classes: usize) -> Layer {
        Layer { low: 0.0, width: 0.0, seen: [0.0; 2], steps: Steps::new(classes) }
    }

    /// The intervals.
    pub fn steps(&self) -> &Steps<0> {
        &self.steps
    }

    /// Whether every different value has a step of its own.
    #[inline(always)]
    pub fn is_exact(&self) -> bool {
        self.width == 0.0
    }

    /// Lower end of the first interval and upper end of the last.
    pub fn range(&self) -> (f64, f64) {
        (self.low, self.steps.keys().last().copied().unwrap_or(self.low))
    }

    /// Whether values were seen on both sides of a cut, once there are intervals: they may reach further than the
    /// values.
    pub fn parts(&self, cut: f64) -> bool {
        self.seen[0] <= cut && cut < self.seen[1]
    }

    pub fn insert_class(&mut self, place: usize) {
        self.steps.insert_class(place);
    }

    /// Counts a value.
    #[inline(always)]
    pub fn observe(&mut self, x: f64, place: usize, w: f64) {
        if self.is_exact() {
            return self.observe_exactly(x, place, w);
        }
        self.seen = [
            if x < self.seen[0] { x } else { self.seen[0] },
            if x > self.seen[1] { x } else { self.seen[1] },
        ];
        let at = self.interval(x);
        let (spare, rounding) = self.spare(at);
        if w <= spare + rounding || !self.may_split(at) {
            self.steps.add(at, place, w);
        } else {
            self.flow(x, place, w);
        }
    }

    /// Where a value is counted.
    #[inline(always)]
    fn interval(&self, x: f64) -> usize {
        self.steps.below(x).min(self.steps.len() - 1)
    }

    /// How much more an interval takes before it is split, up to how much of rounding.
    #[inline(always)]
    fn spare(&self, at: usize) -> (f64, f64) {
        let held: f64 = self.steps.weights(at).iter().sum();
        let weight: f64 = self.steps.totals().iter().sum();
        // The interval's weight is part of the total: 100 (1 + held + spare) = 2 + weight + spare.
        let hundredth = (2.0 + weight - 100.0 * (1.0 + held)) / 99.0;
        (if hundredth > 1.0 - held { hundredth } else { 1.0 - held }, weight * ROUNDING)
    }

    /// Counts a value that splits its interval, perhaps more than once.
    #[cold]
    #[inline(never)]
    fn flow(&mut self, x: f64, place: usize, mut w: f64) {
        loop {
            let at = self.interval(x);
            let (spare, rounding) = self.spare(at);
            if w <= spare + rounding || !self.may_split(at) {
                return self.steps.add(at, place, w);
            }
            if spare > 0.0 {
                self.steps.add(at, place, spare);
                w -= spare;
            }
            self.split(at);
        }
    }

    #[cold]
    #[inline(never)]
    fn observe_exactly(&mut self, x: f64, place: usize, w: f64) {
        let at = self.steps.below(x);
        if self.steps.keys().get(at) != Some(&x) {
            if self.steps.len() == EXACT {
                self.spread(x);
                return self.observe(x, place, w);
            }
            self.steps.insert(at, x, EXACT);
        }
        self.steps.add(at, place, w);
    }

    /// Lays intervals over the range of the values so far and a new one, and counts these values.
    fn spread(&mut self, x: f64) {
        let none = Steps::new(self.steps.classes());
        let values = std::mem::replace(&mut self.steps, none);
        let (low, high) = (x.min(values.keys()[0]), x.max(values.keys()[EXACT - 1]));
        self.low = low;
        self.seen = [low, high];
        self.width = (high / FIRST as f64 - low / FIRST as f64).max(f64::MIN_POSITIVE);
        let mut last = low;
        for i in 1..=FIRST {
            let share = i as f64 / FIRST as f64;
            let key = if i == FIRST { high } else { low * (1.0 - share) + high * share };
            // Values may be so close that there are no two hundred numbers between them.
            if key > last && (key < high || i == FIRST) {
                self.steps.insert(self.steps.len(), key, MOST);
                last = key;
            }
        }
        for (from, value) in values.keys().iter().enumerate() {
            let at = self.interval(*value);
            for (place, weight) in values.weights(from).iter().enumerate() {
                self.steps.add(at, place, *weight);
            }
        }
    }

    /// The numbers between which the values of an interval lie.
    fn ends(&self, at: usize) -> (f64, f64) {
        let keys = self.steps.keys();
        let lower = if at > 0 { keys[at - 1] } else { self.low };
        (lower, keys[at])
    }

    /// Whether values lie before the first interval, if it is this one; or behind the last.
    fn beyond(&self, at: usize) -> (bool, bool) {
        let (low, high) = self.range();
        (at == 0 && self.seen[0] < low, at + 1 == self.steps.len() && self.seen[1] > high)
    }

    #[inline(always)]
    fn may_split(&self, at: usize) -> bool {
        let (lower, upper) = self.ends(at);
        let middle = lower / 2.0 + upper / 2.0;
        let wide =
            upper / 2.0 - lower / 2.0 > self.width * (NARROWEST / 2.0) && lower < middle && middle < upper;
        self.steps.len() < MOST && (wide || self.beyond(at) != (false, false))
    }

    /// Splits an interval in half, or puts one beside it where values lie beyond the end.
    fn split(&mut self, at: usize) {
        let (lower, upper) = self.ends(at);
        let (before, behind) = self.beyond(at);
        let new = if before {
            let wider = self.low - self.width;
            self.low = if wider < self.seen[0] { wider.max(f64::MIN) } else { self.seen[0] };
            self.steps.insert(0, lower, MOST);
            0
        } else if behind {
            let wider = upper + self.width;
            let key = if wider > self.seen[1] { wider.min(f64::MAX) } else { self.seen[1] };
            self.steps.insert(at + 1, key, MOST);
            at + 1
        } else {
            self.steps.insert(at, lower / 2.0 + upper / 2.0, MOST);
            at
        };
        let old = if new == at { at + 1 } else { at };
        for place in 0..self.steps.classes() {
            let half = self.steps.weights(old)[place] / 2.0;
            self.steps.weights_mut(old)[place] -= half;
            self.steps.weights_mut(new)[place] = half;
        }
    }

    /// Exact between intervals; an even spread within one.
    pub fn below(&self, cut: f64, left: &mut [f64]) {
        left.fill(0.0);
        for at in 0..self.steps.len() {
            let share =
                if self.is_exact() { f64::from(self.steps.keys()[at] <= cut) } else { self.share(at, cut) };
            for (sum, weight) in left.iter_mut().zip(self.steps.weights(at)) {
                *sum += weight * share;
            }
        }
    }

    /// The share of an interval's values up to a cut. The end intervals reach as far as values were seen.
    fn share(&self, at: usize, cut: f64) -> f64 {
        let (lower, upper) = self.ends(at);
        let lower = if at == 0 { lower.min(self.seen[0]) } else { lower };
        let upper = if at + 1 == self.steps.len() { upper.max(self.seen[1]) } else { upper };
        if cut >= upper {
            1.0
        } else if cut <= lower {
            0.0
        } else {
            (cut / 2.0 - lower / 2.0) / (upper / 2.0 - lower / 2.0)
        }
    }

    /// The intervals that reach into two first widths around a value, and how many such windows there are.
    pub fn window(&self, x: f64) -> (usize, usize, f64) {
        if self.is_exact() {
            return (
                self.steps.below(x),
                self.steps.up_to(x).min(self.steps.len()),
                self.steps.len().max(1) as f64,
            );
        }
        let (from, to) = (self.interval(x - 2.0 * self.width), self.interval(x + 2.0 * self.width));
        let (low, high) = self.range();
        let windows = (high / 4.0 - low / 4.0) / self.width;
        (from, to + 1, if windows > 1.0 { windows.min(MOST as f64) } else { 1.0 })
    }

    /// Counts what `other` has counted.
    pub fn merge(&mut self, other: &Layer) {
        if self.is_exact() && !other.is_exact() {
            let mine = std::mem::replace(self, other.clone());
            return self.merge(&mine);
        }
        if !other.is_exact() {
            return self.unite(other);
        }
        for (at, value) in other.steps.keys().iter().enumerate() {
            for (place, weight) in
                other.steps.weights(at).iter().enumerate().filter(|(_, weight)| **weight > 0.0)
            {
                self.observe(*value, place, *weight);
            }
        }
    }

    /// Intervals of both.
    fn unite(&mut self, other: &Layer) {
        let mut keys = [self.steps.keys(), other.steps.keys(), &[self.low, other.low]].concat();
        keys.sort_unstable_by(f64::total_cmp);
        keys.dedup();
        let mut both = Layer {
            low: keys[0],
            width: self.width.max(other.width),
            seen: [self.seen[0].min(other.seen[0]), self.seen[1].max(other.seen[1])],
            steps: Steps::new(self.steps.classes()),
        };
        keys[1..].iter().enumerate().for_each(|(at, key)| both.steps.insert(at, *key, keys.len()));
        both.pour(self);
        both.pour(other);
        while both.steps.len() > MOST {
            let first = both.steps.lightest_pair();
            both.steps.absorb(first + 1, first);
        }
        *self = Layer { steps: both.steps.rebuilt(MOST), ..both };
    }

    /// Spreads the intervals of `other` over those here, which end wherever one of its intervals ends.
    fn pour(&mut self, other: &Layer) {
        for from in 0..other.steps.len() {
            let (lower, upper) = other.ends(from);
            let last = self.steps.below(upper);
            for (place, weight) in other.steps.weights(from).iter().enumerate() {
                let mut rest = *weight;
                for at in self.steps.up_to(lower)..last {
                    let (begin, end) = self.ends(at);
                    let share = (end / 2.0 - begin / 2.0) / (upper / 2.0 - lower / 2.0);
                    let part = (weight * share).min(rest);
                    self.steps.add(at, place, part);
                    rest -= part;
                }
                // What rounding leaves goes where the interval ends.
                self.steps.add(last, place, rest);
            }
        }
    }

    /// The most bytes on the heap that it ever takes.
    pub fn most_bytes(classes: usize) -> usize {
        Steps::<0>::bytes_of(classes, MOST)
    }

    pub fn store(&self, list: &mut Vec<f64>) {
        list.extend([self.low, self.width, self.seen[0], self.seen[1]]);
        self.steps.store(list);
    }

    pub fn restore(list: &[f64], classes: usize) -> Option<Layer> {
        let ([low, width, first, last], rest) = list.split_first_chunk()?;
        let most = if *width == 0.0 { EXACT } else { MOST };
        let layer = Layer {
            low: *low,
            width: *width,
            seen: [*first, *last],
            steps: Steps::restore(rest, classes, most)?,
        };
        let fits = if layer.is_exact() {
            [low, first, last].into_iter().all(|number| *number == 0.0)
        } else {
            let finite = [low, width, first, last].into_iter().all(|number| number.is_finite());
            finite && *width > 0.0 && first <= last && layer.steps.keys().first().is_some_and(|key| low < key)
        };
        fits.then_some(layer)
    }
}
