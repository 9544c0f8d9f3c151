//! Leads one row to its leaf.

use super::edges::interval;
use super::{Node, Shape};
use crate::rows::MISSING;
use crate::rows::Row;

impl Shape {
    /// Leads a row from node `id` to its leaf, or to a node with a child per category that has none for the row's.
    #[inline(always)]
    pub fn lead(&self, mut id: u32, row: &Row<'_>) -> u32 {
        loop {
            let next = self.step(id, row.numbers, row.codes);
            if next == id {
                return id;
            }
            id = next;
        }
    }

    /// The next node of a row that was learned; None at a leaf. A category without a child goes where missing values go.
    #[inline(always)]
    pub fn next(&self, id: u32, row: &Row<'_>) -> Option<u32> {
        let next = self.step(id, row.numbers, row.codes);
        match next == id {
            false => Some(next),
            true => (!self.is_leaf(id)).then(|| self.missing(id)),
        }
    }

    /// The next node of a row; the same one at a leaf, or where a category has no child. A window may remember fewer
    /// columns than there are now.
    #[inline(always)]
    fn step(&self, id: u32, numbers: &[f64], codes: &[u32]) -> u32 {
        let node = self.nodes[id as usize];
        if node.is_numeric() {
            node.beyond(numbers.get(node.slot()).copied().unwrap_or(f64::NAN))
        } else if node.is_many() {
            self.branch(node, codes[node.slot()]).unwrap_or(id)
        } else if node.has_intervals() {
            self.within(node, numbers.get(node.slot()).copied().unwrap_or(f64::NAN))
        } else {
            node.other(codes[node.slot()])
        }
    }

    /// The child whose interval a number lies in.
    #[inline(always)]
    fn within(&self, node: Node, x: f64) -> u32 {
        let fork = &self.forks[node.first() as usize];
        match &fork.edges {
            Some(edges) if !x.is_nan() => fork.branches[interval(edges.cuts(), x)].1,
            _ => node.missing(),
        }
    }

    /// The child for a category; None if it has none.
    #[inline(always)]
    fn branch(&self, node: Node, code: u32) -> Option<u32> {
        if code == MISSING {
            return Some(node.missing());
        }
        let fork = &self.forks[node.first() as usize];
        fork.place_of(code).map(|place| fork.branches[place].1)
    }
}
