//! Leads one row to its leaf.

use super::edges::interval;
use super::{Node, Tree};
use crate::block::Row;
use crate::schema::MISSING;

impl Tree {
    /// Leads a row from node `id` to its leaf, or to a multi-way node that has no child for its category.
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

    /// The next node of a row that was learned; none at a leaf. A category without a child goes where missing values go.
    #[inline(always)]
    pub fn next(&self, id: u32, row: &Row<'_>) -> Option<u32> {
        let node = self.nodes[id as usize];
        let next = self.step(id, row.numbers, row.codes);
        match next == id {
            false => Some(next),
            true => (!node.is_leaf()).then(|| self.split(id).missing),
        }
    }

    /// The next node of a row; the same one at a leaf, or where a category has no child.
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
        let split = &self.splits[node.first() as usize];
        match &split.edges {
            Some(edges) if !x.is_nan() => split.branches[interval(edges.cuts(), x)].1,
            _ => split.missing,
        }
    }

    /// The child of a multi-way node for a category.
    #[inline(always)]
    fn branch(&self, node: Node, code: u32) -> Option<u32> {
        let split = &self.splits[node.first() as usize];
        match split.branches.get(code as usize) {
            Some((known, child)) if *known == code => Some(*child),
            _ if code == MISSING => Some(split.missing),
            _ => split
                .branches
                .binary_search_by_key(&code, |(known, _)| *known)
                .ok()
                .map(|at| split.branches[at].1),
        }
    }
}
