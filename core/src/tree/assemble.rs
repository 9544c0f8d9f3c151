//! A tree from its nodes in id order, as a model holds them. What does not make a tree is refused.

use super::{Node, Place, Split, Test, Tree};
use crate::bytes::{push_tight, tight_room};
use crate::leaf::Leaf;

/// One node as a model holds it.
pub enum Part {
    /// A leaf.
    Leaf(Leaf),
    /// An inner node with its children in branch order.
    Inner(Test, Split, Vec<u32>),
}

/// A tree being built, node by node in the order of their ids. Children must follow their parent, and every node but
/// the root must have exactly one.
pub struct Assembly {
    tree: Tree,
    count: usize,
}

impl Assembly {
    /// A tree of so many nodes, none of which is there yet.
    pub fn new(count: usize) -> Result<Assembly, String> {
        if count == 0 {
            return Err("model has no nodes".into());
        }
        let mut tree = Tree {
            nodes: Vec::with_capacity(tight_room(count)),
            places: Vec::with_capacity(tight_room(count)),
            splits: Vec::new(),
            leaves: Vec::new(),
            depth: 0,
            provisional: Default::default(),
        };
        tree.places.resize(count, Place { parent: u32::MAX, depth: 0, index: 0 });
        tree.places[0].parent = 0;
        Ok(Assembly { tree, count })
    }

    /// Adds the next node.
    pub fn add(&mut self, part: Part) -> Result<(), String> {
        let tree = &mut self.tree;
        let id = tree.nodes.len();
        let hanging = tree.places.get(id).filter(|place| place.parent != u32::MAX);
        let Some(Place { depth, .. }) = hanging.copied() else {
            return Err(format!("model has a node {id} that hangs from nothing"));
        };
        tree.depth = tree.depth.max(depth);
        match part {
            Part::Leaf(leaf) => {
                tree.places[id].index = tree.leaves.len() as u32;
                push_tight(&mut tree.leaves, leaf);
                tree.nodes.push(Node::leaf(id as u32));
                Ok(())
            }
            Part::Inner(test, split, children) => tree.attach(id, test, split, &children),
        }
    }

    /// The tree, if it has all its nodes.
    pub fn whole(self) -> Result<Tree, String> {
        let found = self.tree.nodes.len();
        if found == self.count {
            Ok(self.tree)
        } else {
            Err(format!("model has {found} nodes of {}", self.count))
        }
    }
}

impl Tree {
    /// The tree of these nodes.
    pub fn assemble(parts: Vec<Part>) -> Result<Tree, String> {
        let mut tree = Assembly::new(parts.len())?;
        parts.into_iter().try_for_each(|part| tree.add(part))?;
        tree.whole()
    }

    fn attach(&mut self, id: usize, test: Test, mut split: Split, children: &[u32]) -> Result<(), String> {
        let listed = test.is_listed();
        let ascending = split.branches.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let binary = !listed && children.len() == 2 && children[1] == children[0].wrapping_add(1);
        let fits = match test {
            Test::Many { .. } => split.branches.len() == children.len() && ascending,
            Test::Intervals { edges, .. } => edges.cuts().len() + 1 == children.len(),
            _ => binary,
        };
        if !fits || !children.contains(&split.missing) {
            return Err(format!("model has a node {id} whose children do not fit its test"));
        }
        for child in children {
            let place = self.places.get_mut(*child as usize).filter(|place| place.parent == u32::MAX);
            let Some(place) = place.filter(|_| *child as usize > id) else {
                return Err(format!("model has a node {id} with a child {child} that cannot be its own"));
            };
            place.parent = id as u32;
        }
        let depth = self.places[id].depth + 1;
        children.iter().for_each(|child| self.places[*child as usize].depth = depth);
        let record = self.splits.len() as u32;
        let first = if listed { record } else { children[0] };
        self.nodes.push(Node::inner(test, first, !listed && split.missing == children[1]));
        if let Test::Intervals { edges, .. } = test {
            split.branches = (0..).zip(children.iter().copied()).collect();
            split.edges = Some(Box::new(edges));
        } else if !listed {
            split.branches = Box::default();
        }
        self.places[id].index = record;
        push_tight(&mut self.splits, split);
        Ok(())
    }
}
