//! A leaf takes in rows, one after the other, until an attempt to split is due.

use crate::block::Block;
use crate::config::{Config, Predictor};
use crate::leaf::Leaf;
use crate::predictors::{Bayes, answer};
use crate::schema::{MISSING, Schema};
use riparian_dispatch::Kernel;

/// Rows sorted by the place of their class, each list in order of arrival.
#[derive(Default)]
pub struct Runs(Vec<Vec<u32>>);

impl Runs {
    #[inline(always)]
    fn push(&mut self, place: usize, row: u32) {
        if self.0.len() <= place {
            self.0.resize_with(place + 1, Vec::new);
        }
        self.0[place].push(row);
    }

    /// Lets every class take in its rows.
    #[inline(always)]
    fn empty_into(&mut self, leaf: &mut Leaf, block: &Block) {
        for (place, rows) in self.0.iter_mut().enumerate() {
            if !rows.is_empty() {
                leaf.numeric.observe(place, block, rows);
                rows.clear();
            }
        }
    }
}

/// Rows of one leaf, in order of arrival.
pub struct Absorb<'a> {
    /// The leaf.
    pub leaf: &'a mut Leaf,
    /// Where the rows are.
    pub block: &'a Block,
    /// Which rows.
    pub rows: &'a [u32],
    /// Answers given before learning, one per row; none are wanted if this is empty.
    pub answers: &'a mut [u32],
    /// Class that answers for a leaf without votes.
    pub fallback: u32,
    /// False if this leaf can never split.
    pub may_grow: bool,
    /// The settings.
    pub config: &'a Config,
    /// Columns and classes.
    pub schema: &'a Schema,
    /// Scratch that sorts rows by class.
    pub runs: &'a mut Runs,
    /// Scratch of naive Bayes.
    pub bayes: &'a mut Bayes,
    /// True if `bayes` already stands for this leaf as it is now.
    pub prepared: bool,
}

impl Kernel for Absorb<'_> {
    /// How many rows were taken in; an attempt is due after the last of them, or there are no more.
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        if self.answers.is_empty() && self.config.predictor != Predictor::Adaptive {
            self.learn()
        } else if self.config.predictor == Predictor::Majority {
            self.answer_and_learn::<false>()
        } else {
            self.answer_and_learn::<true>()
        }
    }
}

impl Absorb<'_> {
    /// Learns without being asked. Classes do not share numeric columns, so each takes in its rows in one go.
    #[inline(always)]
    fn learn(self) -> usize {
        let grace_period = if self.may_grow { self.config.grace_period } else { u64::MAX };
        let mut done = 0;
        loop {
            let mut new_class = None;
            while done < self.rows.len() {
                let row = self.block.row(self.rows[done] as usize);
                if row.class != MISSING {
                    let Some(place) = self.leaf.place(row.class) else {
                        new_class = Some(row.class);
                        break;
                    };
                    self.leaf.count(place, &row);
                    self.runs.push(place, self.rows[done]);
                }
                done += 1;
                if self.leaf.since >= grace_period {
                    break;
                }
            }
            self.runs.empty_into(self.leaf, self.block);
            match new_class {
                // A new class moves the others, so what was sorted by place had to be taken in first.
                Some(class) => self.leaf.place_for(class),
                None => return done,
            };
        }
    }

    #[inline(always)]
    fn answer_and_learn<const BAYES: bool>(mut self) -> usize {
        let grace_period = if self.may_grow { self.config.grace_period } else { u64::MAX };
        for (done, index) in self.rows.iter().enumerate() {
            let row = self.block.row(*index as usize);
            if BAYES && !self.prepared {
                self.bayes.prepare(self.leaf, self.schema, &row);
                self.prepared = true;
            } else if BAYES {
                self.bayes.catch_up(self.leaf, self.schema, &row);
            }
            let said = answer(self.config.predictor, self.leaf, self.fallback, self.bayes, &row);
            if let Some(out) = self.answers.get_mut(done) {
                *out = said.class;
            }
            if row.class == MISSING {
                continue;
            }
            if self.config.predictor == Predictor::Adaptive {
                self.leaf.mc_correct += if said.majority == row.class { row.weight } else { 0.0 };
                self.leaf.nb_correct += if said.bayes == row.class { row.weight } else { 0.0 };
            }
            let place = self.leaf.place_for(row.class);
            self.leaf.observe(place, &row, self.block, *index);
            if BAYES {
                self.bayes.follow(self.leaf, self.schema, &row, place);
            }
            if self.leaf.since >= grace_period {
                return done + 1;
            }
        }
        self.rows.len()
    }
}
