//! How much room there is: for one more branch, for a split, for a leaf at all.

use crate::bytes::block_bytes;
use crate::leaf::{Leaf, Tally};
use crate::learner::Learner;
use crate::observers::{Alone, Numeric};
use crate::tree::Tree;
use std::fmt;

/// The shape of a tree leaves a sixteenth of the budget to what may still come: classes that are new to a leaf, names of categories.
const RESERVE: usize = 16;
/// These leave the last part to the names of classes and columns, without which there is nothing to learn.
const LAST: usize = 32;
/// Different values that a leaf is expected to meet before its first attempt, at the most.
const FIRST_VALUES: u64 = 10_000;

/// A budget does not do.
#[derive(Clone, Debug)]
pub struct Exhausted {
    /// The row that could not be learned, counted from 1.
    pub row: u64,
    /// The budget.
    pub budget: usize,
    /// A budget that would do for this row.
    pub needed: usize,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Exhausted { row, budget, needed } = self;
        match row {
            1 => write!(f, "a budget of {budget} bytes is too small for one leaf of this table")?,
            _ => write!(
                f,
                "row {}: a budget of {budget} bytes no longer holds the names of columns, classes and categories \
                 beside the tree",
                row - 1
            )?,
        }
        write!(f, "; give at least {needed}")
    }
}

/// What a block adds, counted so that no row of it can have held more: what is given back in between does not count.
#[derive(Default)]
pub struct Added {
    /// Bytes that leaves own.
    held: usize,
    /// Those of them that cannot be given up.
    votes: usize,
    nodes: usize,
    splits: usize,
    /// Bytes of the lists of branches.
    branches: usize,
}

impl Added {
    /// A leaf grew; `peak` bytes were its most before it dropped columns.
    pub fn grew(&mut self, before: &Leaf, after: &Leaf, peak: usize) {
        let votes = |leaf: &Leaf| leaf.bytes() - leaf.observed_bytes();
        self.held += after.bytes().max(peak).saturating_sub(before.bytes());
        self.votes += votes(after).saturating_sub(votes(before));
    }

    /// A leaf was made; `peak` bytes were its most before it dropped columns.
    pub fn made(&mut self, leaf: &Leaf, peak: usize) {
        self.held += leaf.bytes().max(peak);
        self.nodes += 1;
    }

    /// A leaf was split.
    pub fn split(&mut self, branches: usize) {
        self.splits += 1;
        self.branches += block_bytes(branches * size_of::<(u32, u32)>());
    }
}

impl Learner {
    /// True if the budget held at every row of a block, had room for all that grew, and at every attempt for as many branches as before the block (or for
    /// any split at all).
    pub(crate) fn has_held(
        &self,
        limit: usize,
        (schema_before, schema): (usize, usize),
        room: usize,
        added: &Added,
    ) -> bool {
        let (nodes, leaves) =
            (self.tree.len() + added.nodes, self.tree.leaf_count() + added.nodes - added.splits);
        let frame = Tree::frame_bytes(nodes, leaves);
        // A new leaf may have given a node one more branch.
        let splits = added.splits * self.split_bytes(0) + added.branches + added.nodes * self.split_bytes(1);
        let peak = size_of::<Learner>() + schema + frame + self.ledger.held + added.held + splits;
        let floor = self.floor(schema, nodes, leaves)
            + added.votes
            + splits
            + added.nodes * self.leaf_bytes_without_rows();
        let unchanged = schema == schema_before && added.votes == 0 && added.nodes == 0;
        let widest =
            self.schema.columns.iter().map(|column| column.categories.len()).max().unwrap_or(0).max(2);
        let any = self.split_bytes(widest)
            + widest * self.leaf_bytes_without_rows()
            + Tree::frame_bytes(nodes + widest, leaves + widest - 1)
            - frame;
        let steady =
            unchanged || (room == 0 && added.nodes == 0) || floor + any <= Learner::most_floor(limit);
        // Where there is little room, some rows may not have been counted and some names not remembered.
        let ample = unchanged || floor <= limit - limit / LAST;
        peak <= limit && steady && ample
    }

    /// Bytes that a split of so many branches owns, at the most.
    fn split_bytes(&self, branches: usize) -> usize {
        block_bytes(self.schema.classes.len() * size_of::<(u32, f64)>())
            + block_bytes(branches * size_of::<(u32, u32)>())
    }

    /// Bytes that a leaf owns before its first row, at the most.
    fn leaf_bytes_without_rows(&self) -> usize {
        block_bytes(self.schema.classes.len() * size_of::<Tally>())
            + Numeric::new(self.config.observer).bytes()
    }

    /// Refuses a budget that is too small for one leaf.
    pub(crate) fn check_first_row(&self) -> Result<(), Exhausted> {
        match self.config.budget {
            Some(budget) if self.rows == 0 && self.least_budget(1) > budget => {
                Err(Exhausted { row: 1, budget, needed: self.least_budget(1) })
            }
            _ => Ok(()),
        }
    }

    /// Bytes of everything as of row `row`, when the schema takes `schema` bytes.
    pub(crate) fn charge(&self, schema: usize) -> usize {
        size_of::<Learner>()
            + schema
            + Tree::frame_bytes(self.tree.len(), self.tree.leaf_count())
            + self.ledger.held
    }

    /// Bytes that would be left if every leaf were frozen and the lists of the tree had so many nodes and leaves.
    pub(crate) fn floor(&self, schema: usize, nodes: usize, leaves: usize) -> usize {
        size_of::<Learner>() + schema + Tree::frame_bytes(nodes, leaves) + self.ledger.held
            - self.ledger.observed
    }

    /// Bytes that the shape and the votes may take.
    pub(crate) fn most_floor(limit: usize) -> usize {
        limit - limit / RESERVE
    }

    /// True if there is room for `branches` more nodes, of which `leaves` are leaves more than before, with their votes.
    fn has_room(&self, limit: usize, schema: usize, branches: usize, leaves: usize) -> bool {
        let floor = self.floor(schema, self.tree.len() + branches, self.tree.leaf_count() + leaves);
        floor + self.split_bytes(branches) + branches * self.leaf_bytes_without_rows()
            <= Learner::most_floor(limit)
    }

    /// True if there is room to count a row of this class in a leaf: it takes some if the class is new to the leaf.
    pub(crate) fn may_count(&self, id: u32, class: u32, schema: usize) -> bool {
        let (Some(limit), leaf) = (self.config.budget, self.tree.leaf(id)) else { return true };
        if leaf.place(class).is_some() {
            return true;
        }
        let votes = |classes: usize| block_bytes(classes * size_of::<Tally>());
        let floor = self.floor(schema, self.tree.len(), self.tree.leaf_count());
        floor + votes(leaf.classes() + 1) - votes(leaf.classes()) <= limit - limit / LAST
    }

    /// True if there is no room for the names of the categories that row `row` has brought.
    pub(crate) fn must_close(&self, row: u64) -> bool {
        let Some(limit) = self.config.budget.filter(|_| self.schema.closed.is_none()) else { return false };
        self.schema.names_at(row) > self.schema.names_at(row - 1)
            && self.floor(self.schema.bytes_at(row), self.tree.len(), self.tree.leaf_count())
                > limit - limit / LAST
    }

    /// Branches that a split may have: none if there is not room for two.
    pub(crate) fn room_for_split(&self, schema: usize) -> usize {
        let Some(limit) = self.config.budget else { return usize::MAX };
        let fits = |branches: usize| self.has_room(limit, schema, branches, branches - 1);
        if !fits(2) {
            return 0;
        }
        let (mut fit, mut too_many) = (2, 4);
        while fits(too_many) && too_many < 1 << 20 {
            (fit, too_many) = (too_many, 2 * too_many);
        }
        while too_many - fit > 1 {
            let middle = fit.midpoint(too_many);
            if fits(middle) { fit = middle } else { too_many = middle }
        }
        fit
    }

    /// True if there is room for the leaf of a category that is new to a node.
    pub(crate) fn may_sprout(&self, schema: usize) -> bool {
        self.config.max_leaves.is_none_or(|limit| self.tree.leaf_count() < limit)
            && self.config.budget.is_none_or(|limit| self.has_room(limit, schema, 1, 1))
    }

    /// The smallest budget with which one leaf, with the columns, categories and classes known as of row `row`, gets as far as its first attempt.
    pub fn least_budget(&self, row: u64) -> usize {
        let classes = self.schema.classes.known_at(row).max(2);
        let values = self.config.grace_period.min(FIRST_VALUES);
        let mut column = Alone::new(self.config.observer, classes);
        let numbers: Vec<f64> = (0..values).map(|n| n as f64).collect();
        let places: Vec<u32> = (0..values).map(|n| (n % classes as u64) as u32).collect();
        column.observe(&numbers, &places, &vec![1.0; numbers.len()]);
        let seen = |slots: &[u32]| {
            slots.iter().filter(|slot| self.schema.columns[**slot as usize].since <= row).count()
        };
        let categories = self.schema.categories_known_at(row) as usize;
        let weights = (categories + seen(&self.schema.nominal)) * classes * size_of::<f64>();
        let observers =
            column.bytes() * seen(&self.schema.numeric) + block_bytes(weights) + block_bytes(categories * 4);
        let leaf = size_of::<Leaf>() + block_bytes(classes * size_of::<Tally>()) + observers;
        let floor = size_of::<Learner>() + self.schema.bytes_at(row) + Tree::frame_bytes(1, 1);
        (floor + leaf) * RESERVE / (RESERVE - 1)
    }
}
