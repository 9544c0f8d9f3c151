//! Gives a node another test: the test is pulled up through the subtree below, and what was there is pushed down.
//!
//! Frías-Blanco et al. (2019), Algorithm 3; Utgoff's transposition. A node that tests *b*, and whose children all test
//! *a*, becomes a node that tests *a*, and whose children all test *b*: every path keeps its conditions, only their order
//! is another. A leaf is split by *a* first. Where the path leaves *a* only one way, the subtree goes that way whole,
//! and where it leaves a pushed test only one way, the test is left out: no branch comes to be that no row can reach.

use super::Record;
use super::unfolded::{Inner, Unfolded};
use crate::leaf::Leaf;
use crate::tree::{Branch, Cell, Test};
use std::collections::BTreeSet;

/// Divides a leaf, given what the path leaves of the column.
pub type Divide<'a> = dyn Fn(&Leaf, &Cell) -> Vec<(Branch, Leaf)> + 'a;

/// What a node is to test instead.
pub struct Replacement<'a> {
    /// The test.
    pub test: Test,
    /// Its history. The class weights are summed here.
    pub record: Record,
    /// Branches that it has in any case: both of a binary test.
    pub branches: &'a [Branch],
    /// What the path leaves of the column at the node: more than one branch.
    pub cell: Cell,
    /// Divides a leaf by the test.
    pub divide: &'a Divide<'a>,
    /// A leaf that knows nothing.
    pub blank: &'a Leaf,
    /// Whether provisional tests that are pushed down stay provisional, with blank statistics, or are settled.
    pub fresh: bool,
}

/// A node on the way, and what becomes of it on each branch of the new test.
struct Visit {
    place: usize,
    cell: Cell,
    /// Branches of its own test, with the visits of the children.
    below: Vec<(Branch, usize)>,
    /// Branches of the new test, ascending, with the places of subtrees.
    sides: Vec<(Branch, usize)>,
}

impl Visit {
    fn new(place: usize, cell: Cell) -> Visit {
        Visit { place, cell, below: Vec::new(), sides: Vec::new() }
    }
}

/// Replaces the test of the inner node at a place.
pub fn replace(nodes: &mut Vec<Unfolded>, at: usize, new: Replacement<'_>) {
    let all = votes(nodes, [at]);
    let mut visits = visited(nodes, at, &new);
    for number in (0..visits.len()).rev() {
        if !visits[number].below.is_empty() {
            visits[number].sides = transposed(nodes, number, &visits, &new, &all);
        }
    }
    let Visit { cell, mut sides, .. } = visits.swap_remove(0);
    for branch in new.branches {
        if sides.iter().all(|(known, _)| known != branch) && cell.reaches(new.test, *branch) {
            sides.push((*branch, put(nodes, Unfolded::Leaf(new.blank.clone()))));
        }
    }
    sides.sort_unstable();
    let heavier = heaviest(nodes, &sides);
    let record = Record { votes: all, ..new.record };
    nodes[at] =
        Unfolded::Inner(Box::new(Inner { test: new.test, record, kept: None, children: sides, heavier }));
}

/// Goes down until the new test is met, or a leaf, or a node that only one of its branches leads to.
fn visited(nodes: &mut Vec<Unfolded>, at: usize, new: &Replacement<'_>) -> Vec<Visit> {
    let mut visits = vec![Visit::new(at, new.cell.clone())];
    let mut number = 0;
    while number < visits.len() {
        let (place, cell) = (visits[number].place, visits[number].cell.clone());
        if let Some(branch) = cell.only_branch(new.test) {
            visits[number].sides = vec![(branch, place)];
        } else if let Unfolded::Leaf(leaf) = &nodes[place] {
            let leaves = (new.divide)(leaf, &cell).into_iter();
            let sides = leaves.map(|(branch, leaf)| (branch, put(nodes, Unfolded::Leaf(leaf))));
            visits[number].sides = sides.collect();
        } else if let Unfolded::Inner(inner) = &nodes[place] {
            if inner.test == new.test {
                visits[number].sides = inner.children.clone();
            } else {
                for (branch, child) in &inner.children {
                    let below = visits.len();
                    visits[number].below.push((*branch, below));
                    visits.push(Visit::new(*child, cell.narrowed(new.test, inner.test, *branch)));
                }
            }
        }
        number += 1;
    }
    visits
}

/// The test of a visited node, pushed down below each branch of the new test.
fn transposed(
    nodes: &mut Vec<Unfolded>,
    number: usize,
    visits: &[Visit],
    new: &Replacement<'_>,
    all: &[(u32, f64)],
) -> Vec<(Branch, usize)> {
    let Unfolded::Inner(inner) = &nodes[visits[number].place] else { return Vec::new() };
    let pushed = Inner {
        test: inner.test,
        record: Record { votes: Box::default(), ..inner.record.clone() },
        kept: inner.kept.as_ref().filter(|_| new.fresh).map(|_| new.blank.clone()),
        children: Vec::new(),
        heavier: 0,
    };
    let below: Vec<&(Branch, usize)> = visits[number].below.iter().collect();
    let branches: BTreeSet<Branch> =
        below.iter().flat_map(|(_, child)| visits[*child].sides.iter().map(|(branch, _)| *branch)).collect();
    let mut sides = Vec::with_capacity(branches.len());
    for branch in branches {
        let mut children = Vec::with_capacity(below.len());
        for (own, child) in &below {
            let Visit { sides, cell, .. } = &visits[*child];
            match sides.iter().find(|(side, _)| *side == branch) {
                Some((_, place)) => children.push((*own, *place)),
                None if cell.reaches(new.test, branch) => {
                    children.push((*own, put(nodes, Unfolded::Leaf(new.blank.clone()))));
                }
                None => {}
            }
        }
        if let [(_, only)] = children[..] {
            sides.push((branch, only));
            continue;
        }
        let mut votes = votes(nodes, children.iter().map(|(_, place)| *place));
        if votes.is_empty() {
            votes = all.into();
        }
        let heavier = heaviest(nodes, &children);
        let record = Record { votes, ..pushed.record.clone() };
        let inner = Inner { record, children, heavier, ..pushed.clone() };
        sides.push((branch, put(nodes, Unfolded::Inner(Box::new(inner)))));
    }
    sides
}

fn put(nodes: &mut Vec<Unfolded>, node: Unfolded) -> usize {
    nodes.push(node);
    nodes.len() - 1
}

/// The child with the most weight below it, the first of equals.
fn heaviest(nodes: &[Unfolded], children: &[(Branch, usize)]) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (order, (_, place)) in children.iter().enumerate() {
        let weight: f64 = votes(nodes, [*place]).iter().map(|(_, weight)| weight).sum();
        if weight > best.1 {
            best = (order, weight);
        }
    }
    best.0
}

/// Class weights of all leaves below some nodes.
fn votes(nodes: &[Unfolded], places: impl IntoIterator<Item = usize>) -> Box<[(u32, f64)]> {
    let mut votes: Vec<(u32, f64)> = Vec::new();
    let mut ahead: Vec<usize> = places.into_iter().collect();
    while let Some(place) = ahead.pop() {
        match &nodes[place] {
            Unfolded::Inner(inner) => ahead.extend(inner.children.iter().map(|(_, child)| *child)),
            Unfolded::Leaf(leaf) => {
                for (class, weight) in leaf.votes().filter(|(_, weight)| *weight > 0.0) {
                    match votes.binary_search_by_key(&class, |(known, _)| *known) {
                        Ok(at) => votes[at].1 += weight,
                        Err(at) => votes.insert(at, (class, weight)),
                    }
                }
            }
        }
    }
    votes.into()
}

#[cfg(test)]
mod tests;
