//! A node as routing sees it: sixteen bytes.

use super::edges::Edges;
use super::test::{Test, is_beyond, is_other};

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

    /// An inner node. `first` is the id of the first child, or for a listed test the index of its fork; `missing` is the
    /// child that missing values go to.
    pub fn inner(test: Test, first: u32, missing: u32) -> Node {
        let (value, word) = match test {
            Test::Cut { slot, cut } => (cut, CUT | slot),
            Test::One { slot, code } => (f64::from(code), ONE | slot),
            // Nothing is compared with the value of a listed test: it says where missing values go.
            Test::Many { slot } => (f64::from(missing), MANY | slot),
            Test::Intervals { slot, .. } => (f64::from(missing), INTERVALS | slot),
        };
        let second = !test.is_listed() && missing != first;
        Node { value, word: word | if second { MISSING_SECOND } else { 0 }, first }
    }

    /// The child that missing values go to.
    #[inline(always)]
    pub fn missing(self) -> u32 {
        if self.is_listed() { self.value as u32 } else { self.first + (self.word >> 31) }
    }

    /// True if missing values go to the second child of a binary node.
    #[inline(always)]
    pub fn missing_second(self) -> bool {
        self.word & MISSING_SECOND != 0
    }

    /// True for a test whose children are listed.
    #[inline(always)]
    pub fn is_listed(self) -> bool {
        matches!(self.word & KIND, MANY | INTERVALS)
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
        self.first + u32::from(is_beyond(x, self.value, self.missing_second()))
    }

    /// The child for a code at a one-against-rest test.
    #[inline(always)]
    pub fn other(self, code: u32) -> u32 {
        self.first + u32::from(is_other(code, self.value as u32, self.missing_second()))
    }
}
