use super::super::testing::{self, Row, counted, random, rows, stored};
use super::*;

const LIMITS: [u32; 6] = [3, 4, 10, 17, 40, 100];

fn of(rows: &[Row], classes: usize, limit: u32) -> Gk {
    testing::of(rows, classes, limit)
}

/// The tuples of the only class: values, masses, deltas.
fn tuples(column: &Gk) -> Vec<f64> {
    stored(column)[2..].to_vec()
}

/// Rows of one class with weight 1.
fn ones(values: &[f64]) -> Vec<Row> {
    values.iter().map(|x| (*x, 0, 1.0)).collect()
}

#[test]
fn four_tuples_by_hand() {
    // Three are kept. When 2 comes, the tuple of 4 stands for 4 alone, and the delta of 2 is 1 + 0 - 1.
    let mut column = of(&ones(&[1.0, 4.0, 2.0]), 1, 4);
    assert_eq!(stored(&column), [3.0, 3.0, 1.0, 2.0, 4.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    // 2 into 3 costs 1 + 1 + 0, and 3 into 4 as much: the first of equals goes.
    column.observe(3.0, 0, 1.0, 4);
    assert_eq!(tuples(&column), [1.0, 3.0, 4.0, 1.0, 2.0, 1.0, 0.0, 0.0, 0.0]);
    // 2.5 comes with delta 2 + 0 - 1. Into 3 it costs 1 + 2 + 0, and 3 into 4 as much: the new one goes.
    column.observe(2.5, 0, 1.0, 4);
    assert_eq!(tuples(&column), [1.0, 3.0, 4.0, 1.0, 3.0, 1.0, 0.0, 0.0, 0.0]);
    // A new largest value allows the old one to be removed: 1 + 1 + 0 is least.
    column.observe(9.0, 0, 1.0, 4);
    assert_eq!(tuples(&column), [1.0, 3.0, 9.0, 1.0, 3.0, 2.0, 0.0, 0.0, 0.0]);
    // The same value again is a tuple behind it; the first of both goes, for 2 + 1 + 0.
    column.observe(9.0, 0, 1.0, 4);
    assert_eq!(tuples(&column), [1.0, 3.0, 9.0, 1.0, 3.0, 3.0, 0.0, 0.0, 0.0]);
}

#[test]
fn a_tuple_with_a_smaller_delta_than_the_next_is_not_merged() {
    let mut column = of(&[(0.0, 0, 1.0), (5.0, 0, 1.0), (10.0, 0, 9.0), (20.0, 0, 9.0)], 1, 5);
    // 9 comes with delta 9 + 0 - 2. 5 would go for 1 + 2 + 7; but its delta is 0, and so 9 itself goes, for 2 + 9 + 0.
    column.observe(9.0, 0, 2.0, 5);
    assert_eq!(tuples(&column), [0.0, 5.0, 10.0, 20.0, 1.0, 1.0, 11.0, 9.0, 0.0, 0.0, 0.0, 0.0]);
}

/// The definition taken literally: of all tuples, the new one among them, the first of the cheapest is removed.
fn slow(list: &[Row], limit: usize) -> Vec<[f64; 3]> {
    let mut tuples: Vec<[f64; 3]> = Vec::new();
    for (x, _, w) in list {
        let at = tuples.iter().filter(|tuple| tuple[0] <= *x).count();
        let delta = tuples.get(at).map_or(0.0, |next| (next[1] + next[2] - w).max(0.0));
        tuples.insert(at, [*x, *w, delta]);
        if tuples.len() == limit {
            let may = (1..limit - 1).filter(|i| tuples[*i][2] >= tuples[i + 1][2]);
            let cost = |i: &usize| tuples[*i][1] + tuples[i + 1][1] + tuples[i + 1][2];
            let victim = may.min_by(|a, b| cost(a).total_cmp(&cost(b))).expect("the last but one may");
            let gone = tuples.remove(victim);
            tuples[victim][1] += gone[1];
        }
    }
    tuples
}

/// The same rows in orders that are hard on it.
fn orders(list: &[Row]) -> Vec<Vec<Row>> {
    let mut sorted = list.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let reversed: Vec<Row> = sorted.iter().rev().copied().collect();
    let zigzag = sorted.iter().zip(&reversed).flat_map(|(a, b)| [*a, *b]).take(sorted.len()).collect();
    vec![list.to_vec(), sorted, reversed, zigzag]
}

#[test]
fn what_is_found_in_stretches_is_what_is_found_among_all() {
    for (seed, values) in [(1, 1 << 30), (2, 40), (3, 3)] {
        for list in orders(&rows(seed, 1500, values, 1)) {
            for limit in LIMITS {
                let wanted = slow(&list, limit as usize);
                let wanted: Vec<f64> =
                    (0..3).flat_map(|part| wanted.iter().map(move |tuple| tuple[part])).collect();
                assert_eq!(tuples(&of(&list, 1, limit)), wanted, "{limit}");
            }
        }
    }
}

#[test]
fn nothing_is_lost_while_there_is_room() {
    let list = rows(1, 300, 40, 3);
    let column = of(&list, 3, 400);
    let found = testing::cuts(&column, 400, 0.0);
    assert_eq!(found.points, (-3..36).map(f64::from).collect::<Vec<_>>());
    for (cut, left) in found.points.iter().zip(found.left().chunks(3)) {
        assert_eq!(left, counted(&list, *cut, 3));
    }
}

#[test]
fn the_weight_up_to_a_cut_is_never_too_much_and_all_of_it_is_there() {
    for limit in LIMITS {
        for order in orders(&rows(2, 3000, 1 << 30, 2)) {
            let column = of(&order, 2, limit);
            let found = testing::cuts(&column, limit, 0.0);
            for (cut, left) in found.points.iter().zip(found.left().chunks(2)) {
                let (brute, mut below) = (counted(&order, *cut, 2), [9.0; 2]);
                column.below(*cut, &mut below);
                assert_eq!(below, left);
                assert!((0..2).all(|k| left[k] <= brute[k]), "{cut}: {left:?} {brute:?}");
            }
            assert_eq!(found.totals, counted(&order, f64::INFINITY, 2));
        }
    }
}

#[test]
fn merging_adds_what_both_have_up_to_a_cut_but_for_one_tuple() {
    for seed in 0..20 {
        let list = rows(seed, 400 + 100 * seed as usize, if seed % 2 == 0 { 300 } else { 1 << 30 }, 2);
        let (first, second) = list.split_at(50 + 17 * seed as usize);
        for limit in LIMITS {
            let (mine, other) = (of(first, 2, limit), of(second, 2, limit));
            let mut free = mine.clone();
            free.merge(&other, 10_000);
            let mut both = mine.clone();
            both.merge(&other, limit);
            for column in [&free, &both] {
                let found = testing::cuts(column, limit, 0.0);
                let mut before = [0.0; 2];
                for (cut, left) in found.points.iter().zip(found.left().chunks(2)) {
                    let (mut a, mut b) = ([0.0; 2], [0.0; 2]);
                    mine.below(*cut, &mut a);
                    other.below(*cut, &mut b);
                    assert!((0..2).all(|k| before[k] <= left[k] && left[k] <= a[k] + b[k]));
                    before.copy_from_slice(left);
                }
                assert_eq!(found.totals, counted(&list, f64::INFINITY, 2));
            }
            let list = stored(&both);
            let again = Gk::restore(&list, 2, limit).expect("it was stored");
            assert_eq!((stored(&again), again.bytes()), (list, both.bytes()));
        }
    }
}

#[test]
fn whatever_was_merged_there_is_one_to_merge_for_the_next_value() {
    let mut draw = random(7);
    for limit in [3, 4, 10] {
        let mut column = of(&[], 1, limit);
        for seed in 0..60 {
            column.merge(&of(&rows(seed, draw(30) as usize, 50, 1), 1, limit), limit);
            column.observe(draw(60) as f64 - 5.0, 0, 1.0, limit);
            assert!(stored(&column)[0] < f64::from(limit));
        }
    }
}

#[test]
fn a_density_is_the_share_in_a_window() {
    // Range 0 to 32: the window is one to either side.
    let list = [(0.0, 0, 1.0), (1.0, 0, 2.0), (1.5, 1, 4.0), (2.0, 0, 8.0), (32.0, 1, 1.0)];
    let column = of(&list, 2, 10);
    let mut factors = [0.0; 2];
    column.density(1.0, &mut factors, 10);
    assert_eq!(factors, [(11.0 + 0.25) / 15.0, (4.0 + 0.25) / 9.0]);
    of(&[(5.0, 1, 3.0)], 2, 10).density(5.0, &mut factors, 10);
    assert_eq!(factors, [0.0625, 3.25 / 7.0]);
    of(&[], 2, 10).density(5.0, &mut factors, 10);
    assert_eq!(factors, [0.0625; 2]);
}

#[test]
fn a_new_class_takes_its_place() {
    let list = rows(8, 100, 30, 2);
    let mut column = of(&list, 2, 10);
    column.insert_class(1);
    let moved: Vec<Row> = list.iter().map(|(x, place, w)| (*x, 2 * place, *w)).collect();
    assert_eq!(stored(&column), stored(&of(&moved, 3, 10)));
}

#[test]
fn stored_numbers_are_the_same_column_again() {
    for limit in LIMITS {
        for count in [0, 1, 2, 5, 300, 2000] {
            let column = of(&rows(9, count, 1000, 3), 3, limit);
            let list = stored(&column);
            let again = Gk::restore(&list, 3, limit).expect("it was stored");
            assert_eq!((stored(&again), again.bytes()), (list, column.bytes()));
        }
    }
}

#[test]
fn nonsense_is_not_restored() {
    let limit = 6;
    let list = stored(&of(&rows(11, 40, 1000, 1), 1, limit));
    assert!(Gk::restore(&list, 1, limit).is_some());
    assert!(Gk::restore(&list, 1, limit - 1).is_none());
    for shorter in 0..list.len() {
        assert!(Gk::restore(&list[..shorter], 1, limit).is_none());
    }
    // length, total, five values, masses, deltas
    let wrong =
        [(0, 6.0), (0, 4.0), (0, 0.5), (1, -1.0), (1, f64::NAN), (2, 1e9), (3, -1e9), (6, f64::INFINITY)];
    let wrong = wrong.into_iter().chain([(7, 0.0), (8, -1.0), (9, f64::INFINITY), (12, -1.0), (16, 1.0)]);
    for (at, number) in wrong {
        let mut list = list.clone();
        list[at] = number;
        assert!(Gk::restore(&list, 1, limit).is_none(), "{at} {number}");
    }
}
