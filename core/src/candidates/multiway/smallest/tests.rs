use super::*;
use crate::candidates::multiway::Pieces;
use crate::candidates::multiway::testing::{counts, mass_of, optimum, random};
use crate::criteria::Criterion;

fn ends(counts: &[f64], classes: usize) -> Vec<u32> {
    let mut ends = vec![9];
    let read = |piece: usize, weights: &mut Vec<f64>| {
        weights.clear();
        weights.extend_from_slice(&counts[piece * classes..(piece + 1) * classes]);
    };
    let pieces = counts.len() / classes.max(1);
    partition(pieces, classes, read, &mut vec![9.0], &mut vec![false; 2], &mut ends);
    ends
}

#[test]
fn a_run_goes_on_while_the_pieces_agree_on_a_class() {
    // Majorities {0}, {0, 1}, {1}, {0, 1}, {0}: the second piece agrees with the first, the fourth with the third.
    assert_eq!(ends(&[2.0, 0.0, 1.0, 1.0, 0.0, 3.0, 4.0, 4.0, 5.0, 1.0], 2), [1, 3]);
    // Pairwise agreement is not enough: {0, 1}, {1, 2}, {0, 2}
    assert_eq!(ends(&[1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0], 3), [1]);
}

#[test]
fn an_empty_piece_agrees_with_any() {
    assert_eq!(ends(&[0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 5.0, 0.0], 2), [] as [u32; 0]);
    assert_eq!(ends(&[], 2), [] as [u32; 0]);
}

#[test]
fn real_weights_tie_only_if_they_are_equal() {
    let near = 0.1 + 0.2;
    assert_eq!(ends(&[near, 0.3, 0.0, 1.0], 2), [0]);
    assert_eq!(ends(&[0.3, 0.3, 0.0, 1.0], 2), [] as [u32; 0]);
}

#[test]
fn it_errs_least_and_no_smaller_partition_does() {
    let mut draw = random(5);
    for round in 0..3000 {
        let (size, classes) = (1 + draw(14) as usize, 1 + draw(5) as usize);
        let counts = counts(&mut draw, size, classes, true);
        let pieces = Pieces::of_counts(&counts, classes);
        let all: Vec<u32> = (0..size as u32 - 1).collect();
        // Empty intervals are allowed among the pieces apart.
        let apart = mass_of(&pieces, &all, &Criterion::Misclassification, -1.0);
        let few = ends(&counts, classes);
        assert_eq!(mass_of(&pieces, &few, &Criterion::Misclassification, -1.0), apart, "round {round}");
        if !few.is_empty() {
            let fewer = optimum(&pieces, &Criterion::Misclassification, 0.0, few.len());
            assert!(fewer.of(few.len()).is_none_or(|(mass, _)| mass > apart), "round {round}");
        }
    }
}
