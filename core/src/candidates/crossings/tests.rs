use super::*;
use crate::math::normal_cdf;
use riparian_dispatch::{Kernel, widest};

fn curve(weight: f64, mean: f64, deviation: f64) -> Curve {
    Curve { weight, mean, deviation, low: mean - deviation, high: mean + deviation }
}

fn needle(weight: f64, at: f64) -> Curve {
    Curve { weight, mean: at, deviation: 1e-6, low: at, high: at }
}

fn cuts(classes: &[Curve], range: (f64, f64)) -> Vec<f64> {
    let mut cuts = Vec::new();
    propose(classes, range, Offer::Winners, &mut cuts);
    cuts
}

const WIDE: (f64, f64) = (-1e3, 1e3);

#[test]
fn equal_curves_cross_in_the_middle() {
    assert_eq!(cuts(&[curve(10.0, 0.0, 1.0), curve(10.0, 4.0, 1.0)], WIDE), [2.0]);
    assert_eq!(cuts(&[curve(10.0, 4.0, 1.0), curve(10.0, 0.0, 1.0)], WIDE), [2.0]);
}

#[test]
fn the_heavier_of_two_curves_pushes_the_crossing_away() {
    // 1/2 (0 + 4) + ln(n1/n2) / 4
    let found = cuts(&[curve(20.0, 0.0, 1.0), curve(10.0, 4.0, 1.0)], WIDE);
    assert_eq!(found.len(), 1);
    assert!((found[0] - (2.0 + 2f64.ln() / 4.0)).abs() < 1e-14);
}

#[test]
fn curves_of_one_mean_cross_on_both_sides() {
    // u^2 (1 - 1/4) = 2 ln 2
    let found = cuts(&[curve(10.0, 5.0, 1.0), curve(10.0, 5.0, 2.0)], WIDE);
    let u = (2.0 * 2f64.ln() / 0.75).sqrt();
    assert_eq!(found.len(), 2);
    assert!((found[0] - (5.0 - u)).abs() < 1e-14 && (found[1] - (5.0 + u)).abs() < 1e-14);
}

#[test]
fn there_is_no_crossing_below_a_larger_curve_nor_of_curves_of_one_shape() {
    assert!(cuts(&[curve(1.0, 0.0, 1.0), curve(100.0, 0.1, 2.0)], WIDE).is_empty());
    assert!(cuts(&[curve(10.0, 3.0, 1.0), curve(10.0, 3.0, 1.0)], WIDE).is_empty());
    assert!(cuts(&[curve(10.0, 3.0, 1.0), curve(20.0, 3.0, 1.0)], WIDE).is_empty());
}

#[test]
fn what_lies_beyond_the_values_is_left_out() {
    assert!(cuts(&[curve(10.0, 0.0, 1.0), curve(10.0, 4.0, 1.0)], (2.0, 9.0)).is_empty());
    assert!(cuts(&[curve(10.0, 0.0, 1.0)], WIDE).is_empty());
    assert!(cuts(&[], WIDE).is_empty());
}

#[test]
fn a_single_value_is_cut_off_in_the_middle_of_the_gaps_around_it() {
    let classes = [needle(5.0, 3.0), curve(10.0, 0.0, 1.0), curve(10.0, 9.0, 2.0)];
    let found = cuts(&classes, WIDE);
    // (1 + 3) / 2 and (3 + 7) / 2
    assert!(found.contains(&2.0) && found.contains(&5.0), "{found:?}");
    assert_eq!(cuts(&[needle(5.0, 3.0), needle(1.0, 4.0)], WIDE), [3.5, 3.5]);
}

#[test]
fn the_published_program_misses_curves_as_wide_as_each_other() {
    let mut found = Vec::new();
    let classes = [curve(10.0, 0.0, 1.0), curve(10.0, 4.0, 1.0), curve(10.0, 8.0, 2.0)];
    propose(&classes, WIDE, Offer::AsPublished, &mut found);
    // Two for each of the two other pairs.
    assert_eq!(found.len(), 4);
}

/// A generator of numbers for tests.
struct Noise(u64);

impl Noise {
    /// Evenly from 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Two to ten classes whose weights, means and deviations lie in six decades.
    fn mixture(&mut self) -> Vec<Curve> {
        let classes = 2 + (self.next() * 9.0) as usize;
        let spread = 10f64.powf(self.next() * 6.0 - 3.0);
        (0..classes)
            .map(|_| {
                let weight = (10f64.powf(self.next() * 4.0)).round();
                curve(weight, spread * (self.next() - 0.5), 10f64.powf(self.next() * 6.0 - 3.0))
            })
            .collect()
    }
}

/// The gain of each cut: `(max L + max R - max n) / n`.
struct Gains<'a> {
    classes: &'a [Curve],
    cuts: &'a [f64],
    left: &'a mut [f64],
    right: &'a mut [f64],
    count: &'a mut [f64],
}

impl Kernel for Gains<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        self.left.fill(0.0);
        self.right.fill(0.0);
        for class in self.classes {
            for (count, cut) in self.count.iter_mut().zip(self.cuts) {
                let score = (cut - class.mean) / class.deviation;
                let score = if score > 40.0 { 40.0 } else { score };
                let score = if score < -40.0 { -40.0 } else { score };
                *count = class.weight * normal_cdf(score);
            }
            for ((left, right), count) in self.left.iter_mut().zip(self.right.iter_mut()).zip(&*self.count) {
                let rest = class.weight - count;
                *left = if *count > *left { *count } else { *left };
                *right = if rest > *right { rest } else { *right };
            }
        }
        let most = self.classes.iter().map(|class| class.weight).fold(0.0, f64::max);
        let total: f64 = self.classes.iter().map(|class| class.weight).sum();
        let sides = self.left.iter().zip(&*self.right).map(|(left, right)| left + right);
        sides.fold(0.0, |best, sum| if sum - most > best { sum - most } else { best }) / total
    }
}

fn best_gain(classes: &[Curve], cuts: &[f64]) -> f64 {
    let mut buffers = [vec![0.0; cuts.len()], vec![0.0; cuts.len()], vec![0.0; cuts.len()]];
    let [left, right, count] = &mut buffers;
    widest(Gains { classes, cuts, left, right, count })
}

/// Theorem 1: no point of a fine grid gains more than the best crossing, and none gains anything where there is no
/// crossing. The grid covers all curves, and lies more densely where they are narrow.
fn the_theorem_holds(seed: u64, mixtures: usize) {
    let mut noise = Noise(seed);
    let (mut grid, mut uncrossed) = (Vec::new(), 0);
    for _ in 0..mixtures {
        let classes = noise.mixture();
        let offered = cuts(&classes, (f64::NEG_INFINITY, f64::INFINITY));
        uncrossed += usize::from(offered.is_empty());
        let best = best_gain(&classes, &offered);
        grid.clear();
        for class in &classes {
            let points = 10_000 / classes.len();
            let step = 16.0 * class.deviation / points as f64;
            grid.extend((0..=points).map(|at| class.mean - 8.0 * class.deviation + at as f64 * step));
        }
        let on_grid = best_gain(&classes, &grid);
        assert!(best >= on_grid - 1e-12, "{best} {on_grid} {classes:?}");
    }
    assert!(uncrossed > mixtures / 100, "{uncrossed}");
}

#[test]
fn the_best_crossing_beats_a_fine_grid_on_the_first_half_of_many_mixtures() {
    the_theorem_holds(1, 50_000);
}

#[test]
fn the_best_crossing_beats_a_fine_grid_on_the_second_half_of_many_mixtures() {
    the_theorem_holds(2, 50_000);
}

#[test]
fn losers_are_left_out_without_loss() {
    let mut noise = Noise(3);
    let mut left_out = 0;
    for _ in 0..20_000 {
        let classes = noise.mixture();
        // Often some of the crossings lie beyond.
        let reach = 10f64.powf(noise.next() * 6.0 - 3.0);
        let range = (-reach * noise.next(), reach * noise.next());
        let mut all = Vec::new();
        propose(&classes, range, Offer::All, &mut all);
        let winners = cuts(&classes, range);
        left_out += all.len() - winners.len();
        assert!((best_gain(&classes, &winners) - best_gain(&classes, &all)).abs() <= 1e-15, "{classes:?}");
    }
    assert!(left_out > 20_000, "{left_out}");
}
