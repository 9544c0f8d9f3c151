//! A node as routing sees it: sixteen bytes.

use super::edges::Edges;

/// A test at an inner node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Test {
    /// A number up to the cut goes to the first child, a larger one to the second.
    Cut {
        /// Numeric slot.
        slot: u32,
        /// The cut.
        cut: f64,
    },
    /// One category goes to the first child, the others to the second.
    One {
        /// Nominal slot.
        slot: u32,
        /// The category.
        code: u32,
    },
    /// A child per category.
    Many {
        /// Nominal slot.
        slot: u32,
    },
    /// A child per interval between the cuts, and beyond the first and the last.
    Intervals {
        /// Numeric slot.
        slot: u32,
        /// The cuts.
        edges: Edges,
    },
}

impl Test {
    /// The same test of another column of its kind.
    pub fn on(self, slot: u32) -> Test {
        match self {
            Test::Cut { cut, .. } => Test::Cut { slot, cut },
            Test::One { code, .. } => Test::One { slot, code },
            Test::Many { .. } => Test::Many { slot },
            Test::Intervals { edges, .. } => Test::Intervals { slot, edges },
        }
    }

    /// True if a child of such a test is found through a list of branches.
    pub fn is_listed(self) -> bool {
        matches!(self, Test::Many { .. } | Test::Intervals { .. })
    }
}

const LEAF: u32 = 0;
const CUT: u32 = 1 << 28;
const ONE: u32 = 2 << 28;
const MANY: u32 = 3 << 28;
const INTERVALS: u32 = 6 << 28;
const KIND: u32 = 7 << 28;
const MISSING_SECOND: u32 = 1 << 31;
const SLOT: u32 = (1 << 28) - 1;

/// One node. A leaf leads every row back to itself: that is how a row is seen to have arrived.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Node {
    value: f64,
    word: u32,
    first: u32,
}

impl Node {
    /// A leaf with this id.
    pub fn leaf(id: u32) -> Node {
        Node { value: f64::INFINITY, word: LEAF, first: id }
    }

    /// An inner node. `first` is the id of the first child, or for a multi-way test the index of its history, which has
    /// the list of branches.
    pub fn inner(test: Test, first: u32, missing_second: bool) -> Node {
        let (value, word) = match test {
            Test::Cut { slot, cut } => (cut, CUT | slot),
            Test::One { slot, code } => (f64::from(code), ONE | slot),
            Test::Many { slot } => (0.0, MANY | slot),
            Test::Intervals { slot, .. } => (0.0, INTERVALS | slot),
        };
        Node { value, word: word | if missing_second { MISSING_SECOND } else { 0 }, first }
    }

    /// The test, if this is an inner node; `edges` are asked for where it has some.
    #[inline(always)]
    pub(super) fn test(self, edges: impl Fn() -> Edges) -> Option<Test> {
        let slot = self.slot() as u32;
        match self.word & KIND {
            CUT => Some(Test::Cut { slot, cut: self.value }),
            ONE => Some(Test::One { slot, code: self.value as u32 }),
            MANY => Some(Test::Many { slot }),
            INTERVALS => Some(Test::Intervals { slot, edges: edges() }),
            _ => None,
        }
    }

    /// True for a leaf.
    #[inline(always)]
    pub fn is_leaf(self) -> bool {
        self.word & KIND == LEAF
    }

    /// True for a test with a child per category.
    #[inline(always)]
    pub fn is_many(self) -> bool {
        self.word & KIND == MANY
    }

    /// True for a test with a child per interval.
    #[inline(always)]
    pub fn has_intervals(self) -> bool {
        self.word & KIND == INTERVALS
    }

    /// True for a leaf or a single cut.
    #[inline(always)]
    pub fn is_numeric(self) -> bool {
        self.word & ONE == 0
    }

    /// Id of the first child, or index of the list of branches.
    #[inline(always)]
    pub fn first(self) -> u32 {
        self.first
    }

    /// Slot of the tested column; 0 for a leaf.
    #[inline(always)]
    pub fn slot(self) -> usize {
        (self.word & SLOT) as usize
    }

    /// The child for a number at a numeric cut; at a leaf, the leaf itself.
    #[inline(always)]
    pub fn beyond(self, x: f64) -> u32 {
        let missing = u32::from(x.is_nan()) & (self.word >> 31);
        self.first + (u32::from(x > self.value) | missing)
    }

    /// The child for a code at a one-against-rest test.
    #[inline(always)]
    pub fn other(self, code: u32) -> u32 {
        let missing = code == crate::schema::MISSING;
        self.first + if missing { self.word >> 31 } else { u32::from(f64::from(code) != self.value) }
    }
}
