//! Whether the label of a row would still teach something: active learning after De Rosa & Cesa-Bianchi.
//!
//! A leaf is *settled* when its majority class is known with confidence, and it is as sure that no split of it would
//! gain as much as `tau`. The labels of rows that end in settled leaves need not be asked for.

use super::Learner;
use crate::attempt::{self, At};
use crate::block::Row;
use crate::leaf::Leaf;
use crate::math::ln;

impl Learner {
    /// True unless the row ends in a settled leaf. Refused where the rule has no confidence.
    pub fn wants_label(&self, row: &Row<'_>) -> Result<bool, String> {
        if !self.config.rule.is_confident() {
            return Err(format!(
                "rule '{}' has no confidence to tell when a label is not wanted; use CTree, CorrHTree, or one of \
                 the rules 'jaworski', 'hybrid', 'theorem', 'practical' and 'tight'",
                self.config.rule.text()
            ));
        }
        let id = self.tree.lead(0, row);
        // A category may have no leaf yet.
        Ok(!self.tree.node(id).is_leaf() || !self.is_settled(id))
    }

    fn is_settled(&self, id: u32) -> bool {
        let (leaf, depth) = (self.tree.leaf(id), self.tree.place(id).depth);
        if leaf.own_sq == 0.0 {
            return false;
        }
        let classes = self.schema.classes.len();
        let at = At { depth, time: self.rows + 1, classes, room: usize::MAX };
        let moment = attempt::moment(leaf, &self.config, at);
        let width = (-ln(moment.share(self.config.rule.race.delta)) / (2.0 * moment.own_rows)).sqrt();
        if gap(leaf) <= 2.0 * width {
            return false;
        }
        let is_pure = leaf.own().filter(|weight| *weight > 0.0).count() < 2;
        if is_pure || leaf.frozen.is_frozen() || !self.config.may_deepen(depth) {
            return true;
        }
        let (gain, branches) = attempt::best_gain(leaf, &self.config, &self.schema, at);
        gain + 2.0 * self.config.rule.bound(&moment, branches).tie < self.config.rule.race.tau
    }
}

/// How far the largest class is ahead of the next, as a share of the leaf's own rows.
fn gap(leaf: &Leaf) -> f64 {
    let (mut first, mut second) = (0.0, 0.0);
    for weight in leaf.own() {
        if weight > first {
            (first, second) = (weight, first);
        } else if weight > second {
            second = weight;
        }
    }
    (first - second) / leaf.own().sum::<f64>()
}
