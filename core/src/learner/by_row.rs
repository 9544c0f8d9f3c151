//! The definition: one row at a time, in order.

use super::course::{PIECE, some};
use super::{Bench, Course, Learner};
use crate::attempt::{At, Outcome, attempt};
use crate::growth::{Absorb, Standing};
use crate::predictors::{Majority, Right, heaviest};
use crate::rows::{Block, Encoded, Row};
use crate::schema::MISSING;
use crate::upkeep::{AsOf, Exhausted};
use riparian_dispatch::widest;
use std::ops::Range;

/// Where a row has arrived.
struct Arrival {
    id: u32,
    /// The answer of the topmost node that has no child for a category of the row.
    stranger: Option<u32>,
}

impl Learner {
    pub(super) fn learn_by_row(
        &mut self,
        block: &Block<'_>,
        range: Range<usize>,
        course: &mut Course,
        answers: &mut [u32],
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        // It is scratch of these rows alone: between blocks leaves may learn in other ways.
        bench.scratch.standing = Standing::default();
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
        bench.scratch.standing = Standing::default();
        Ok(())
    }

    /// Learns some rows of a block one by one, as [`Learner::learn_some`] does; `answers` and `shares` (as many numbers
    /// for each row, at least one for every class of the tree) receive the answer to each row of the block and its
    /// probabilities before it is learned. A class that comes later has none.
    pub fn learn_some_with_shares(
        &mut self,
        block: &Block<'_>,
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
        block: &Block<'_>,
        course: &mut Course,
        answers: &mut [u32],
        shares: &mut [f64],
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        let room = shares.len() / block.rows.max(1);
        bench.scratch.standing = Standing::default();
        while bench.spent < PIECE
            && let Some(mut range) = course.ahead.pop()
        {
            let (index, out) = (range.start, &mut shares[range.start * room..][..room]);
            let answer = &mut answers[index..=index];
            let is_learned =
                self.learn_held_row(block, index, answer, course, bench, |learner, block, bench| {
                    let row = block.row(index);
                    let known = learner.schema.classes_known(block, row.last_before());
                    let asked = block.asked_row(index);
                    let asked = asked.as_ref().map(Encoded::block);
                    let asked = asked.as_ref().map_or(row, |asked| asked.row(0));
                    learner.share_out(&asked, &mut bench.scratch.bayes, &mut out[..known]);
                    bench.spent += learner.row_work(known);
                })?;
            range.start += usize::from(is_learned);
            course.ahead.extend((!range.is_empty()).then_some(range));
            if !is_learned {
                break;
            }
        }
        bench.scratch.standing = Standing::default();
        Ok(())
    }

    /// The definition of learning: a row is led to its leaf, which answers and counts it, and may split.
    pub(super) fn learn_one_row(
        &mut self,
        block: &Block<'_>,
        index: usize,
        answer: &mut [u32],
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        let row = block.row(index);
        if row.class == MISSING {
            bench.spent += self.row_work(self.schema.classes.len());
            answer.iter_mut().for_each(|answer| *answer = self.answer_row(&row, &mut bench.scratch.bayes));
            return Ok(());
        }
        let asked = if answer.is_empty() { None } else { block.asked_row(index) };
        let asked = asked.map(|asked| self.answer_row(&asked.block().row(0), &mut bench.scratch.bayes));
        let number = block.number(index);
        let known = self.as_of(number);
        self.before_row(index, known)?;
        let Arrival { id, stranger } = self.arrive(&row, known, bench);
        // The row is learned where missing values go, but it is answered where its category was unknown.
        let elsewhere = asked.or(stranger);
        if self.may_count(id, row.class, known) {
            let may_grow = self.may_grow(id);
            let right = self.absorb(id, block, index, answer, may_grow, bench);
            self.absorbed(id, block, index, right, bench);
            self.look(id, block, index, may_grow, bench);
            answer.iter_mut().zip(elsewhere).for_each(|(answer, class)| *answer = class);
        } else if let [answer] = answer {
            *answer = elsewhere.unwrap_or_else(|| self.answer_row(&row, &mut bench.scratch.bayes));
        }
        self.after_row(block, index, known);
        Ok(())
    }

    /// Leads a row to its leaf. A category that is new to a node gets a leaf, or goes the way of missing values.
    fn arrive(&mut self, row: &Row<'_>, known: AsOf, bench: &mut Bench) -> Arrival {
        let (mut id, mut stranger) = (self.tree.shape.lead(0, row), None);
        while self.tree.shape.node(id).is_many() {
            let sprouts = self.may_sprout(known);
            if !sprouts || self.may_have_turned_away() {
                // A new leaf may begin with rows that had no leaf here before; the answer is given without them.
                stranger = stranger.or_else(|| Some(heaviest(&self.known_at(id))));
            }
            id = match sprouts {
                true => self.sprout(id, row.codes[self.tree.shape.node(id).slot()], bench),
                false => self.tree.shape.lead(self.tree.shape.missing(id), row),
            };
        }
        Arrival { id, stranger }
    }

    /// A leaf answers a row, if it is asked, and counts it. Says who would have answered it right.
    fn absorb(
        &mut self,
        id: u32,
        block: &Block<'_>,
        index: usize,
        answer: &mut [u32],
        may_grow: bool,
        bench: &mut Bench,
    ) -> Right {
        let majority = Majority::of(self.tree.leaf(id), heaviest(&self.fallback(id)));
        let leaf = self.tree.leaf(id);
        let is_new = leaf.place(block.classes[index]).is_none();
        // A class that is new to the leaf moves what is known of the others.
        let moved = if is_new { leaf.numbers() as u64 } else { 0 };
        bench.spent += self.row_work(leaf.classes()) + moved;
        bench.scratch.bayes.forget();
        let stays = self.keeps_standing() && block.rows > 1;
        let bayes = if stays { bench.scratch.standing.of(id) } else { &mut bench.scratch.bayes };
        let Learner { config, schema, tree, keeper, .. } = self;
        let runs = &mut bench.scratch.runs;
        keeper.changing(tree, id, |leaf| {
            let before = leaf.score;
            let view = leaf.lens.as_ref().map(|lens| lens.view(block, &[index as u32]));
            let rows = &[if view.is_some() { 0 } else { index as u32 }];
            let view = view.as_ref().map(Encoded::block);
            let block = view.as_ref().unwrap_or(block);
            let answers = &mut *answer;
            widest(Absorb {
                leaf: &mut *leaf,
                block,
                rows,
                answers,
                majority,
                may_grow,
                config,
                schema,
                runs,
                bayes,
            });
            leaf.score.since(before)
        })
    }

    /// Lets a leaf try to split, if an attempt is due.
    fn look(&mut self, id: u32, block: &Block<'_>, index: usize, may_grow: bool, bench: &mut Bench) {
        let is_due = u64::from(self.tree.leaf(id).since) >= self.config.grace_period;
        let asks_rule = is_due && may_grow;
        if (is_due || self.looks_at_every_row()) && (may_grow || self.has_more_to_look_at()) {
            let before = bench.scratch.attempt.work;
            self.try_to_split(id, block, block.number(index), bench, asks_rule);
            bench.spent += bench.scratch.attempt.work - before;
        }
    }

    fn try_to_split(&mut self, id: u32, block: &Block<'_>, number: u64, bench: &mut Bench, asks_rule: bool) {
        let known = self.as_of(number);
        let classes = self.schema.classes_known(block, number);
        let leaf = self.tree.leaf_mut(id);
        if u64::from(leaf.since) >= self.config.grace_period {
            leaf.since = 0;
        }
        let room = self.room_for_branches(known);
        if room == 0 {
            return self.stop_growing();
        }
        let at = At { depth: self.tree.shape.seat(id).depth, time: number, classes, room, installed: None };
        if self.due(id, at, bench) {
            return;
        }
        if !asks_rule {
            return self.waited(id, at, bench);
        }
        let leaf = self.tree.leaf(id);
        match attempt(leaf, &self.config, &self.schema, at, &mut bench.scratch.attempt) {
            Outcome::Split(decision) if self.config.max_error.is_some() => {
                self.expand_worst_first(id, decision, at, known, bench);
            }
            Outcome::Split(decision) => self.granted(id, &decision, number, bench),
            Outcome::Wait { numeric, nominal } => {
                self.keeper.changing(&mut self.tree, id, |leaf| leaf.drop_columns(&numeric, &nominal));
                self.waited(id, at, bench);
            }
        }
    }

    /// Branches that a split may have, by the limit on leaves and by upkeep.
    pub(super) fn room_for_branches(&self, known: AsOf) -> usize {
        let leaves = self.tree.shape.leaf_count();
        let room = self.config.max_leaves.map_or(usize::MAX, |limit| (limit + 1).saturating_sub(leaves));
        room.min(self.room_for_split(known))
    }
}
