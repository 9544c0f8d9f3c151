//! How much is known of the class in a branch, at least and at most, if every share of a class may be anywhere in its
//! interval.
//!
//! The entropy is largest when the shares are filled to one level like water, as far as their intervals let them, and
//! smallest when the large ones take all they can from the small ones. A larger share has an interval that is higher at
//! both ends: hence the order of the shares is that of both ends, and the greedy choice is exact.

use super::binary;
use super::frequency::Bounds;
use crate::counts::Panel;
use crate::lanes::LANES;
use crate::math::{ln, x_ln_x};
use riparian_dispatch::{Kernel, widest};

/// How sure shares must be, and of how many classes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Confidence {
    /// `ln(2 / delta)`.
    log: f64,
    /// Classes with weight at the leaf, whether a branch has them or not.
    classes: usize,
    /// Rows for each unit of weight.
    rows: f64,
}

impl Confidence {
    /// Sure but for a chance of `delta`.
    pub fn new(delta: f64, classes: usize, rows_per_weight: f64) -> Confidence {
        Confidence { log: ln(2.0 / delta), classes: classes.max(2), rows: rows_per_weight }
    }

    /// How many classes there are.
    pub fn classes(self) -> usize {
        self.classes
    }

    /// Fills in the weight of each branch of a panel, and what is known of it, surely and maybe, times its weight.
    pub fn known(self, panel: Panel<'_>, weight: &mut [f64], sure: &mut [f64], maybe: &mut [f64]) {
        widest(Weigh { confidence: self, panel, weight, sure, maybe });
    }
}

struct Weigh<'a> {
    confidence: Confidence,
    panel: Panel<'a>,
    weight: &'a mut [f64],
    sure: &'a mut [f64],
    maybe: &'a mut [f64],
}

impl Kernel for Weigh<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Weigh { confidence: Confidence { log, classes, rows }, panel, weight, sure, maybe } = self;
        let n = weight.len();
        // A leaf may still have a place for a class that has no weight there any longer.
        if classes == 2 && panel.classes <= 2 {
            let zeros = vec![0.0; if panel.classes < 2 { n } else { 0 }];
            let class = |k: usize| if k < panel.classes { panel.class(k, n) } else { &zeros };
            let (one, other) = (class(0), class(1));
            let whole = n - n % LANES;
            weigh_two([&one[..whole], &other[..whole]], rows, log, [weight, sure, maybe]);
            if whole == n {
                return;
            }
            // What is left fills a register, too; one by one it would take as long as all before it.
            let (one, other) = (lanes(&one[whole..]), lanes(&other[whole..]));
            let [mut total, mut surely, mut possibly] = [[0.0; LANES]; 3];
            weigh_two([&one, &other], rows, log, [&mut total, &mut surely, &mut possibly]);
            for (list, rest) in [(weight, total), (sure, surely), (maybe, possibly)] {
                list[whole..].copy_from_slice(&rest[..n - whole]);
            }
            return;
        }
        let order = order(panel, n);
        let mut sorted: Vec<Lanes> = Vec::with_capacity(panel.classes);
        let mut ends: Vec<[Lanes; 2]> = Vec::with_capacity(panel.classes);
        for start in (0..n).step_by(LANES) {
            let many = LANES.min(n - start);
            let mut totals = [0.0; LANES];
            for k in 0..panel.classes {
                totals = add(totals, lanes(&panel.class(k, n)[start..start + many]));
            }
            sorted.clear();
            for k in &order {
                let weights = lanes(&panel.class(*k, n)[start..start + many]);
                if weights.iter().any(|weight| *weight > 0.0) {
                    sorted.push(weights);
                }
            }
            sort(&mut sorted);
            // A class that a branch has is one of the leaf's, whatever rounding has left of its votes there.
            let classes = classes.max(sorted.len());
            let branches = Branches { totals, rows: totals.map(|total| total * rows), log, classes };
            let (surely, possibly) = branches.known(&sorted, &mut ends);
            weight[start..start + many].copy_from_slice(&totals[..many]);
            sure[start..start + many].copy_from_slice(&times(totals, surely)[..many]);
            maybe[start..start + many].copy_from_slice(&times(totals, possibly)[..many]);
        }
    }
}

/// Branches of two classes.
#[inline(always)]
fn weigh_two(counts: [&[f64]; 2], rows: f64, log: f64, [weight, sure, maybe]: [&mut [f64]; 3]) {
    let counts = counts[0].iter().zip(counts[1]);
    for (((weight, sure), maybe), (one, other)) in weight.iter_mut().zip(sure).zip(maybe).zip(counts) {
        *weight = one + other;
        let known = binary::knowledge([*one, *other], *weight * rows, log);
        (*sure, *maybe) = (*weight * known.0, *weight * known.1);
    }
}

/// A number for each of a few branches.
type Lanes = [f64; LANES];

#[inline(always)]
fn lanes(list: &[f64]) -> Lanes {
    let mut lanes = [0.0; LANES];
    lanes[..list.len()].copy_from_slice(list);
    lanes
}

/// Classes, those with the most weight in all branches first: then there is little left to sort.
fn order(panel: Panel<'_>, n: usize) -> Vec<usize> {
    let sums: Vec<f64> = (0..panel.classes).map(|k| panel.class(k, n).iter().sum()).collect();
    let mut order: Vec<usize> = (0..panel.classes).collect();
    order.sort_by(|one, other| sums[*other].total_cmp(&sums[*one]));
    order
}

#[inline(always)]
fn each(f: impl Fn(usize) -> f64) -> Lanes {
    std::array::from_fn(f)
}

#[inline(always)]
fn add(one: Lanes, other: Lanes) -> Lanes {
    each(|at| one[at] + other[at])
}

#[inline(always)]
fn times(one: Lanes, other: Lanes) -> Lanes {
    each(|at| one[at] * other[at])
}

/// The largest first, in every lane.
#[inline(always)]
fn sort(weights: &mut [Lanes]) {
    for end in 1..weights.len() {
        for at in (1..=end).rev() {
            let (one, other) = (weights[at - 1], weights[at]);
            if (0..LANES).all(|lane| one[lane] >= other[lane]) {
                break;
            }
            weights[at - 1] = each(|at| if one[at] < other[at] { other[at] } else { one[at] });
            weights[at] = each(|at| if one[at] < other[at] { one[at] } else { other[at] });
        }
    }
}

/// A few branches side by side.
struct Branches {
    totals: Lanes,
    rows: Lanes,
    log: f64,
    classes: usize,
}

impl Branches {
    /// What is known of each, surely and maybe. `ends` receives the intervals of the shares; that of a class without
    /// a row has no upper end there.
    #[inline(always)]
    fn known(&self, sorted: &[Lanes], ends: &mut Vec<[Lanes; 2]>) -> (Lanes, Lanes) {
        let half = each(|at| 0.5 / self.rows[at]);
        let hoeffding = each(|at| (self.log * half[at]).sqrt());
        let part = each(|at| if self.totals[at] > 0.0 { 1.0 / self.totals[at] } else { 0.0 });
        ends.clear();
        for weights in sorted {
            let [least, most] = self.around(times(*weights, part), half, hoeffding);
            let open = each(|at| if weights[at] > 0.0 { most[at] } else { f64::INFINITY });
            ends.push([least, open]);
        }
        // Classes without a row share one interval, from 0 on.
        let unseen = self.around([0.0; LANES], half, hoeffding)[1];
        let seen = sorted.iter().fold([0.0; LANES], |seen, weights| {
            each(|at| seen[at] + if weights[at] > 0.0 { 1.0 } else { 0.0 })
        });
        let absent = each(|at| self.classes as f64 - seen[at]);
        let scale = 1.0 / ln(self.classes as f64);
        let maybe = concentrated(ends);
        let maybe = each(|at| 1.0 + maybe[at] * scale);
        let level = levels(ends, unseen, absent, self.classes);
        let (sure, even) = filled(ends, level, unseen, absent);
        let sure = each(|at| 1.0 + sure[at] * scale);
        let sure = each(|at| if (even[at] == 0.0) | (sure[at] < 0.0) { 0.0 } else { sure[at] });
        (sure, each(|at| if maybe[at] < sure[at] { sure[at] } else { maybe[at] }))
    }

    /// The ends of the interval of a share, from parts that all shares of a branch have in common. (As a closure it
    /// would be compiled for narrow registers.)
    #[inline(always)]
    fn around(&self, share: Lanes, half: Lanes, hoeffding: Lanes) -> [Lanes; 2] {
        let distance =
            each(|at| Bounds::of((half[at], hoeffding[at]), self.rows[at], self.log).distance(share[at]));
        let (low, high) = (each(|at| share[at] - distance[at]), each(|at| share[at] + distance[at]));
        [
            each(|at| if low[at] > 0.0 { low[at] } else { 0.0 }),
            each(|at| if high[at] < 1.0 { high[at] } else { 1.0 }),
        ]
    }
}

/// The sum of `p ln p` if the large shares take all they can from the small ones. Together they can take all there is,
/// so that classes without a row get nothing.
#[inline(always)]
fn concentrated(ends: &[[Lanes; 2]]) -> Lanes {
    let mut open = ends.iter().fold([1.0; LANES], |open, [least, _]| each(|at| open[at] - least[at]));
    let mut sum = [0.0; LANES];
    for [least, most] in ends {
        let room = each(|at| most[at] - least[at]);
        let taken = each(|at| if room[at] < open[at] { room[at] } else { open[at] });
        let takes = |at: usize| (taken[at] > 0.0) & (most[at] <= 1.0);
        let taken = each(|at| if takes(at) { taken[at] } else { 0.0 });
        open = each(|at| open[at] - taken[at]);
        sum = add(sum, each(|at| x_ln_x(least[at] + taken[at])));
    }
    sum
}

/// The sum of `p ln p` if all shares are filled to a level, as far as their intervals let them; and how far they are
/// from it together: 0 if all are even.
#[inline(always)]
fn filled(ends: &[[Lanes; 2]], level: Lanes, unseen: Lanes, absent: Lanes) -> (Lanes, Lanes) {
    let share = each(|at| if level[at] < unseen[at] { level[at] } else { unseen[at] });
    let mut sum = each(|at| absent[at] * x_ln_x(share[at]));
    let mut apart = each(|at| absent[at] * (level[at] - share[at]));
    for [least, most] in ends {
        let above = each(|at| if level[at] > least[at] { level[at] } else { least[at] });
        let share = each(|at| if above[at] < most[at] { above[at] } else { most[at] });
        let term = each(|at| x_ln_x(share[at]));
        sum = each(|at| sum[at] + if most[at] <= 1.0 { term[at] } else { 0.0 });
        apart = each(|at| apart[at] + (share[at] - level[at]).abs());
    }
    (sum, apart)
}

/// The level at which the shares sum to 1. Shares that cannot sink to a level, or cannot rise to it, are set aside,
/// whichever are more wrong together, until none is.
#[inline(always)]
fn levels(ends: &[[Lanes; 2]], unseen: Lanes, absent: Lanes, classes: usize) -> Lanes {
    // The level is above the first and below the second; shares that end there are set aside.
    let (mut low, mut high) = ([0.0; LANES], [2.0; LANES]);
    // What is left to the other shares, and how many they are.
    let (mut left, mut free) = ([1.0; LANES], [classes as f64; LANES]);
    let mut level = [1.0 / classes as f64; LANES];
    loop {
        // Shares that cannot sink, and those that cannot rise: how wrong they are, their sum, their number.
        let (mut over, mut sunk, mut fewer) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        let short = each(|at| if unseen[at] > low[at] { level[at] - unseen[at] } else { 0.0 });
        let mut under = each(|at| if short[at] > 0.0 { absent[at] * short[at] } else { 0.0 });
        let mut risen = each(|at| if short[at] > 0.0 { absent[at] * unseen[at] } else { 0.0 });
        let mut lower = each(|at| if short[at] > 0.0 { absent[at] } else { 0.0 });
        for [least, most] in ends {
            let excess = each(|at| if least[at] < high[at] { least[at] - level[at] } else { 0.0 });
            let short = each(|at| if most[at] > low[at] { level[at] - most[at] } else { 0.0 });
            over = each(|at| over[at] + if excess[at] > 0.0 { excess[at] } else { 0.0 });
            sunk = each(|at| sunk[at] + if excess[at] > 0.0 { least[at] } else { 0.0 });
            fewer = each(|at| fewer[at] + if excess[at] > 0.0 { 1.0 } else { 0.0 });
            under = each(|at| under[at] + if short[at] > 0.0 { short[at] } else { 0.0 });
            risen = each(|at| risen[at] + if short[at] > 0.0 { most[at] } else { 0.0 });
            lower = each(|at| lower[at] + if short[at] > 0.0 { 1.0 } else { 0.0 });
        }
        // Numbers that cannot be compared are even, too: they must not keep the loop going.
        if !(0..LANES).any(|at| (over[at] > under[at]) | (under[at] > over[at])) {
            return level;
        }
        high = each(|at| if over[at] > under[at] { level[at] } else { high[at] });
        low = each(|at| if under[at] > over[at] { level[at] } else { low[at] });
        let aside = each(|at| if over[at] > under[at] { sunk[at] } else { 0.0 });
        left = each(|at| left[at] - if under[at] > over[at] { risen[at] } else { aside[at] });
        let many = each(|at| if over[at] > under[at] { fewer[at] } else { 0.0 });
        free = each(|at| free[at] - if under[at] > over[at] { lower[at] } else { many[at] });
        let next = each(|at| if free[at] > 0.0 { left[at] / free[at] } else { level[at] });
        level = each(|at| if over[at] == under[at] { level[at] } else { next[at] });
    }
}
