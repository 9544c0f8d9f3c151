//! The definition: one row at a time, in order.

use super::course::{PIECE, some};
use super::reconsider::is_worth_it;
use super::{Absorb, Bench, Course, Learner, Standing};
use crate::attempt::{At, Decision, Outcome, attempt};
use crate::block::Block;
use crate::budget::{AsOf, Exhausted};
use crate::growth::divide;
use crate::leaf::Leaf;
use crate::predictors::{Majority, heaviest};
use crate::schema::MISSING;
use riparian_dispatch::widest;
use std::ops::Range;

impl Learner {
    pub(super) fn learn_by_row(
        &mut self,
        block: &Block,
        range: Range<usize>,
        course: &mut Course,
        answers: &mut [u32],
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        // It is scratch of these rows alone: between blocks leaves may learn in other ways.
        bench.standing = Standing::default();
        for index in range.clone() {
            if bench.spent >= PIECE {
                course.ahead.push(index..range.end);
                break;
            }
            if !self.learn_row(block, index, some(answers, index..index + 1), course, bench)? {
                course.ahead.push(index..range.end);
                break;
            }
        }
        bench.standing = Standing::default();
        Ok(())
    }

    /// Learns some rows of a block one by one, as [`Learner::learn_some`] does; `answers` and `shares` (as many numbers
    /// for each row, at least one for every class of the tree) receive the answer to each row of the block and its
    /// probabilities before it is learned. A class that comes later has none.
    pub fn learn_some_with_shares(
        &mut self,
        block: &Block,
        course: &mut Course,
        answers: &mut [u32],
        shares: &mut [f64],
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        let outcome = self.begin(block, course, bench).and_then(|()| {
            bench.spent = 0;
            self.learn_and_share(block, course, answers, shares, bench)
        });
        self.rewound(course, outcome)
    }

    fn learn_and_share(
        &mut self,
        block: &Block,
        course: &mut Course,
        answers: &mut [u32],
        shares: &mut [f64],
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        let room = shares.len() / block.rows.max(1);
        bench.standing = Standing::default();
        while bench.spent < PIECE
            && let Some(mut range) = course.ahead.pop()
        {
            let index = range.start;
            self.strike(block, index, &mut course.struck);
            let struck = course.struck.take();
            let block = struck.as_ref().unwrap_or(block);
            let row = block.row(index);
            let known = Learner::classes_at(&self.schema, block, row.last_before());
            let asked = block.asked_row(index);
            let asked = asked.as_ref().map_or(row, |asked| asked.row(0));
            self.share_out(&asked, &mut bench.bayes, &mut shares[index * room..][..known]);
            bench.spent += self.row_work(known);
            let is_learned = self.learn_row(block, index, &mut answers[index..=index], course, bench)?;
            course.struck = struck;
            range.start += usize::from(is_learned);
            course.ahead.extend((!range.is_empty()).then_some(range));
            if !is_learned {
                break;
            }
        }
        bench.standing = Standing::default();
        Ok(())
    }

    /// The definition of learning.
    pub(super) fn learn_one_row(
        &mut self,
        block: &Block,
        index: usize,
        answer: &mut [u32],
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        let row = block.row(index);
        if row.class == MISSING {
            bench.spent += self.row_work(self.schema.classes.len());
            if let [answer] = answer {
                *answer = self.answer_row(&row, &mut bench.bayes);
            }
            return Ok(());
        }
        let told = if answer.is_empty() { None } else { block.asked_row(index) };
        let told = told.map(|asked| self.answer_row(&asked.row(0), &mut bench.bayes));
        let number = block.number(index);
        let known = self.as_of(number);
        self.check_row(index, known)?;
        let mut id = self.tree.shape.lead(0, &row);
        let mut unanswerable = None;
        while self.tree.shape.node(id).is_many() {
            let code = row.codes[self.tree.shape.node(id).slot()];
            if self.may_sprout(known) {
                if self.may_have_turned_away() {
                    // The new leaf begins with rows that had no leaf here before; the answer is given without them.
                    unanswerable = unanswerable.or(Some(heaviest(&self.known_at(id))));
                }
                id = self.sprout(id, code, bench);
            } else {
                unanswerable = unanswerable.or(Some(heaviest(&self.known_at(id))));
                id = self.tree.shape.lead(self.tree.shape.missing(id), &row);
            }
        }
        if !self.may_count(id, row.class, known) {
            if let [answer] = answer {
                *answer = told.or(unanswerable).unwrap_or_else(|| self.answer_row(&row, &mut bench.bayes));
            }
            self.finish(block, index, known);
            return Ok(());
        }
        let majority = Majority::of(self.tree.leaf(id), heaviest(&self.fallback(id)));
        let may_grow = self.may_grow(id);
        bench.spent += self.row_work(self.tree.leaf(id).classes());
        bench.bayes.forget();
        let stands = self.config.budget.is_none() && block.rows > 1;
        let before = self.tree.leaf(id).score;
        let bayes = if stands { bench.standing.of(id) } else { &mut bench.bayes };
        self.ledger.leave_if(self.config.budget.is_some(), self.tree.leaf(id));
        let view = self.tree.leaf(id).lens.as_ref().map(|lens| lens.view(block, &[index as u32]));
        widest(Absorb {
            leaf: self.tree.leaf_mut(id),
            block: view.as_ref().unwrap_or(block),
            rows: &[if view.is_some() { 0 } else { index as u32 }],
            answers: &mut *answer,
            majority,
            may_grow,
            config: &self.config,
            schema: &self.schema,
            runs: &mut bench.runs,
            bayes,
        });
        self.ledger.enter_if(self.config.budget.is_some(), self.tree.leaf(id));
        // The row was learned where missing values go, but its category is still unknown where it was turned away.
        if let (Some(class), [answer]) = (told.or(unanswerable), answer) {
            *answer = class;
        }
        self.tell_kept(id, block, index);
        let right = self.tree.leaf(id).score.since(before);
        self.slide(&row, right, bench);
        let is_due = u64::from(self.tree.leaf(id).since) >= self.config.grace_period;
        let looks = is_due || self.config.revise.is_some_and(|revise| revise.every_row);
        // Where nothing grows any more, splits are revised all the same, and windows freshened.
        let cares = !self.tree.all_kept().is_empty() || self.config.window.is_some();
        if looks && (may_grow || cares) {
            let before = bench.attempt.work;
            self.try_to_split(id, block, number, known, bench, is_due && may_grow);
            bench.spent += bench.attempt.work - before;
        }
        self.finish(block, index, known);
        Ok(())
    }

    /// What remains to be done after a row: the budget is kept, and frozen leaves are looked at.
    fn finish(&mut self, block: &Block, index: usize, known: AsOf) {
        self.keep_within(known);
        self.rows += 1;
        self.look_after(block, index);
    }

    /// Whether rows of the window may have come when there was no room for a leaf of their category.
    fn may_have_turned_away(&self) -> bool {
        self.config.window.is_some() && self.config.max_leaves.is_some()
    }

    /// A new leaf for a category that is new to a node.
    fn sprout(&mut self, parent: u32, code: u32, bench: &mut Bench) -> u32 {
        let before = self.tree.split_bytes(parent);
        let id = self.tree.sprout(parent, code, Leaf::new(self.config.observer));
        if self.may_have_turned_away() {
            // There may be room again only now.
            self.tree.shape.below(parent).into_iter().for_each(|node| self.count_anew(node, bench));
            self.unasked(parent);
        }
        if self.config.budget.is_some() {
            self.ledger.held += self.tree.split_bytes(parent) - before;
            self.ledger.enter(self.tree.leaf(id));
        }
        id
    }

    fn try_to_split(
        &mut self,
        id: u32,
        block: &Block,
        number: u64,
        known: AsOf,
        bench: &mut Bench,
        asks_rule: bool,
    ) {
        let classes = Learner::classes_at(&self.schema, block, number);
        if u64::from(self.tree.leaf(id).since) >= self.config.grace_period {
            self.tree.leaf_mut(id).since = 0;
        }
        if self.room_for_split(known) == 0 {
            return self.stop_growing();
        }
        let room = self.room_for_branches(known);
        let at = At { depth: self.tree.shape.seat(id).depth, time: number, classes, room, installed: None };
        if self.config.window.is_some() {
            if self.reconsider(id, at, bench) {
                return;
            }
            self.freshen(id, bench);
        }
        if !asks_rule {
            return self.appeal(id, at, bench);
        }
        let leaf = self.tree.leaf(id);
        let decision = match attempt(leaf, &self.config, &self.schema, at, &mut bench.attempt) {
            Outcome::Split(decision) => decision,
            Outcome::Wait { numeric, nominal } => {
                let budget = self.config.budget.is_some();
                self.ledger.leave_if(budget, leaf);
                let leaf = self.tree.leaf_mut(id);
                leaf.drop_columns(&numeric, &nominal);
                self.ledger.enter_if(budget, leaf);
                return self.appeal(id, at, bench);
            }
        };
        if self.config.max_error.is_some() {
            return self.expand_worst_first(id, decision, at, known, bench);
        }
        if self.config.window.is_some() {
            if is_worth_it(leaf, &self.config, decision.test) {
                let growth = divide(leaf, &decision, number, false);
                self.plant(id, growth, bench);
            }
            return;
        }
        self.split(id, &decision, number);
    }

    /// Branches that a split may have, by the limit on leaves and the budget.
    pub(super) fn room_for_branches(&self, known: AsOf) -> usize {
        let leaves = self.tree.shape.leaf_count();
        let room = self.config.max_leaves.map_or(usize::MAX, |limit| (limit + 1).saturating_sub(leaves));
        room.min(self.room_for_split(known))
    }

    /// Puts a split in the place of a leaf.
    pub(super) fn split(&mut self, id: u32, decision: &Decision, row: u64) {
        let leaf = self.tree.leaf(id);
        let growth = divide(leaf, decision, row, self.config.conventions.inherit);
        self.ledger.leave_if(self.config.budget.is_some(), leaf);
        let children = self.tree.shape.len() as u32..(self.tree.shape.len() + growth.children.len()) as u32;
        self.tree.grow(id, growth.test, growth.record, growth.children, growth.heavier);
        if self.config.budget.is_some() {
            self.ledger.held += self.tree.split_bytes(id);
            children.for_each(|child| self.ledger.enter(self.tree.leaf(child)));
        }
    }
}
