//! Rows of a block by the leaves that they are led to.

use super::Learner;
use crate::growth::Origin;
use crate::rows::Block;
use crate::threads::Pool;
use crate::tree::{Flow, Stranger};
use rayon::prelude::*;
use std::collections::HashMap;

/// Rows sorted by where they were led: a leaf, or a category that is new to a node.
pub(super) struct Grouping {
    pub origins: Vec<Origin>,
    /// The stretch of each group in the list of row indices.
    pub bounds: Vec<(usize, usize)>,
}

impl Learner {
    /// Leads the rows to their leaves, a stretch on each thread.
    pub(super) fn lead_rows(&self, block: &Block<'_>, pool: Pool<'_>, flows: &mut Vec<Flow>) {
        let stranger =
            if self.may_sprout(self.as_of(block.before)) { Stranger::Stays } else { Stranger::GoesOn };
        let threads = pool.map_or(1, |pool| pool.current_num_threads());
        flows.resize_with(threads, Flow::default);
        let stretch = block.rows.div_ceil(threads);
        let lead = |(number, flow): (usize, &mut Flow)| {
            let start = (number * stretch).min(block.rows);
            flow.lead(&self.tree.shape, block, start..(start + stretch).min(block.rows), stranger);
        };
        match pool {
            Some(pool) => pool.install(|| flows.par_iter_mut().enumerate().for_each(lead)),
            None => flows.iter_mut().enumerate().for_each(lead),
        }
    }

    /// Groups rows by where they were led; `order` receives their indices, group after group, each in order of
    /// arrival. Leaves come in the order in which the tree keeps them.
    pub(super) fn group(&self, block: &Block<'_>, flows: &[Flow], order: &mut Vec<u32>) -> Grouping {
        let mut places: Vec<(u32, Option<Origin>)> = vec![(0, None); self.tree.shape.leaf_count()];
        let mut place_of_new: HashMap<(u32, u32), usize> = HashMap::new();
        let mut lists: Vec<(usize, &[u32])> = Vec::new();
        for (node, rows) in flows.iter().flat_map(Flow::arrivals) {
            if self.tree.shape.node(node).is_leaf() {
                let place = self.tree.shape.seat(node).index as usize;
                places[place].0 += rows.len() as u32;
                places[place].1 = Some(Origin::Leaf(node));
                lists.push((place, rows));
                continue;
            }
            for row in rows {
                let code = block.row(*row as usize).codes[self.tree.shape.node(node).slot()];
                let place = *place_of_new.entry((node, code)).or_insert_with(|| {
                    places.push((0, Some(Origin::New { parent: node, code })));
                    places.len() - 1
                });
                places[place].0 += 1;
                lists.push((place, std::slice::from_ref(row)));
            }
        }
        let (mut origins, mut bounds, mut start) = (Vec::new(), Vec::new(), 0);
        for (count, origin) in &mut places {
            if let Some(origin) = origin {
                origins.push(*origin);
                bounds.push((start, start + *count as usize));
                start += *count as usize;
                // From here on a count says where the next row of its group goes.
                *count = bounds[bounds.len() - 1].0 as u32;
            }
        }
        order.resize(block.rows, 0);
        for (place, rows) in lists {
            let next = places[place].0 as usize;
            order[next..next + rows.len()].copy_from_slice(rows);
            places[place].0 += rows.len() as u32;
        }
        Grouping { origins, bounds }
    }
}
