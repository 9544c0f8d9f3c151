//! Where does a row go, how does the shape change? A flat array of nodes with ids; nothing recurses over depth.
//! Knows tests and children; what leaves have seen, and why a node was split, stands beside the shape. Ids are numbered
//! by the row that made them, and breadth first where a test is replaced.

mod assemble;
mod cell;
mod edges;
mod flow;
mod node;
mod paths;
mod route;
mod test;

pub use assemble::Assembly;
pub use cell::Cell;
pub use edges::{Edges, MOST_INTERVALS, interval};
pub use flow::{Flow, Stranger};
pub use node::Node;
pub use test::{Branch, Test};

use crate::bytes::{block_bytes, box_bytes, push_tight, tight_bytes};

/// What a listed test leads to: see [`Test::is_listed`]. Empty for a binary one.
#[derive(Clone, Default, Debug)]
pub struct Fork {
    /// Children by category or number of the interval, ascending.
    pub branches: Box<[(Branch, u32)]>,
    /// The cuts between the intervals, if it has some.
    pub edges: Option<Box<Edges>>,
}

impl Fork {
    /// The place of a category among the branches; None if it has none.
    #[inline(always)]
    pub fn place_of(&self, code: u32) -> Option<usize> {
        match self.branches.get(code as usize) {
            // Most lists have all categories from 0 on.
            Some((known, _)) if *known == code => Some(code as usize),
            _ => self.branches.binary_search_by_key(&code, |(known, _)| *known).ok(),
        }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let edges = self.edges.as_ref().map_or(0, |edges| block_bytes(size_of_val(&**edges)));
        box_bytes(&self.branches) + edges
    }
}

/// What routing does not need to know about a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seat {
    /// Id of the parent; the root is its own.
    pub parent: u32,
    /// Distance from the root.
    pub depth: u32,
    /// Index among the leaves or among the inner nodes.
    pub index: u32,
}

/// The shape of a tree.
#[derive(Clone)]
pub struct Shape {
    nodes: Vec<Node>,
    seats: Vec<Seat>,
    forks: Vec<Fork>,
    leaves: u32,
    depth: u32,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape::new()
    }
}

impl Shape {
    /// A lone leaf.
    pub fn new() -> Shape {
        Shape {
            nodes: vec![Node::leaf(0)],
            seats: vec![Seat { parent: 0, depth: 0, index: 0 }],
            forks: Vec::new(),
            leaves: 1,
            depth: 0,
        }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A shape has at least its root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Number of leaves.
    pub fn leaf_count(&self) -> usize {
        self.leaves as usize
    }

    /// Depth of the deepest leaf; a lone root has depth 0.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// All ids.
    pub fn ids(&self) -> std::ops::Range<u32> {
        0..self.nodes.len() as u32
    }

    /// A node.
    #[inline(always)]
    pub fn node(&self, id: u32) -> Node {
        self.nodes[id as usize]
    }

    /// True for a leaf.
    #[inline(always)]
    pub fn is_leaf(&self, id: u32) -> bool {
        self.nodes[id as usize].is_leaf()
    }

    /// The test of an inner node.
    #[inline(always)]
    pub fn test(&self, id: u32) -> Option<Test> {
        let edges = || **self.fork(id).edges.as_ref().expect("a test of intervals has cuts");
        self.nodes[id as usize].test(edges)
    }

    /// Parent, depth and index of a node.
    #[inline(always)]
    pub fn seat(&self, id: u32) -> Seat {
        self.seats[id as usize]
    }

    /// Index of a node among the leaves or among the inner nodes.
    #[inline(always)]
    pub fn index(&self, id: u32) -> usize {
        self.seats[id as usize].index as usize
    }

    /// The branches of an inner node, if they are listed.
    #[inline(always)]
    pub fn fork(&self, id: u32) -> &Fork {
        &self.forks[self.index(id)]
    }

    /// The child that missing values go to: the one that was heavier when the node was split.
    #[inline(always)]
    pub fn missing(&self, id: u32) -> u32 {
        self.nodes[id as usize].missing()
    }

    /// The children of an inner node in branch order.
    pub fn children(&self, id: u32) -> Vec<u32> {
        match self.test(id) {
            None => Vec::new(),
            Some(test) if test.is_listed() => {
                self.fork(id).branches.iter().map(|(_, child)| *child).collect()
            }
            Some(_) => vec![self.node(id).first(), self.node(id).first() + 1],
        }
    }

    /// How many branches the nodes with a child per category could still get if every one of them met every category;
    /// `categories` of a slot are given.
    pub fn room_for_branches(&self, categories: impl Fn(usize) -> usize) -> usize {
        let many = self.ids().filter(|id| self.node(*id).is_many());
        many.map(|id| categories(self.node(id).slot()).saturating_sub(self.fork(id).branches.len())).sum()
    }

    /// Turns a leaf into an inner node. Its children, one for each branch in ascending order, get the next ids; the
    /// first of them takes over the index of the leaf, and the others the next indices. Missing values go to child number
    /// `heavier`.
    pub fn grow(&mut self, id: u32, test: Test, branches: &[Branch], heavier: usize) {
        let first = self.nodes.len() as u32;
        let Seat { depth, index, .. } = self.seat(id);
        let fork = self.forks.len() as u32;
        let listed = test.is_listed();
        let mut found = Fork::default();
        if listed {
            found.branches = branches.iter().copied().zip(first..).collect();
        }
        if let Test::Intervals { edges, .. } = test {
            found.edges = Some(Box::new(edges));
        }
        self.nodes[id as usize] =
            Node::inner(test, if listed { fork } else { first }, first + heavier as u32);
        self.seats[id as usize].index = fork;
        push_tight(&mut self.forks, found);
        for order in 0..branches.len() as u32 {
            let index = if order == 0 { index } else { self.next_leaf() };
            push_tight(&mut self.nodes, Node::leaf(first + order));
            push_tight(&mut self.seats, Seat { parent: id, depth: depth + 1, index });
        }
        self.depth = self.depth.max(depth + 1);
    }

    /// Adds a leaf for a category that is new to a node with a child per category; its id. It has the last index.
    pub fn sprout(&mut self, parent: u32, code: Branch) -> u32 {
        let id = self.nodes.len() as u32;
        let Seat { depth, index, .. } = self.seat(parent);
        let fork = &mut self.forks[index as usize];
        let at = fork.branches.partition_point(|(known, _)| *known < code);
        let (before, after) = fork.branches.split_at(at);
        fork.branches = [before, &[(code, id)], after].concat().into();
        let index = self.next_leaf();
        push_tight(&mut self.nodes, Node::leaf(id));
        push_tight(&mut self.seats, Seat { parent, depth: depth + 1, index });
        id
    }

    /// The index of a leaf that is being added.
    fn next_leaf(&mut self) -> u32 {
        self.leaves += 1;
        self.leaves - 1
    }

    /// Bytes of the lists of so many nodes, of which so many are leaves, without what they own.
    pub fn frame_bytes(nodes: usize) -> usize {
        tight_bytes::<Node>(nodes) + tight_bytes::<Seat>(nodes)
    }

    /// Bytes that forks own.
    pub fn held_bytes(&self) -> usize {
        self.forks.iter().map(Fork::bytes).sum()
    }
}
