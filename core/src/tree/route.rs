//! Leads rows to their leaves: one at a time, or many at once with eight on the way together.

use super::{Node, Tree};
use crate::block::{Block, Row};
use crate::schema::MISSING;
use riparian_dispatch::{Kernel, widest};

const TOGETHER: usize = 8;

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

    /// The next node of a row; the same one at a leaf, or where a category has no child.
    #[inline(always)]
    fn step(&self, id: u32, numbers: &[f64], codes: &[u32]) -> u32 {
        let node = self.nodes[id as usize];
        if node.is_numeric() {
            node.beyond(numbers.get(node.slot()).copied().unwrap_or(f64::NAN))
        } else if node.is_many() {
            self.branch(node, codes[node.slot()]).unwrap_or(id)
        } else {
            node.other(codes[node.slot()])
        }
    }

    /// The child of a multi-way node for a category.
    #[inline(always)]
    pub fn branch(&self, node: Node, code: u32) -> Option<u32> {
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

    /// Leads rows `from..from + at.len()` of a block; `at` receives where each ended.
    pub fn lead_all(&self, block: &Block, from: usize, at: &mut [u32]) {
        if self.nodes.len() == 1 {
            at.fill(0);
        } else {
            widest(Lead { tree: self, block, from, at });
        }
    }
}

struct Lead<'a> {
    tree: &'a Tree,
    block: &'a Block,
    from: usize,
    at: &'a mut [u32],
}

impl Kernel for Lead<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (tree, block) = (self.tree, self.block);
        let (groups, rest) = self.at.as_chunks_mut::<TOGETHER>();
        let mut row = self.from;
        for at in groups {
            *at = if tree.only_cuts { lead_by_cuts(tree, block, row) } else { lead_mixed(tree, block, row) };
            row += TOGETHER;
        }
        for at in rest {
            *at = tree.lead(0, &block.row(row));
            row += 1;
        }
    }
}

/// Eight rows through numeric cuts only: no branch depends on the data but the last.
#[inline(always)]
fn lead_by_cuts(tree: &Tree, block: &Block, row: usize) -> [u32; TOGETHER] {
    let width = block.numeric_width;
    let numbers: &[f64] = &block.numbers[row * width..(row + TOGETHER) * width];
    let mut ids = [0u32; TOGETHER];
    loop {
        let mut moved = 0;
        for (lane, id) in ids.iter_mut().enumerate() {
            let node = tree.nodes[*id as usize];
            let next = node.beyond(numbers[lane * width + node.slot()]);
            moved |= next ^ *id;
            *id = next;
        }
        if moved == 0 {
            return ids;
        }
    }
}

#[inline(always)]
fn lead_mixed(tree: &Tree, block: &Block, row: usize) -> [u32; TOGETHER] {
    let numbers: [&[f64]; TOGETHER] = std::array::from_fn(|lane| block.row(row + lane).numbers);
    let codes: [&[u32]; TOGETHER] = std::array::from_fn(|lane| block.row(row + lane).codes);
    let mut ids = [0u32; TOGETHER];
    loop {
        let mut moved = 0;
        for (lane, id) in ids.iter_mut().enumerate() {
            let next = tree.step(*id, numbers[lane], codes[lane]);
            moved |= next ^ *id;
            *id = next;
        }
        if moved == 0 {
            return ids;
        }
    }
}
