//! Who gives memory back at the limit? Knows bytes and promise, nothing else.
//!
//! A budget counts every byte that the learner keeps from one row to the next, and holds after every row. Leaves are
//! ranked by promise; the least promising give up their observers (they freeze) until there is room again, and may
//! get new ones (they thaw) at fixed rows. What cannot be given up, the shape of the tree and the votes of its
//! leaves, may take fifteen sixteenths of the budget; then the tree grows no more. Pfahringer, Holmes & Kirkby (2008)
//! compare observers under such limits; MOA looks at its limit once in a million rows.

mod ahead;
mod block;
mod freeze;
mod least;
mod report;
mod room;
mod thaw;
mod trial;
#[cfg(test)]
mod visits;
mod within;

pub use report::Report;
pub use room::{AsOf, Exhausted, Occasion};
pub use trial::Trial;

use super::Keeper;
use crate::growth::Tree;
use crate::leaf::Leaf;
use crate::learner::Learner;

/// The names of categories may take this part of a budget.
pub(super) const NAMES: usize = 4;

/// What is held by the leaves and splits of a tree: a running sum.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Ledger {
    /// Bytes that leaves and splits own.
    pub held: usize,
    /// Those of them that are observers and could be given up.
    pub observed: usize,
    /// Leaves that are frozen.
    pub frozen: usize,
    /// How often a leaf was frozen.
    pub freezes: u64,
    /// How often a leaf was thawed.
    pub thaws: u64,
    /// Row of the last look at frozen leaves.
    pub looked: u64,
}

impl Ledger {
    /// The ledger of a tree, by walking all of it.
    pub fn of(tree: &Tree) -> Ledger {
        let mut ledger = Ledger::default();
        tree.leaves().iter().for_each(|leaf| ledger.enter(leaf));
        ledger.held = tree.held_bytes();
        ledger
    }

    /// Counts a leaf.
    pub fn enter(&mut self, leaf: &Leaf) {
        self.held += leaf.bytes();
        self.observed += leaf.observed_bytes();
        self.frozen += usize::from(leaf.frozen.is_frozen());
    }

    /// Counts a leaf no more.
    pub fn leave(&mut self, leaf: &Leaf) {
        self.held -= leaf.bytes();
        self.observed -= leaf.observed_bytes();
        self.frozen -= usize::from(leaf.frozen.is_frozen());
    }
}

impl Learner {
    /// What is held, if there is a budget; otherwise nothing.
    pub fn ledger(&self) -> Ledger {
        match self.keeper {
            Keeper::Budget(ledger) => ledger,
            Keeper::None | Keeper::Provisional(_) | Keeper::Window(_) => Ledger::default(),
        }
    }

    fn ledger_mut(&mut self) -> Option<&mut Ledger> {
        match &mut self.keeper {
            Keeper::Budget(ledger) => Some(ledger),
            Keeper::None | Keeper::Provisional(_) | Keeper::Window(_) => None,
        }
    }
}
