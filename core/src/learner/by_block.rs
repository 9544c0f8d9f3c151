//! Many rows at once, leaf by leaf: leaves do not talk to each other, so the order among them does not matter.
//!
//! Route all rows; group them by leaf, keeping their order; let every leaf take in its rows (on any thread). A leaf that splits in
//! mid-block leads its remaining rows on to its children. In the end the changes of shape are replayed in the order of the
//! rows that made them, so that ids come out as if the rows had come one by one.

use super::plants::{Event, Group, Grown, Settings};
use super::{Bench, Learner, Lists, Pool, STRETCH};
use crate::block::{Block, Row};
use crate::leaf::Leaf;
use crate::predictors::{NO_ANSWER, heaviest};
use crate::schema::MISSING;
use rayon::prelude::*;
use std::collections::HashMap;

/// Stands for a leaf that is still to be made.
const HOMELESS: u32 = u32::MAX;
/// Where a group of rows was led: a leaf, or a category that is new to a multi-way node.
#[derive(Clone, Copy)]
enum Target {
    Leaf(u32),
    New { parent: u32, code: u32 },
}

/// Rows sorted by where they were led.
struct Grouping {
    targets: Vec<Target>,
    /// The stretch of each group in the list of row indices.
    bounds: Vec<(usize, usize)>,
    /// Rows whose category found no child at the limit on leaves, with the answer of the node that turned them away.
    turned_away: Vec<(usize, u32)>,
}

impl Learner {
    pub(super) fn learn_by_block(
        &mut self,
        block: &Block,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
    ) {
        let mut lists = std::mem::take(&mut bench.lists);
        let Lists { at, homes, order, said } = &mut lists;
        self.lead_rows(block, pool, at);
        self.find_homes(at, homes, pool);
        let Grouping { targets, bounds, turned_away } = self.group(block, at, homes, order);
        said.resize(if answers.is_empty() { 0 } else { order.len() }, 0);
        let mut fresh =
            vec![Leaf::default(); targets.iter().filter(|t| matches!(t, Target::New { .. })).count()];
        let settings = Settings {
            block,
            config: &self.config,
            schema: &self.schema,
            sprawl: self.config.max_leaves.is_none_or(|limit| self.tree.leaf_count() < limit),
        };
        let fallbacks: Vec<(u32, u32)> = targets.iter().map(|target| self.above(*target)).collect();
        let mut leaves = self.tree.leaves_at(targets.iter().filter_map(|target| match target {
            Target::Leaf(id) => Some(*id),
            Target::New { .. } => None,
        }));
        let mut new = fresh.iter_mut();
        let mut rest = &mut said[..];
        let mut groups: Vec<Group<'_>> = Vec::with_capacity(targets.len());
        for ((target, (start, end)), (depth, fallback)) in targets.iter().zip(&bounds).zip(fallbacks) {
            let mine = if rest.is_empty() { 0 } else { end - start };
            let (answers, others) = rest.split_at_mut(mine);
            rest = others;
            let leaf = match target {
                Target::Leaf(_) => leaves.next(),
                Target::New { .. } => new.next(),
            };
            let leaf = leaf.expect("every group has a leaf");
            groups.push(Group { leaf, rows: &order[*start..*end], answers, depth, fallback, grown: None });
        }
        drop(leaves);
        match pool {
            Some(pool) => pool.install(|| {
                let shared = groups.par_iter_mut().with_max_len(8);
                shared.for_each_init(Bench::default, |bench, group| group.tend(&settings, bench));
            }),
            None => groups.iter_mut().for_each(|group| group.tend(&settings, bench)),
        }
        let grown: Vec<(usize, Box<Grown>)> = groups
            .into_iter()
            .enumerate()
            .filter_map(|(number, group)| group.grown.map(|grown| (number, grown)))
            .collect();
        self.replay(&targets, &bounds, order, block, fresh, grown);
        if !answers.is_empty() {
            for (row, answer) in order.iter().zip(&*said) {
                answers[*row as usize] = *answer;
            }
            turned_away.iter().for_each(|(row, class)| answers[*row] = *class);
        }
        bench.lists = lists;
    }

    /// Depth of a target, and the class that answers while its leaf has no votes.
    fn above(&self, target: Target) -> (u32, u32) {
        match target {
            Target::Leaf(id) if self.tree.leaf(id).weight > 0.0 => (self.tree.place(id).depth, NO_ANSWER),
            Target::Leaf(id) => (self.tree.place(id).depth, heaviest(self.tree.fallback(id))),
            Target::New { parent, .. } => {
                (self.tree.place(parent).depth + 1, heaviest(&self.tree.split(parent).votes))
            }
        }
    }

    /// The leaf of every row, by its place among the leaves; `HOMELESS` at a multi-way node that has no child for the row.
    fn find_homes(&self, at: &[u32], homes: &mut Vec<u32>, pool: Pool<'_>) {
        let home =
            |id: &u32| if self.tree.node(*id).is_leaf() { self.tree.place(*id).index } else { HOMELESS };
        homes.resize(at.len(), HOMELESS);
        match pool {
            Some(pool) => pool.install(|| {
                let pairs = homes.par_iter_mut().zip(at).with_min_len(STRETCH);
                pairs.for_each(|(out, id)| *out = home(id));
            }),
            None => homes.iter_mut().zip(at).for_each(|(out, id)| *out = home(id)),
        }
    }

    /// Groups rows by where they were led; `order` receives their indices, group after group, each in order of arrival. Leaves come in
    /// the order in which the tree keeps them.
    fn group(&self, block: &Block, at: &[u32], homes: &mut [u32], order: &mut Vec<u32>) -> Grouping {
        let mut turned_away = Vec::new();
        let full = self.config.max_leaves.is_some_and(|limit| self.tree.leaf_count() >= limit);
        let mut counts = vec![0u32; self.tree.leaf_count()];
        let mut new: Vec<(u32, u32)> = Vec::new();
        let mut place_of_new: HashMap<(u32, u32), usize> = HashMap::new();
        for (index, home) in homes.iter_mut().enumerate() {
            if *home == HOMELESS {
                let (row, node) = (block.row(index), at[index]);
                if full && row.class != MISSING {
                    turned_away.push((index, heaviest(&self.tree.split(node).votes)));
                    *home = self.tree.place(self.lead_past_limit(node, &row)).index;
                } else {
                    let key = (node, row.codes[self.tree.node(node).slot()]);
                    let place = *place_of_new.entry(key).or_insert_with(|| {
                        new.push(key);
                        counts.push(0);
                        new.len() - 1
                    });
                    *home = (self.tree.leaf_count() + place) as u32;
                }
            }
            counts[*home as usize] += 1;
        }
        let (mut targets, mut bounds) = (Vec::new(), Vec::new());
        let mut next = vec![0usize; counts.len()];
        let mut start = 0;
        let owners = self.tree.leaf_owners();
        for (place, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            targets.push(match place.checked_sub(self.tree.leaf_count()) {
                Some(place) => Target::New { parent: new[place].0, code: new[place].1 },
                None => Target::Leaf(owners[place]),
            });
            next[place] = start;
            bounds.push((start, start + *count as usize));
            start += *count as usize;
        }
        order.resize(block.rows, 0);
        for (row, home) in homes.iter().enumerate() {
            let next = &mut next[*home as usize];
            order[*next] = row as u32;
            *next += 1;
        }
        Grouping { targets, bounds, turned_away }
    }

    /// At the limit on leaves a new category goes the way of missing values.
    fn lead_past_limit(&self, mut id: u32, row: &Row<'_>) -> u32 {
        while self.tree.node(id).is_many() {
            id = self.tree.lead(self.tree.split(id).missing, row);
        }
        id
    }

    /// Makes the changes of shape in the order of the rows that caused them.
    fn replay(
        &mut self,
        targets: &[Target],
        bounds: &[(usize, usize)],
        order: &[u32],
        block: &Block,
        fresh: Vec<Leaf>,
        mut grown: Vec<(usize, Box<Grown>)>,
    ) {
        let mut fresh = fresh.into_iter();
        // When it happened, what made it, and for changes below a leaf of this block which plant.
        let mut events: Vec<(u64, Source)> = Vec::new();
        let mut roots: Vec<u32> = vec![u32::MAX; targets.len()];
        let mut new: Vec<Option<Leaf>> = Vec::with_capacity(targets.len());
        for (number, target) in targets.iter().enumerate() {
            if let Target::Leaf(id) = target {
                roots[number] = *id;
                new.push(None);
                continue;
            }
            new.push(fresh.next());
            // A row that is only predicted makes no leaf: the first learned row does.
            let rows = &order[bounds[number].0..bounds[number].1];
            if let Some(row) = rows.iter().find(|row| block.classes[**row as usize] != MISSING) {
                events.push((block.numbering[*row as usize], Source::Target(number)));
            }
        }
        for (at, (_, grown)) in grown.iter().enumerate() {
            events.extend(grown.events.iter().map(|(row, event)| (*row, Source::Plant(at, *event))));
        }
        events.sort_by_key(|(row, _)| *row);
        for (_, source) in events {
            match source {
                Source::Target(number) => {
                    if let (Target::New { parent, code }, Some(leaf)) = (targets[number], new[number].take())
                    {
                        roots[number] = self.tree.sprout(parent, code, leaf);
                    }
                }
                Source::Plant(at, event) => {
                    let (number, grown) = &mut grown[at];
                    grown.ids[0] = roots[*number];
                    grown.apply(event, &mut self.tree);
                }
            }
        }
    }
}

/// What made a change of shape.
#[derive(Clone, Copy)]
enum Source {
    Target(usize),
    Plant(usize, Event),
}
