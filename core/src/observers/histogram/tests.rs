use super::super::testing::{self, Row, counted, rows, stored};
use super::*;

const LIMIT: Second = Second { intervals: 10, kind: Kind::Frequency };

fn of(rows: &[Row], classes: usize) -> Histogram {
    testing::of(rows, classes, LIMIT)
}

fn cuts(column: &Histogram, limit: Second) -> Cuts {
    testing::cuts(column, limit, 0.0)
}

#[test]
fn few_values_are_exact() {
    let list = rows(1, 500, 32, 3);
    let column = of(&list, 3);
    let found = cuts(&column, LIMIT);
    assert_eq!(found.points, (-3..28).map(f64::from).collect::<Vec<_>>());
    for (cut, left) in found.points.iter().zip(found.left().chunks(3)) {
        assert_eq!(left, counted(&list, *cut, 3));
        let mut below = [9.0; 3];
        column.below(cut + 0.5, &mut below);
        assert_eq!(below, left);
    }
}

#[test]
fn one_more_value_lays_two_hundred_intervals() {
    // 0, 25, 50 ... 800: the width is 4, so that every value is the upper end of its interval or within it.
    let list: Vec<Row> = (0..33).map(|i| (f64::from(i) * 25.0, i as usize % 2, 1.0)).collect();
    let column = of(&list, 2);
    let steps = column.first.steps();
    assert_eq!((steps.len(), steps.keys()[0], steps.keys()[199]), (200, 4.0, 800.0));
    assert_eq!(stored(&column)[..4], [0.0, 4.0, 0.0, 800.0]);
    for (cut, left) in cuts(&column, LIMIT).points.iter().zip(cuts(&column, LIMIT).left().chunks(2)) {
        assert_eq!(left, counted(&list, *cut, 2));
    }
    // Tenths of the range, and of the weight: 4 values of 33 are the first to be more than a tenth.
    let width = Second { kind: Kind::Width, ..LIMIT };
    assert_eq!(cuts(&column, width).points, (1..10).map(|i| f64::from(i) * 80.0).collect::<Vec<_>>());
    assert_eq!(cuts(&column, LIMIT).points[0], 76.0);
}

#[test]
fn an_interval_is_split_when_it_holds_more_than_a_hundredth_and_more_than_one() {
    let list: Vec<Row> = (0..33).map(|i| (f64::from(i) * 25.0, 0, 1.0)).collect();
    let mut column = of(&list, 1);
    // 102 is in (100, 104], which holds nothing: 100 is in (96, 100].
    column.observe(102.0, 0, 1.0, LIMIT);
    assert_eq!(column.first.steps().len(), 200);
    column.observe(103.0, 0, 1.0, LIMIT);
    let steps = column.first.steps();
    let at = steps.below(101.0);
    // The weight of 1 is halved, and the new value counts in the upper half, which may hold 0.5 more until it is
    // split again: then 1 is halved.
    assert_eq!(steps.keys()[at - 1..at + 4], [100.0, 102.0, 103.0, 104.0, 108.0]);
    assert_eq!([0, 1, 2].map(|more| steps.weights(at + more)[0]), [0.5, 1.0, 0.5]);
    assert_eq!(steps.totals(), [35.0]);
}

#[test]
fn a_range_that_moves_on_is_found() {
    let mut list = rows(2, 2000, 1 << 20, 2);
    list.iter_mut().for_each(|row| row.0 /= f64::from(1 << 20));
    let moved: Vec<Row> = rows(3, 20_000, 1 << 20, 2)
        .iter()
        .map(|(x, place, w)| (1000.0 + x / f64::from(1 << 20), *place, *w))
        .collect();
    for sign in [1.0, -1.0] {
        let all: Vec<Row> = list.iter().chain(&moved).map(|(x, place, w)| (sign * x, *place, *w)).collect();
        let column = of(&all, 2);
        let mut below = [0.0; 2];
        for i in 1..10 {
            let cut = sign * (1000.0 + f64::from(i) / 10.0);
            column.below(cut, &mut below);
            let brute = counted(&all, cut, 2);
            let total: f64 = all.iter().map(|row| row.2).sum();
            assert!((0..2).all(|k| (below[k] - brute[k]).abs() < 0.03 * total), "{cut}: {below:?} {brute:?}");
        }
    }
}

#[test]
fn weight_is_kept_and_grows_with_the_cut() {
    for seed in 0..12 {
        let values = [40, 1000, 1 << 30][seed as usize % 3];
        let mut list = rows(seed, 4000, values, 3);
        // Sorted, shifted and with values that come again and again.
        match seed % 4 {
            0 => list.sort_by(|a, b| a.0.total_cmp(&b.0)),
            1 => list.iter_mut().step_by(3).for_each(|row| row.0 = 17.0),
            2 => list.iter_mut().for_each(|row| row.0 = -row.0 * row.0),
            _ => {}
        }
        let column = of(&list, 3);
        assert!(column.first.steps().len() <= 1000);
        let totals = counted(&list, f64::INFINITY, 3);
        for kind in [Kind::Frequency, Kind::Width] {
            for intervals in [2, 10, 1000] {
                let found = cuts(&column, Second { intervals, kind });
                // Thousands of halves and sums: errors stay far below 1e-9 of the weight.
                let near =
                    |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9 * totals[0]);
                assert!(near(&found.totals, &totals) && found.points.len() < intervals as usize);
                assert!(found.points.windows(2).all(|pair| pair[0] < pair[1]));
                let mut before = [0.0; 3];
                for (cut, left) in found.points.iter().zip(found.left().chunks(3)) {
                    let mut below = [0.0; 3];
                    column.below(*cut, &mut below);
                    assert!(near(&below, left));
                    assert!((0..3).all(|k| left[k] >= before[k] && left[k] <= found.totals[k]));
                    before.copy_from_slice(left);
                }
            }
        }
        let mut all = [0.0; 3];
        column.below(f64::INFINITY, &mut all);
        assert!(all.iter().zip(&totals).all(|(a, b)| (a - b).abs() < 1e-9 * totals[0]));
    }
}

#[test]
fn equal_frequency_means_about_equal_weight() {
    let list = rows(4, 20_000, 1 << 30, 2);
    let found = cuts(&of(&list, 2), LIMIT);
    assert_eq!(found.points.len(), 9);
    let total: f64 = found.totals.iter().sum();
    for (i, cut) in found.points.iter().enumerate() {
        let share = counted(&list, *cut, 2).iter().sum::<f64>() / total;
        // An interval of the first layer holds about a hundredth.
        assert!((share - 0.1 * (i + 1) as f64).abs() < 0.03, "{i} {share}");
    }
}

#[test]
fn a_weight_of_two_is_twice_a_weight_of_one() {
    let list = rows(5, 3000, 300, 2);
    let halves: Vec<Row> = list.iter().flat_map(|(x, place, w)| [(*x, *place, w / 2.0); 2]).collect();
    let (whole, halves) = (stored(&of(&list, 2)), stored(&of(&halves, 2)));
    assert_eq!(whole.len(), halves.len());
    // Rounding of weights up to thousands.
    assert!(whole.iter().zip(&halves).all(|(a, b)| (a - b).abs() < 1e-8));
}

#[test]
fn classes_with_a_gap_between_them_are_separated() {
    let mut list = rows(6, 3000, 1 << 30, 1);
    list.iter_mut().for_each(|row| row.0 = 1.0 + row.0 / f64::from(1 << 30));
    list.iter_mut().for_each(|row| row.1 = 1);
    list.iter_mut().step_by(2).for_each(|row| (row.0, row.1) = (0.0, 0));
    for kind in [Kind::Frequency, Kind::Width] {
        let found = cuts(&of(&list, 2), Second { intervals: 10, kind });
        assert!(found.left().chunks(2).any(|left| left == [found.totals[0], 0.0]), "{kind:?}");
    }
}

#[test]
fn merging_few_values_is_exact_and_many_is_near() {
    let list = rows(7, 300, 30, 2);
    let (first, second) = list.split_at(111);
    let mut both = of(first, 2);
    both.merge(&of(second, 2), LIMIT);
    let (mine, one) = (cuts(&both, LIMIT), cuts(&of(&list, 2), LIMIT));
    assert_eq!((&mine.points, mine.left()), (&one.points, one.left()));
    let list = rows(8, 9000, 1 << 30, 2);
    for at in [5, 20, 4000, 8990] {
        let (first, second) = list.split_at(at);
        let mut both = of(first, 2);
        both.merge(&of(second, 2), LIMIT);
        let numbers = stored(&both);
        assert!(Histogram::restore(&numbers, 2, LIMIT).is_some_and(|again| stored(&again) == numbers));
        let total: f64 = list.iter().map(|row| row.2).sum();
        for i in 0..=20 {
            let cut = f64::from(1 << 30) * f64::from(i) / 20.0;
            let mut below = [0.0; 2];
            both.below(cut, &mut below);
            let brute = counted(&list, cut, 2);
            assert!(
                (0..2).all(|k| (below[k] - brute[k]).abs() < 0.01 * total),
                "{at} {cut}: {below:?} {brute:?}"
            );
        }
    }
}

#[test]
fn a_density_is_the_share_nearby() {
    let mut factors = [0.0; 2];
    let column = of(&[(1.0, 0, 3.0), (2.0, 1, 1.0), (1.0, 1, 2.0)], 2);
    column.density(1.0, &mut factors, LIMIT);
    assert_eq!(factors, [4.0 / 5.0, 3.0 / 5.0]);
    column.density(1.5, &mut factors, LIMIT);
    assert_eq!(factors, [1.0 / 5.0, 1.0 / 5.0]);
    of(&[], 2).density(0.0, &mut factors, LIMIT);
    assert_eq!(factors, [1.0; 2]);
    // Two hundred intervals of width 4 make fifty windows: 92 to 108 reaches from (88, 92] to (104, 108].
    let list: Vec<Row> = (0..33).map(|i| (f64::from(i) * 25.0, i as usize % 2, 1.0)).collect();
    of(&list, 2).density(100.0, &mut factors, LIMIT);
    assert_eq!(factors, [2.0 / 67.0, 1.0 / 66.0]);
}

#[test]
fn numbers_at_the_edge_of_numbers_do_no_harm() {
    let edges = [0.0, -0.0, f64::MIN_POSITIVE, -5e-324, 5e-324, f64::MAX, f64::MIN, 1.0, f64::EPSILON];
    let mut list: Vec<Row> =
        (0..400).map(|i| (edges[i % 9] * (1.0 - (i / 9) as f64 / 100.0), i % 2, 1.0)).collect();
    for _ in 0..2 {
        let column = of(&list, 2);
        let found = cuts(&column, Second { intervals: 1000, kind: Kind::Width });
        assert!(found.left().iter().chain(&found.points).all(|x| x.is_finite()));
        let mut factors = [0.0; 2];
        for x in edges {
            column.density(x, &mut factors, LIMIT);
            assert!(factors.iter().all(|factor| *factor > 0.0 && *factor <= 1.0), "{x}");
        }
        // The next time, numbers with hardly any others between them.
        list.iter_mut()
            .enumerate()
            .for_each(|(i, row)| row.0 = f64::from_bits(1.0f64.to_bits() + i as u64 % 40));
    }
}

#[test]
fn a_new_class_takes_its_place() {
    let list = rows(9, 300, 1000, 2);
    let mut column = of(&list, 2);
    column.insert_class(1);
    let moved: Vec<Row> = list.iter().map(|(x, place, w)| (*x, 2 * place, *w)).collect();
    assert_eq!(stored(&column), stored(&of(&moved, 3)));
}

#[test]
fn stored_numbers_are_the_same_column_again_and_nonsense_is_refused() {
    for count in [0, 1, 32, 33, 40, 3000] {
        let column = of(&rows(10, count, 1 << 30, 2), 2);
        let list = stored(&column);
        let again = Histogram::restore(&list, 2, LIMIT).expect("it was stored");
        assert_eq!((stored(&again), again.bytes()), (list.clone(), column.bytes()));
        assert!(Histogram::restore(&list[..list.len() - 1], 2, LIMIT).is_none());
        // low, width, smallest, largest, length, room, totals, keys, weights
        let wrong = [
            (0, f64::NAN),
            (0, 1e300),
            (1, -1.0),
            (1, f64::NAN),
            (2, 1e300),
            (3, f64::INFINITY),
            (5, 2000.0),
            (6, -1.0),
        ];
        for (at, number) in wrong {
            let mut list = list.clone();
            list[at] = number;
            assert!(Histogram::restore(&list, 2, LIMIT).is_none(), "{count} {at} {number}");
        }
    }
}
