//! Many pieces of many classes: what changes from one border to the next. The same numbers as where every class has a
//! weight at every border, in room for each value and not for each value times each class.
//!
//! The weights of a short stretch of pieces are the sum of its changes, those of a long one the difference between its two
//! borders. The weights at a border are those at the mark before it, with the changes since then.

use crate::counts::Panel;
use crate::criteria::Measure;
use crate::observers::Cuts;
use std::ops::Range;

/// What a border changes.
#[derive(Clone, Copy, Debug)]
struct Change {
    /// Weights of the class up to the border before, and up to this one.
    before: f64,
    after: f64,
    class: u32,
}

/// Class weights of consecutive pieces.
#[derive(Clone, Default, Debug)]
pub struct Thin {
    classes: usize,
    changes: Vec<Change>,
    /// How many changes there are up to each border, from border 0 on.
    ends: Vec<u32>,
    /// Class weights at every n-th border, where n is the number of classes.
    marks: Vec<f64>,
}

/// Buffers that live from one question to the next.
#[derive(Clone, Default, Debug)]
pub struct Gathered {
    /// Weights of the classes that a stretch has, ascending; or of all classes.
    counts: Vec<f64>,
    /// Where the weight of each class stands, or none.
    first: Vec<f64>,
    last: Vec<f64>,
    /// A bit for each class that was met.
    met: Vec<u64>,
}

impl Thin {
    /// The pieces between the cuts that a column offers, as `Pieces::read_cuts` has them.
    pub fn read_cuts(&mut self, cuts: &Cuts) {
        self.clear();
        self.classes = cuts.totals.len();
        self.ends.reserve_exact(cuts.points.len() + 2);
        let mut level = vec![0.0f64; self.classes];
        self.mark(&level);
        for cut in 0..cuts.points.len() {
            cuts.changed(cut, |class, left| {
                // Estimated weights that shrink are held where they were.
                let held = level[class].max(left.min(cuts.totals[class]));
                self.change(class, &mut level[class], held);
            });
            self.mark(&level);
        }
        for (class, total) in cuts.totals.iter().enumerate() {
            self.change(class, &mut level[class], *total);
        }
        self.mark(&level);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.changes.clear();
        self.ends.clear();
        self.marks.clear();
        self.classes = 0;
    }

    fn change(&mut self, class: usize, level: &mut f64, after: f64) {
        if *level != after {
            self.changes.push(Change { before: *level, after, class: class as u32 });
            *level = after;
        }
    }

    /// A border behind the changes so far.
    fn mark(&mut self, level: &[f64]) {
        if self.ends.len().is_multiple_of(self.classes.max(1)) {
            self.marks.extend_from_slice(level);
        }
        self.ends.push(self.changes.len() as u32);
    }

    /// Weights of all classes up to a border.
    pub fn up_to(&self, border: usize, level: &mut Vec<f64>) {
        let mark = border / self.classes.max(1);
        level.clear();
        level.extend_from_slice(&self.marks[mark * self.classes..(mark + 1) * self.classes]);
        self.pass(mark * self.classes..border, level);
    }

    /// Takes the weights up to one border on to those up to a later one.
    pub fn pass(&self, borders: Range<usize>, level: &mut [f64]) {
        for change in self.changed(borders) {
            level[change.class as usize] = change.after;
        }
    }

    fn changed(&self, borders: Range<usize>) -> &[Change] {
        &self.changes[self.ends[borders.start] as usize..self.ends[borders.end] as usize]
    }

    /// Weights of all classes in some pieces.
    pub fn counts(&self, pieces: Range<usize>, counts: &mut Vec<f64>) {
        if pieces.len() == 1 {
            // A class changes at a border once.
            counts.clear();
            counts.resize(self.classes, 0.0);
            for change in self.changed(pieces) {
                counts[change.class as usize] = change.after - change.before;
            }
            return;
        }
        let mut before = Vec::with_capacity(self.classes);
        self.up_to(pieces.start, &mut before);
        self.up_to(pieces.end, counts);
        counts.iter_mut().zip(&before).for_each(|(count, before)| *count -= before);
    }

    /// Weight and mass of some pieces. Classes without weight there change neither.
    pub fn weigh(&self, pieces: Range<usize>, measure: &dyn Measure, gathered: &mut Gathered) -> (f64, f64) {
        let changed = self.changed(pieces.clone());
        let Gathered { counts, first, last, met } = gathered;
        if changed.len() > self.classes {
            self.up_to(pieces.start, first);
            self.up_to(pieces.end, counts);
            counts.iter_mut().zip(&*first).for_each(|(count, first)| *count -= first);
        } else {
            first.resize(self.classes, 0.0);
            last.resize(self.classes, 0.0);
            met.clear();
            met.resize(self.classes.div_ceil(64), 0);
            for change in changed {
                let (class, word) = (change.class as usize, change.class as usize / 64);
                let bit = 1 << (class % 64);
                if met[word] & bit == 0 {
                    met[word] |= bit;
                    first[class] = change.before;
                }
                last[class] = change.after;
            }
            counts.clear();
            for (word, bits) in met.iter().enumerate() {
                let mut bits = *bits;
                while bits != 0 {
                    let class = 64 * word + bits.trailing_zeros() as usize;
                    counts.push(last[class] - first[class]);
                    bits &= bits - 1;
                }
            }
        }
        let (mut weight, mut mass) = ([0.0], [0.0]);
        measure.weigh(Panel::single(counts), &mut weight, &mut mass);
        (weight[0], mass[0])
    }
}

#[cfg(test)]
mod tests {
    use super::super::scales::Scales;
    use super::super::testing::{CRITERIA, random};
    use super::super::{Pieces, fuse, polish};
    use super::*;

    /// Cuts of so many values of so many classes, few of them at each; some weights shrink, as estimates do.
    fn cuts(draw: &mut impl FnMut(u64) -> u64, values: usize, classes: usize) -> Cuts {
        let mut cuts = Cuts::default();
        cuts.clear(classes);
        for value in 0..values {
            for _ in 0..=draw(3) {
                let class = draw(classes as u64) as usize;
                cuts.totals[class] += 0.1 + draw(7) as f64;
                if draw(30) == 0 {
                    cuts.totals[class] /= 2.0;
                }
            }
            if value + 1 < values {
                cuts.cut(value as f64);
            }
        }
        cuts
    }

    /// The same pieces, thin and not.
    fn both(cuts: &Cuts) -> [Pieces; 2] {
        let mut found = [Pieces::default(), Pieces::default()];
        found[0].read_cuts(cuts, 1);
        found[1].read_cuts(cuts, usize::MAX);
        assert!(found[0].thin().is_some() && found[1].thin().is_none());
        found
    }

    #[test]
    fn thin_pieces_weigh_what_others_weigh_to_the_last_bit() {
        let mut draw = random(7);
        for (values, classes) in [(3000, 12), (1000, 40), (300, 200)] {
            let [thin, full] = both(&cuts(&mut draw, values, classes));
            let (mut one, mut other) = (Scales::default(), Scales::default());
            for _ in 0..300 {
                let start = draw(values as u64 - 1) as usize;
                let longest = if draw(2) == 0 { 5 } else { values as u64 };
                let end = (start + 1 + draw(longest) as usize).min(values);
                for pieces in [start..end, start..start + 1] {
                    let (mut mine, mut theirs) = (vec![9.0], vec![9.0]);
                    thin.counts(pieces.clone(), &mut mine);
                    full.counts(pieces.clone(), &mut theirs);
                    assert_eq!((mine, thin.weight(pieces.clone())), (theirs, full.weight(pieces)));
                }
                for criterion in CRITERIA {
                    let intervals = [start..end, 0..end];
                    one.weigh(&thin, &criterion, intervals.clone().into_iter());
                    other.weigh(&full, &criterion, intervals.into_iter());
                    assert_eq!((&one.weight[..2], &one.mass[..2]), (&other.weight[..2], &other.mass[..2]));
                }
            }
        }
    }

    #[test]
    fn thin_pieces_are_fused_and_polished_as_others_are() {
        let mut draw = random(8);
        for (values, classes) in [(3000, 12), (600, 60)] {
            let [thin, full] = both(&cuts(&mut draw, values, classes));
            for criterion in CRITERIA {
                let found = [&thin, &full].map(|pieces| {
                    let (mut fused, mut ends, mut few) = (Vec::new(), Vec::new(), Pieces::default());
                    fuse::fuse(pieces, &criterion, 20, &mut fuse::Scratch::default(), &mut fused);
                    few.read_joined(pieces, &fused);
                    let joined: Vec<f64> = (0..classes).flat_map(|class| few.up_to(class).to_vec()).collect();
                    let least = 0.02 * pieces.weight(0..values);
                    let chosen = (&fused[..], &[4u32, 9, 13][..]);
                    let mass =
                        polish::polish(pieces, &criterion, least, chosen, &mut Scales::default(), &mut ends);
                    (fused, joined, ends, mass)
                });
                assert_eq!(found[0], found[1]);
            }
        }
    }
}
