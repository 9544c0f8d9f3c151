//! The learner: rows in, answers out. Row by row is the definition; the block path gives the same bits faster.

mod absorb;
mod accuracy;
mod asking;
mod by_block;
mod by_row;
mod course;
mod plants;
mod predict;
mod reconsider;
mod revise;
mod slide;
mod snapshot;
mod standing;
pub mod window;
mod within;

use crate::attempt;
use crate::block::Block;
use crate::budget::{Exhausted, Ledger};
use crate::config::Config;
use crate::leaf::Leaf;
use crate::predictors::Bayes;
use crate::schema::{Limit, Places, Schema};
use crate::threads::Pool;
use crate::tree::{Flow, Tree};
use absorb::{Absorb, Runs};
pub use course::Course;
pub use predict::Answers;
use standing::Standing;
use std::sync::Mutex;
use window::Window;

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
    /// Bytes held, if there is a budget.
    pub ledger: Ledger,
    /// The rows that the tree knows, if it forgets others.
    pub window: Option<Box<Window>>,
}

/// Buffers that live from one leaf to the next.
#[derive(Default)]
pub struct Bench {
    attempt: attempt::Scratch,
    bayes: Bayes,
    standing: Standing,
    runs: Runs,
    lists: Lists,
    /// Work of the piece that is being done.
    spent: u64,
    /// Threads of the pool that helps with it; none if there is no pool.
    threads: usize,
    /// Who is asked in the middle of a row that takes long.
    ask: Option<attempt::Ask>,
    /// One for each thread that helps.
    helpers: Vec<Mutex<Bench>>,
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

/// The names of categories may take this part of a budget.
const NAMES: usize = 4;

/// Blocks shorter than this, or than this share of the leaves, are learned row by row: grouping, which looks at every
/// leaf, would cost more than it saves. (Measured: with 45,000 leaves the two are even at some 180 rows.)
const SHORT: usize = 16;
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
        let ledger = Ledger::of(&tree);
        let limit = match (config.budget, config.window) {
            (_, Some(rows)) => Limit::Window(Box::new(Places::of(u64::from(rows.get())))),
            (Some(limit), None) => Limit::Bytes(limit / NAMES),
            (None, None) => Limit::None,
        };
        let schema = Schema { limit, ..Schema::default() };
        let window = config.window.map(|_| Box::default());
        Ok(Learner { config, schema, tree, rows: 0, block_rows: 0, ledger, window })
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
        block: &Block,
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
    fn is_coupled(&self) -> bool {
        self.config.revise.is_some() || self.config.max_error.is_some() || self.config.window.is_some()
    }

    /// True if so few rows are better learned one by one.
    fn is_short(&self, rows: usize) -> bool {
        rows < SHORT.max(self.tree.leaf_count() / LEAVES_OF_A_ROW)
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

    /// Tells the schema which categories the rows of the window have.
    pub(crate) fn recall(&mut self) {
        let Some(window) = &self.window else { return };
        let first = self.rows - window.len() as u64 + 1;
        self.schema.recall((first..).zip(window.places().map(|place| window.row(place).codes)));
    }

    /// True if the next `rows` rows cannot reach the limit on leaves, or if the tree can grow no leaf any more.
    fn is_far_from_limits(&self, rows: usize) -> bool {
        let Some(limit) = self.config.max_leaves else {
            return true;
        };
        let leaves = self.tree.leaf_count();
        // Every row may make the leaf of a category that is new to a node, if there is one; every grace period of
        // rows a split into as many branches as there are categories, or two.
        let splits = rows as u64 / self.config.grace_period + self.tree.leaf_count() as u64;
        let widest = self.schema.widest().max(self.config.candidates.branches());
        let most = leaves as u64 + splits * (widest as u64 - 1);
        let sprouts = || self.tree.room_for_branches(|slot| self.schema.categories(slot).len());
        leaves >= limit || (most <= limit as u64 && most + sprouts().min(rows) as u64 <= limit as u64)
    }

    /// True if a leaf may try to split.
    fn may_grow(&self, id: u32) -> bool {
        self.config.may_deepen(self.tree.place(id).depth)
            && self.config.max_leaves.is_none_or(|limit| self.tree.leaf_count() < limit)
            && !self.tree.leaf(id).frozen.is_frozen()
    }

    /// Number of classes known as of a row.
    fn classes_at(schema: &Schema, block: &Block, number: u64) -> usize {
        if block.settled_classes { schema.classes.len() } else { schema.classes.known_at(number) }
    }

    /// Bytes of the leaves, and the numbers that they are for (eight bytes each).
    pub fn leaf_bytes(&self) -> (usize, usize) {
        let leaves = self.tree.leaves();
        let bytes = leaves.iter().map(|leaf| size_of_val(leaf) + leaf.bytes()).sum();
        (bytes, leaves.iter().map(Leaf::numbers).sum())
    }

    /// Bytes that the learner keeps from one row to the next.
    pub fn bytes(&self) -> usize {
        let window = self.window.as_ref().map_or(0, |window| window.bytes());
        Learner::OWN_BYTES + self.schema.bytes_at(u64::MAX) + self.tree.bytes() + window
    }
}
