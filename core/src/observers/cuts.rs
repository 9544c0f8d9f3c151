//! What a summary offers: cuts of its column, and the class weights up to each.
//!
//! Of few cuts all weights are kept; of more cuts only the changes from one to the next, so that cuts take little more room
//! than the summary itself. Many values times many classes would be far more.

use crate::lanes::LANES;
use std::ops::Range;

/// So many weights are kept as they are.
const FEW: usize = 1 << 13;
/// Room of a change, in weights, at most.
const CHANGE: usize = 4;
/// All weights of so few classes: they are little more than what changes.
const FEW_CLASSES: usize = 8;

/// Cuts of one column, ascending, and the class weights up to each.
#[derive(Clone, Default)]
pub struct Cuts {
    /// The cuts; NaN for one that was taken away.
    pub points: Vec<f64>,
    /// Class weights of all values.
    pub totals: Vec<f64>,
    /// Class weights up to each of the first cuts, `[cut][class]`.
    first: Vec<f64>,
    /// Class weights up to the last cut so far, from the last of the first ones on.
    last: Vec<f64>,
    /// Classes whose weight has changed, and their weight then; cut after cut, classes ascending.
    places: Vec<u32>,
    weights: Vec<f64>,
    /// How many changes there are up to each cut that is not among the first.
    ends: Vec<u32>,
}

impl Cuts {
    /// Removes all cuts. Every class has a total of 0 again.
    pub fn clear(&mut self, classes: usize) {
        self.points.clear();
        self.first.clear();
        self.places.clear();
        self.weights.clear();
        self.ends.clear();
        self.last.clear();
        self.totals.clear();
        self.totals.resize(classes, 0.0);
    }

    /// How many cuts are among the first, of which all weights are kept.
    pub fn firsts(&self) -> usize {
        self.points.len() - self.ends.len()
    }

    /// Takes a cut away. Its weights stay, because those of the next cut may be stored as changes from them.
    pub fn remove(&mut self, cut: f64) {
        if let Some(at) = self.points.iter().position(|point| *point == cut) {
            self.points[at] = f64::NAN;
        }
    }

    /// Adds class weights to the totals so far.
    #[inline(always)]
    pub fn pass(&mut self, weights: &[f64]) {
        for (total, weight) in self.totals.iter_mut().zip(weights) {
            *total += weight;
        }
    }

    /// A cut behind all that was passed so far.
    #[inline(always)]
    pub fn cut(&mut self, point: f64) {
        self.points.push(point);
        let classes = self.totals.len();
        if self.ends.is_empty() && (classes <= FEW_CLASSES || self.first.len() + classes <= FEW) {
            self.first.extend_from_slice(&self.totals);
        } else {
            self.note_changes();
        }
    }

    fn note_changes(&mut self) {
        if self.ends.is_empty() {
            self.last.extend_from_slice(&self.first[self.first.len() - self.totals.len()..]);
        }
        let Cuts { last, totals, places, weights, .. } = self;
        let mut note = |place: usize, last: &mut f64, total: f64| {
            if *last != total {
                *last = total;
                places.push(place as u32);
                weights.push(total);
            }
        };
        let (parts, rest) = totals.as_chunks::<LANES>();
        let (lasts, last_rest) = last.as_chunks_mut::<LANES>();
        for (part, (lasts, totals)) in lasts.iter_mut().zip(parts).enumerate() {
            // Without a branch for each class: most have not changed.
            if (0..LANES).fold(false, |differs, lane| differs | (lasts[lane] != totals[lane])) {
                (0..LANES).for_each(|lane| note(part * LANES + lane, &mut lasts[lane], totals[lane]));
            }
        }
        let first = parts.len() * LANES;
        for (at, (last, total)) in last_rest.iter_mut().zip(rest).enumerate() {
            note(first + at, last, *total);
        }
        self.ends.push(self.places.len() as u32);
    }

    /// True if so little changes that it takes less room than all weights would.
    pub fn is_sparse(&self) -> bool {
        CHANGE * self.places.len() < self.ends.len() * self.totals.len()
    }

    /// Class weights up to a cut. `level` is room for them, and goes from the question about one cut to that about the
    /// next.
    #[inline(always)]
    pub fn up_to<'a>(&'a self, cut: usize, level: &'a mut [f64]) -> &'a [f64] {
        let (firsts, classes) = (self.firsts(), self.totals.len());
        let first = |cut: usize| &self.first[cut * classes..][..classes];
        if cut < firsts {
            return first(cut);
        }
        if cut == firsts && cut > 0 {
            level.copy_from_slice(first(cut - 1));
        }
        self.changes(cut - firsts).for_each(|(place, weight)| level[place] = weight);
        level
    }

    /// What has changed up to a cut since the one before, of those that are not among the first.
    fn changes(&self, at: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = if at == 0 { 0 } else { self.ends[at - 1] as usize }..self.ends[at] as usize;
        let places = self.places[range.clone()].iter().map(|place| *place as usize);
        places.zip(self.weights[range].iter().copied())
    }

    /// Calls `see(class, weight up to a cut)` for every class whose weight may be another than up to the cut before.
    pub fn changed(&self, cut: usize, mut see: impl FnMut(usize, f64)) {
        let (firsts, classes) = (self.firsts(), self.totals.len());
        match cut.checked_sub(firsts) {
            Some(at) => self.changes(at).for_each(|(class, weight)| see(class, weight)),
            None => {
                let first = self.first[cut * classes..][..classes].iter().enumerate();
                first.for_each(|(class, weight)| see(class, *weight));
            }
        }
    }

    /// Class weights up to some cuts, `[cut][class]`; `left` is room for them, and `level` as for one cut.
    pub fn read<'a>(&'a self, cuts: Range<usize>, level: &mut [f64], left: &'a mut Vec<f64>) -> &'a [f64] {
        let classes = self.totals.len();
        if cuts.end <= self.firsts() {
            return &self.first[cuts.start * classes..cuts.end * classes];
        }
        left.clear();
        cuts.for_each(|cut| left.extend_from_slice(self.up_to(cut, level)));
        left
    }

    /// Class weights up to each cut, `[cut][class]`.
    pub fn left(&self) -> Vec<f64> {
        let mut left = Vec::new();
        self.read(0..self.points.len(), &mut vec![0.0; self.totals.len()], &mut left).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three classes; the second comes last and the third never.
    fn some() -> Cuts {
        let mut cuts = Cuts::default();
        cuts.clear(3);
        cuts.pass(&[1.0, 0.0, 0.0]);
        cuts.cut(0.5);
        cuts.cut(0.75);
        cuts.pass(&[2.0, 4.0, 0.0]);
        cuts.cut(1.5);
        cuts.pass(&[0.0, 8.0, 0.0]);
        cuts
    }

    #[test]
    fn the_weights_up_to_a_cut_are_what_was_passed_before_it() {
        let cuts = some();
        assert_eq!(cuts.left(), [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 3.0, 4.0, 0.0]);
        assert_eq!((cuts.points, cuts.totals), (vec![0.5, 0.75, 1.5], vec![3.0, 12.0, 0.0]));
    }

    /// So many values of so many classes, one class at each; and the weights up to each cut.
    fn many(values: usize, classes: usize) -> (Cuts, Vec<f64>) {
        let (mut cuts, mut left) = (Cuts::default(), Vec::new());
        cuts.clear(classes);
        for value in 0..values {
            cuts.totals[value * 7 % classes] += 0.1 + value as f64;
            cuts.cut(value as f64);
            left.extend_from_slice(&cuts.totals);
        }
        (cuts, left)
    }

    #[test]
    fn many_cuts_of_many_classes_keep_what_changes_and_tell_all() {
        for (values, classes) in [(5000, 9), (2000, 100), (20, 3000), (5000, 2)] {
            let (cuts, left) = many(values, classes);
            assert_eq!(cuts.left(), left);
            assert!(classes <= FEW_CLASSES || cuts.first.len() + cuts.places.len() <= FEW + values);
            assert_eq!(cuts.is_sparse(), classes > FEW_CLASSES);
        }
    }

    #[test]
    fn a_cut_that_is_taken_away_is_no_number_and_the_others_are_as_they_were() {
        let mut cuts = some();
        let left = cuts.left();
        cuts.remove(9.0);
        cuts.remove(0.75);
        assert!(cuts.points[1].is_nan());
        assert_eq!((cuts.points[0], cuts.points[2], cuts.left()), (0.5, 1.5, left));
    }
}
