//! Where does a row go, and how does the shape change? A flat array of nodes with ids; nothing recurses over depth.
//! Knows nothing of impurity or bounds. Ids are numbered by the row that made them, and anew, breadth first, where a
//! test is replaced.

mod assemble;
mod boughs;
mod cell;
mod edges;
mod flow;
mod node;
mod provisional;
mod replace;
mod route;
#[cfg(test)]
mod tests;

pub use assemble::{Assembly, Part};
pub use boughs::Bough;
pub use cell::{Branch, Cell};
pub use edges::{Edges, MOST_INTERVALS, interval};
pub use flow::{Flow, Stranger};
pub use node::{Node, Test};
pub use replace::{Replacement, replace};

use crate::bytes::{block_bytes, box_bytes, push_tight, tight_bytes};
use crate::leaf::Leaf;
use crate::rules::Reason;
use provisional::Provisional;

/// Why, when and on what a node was split, and the class weights of that moment.
#[derive(Clone, Debug)]
pub struct Split {
    /// Number of the row that made the split.
    pub row: u64,
    /// Why.
    pub reason: Reason,
    /// Gain of the winner.
    pub gain: f64,
    /// Gain of the best other column, or of the null split.
    pub second: f64,
    /// The bound at that moment.
    pub bound: f64,
    /// Class weights at that moment.
    pub votes: Box<[(u32, f64)]>,
    /// Child that missing values go to: the one that was heavier at that moment.
    pub missing: u32,
    /// Children of a multi-way node by category code or number of the interval, ascending; empty for a binary node.
    pub branches: Box<[(u32, u32)]>,
    /// The cuts between the intervals, if it has some.
    pub edges: Option<Box<Edges>>,
}

impl Split {
    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let edges = self.edges.as_ref().map_or(0, |edges| block_bytes(size_of_val(&**edges)));
        box_bytes(&self.votes) + box_bytes(&self.branches) + edges
    }
}

/// What routing does not need to know about a node.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Id of the parent; the root is its own.
    pub parent: u32,
    /// Distance from the root.
    pub depth: u32,
    /// Index among the leaves or among the splits.
    pub index: u32,
}

/// The shape of the tree and its leaves.
#[derive(Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    places: Vec<Place>,
    splits: Vec<Split>,
    leaves: Vec<Leaf>,
    depth: u32,
    provisional: Provisional,
}

/// A leaf with the categories that lead to it from a multi-way parent (one at most).
pub type Child = (Option<u32>, Leaf);

impl Tree {
    /// The same shape with other leaves, and with other statistics of inner nodes, where there are to be some.
    pub fn map_leaves(&self, leaf: impl Fn(&Leaf) -> Leaf, kept: impl Fn(&Leaf) -> Option<Leaf>) -> Tree {
        let mut tree = Tree {
            nodes: self.nodes.clone(),
            places: self.places.clone(),
            splits: self.splits.clone(),
            leaves: self.leaves.iter().map(leaf).collect(),
            depth: self.depth,
            provisional: Provisional::default(),
        };
        for (id, found) in self.provisional() {
            kept(found).into_iter().for_each(|kept| tree.keep(*id, kept));
        }
        tree
    }

    /// A tree of one leaf.
    pub fn new(root: Leaf) -> Tree {
        Tree {
            nodes: vec![Node::leaf(0)],
            places: vec![Place { parent: 0, depth: 0, index: 0 }],
            splits: Vec::new(),
            leaves: vec![root],
            depth: 0,
            provisional: Provisional::default(),
        }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A tree has at least its root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Number of leaves.
    pub fn leaf_count(&self) -> usize {
        self.leaves.len()
    }

    /// Depth of the deepest leaf; a lone root has depth 0.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// A node.
    pub fn node(&self, id: u32) -> Node {
        self.nodes[id as usize]
    }

    /// The test of an inner node.
    #[inline(always)]
    pub fn test(&self, id: u32) -> Option<Test> {
        let edges = || **self.split(id).edges.as_ref().expect("a test of intervals has cuts");
        self.nodes[id as usize].test(edges)
    }

    /// Parent, depth and index of a node.
    pub fn place(&self, id: u32) -> Place {
        self.places[id as usize]
    }

    /// The statistics of a leaf node.
    pub fn leaf(&self, id: u32) -> &Leaf {
        &self.leaves[self.places[id as usize].index as usize]
    }

    /// All leaves, in the order in which they are kept.
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// The statistics of a leaf node, to learn.
    pub fn leaf_mut(&mut self, id: u32) -> &mut Leaf {
        &mut self.leaves[self.places[id as usize].index as usize]
    }

    /// The statistics of several leaf nodes at once, to learn; in the order in which leaves are kept.
    pub fn leaves_at(&mut self, ids: impl Iterator<Item = u32>) -> impl Iterator<Item = &mut Leaf> {
        let wanted: Vec<u32> = ids.map(|id| self.places[id as usize].index).collect();
        let mut next = wanted.into_iter().peekable();
        let kept = self.leaves.iter_mut().enumerate();
        kept.filter_map(move |(index, leaf)| next.next_if_eq(&(index as u32)).map(|_| leaf))
    }

    /// The history of an inner node.
    pub fn split(&self, id: u32) -> &Split {
        &self.splits[self.places[id as usize].index as usize]
    }

    /// How many branches the many-way nodes could still get if every one of them met every category; `categories` of
    /// a slot are given.
    pub fn room_for_branches(&self, categories: impl Fn(usize) -> usize) -> usize {
        let many = (0..self.nodes.len() as u32).filter(|id| self.node(*id).is_many());
        many.map(|id| categories(self.node(id).slot()).saturating_sub(self.split(id).branches.len())).sum()
    }

    /// Class weights that answer for a leaf without votes.
    pub fn fallback(&self, id: u32) -> &[(u32, f64)] {
        if id == 0 { &[] } else { &self.split(self.places[id as usize].parent).votes }
    }

    /// The children of an inner node in branch order.
    pub fn children(&self, id: u32) -> Vec<u32> {
        match self.test(id) {
            None => Vec::new(),
            Some(test) if test.is_listed() => {
                self.split(id).branches.iter().map(|(_, child)| *child).collect()
            }
            Some(_) => vec![self.nodes[id as usize].first(), self.nodes[id as usize].first() + 1],
        }
    }

    /// Number of leaves below a node, which is one of them if it is a leaf.
    pub fn leaves_below(&self, id: u32) -> usize {
        self.below(id).into_iter().filter(|id| self.node(*id).is_leaf()).count()
    }

    /// Turns a leaf into an inner node; the children get the next ids. Missing values go to child number `heavier`.
    pub fn grow(&mut self, id: u32, test: Test, mut split: Split, children: Vec<Child>, heavier: usize) {
        let first = self.nodes.len() as u32;
        let Place { depth, index, .. } = self.places[id as usize];
        if test.is_listed() {
            let codes = (0..).zip(&children).map(|(order, (code, _))| code.unwrap_or(order));
            split.branches = codes.zip(first..).collect();
        }
        if let Test::Intervals { edges, .. } = test {
            split.edges = Some(Box::new(edges));
        }
        let record = self.splits.len() as u32;
        split.missing = first + heavier as u32;
        self.nodes[id as usize] =
            Node::inner(test, if test.is_listed() { record } else { first }, heavier == 1);
        self.places[id as usize].index = record;
        push_tight(&mut self.splits, split);
        for (order, (_, leaf)) in children.into_iter().enumerate() {
            // The first child takes over the place of the leaf that it replaces.
            let slot = if order == 0 { index } else { self.leaves.len() as u32 };
            if order == 0 {
                self.leaves[index as usize] = leaf;
            } else {
                push_tight(&mut self.leaves, leaf);
            }
            push_tight(&mut self.nodes, Node::leaf(first + order as u32));
            push_tight(&mut self.places, Place { parent: id, depth: depth + 1, index: slot });
        }
        self.depth = self.depth.max(depth + 1);
    }

    /// Adds a leaf for a category that is new to a multi-way node.
    pub fn sprout(&mut self, parent: u32, code: u32, leaf: Leaf) -> u32 {
        let id = self.nodes.len() as u32;
        let Place { depth, index, .. } = self.places[parent as usize];
        let split = &mut self.splits[index as usize];
        let at = split.branches.partition_point(|(known, _)| *known < code);
        let (before, after) = split.branches.split_at(at);
        split.branches = [before, &[(code, id)], after].concat().into();
        push_tight(&mut self.nodes, Node::leaf(id));
        let place = Place { parent, depth: depth + 1, index: self.leaves.len() as u32 };
        push_tight(&mut self.places, place);
        push_tight(&mut self.leaves, leaf);
        id
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        Tree::frame_bytes(self.nodes.len(), self.leaves.len()) + self.held_bytes()
    }

    /// Bytes of the lists of so many nodes, of which so many are leaves, without what they own.
    pub fn frame_bytes(nodes: usize, leaves: usize) -> usize {
        tight_bytes::<Node>(nodes)
            + tight_bytes::<Place>(nodes)
            + tight_bytes::<Split>(nodes - leaves)
            + tight_bytes::<Leaf>(leaves)
    }

    /// Bytes that leaves and splits own, and what splits have kept.
    pub fn held_bytes(&self) -> usize {
        self.leaves.iter().map(Leaf::bytes).sum::<usize>()
            + self.splits.iter().map(Split::bytes).sum::<usize>()
            + self.provisional.bytes()
    }
}
