//! What happens to what was grown? One of a closed set: nothing; observers are given back within a budget; provisional
//! splits are looked at again; rows are forgotten behind a window.
//!
//! Nothing is the definition of learning. Each of the others has a folder, and is asked at a few points only: before a
//! row, when a leaf has absorbed it, when an attempt is due, when the rule has granted a split or has not, when a leaf was
//! added, and after the row. Whoever learns does not know which of them it asks.

pub mod budget;
pub mod provisional;
pub mod settings;
pub mod window;

pub use budget::{AsOf, Exhausted, Occasion};
pub use settings::{Revise, Upkeep};

use crate::attempt::{At, Decision};
use crate::growth::{Kept, Tree, Unfolded, divide};
use crate::leaf::Leaf;
use crate::learner::{Bench, Course, Learner};
use crate::predictors::{Right, Votes};
use crate::rows::Block;
use crate::schema::Limit;
use crate::threads::Pool;
use budget::Ledger;
use std::borrow::Cow;
use std::ops::Range;
use window::Window;

/// What upkeep has to remember.
#[derive(Clone, Default)]
pub enum Keeper {
    /// Nothing.
    #[default]
    None,
    /// Bytes held.
    Budget(Ledger),
    /// What provisional nodes have kept of the leaves that they were.
    Provisional(Kept),
    /// The rows, and what inner nodes know of them.
    Window(Box<Window>),
}

impl Keeper {
    /// At the beginning of a tree.
    pub fn of(upkeep: Upkeep, tree: &Tree) -> Keeper {
        match upkeep {
            Upkeep::None => Keeper::None,
            Upkeep::Budget(_) => Keeper::Budget(Ledger::of(tree)),
            Upkeep::Provisional(_) => Keeper::Provisional(Kept::default()),
            Upkeep::Window(_) => Keeper::Window(Box::default()),
        }
    }

    /// What inner nodes have kept, if some may keep anything.
    pub fn kept(&self) -> Option<&Kept> {
        match self {
            Keeper::None | Keeper::Budget(_) => None,
            Keeper::Provisional(kept) => Some(kept),
            Keeper::Window(window) => Some(&window.kept),
        }
    }

    /// The same, to learn.
    pub fn kept_mut(&mut self) -> Option<&mut Kept> {
        match self {
            Keeper::None | Keeper::Budget(_) => None,
            Keeper::Provisional(kept) => Some(kept),
            Keeper::Window(window) => Some(&mut window.kept),
        }
    }

    /// What an inner node has kept.
    pub fn kept_at(&self, id: u32) -> Option<&Leaf> {
        self.kept()?.at(id)
    }

    /// Lets a leaf change; what it holds is counted before and after.
    #[inline(always)]
    pub fn changing<T>(&mut self, tree: &mut Tree, id: u32, change: impl FnOnce(&mut Leaf) -> T) -> T {
        let Keeper::Budget(ledger) = self else { return change(tree.leaf_mut(id)) };
        ledger.leave(tree.leaf(id));
        let changed = change(tree.leaf_mut(id));
        ledger.enter(tree.leaf(id));
        changed
    }

    /// What answers ask of it.
    pub fn for_answers(&self) -> Keeper {
        match self {
            Keeper::None => Keeper::None,
            Keeper::Budget(ledger) => Keeper::Budget(*ledger),
            Keeper::Provisional(_) => Keeper::Provisional(Kept::default()),
            Keeper::Window(window) => Keeper::Window(Box::new(window.for_answers())),
        }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        match self {
            Keeper::None | Keeper::Budget(_) => 0,
            Keeper::Provisional(kept) => kept.bytes(),
            Keeper::Window(window) => window.bytes() + window.kept.bytes(),
        }
    }
}

impl Learner {
    /// The stretches that a block is learned in, the last one first.
    pub(crate) fn stretches_of(&self, block: &Block<'_>) -> Vec<Range<usize>> {
        match self.keeper {
            Keeper::Budget(_) => self.stretches(block),
            Keeper::None | Keeper::Provisional(_) | Keeper::Window(_) => {
                std::iter::once(0..block.rows).filter(|rows| !rows.is_empty()).collect()
            }
        }
    }

    /// Learns stretches of a block.
    pub(crate) fn learn_stretches(
        &mut self,
        block: &Block<'_>,
        course: &mut Course,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
    ) -> Result<(), Exhausted> {
        match self.keeper {
            Keeper::Budget(_) => self.learn_within(block, course, answers, pool, bench),
            Keeper::None | Keeper::Provisional(_) | Keeper::Window(_) => {
                self.learn_freely(block, course, answers, pool, bench)
            }
        }
    }

    /// Refuses a row before anything is learned of it, if there is no room for its names.
    pub(crate) fn before_row(&self, index: usize, known: AsOf) -> Result<(), Exhausted> {
        match self.keeper {
            Keeper::Budget(_) => self.check_row(index, known),
            Keeper::None | Keeper::Provisional(_) | Keeper::Window(_) => Ok(()),
        }
    }

    /// A leaf has absorbed a row; `right` says who would have answered it right.
    pub(crate) fn absorbed(
        &mut self,
        id: u32,
        block: &Block<'_>,
        index: usize,
        right: Right,
        bench: &mut Bench,
    ) {
        match self.keeper {
            Keeper::None | Keeper::Budget(_) => {}
            Keeper::Provisional(_) => self.tell_kept(id, block, index),
            Keeper::Window(_) => {
                self.tell_kept(id, block, index);
                self.slide(&block.row(index), right, bench);
            }
        }
    }

    /// Whether an attempt is asked for at every row.
    pub(crate) fn looks_at_every_row(&self) -> bool {
        matches!(self.config.upkeep, Upkeep::Provisional(revise) if revise.every_row)
    }

    /// Whether there is something to look at where nothing may grow any more.
    pub(crate) fn has_more_to_look_at(&self) -> bool {
        match &self.keeper {
            Keeper::None | Keeper::Budget(_) => false,
            Keeper::Provisional(kept) => !kept.all().is_empty(),
            Keeper::Window(_) => true,
        }
    }

    /// An attempt is due at a leaf. True if the tree has changed instead, and the leaf is not asked.
    pub(crate) fn due(&mut self, id: u32, at: At, bench: &mut Bench) -> bool {
        match self.keeper {
            Keeper::None | Keeper::Budget(_) | Keeper::Provisional(_) => false,
            Keeper::Window(_) => {
                let changed = self.reconsider(id, at, bench);
                if !changed {
                    self.freshen(id, bench);
                }
                changed
            }
        }
    }

    /// The rule has not granted a leaf a split.
    pub(crate) fn waited(&mut self, id: u32, at: At, bench: &mut Bench) {
        if let Upkeep::Provisional(revise) = self.config.upkeep {
            self.appeal(id, revise, at, bench);
        }
    }

    /// The rule has granted a leaf a split.
    pub(crate) fn granted(&mut self, id: u32, decision: &Decision, row: u64, bench: &mut Bench) {
        match self.keeper {
            Keeper::None | Keeper::Budget(_) | Keeper::Provisional(_) => self.split(id, decision, row),
            Keeper::Window(_) => self.plant(id, decision, row, bench),
        }
    }

    /// Puts a split in the place of a leaf.
    pub(crate) fn split(&mut self, id: u32, decision: &Decision, row: u64) {
        let growth = divide(self.tree.leaf(id), decision, row, self.config.faithful.inherit);
        if let Keeper::Budget(ledger) = &mut self.keeper {
            ledger.leave(self.tree.leaf(id));
        }
        let first = self.tree.shape.len() as u32;
        self.tree.grow(id, growth);
        if let Keeper::Budget(ledger) = &mut self.keeper {
            ledger.held += self.tree.split_bytes(id);
            (first..self.tree.shape.len() as u32).for_each(|child| ledger.enter(self.tree.leaf(child)));
        }
    }

    /// Adds a leaf for a category that is new to a node; its id.
    pub(crate) fn sprout(&mut self, parent: u32, code: u32, bench: &mut Bench) -> u32 {
        let before = self.tree.split_bytes(parent);
        let id = self.tree.sprout(parent, code, Leaf::new(self.config.observer));
        match &mut self.keeper {
            Keeper::None | Keeper::Provisional(_) => {}
            Keeper::Budget(ledger) => {
                ledger.held += self.tree.split_bytes(parent) - before;
                ledger.enter(self.tree.leaf(id));
            }
            Keeper::Window(_) => self.make_up_for(parent, bench),
        }
        id
    }

    /// Takes the tree apart, lets its nodes be changed, and puts it together again. Nodes get new ids.
    fn rebuild(&mut self, change: impl FnOnce(&mut Vec<Unfolded>)) {
        let kept = self.keeper.kept_mut().map(std::mem::take).unwrap_or_default();
        let mut nodes = std::mem::replace(&mut self.tree, Tree::new(Leaf::default())).unfold(kept);
        change(&mut nodes);
        let (tree, kept) = Tree::fold(nodes, 0);
        self.tree = tree;
        if let Some(place) = self.keeper.kept_mut() {
            *place = kept;
        }
    }

    /// What is left to do after a row that is learned.
    pub(crate) fn after_row(&mut self, block: &Block<'_>, index: usize, known: AsOf) {
        match self.keeper {
            Keeper::None | Keeper::Provisional(_) | Keeper::Window(_) => self.rows += 1,
            Keeper::Budget(_) => {
                self.keep_within(known);
                self.rows += 1;
                self.look_after(block, index);
            }
        }
    }

    /// True if a leaf that is new may have to answer for rows that came when there was no room for it.
    pub(crate) fn may_have_turned_away(&self) -> bool {
        matches!(self.keeper, Keeper::Window(_)) && self.config.max_leaves.is_some()
    }

    /// The statistics that a node has: a leaf, and with a window an inner node; None for a node that is not there.
    pub fn statistics(&self, id: u32) -> Option<&Leaf> {
        match &self.keeper {
            _ if id as usize >= self.tree.shape.len() => None,
            _ if self.tree.shape.is_leaf(id) => Some(self.tree.leaf(id)),
            Keeper::Window(window) => window.kept.at(id),
            Keeper::None | Keeper::Budget(_) | Keeper::Provisional(_) => None,
        }
    }

    /// Class weights that answer for an inner node.
    pub(crate) fn known_at(&self, id: u32) -> Cow<'_, Votes> {
        match &self.keeper {
            Keeper::Window(window) => window.known_at(&self.tree.shape, id),
            Keeper::None | Keeper::Budget(_) | Keeper::Provisional(_) => {
                Cow::Borrowed(&self.tree.record(id).votes)
            }
        }
    }

    /// Class weights that answer for a leaf, if it has no votes.
    pub(crate) fn fallback(&self, id: u32) -> Cow<'_, Votes> {
        if matches!(self.keeper, Keeper::Window(_)) && self.tree.leaf(id).voted() > 0.0 {
            return Cow::Borrowed(&[]);
        }
        self.tree.shape.above(id).map_or(Cow::Borrowed(&[]), |above| self.known_at(above))
    }

    /// What the names of categories are limited by.
    pub(crate) fn limit_of_names(upkeep: Upkeep) -> Limit {
        match upkeep {
            Upkeep::None | Upkeep::Provisional(_) => Limit::None,
            Upkeep::Budget(limit) => Limit::Bytes(limit / budget::NAMES),
            Upkeep::Window(rows) => Limit::Window(Box::new(crate::schema::Places::of(u64::from(rows.get())))),
        }
    }

    /// Whether the state of naive Bayes may stay from one row of a leaf to the next: a leaf may lose its observers.
    pub(crate) fn keeps_standing(&self) -> bool {
        !matches!(self.keeper, Keeper::Budget(_))
    }

    /// Tells the schema which categories the rows have that are not forgotten.
    pub(crate) fn recall(&mut self) {
        if let Keeper::Window(window) = &self.keeper {
            let first = self.rows - window.ring.len() as u64 + 1;
            let block = window.ring.block();
            let rows = (first..).zip(window.ring.places().map(|place| block.row(place).codes));
            self.schema.recall(rows);
        }
    }
}
