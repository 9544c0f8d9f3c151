//! Answers without learning: rows are led to their leaves, grouped, and answered leaf by leaf. The tree is not touched.

use super::Learner;
use crate::block::{Block, Row};
use crate::config::Predictor;
use crate::predictors::{Bayes, Majority, answer, heaviest, probabilities, spread};
use crate::threads::{Pool, STRETCH, in_stretches};
use crate::tree::{Flow, Stranger};

/// What is wanted of every row.
pub enum Answers<'a> {
    /// The class.
    Classes(&'a mut [u32]),
    /// A probability for every class of the tree, row after row.
    Shares(&'a mut [f64]),
}

impl Learner {
    /// Answers every row of a block.
    pub fn predict(&self, block: &Block, answers: Answers<'_>, pool: Pool<'_>) {
        match answers {
            Answers::Classes(out) => in_stretches(out, STRETCH, pool, |number, out| {
                let mut bayes = Bayes::default();
                self.visit(block, number, out.len(), |row, id, new_leaf| {
                    out[row % STRETCH] = self.answer_at(id, &block.row(row), &mut bayes, new_leaf);
                });
            }),
            Answers::Shares(out) => {
                let classes = self.schema.classes.len().max(1);
                in_stretches(out, STRETCH * classes, pool, |number, out| {
                    let mut bayes = Bayes::default();
                    self.visit(block, number, out.len() / classes, |row, id, _| {
                        let shares = &mut out[row % STRETCH * classes..][..classes];
                        self.fill_shares(id, &block.row(row), &mut bayes, shares);
                    });
                });
            }
        }
    }

    /// Leads a stretch of rows and calls `answer(row, node, whether the node is another one than before)` for each, leaf by leaf.
    fn visit(&self, block: &Block, number: usize, rows: usize, mut answer: impl FnMut(usize, u32, bool)) {
        if rows == 1 {
            return answer(number * STRETCH, self.tree.lead(0, &block.row(number * STRETCH)), true);
        }
        let mut flow = Flow::default();
        flow.lead(&self.tree, block, number * STRETCH..number * STRETCH + rows, Stranger::Stays);
        for (id, rows) in flow.arrivals() {
            rows.iter().enumerate().for_each(|(order, row)| answer(*row as usize, id, order == 0));
        }
    }

    fn fill_shares(&self, id: u32, row: &Row<'_>, bayes: &mut Bayes, shares: &mut [f64]) {
        if self.tree.node(id).is_many() {
            spread(self.tree.split(id).votes.iter().copied(), shares);
        } else {
            let (leaf, fallback) = (self.tree.leaf(id), self.tree.fallback(id));
            probabilities(self.config.predictor, leaf, fallback, &self.schema, bayes, row, shares);
        }
    }

    /// The answer to one row.
    pub(super) fn answer_row(&self, row: &Row<'_>, bayes: &mut Bayes) -> u32 {
        self.answer_at(self.tree.lead(0, row), row, bayes, true)
    }

    fn answer_at(&self, id: u32, row: &Row<'_>, bayes: &mut Bayes, new_leaf: bool) -> u32 {
        if self.tree.node(id).is_many() {
            return heaviest(&self.tree.split(id).votes);
        }
        let leaf = self.tree.leaf(id);
        if self.config.predictor != Predictor::Majority && new_leaf {
            bayes.prepare(leaf, &self.schema, row);
        }
        let majority = Majority::of(leaf, heaviest(self.tree.fallback(id)));
        answer(self.config.predictor, leaf, majority.class, bayes, row).class
    }
}
