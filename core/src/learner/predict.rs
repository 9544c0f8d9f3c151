//! Answers without learning: rows are led to their leaves, grouped, and answered leaf by leaf. The tree is not touched.

use super::{Bench, Learner, Pool, STRETCH};
use crate::block::{Block, Row};
use crate::config::Predictor;
use crate::predictors::{Bayes, answer, heaviest, probabilities, spread};
use rayon::prelude::*;

/// What is wanted of every row.
pub enum Answers<'a> {
    /// The class.
    Classes(&'a mut [u32]),
    /// A probability for every class of the tree, row after row.
    Shares(&'a mut [f64]),
}

impl Learner {
    /// Where every row of a block is led.
    pub(super) fn lead_rows(&self, block: &Block, pool: Pool<'_>, at: &mut Vec<u32>) {
        at.resize(block.rows, 0);
        match pool {
            Some(pool) => pool.install(|| {
                let stretches = at.par_chunks_mut(STRETCH).enumerate();
                stretches.for_each(|(number, at)| self.tree.lead_all(block, number * STRETCH, at));
            }),
            None => self.tree.lead_all(block, 0, at),
        }
    }

    /// Answers every row of a block.
    pub fn predict(&self, block: &Block, answers: Answers<'_>, pool: Pool<'_>) {
        let mut at = Vec::new();
        self.lead_rows(block, pool, &mut at);
        let classes = self.schema.classes.len();
        match (answers, pool) {
            (Answers::Classes(out), Some(pool)) => pool.install(|| {
                out.par_chunks_mut(STRETCH)
                    .enumerate()
                    .for_each(|(n, out)| self.fill_classes(block, &at, n * STRETCH, out));
            }),
            (Answers::Classes(out), None) => self.fill_classes(block, &at, 0, out),
            (Answers::Shares(out), Some(pool)) if classes > 0 => pool.install(|| {
                let stretches = out.par_chunks_mut(STRETCH * classes).enumerate();
                stretches.for_each(|(n, out)| self.fill_shares(block, &at, n * STRETCH, out));
            }),
            (Answers::Shares(out), _) => self.fill_shares(block, &at, 0, out),
        }
    }

    fn fill_classes(&self, block: &Block, at: &[u32], from: usize, out: &mut [u32]) {
        let mut order: Vec<u32> = (from as u32..(from + out.len()) as u32).collect();
        order.sort_by_key(|row| at[*row as usize]);
        let mut bench = Bench::default();
        let mut last = u32::MAX;
        for index in order {
            let (row, id) = (block.row(index as usize), at[index as usize]);
            out[index as usize - from] = self.answer_at(id, &row, &mut bench.bayes, id != last);
            last = id;
        }
    }

    fn fill_shares(&self, block: &Block, at: &[u32], from: usize, out: &mut [f64]) {
        let mut bench = Bench::default();
        for (offset, shares) in out.chunks_exact_mut(self.schema.classes.len().max(1)).enumerate() {
            let (row, id) = (block.row(from + offset), at[from + offset]);
            if self.tree.node(id).is_many() {
                spread(self.tree.split(id).votes.iter().copied(), shares);
            } else {
                let (leaf, fallback) = (self.tree.leaf(id), self.tree.fallback(id));
                let predictor = self.config.predictor;
                probabilities(predictor, leaf, fallback, &self.schema, &mut bench.bayes, &row, shares);
            }
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
        answer(self.config.predictor, leaf, heaviest(self.tree.fallback(id)), bayes, row).class
    }
}
