//! What the tests of the summaries share: rows that look random, and questions to any summary.

use super::summary::{Cuts, Summary};

/// A value, the place of its class, a weight.
pub type Row = (f64, usize, f64);

/// Whole numbers below a limit that look random, from a linear congruential generator.
pub fn random(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// Rows with so many different values, the smallest of them -3, and weights from 1 to 2.
pub fn rows(seed: u64, count: usize, values: u64, classes: u64) -> Vec<Row> {
    let mut draw = random(seed);
    let row = |_| (draw(values) as f64 - 3.0, draw(classes) as usize, 1.0 + draw(3) as f64 / 2.0);
    (0..count).map(row).collect()
}

/// The summary of rows.
pub fn of<S: Summary>(rows: &[Row], classes: usize, limit: S::Limit) -> S {
    let mut column = S::new(classes, limit);
    rows.iter().for_each(|(x, place, w)| column.observe(*x, *place, *w, limit));
    column
}

/// What a summary offers.
pub fn cuts<S: Summary>(column: &S, limit: S::Limit, least: f64) -> Cuts {
    let mut cuts = Cuts::default();
    column.propose(&mut cuts, limit, least);
    cuts
}

/// Every number that a summary stores.
pub fn stored<S: Summary>(column: &S) -> Vec<f64> {
    let mut list = Vec::new();
    column.store(&mut list);
    list
}

/// The class weights up to a cut, counted.
pub fn counted(list: &[Row], cut: f64, classes: usize) -> Vec<f64> {
    let mut sums = vec![0.0; classes];
    list.iter().filter(|row| row.0 <= cut).for_each(|(_, place, w)| sums[*place] += w);
    sums
}

/// Checks that what an exact summary has up to each of its cuts is what was counted.
pub fn below_is_what_was_counted<S: Summary>(limit: S::Limit) {
    let list = rows(5, 3000, 500, 3);
    let column: S = of(&list, 3, limit);
    let found = cuts(&column, limit, 0.0);
    assert!(found.points.len() > 400);
    for (cut, left) in found.points.iter().zip(found.left().chunks(3)) {
        let brute = counted(&list, *cut, 3);
        assert_eq!(left, brute);
        let mut below = [9.0; 3];
        column.below(*cut, &mut below);
        assert_eq!(below, *brute);
    }
}
