use super::*;
use crate::candidates::multiway::intervals;
use crate::candidates::multiway::testing::{
    CRITERIA, counts, each_partition, equal, least_mass, mass_of, optimum, random,
};
use crate::criteria::Criterion;

/// 27 rows of two classes in eight bins, in the manner of the paper's Figure 1.
const COLUMN: [f64; 16] = [3.0, 0.0, 2.0, 0.0, 1.0, 3.0, 1.0, 3.0, 0.0, 4.0, 2.0, 2.0, 3.0, 0.0, 3.0, 0.0];

#[test]
fn errors_worked_by_hand() {
    // (15, 12) errs 12. Two: (7, 10 | 8, 2) errs 9, as does (9, 12 | 6, 0), which begins its last interval later.
    // Three: (5, 0 | 2, 10 | 8, 2) errs 4, and the minorities of the bins (1, 3), (1, 3) and (2, 2) are 4 rows: no cut
    // helps any more. A mass leaves out the 27 rows.
    let found = optimum(&Pieces::of_counts(&COLUMN, 2), &Criterion::Misclassification, 0.0, 4);
    assert_eq!(found.of(1), Some((12.0 - 27.0, &[][..])));
    assert_eq!(found.of(2), Some((9.0 - 27.0, &[4u32][..])));
    assert_eq!(found.of(3), Some((4.0 - 27.0, &[1u32, 4][..])));
    assert_eq!(found.of(4).map(|(mass, _)| mass), Some(4.0 - 27.0));
}

#[test]
fn entropies_worked_by_hand() {
    // Two: (9, 12 | 6, 0), 21 H(3/7) = 20.689791 bits. Three: (5, 0 | 4, 12 | 6, 0), 16 H(1/4) = 12.980450.
    let found = optimum(&Pieces::of_counts(&COLUMN, 2), &Criterion::Entropy, 0.0, 3);
    let (two, ends) = found.of(2).expect("two intervals");
    assert_eq!(ends, [5]);
    assert!((two - 20.689_791).abs() < 1e-6);
    let (three, ends) = found.of(3).expect("three intervals");
    assert_eq!(ends, [1, 5]);
    assert!((three - 12.980_450).abs() < 1e-6);
}

#[test]
fn of_equal_partitions_the_one_wins_whose_last_interval_begins_first() {
    // Pure pieces: any cut is as good as any other.
    let found = optimum(&Pieces::of_counts(&[1.0; 30], 1), &Criterion::Misclassification, 0.0, 3);
    assert_eq!(found.of(2), Some((-30.0, &[0u32][..])));
    assert_eq!(found.of(3), Some((-30.0, &[0u32, 1][..])));
    let found = optimum(&Pieces::of_counts(&[1.0; 30], 1), &Criterion::Misclassification, 4.0, 3);
    assert_eq!(found.of(3), Some((-30.0, &[4u32, 9][..])));
}

#[test]
fn no_partition_is_found_where_none_is_allowed() {
    let pieces = Pieces::of_counts(&[0.0, 2.0, 0.0, 3.0, 0.0], 1);
    let found = optimum(&pieces, &Criterion::Gini, 0.0, 5);
    assert!(found.of(2).is_some() && found.of(3).is_none() && found.of(5).is_none());
    assert!(optimum(&pieces, &Criterion::Gini, 2.0, 3).of(2).is_none());
    assert!(optimum(&pieces, &Criterion::Gini, 5.0, 3).of(1).is_none());
    for most in 1..=16 {
        assert!(optimum(&Pieces::default(), &Criterion::Gini, 0.0, most).of(1).is_none());
        assert!(optimum(&Pieces::of_counts(&[1.0, 1.0], 2), &Criterion::Gini, 0.0, most).of(1).is_some());
    }
}

#[test]
fn no_partition_at_all_is_better() {
    let mut draw = random(7);
    for round in 0..4000 {
        let (size, classes) = (1 + draw(if round % 8 == 0 { 12 } else { 9 }) as usize, 2 + draw(3) as usize);
        let pieces = Pieces::of_counts(&counts(&mut draw, size, classes, round % 2 == 0), classes);
        let least = if draw(2) == 0 { 0.0 } else { pieces.weight(0..size) * draw(30) as f64 / 100.0 };
        for criterion in CRITERIA {
            let found = optimum(&pieces, &criterion, least, 5);
            for arity in 1..=5 {
                let wanted = least_mass(&pieces, arity, &criterion, least);
                let Some((mass, ends)) = found.of(arity) else {
                    assert_eq!(wanted, f64::INFINITY, "round {round}: {criterion:?} {arity}");
                    continue;
                };
                // Both sum from left to right: not even rounding differs.
                assert_eq!(mass, wanted, "round {round}: {criterion:?} {arity}");
                assert_eq!(mass_of(&pieces, ends, &criterion, least), mass);
            }
        }
    }
}

#[test]
fn the_first_of_equal_partitions_is_told_from_the_right() {
    let mut draw = random(11);
    for _ in 0..500 {
        let size = 1 + draw(9) as usize;
        let pieces = Pieces::of_counts(&counts(&mut draw, size, 2, true), 2);
        let found = optimum(&pieces, &Criterion::Misclassification, 0.0, 4);
        for arity in 2..=4 {
            let Some((mass, ends)) = found.of(arity) else { continue };
            let mut first: Option<Vec<u32>> = None;
            each_partition(size, arity, &mut |other| {
                let is_equal = mass_of(&pieces, other, &Criterion::Misclassification, 0.0) == mass;
                if is_equal && first.as_ref().is_none_or(|first| other.iter().rev().lt(first.iter().rev())) {
                    first = Some(other.to_vec());
                }
            });
            assert_eq!(first.as_deref(), Some(ends));
        }
    }
}

#[test]
fn wide_columns_are_searched_like_narrow_ones() {
    // Against the recurrence as it is written, with several panels and rows longer than one.
    let mut draw = random(13);
    for size in [15, 16, 17, 40, 255, 256, 257, 300] {
        let pieces = Pieces::of_counts(&counts(&mut draw, size, 3, true), 3);
        let least = pieces.weight(0..size) * 0.05;
        let cost = |from: usize, to: usize| {
            let counts: Vec<f64> = (0..3).map(|class| pieces.of_class(class, from..to)).collect();
            if counts.iter().sum::<f64>() > least { Criterion::Gini.mass(&counts) } else { f64::INFINITY }
        };
        let mut table = vec![(0..=size).map(|border| cost(0, border)).collect::<Vec<f64>>()];
        for _ in 1..6 {
            let row = table.last().expect("a row");
            let least = |border| (1..border).map(|i| row[i] + cost(i, border)).fold(f64::INFINITY, f64::min);
            let next = (0..=size).map(least).collect();
            table.push(next);
        }
        for most in 1..=6 {
            let found = optimum(&pieces, &Criterion::Gini, least, most);
            for (arity, row) in table.iter().enumerate().take(most) {
                let mass = found.of(arity + 1).map_or(f64::INFINITY, |(mass, _)| mass);
                assert_eq!(mass, row[size], "{size} pieces, {arity}");
            }
        }
    }
}

#[test]
fn buffers_of_one_search_do_not_show_in_the_next() {
    let mut draw = random(17);
    let (mut scratch, mut found) = (Scratch::default(), Partitions::default());
    for _ in 0..300 {
        let (size, classes, most) = (1 + draw(40) as usize, 1 + draw(4) as usize, 1 + draw(8) as usize);
        let pieces = Pieces::of_counts(&counts(&mut draw, size, classes, true), classes);
        found.clear(most);
        search(&pieces, &Criterion::Entropy, 1.0, &mut scratch, &mut found);
        let fresh = optimum(&pieces, &Criterion::Entropy, 1.0, most);
        assert!((1..=most).all(|arity| found.of(arity) == fresh.of(arity)));
    }
}

#[test]
fn cuts_at_the_borders_of_segments_are_enough() {
    // Neighbours of equal class shares are one segment; concave masses lose nothing if it is never cut.
    let mut draw = random(19);
    for round in 0..2000 {
        let (segments, classes) = (1 + draw(8) as usize, 2 + draw(3) as usize);
        let shares = counts(&mut draw, segments, classes, round % 2 == 0);
        let (mut bins, mut merged) = (Vec::new(), Vec::new());
        for share in shares.chunks_exact(classes) {
            let times: Vec<f64> = (0..1 + draw(3)).map(|_| (1 + draw(3)) as f64).collect();
            times.iter().for_each(|times| bins.extend(share.iter().map(|weight| weight * times)));
            merged.extend(share.iter().map(|weight| weight * times.iter().sum::<f64>()));
        }
        let (bins, merged) = (Pieces::of_counts(&bins, classes), Pieces::of_counts(&merged, classes));
        for criterion in CRITERIA {
            let (fine, coarse) = (optimum(&bins, &criterion, 0.0, 6), optimum(&merged, &criterion, 0.0, 6));
            for arity in 1..=6 {
                if let Some((mass, _)) = coarse.of(arity) {
                    let fine = fine.of(arity).expect("more pieces, more partitions").0;
                    assert!(equal(fine, mass), "round {round}: {criterion:?} {arity}: {fine} {mass}");
                }
            }
        }
    }
}

#[test]
fn one_interval_more_is_never_worse() {
    let mut draw = random(23);
    for round in 0..500 {
        let size = 2 + draw(40) as usize;
        let pieces = Pieces::of_counts(&counts(&mut draw, size, 3, round % 2 == 0), 3);
        for criterion in CRITERIA {
            let found = optimum(&pieces, &criterion, 0.0, 9);
            for arity in 1..9 {
                let (Some((fewer, _)), Some((more, ends))) = (found.of(arity), found.of(arity + 1)) else {
                    continue;
                };
                assert!(more <= fewer || equal(more, fewer));
                assert!(intervals(ends, &pieces).all(|interval| pieces.weight(interval) > 0.0));
            }
        }
    }
}
