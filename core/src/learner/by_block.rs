//! Many rows at once, leaf by leaf: leaves do not talk to each other, so the order among them does not matter.
//!
//! Route all rows; group them by leaf, keeping their order; let every leaf take in its rows (on any thread). A leaf that splits in
//! mid-block leads its remaining rows on to its children. In the end the changes of shape are replayed in the order of the
//! rows that made them, so that ids come out as if the rows had come one by one.

use super::{Absorb, Bench, Learner, Pool};
use crate::attempt::attempt;
use crate::block::{Block, Row};
use crate::config::Config;
use crate::grow::{Growth, divide};
use crate::leaf::Leaf;
use crate::predictors::heaviest;
use crate::schema::{MISSING, Schema};
use crate::tree::{Split, Test};
use rayon::prelude::*;
use riparian_dispatch::widest;
use std::collections::HashMap;

/// Where a group of rows was led: a leaf, or a category that is new to a multi-way node.
#[derive(Clone, Copy)]
enum Target {
    Leaf(u32),
    New { parent: u32, code: u32 },
}

/// Rows sorted by where they were led.
struct Grouping {
    targets: Vec<Target>,
    /// Row indices, group after group, each in order of arrival.
    order: Vec<u32>,
    /// The stretch of each group.
    bounds: Vec<(usize, usize)>,
    /// Rows whose category found no child at the limit on leaves, with the answer of the node that turned them away.
    turned_away: Vec<(usize, u32)>,
}

/// The rows of one leaf and what becomes of it.
struct Group<'a> {
    target: Target,
    rows: &'a [u32],
    answers: &'a mut [u32],
    plants: Vec<Plant>,
    events: Vec<(u64, Event)>,
}

/// A leaf and, once it has split within this block, its test and children.
struct Plant {
    leaf: Leaf,
    depth: u32,
    fallback: u32,
    split: Option<Parted>,
}

struct Parted {
    test: Test,
    split: Split,
    /// Category (of a multi-way test) and index of each child.
    children: Vec<(Option<u32>, usize)>,
    heavier: usize,
    /// How many of the children were there at the split; the others are categories that came later.
    born: usize,
}

/// A change of shape within a group.
#[derive(Clone, Copy)]
enum Event {
    /// The plant was split.
    Split(usize),
    /// The plant is a new category's leaf below another plant, or below the group's target.
    New(usize, u32, Option<usize>),
}

impl Learner {
    pub(super) fn learn_by_block(&mut self, block: &Block, answers: &mut [u32], pool: Pool<'_>, bench: &mut Bench) {
        let at = self.lead_rows(block, pool);
        let Grouping { targets, order, bounds, turned_away } = self.group(block, &at);
        let mut said = vec![0; if answers.is_empty() { 0 } else { order.len() }];
        let mut groups = Vec::with_capacity(targets.len());
        let mut rest = &mut said[..];
        for (target, (start, end)) in targets.iter().zip(&bounds) {
            let mine = if rest.is_empty() { 0 } else { end - start };
            let (answers, others) = rest.split_at_mut(mine);
            rest = others;
            groups.push(self.take(*target, &order[*start..*end], answers, block));
        }
        let sprawl = self.config.max_leaves.is_none_or(|limit| self.tree.leaf_count() < limit);
        let (config, schema) = (&self.config, &self.schema);
        match pool {
            Some(pool) => pool.install(|| {
                groups.par_iter_mut().with_max_len(4).for_each_init(Bench::default, |bench, group| {
                    tend(group, block, config, schema, sprawl, bench);
                });
            }),
            None => groups.iter_mut().for_each(|group| tend(group, block, config, schema, sprawl, bench)),
        }
        let plants = groups.into_iter().map(|group| (group.target, group.plants, group.events)).collect();
        self.replay(plants);
        if !answers.is_empty() {
            for (row, answer) in order.iter().zip(&said) {
                answers[*row as usize] = *answer;
            }
            turned_away.iter().for_each(|(row, class)| answers[*row] = *class);
        }
    }

    /// Groups rows by where they were led, in order of arrival.
    fn group(&self, block: &Block, at: &[u32]) -> Grouping {
        let mut turned_away = Vec::new();
        let mut group_of_node = vec![u32::MAX; self.tree.len()];
        let mut group_of_new: HashMap<(u32, u32), u32> = HashMap::new();
        let mut targets = Vec::new();
        let mut counts: Vec<u32> = Vec::new();
        let mut group_of_row = Vec::with_capacity(block.rows);
        for (index, node) in at.iter().enumerate() {
            let mut node = *node;
            let mut entry = &mut group_of_node[node as usize];
            if self.tree.node(node).is_many() {
                let code = block.row(index).codes[self.tree.node(node).slot()];
                let full = self.config.max_leaves.is_some_and(|limit| self.tree.leaf_count() >= limit);
                if full && block.classes[index] != MISSING {
                    turned_away.push((index, heaviest(&self.tree.split(node).votes)));
                    node = self.lead_past_limit(node, &block.row(index));
                    entry = &mut group_of_node[node as usize];
                } else {
                    entry = group_of_new.entry((node, code)).or_insert(u32::MAX);
                }
            }
            if *entry == u32::MAX {
                *entry = targets.len() as u32;
                targets.push(match self.tree.node(node).is_many() {
                    true => Target::New { parent: node, code: block.row(index).codes[self.tree.node(node).slot()] },
                    false => Target::Leaf(node),
                });
                counts.push(0);
            }
            counts[*entry as usize] += 1;
            group_of_row.push(*entry);
        }
        let mut bounds = Vec::with_capacity(counts.len());
        let mut next: Vec<usize> = Vec::with_capacity(counts.len());
        let mut start = 0;
        for count in counts {
            bounds.push((start, start + count as usize));
            next.push(start);
            start += count as usize;
        }
        let mut order = vec![0; block.rows];
        for (row, group) in group_of_row.iter().enumerate() {
            order[next[*group as usize]] = row as u32;
            next[*group as usize] += 1;
        }
        Grouping { targets, order, bounds, turned_away }
    }

    /// At the limit on leaves a new category goes the way of missing values.
    fn lead_past_limit(&self, mut id: u32, row: &Row<'_>) -> u32 {
        while self.tree.node(id).is_many() {
            id = self.tree.lead(self.tree.split(id).missing, row);
        }
        id
    }

    /// Takes a leaf out of the tree for the length of the block.
    fn take<'a>(
        &mut self,
        target: Target,
        rows: &'a [u32],
        answers: &'a mut [u32],
        block: &Block,
    ) -> Group<'a> {
        let (leaf, depth, fallback) = match target {
            Target::Leaf(id) => {
                let fallback = heaviest(self.tree.fallback(id));
                (std::mem::take(self.tree.leaf_mut(id)), self.tree.place(id).depth, fallback)
            }
            Target::New { parent, .. } => {
                (Leaf::default(), self.tree.place(parent).depth + 1, heaviest(&self.tree.split(parent).votes))
            }
        };
        // A row that is only predicted makes no leaf: the first learned row does.
        let first = rows.iter().find(|row| block.classes[**row as usize] != MISSING);
        let events = match (target, first) {
            (Target::New { code, .. }, Some(row)) => vec![(block.numbering[*row as usize], Event::New(0, code, None))],
            _ => Vec::new(),
        };
        Group { target, rows, answers, plants: vec![Plant { leaf, depth, fallback, split: None }], events }
    }

    /// Puts the leaves back and makes the changes of shape in the order of the rows that caused them.
    fn replay(&mut self, mut groups: Vec<(Target, Vec<Plant>, Vec<(u64, Event)>)>) {
        let mut events = Vec::new();
        let mut ids: Vec<Vec<u32>> = Vec::with_capacity(groups.len());
        for (number, (target, plants, happened)) in groups.iter_mut().enumerate() {
            let mut known = vec![u32::MAX; plants.len()];
            if let Target::Leaf(id) = target {
                known[0] = *id;
                *self.tree.leaf_mut(*id) = std::mem::take(&mut plants[0].leaf);
            }
            ids.push(known);
            events.extend(happened.iter().map(|(row, event)| (*row, number, *event)));
        }
        events.sort_by_key(|(row, _, _)| *row);
        for (_, number, event) in events {
            let (target, plants, _) = &mut groups[number];
            match event {
                Event::New(plant, code, below) => {
                    let parent = match (below, *target) {
                        (Some(parent), _) => ids[number][parent],
                        (None, Target::New { parent, .. } | Target::Leaf(parent)) => parent,
                    };
                    let leaf = std::mem::take(&mut plants[plant].leaf);
                    ids[number][plant] = self.tree.sprout(parent, code, leaf);
                }
                Event::Split(plant) => {
                    let parted = plants[plant].split.take().expect("a split plant says how");
                    let first = self.tree.len() as u32;
                    let born = &parted.children[..parted.born];
                    let mut children = Vec::with_capacity(born.len());
                    for (order, (code, child)) in born.iter().enumerate() {
                        children.push((*code, std::mem::take(&mut plants[*child].leaf)));
                        ids[number][*child] = first + order as u32;
                    }
                    self.tree.grow(ids[number][plant], parted.test, parted.split, children, parted.heavier);
                }
            }
        }
    }
}

/// Lets a leaf take in its rows; children that come of it take in theirs.
fn tend(group: &mut Group<'_>, block: &Block, config: &Config, schema: &Schema, sprawl: bool, bench: &mut Bench) {
    let mut work: Vec<(usize, Vec<u32>)> = Vec::new();
    let rows = group.rows;
    if let Some(rest) = tend_plant(group, 0, rows, None, block, config, schema, sprawl, bench) {
        work = rest;
    }
    while let Some((plant, positions)) = work.pop() {
        let rows: Vec<u32> = positions.iter().map(|position| group.rows[*position as usize]).collect();
        if let Some(rest) = tend_plant(group, plant, &rows, Some(&positions), block, config, schema, sprawl, bench) {
            work.extend(rest);
        }
    }
}

/// Lets one plant take in rows until it splits; gives the rows that its children have to take in, by position in the group.
#[allow(clippy::too_many_arguments)]
fn tend_plant(
    group: &mut Group<'_>,
    plant: usize,
    rows: &[u32],
    positions: Option<&[u32]>,
    block: &Block,
    config: &Config,
    schema: &Schema,
    sprawl: bool,
    bench: &mut Bench,
) -> Option<Vec<(usize, Vec<u32>)>> {
    let mut own_answers = vec![0; if positions.is_some() && !group.answers.is_empty() { rows.len() } else { 0 }];
    let Plant { leaf, depth, fallback, .. } = &mut group.plants[plant];
    let may_grow = sprawl && config.max_depth.is_none_or(|limit| *depth < limit);
    let answers = if positions.is_some() { &mut own_answers[..] } else { &mut *group.answers };
    let mut done = 0;
    let mut growth = None;
    while done < rows.len() {
        done += widest(Absorb {
            leaf,
            block,
            rows: &rows[done..],
            answers: if answers.is_empty() { &mut [] } else { &mut answers[done..] },
            fallback: *fallback,
            may_grow,
            config,
            schema,
            bayes: &mut bench.bayes,
            prepared: done > 0,
        });
        if may_grow && leaf.since >= config.grace_period {
            leaf.since = 0;
            let number = block.numbering[rows[done - 1] as usize];
            let classes = Learner::classes_at(schema, block, number);
            if let Some(decision) = attempt(leaf, config, schema, classes, &mut bench.attempt) {
                growth = Some((divide(leaf, &decision, number), number));
                break;
            }
        }
    }
    for (position, answer) in positions.unwrap_or_default().iter().zip(&own_answers) {
        group.answers[*position as usize] = *answer;
    }
    let (growth, number) = growth?;
    group.events.push((number, Event::Split(plant)));
    let remaining = (done..rows.len()).map(|at| positions.map_or(at as u32, |positions| positions[at]));
    Some(part(group, plant, growth, remaining, block))
}

/// Puts the children of a split plant into the group and leads the remaining rows to them.
fn part(
    group: &mut Group<'_>,
    plant: usize,
    growth: Growth,
    remaining: impl Iterator<Item = u32>,
    block: &Block,
) -> Vec<(usize, Vec<u32>)> {
    let Growth { test, split, children, heavier } = growth;
    let depth = group.plants[plant].depth + 1;
    let fallback = heaviest(&split.votes);
    let mut work: Vec<(usize, Vec<u32>)> = Vec::new();
    let mut branches: Vec<(Option<u32>, usize)> = Vec::new();
    for (code, leaf) in children {
        branches.push((code, group.plants.len()));
        work.push((group.plants.len(), Vec::new()));
        group.plants.push(Plant { leaf, depth, fallback, split: None });
    }
    let born = branches.len();
    let mut later: Vec<usize> = Vec::new();
    for position in remaining {
        let row = block.row(group.rows[position as usize] as usize);
        let branch = match test {
            Test::Cut { slot, cut } => match row.numbers[slot as usize] {
                x if x.is_nan() => heavier,
                x => usize::from(x > cut),
            },
            Test::One { slot, code } => match row.codes[slot as usize] {
                MISSING => heavier,
                other => usize::from(other != code),
            },
            Test::Many { slot } => match row.codes[slot as usize] {
                MISSING => heavier,
                code => branches.iter().position(|(known, _)| *known == Some(code)).unwrap_or_else(|| {
                    let new = group.plants.len();
                    branches.push((Some(code), new));
                    work.push((new, Vec::new()));
                    group.plants.push(Plant { leaf: Leaf::default(), depth, fallback, split: None });
                    branches.len() - 1
                }),
            },
        };
        // Categories that come later are made by their first learned row.
        if branch >= born && row.class != MISSING && !later.contains(&branch) {
            let code = branches[branch].0.expect("only categories come later");
            group.events.push((row.number, Event::New(branches[branch].1, code, Some(plant))));
            later.push(branch);
        }
        work[branch].1.push(position);
    }
    group.plants[plant].split = Some(Parted { test, split, children: branches, heavier, born });
    work.retain(|(_, positions)| !positions.is_empty());
    work
}
