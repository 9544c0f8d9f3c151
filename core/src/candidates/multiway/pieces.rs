//! Consecutive pieces of a numeric column: what a partition joins into intervals and never cuts.
//!
//! Held as class weights *up to* each border, so that the weights of any interval are one difference per class and
//! joining pieces is leaving out borders. For whole weights every difference is exact; for real ones it is never below
//! nothing.

use super::thin::Thin;
use crate::lanes::LANES;
use crate::observers::Cuts;
use std::ops::Range;

/// Class weights of consecutive pieces.
#[derive(Clone, Default, Debug)]
pub struct Pieces {
    /// `[class][border]`: nothing at border 0, everything at border `count`.
    up_to: Vec<f64>,
    stride: usize,
    classes: usize,
    count: usize,
    /// Instead, if there are many pieces of many classes.
    thin: Option<Thin>,
}

impl Pieces {
    /// Pieces by their class weights, `[piece][class]`.
    pub fn of_counts(counts: &[f64], classes: usize) -> Pieces {
        let mut pieces = Pieces::default();
        pieces.begin(counts.len() / classes.max(1), classes);
        for (piece, weights) in counts.chunks_exact(classes.max(1)).enumerate() {
            for (k, weight) in weights.iter().enumerate() {
                let at = k * pieces.stride + piece;
                pieces.up_to[at + 1] = pieces.up_to[at] + weight;
            }
        }
        pieces
    }

    /// The pieces between the cuts that a column offers: piece `i` ends at cut `i`, the last one at none. Estimated
    /// weights that shrink from one cut to the next keep their former value. More than `most` pieces are thin where that
    /// takes less room.
    pub fn read_cuts(&mut self, cuts: &Cuts, most: usize) {
        let (count, classes) = (cuts.points.len() + 1, cuts.totals.len());
        if count > most && cuts.is_sparse() {
            let mut thin = self.thin.take().unwrap_or_default();
            self.begin(0, classes);
            thin.read_cuts(cuts);
            (self.count, self.thin) = (count, Some(thin));
            return;
        }
        self.begin(count, classes);
        if classes == 0 {
            return;
        }
        let (mut level, mut told) = (vec![0.0f64; classes], vec![0.0; classes]);
        for cut in 0..cuts.points.len() {
            let left = cuts.up_to(cut, &mut told);
            for (level, (left, total)) in level.iter_mut().zip(left.iter().zip(&cuts.totals)) {
                *level = level.max(left.min(*total));
            }
            for (border, weight) in self.up_to[cut + 1..].iter_mut().step_by(self.stride).zip(&level) {
                *border = *weight;
            }
        }
        for (border, total) in self.up_to[count..].iter_mut().step_by(self.stride).zip(&cuts.totals) {
            *border = *total;
        }
    }

    /// The sparse form, if the pieces have one.
    pub fn thin(&self) -> Option<&Thin> {
        self.thin.as_ref()
    }

    /// Pieces of `others` joined: `ends` holds the last piece of each, the last of all at the end.
    pub fn read_joined(&mut self, others: &Pieces, ends: &[u32]) {
        self.begin(ends.len(), others.classes);
        if let Some(thin) = others.thin() {
            let (mut level, mut before) = (vec![0.0; self.classes], 0);
            for (border, end) in ends.iter().enumerate() {
                let end = *end as usize + 1;
                thin.pass(before..end, &mut level);
                before = end;
                for (held, weight) in self.up_to[border + 1..].iter_mut().step_by(self.stride).zip(&level) {
                    *held = *weight;
                }
            }
            return;
        }
        for k in 0..others.classes {
            let from = others.up_to(k);
            let row = &mut self.up_to[k * self.stride + 1..];
            for (border, end) in row.iter_mut().zip(ends) {
                *border = from[*end as usize + 1];
            }
        }
    }

    fn begin(&mut self, count: usize, classes: usize) {
        (self.count, self.classes) = (count, classes);
        self.thin = None;
        // Room for whole registers after border 0.
        self.stride = count.next_multiple_of(LANES) + 1;
        self.up_to.clear();
        self.up_to.resize(self.stride * classes, 0.0);
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// Weight of a class up to each border, from nothing to everything. Not of thin pieces.
    #[inline(always)]
    pub fn up_to(&self, class: usize) -> &[f64] {
        &self.up_to[class * self.stride..][..=self.count]
    }

    /// The same for all classes, from border 1 on, with the distance between classes: the intervals that begin with
    /// the first piece, side by side.
    pub fn first_intervals(&self) -> (&[f64], usize) {
        (self.up_to.get(1..).unwrap_or_default(), self.stride)
    }

    /// Weight of a class in some pieces. Not of thin pieces.
    #[inline(always)]
    pub fn of_class(&self, class: usize, pieces: Range<usize>) -> f64 {
        let row = &self.up_to[class * self.stride..];
        row[pieces.end] - row[pieces.start]
    }

    /// Weights of all classes in some pieces.
    pub fn counts(&self, pieces: Range<usize>, counts: &mut Vec<f64>) {
        if let Some(thin) = self.thin() {
            return thin.counts(pieces, counts);
        }
        counts.clear();
        counts.extend((0..self.classes).map(|class| self.of_class(class, pieces.clone())));
    }

    /// Weight of some pieces: the sum over classes that the criteria take, in their order.
    #[inline(always)]
    pub fn weight(&self, pieces: Range<usize>) -> f64 {
        if self.thin().is_some() {
            let mut counts = Vec::new();
            self.counts(pieces, &mut counts);
            return counts.iter().fold(0.0, |sum, count| sum + count);
        }
        (0..self.classes).fold(0.0, |sum, class| sum + self.of_class(class, pieces.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_an_interval_are_differences() {
        let pieces = Pieces::of_counts(&[1.0, 2.0, 0.0, 4.0, 5.0, 0.0], 2);
        assert_eq!((pieces.count(), pieces.classes()), (3, 2));
        assert_eq!((pieces.of_class(0, 1..3), pieces.of_class(1, 0..2)), (5.0, 6.0));
        assert_eq!(pieces.weight(0..3), 12.0);
    }

    #[test]
    fn cuts_become_pieces_and_what_shrinks_is_held() {
        let mut pieces = Pieces::default();
        // The third weight is below the second, the fourth above the total.
        let left = vec![1.0, 3.0, 2.0, 7.0];
        let mut cuts = Cuts::default();
        cuts.clear(1);
        for (cut, left) in left.into_iter().enumerate() {
            cuts.totals[0] = left;
            cuts.cut(cut as f64);
        }
        cuts.totals[0] = 6.0;
        pieces.read_cuts(&cuts, 5);
        assert_eq!(pieces.up_to(0), [0.0, 1.0, 3.0, 3.0, 6.0, 6.0]);
    }

    #[test]
    fn joined_pieces_weigh_what_they_weighed() {
        let pieces = Pieces::of_counts(&[1.0, 2.0, 4.0, 8.0, 16.0], 1);
        let mut joined = Pieces::default();
        joined.read_joined(&pieces, &[1, 2, 4]);
        assert_eq!(joined.up_to(0), [0.0, 3.0, 7.0, 31.0]);
    }
}
