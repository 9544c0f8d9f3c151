//! A copy for answers alone: it keeps what an answer may need, and nothing else.

use super::Learner;
use crate::leaf::Leaf;

impl Learner {
    /// Bytes that a snapshot takes at the most: all but the observers that it leaves behind, and the rows of a window.
    pub fn snapshot_bytes(&self) -> usize {
        let predictor = self.config.predictor;
        let leaves = self.tree.leaves().iter().filter(|leaf| !predictor.answers_by_bayes(leaf));
        let left = leaves.map(Leaf::observed_bytes).sum::<usize>();
        self.bytes() - left - self.keeper.bytes() + self.keeper.for_answers().bytes()
    }

    /// A copy that gives the same answers. Observers come along only where naive Bayes answers; elsewhere leaves are
    /// as if frozen, and answer with their majority class. It is not to learn.
    pub fn snapshot(&self) -> Learner {
        let predictor = self.config.predictor;
        let thin = |leaf: &Leaf| match predictor.answers_by_bayes(leaf) {
            true => leaf.clone(),
            false => leaf.without_observers(),
        };
        Learner {
            config: self.config.clone(),
            schema: self.schema.clone(),
            tree: self.tree.map_leaves(thin),
            keeper: self.keeper.for_answers(),
            ..*self
        }
    }
}
