use super::super::testing::{self, Row, rows, stored};
use super::*;
use crate::criteria::Criterion;

const CRITERIA: [Criterion; 4] =
    [Criterion::Entropy, Criterion::Gini, Criterion::Misclassification, Criterion::KearnsMansour];

fn of(rows: &[Row], classes: usize) -> Exhaustive {
    testing::of(rows, classes, ())
}

fn cuts(column: &Exhaustive, least: f64) -> Cuts {
    testing::cuts(column, (), least)
}

#[test]
fn only_boundaries_and_the_ends_are_offered() {
    // classes by value: 1 a, 2 a, 3 a, 4 a, 5 b, 6 b, 7 b, 8 a and b, 9 b, 10 b, 11 b
    let mut list: Vec<_> = (1..=11).map(|x| (f64::from(x), usize::from(x > 4), 1.0)).collect();
    list.push((8.0, 0, 2.0));
    let column = of(&list, 2);
    let found = cuts(&column, 0.0);
    assert_eq!(found.points, [1.0, 4.0, 7.0, 8.0, 10.0]);
    assert_eq!(found.left(), [1.0, 0.0, 4.0, 0.0, 4.0, 3.0, 6.0, 4.0, 6.0, 6.0]);
    assert_eq!(found.totals, [6.0, 7.0]);
    // A side must have more than 2.6 of 13.
    assert_eq!(cuts(&column, 0.2).points, [3.0, 4.0, 7.0, 8.0]);
}

#[test]
fn one_value_offers_nothing_and_none_offers_nothing() {
    assert!(cuts(&of(&[], 2), 0.0).points.is_empty());
    assert!(cuts(&of(&[(3.0, 0, 1.0), (3.0, 1, 1.0)], 2), 0.0).points.is_empty());
    assert!(cuts(&of(&[(0.0, 0, 1.0), (-0.0, 1, 1.0)], 2), 0.0).points.is_empty());
}

/// The most that an allowed cut wins, of those given with their class weights.
fn most(criterion: Criterion, found: &Cuts, least: f64) -> Option<f64> {
    let weight = |counts: &[f64]| counts.iter().sum::<f64>();
    let least = least * weight(&found.totals);
    let mut best = None;
    for left in found.left().chunks(found.totals.len()) {
        let right: Vec<f64> = found.totals.iter().zip(left).map(|(total, left)| total - left).collect();
        if weight(left) > least && weight(&right) > least {
            let won = criterion.mass(&found.totals) - criterion.mass(left) - criterion.mass(&right);
            best = Some(best.map_or(won, |most: f64| most.max(won)));
        }
    }
    best
}

#[test]
fn no_allowed_cut_gains_more_than_the_offered_ones() {
    for seed in 0..600 {
        let classes = 2 + seed % 3;
        // Classes in runs, so that many cuts are no boundaries.
        let mut list = rows(seed, 3 + (seed as usize * 7) % 90, 40, classes);
        for (x, place, _) in &mut list {
            *place = if seed % 2 == 0 { (*x as usize / 9) % classes as usize } else { *place };
        }
        let column = of(&list, classes as usize);
        let mut all = Cuts::default();
        all.clear(classes as usize);
        let mut values: Vec<f64> = list.iter().map(|row| row.0).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        for (at, value) in values.iter().enumerate() {
            for (_, place, w) in list.iter().filter(|row| row.0 == *value) {
                all.totals[*place] += w;
            }
            if at + 1 < values.len() {
                all.cut(*value);
            }
        }
        for least in [0.0, 0.01, 0.1, 0.3, 0.45] {
            let found = cuts(&column, least);
            assert_eq!(found.totals, all.totals);
            for criterion in CRITERIA {
                let (offered, brute) = (most(criterion, &found, least), most(criterion, &all, least));
                // Sums of at most a hundred weights times their logarithms: errors stay below 1e-10.
                let same = offered.unwrap_or(-1.0) >= brute.unwrap_or(-1.0) - 1e-10;
                assert!(same, "seed {seed} least {least} {criterion:?}: {offered:?} {brute:?}");
            }
        }
    }
}

#[test]
fn what_is_below_a_cut_is_what_was_counted() {
    testing::below_is_what_was_counted::<Exhaustive>(());
}

#[test]
fn order_of_arrival_and_of_parts_changes_no_answer() {
    let list = rows(6, 2000, 5000, 3);
    let mut sorted = list.clone();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let column = of(&list, 3);
    let (first, second) = list.split_at(1234);
    let mut parts = of(second, 3);
    parts.merge(&of(first, 3), ());
    let doubled: Vec<_> = list.iter().flat_map(|(x, place, w)| [(*x, *place, w / 2.0); 2]).collect();
    for other in [of(&sorted, 3), parts, of(&doubled, 3)] {
        let (mine, its) = (cuts(&column, 0.01), cuts(&other, 0.01));
        assert_eq!((&mine.points, mine.left(), &mine.totals), (&its.points, its.left(), &its.totals));
        for x in [-10.0, 0.0, 17.0, 2500.0, 1e300] {
            let (mut mine, mut its) = ([0.0; 3], [0.0; 3]);
            column.density(x, &mut mine, ());
            other.density(x, &mut its, ());
            assert_eq!(mine, its);
        }
    }
}

#[test]
fn what_is_forgotten_never_came() {
    let list = rows(7, 1500, 300, 2);
    let mut column = of(&list, 2);
    for (x, place, w) in &list[200..] {
        assert!(column.forget(*x, *place, *w, ()));
    }
    let (mine, fresh) = (cuts(&column, 0.0), cuts(&of(&list[..200], 2), 0.0));
    assert_eq!((&mine.points, mine.left(), &mine.totals), (&fresh.points, fresh.left(), &fresh.totals));
    assert!(!column.forget(1e9, 0, 1.0, ()) && !column.forget(list[0].0, list[0].1, 1e9, ()));
    for (x, place, w) in &list[..200] {
        assert!(column.forget(*x, *place, *w, ()));
    }
    assert_eq!(column.entries.len(), 0);
    assert!(column.room <= 2 * SHORTEST_TAIL);
}

#[test]
fn what_a_window_has_passed_is_as_if_it_had_never_come() {
    for (seed, values, share) in [(1, 40, 1.0), (2, 5000, 1.0), (3, 300, 0.3)] {
        let list: Vec<Row> =
            rows(seed, 2500, values, 3).into_iter().map(|(x, place, w)| (x, place, share * w)).collect();
        let mut column = of(&list[..400], 3);
        for (at, (x, place, w)) in list.iter().enumerate().skip(400) {
            column.observe(*x, *place, *w, ());
            let (old, class, weight) = list[at - 400];
            assert!(column.forget(old, class, weight, ()));
            assert!(column.entries.len() - column.sorted <= LONGEST_TAIL);
            if at % 97 != 0 {
                continue;
            }
            let fresh = of(&list[at - 399..=at], 3);
            let again = Exhaustive::restore(&stored(&column), 3, ()).expect("it was stored");
            assert_eq!((stored(&again), again.bytes()), (stored(&column), column.bytes()));
            assert_eq!((column.range, again.range), (fresh.range, fresh.range));
            assert_eq!((&again.marks, again.gone), (&column.marks, column.gone));
            let (mine, its) = (cuts(&column, 0.01), cuts(&fresh, 0.01));
            assert_eq!(mine.points, its.points);
            let near =
                |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-9 * share.fract());
            // Whole weights to the last bit; sums of others in another order to their last few.
            assert!(near(&mine.left(), &its.left()) && near(&column.totals, &fresh.totals));
            for x in [old, *x, 0.0] {
                let (mut mine, mut its) = ([0.0; 3], [0.0; 3]);
                column.density(x, &mut mine, ());
                fresh.density(x, &mut its, ());
                assert!(near(&mine, &its));
            }
        }
    }
}

#[test]
fn a_density_is_the_smoothed_share_in_a_window() {
    // Range 0 to 32: the window is one to either side.
    let column = of(&[(0.0, 0, 1.0), (1.0, 0, 2.0), (1.5, 1, 4.0), (2.0, 0, 8.0), (32.0, 1, 1.0)], 2);
    let mut factors = [0.0; 2];
    column.density(1.0, &mut factors, ());
    assert_eq!(factors, [(11.0 + 1.0) / (11.0 + 16.0), (4.0 + 1.0) / (5.0 + 16.0)]);
    of(&[], 2).density(1.0, &mut factors, ());
    assert_eq!(factors, [1.0 / 16.0; 2]);
}

#[test]
fn a_density_counts_every_value_of_its_window() {
    for count in [60, 64, 65, 128, 700, 3000] {
        let list = rows(11, count, 1 << 40, 3);
        let column = of(&list, 3);
        let low = list.iter().map(|row| row.0).fold(f64::INFINITY, f64::min);
        let high = list.iter().map(|row| row.0).fold(f64::NEG_INFINITY, f64::max);
        for x in list.iter().step_by(17).map(|row| row.0).chain([low, high, high + 0.01 * (high - low)]) {
            let (mut sums, mut totals, mut factors) = ([1.0; 3], [16.0; 3], [0.0; 3]);
            for (value, place, w) in &list {
                sums[*place] += if (value - x).abs() <= (high - low) / 32.0 { *w } else { 0.0 };
                totals[*place] += w;
            }
            column.density(x, &mut factors, ());
            assert_eq!(factors, std::array::from_fn(|k| sums[k] / totals[k]));
        }
    }
}

#[test]
fn a_new_class_takes_its_place() {
    let list = rows(8, 100, 30, 2);
    let mut column = of(&list, 2);
    column.insert_class(1);
    let moved: Vec<_> = list.iter().map(|(x, place, w)| (*x, 2 * place, *w)).collect();
    assert_eq!(stored(&column), stored(&of(&moved, 3)));
}

#[test]
fn stored_numbers_are_the_same_column_again() {
    for count in [0, 1, 15, 16, 17, 400, 2000] {
        let column = of(&rows(9, count, 1000, 3), 3);
        let list = stored(&column);
        let again = Exhaustive::restore(&list, 3, ()).expect("it was stored");
        assert_eq!((stored(&again), again.bytes()), (list, column.bytes()));
        assert_eq!(column.entries.values.capacity(), column.room);
        // What was read, or copied, has the room that is counted once it grows, and none before.
        for mut other in [again, column.clone()] {
            let rooms = |column: &Exhaustive| {
                let Entries { values, weights, places } = &column.entries;
                [values.capacity(), weights.capacity(), places.capacity()]
            };
            assert_eq!(rooms(&other), [other.entries.len(); 3]);
            other.observe(0.5, 0, 1.0, ());
            assert_eq!(rooms(&other), [other.room; 3]);
        }
    }
}

#[test]
fn nonsense_is_not_restored() {
    let different: Vec<_> = (0..40).map(|i| (f64::from(i * 7 % 40), i as usize % 2, 1.0)).collect();
    let list = stored(&of(&different, 2));
    let refused = |at: usize, number: f64| {
        let mut list = list.clone();
        list[at] = number;
        Exhaustive::restore(&list, 2, ()).is_none()
    };
    assert!(Exhaustive::restore(&list, 2, ()).is_some() && Exhaustive::restore(&[], 2, ()).is_none());
    assert!(Exhaustive::restore(&list[..list.len() - 1], 2, ()).is_none());
    // sorted, room, totals, then values from the fourth on, weights from the forty-fourth, and all places in one number.
    // Of the entries 32 are sorted and may be without weight; the last ones may not.
    let wrong = [(0, 41.0), (0, 0.5), (0, 40.0), (1, 39.0), (1, 1e9), (2, -1.0), (2, f64::NAN), (4, 1e9)];
    let weights = [(44, -1.0), (44, -0.0), (44, f64::NAN), (83, 0.0)];
    let places = [(84, 0.5), (84, -1.0), (84, 2f64.powi(40)), (84, 2f64.powi(53)), (84, f64::NAN)];
    for (at, number) in wrong.into_iter().chain([(5, f64::INFINITY)]).chain(weights).chain(places) {
        assert!(refused(at, number), "{at} {number}");
    }
    // The fourth of three classes.
    let mut three = stored(&of(&[(1.0, 0, 1.0), (2.0, 2, 1.0)], 3));
    assert_eq!(three.last(), Some(&8.0));
    assert!(Exhaustive::restore(&three, 3, ()).is_some());
    three[9] = 12.0;
    assert!(Exhaustive::restore(&three, 3, ()).is_none());
}
