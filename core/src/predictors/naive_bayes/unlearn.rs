//! Naive Bayes after a leaf has forgotten a row: only the class of that row has changed, as a rule.

use super::Bayes;
use super::columns::normals;
use crate::leaf::Leaf;
use riparian_dispatch::{Kernel, widest};

impl Bayes {
    /// Brings the state up to date after `leaf` has forgotten a row of the class at `place`. The range of a column is
    /// what it was unless the last value of a class went; where that may be so, all is made anew when it is needed.
    pub fn unlearn(&mut self, leaf: &Leaf, place: usize) {
        let same_shape = leaf.classes() == self.classes
            && normals(leaf).width() == self.width
            && leaf.nominal.width() == self.values.len();
        let gone = || normals(leaf).class(place).weight.iter().any(|weight| *weight <= 0.0);
        if !self.ready || !same_shape || !self.settled[place] || leaf.tallies[place].own <= 0.0 || gone() {
            self.ready = false;
        } else {
            widest(Refresh { bayes: self, leaf, place });
        }
    }
}

struct Refresh<'a> {
    bayes: &'a mut Bayes,
    leaf: &'a Leaf,
    place: usize,
}

impl Kernel for Refresh<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.bayes.refresh(self.leaf, self.place);
    }
}
