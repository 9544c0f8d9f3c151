//! Splits that are not sure are provisional: the node keeps the statistics of its leaf, and when they have become sure,
//! the split is confirmed or replaced. Frías-Blanco et al. (2019), Algorithms 1 and 2.
//!
//! How many nodes are provisional decides whether a leaf may split, so that leaves are coupled: rows come one by one.

use super::Keeper;
use super::settings::Revise;
use crate::attempt::{At, Decision, Outcome, attempt, favourite, judged};
use crate::config::Config;
use crate::growth::{Record, Replacement, divide, divide_by, replace};
use crate::leaf::{Leaf, branches};
use crate::learner::{Bench, Learner};
use crate::rows::{Block, Row};
use crate::tree::{Branch, Test};
use riparian_dispatch::{Kernel, widest};

/// A node is looked at again when one row in so many is new: before that little is.
const NEW_PART: f64 = 20.0;

/// A leaf takes in one row.
struct Tell<'a> {
    leaf: &'a mut Leaf,
    row: Row<'a>,
    block: &'a Block<'a>,
}

impl Kernel for Tell<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let place = self.leaf.place_for(self.row.class);
        self.leaf.observe(place, &self.row, self.block);
    }
}

/// Whether enough is new to look again at what a node has kept.
pub(in crate::upkeep) fn is_due_again(kept: &Leaf, config: &Config) -> bool {
    let part = (kept.own_rows() / NEW_PART) as u64;
    u64::from(kept.since) >= config.grace_period.max(part)
}

impl Learner {
    /// How many nodes are provisional.
    pub fn n_provisional(&self) -> usize {
        match &self.keeper {
            Keeper::Provisional(kept) => kept.all().len(),
            Keeper::None | Keeper::Budget(_) | Keeper::Window(_) => 0,
        }
    }

    /// True for a node whose split is provisional.
    pub fn is_provisional(&self, id: u32) -> bool {
        matches!(&self.keeper, Keeper::Provisional(kept) if kept.at(id).is_some())
    }

    /// The provisional nodes above a leaf take in a row, too.
    pub(in crate::upkeep) fn tell_kept(&mut self, id: u32, block: &Block<'_>, index: usize) {
        let Some(kept) = self.keeper.kept_mut().filter(|kept| !kept.all().is_empty()) else { return };
        let mut above = self.tree.shape.above(id);
        while let Some(node) = above {
            if let Some(leaf) = kept.at_mut(node) {
                widest(Tell { leaf, row: block.row(index), block });
            }
            above = self.tree.shape.above(node);
        }
    }

    /// Looks at a leaf that the rule has no split for: if it has waited long enough it splits provisionally, or, where
    /// there are too many such splits, those above it are revised.
    pub(in crate::upkeep) fn appeal(&mut self, id: u32, revise: Revise, at: At, bench: &mut Bench) {
        if !has_waited(self.tree.leaf(id), revise) {
            return;
        }
        let (provisional, nodes) = (self.n_provisional(), self.tree.shape.len());
        if revise.is_full(provisional, nodes, self.tree.shape.leaf_count()) {
            self.revise_above(id, revise, at, bench);
        } else if self.may_grow(id) && !self.is_accurate_enough() {
            self.split_provisionally(id, revise, at, bench);
        }
    }

    fn split_provisionally(&mut self, id: u32, revise: Revise, at: At, bench: &mut Bench) {
        let leaf = self.tree.leaf(id);
        let inherited = self.suggested_above(id, revise, at, bench);
        let scratch = &mut bench.scratch.attempt;
        let decision = inherited.or_else(|| favourite(leaf, &self.config, &self.schema, at, scratch));
        let Some(decision) = decision else { return };
        let growth = divide(leaf, &decision, at.time, self.config.faithful.inherit);
        let kept = Leaf { since: 0, ..leaf.clone() };
        self.tree.grow(id, growth);
        if let Some(all) = self.keeper.kept_mut() {
            all.keep(id, kept);
        }
    }

    /// The split that the topmost provisional node above a leaf would rather have, if it has seen as much as a leaf
    /// must, and if it splits the leaf: then there is less to do when that node is replaced.
    fn suggested_above(&self, id: u32, revise: Revise, at: At, bench: &mut Bench) -> Option<Decision> {
        let has_seen = |node: &u32| self.keeper.kept_at(*node).is_some_and(|kept| has_waited(kept, revise));
        let above = self.tree.shape.path_to(id).into_iter().find(has_seen)?;
        let at_node = At { depth: self.tree.shape.seat(above).depth, ..at };
        let scratch = &mut bench.scratch.attempt;
        let wish = favourite(self.keeper.kept_at(above)?, &self.config, &self.schema, at_node, scratch)?;
        let (leaf, test) = (self.tree.leaf(id), wish.test);
        let stands = self.tree.shape.test(above).is_some_and(|installed| is_same(installed, test));
        if stands || !self.tree.shape.cell(id, test).is_divided_by(test) || !leaf.observes(test) {
            return None;
        }
        let weights = branches(leaf, wish.test).into_iter().map(|(_, counts)| counts.iter().sum::<f64>());
        let parts = weights.filter(|weight| *weight > 0.0).count();
        (parts > 1 && parts <= at.room).then(|| judged(leaf, &self.config, at, wish.test))
    }

    /// Looks at the provisional nodes above a leaf, from the root on, until one of them is replaced.
    fn revise_above(&mut self, id: u32, revise: Revise, at: At, bench: &mut Bench) {
        for node in self.tree.shape.path_to(id) {
            let kept = self.keeper.kept_mut().and_then(|kept| kept.at_mut(node));
            let Some(kept) = kept else { continue };
            if !revise.every_row && !is_due_again(kept, &self.config) {
                continue;
            }
            kept.since = 0;
            let installed = self.tree.shape.test(node);
            let at = At { depth: self.tree.shape.seat(node).depth, room: usize::MAX, installed, ..at };
            let Some(kept) = self.keeper.kept_at(node) else { continue };
            let Outcome::Split(decision) =
                attempt(kept, &self.config, &self.schema, at, &mut bench.scratch.attempt)
            else {
                continue;
            };
            if installed.is_some_and(|installed| is_same(installed, decision.test)) {
                self.keeper.kept_mut().into_iter().for_each(|kept| kept.give_up(node));
            } else if self.replace_split(node, &decision, revise, at.time) {
                // Leaves have new ids.
                bench.scratch.standing.clear();
                return;
            }
        }
    }

    /// Gives a provisional node the test that it should have had; false if that would exceed a limit.
    fn replace_split(&mut self, node: u32, decision: &Decision, revise: Revise, row: u64) -> bool {
        let test = decision.test;
        let cell = self.tree.shape.cell(node, test);
        let Some(kept) = self.keeper.kept_at(node).filter(|_| cell.is_divided_by(test)) else {
            return false;
        };
        let wanted: Vec<Branch> = match test {
            Test::Many { .. } => branches(kept, decision.test).iter().filter_map(|part| part.0).collect(),
            _ => vec![0, 1],
        };
        let Decision { reason, gain, second, bound, .. } = *decision;
        let record = Record { row, reason, gain, second, bound, votes: Box::default() };
        let limited = self.config.max_leaves.is_some() || self.config.max_depth.is_some();
        let before = limited.then(|| (self.tree.clone(), self.keeper.clone()));
        let blank = Leaf::new(self.config.observer);
        let new = Replacement {
            test,
            record,
            branches: &wanted,
            cell,
            divide: &|leaf, cell| divide_by(leaf, test, cell, &wanted),
            blank: &blank,
            fresh: revise.fresh,
        };
        self.rebuild(|nodes| replace(nodes, node as usize, new));
        let fits = self.config.max_leaves.is_none_or(|limit| self.tree.shape.leaf_count() <= limit)
            && self.config.max_depth.is_none_or(|limit| self.tree.shape.depth() <= limit);
        match before.filter(|_| !fits) {
            Some(before) => {
                (self.tree, self.keeper) = before;
                false
            }
            None => true,
        }
    }
}

/// True if a leaf has seen enough rows of its own, and more than one class.
fn has_waited(leaf: &Leaf, revise: Revise) -> bool {
    leaf.own().filter(|weight| *weight > 0.0).count() > 1 && leaf.own_rows() > revise.patience as f64
}

/// Whether a split is the one that is installed: the same column, and for one category against the rest the same one.
/// Cuts move a little with every value that widens the range.
fn is_same(installed: Test, test: Test) -> bool {
    match (installed, test) {
        (Test::Cut { .. }, Test::Cut { .. }) => installed.is_on_column_of(test),
        _ => installed == test,
    }
}
