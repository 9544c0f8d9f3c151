//! Answers without learning: rows are led to their leaves, grouped, and answered leaf by leaf. The tree is not touched.

use super::Learner;
use crate::predictors::{Bayes, Majority, answer, heaviest, probabilities, spread};
use crate::rows::{Block, Row};
use crate::threads::{Pool, STRETCH, in_stretches};
use crate::tree::{Flow, Stranger};
use std::ops::Range;

/// What is wanted of every row.
pub enum Answers<'a> {
    /// The class.
    Classes(&'a mut [u32]),
    /// A probability for every class of the tree, row after row.
    Shares(&'a mut [f64]),
}

/// What is kept from one row of a leaf to the next.
struct Asked<'a> {
    bayes: &'a mut Bayes,
    majority: u32,
}

impl Learner {
    /// Answers every row of a block.
    pub fn predict(&self, block: &Block<'_>, answers: Answers<'_>, pool: Pool<'_>) {
        let stretch = if pool.is_some() { STRETCH } else { block.rows.max(1) };
        match answers {
            Answers::Classes(out) => in_stretches(out, stretch, pool, |number, out| {
                let start = number * stretch;
                self.visit(block, start..start + out.len(), |id, row, asked| {
                    out[row.index - start] = self.answer_at(id, row, asked);
                });
            }),
            Answers::Shares(out) => {
                let classes = self.schema.classes.len().max(1);
                in_stretches(out, stretch * classes, pool, |number, out| {
                    let start = number * stretch;
                    self.visit(block, start..start + out.len() / classes, |id, row, asked| {
                        let shares = &mut out[(row.index - start) * classes..][..classes];
                        self.fill_shares(id, row, asked, shares);
                    });
                });
            }
        }
    }

    /// Leads rows and calls `answer(node, row, what is known of the node)` for each, leaf by leaf.
    fn visit(
        &self,
        block: &Block<'_>,
        rows: Range<usize>,
        mut answer: impl FnMut(u32, &Row<'_>, &mut Asked<'_>),
    ) {
        let mut bayes = Bayes::default();
        if rows.len() == 1 {
            let row = block.row(rows.start);
            let id = self.tree.shape.lead(0, &row);
            return answer(id, &row, &mut self.turn_to(id, &mut bayes));
        }
        let mut flow = Flow::default();
        flow.lead(&self.tree.shape, block, rows, Stranger::Stays);
        for (id, rows) in flow.arrivals() {
            let mut asked = self.turn_to(id, &mut bayes);
            rows.iter().for_each(|row| answer(id, &block.row(*row as usize), &mut asked));
        }
    }

    /// Gets ready to ask a node.
    fn turn_to<'a>(&self, id: u32, bayes: &'a mut Bayes) -> Asked<'a> {
        bayes.forget();
        let majority = match self.tree.shape.node(id).is_leaf() {
            true => Majority::of(self.tree.leaf(id), heaviest(&self.fallback(id))).class,
            false => heaviest(&self.known_at(id)),
        };
        Asked { bayes, majority }
    }

    fn fill_shares(&self, id: u32, row: &Row<'_>, asked: &mut Asked<'_>, shares: &mut [f64]) {
        if self.tree.shape.node(id).is_many() {
            spread(self.known_at(id).iter().copied(), shares);
        } else {
            let (leaf, fallback) = (self.tree.leaf(id), self.fallback(id));
            probabilities(self.config.predictor, leaf, &fallback, &self.schema, asked.bayes, row, shares);
        }
    }

    /// The probabilities of one row, for the classes that there is room for.
    pub(super) fn share_out(&self, row: &Row<'_>, bayes: &mut Bayes, shares: &mut [f64]) {
        let id = self.tree.shape.lead(0, row);
        self.fill_shares(id, row, &mut self.turn_to(id, bayes), shares);
    }

    /// The answer to one row.
    pub(super) fn answer_row(&self, row: &Row<'_>, bayes: &mut Bayes) -> u32 {
        let id = self.tree.shape.lead(0, row);
        self.answer_at(id, row, &mut self.turn_to(id, bayes))
    }

    fn answer_at(&self, id: u32, row: &Row<'_>, asked: &mut Asked<'_>) -> u32 {
        if !self.config.predictor.asks_observers() || self.tree.shape.node(id).is_many() {
            return asked.majority;
        }
        let leaf = self.tree.leaf(id);
        asked.bayes.catch_up(leaf, &self.schema, row);
        answer(self.config.predictor, leaf, asked.majority, asked.bayes, row).class
    }
}
