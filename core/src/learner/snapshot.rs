//! A copy for answers alone: it keeps what an answer may need, and nothing else.

use super::Learner;
use crate::leaf::Leaf;

impl Learner {
    /// Bytes that a snapshot takes at the most: all but the observers that it leaves behind, and the window.
    pub fn snapshot_bytes(&self) -> usize {
        let kept = self.tree.provisional().iter().map(|(_, kept)| kept);
        let predictor = self.config.predictor;
        let leaves = self.tree.leaves().iter().filter(|leaf| !predictor.answers_by_bayes(leaf));
        let left = leaves.chain(kept).map(Leaf::observed_bytes).sum::<usize>();
        self.bytes() - left - self.window.as_ref().map_or(0, |window| window.bytes())
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
            tree: self.tree.map_leaves(thin, |kept| {
                // With a window, inner nodes answer with what they have kept.
                self.window.as_ref().map(|_| kept.without_observers())
            }),
            // The rows stay behind; that there is a window is what answers depend on.
            window: self.window.as_ref().map(|_| Box::default()),
            ..*self
        }
    }
}
