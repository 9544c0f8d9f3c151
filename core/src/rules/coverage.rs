//! What is proved of the widths, tried: how often a sample is further from the truth than they allow, and how much one
//! row changes.

use super::mcdiarmid::{bias, difference};
use super::{Moment, c_tree};
use crate::criteria::Criterion;
use crate::observers::testing::random;

const CRITERIA: [Criterion; 3] = [Criterion::Entropy, Criterion::Gini, Criterion::Misclassification];
const DELTA: f64 = 0.1;

/// What a split leaves: the weighted impurity of its branches. Counts are `[branch][class]`.
fn left(criterion: Criterion, counts: &[Vec<f64>]) -> f64 {
    let all: f64 = counts.iter().flatten().sum();
    let seen = counts.iter().filter(|branch| branch.iter().sum::<f64>() > 0.0);
    seen.map(|branch| criterion.impurity(branch) * branch.iter().sum::<f64>()).sum::<f64>() / all
}

/// Classes and branches of two splits, and a chance for each of their combinations.
struct World {
    classes: usize,
    branches: [usize; 2],
    chances: Vec<f64>,
}

impl World {
    fn new(classes: usize, branches: [usize; 2], mut draw: impl FnMut() -> f64) -> World {
        let cells = classes * branches[0] * branches[1];
        // Some of them rare, some of them common.
        let weights: Vec<f64> = (0..cells).map(|_| draw().powi(3) + 1e-3).collect();
        let total: f64 = weights.iter().sum();
        World { classes, branches, chances: weights.iter().map(|weight| weight / total).collect() }
    }

    /// The table of one of the splits, from numbers for all combinations.
    fn table(&self, split: usize, cells: &[f64]) -> Vec<Vec<f64>> {
        let mut table = vec![vec![0.0; self.classes]; self.branches[split]];
        for (cell, number) in cells.iter().enumerate() {
            let (class, rest) = (cell % self.classes, cell / self.classes);
            let branch = if split == 0 { rest % self.branches[0] } else { rest / self.branches[0] };
            table[branch][class] += number;
        }
        table
    }

    /// Counts of so many rows.
    fn sample(&self, rows: usize, mut draw: impl FnMut() -> f64) -> Vec<f64> {
        let mut counts = vec![0.0; self.chances.len()];
        let ends: Vec<f64> = self
            .chances
            .iter()
            .scan(0.0, |end, chance| {
                *end += chance;
                Some(*end)
            })
            .collect();
        for _ in 0..rows {
            let x = draw();
            counts[ends.partition_point(|end| *end <= x).min(ends.len() - 1)] += 1.0;
        }
        counts
    }
}

fn moment(criterion: Criterion, classes: usize, m: f64) -> Moment {
    Moment { criterion, classes, rows: m, own_rows: m, own: m, depth: 0, time: 1, columns: 1 }
}

#[test]
fn differences_of_two_splits_are_as_near_to_the_truth_as_is_proved() {
    let mut numbers = random(1);
    let mut draw = || numbers(1 << 30) as f64 / f64::from(1 << 30);
    for rows in [50, 500, 5000] {
        for criterion in CRITERIA {
            let (mut failures, trials) = (0, 1_000_000 / rows + 400);
            for _ in 0..trials {
                let classes = 2 + (draw() * 5.0) as usize;
                let branches = [2 + (draw() * 4.0) as usize, 2 + (draw() * 4.0) as usize];
                let world = World::new(classes, branches, &mut draw);
                let cells = world.sample(rows, &mut draw);
                let gap = |cells: &[f64]| {
                    left(criterion, &world.table(1, cells)) - left(criterion, &world.table(0, cells))
                };
                let at = moment(criterion, classes, rows as f64);
                let width = difference(-DELTA.ln(), &at)
                    .zip(bias(&at, branches[0]))
                    .map(|(width, bias)| width + bias);
                let width = width.expect("a proof");
                failures += usize::from(gap(&cells) - gap(&world.chances) > width);
            }
            assert!(failures as f64 <= DELTA * trials as f64, "{criterion:?} {rows}: {failures} of {trials}");
        }
    }
}

#[test]
fn the_bias_of_a_sample_is_no_larger_than_is_proved() {
    let mut numbers = random(2);
    let mut draw = || numbers(1 << 30) as f64 / f64::from(1 << 30);
    for criterion in CRITERIA {
        for (classes, branches) in [(2, 2), (3, 4), (6, 5)] {
            let world = World::new(classes, [branches, 2], &mut draw);
            let truth = left(criterion, &world.table(0, &world.chances));
            let trials = 4000;
            let sampled: f64 =
                (0..trials).map(|_| left(criterion, &world.table(0, &world.sample(50, &mut draw)))).sum();
            let below = truth - sampled / f64::from(trials);
            let most = bias(&moment(criterion, classes, 50.0), branches).expect("a proof");
            // The mean of so many trials is itself off by a thousandth or two.
            assert!(
                below > -3e-3 && below <= most + 3e-3,
                "{criterion:?} {classes} {branches}: {below} {most}"
            );
        }
    }
}

#[test]
fn the_theorems_of_two_classes_and_two_branches_cover() {
    let mut numbers = random(3);
    let mut draw = || numbers(1 << 30) as f64 / f64::from(1 << 30);
    for rows in [50, 500, 5000] {
        for criterion in [Criterion::Entropy, Criterion::Gini, Criterion::KearnsMansour] {
            let (mut failures, trials) = (0, 1_000_000 / rows + 400);
            for _ in 0..trials {
                let world = World::new(2, [2, 2], &mut draw);
                let cells = world.sample(rows, &mut draw);
                let off = left(criterion, &world.table(0, &cells))
                    - left(criterion, &world.table(0, &world.chances));
                let width = c_tree::width(criterion, rows as f64, -DELTA.ln()).expect("a theorem");
                failures += usize::from(off.abs() > width);
            }
            assert!(failures as f64 <= DELTA * trials as f64, "{criterion:?} {rows}: {failures} of {trials}");
        }
    }
}

/// All ways to put `m` rows into so many cells.
fn tables(m: usize, cells: usize) -> Vec<Vec<usize>> {
    if cells == 1 {
        return vec![vec![m]];
    }
    let with =
        |first: usize| tables(m - first, cells - 1).into_iter().map(move |rest| [vec![first], rest].concat());
    (0..=m).flat_map(with).collect()
}

/// The most that replacing one of `m` rows changes `m` times what a split leaves.
fn largest_change(criterion: Criterion, m: usize, classes: usize, branches: usize) -> f64 {
    let mass = |counts: &[usize]| {
        let table: Vec<Vec<f64>> =
            counts.chunks(classes).map(|branch| branch.iter().map(|n| *n as f64).collect()).collect();
        m as f64 * left(criterion, &table)
    };
    let mut most = 0f64;
    for counts in tables(m, classes * branches) {
        let before = mass(&counts);
        for from in (0..counts.len()).filter(|cell| counts[*cell] > 0) {
            for to in 0..counts.len() {
                let mut other = counts.clone();
                other[from] -= 1;
                other[to] += 1;
                most = most.max((mass(&other) - before).abs());
            }
        }
    }
    most
}

/// What is proved of that change: in nats for entropy.
fn proved_change(criterion: Criterion, m: f64) -> f64 {
    match criterion {
        Criterion::Gini => 2.0,
        Criterion::Entropy => 1.0 + m.ln(),
        _ => 1.0,
    }
}

#[test]
fn one_row_changes_as_little_as_is_proved() {
    for (m, classes, branches) in [(4, 2, 2), (10, 2, 2), (6, 3, 2), (6, 2, 3), (4, 3, 3)] {
        for criterion in CRITERIA {
            let unit = if criterion == Criterion::Entropy { std::f64::consts::LN_2 } else { 1.0 };
            let found = largest_change(criterion, m, classes, branches) * unit;
            let most = proved_change(criterion, m as f64);
            assert!(found <= most + 1e-12, "{criterion:?} {m} {classes} {branches}: {found}");
            // Nothing smaller would be true: 2 (1 - 1/m), nearly 1 + ln m, and 1.
            assert!(found >= most * (1.0 - 1.0 / m as f64) - 1e-12, "{criterion:?} {m}: {found}");
        }
    }
}

#[test]
fn widths_are_those_of_twice_the_change_of_one_row() {
    // McDiarmid: m times a mean that one row changes by c exceeds its expectation by m t with chance
    // exp(-2 m t^2 / c^2); a difference of two splits changes by 2 c.
    for m in [50.0, 500.0, 5000.0] {
        for criterion in CRITERIA {
            let unit = if criterion == Criterion::Entropy { std::f64::consts::LN_2 } else { 1.0 };
            let found = difference(-DELTA.ln(), &moment(criterion, 3, m)).expect("a proof") * unit;
            let wanted = 2.0 * proved_change(criterion, m) * (-DELTA.ln() / (2.0 * m)).sqrt();
            assert!((found - wanted).abs() < 1e-12, "{criterion:?} {m}: {found} {wanted}");
        }
    }
}

#[test]
fn measures_have_the_scale_of_their_theorems() {
    // Of an even leaf: half the entropy in nats 0.3466, 2 p (1 - p) and sqrt(p (1 - p)) 0.5
    let even = [1.0, 1.0];
    let half_in_nats = Criterion::Entropy.impurity(&even) * std::f64::consts::LN_2 / 2.0;
    assert!((half_in_nats - 0.346_573_590_279_972_64).abs() < 1e-15);
    assert_eq!((Criterion::Gini.impurity(&even), Criterion::KearnsMansour.impurity(&even)), (0.5, 0.5));
}
