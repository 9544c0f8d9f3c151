//! A shape from its nodes in id order, as a model holds them. What does not make a tree is refused.

use super::{Branch, Fork, Node, Seat, Shape, Test};
use crate::bytes::{push_tight, tight_room};
use std::collections::BTreeMap;

/// There are seats at once for so many nodes, if they are announced; for more as they come.
const NEAR: usize = 1 << 22;
/// The same of inner nodes and of leaves, which take more.
const NEAR_PARTS: usize = 1 << 18;

/// The seat of a node that no other has named as its child.
const FREE: Seat = Seat { parent: u32::MAX, depth: 0, index: 0 };

/// A shape being built, node by node in the order of their ids. Children must follow their parent, and every node but
/// the root must have exactly one.
pub struct Assembly {
    shape: Shape,
    count: usize,
    /// Children beyond the seats that there are, with their parents: whatever a file announces, the room for it comes
    /// as it is read.
    far: BTreeMap<u32, u32>,
}

impl Assembly {
    /// A shape of so many nodes, none of which is there yet.
    pub fn new(count: usize) -> Result<Assembly, String> {
        Assembly::with_seats(count, NEAR)
    }

    fn with_seats(count: usize, near: usize) -> Result<Assembly, String> {
        if count == 0 {
            return Err("model has no nodes".into());
        }
        let near = count.min(near);
        // A tree of two branches everywhere has as many of each.
        let parts = (near / 2 + 1).min(NEAR_PARTS);
        let mut shape =
            Shape { nodes: tight(near)?, seats: tight(near)?, forks: tight(parts)?, leaves: 0, depth: 0 };
        shape.seats.resize(near, FREE);
        shape.seats[0].parent = 0;
        Ok(Assembly { shape, count, far: BTreeMap::new() })
    }

    /// Adds the next node, a leaf.
    pub fn add_leaf(&mut self) -> Result<(), String> {
        let id = self.next()?;
        self.shape.seats[id].index = self.shape.next_leaf();
        push_tight(&mut self.shape.nodes, Node::leaf(id as u32));
        Ok(())
    }

    /// Adds the next node, an inner one with its children in branch order. `codes` are the categories of a test with a
    /// child per category, and empty for other tests.
    pub fn add_inner(
        &mut self,
        test: Test,
        codes: &[Branch],
        children: &[u32],
        missing: u32,
    ) -> Result<(), String> {
        let id = self.next()?;
        let binary = children.len() == 2 && children[1] == children[0].wrapping_add(1);
        let fits = match test {
            Test::Many { .. } => codes.len() == children.len() && codes.is_sorted_by(|a, b| a < b),
            Test::Intervals { edges, .. } => edges.cuts().len() + 1 == children.len(),
            Test::Cut { .. } | Test::One { .. } => binary,
        };
        if !fits || !children.contains(&missing) {
            return Err(format!("model has a node {id} whose children do not fit its test"));
        }
        if let Some(child) = children.iter().find(|child| !self.hang(**child, id as u32)) {
            return Err(format!("model has a node {id} with a child {child} that cannot be its own"));
        }
        let (mut found, shape) = (Fork::default(), &mut self.shape);
        let fork = shape.forks.len() as u32;
        match test {
            Test::Many { .. } => {
                found.branches = codes.iter().copied().zip(children.iter().copied()).collect()
            }
            Test::Intervals { edges, .. } => {
                found.branches = (0..).zip(children.iter().copied()).collect();
                found.edges = Some(Box::new(edges));
            }
            Test::Cut { .. } | Test::One { .. } => {}
        }
        let first = if test.is_listed() { fork } else { children[0] };
        push_tight(&mut shape.nodes, Node::inner(test, first, missing));
        shape.seats[id].index = fork;
        push_tight(&mut shape.forks, found);
        Ok(())
    }

    /// The id of the next node, which must hang from another; its depth is noted.
    fn next(&mut self) -> Result<usize, String> {
        let id = self.shape.nodes.len();
        if id == self.shape.seats.len() {
            self.reach();
        }
        let shape = &mut self.shape;
        let hanging = shape.seats.get(id).filter(|seat| seat.parent != FREE.parent);
        let Some(Seat { parent, .. }) = hanging.copied() else {
            return Err(format!("model has a node {id} that hangs from nothing"));
        };
        let depth = if id == 0 { 0 } else { shape.seats[parent as usize].depth + 1 };
        shape.depth = shape.depth.max(depth);
        shape.seats[id].depth = depth;
        Ok(id)
    }

    /// Makes seats for as many nodes again.
    fn reach(&mut self) {
        let seats = &mut self.shape.seats;
        let near = self.count.min(2 * seats.len());
        seats.reserve_exact(tight_room(near) - seats.len());
        seats.resize(near, FREE);
        let beyond = self.far.split_off(&(near as u32));
        for (child, parent) in std::mem::replace(&mut self.far, beyond) {
            seats[child as usize].parent = parent;
        }
    }

    /// Hangs a node that is yet to come from one that is there; false if that cannot be.
    fn hang(&mut self, child: u32, parent: u32) -> bool {
        if child <= parent || child as usize >= self.count {
            return false;
        }
        match self.shape.seats.get_mut(child as usize) {
            Some(seat) => std::mem::replace(&mut seat.parent, parent) == FREE.parent,
            None => self.far.insert(child, parent).is_none(),
        }
    }

    /// The shape, if it has all its nodes.
    pub fn whole(self) -> Result<Shape, String> {
        let mut shape = self.shape;
        let found = shape.nodes.len();
        if found == self.count {
            shape.forks.shrink_to(tight_room(shape.forks.len()));
            Ok(shape)
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

#[cfg(test)]
mod tests {
    use super::*;
    /// A node with a branch for each child.
    fn fork(shape: &mut Assembly, children: &[u32]) -> Result<(), String> {
        let codes: Vec<Branch> = (0..children.len() as u32).collect();
        shape.add_inner(Test::Many { slot: 0 }, &codes, children, children[0])
    }

    /// A chain of forks with a leaf each; the last node of all hangs from the root.
    fn built(count: u32, near: usize) -> Result<Shape, String> {
        let mut shape = Assembly::with_seats(count as usize, near)?;
        fork(&mut shape, &[1, count - 1])?;
        (1..count - 3).step_by(2).try_for_each(|id| {
            fork(&mut shape, &[id + 1, id + 2])?;
            shape.add_leaf()
        })?;
        shape.add_leaf()?;
        shape.add_leaf()?;
        shape.whole()
    }

    #[test]
    fn a_shape_is_the_same_however_far_ahead_its_nodes_are_named() {
        for count in [5, 101, 4001] {
            let whole = built(count, NEAR).expect("a shape");
            assert_eq!((whole.len(), whole.depth), (count as usize, (count - 1) / 2));
            for near in [1, 2, 7, 100] {
                let shape = built(count, near).expect("a shape");
                let seen = |shape: &Shape, id| (shape.seat(id), shape.node(id));
                assert!((0..count).all(|id| seen(&shape, id) == seen(&whole, id)));
                assert_eq!(shape.depth, whole.depth);
                let room = tight_room(count as usize);
                assert_eq!([shape.seats.capacity(), shape.nodes.capacity()], [room, room]);
            }
        }
    }

    #[test]
    fn children_far_ahead_have_one_parent_and_are_nodes_that_there_are() {
        let refused = |parts: &[&[u32]], wrong: &str| {
            let mut shape = Assembly::with_seats(1000, 2).expect("room for two");
            let added = parts.iter().try_for_each(|children| match children.is_empty() {
                true => shape.add_leaf(),
                false => fork(&mut shape, children),
            });
            assert_eq!(added, Err(wrong.to_string()));
        };
        refused(&[&[1, 1000]], "model has a node 0 with a child 1000 that cannot be its own");
        refused(&[&[1, 999, 999]], "model has a node 0 with a child 999 that cannot be its own");
        refused(&[&[1, 999], &[2, 999]], "model has a node 1 with a child 999 that cannot be its own");
        refused(&[&[1, 999], &[], &[]], "model has a node 2 that hangs from nothing");
    }

    #[test]
    fn what_is_announced_takes_no_room_before_it_comes() {
        let mut shape = Assembly::new(u32::MAX as usize).expect("room for those near by");
        fork(&mut shape, &[1, u32::MAX - 1]).expect("a child that may come");
        assert_eq!((shape.shape.seats.len(), shape.far.len()), (NEAR, 1));
    }
}
