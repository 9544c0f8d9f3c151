//! How much room there is: for one more branch, for a split, for a leaf at all.

use crate::bytes::block_bytes;
use crate::growth::Tree;
use crate::leaf::Tally;
use crate::learner::Learner;
use crate::observers::Numeric;
use crate::tree::Edges;
use std::fmt;

/// The shape of a tree leaves a sixteenth of the budget to what may still come: classes that are new to a leaf, names
/// of categories.
pub(super) const RESERVE: usize = 16;
/// These leave the last part to the names of classes and columns, without which there is nothing to learn.
pub(super) const LAST: usize = 32;

/// What is known as of a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AsOf {
    /// Bytes of columns, categories and classes.
    pub schema: usize,
    /// Number of classes.
    pub classes: usize,
    /// True if splits may have several cuts.
    pub multiway: bool,
}

impl AsOf {
    /// Bytes that a split of so many branches owns, at the most.
    pub(super) fn split_bytes(self, branches: usize) -> usize {
        block_bytes(self.classes * size_of::<(u32, f64)>())
            + block_bytes(branches * size_of::<(u32, u32)>())
            + if self.multiway { block_bytes(size_of::<Edges>()) } else { 0 }
    }
}

/// When a budget does not do.
#[derive(Clone, Copy, Debug)]
pub enum Occasion {
    /// Before any column is known.
    Start,
    /// At the first row.
    FirstRow,
    /// The names of columns and classes of a later row do not fit. The row is counted from 0 within what is learned at
    /// once.
    Row(u64),
}

/// A budget does not do.
#[derive(Clone, Debug)]
pub struct Exhausted {
    /// When.
    pub occasion: Occasion,
    /// The budget.
    pub budget: usize,
    /// A budget that would do.
    pub needed: usize,
}

impl Exhausted {
    /// The same error, with the row counted from the start of a table that has so many rows before this part.
    pub fn after(self, rows: u64) -> Exhausted {
        match self.occasion {
            Occasion::Row(row) => Exhausted { occasion: Occasion::Row(rows + row), ..self },
            Occasion::Start | Occasion::FirstRow => self,
        }
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Exhausted { occasion, budget, needed } = self;
        match occasion {
            Occasion::Start => {
                write!(f, "a budget of {budget} bytes is too small for one leaf, even without a column")?
            }
            Occasion::FirstRow => {
                write!(f, "a budget of {budget} bytes is too small for one leaf of this table")?;
            }
            Occasion::Row(row) => write!(
                f,
                "row {row}: a budget of {budget} bytes no longer holds the names of columns, classes and categories \
                 beside the tree",
            )?,
        }
        write!(f, "; give at least {needed}")
    }
}

impl Learner {
    /// What is known as of row `row`; nothing without a budget, for which alone it matters.
    #[inline(always)]
    pub(crate) fn as_of(&self, row: u64) -> AsOf {
        if self.config.upkeep.budget().is_none() {
            return AsOf { schema: 0, classes: 0, multiway: false };
        }
        AsOf {
            schema: self.schema.bytes_at(row),
            classes: self.schema.classes.known_at(row),
            multiway: self.config.candidates.branches() > 2,
        }
    }

    /// Bytes that so many new leaves own before their first row, at the most.
    pub(super) fn leaves_bytes(&self, known: AsOf, leaves: usize) -> usize {
        leaves
            * (block_bytes(known.classes * size_of::<Tally>()) + Numeric::new(self.config.observer).bytes())
    }

    /// Refuses a budget that is too small for one leaf with the columns and classes known so far, if nothing was
    /// learned yet.
    pub(crate) fn check_start(&self) -> Result<(), Exhausted> {
        let Some(budget) = self.config.upkeep.budget().filter(|_| self.rows == 0) else { return Ok(()) };
        let occasion = if self.schema.columns.is_empty() { Occasion::Start } else { Occasion::FirstRow };
        match self.least_budget(1) {
            needed if needed > budget => Err(Exhausted { occasion, budget, needed }),
            _ => Ok(()),
        }
    }

    /// Refuses a row, which stands at a place in what is learned at once, if its names of columns and classes do not fit,
    /// before anything is learned of it. Whatever else it brings is learned only if there is room.
    pub(crate) fn check_row(&self, place: usize, known: AsOf) -> Result<(), Exhausted> {
        let Some(budget) = self.config.upkeep.budget() else { return Ok(()) };
        let occasion = Occasion::Row(place as u64);
        match self.floor(known, self.tree.shape.len(), self.tree.shape.leaf_count()) {
            needed if needed > budget => {
                Err(Exhausted { occasion, budget, needed: needed * LAST / (LAST - 1) })
            }
            _ => Ok(()),
        }
    }

    /// Refuses names of classes that were declared and do not fit, as the next row would be.
    pub fn check_declared(&self) -> Result<(), Exhausted> {
        self.check_start().and_then(|()| self.check_row(self.rows as usize, self.as_of(self.rows)))
    }

    /// Bytes of everything.
    pub(crate) fn charge(&self, known: AsOf) -> usize {
        Learner::OWN_BYTES
            + known.schema
            + Tree::frame_bytes(self.tree.shape.len(), self.tree.shape.leaf_count())
            + self.ledger().held
    }

    /// Bytes that would be left if every leaf were frozen and the lists of the tree had so many nodes and leaves.
    pub(crate) fn floor(&self, known: AsOf, nodes: usize, leaves: usize) -> usize {
        Learner::OWN_BYTES + known.schema + Tree::frame_bytes(nodes, leaves) + self.ledger().held
            - self.ledger().observed
    }

    /// Bytes that the shape and the votes may take.
    pub(crate) fn most_floor(limit: usize) -> usize {
        limit - limit / RESERVE
    }

    /// True if there is room for `branches` more nodes, of which `leaves` are leaves more than before, with their
    /// votes.
    fn has_room(&self, limit: usize, known: AsOf, branches: usize, leaves: usize) -> bool {
        let floor =
            self.floor(known, self.tree.shape.len() + branches, self.tree.shape.leaf_count() + leaves);
        floor + known.split_bytes(branches) + self.leaves_bytes(known, branches) <= Learner::most_floor(limit)
    }

    /// True if there is room to count a row of this class in a leaf: it takes some if the class is new to the leaf.
    pub(crate) fn may_count(&self, id: u32, class: u32, known: AsOf) -> bool {
        let (Some(limit), leaf) = (self.config.upkeep.budget(), self.tree.leaf(id)) else { return true };
        if leaf.place(class).is_some() {
            return true;
        }
        let votes = |classes: usize| block_bytes(classes * size_of::<Tally>());
        let floor = self.floor(known, self.tree.shape.len(), self.tree.shape.leaf_count());
        floor + votes(leaf.classes() + 1) - votes(leaf.classes()) <= limit - limit / LAST
    }

    /// True if there is no room for the names of the categories that row `row` has brought.
    pub(crate) fn must_close(&self, row: u64) -> bool {
        let Some(limit) = self.config.upkeep.budget() else { return false };
        // A later row of the same block may have closed the books already, for another reason.
        self.schema.closed.is_none_or(|closed| closed > row)
            && self.schema.names_at(row) > self.schema.names_at(row - 1)
            && self.floor(self.as_of(row), self.tree.shape.len(), self.tree.shape.leaf_count())
                > limit - limit / LAST
    }

    /// Branches that a split may have: none if there is not room for two.
    pub(crate) fn room_for_split(&self, known: AsOf) -> usize {
        let Some(limit) = self.config.upkeep.budget() else { return usize::MAX };
        let fits = |branches: usize| self.has_room(limit, known, branches, branches - 1);
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
    pub(crate) fn may_sprout(&self, known: AsOf) -> bool {
        self.config.max_leaves.is_none_or(|limit| self.tree.shape.leaf_count() < limit)
            && self.config.upkeep.budget().is_none_or(|limit| self.has_room(limit, known, 1, 1))
    }
}
