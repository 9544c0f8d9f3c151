use super::*;
use crate::candidates::multiway::testing::{counts, equal, mass_of as mass_by, optimum, random};
use crate::criteria::Criterion;

fn found(counts: &[f64], most: usize) -> Partitions {
    let mut found = Partitions::default();
    found.clear(most);
    search(&Pieces::of_counts(counts, 2), &mut Scratch::default(), &mut found);
    found
}

#[test]
fn errors_worked_by_hand() {
    // Surpluses +5, -1, +5, -7, +2 of rows without a minority; 20 rows. One interval: (12, 8). Two: the last two
    // against the rest, errs 1 + 2. Three: + (5, 1, 5), -7, +2 errs 1. Five: none.
    let column = found(&[5.0, 0.0, 0.0, 1.0, 5.0, 0.0, 0.0, 7.0, 2.0, 0.0], 6);
    assert_eq!(column.of(1), Some((8.0 - 20.0, &[][..])));
    assert_eq!(column.of(2), Some((3.0 - 20.0, &[2u32][..])));
    assert_eq!(column.of(3), Some((1.0 - 20.0, &[2u32, 3][..])));
    // Four intervals err no less than three: the first is cut once more.
    assert_eq!(column.of(4), Some((1.0 - 20.0, &[0u32, 2, 3][..])));
    assert_eq!(column.of(5), Some((0.0 - 20.0, &[0u32, 1, 2, 3][..])));
    assert!(column.of(6).is_none());
}

#[test]
fn a_small_run_at_an_end_goes_alone() {
    // -1, +5, -3, +5, -1: to overrule one end saves one interval, an inner run two.
    let column = found(&[0.0, 1.0, 5.0, 0.0, 0.0, 3.0, 5.0, 0.0, 0.0, 1.0], 5);
    let errors: Vec<f64> = (1..=5).map(|arity| column.of(arity).expect("a partition").0 + 15.0).collect();
    assert_eq!(errors, [5.0, 4.0, 2.0, 1.0, 0.0]);
}

#[test]
fn columns_without_surplus_and_without_weight() {
    let even = found(&[1.0, 1.0, 0.0, 0.0, 2.0, 2.0], 4);
    assert_eq!(even.of(1), Some((-3.0, &[][..])));
    assert_eq!(even.of(2), Some((-3.0, &[0u32][..])));
    assert!(even.of(3).is_none());
    assert!(found(&[0.0; 6], 3).of(1).is_none());
    assert!(found(&[], 3).of(1).is_none());
}

#[test]
fn as_good_as_dynamic_programming_for_every_arity() {
    let mut draw = random(3);
    for round in 0..6000 {
        let size = 1 + draw(if round % 3 == 0 { 60 } else { 16 }) as usize;
        let mut counts = counts(&mut draw, size, 2, round % 2 == 0);
        if round % 5 == 0 {
            // Weights of any size, that no sum rounds alike.
            counts.iter_mut().for_each(|weight| *weight *= (1 + draw(1_000_000)) as f64 / 7e4);
        }
        let pieces = Pieces::of_counts(&counts, 2);
        let (fast, slow) = (found(&counts, 16), optimum(&pieces, &Criterion::Misclassification, 0.0, 16));
        for arity in 1..=16 {
            let (fast, slow) = (fast.of(arity), slow.of(arity));
            assert_eq!(fast.is_some(), slow.is_some(), "round {round}: {arity} of {size}");
            let (Some((fast, ends)), Some((slow, _))) = (fast, slow) else { continue };
            let is_equal = if round % 2 == 0 && round % 5 > 0 { fast == slow } else { equal(fast, slow) };
            assert!(is_equal, "round {round}: {arity} of {size}: {fast} {slow}");
            assert_eq!(mass_by(&pieces, ends, &Criterion::Misclassification, 0.0), fast);
        }
    }
}
