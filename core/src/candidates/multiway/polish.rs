//! Makes up for most of what fusing loses: each cut of a partition moves to the best place near it, among all pieces.
//!
//! A cut that was chosen among fused pieces may go as far as a few of them on either side, but not to its neighbours.
//! One after the other, from left to right, once: a second round was measured to help little. A partition only gets
//! better, and where another place is no better a cut stays.

use super::partitions::intervals;
use super::pieces::Pieces;
use super::scales::Scales;
use crate::counts::Panel;
use crate::criteria::Measure;

/// Fused pieces on either side of a cut that it may move into.
const REACH: usize = 4;
/// Places weighed together, fewer if there are many classes; each has two sides.
const TILE: usize = 128;

/// Moves the cuts of a partition. `chosen` are the ends of its intervals among the fused pieces, `fused` the ends of
/// those among all `pieces`. Writes the ends among all pieces and gives the mass. Every interval goes on to weigh more
/// than `least`.
pub fn polish(
    pieces: &Pieces,
    measure: &dyn Measure,
    least: f64,
    (fused, chosen): (&[u32], &[u32]),
    scales: &mut Scales,
    ends: &mut Vec<u32>,
) -> f64 {
    ends.clear();
    ends.extend(chosen.iter().map(|end| fused[*end as usize]));
    for (at, end) in chosen.iter().enumerate() {
        let end = *end as usize;
        let start = if at == 0 { 0 } else { ends[at - 1] as usize + 1 };
        let stop = ends.get(at + 1).map_or(pieces.count(), |end| *end as usize + 1);
        let first = if end < REACH { 0 } else { fused[end - REACH] as usize };
        let last = fused[(end + REACH).min(fused.len() - 1)] as usize;
        let places = first.max(start)..(last + 1).min(stop - 1);
        let (stays, mut best) = (ends[at], (f64::INFINITY, ends[at]));
        let most = Panel::tile(TILE, pieces.classes());
        for begin in places.clone().step_by(most).take_while(|_| measure.goes_on()) {
            let tile = begin..(begin + most).min(places.end);
            let n = tile.len();
            scales.weigh_sides(pieces, measure, start..stop, tile.clone());
            for (i, place) in tile.enumerate() {
                let is_allowed = scales.weight[i] > least && scales.weight[n + i] > least;
                let sum = scales.mass[i] + scales.mass[n + i];
                if is_allowed && (sum < best.0 || (sum == best.0 && place as u32 == stays)) {
                    best = (sum, place as u32);
                }
            }
        }
        ends[at] = best.1;
    }
    scales.weigh(pieces, measure, intervals(ends, pieces));
    scales.mass[..=ends.len()].iter().copied().reduce(|sum, mass| sum + mass).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::multiway::fuse;
    use crate::candidates::multiway::testing::{CRITERIA, counts, mass_of, optimum, random};
    use crate::criteria::Criterion;

    fn polished(
        pieces: &Pieces,
        measure: &dyn Measure,
        least: f64,
        fused: &[u32],
        chosen: &[u32],
    ) -> (f64, Vec<u32>) {
        let mut ends = vec![3];
        let mass = polish(pieces, measure, least, (fused, chosen), &mut Scales::default(), &mut ends);
        (mass, ends)
    }

    #[test]
    fn a_cut_moves_to_the_border_of_the_classes() {
        // Two of one class, six of the other; fused as they are, the cut after the first three errs once.
        let column = [[1.0, 0.0]; 2].into_iter().chain([[0.0, 1.0]; 6]).flatten().collect::<Vec<f64>>();
        let pieces = Pieces::of_counts(&column, 2);
        let error = Criterion::Misclassification;
        assert_eq!(polished(&pieces, &error, 0.0, &[2, 5, 7], &[0]), (-8.0, vec![1]));
        // Not if too little were left on the left.
        assert_eq!(polished(&pieces, &error, 2.0, &[2, 5, 7], &[0]), (-7.0, vec![2]));
    }

    #[test]
    fn a_cut_stays_where_no_place_is_better() {
        let pieces = Pieces::of_counts(&[1.0; 9], 1);
        assert_eq!(polished(&pieces, &Criterion::Gini, 0.0, &[1, 4, 6, 8], &[1, 2]), (0.0, vec![4, 6]));
        assert_eq!(polished(&pieces, &Criterion::Gini, 0.0, &[1, 4, 6, 8], &[]), (0.0, vec![]));
    }

    #[test]
    fn a_partition_only_gets_better_and_stays_allowed() {
        let mut draw = random(53);
        for round in 0..300 {
            let classes = 2 + draw(3) as usize;
            let pieces = Pieces::of_counts(&counts(&mut draw, 60, classes, round % 2 == 0), classes);
            let least = pieces.weight(0..60) * draw(3) as f64 * 0.05;
            for criterion in CRITERIA {
                let (mut fused, mut few) = (Vec::new(), Pieces::default());
                fuse::fuse(&pieces, &criterion, 12, &mut fuse::Scratch::default(), &mut fused);
                few.read_joined(&pieces, &fused);
                let (relaxed, exact) =
                    (optimum(&few, &criterion, least, 6), optimum(&pieces, &criterion, least, 6));
                for arity in 1..=6 {
                    let Some((before, chosen)) = relaxed.of(arity) else { continue };
                    let (mass, ends) = polished(&pieces, &criterion, least, &fused, chosen);
                    assert_eq!(mass, mass_of(&pieces, &ends, &criterion, least), "round {round}");
                    let (exact, _) = exact.of(arity).expect("more pieces, more partitions");
                    // Rounding of a few masses, none above some hundreds.
                    assert!(mass <= before + 1e-11 && mass >= exact - 1e-11, "round {round}");
                }
            }
        }
    }
}
