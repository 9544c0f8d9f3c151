use super::frequency::Bounds;
use super::*;
use crate::counts::Panel;
use crate::observers::testing;

const DELTA: f64 = 0.01;

/// Numbers from 0 to 1.
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut draw = testing::random(seed);
    move || draw(1 << 24) as f64 / f64::from(1 << 24)
}

fn log() -> f64 {
    (2.0 / DELTA).ln()
}

/// What is known of one branch, surely and maybe.
fn known(counts: &[f64], classes: usize) -> Span {
    let (mut weight, mut sure, mut maybe) = ([0.0], [0.0], [0.0]);
    Confidence::new(DELTA, classes, 1.0).known(Panel::single(counts), &mut weight, &mut sure, &mut maybe);
    let total: f64 = counts.iter().sum();
    assert!((weight[0] - total).abs() < 1e-9);
    Span { sure: sure[0] / total, maybe: maybe[0] / total }
}

fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() <= 1e-12, "{found} is not {wanted}");
}

#[test]
fn bounds_worked_by_hand() {
    // sqrt(ln(200) / 200), and for a share of 0.01 (3 ln 200 + sqrt(9 ln^2 200 + 120,000 0.01 ln 200)) / 20,000
    near(Bounds::new(100.0, log()).distance(0.4), 0.16276236307187292);
    near(Bounds::new(1e4, log()).distance(0.01), 0.004860036752788184);
    assert_eq!(Bounds::new(0.0, log()).around(0.0), (0.0, 1.0));
    assert_eq!(Bounds::new(1.0, log()).around(0.3), (0.0, 1.0));
    // from 1/6 on it is Hoeffding's, and below it the narrower one: Chernoff's, if there are many rows
    let many = Bounds::new(1e9, log());
    near(many.distance(0.2), (log() / 2e9).sqrt());
    near(many.distance(1.0 / 6.0), (log() / 2e9).sqrt());
    assert!(many.distance(0.166) < (log() / 2e9).sqrt());
    near(Bounds::new(20.0, log()).distance(0.1), (log() / 40.0).sqrt());
}

#[test]
fn a_larger_share_has_an_interval_that_is_higher_at_both_ends() {
    for rows in [1.0, 10.0, 30.0, 100.0, 1e3, 1e6] {
        let ends: Vec<(f64, f64)> =
            (0..=1000).map(|i| Bounds::new(rows, log()).around(f64::from(i) / 1000.0)).collect();
        for pair in ends.windows(2) {
            assert!(pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1 + 1e-12, "{rows}: {pair:?}");
        }
    }
}

/// The least and the most that can be known, by trying shares on a grid.
fn tried(counts: &[f64], classes: usize, steps: i32) -> Option<(f64, f64)> {
    let total: f64 = counts.iter().sum();
    let bounds = Bounds::new(total, log());
    let ends: Vec<(f64, f64)> =
        (0..classes).map(|k| bounds.around(counts.get(k).unwrap_or(&0.0) / total)).collect();
    let within = |k: usize, share: f64| share >= ends[k].0 - 1e-9 && share <= ends[k].1 + 1e-9;
    let mut found: Option<(f64, f64)> = None;
    let mut shares = vec![0.0; classes];
    let mut places = vec![0; classes - 1];
    loop {
        let mut rest = 1.0;
        for (k, place) in places.iter().enumerate() {
            shares[k] = ends[k].0 + (ends[k].1 - ends[k].0) * f64::from(*place) / f64::from(steps);
            rest -= shares[k];
        }
        shares[classes - 1] = rest;
        if within(classes - 1, rest) {
            let entropy: f64 = shares.iter().filter(|p| **p > 1e-300).map(|p| -p * p.ln()).sum();
            let known = 1.0 - entropy / (classes as f64).ln();
            let (least, most) = found.unwrap_or((known, known));
            found = Some((least.min(known), most.max(known)));
        }
        let Some(next) = places.iter().position(|place| *place < steps) else { return found };
        places[..next].fill(0);
        places[next] += 1;
    }
}

#[test]
fn no_shares_within_their_intervals_know_less_or_more() {
    let mut draw = random(7);
    for trial in 0..400 {
        let classes = 2 + trial % 3;
        let rows = [20.0, 100.0, 700.0, 5000.0][trial / 3 % 4];
        let present = if trial % 5 == 0 { classes - 1 } else { classes }.max(2);
        let parts: Vec<f64> = (0..present).map(|_| draw().powi(3)).collect();
        let counts: Vec<f64> = parts.iter().map(|p| rows * p / parts.iter().sum::<f64>()).collect();
        let found = known(&counts, classes);
        let Some((least, most)) = tried(&counts, classes, [4000, 300, 60][classes - 2]) else { continue };
        assert!(least >= found.sure - 1e-9 && most <= found.maybe + 1e-9, "{counts:?}: {found:?}");
        let coarse = [1e-3, 1e-2, 0.06][classes - 2];
        assert!(least <= found.sure + coarse && most >= found.maybe - coarse, "{counts:?}: {found:?}");
    }
}

#[test]
fn branches_side_by_side_are_known_as_each_alone() {
    let mut draw = random(3);
    for classes in [2, 3, 5, 23] {
        let counts: Vec<f64> = (0..classes * 21).map(|_| (draw() * 3.0).floor() * draw() * 50.0).collect();
        let (mut weight, mut sure, mut maybe) = ([0.0; 19], [0.0; 19], [0.0; 19]);
        let panel = Panel { counts: &counts, stride: 21, classes };
        Confidence::new(DELTA, classes + 2, 1.0).known(panel, &mut weight, &mut sure, &mut maybe);
        for at in 0..19 {
            let alone: Vec<f64> = (0..classes).map(|k| counts[k * 21 + at]).collect();
            let (mut one, mut surely, mut possibly) = ([0.0], [0.0], [0.0]);
            Confidence::new(DELTA, classes + 2, 1.0).known(
                Panel::single(&alone),
                &mut one,
                &mut surely,
                &mut possibly,
            );
            assert_eq!((weight[at], sure[at], maybe[at]), (one[0], surely[0], possibly[0]));
        }
    }
}

#[test]
fn what_few_rows_tell_is_nothing_and_many_tell_the_entropy() {
    assert_eq!(known(&[5.0, 5.0], 2), Span { sure: 0.0, maybe: known(&[5.0, 5.0], 2).maybe });
    assert_eq!(known(&[3.0, 2.0, 4.0], 3).sure, 0.0);
    let many = known(&[3e12, 1e12], 2);
    let entropy = -(0.75f64 * 0.75f64.log2() + 0.25 * 0.25f64.log2());
    assert!((many.sure - (1.0 - entropy)).abs() < 1e-5 && (many.maybe - (1.0 - entropy)).abs() < 1e-5);
    // a class that nobody has seen may be there all the same
    assert_eq!(known(&[900.0, 100.0], 4), known(&[900.0, 0.0, 100.0], 4));
    assert!(known(&[900.0, 100.0], 3).sure < 1.0 - (0.325_082_97 / 3f64.ln()));
    let (mut weight, mut sure, mut maybe) = ([1.0], [1.0], [1.0]);
    for classes in [2, 4] {
        let none = [0.0, 0.0];
        let confidence = Confidence::new(DELTA, classes, 1.0);
        confidence.known(Panel::single(&none), &mut weight, &mut sure, &mut maybe);
        assert_eq!((weight[0], sure[0], maybe[0]), (0.0, 0.0, 0.0));
    }
}

#[test]
fn the_best_is_taken_if_it_is_different_or_surely_the_same() {
    let numbers = Race { delta: DELTA, tau: 0.0, min_gain: 0.0 };
    let rule = Iadem { difference: 0.1, numbers };
    let span = |sure: f64, maybe: f64| Span { sure, maybe };
    assert_eq!(rule.compare(span(0.5, 0.7), span(0.1, 0.3)), Finding::Different);
    assert_eq!(rule.compare(span(0.28, 0.7), span(0.1, 0.3)), Finding::Different);
    assert_eq!(rule.compare(span(0.2, 0.7), span(0.1, 0.3)), Finding::Open);
    assert_eq!(rule.compare(span(0.1, 0.7), span(0.1, 0.7)), Finding::Open);
    assert_eq!(rule.compare(span(0.10, 0.19), span(0.10, 0.19)), Finding::Same);
    assert_eq!(rule.compare(span(0.105, 0.19), span(0.10, 0.19)), Finding::Same);
    assert_eq!(rule.compare(span(0.12, 0.19), span(0.10, 0.19)), Finding::Open);
    // spans that only touch share nothing; a span of no width is shared if it lies within the other
    assert_eq!(rule.compare(span(0.3, 0.7), span(0.1, 0.3)), Finding::Different);
    assert_eq!(rule.compare(span(0.2, 0.2), span(0.2, 0.2)), Finding::Same);
    assert_eq!(rule.compare(span(0.3, 0.3), span(0.2, 0.2)), Finding::Different);
    assert!(rule.is_lopsided([76.0, 24.0].into_iter()) && !rule.is_lopsided([75.0, 25.0].into_iter()));
}

#[test]
fn weights_that_are_none_do_not_keep_the_search_for_a_level_going() {
    let strange = [f64::NAN, f64::INFINITY, -1.0, -1e300, f64::MAX, 0.0];
    for rows in strange.into_iter().chain([1.0]) {
        for (one, other) in strange.iter().flat_map(|one| strange.map(|other| (*one, other))) {
            let counts = [one, other, 3.0, 1.0];
            let [mut weight, mut sure, mut maybe] = [[0.0]; 3];
            let confidence = Confidence::new(0.1, 5, rows);
            confidence.known(Panel::single(&counts), &mut weight, &mut sure, &mut maybe);
            assert!(weight[0].is_nan() || weight[0] == counts.iter().sum::<f64>(), "{counts:?}");
        }
    }
}
