//! The learner: rows in, answers out. Row by row is the definition; the block path gives the same bits faster.

mod accuracy;
mod asking;
mod by_block;
mod by_row;
mod course;
mod grouping;
mod predict;
mod snapshot;

use crate::attempt;
use crate::config::Config;
use crate::growth::{Scratch, Tree};
use crate::leaf::Leaf;
use crate::rows::Block;
use crate::schema::Schema;
use crate::threads::Pool;
use crate::tree::Flow;
use crate::upkeep::Exhausted;
use crate::upkeep::Keeper;
pub(crate) use by_block::Tried;
pub use course::Course;
pub(crate) use course::{PIECE, some};
pub use predict::Answers;
use std::sync::Mutex;

/// A streaming tree: settings, schema, shape and statistics.
#[derive(Clone)]
pub struct Learner {
    /// The settings.
    pub config: Config,
    /// Columns and classes.
    pub schema: Schema,
    /// Shape and leaves.
    pub tree: Tree,
    /// Rows of positive weight learned so far.
    pub rows: u64,
    /// How many of them took the block path.
    pub block_rows: u64,
    /// What upkeep has to remember.
    pub(crate) keeper: Keeper,
}

/// Buffers that live from one leaf to the next.
#[derive(Default)]
pub struct Bench {
    /// What tending needs.
    pub(crate) scratch: Scratch,
    lists: Lists,
    /// Work of the piece that is being done.
    pub(crate) spent: u64,
    /// Threads of the pool that helps with it; none if there is no pool.
    threads: usize,
    /// Who is asked in the middle of a row that takes long.
    ask: Option<attempt::Ask>,
    /// One for each thread that helps.
    helpers: Vec<Mutex<Scratch>>,
}

impl Bench {
    /// A bench at which somebody is asked, in the middle of a row that takes long, whether to go on.
    pub fn asking(ask: attempt::Ask) -> Bench {
        Bench { ask: Some(ask), ..Bench::default() }
    }
}

/// Lists that are as long as a block.
#[derive(Default)]
struct Lists {
    flows: Vec<Flow>,
    order: Vec<u32>,
    said: Vec<u32>,
}

/// No stream is longer: at a million rows a second this takes 292,000 years. No other count may be larger either.
pub const MOST_ROWS: u64 = 1 << 63;

/// Blocks shorter than this, or than this share of the leaves, are learned row by row: grouping, which looks at every
/// leaf, would cost more than it saves. (Measured: with 45,000 leaves the two are even at some 180 rows.)
pub(crate) const SHORT: usize = 16;
const LEAVES_OF_A_ROW: usize = 256;

const _: () = assert!(size_of::<Learner>() <= Learner::OWN_BYTES);

impl Learner {
    /// Bytes that a learner counts for itself. It has fewer: a setting more, in a later version, must not make another
    /// tree within the same budget.
    pub const OWN_BYTES: usize = 512;

    /// An empty tree.
    pub fn new(config: Config) -> Result<Learner, String> {
        config.check()?;
        let tree = Tree::new(Leaf::new(config.observer));
        let keeper = Keeper::of(config.upkeep, &tree);
        let schema = Schema { limit: Learner::limit_of_names(config.upkeep), ..Schema::default() };
        Ok(Learner { config, schema, tree, rows: 0, block_rows: 0, keeper })
    }

    /// Refuses this many more rows if there would be too many to count.
    pub fn check_count(&self, rows: usize) -> Result<(), String> {
        match self.rows.checked_add(rows as u64) {
            Some(all) if all <= MOST_ROWS => Ok(()),
            _ => Err(format!(
                "a tree can learn at most 2^63 rows, and this one has learned {}: begin a new tree",
                self.rows
            )),
        }
    }

    /// Learns a block; `answers` (one per row, or none) receives what the tree said of each row before learning it.
    /// If the budget does not do, the rows before that row are learned.
    pub fn learn(
        &mut self,
        block: &Block<'_>,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        let mut course = Course::default();
        while !course.is_done() {
            self.learn_some(block, &mut course, answers, pool, bench)?;
        }
        Ok(())
    }

    /// True if what one leaf does may depend on what others have done, so that rows must come one by one.
    pub(crate) fn is_coupled(&self) -> bool {
        self.config.upkeep.couples_leaves() || self.config.max_error.is_some()
    }

    /// True if so few rows are better learned one by one.
    pub(crate) fn is_short(&self, rows: usize) -> bool {
        rows < SHORT.max(self.tree.shape.leaf_count() / LEAVES_OF_A_ROW)
    }

    /// Makes the schema forget the rows that were refused. If the block is learned to its end, its changes become final.
    fn rewound(&mut self, course: &Course, outcome: Result<(), Exhausted>) -> Result<(), Exhausted> {
        match outcome {
            Ok(()) if course.is_done() => self.schema.settle_places(),
            Ok(()) => {}
            Err(_) => self.leave_off(),
        }
        outcome
    }

    /// True if the next `rows` rows cannot reach the limit on leaves, or if the tree can grow no leaf any more.
    pub(crate) fn is_far_from_limits(&self, rows: usize) -> bool {
        let Some(limit) = self.config.max_leaves else {
            return true;
        };
        let leaves = self.tree.shape.leaf_count();
        // Every row may make the leaf of a category that is new to a node, if there is one; every grace period of
        // rows a split into as many branches as there are categories, or two.
        let splits = rows as u64 / self.config.grace_period + self.tree.shape.leaf_count() as u64;
        let widest = self.schema.widest().max(self.config.candidates.branches());
        let most = leaves as u64 + splits * (widest as u64 - 1);
        let sprouts = || self.tree.shape.room_for_branches(|slot| self.schema.categories(slot).len());
        leaves >= limit || (most <= limit as u64 && most + sprouts().min(rows) as u64 <= limit as u64)
    }

    /// True if a leaf may try to split.
    pub(crate) fn may_grow(&self, id: u32) -> bool {
        self.config.may_deepen(self.tree.shape.seat(id).depth)
            && self.config.max_leaves.is_none_or(|limit| self.tree.shape.leaf_count() < limit)
            && !self.tree.leaf(id).frozen.is_frozen()
    }

    /// Bytes of the leaves, and the numbers that they are for (eight bytes each).
    pub fn leaf_bytes(&self) -> (usize, usize) {
        let leaves = self.tree.leaves();
        let bytes = leaves.iter().map(|leaf| size_of_val(leaf) + leaf.bytes()).sum();
        (bytes, leaves.iter().map(Leaf::numbers).sum())
    }

    /// Bytes that the learner keeps from one row to the next.
    pub fn bytes(&self) -> usize {
        Learner::OWN_BYTES + self.schema.bytes_at(u64::MAX) + self.tree.bytes() + self.keeper.bytes()
    }
}
