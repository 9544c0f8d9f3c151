//! A tree from its nodes in id order, as a model holds them. What does not make a tree is refused.

use super::{Node, Place, Split, Test, Tree};
use crate::bytes::{push_tight, tight_room};
use crate::leaf::Leaf;
use std::collections::BTreeMap;

/// One node as a model holds it.
pub enum Part {
    /// A leaf.
    Leaf(Leaf),
    /// An inner node with its children in branch order.
    Inner(Test, Split, Vec<u32>),
}

/// There are places at once for so many nodes, if they are announced; for more as they come.
const NEAR: usize = 1 << 22;
/// The same of inner nodes and of leaves, which take more.
const NEAR_PARTS: usize = 1 << 18;

/// The place of a node that no other has named as its child.
const FREE: Place = Place { parent: u32::MAX, depth: 0, index: 0 };

/// A tree being built, node by node in the order of their ids. Children must follow their parent, and every node but
/// the root must have exactly one.
pub struct Assembly {
    tree: Tree,
    count: usize,
    /// Children beyond the places that there are, with their parents: whatever a file announces, the room for it comes
    /// as it is read.
    far: BTreeMap<u32, u32>,
}

impl Assembly {
    /// A tree of so many nodes, none of which is there yet.
    pub fn new(count: usize) -> Result<Assembly, String> {
        Assembly::with_places(count, NEAR)
    }

    fn with_places(count: usize, near: usize) -> Result<Assembly, String> {
        if count == 0 {
            return Err("model has no nodes".into());
        }
        let near = count.min(near);
        // A tree of two branches everywhere has as many of each.
        let parts = (near / 2 + 1).min(NEAR_PARTS);
        let mut tree = Tree {
            nodes: tight(near)?,
            places: tight(near)?,
            splits: tight(parts)?,
            leaves: tight(parts)?,
            depth: 0,
            provisional: Default::default(),
        };
        tree.places.resize(near, FREE);
        tree.places[0].parent = 0;
        Ok(Assembly { tree, count, far: BTreeMap::new() })
    }

    /// Adds the next node.
    pub fn add(&mut self, part: Part) -> Result<(), String> {
        let id = self.tree.nodes.len();
        if id == self.tree.places.len() {
            self.reach();
        }
        let tree = &mut self.tree;
        let hanging = tree.places.get(id).filter(|place| place.parent != FREE.parent);
        let Some(Place { parent, .. }) = hanging.copied() else {
            return Err(format!("model has a node {id} that hangs from nothing"));
        };
        let depth = if id == 0 { 0 } else { tree.places[parent as usize].depth + 1 };
        tree.depth = tree.depth.max(depth);
        tree.places[id].depth = depth;
        match part {
            Part::Leaf(leaf) => {
                tree.places[id].index = tree.leaves.len() as u32;
                push_tight(&mut tree.leaves, leaf);
                push_tight(&mut tree.nodes, Node::leaf(id as u32));
                Ok(())
            }
            Part::Inner(test, split, children) => self.attach(id, test, split, &children),
        }
    }

    /// Makes places for as many nodes again.
    fn reach(&mut self) {
        let places = &mut self.tree.places;
        let near = self.count.min(2 * places.len());
        places.reserve_exact(tight_room(near) - places.len());
        places.resize(near, FREE);
        let beyond = self.far.split_off(&(near as u32));
        for (child, parent) in std::mem::replace(&mut self.far, beyond) {
            places[child as usize].parent = parent;
        }
    }

    /// Hangs a node that is yet to come from one that is there; whether that can be.
    fn hang(&mut self, child: u32, parent: u32) -> bool {
        if child <= parent || child as usize >= self.count {
            return false;
        }
        match self.tree.places.get_mut(child as usize) {
            Some(place) => std::mem::replace(&mut place.parent, parent) == FREE.parent,
            None => self.far.insert(child, parent).is_none(),
        }
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
        if let Some(child) = children.iter().find(|child| !self.hang(**child, id as u32)) {
            return Err(format!("model has a node {id} with a child {child} that cannot be its own"));
        }
        let tree = &mut self.tree;
        let record = tree.splits.len() as u32;
        let first = if listed { record } else { children[0] };
        push_tight(&mut tree.nodes, Node::inner(test, first, !listed && split.missing == children[1]));
        if let Test::Intervals { edges, .. } = test {
            split.branches = (0..).zip(children.iter().copied()).collect();
            split.edges = Some(Box::new(edges));
        } else if !listed {
            split.branches = Box::default();
        }
        tree.places[id].index = record;
        push_tight(&mut tree.splits, split);
        Ok(())
    }

    /// The tree, if it has all its nodes.
    pub fn whole(self) -> Result<Tree, String> {
        let mut tree = self.tree;
        let found = tree.nodes.len();
        if found == self.count {
            tree.splits.shrink_to(tight_room(tree.splits.len()));
            tree.leaves.shrink_to(tight_room(tree.leaves.len()));
            Ok(tree)
        } else {
            Err(format!("model has {found} nodes of {}", self.count))
        }
    }
}

/// A list with room for so many.
fn tight<T>(len: usize) -> Result<Vec<T>, String> {
    let mut list = Vec::new();
    list.try_reserve_exact(tight_room(len)).map_err(|_| "model has more nodes than there is memory for")?;
    Ok(list)
}

impl Tree {
    /// The tree of these nodes.
    pub fn assemble(parts: Vec<Part>) -> Result<Tree, String> {
        let mut tree = Assembly::new(parts.len())?;
        parts.into_iter().try_for_each(|part| tree.add(part))?;
        tree.whole()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Reason;

    /// A node with a branch for each child.
    fn fork(children: &[u32]) -> Part {
        let branches = (0..).zip(children.iter().copied()).collect();
        let split = Split {
            row: 1,
            reason: Reason::Bound,
            gain: 0.5,
            second: 0.0,
            bound: 0.1,
            votes: Box::default(),
            missing: children[0],
            branches,
            edges: None,
        };
        Part::Inner(Test::Many { slot: 0 }, split, children.to_vec())
    }

    /// A chain of forks with a leaf each; the last node of all hangs from the root.
    fn built(count: u32, near: usize) -> Result<Tree, String> {
        let mut tree = Assembly::with_places(count as usize, near)?;
        tree.add(fork(&[1, count - 1]))?;
        (1..count - 3).step_by(2).try_for_each(|id| {
            tree.add(fork(&[id + 1, id + 2]))?;
            tree.add(Part::Leaf(Leaf::default()))
        })?;
        tree.add(Part::Leaf(Leaf::default()))?;
        tree.add(Part::Leaf(Leaf::default()))?;
        tree.whole()
    }

    #[test]
    fn a_tree_is_the_same_however_far_ahead_its_nodes_are_named() {
        for count in [5, 101, 4001] {
            let whole = built(count, NEAR).expect("a tree");
            assert_eq!((whole.len(), whole.depth), (count as usize, (count - 1) / 2));
            for near in [1, 2, 7, 100] {
                let tree = built(count, near).expect("a tree");
                let told = |tree: &Tree, id| {
                    let Place { parent, depth, index } = tree.place(id);
                    (parent, depth, index, tree.node(id).is_leaf())
                };
                assert!((0..count).all(|id| told(&tree, id) == told(&whole, id)));
                assert_eq!(tree.depth, whole.depth);
                let room = tight_room(count as usize);
                assert_eq!([tree.places.capacity(), tree.nodes.capacity()], [room, room]);
            }
        }
    }

    #[test]
    fn children_far_ahead_have_one_parent_and_are_nodes_that_there_are() {
        let refused = |parts: Vec<Part>, told: &str| {
            let mut tree = Assembly::with_places(1000, 2).expect("room for two");
            let wrong = parts.into_iter().try_for_each(|part| tree.add(part));
            assert_eq!(wrong, Err(told.to_string()));
        };
        refused(vec![fork(&[1, 1000])], "model has a node 0 with a child 1000 that cannot be its own");
        refused(vec![fork(&[1, 999, 999])], "model has a node 0 with a child 999 that cannot be its own");
        refused(
            vec![fork(&[1, 999]), fork(&[2, 999])],
            "model has a node 1 with a child 999 that cannot be its own",
        );
        let leaf = || Part::Leaf(Leaf::default());
        refused(vec![fork(&[1, 999]), leaf(), leaf()], "model has a node 2 that hangs from nothing");
    }

    #[test]
    fn what_is_announced_takes_no_room_before_it_comes() {
        let mut tree = Assembly::new(u32::MAX as usize).expect("room for those near by");
        tree.add(fork(&[1, u32::MAX - 1])).expect("a child that may come");
        assert_eq!((tree.tree.places.len(), tree.far.len()), (NEAR, 1));
    }
}
