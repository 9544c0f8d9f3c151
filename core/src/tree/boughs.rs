//! A tree taken apart into nodes that know their children by place, and put together again, numbered breadth first.

use super::cell::Branch;
use super::{Part, Split, Test, Tree};
use crate::bytes::push_tight;
use crate::grow::Growth;
use crate::leaf::Leaf;

/// A node.
pub enum Bough {
    /// A leaf.
    Leaf(Leaf),
    /// An inner node.
    Fork(Box<Fork>),
}

/// An inner node.
#[derive(Clone)]
pub struct Fork {
    /// Its test.
    pub test: Test,
    /// Its history; its branches and the way of missing values are told below.
    pub split: Split,
    /// What it has kept, if it is provisional.
    pub kept: Option<Leaf>,
    /// Branches, ascending, with the places of the children.
    pub children: Vec<(Branch, usize)>,
    /// The child that missing values follow.
    pub heavier: usize,
}

impl Bough {
    /// Puts a split with leaves at a place; what was below is no longer part of the tree.
    pub fn plant(boughs: &mut Vec<Bough>, at: usize, growth: Growth, kept: Option<Leaf>) {
        let Growth { test, split, children, heavier } = growth;
        let first = boughs.len();
        let branches = (0..).zip(&children).map(|(order, (code, _))| code.unwrap_or(order));
        let branches = branches.zip(first..).collect();
        boughs.extend(children.into_iter().map(|(_, leaf)| Bough::Leaf(leaf)));
        boughs[at] = Bough::Fork(Box::new(Fork { test, split, kept, children: branches, heavier }));
    }
}

impl Tree {
    /// All nodes, by id.
    pub fn unfold(self) -> Vec<Bough> {
        let children: Vec<Vec<u32>> = (0..self.len() as u32).map(|id| self.children(id)).collect();
        let tests: Vec<Option<Test>> = (0..self.len() as u32).map(|id| self.test(id)).collect();
        let Tree { places, splits, leaves, provisional, .. } = self;
        let mut leaves: Vec<Option<Leaf>> = leaves.into_iter().map(Some).collect();
        let mut splits: Vec<Option<Split>> = splits.into_iter().map(Some).collect();
        let mut kept = provisional.into_kept().peekable();
        let nodes = tests.into_iter().zip(places).zip(children).enumerate();
        let boughs = nodes.map(|(id, ((test, place), children))| match test {
            None => Bough::Leaf(leaves[place.index as usize].take().unwrap_or_default()),
            Some(test) => {
                let split = splits[place.index as usize].take().expect("every inner node has a history");
                let codes: Vec<Branch> = match test.is_listed() {
                    true => split.branches.iter().map(|(code, _)| *code).collect(),
                    false => vec![0, 1],
                };
                let heavier = children.iter().position(|child| *child == split.missing).unwrap_or(0);
                let children = codes.into_iter().zip(children.into_iter().map(|child| child as usize));
                let kept = kept.next_if(|(node, _)| *node as usize == id).map(|(_, leaf)| leaf);
                Bough::Fork(Box::new(Fork { test, split, kept, children: children.collect(), heavier }))
            }
        });
        boughs.collect()
    }

    /// The tree below the node at a place.
    pub fn fold(boughs: Vec<Bough>, root: usize) -> Tree {
        let mut boughs: Vec<Option<Bough>> = boughs.into_iter().map(Some).collect();
        let (mut queue, mut parts, mut provisional) = (vec![root], Vec::new(), Vec::new());
        let mut next = 0;
        while next < queue.len() {
            let bough = boughs[queue[next]].take().expect("every node has one parent");
            parts.push(match bough {
                Bough::Leaf(leaf) => Part::Leaf(leaf),
                Bough::Fork(fork) => {
                    let Fork { test, mut split, kept, children, heavier } = *fork;
                    let first = queue.len() as u32;
                    queue.extend(children.iter().map(|(_, place)| *place));
                    let ids: Vec<u32> = (first..queue.len() as u32).collect();
                    split.missing = ids[heavier];
                    split.branches =
                        children.iter().map(|(code, _)| *code).zip(ids.iter().copied()).collect();
                    kept.into_iter().for_each(|leaf| push_tight(&mut provisional, (next as u32, leaf)));
                    Part::Inner(test, split, ids)
                }
            });
            next += 1;
        }
        let mut tree = Tree::assemble(parts).expect("boughs of a tree make a tree");
        provisional.into_iter().for_each(|(id, leaf)| tree.keep(id, leaf));
        tree
    }
}
