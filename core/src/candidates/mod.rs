//! Which cuts deserve a score? Looks at one kind of observer each; knows nothing of rules.

mod choice;
pub mod crossings;
pub mod grid;
pub mod multiway;
pub mod nominal;

pub use choice::{CANDIDATES, Candidates};

use crate::tree::{Edges, Test};

/// A way to split that entered the contest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Proposal {
    /// Numbers up to the cut, and the others.
    Cut {
        /// Numeric slot.
        slot: u32,
        /// The cut; a number equal to it goes left.
        cut: f64,
    },
    /// One category, and the others.
    One {
        /// Nominal slot.
        slot: u32,
        /// The category.
        code: u32,
    },
    /// A branch for every category.
    Many {
        /// Nominal slot.
        slot: u32,
    },
    /// A branch for every interval.
    Intervals {
        /// Numeric slot.
        slot: u32,
        /// The cuts between them.
        edges: Edges,
    },
}

impl Proposal {
    /// The test that it would become.
    pub fn test(self) -> Test {
        match self {
            Proposal::Cut { slot, cut } => Test::Cut { slot, cut },
            Proposal::One { slot, code } => Test::One { slot, code },
            Proposal::Many { slot } => Test::Many { slot },
            Proposal::Intervals { slot, edges } => Test::Intervals { slot, edges },
        }
    }

    /// The same split of another column.
    pub fn on(self, slot: u32) -> Proposal {
        match self {
            Proposal::Cut { cut, .. } => Proposal::Cut { slot, cut },
            Proposal::One { code, .. } => Proposal::One { slot, code },
            Proposal::Many { .. } => Proposal::Many { slot },
            Proposal::Intervals { edges, .. } => Proposal::Intervals { slot, edges },
        }
    }
}

impl Test {
    /// The proposal that became it.
    pub fn proposal(self) -> Proposal {
        match self {
            Test::Cut { slot, cut } => Proposal::Cut { slot, cut },
            Test::One { slot, code } => Proposal::One { slot, code },
            Test::Many { slot } => Proposal::Many { slot },
            Test::Intervals { slot, edges } => Proposal::Intervals { slot, edges },
        }
    }
}
