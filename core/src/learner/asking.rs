//! Whether the label of a row would still teach something: active learning after De Rosa & Cesa-Bianchi.
//!
//! A leaf is *settled* when its majority class is known with confidence, and it is as sure that no split of it would
//! gain as much as is tolerated. The labels of rows that end in settled leaves need not be asked for.

use super::Learner;
use crate::attempt::{self, At};
use crate::leaf::Leaf;
use crate::rows::Row;
use crate::rules::Moment;

impl Learner {
    /// True unless the row ends in a settled leaf. Refused where the rule has no confidence.
    pub fn wants_label(&self, row: &Row<'_>, tolerance: f64) -> Result<bool, String> {
        if !self.config.rule.is_confident() {
            return Err(format!(
                "rule '{}' has no confidence to tell when a label is not wanted; use CTree, CorrHTree, or one of \
                 the rules 'hybrid', 'jaworski', 'practical', 'rutkowski', 'theorem' and 'tight'",
                self.config.rule.text()
            ));
        }
        let id = self.tree.shape.lead(0, row);
        // A category may have no leaf yet.
        Ok(!self.tree.shape.node(id).is_leaf() || !self.is_settled(id, tolerance))
    }

    fn is_settled(&self, id: u32, tolerance: f64) -> bool {
        let (leaf, depth) = (self.tree.leaf(id), self.tree.shape.seat(id).depth);
        if leaf.own_sq == 0.0 {
            return false;
        }
        let classes = self.schema.classes.len();
        let at = At { depth, time: self.rows + 1, classes, room: usize::MAX, installed: None };
        // A proof holds for all classes, whatever the rule of the tree counts.
        let columns = leaf.columns_seen();
        let moment = Moment { classes, columns, ..attempt::moment(leaf, &self.config, at) };
        let log = moment.log_of_share(self.config.rule.numbers().delta);
        if gap(leaf) <= 2.0 * (log / (2.0 * moment.own_rows)).sqrt() {
            return false;
        }
        if !self.may_grow(id) {
            return true;
        }
        if leaf.own().filter(|weight| *weight > 0.0).count() < 2 {
            return unseen(&moment, log) < tolerance;
        }
        let (gain, branches) = attempt::best_gain(leaf, &self.config, &self.schema, at);
        gain + self.config.rule.proved(&moment, branches) < tolerance
    }
}

/// How mixed a leaf of one class may be, which no split of it can gain more than: rows of any other class have a share
/// of `ln(1/delta') / m` at most, because none of `m` was one, but for a chance of `delta'`.
fn unseen(moment: &Moment, log: f64) -> f64 {
    let classes = moment.classes.max(2);
    // More of them would be a majority unseen.
    let others = (log / moment.own_rows).min(1.0 - 1.0 / classes as f64);
    let mut shares = vec![others / (classes - 1) as f64; classes];
    shares[0] = 1.0 - others;
    moment.criterion.impurity(&shares)
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
