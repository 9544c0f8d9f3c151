//! A shape with what belongs to its nodes: the leaves, and the history of every split.

use super::{Growth, Record};
use crate::bytes::{block_bytes, push_tight, tight_bytes, tight_room};
use crate::leaf::Leaf;
use crate::tree::{Fork, Shape};

/// A leaf with its branch, if it is the category of a test with a child per category.
pub type Child = (Option<u32>, Leaf);

/// A shape, its leaves, and the history of its splits.
#[derive(Clone)]
pub struct Tree {
    /// Nodes, tests and ids.
    pub shape: Shape,
    leaves: Vec<Leaf>,
    records: Vec<Record>,
}

/// What a fork and a record take together in a list. They stand in two.
const SPLIT: usize = size_of::<Fork>() + size_of::<Record>();

impl Tree {
    /// A tree of one leaf.
    pub fn new(root: Leaf) -> Tree {
        Tree { shape: Shape::new(), leaves: vec![root], records: Vec::new() }
    }

    /// A tree of a shape, with its leaves and the history of its splits in the order of their indices; None if there are
    /// too few or too many.
    pub fn of(shape: Shape, leaves: Vec<Leaf>, records: Vec<Record>) -> Option<Tree> {
        let fits = leaves.len() == shape.leaf_count() && leaves.len() + records.len() == shape.len();
        fits.then_some(Tree { shape, leaves, records })
    }

    /// Takes it apart.
    pub(super) fn parts(self) -> (Shape, Vec<Leaf>, Vec<Record>) {
        (self.shape, self.leaves, self.records)
    }

    /// The same shape with other leaves.
    pub fn map_leaves(&self, leaf: impl Fn(&Leaf) -> Leaf) -> Tree {
        Tree {
            shape: self.shape.clone(),
            leaves: self.leaves.iter().map(leaf).collect(),
            records: self.records.clone(),
        }
    }

    /// The statistics of a leaf node.
    #[inline(always)]
    pub fn leaf(&self, id: u32) -> &Leaf {
        &self.leaves[self.shape.index(id)]
    }

    /// The statistics of a leaf node, to learn.
    #[inline(always)]
    pub fn leaf_mut(&mut self, id: u32) -> &mut Leaf {
        &mut self.leaves[self.shape.index(id)]
    }

    /// All leaves, in the order of their indices.
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// The statistics of several leaf nodes at once, to learn; in the order of their indices.
    pub fn leaves_at(&mut self, ids: impl Iterator<Item = u32>) -> impl Iterator<Item = &mut Leaf> {
        let wanted: Vec<usize> = ids.map(|id| self.shape.index(id)).collect();
        let mut next = wanted.into_iter().peekable();
        let leaves = self.leaves.iter_mut().enumerate();
        leaves.filter_map(move |(index, leaf)| next.next_if_eq(&index).map(|_| leaf))
    }

    /// The history of an inner node.
    pub fn record(&self, id: u32) -> &Record {
        &self.records[self.shape.index(id)]
    }

    /// Class weights that answer for a leaf without votes.
    pub fn fallback(&self, id: u32) -> &[(u32, f64)] {
        self.shape.above(id).map_or(&[], |above| &self.record(above).votes)
    }

    /// Turns a leaf into an inner node; the children get the next ids.
    pub fn grow(&mut self, id: u32, growth: Growth) {
        let Growth { test, record, children, heavier } = growth;
        let index = self.shape.index(id);
        let branches = (0..).zip(&children).map(|(order, (code, _))| code.unwrap_or(order));
        self.shape.grow(id, test, &branches.collect::<Vec<u32>>(), heavier);
        push_tight(&mut self.records, record);
        let mut children = children.into_iter().map(|(_, leaf)| leaf);
        if let Some(first) = children.next() {
            self.leaves[index] = first;
        }
        children.for_each(|leaf| push_tight(&mut self.leaves, leaf));
    }

    /// Adds a leaf for a category that is new to a node with a child per category.
    pub fn sprout(&mut self, parent: u32, code: u32, leaf: Leaf) -> u32 {
        push_tight(&mut self.leaves, leaf);
        self.shape.sprout(parent, code)
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        Tree::frame_bytes(self.shape.len(), self.leaves.len()) + self.held_bytes()
    }

    /// Bytes of the lists of so many nodes, of which so many are leaves, without what they own.
    pub fn frame_bytes(nodes: usize, leaves: usize) -> usize {
        Shape::frame_bytes(nodes)
            + block_bytes(tight_room(nodes - leaves) * SPLIT)
            + tight_bytes::<Leaf>(leaves)
    }

    /// Bytes that an inner node owns.
    pub fn split_bytes(&self, id: u32) -> usize {
        self.shape.fork(id).bytes() + self.record(id).bytes()
    }

    /// Bytes that leaves and splits own.
    pub fn held_bytes(&self) -> usize {
        self.leaves.iter().map(Leaf::bytes).sum::<usize>()
            + self.shape.held_bytes()
            + self.records.iter().map(Record::bytes).sum::<usize>()
    }
}

/// A budget counts these: another version must not make another tree within the same budget.
const _: () = assert!(SPLIT == 80);
