use super::testing::{CRITERIA, counts, least_mass, mass_of, random};
use super::*;

fn cuts_of(counts: &[f64], classes: usize) -> Cuts {
    let mut cuts = Cuts::default();
    cuts.clear(classes);
    for (piece, weights) in counts.chunks_exact(classes).enumerate() {
        cuts.totals.iter_mut().zip(weights).for_each(|(total, weight)| *total += weight);
        if (piece + 1) * classes < counts.len() {
            cuts.cut(piece as f64);
        }
    }
    cuts
}

fn terms(criterion: &Criterion, classes: usize, rows: f64, penalty: Penalty) -> Terms<'_> {
    Terms {
        measure: criterion,
        criterion: *criterion,
        classes,
        own: rows,
        rows,
        min_branch_fraction: 0.0,
        most_intervals: 5,
        most_pieces: MOST_PIECES,
        penalty,
    }
}

/// 27 rows of two classes in eight bins, in the manner of the paper's Figure 1.
const COLUMN: [f64; 16] = [3.0, 0.0, 2.0, 0.0, 1.0, 3.0, 1.0, 3.0, 0.0, 4.0, 2.0, 2.0, 3.0, 0.0, 3.0, 0.0];

#[test]
fn scores_worked_by_hand() {
    // One: H(5/9) = 0.9910761. Two: 21/27 H(3/7), hence a gain of 0.2247875. Three: 16/27 H(1/4), a gain of 0.5103187.
    // lg C(7, 1) = 2.8073549 and lg C(7, 2) = 4.3923174 bits name the cuts, 1/2 lg 27 = 2.3774438 each more share.
    let (cuts, mut scratch) = (cuts_of(&COLUMN, 2), Scratch::default());
    let terms = terms(&Criterion::Entropy, 2, 27.0, Penalty::Mdl);
    let found = best(&cuts, &terms, &mut scratch).expect("a partition");
    assert_eq!((found.ends, found.weights), (&[1u32, 5][..], &[5.0, 16.0, 6.0][..]));
    assert!((found.gain - 0.510_318_7).abs() < 1e-7);
    assert!((found.score - (0.510_318_7 - (4.392_317_4 + 2.0 * 2.377_443_8) / 27.0)).abs() < 1e-7);
    let found = best(&cuts, &Terms { most_intervals: 2, ..terms }, &mut scratch).expect("a partition");
    assert_eq!((found.ends, found.weights), (&[5u32][..], &[21.0, 6.0][..]));
    assert!((found.score - (0.224_787_5 - (2.807_354_9 + 2.377_443_8) / 27.0)).abs() < 1e-7);
}

#[test]
fn no_partition_scores_more_whatever_the_penalty() {
    let mut draw = random(37);
    let mut scratch = Scratch::default();
    for round in 0..1500 {
        let (size, classes) = (2 + draw(8) as usize, 2 + draw(3) as usize);
        let counts = counts(&mut draw, size, classes, round % 2 == 0);
        let pieces = Pieces::of_counts(&counts, classes);
        let rows = 30.0 + draw(1000) as f64;
        let fraction = [0.0, 0.01, 0.2][draw(3) as usize];
        let least = fraction * pieces.weight(0..size);
        for criterion in CRITERIA {
            for penalty in [Penalty::Mdl, Penalty::Bias] {
                let terms =
                    Terms { min_branch_fraction: fraction, ..terms(&criterion, classes, rows, penalty) };
                let at = Circumstances { criterion, classes, rows, pieces: size };
                let whole = mass_of(&pieces, &[], &criterion, -1.0);
                let gain = |arity| (whole - least_mass(&pieces, arity, &criterion, least)) / rows;
                let score = |arity: usize| {
                    if arity > size { f64::NEG_INFINITY } else { gain(arity) - penalty.of(arity, &at) }
                };
                let wanted = (2..=5).map(score).fold(f64::NEG_INFINITY, f64::max);
                let Some(found) = best(&cuts_of(&counts, classes), &terms, &mut scratch) else {
                    assert_eq!(wanted, f64::NEG_INFINITY, "round {round}: {criterion:?} {penalty:?}");
                    continue;
                };
                // Rounding of two sums of masses, divided by 30 rows or more.
                assert!((found.score - wanted).abs() < 1e-11, "round {round}: {criterion:?} {penalty:?}");
                assert!((found.gain - gain(found.weights.len())).abs() < 1e-11);
                assert!(found.weights.iter().all(|weight| *weight > least));
                assert_eq!(found.weights.len(), found.ends.len() + 1);
            }
        }
    }
}

#[test]
fn a_ratio_is_a_gain_per_split_information() {
    let mut draw = random(41);
    let mut scratch = Scratch::default();
    for round in 0..300 {
        let counts = counts(&mut draw, 8, 3, true);
        let cuts = cuts_of(&counts, 3);
        let most = terms(&Criterion::Gini, 3, 50.0, Penalty::Ratio);
        let Some(found) = best(&cuts, &most, &mut scratch) else { continue };
        assert!((found.score * Criterion::Entropy.impurity(found.weights) - found.gain).abs() < 1e-14);
        let (score, arity) = (found.score, found.weights.len());
        let fewer = best(&cuts, &Terms { most_intervals: 2, ..most }, &mut scratch).expect("a partition");
        // Of equals the smaller arity.
        assert!(score > fewer.score || (score == fewer.score && arity == 2), "round {round}");
    }
}

#[test]
fn of_equal_scores_the_smaller_arity_wins() {
    let mut scratch = Scratch::default();
    let terms = terms(&Criterion::Gini, 1, 6.0, Penalty::Ratio);
    let found = best(&cuts_of(&[1.0; 6], 1), &terms, &mut scratch).expect("a partition");
    assert_eq!((found.ends, found.gain, found.score), (&[0u32][..], 0.0, 0.0));
}

#[test]
fn two_intervals_are_the_best_of_the_cuts_that_are_offered() {
    let mut draw = random(43);
    let mut scratch = Scratch::default();
    for round in 0..500 {
        let size = 2 + draw(40) as usize;
        let counts = counts(&mut draw, size, 3, round % 2 == 0);
        let cuts = cuts_of(&counts, 3);
        for criterion in CRITERIA {
            let left = cuts.left();
            let masses = left.chunks_exact(3).map(|left| {
                let right: Vec<f64> =
                    left.iter().zip(&cuts.totals).map(|(left, total)| total - left).collect();
                let is_allowed = left.iter().sum::<f64>() > 0.0 && right.iter().sum::<f64>() > 0.0;
                let mass = criterion.mass(left) + criterion.mass(&right);
                if is_allowed { mass } else { f64::INFINITY }
            });
            let masses: Vec<f64> = masses.collect();
            let least = masses.iter().copied().fold(f64::INFINITY, f64::min);
            let terms = Terms { most_intervals: 2, ..terms(&criterion, 3, 9.0, Penalty::Mdl) };
            let Some(found) = best(&cuts, &terms, &mut scratch) else {
                assert_eq!(least, f64::INFINITY);
                continue;
            };
            // The same sums as where single cuts are compared: not a bit differs.
            assert_eq!(found.gain, (criterion.mass(&cuts.totals) - least) / 9.0, "round {round}");
            assert_eq!(masses.iter().position(|mass| *mass == least), Some(found.ends[0] as usize));
        }
    }
}

#[test]
fn many_pieces_are_fused_and_the_places_are_those_of_the_cuts() {
    let mut draw = random(47);
    let mut scratch = Scratch::default();
    for round in 0..60 {
        let counts = counts(&mut draw, 200, 3, true);
        let (cuts, pieces) = (cuts_of(&counts, 3), Pieces::of_counts(&counts, 3));
        for criterion in CRITERIA {
            let terms = terms(&criterion, 3, 400.0, Penalty::Bias);
            let exact =
                best(&cuts, &Terms { most_pieces: 200, ..terms }, &mut scratch).map(|found| found.score);
            let Some(found) = best(&cuts, &Terms { most_pieces: 20, ..terms }, &mut scratch) else {
                assert_eq!(exact, None, "round {round}");
                continue;
            };
            assert!(exact.is_some_and(|exact| exact >= found.score - 1e-12), "round {round}");
            let whole = mass_of(&pieces, &[], &criterion, 0.0);
            let gain = (whole - mass_of(&pieces, found.ends, &criterion, 0.0)) / 400.0;
            assert!((found.gain - gain).abs() < 1e-11);
            let weights = intervals(found.ends, &pieces).map(|interval| pieces.weight(interval));
            assert_eq!(weights.collect::<Vec<_>>(), found.weights);
        }
    }
}

#[test]
fn a_column_without_cuts_or_room_has_none() {
    let mut scratch = Scratch::default();
    let terms = terms(&Criterion::Entropy, 2, 9.0, Penalty::Mdl);
    assert_eq!(best(&Cuts::default(), &terms, &mut scratch), None);
    assert_eq!(best(&cuts_of(&[3.0, 4.0], 2), &terms, &mut scratch), None);
    assert_eq!(best(&cuts_of(&[3.0, 4.0, 0.0, 0.0], 2), &terms, &mut scratch), None);
    let half = Terms { min_branch_fraction: 0.5, ..terms };
    assert_eq!(best(&cuts_of(&[3.0, 4.0, 4.0, 3.0], 2), &half, &mut scratch), None);
}
