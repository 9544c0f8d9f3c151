use super::*;
use crate::candidates::multiway::testing::{CRITERIA, counts, optimum, random};
use crate::criteria::Criterion;

fn fused(pieces: &Pieces, measure: &dyn Measure, most: usize) -> Vec<u32> {
    let mut ends = vec![7];
    fuse(pieces, measure, most, &mut Scratch::default(), &mut ends);
    ends
}

#[test]
fn few_pieces_stay_as_they_are() {
    let pieces = Pieces::of_counts(&[1.0, 0.0, 0.0, 1.0, 2.0, 0.0], 2);
    assert_eq!(fused(&pieces, &Criterion::Gini, 3), [0, 1, 2]);
    assert_eq!(fused(&pieces, &Criterion::Gini, 9), [0, 1, 2]);
    assert!(fused(&Pieces::default(), &Criterion::Gini, 9).is_empty());
}

#[test]
fn the_cheapest_go_first_and_the_lowest_of_equals() {
    // Gini masses of (a, 0) and (0, b) together: 2ab/(a+b). Equal pieces cost nothing; then (0, 1) joins a neighbour
    // for 2 * 4 / 5 on the left and 2 * 6 / 7 on the right.
    let pieces = Pieces::of_counts(&[2.0, 0.0, 2.0, 0.0, 0.0, 1.0, 3.0, 0.0, 3.0, 0.0], 2);
    assert_eq!(fused(&pieces, &Criterion::Gini, 4), [1, 2, 3, 4]);
    assert_eq!(fused(&pieces, &Criterion::Gini, 3), [1, 2, 4]);
    assert_eq!(fused(&pieces, &Criterion::Gini, 2), [2, 4]);
    assert_eq!(fused(&pieces, &Criterion::Gini, 1), [4]);
}

#[test]
fn every_step_is_the_cheapest_there_is() {
    let mut draw = random(29);
    for round in 0..300 {
        let (size, classes) = (2 + draw(30) as usize, 2 + draw(3) as usize);
        let pieces = Pieces::of_counts(&counts(&mut draw, size, classes, true), classes);
        for criterion in CRITERIA {
            let mass = |from: usize, to: usize| {
                criterion.mass(&(0..classes).map(|k| pieces.of_class(k, from..to)).collect::<Vec<_>>())
            };
            let mut borders: Vec<usize> = (0..=size).collect();
            while borders.len() > 2 {
                let cost = |at: &usize| {
                    let (a, b, c) = (borders[*at], borders[at + 1], borders[at + 2]);
                    mass(a, c) - (mass(a, b) + mass(b, c))
                };
                let places = 0..borders.len() - 2;
                let cheapest = places.min_by(|a, b| cost(a).total_cmp(&cost(b))).expect("a pair");
                borders.remove(cheapest + 1);
                let wanted: Vec<u32> = borders[1..].iter().map(|border| *border as u32 - 1).collect();
                assert_eq!(fused(&pieces, &criterion, wanted.len()), wanted, "round {round}: {criterion:?}");
            }
        }
    }
}

#[test]
fn the_optimum_of_what_is_left_is_never_better_and_seldom_much_worse() {
    // Columns of 300 pieces of three classes whose shares wander, reduced to 32: what the best partitions into 2 to 8
    // intervals remove of the mass. Measured: less by 1.3 % for entropy, 1.6 for Gini, 0.5 for error and 2.7 for
    // Kearns & Mansour.
    let mut draw = random(31);
    for criterion in CRITERIA {
        let (mut won, mut lost) = (0.0, 0.0);
        for _ in 0..20 {
            let mut level = [10i64; 3];
            let mut list = Vec::new();
            for _ in 0..300 {
                for level in &mut level {
                    *level = (*level + draw(5) as i64 - 2).clamp(0, 20);
                    list.push(draw(1 + *level as u64) as f64);
                }
            }
            let pieces = Pieces::of_counts(&list, 3);
            let mut few = Pieces::default();
            few.read_joined(&pieces, &fused(&pieces, &criterion, 32));
            let (exact, relaxed) = (optimum(&pieces, &criterion, 0.0, 8), optimum(&few, &criterion, 0.0, 8));
            let whole = exact.of(1).expect("one interval").0;
            for arity in 2..=8 {
                let exact = exact.of(arity).expect("a partition").0;
                let relaxed = relaxed.of(arity).expect("a partition").0;
                assert!(relaxed >= exact - 1e-9);
                won += whole - exact;
                lost += relaxed - exact;
            }
        }
        assert!(lost < 0.03 * won, "{criterion:?}: {lost} of {won}");
    }
}
