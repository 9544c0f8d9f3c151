//! From a granted split to the children: which branch each class weight goes to.

use super::{Child, Record};
use crate::attempt::Decision;
use crate::counts::left_of;
use crate::leaf::{Leaf, branches, present};
use crate::tree::{Branch, Cell, Test};

/// A split that is ready to be put into the tree.
pub struct Growth {
    /// The test at the node.
    pub test: Test,
    /// Its history.
    pub record: Record,
    /// The children in branch order.
    pub children: Vec<Child>,
    /// The heavier child, which missing values follow.
    pub heavier: usize,
}

/// Divides a leaf by a decision taken at row `row`. The children's votes sum to the leaf's own counts, if they inherit
/// them.
pub fn divide(leaf: &Leaf, decision: &Decision, row: u64, inherit: bool) -> Growth {
    let test = decision.test;
    let mut branches = branches(leaf, test);
    let mut heavier = 0;
    let weights: Vec<f64> = branches.iter().map(|(_, counts)| counts.iter().sum()).collect();
    for (order, weight) in weights.iter().enumerate() {
        if *weight > weights[heavier] {
            heavier = order;
        }
    }
    let present = present(leaf, test);
    for (place, own) in leaf.own().enumerate() {
        branches[heavier].1[place] += left_of(own, present[place]).unwrap_or(0.0);
    }
    let spread = spread(leaf);
    let children = branches
        .into_iter()
        .map(|(code, counts)| {
            let votes = leaf.tallies.iter().map(|tally| tally.class).zip(counts).filter(|_| inherit);
            let votes: Vec<(u32, f64)> = votes.collect();
            (code, Leaf::with_votes(leaf.numeric.empty(), &votes, spread))
        })
        .collect();
    let Decision { reason, gain, second, bound, .. } = *decision;
    let record = Record { row, reason, gain, second, bound, votes: leaf.votes().collect() };
    Growth { test, record, children, heavier }
}

/// Squared weight per unit of weight; 1 for a leaf without rows of its own.
fn spread(leaf: &Leaf) -> f64 {
    let own: f64 = leaf.own().sum();
    if own > 0.0 { leaf.own_sq / own } else { 1.0 }
}

/// Divides a leaf by a test that it did not choose, into the branches that rows can go; `wanted` are there in any case.
/// Votes that it cannot place go where its own rows would go, or everywhere alike if it has none.
pub fn divide_by(leaf: &Leaf, test: Test, cell: &Cell, wanted: &[Branch]) -> Vec<(Branch, Leaf)> {
    let seen = if leaf.observes(test) { branches(leaf, test) } else { Vec::new() };
    let mut parts: Vec<(Branch, Vec<f64>)> = seen
        .into_iter()
        .enumerate()
        .map(|(order, (code, counts))| (code.unwrap_or(order as u32), counts))
        .filter(|(branch, _)| cell.reaches(test, *branch))
        .collect();
    for branch in wanted {
        if cell.reaches(test, *branch) && parts.iter().all(|(known, _)| known != branch) {
            parts.push((*branch, vec![0.0; leaf.classes()]));
        }
    }
    parts.sort_unstable_by_key(|(branch, _)| *branch);
    let weights: Vec<f64> = parts.iter().map(|(_, counts)| counts.iter().sum()).collect();
    let total: f64 = weights.iter().sum();
    let even = 1.0 / parts.len() as f64;
    let rest: Vec<f64> = (0..leaf.classes())
        .map(|at| (leaf.tallies[at].votes - parts.iter().map(|(_, counts)| counts[at]).sum::<f64>()).max(0.0))
        .collect();
    let part = |((branch, counts), weight): ((Branch, Vec<f64>), f64)| {
        let share = if total > 0.0 { weight / total } else { even };
        let votes = counts.iter().zip(&rest).map(|(counted, rest)| counted + share * rest);
        let votes: Vec<(u32, f64)> = leaf.tallies.iter().map(|tally| tally.class).zip(votes).collect();
        (branch, Leaf::with_votes(leaf.numeric.empty(), &votes, spread(leaf)))
    };
    parts.into_iter().zip(weights).map(part).collect()
}
