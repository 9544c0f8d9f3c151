//! One leaf and its rows within a block, and the little tree that it grows when it splits in mid-block.

use super::{Absorb, Bench, Learner};
use crate::attempt::{At, Outcome, attempt};
use crate::block::Block;
use crate::config::Config;
use crate::growth::{Growth, Record, Tree, divide};
use crate::leaf::Leaf;
use crate::predictors::{Majority, heaviest};
use crate::schema::{MISSING, Schema};
use crate::tree::Test;
use riparian_dispatch::widest;

/// What all groups of a block share.
pub struct Settings<'a> {
    pub block: &'a Block,
    pub config: &'a Config,
    pub schema: &'a Schema,
    /// False at the limit on leaves.
    pub sprawl: bool,
    /// Branches that the budget has room for.
    pub room: usize,
}

/// The rows of one leaf and what becomes of it.
pub struct Group<'a> {
    pub leaf: &'a mut Leaf,
    pub rows: &'a [u32],
    pub answers: &'a mut [u32],
    pub depth: u32,
    /// Class that answers while the leaf has no votes.
    pub fallback: u32,
    pub grown: Option<Box<Grown>>,
    /// The most bytes that the leaf has held before it dropped columns; 0 if it has not.
    pub peak: usize,
}

/// What grew out of a leaf within a block. Plant 0 is the leaf itself; the others are owned here until the shape is
/// settled.
pub struct Grown {
    plants: Vec<Plant>,
    /// Changes of shape with the rows that made them.
    pub events: Vec<(u64, Event)>,
    /// Node ids of the plants, as far as they are known.
    pub ids: Vec<u32>,
}

struct Plant {
    leaf: Leaf,
    peak: usize,
    depth: u32,
    fallback: u32,
    split: Option<Parted>,
}

struct Parted {
    test: Test,
    record: Record,
    /// Category (of a multi-way test) and plant of each child.
    children: Vec<(Option<u32>, usize)>,
    heavier: usize,
    /// How many of the children were there at the split; the others are categories that came later.
    born: usize,
}

/// A change of shape.
#[derive(Clone, Copy)]
pub enum Event {
    /// The plant was split.
    Split(usize),
    /// A category that is new to the second plant made the first.
    New(usize, usize, u32),
}

impl Grown {
    /// What has grown out of the leaf: leaves with the most bytes that they have held, and splits with their branches.
    pub fn parts(&self) -> (impl Iterator<Item = (&Leaf, usize)>, impl Iterator<Item = usize>) {
        let splits = self.plants.iter().filter_map(|plant| plant.split.as_ref());
        let leaves = self.plants[1..].iter().map(|plant| (&plant.leaf, plant.peak));
        (leaves, splits.map(|parted| parted.children.len()))
    }

    /// Makes one change in the tree. Changes must come in the order of the rows that made them.
    pub fn apply(&mut self, event: Event, tree: &mut Tree) {
        self.ids.resize(self.plants.len(), u32::MAX);
        match event {
            Event::New(plant, below, code) => {
                self.ids[plant] =
                    tree.sprout(self.ids[below], code, std::mem::take(&mut self.plants[plant].leaf));
            }
            Event::Split(plant) => {
                let parted = self.plants[plant].split.take().expect("a split plant says how");
                let first = tree.shape.len() as u32;
                let mut children = Vec::with_capacity(parted.born);
                for (order, (code, child)) in parted.children[..parted.born].iter().enumerate() {
                    children.push((*code, std::mem::take(&mut self.plants[*child].leaf)));
                    self.ids[*child] = first + order as u32;
                }
                let Parted { test, record, heavier, .. } = parted;
                tree.grow(self.ids[plant], Growth { test, record, children, heavier });
            }
        }
    }

    /// Puts the children of a split plant beside it and leads the remaining rows to them, by position in the group.
    fn part(
        &mut self,
        plant: usize,
        growth: Growth,
        rows: &[u32],
        remaining: impl Iterator<Item = u32>,
        Settings { block, config, .. }: &Settings<'_>,
    ) -> Vec<(usize, Vec<u32>)> {
        let Growth { test, record, children, heavier } = growth;
        let depth = self.plants[plant].depth + 1;
        let fallback = heaviest(&record.votes);
        let mut branches: Vec<(Option<u32>, usize)> = Vec::new();
        let mut work: Vec<(usize, Vec<u32>)> = Vec::new();
        for (code, leaf) in children {
            branches.push((code, self.plants.len()));
            work.push((self.plants.len(), Vec::new()));
            self.plants.push(Plant { leaf, depth, fallback, split: None, peak: 0 });
        }
        let born = branches.len();
        let mut later: Vec<usize> = Vec::new();
        for position in remaining {
            let row = block.row(rows[position as usize] as usize);
            let branch = match test.branch(row.numbers, row.codes) {
                None => heavier,
                Some(code) if matches!(test, Test::Many { .. }) => {
                    let known = branches.iter().position(|(known, _)| *known == Some(code));
                    known.unwrap_or_else(|| {
                        branches.push((Some(code), self.plants.len()));
                        work.push((self.plants.len(), Vec::new()));
                        let leaf = Leaf::new(config.observer);
                        self.plants.push(Plant { leaf, peak: 0, depth, fallback, split: None });
                        branches.len() - 1
                    })
                }
                Some(branch) => branch as usize,
            };
            // Categories that come later are made by their first learned row.
            if branch >= born && row.class != MISSING && !later.contains(&branch) {
                let code = branches[branch].0.expect("only categories come later");
                self.events.push((block.number(row.index), Event::New(branches[branch].1, plant, code)));
                later.push(branch);
            }
            work[branch].1.push(position);
        }
        self.plants[plant].split = Some(Parted { test, record, children: branches, heavier, born });
        work.retain(|(_, positions)| !positions.is_empty());
        work
    }
}

impl Group<'_> {
    /// Lets the leaf take in its rows; children that come of it take in theirs.
    pub fn tend(&mut self, settings: &Settings<'_>, bench: &mut Bench) {
        let Some((done, growth, number)) = absorb_until_split(
            (self.leaf, &mut self.peak),
            self.depth,
            self.fallback,
            self.rows,
            self.answers,
            settings,
            bench,
        ) else {
            return;
        };
        let root =
            Plant { leaf: Leaf::default(), depth: self.depth, fallback: self.fallback, split: None, peak: 0 };
        let mut grown =
            Grown { plants: vec![root], events: vec![(number, Event::Split(0))], ids: vec![u32::MAX] };
        let mut work = grown.part(0, growth, self.rows, done as u32..self.rows.len() as u32, settings);
        while let Some((plant, positions)) = work.pop() {
            let rows: Vec<u32> = positions.iter().map(|position| self.rows[*position as usize]).collect();
            let mut answers = vec![0; if self.answers.is_empty() { 0 } else { rows.len() }];
            let Plant { leaf, peak, depth, fallback, .. } = &mut grown.plants[plant];
            let split =
                absorb_until_split((leaf, peak), *depth, *fallback, &rows, &mut answers, settings, bench);
            for (position, answer) in positions.iter().zip(&answers) {
                self.answers[*position as usize] = *answer;
            }
            if let Some((done, growth, number)) = split {
                grown.events.push((number, Event::Split(plant)));
                let remaining = positions[done..].iter().copied();
                work.extend(grown.part(plant, growth, self.rows, remaining, settings));
            }
        }
        self.grown = Some(Box::new(grown));
    }
}

/// Lets a leaf take in rows until it splits: how many it took, the split, and the number of the row that made it.
fn absorb_until_split(
    (leaf, peak): (&mut Leaf, &mut usize),
    depth: u32,
    fallback: u32,
    rows: &[u32],
    answers: &mut [u32],
    settings: &Settings<'_>,
    bench: &mut Bench,
) -> Option<(usize, Growth, u64)> {
    let Settings { block, config, schema, sprawl, room } = settings;
    let may_grow = *sprawl && config.may_deepen(depth) && !leaf.frozen.is_frozen();
    bench.bayes.forget();
    let mut done = 0;
    while done < rows.len() {
        let majority = Majority::of(leaf, fallback);
        let view = leaf.lens.as_ref().map(|lens| lens.view(block, &rows[done..]));
        let seen: Vec<u32> = view.iter().flat_map(|view| 0..view.rows as u32).collect();
        done += widest(Absorb {
            leaf,
            block: view.as_ref().unwrap_or(block),
            rows: if view.is_some() { &seen } else { &rows[done..] },
            answers: if answers.is_empty() { &mut [] } else { &mut answers[done..] },
            majority,
            may_grow,
            config,
            schema,
            runs: &mut bench.runs,
            bayes: &mut bench.bayes,
        });
        if may_grow && u64::from(leaf.since) >= config.grace_period {
            leaf.since = 0;
            if *room == 0 {
                continue;
            }
            let number = block.number(rows[done - 1] as usize);
            let classes = Learner::classes_at(schema, block, number);
            // The limit on leaves has room for any split within a block: else the rows would have come one by one.
            let at = At { depth, time: number, classes, room: *room, installed: None };
            match attempt(leaf, config, schema, at, &mut bench.attempt) {
                Outcome::Split(decision) => {
                    return Some((done, divide(leaf, &decision, number, config.faithful.inherit), number));
                }
                Outcome::Wait { numeric, nominal } => {
                    *peak = (*peak).max(leaf.bytes());
                    leaf.drop_columns(&numeric, &nominal);
                }
            }
        }
    }
    None
}
