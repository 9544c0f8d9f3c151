//! A tree taken apart into nodes that know their children by place, and put together again, numbered breadth first.

use super::{Growth, Kept, Record, Tree};
use crate::bytes::push_tight;
use crate::leaf::Leaf;
use crate::tree::{Assembly, Branch, Test};

/// A node of a tree that is taken apart.
pub enum Unfolded {
    /// A leaf.
    Leaf(Leaf),
    /// An inner node.
    Inner(Box<Inner>),
}

/// An inner node.
#[derive(Clone)]
pub struct Inner {
    /// Its test.
    pub test: Test,
    /// Its history.
    pub record: Record,
    /// What it has kept of the leaf that it was.
    pub kept: Option<Leaf>,
    /// Branches, ascending, with the places of the children.
    pub children: Vec<(Branch, usize)>,
    /// The child that missing values follow.
    pub heavier: usize,
}

impl Unfolded {
    /// Puts a split with leaves at a place; what was below is no longer part of the tree.
    pub fn split(nodes: &mut Vec<Unfolded>, at: usize, growth: Growth, kept: Option<Leaf>) {
        let Growth { test, record, children, heavier } = growth;
        let first = nodes.len();
        let branches = (0..).zip(&children).map(|(order, (code, _))| code.unwrap_or(order));
        let branches = branches.zip(first..).collect();
        nodes.extend(children.into_iter().map(|(_, leaf)| Unfolded::Leaf(leaf)));
        nodes[at] = Unfolded::Inner(Box::new(Inner { test, record, kept, children: branches, heavier }));
    }
}

impl Tree {
    /// All nodes by id, with what inner ones have kept.
    pub fn unfold(self, kept: Kept) -> Vec<Unfolded> {
        let (shape, leaves, records) = self.parts();
        let mut leaves: Vec<Option<Leaf>> = leaves.into_iter().map(Some).collect();
        let mut records: Vec<Option<Record>> = records.into_iter().map(Some).collect();
        let mut kept = kept.into_all().peekable();
        let nodes = shape.ids().map(|id| match shape.test(id) {
            None => Unfolded::Leaf(leaves[shape.index(id)].take().unwrap_or_default()),
            Some(test) => {
                let children = shape.children(id);
                let branches: Vec<Branch> = match test.is_listed() {
                    true => shape.fork(id).branches.iter().map(|(branch, _)| *branch).collect(),
                    false => vec![0, 1],
                };
                Unfolded::Inner(Box::new(Inner {
                    test,
                    record: records[shape.index(id)].take().expect("every inner node has a history"),
                    kept: kept.next_if(|(node, _)| *node == id).map(|(_, leaf)| leaf),
                    heavier: children.iter().position(|child| *child == shape.missing(id)).unwrap_or(0),
                    children: branches
                        .into_iter()
                        .zip(children.into_iter().map(|child| child as usize))
                        .collect(),
                }))
            }
        });
        nodes.collect()
    }

    /// The tree below the node at a place, and what its inner nodes have kept.
    pub fn fold(nodes: Vec<Unfolded>, root: usize) -> (Tree, Kept) {
        let mut nodes: Vec<Option<Unfolded>> = nodes.into_iter().map(Some).collect();
        let mut queue = vec![root];
        let mut ordered = Vec::new();
        while ordered.len() < queue.len() {
            let node = nodes[queue[ordered.len()]].take().expect("every node has one parent");
            let first = queue.len() as u32;
            if let Unfolded::Inner(inner) = &node {
                queue.extend(inner.children.iter().map(|(_, place)| *place));
            }
            ordered.push((node, first));
        }
        let mut shape = Assembly::new(ordered.len()).expect("as many nodes as there are");
        let (mut leaves, mut records, mut all_kept) = (Vec::new(), Vec::new(), Kept::default());
        for (id, (node, first)) in (0..).zip(ordered) {
            match node {
                Unfolded::Leaf(leaf) => {
                    shape.add_leaf().expect("every node has one parent");
                    push_tight(&mut leaves, leaf);
                }
                Unfolded::Inner(inner) => {
                    let Inner { test, record, kept, children, heavier } = *inner;
                    let (branches, ids): (Vec<Branch>, Vec<u32>) =
                        children.iter().map(|(branch, _)| *branch).zip(first..).unzip();
                    let codes = if matches!(test, Test::Many { .. }) { &branches[..] } else { &[] };
                    let added = shape.add_inner(test, codes, &ids, ids[heavier]);
                    added.expect("children follow their parent");
                    push_tight(&mut records, record);
                    kept.into_iter().for_each(|leaf| all_kept.keep(id, leaf));
                }
            }
        }
        let shape = shape.whole().expect("all nodes are there");
        let tree = Tree::of(shape, leaves, records).expect("every node has what belongs to it");
        (tree, all_kept)
    }
}
