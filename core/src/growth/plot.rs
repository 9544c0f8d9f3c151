//! The little tree that a leaf grows when it splits in the middle of a block.

use super::parcel::Ground;
use super::{Growth, Record, Tree};
use crate::leaf::Leaf;
use crate::predictors::heaviest;
use crate::schema::MISSING;
use crate::tree::Test;

/// What grew out of a leaf within a block. Sprout 0 is the leaf itself; the others are owned here until the shape is
/// settled.
pub struct Plot {
    pub(super) sprouts: Vec<Sprout>,
    /// Changes of shape with the rows that made them.
    pub(super) events: Vec<(u64, Event)>,
    /// Node ids of the sprouts, as far as they are known.
    pub(super) ids: Vec<u32>,
}

/// A node of a plot.
pub(super) struct Sprout {
    pub leaf: Leaf,
    pub peak: usize,
    pub depth: u32,
    pub fallback: u32,
    split: Option<Parted>,
}

struct Parted {
    test: Test,
    record: Record,
    /// Category (of a test with a child per category) and sprout of each child.
    children: Vec<(Option<u32>, usize)>,
    heavier: usize,
    /// How many of the children were there at the split; the others are categories that came later.
    born: usize,
}

/// A change of shape.
#[derive(Clone, Copy)]
pub(super) enum Event {
    /// The sprout was split.
    Split(usize),
    /// A category that is new to the second sprout made the first.
    New(usize, usize, u32),
}

impl Plot {
    /// The plot of a leaf that was split, before its children are there.
    pub(super) fn of(depth: u32, fallback: u32, number: u64) -> Plot {
        let root = Sprout { leaf: Leaf::default(), depth, fallback, split: None, peak: 0 };
        Plot { sprouts: vec![root], events: vec![(number, Event::Split(0))], ids: vec![u32::MAX] }
    }

    /// What has grown out of the leaf: leaves with the most bytes that they have held, and splits with their branches.
    pub fn parts(&self) -> (impl Iterator<Item = (&Leaf, usize)>, impl Iterator<Item = usize>) {
        let splits = self.sprouts.iter().filter_map(|sprout| sprout.split.as_ref());
        let leaves = self.sprouts[1..].iter().map(|sprout| (&sprout.leaf, sprout.peak));
        (leaves, splits.map(|parted| parted.children.len()))
    }

    /// Makes one change in the tree. Changes must come in the order of the rows that made them.
    pub(super) fn apply(&mut self, event: Event, tree: &mut Tree) {
        self.ids.resize(self.sprouts.len(), u32::MAX);
        match event {
            Event::New(sprout, below, code) => {
                let leaf = std::mem::take(&mut self.sprouts[sprout].leaf);
                self.ids[sprout] = tree.sprout(self.ids[below], code, leaf);
            }
            Event::Split(sprout) => {
                let parted = self.sprouts[sprout].split.take().expect("a split leaf says how");
                let first = tree.shape.len() as u32;
                let mut children = Vec::with_capacity(parted.born);
                for (order, (code, child)) in parted.children[..parted.born].iter().enumerate() {
                    children.push((*code, std::mem::take(&mut self.sprouts[*child].leaf)));
                    self.ids[*child] = first + order as u32;
                }
                let Parted { test, record, heavier, .. } = parted;
                tree.grow(self.ids[sprout], Growth { test, record, children, heavier });
            }
        }
    }

    /// Puts the children of a split sprout beside it and leads the remaining rows to them, by position in the group.
    pub(super) fn part(
        &mut self,
        sprout: usize,
        growth: Growth,
        rows: &[u32],
        remaining: impl Iterator<Item = u32>,
        Ground { block, config, .. }: &Ground<'_>,
    ) -> Vec<(usize, Vec<u32>)> {
        let Growth { test, record, children, heavier } = growth;
        let depth = self.sprouts[sprout].depth + 1;
        let fallback = heaviest(&record.votes);
        let mut branches: Vec<(Option<u32>, usize)> = Vec::new();
        let mut work: Vec<(usize, Vec<u32>)> = Vec::new();
        for (code, leaf) in children {
            branches.push((code, self.sprouts.len()));
            work.push((self.sprouts.len(), Vec::new()));
            self.sprouts.push(Sprout { leaf, depth, fallback, split: None, peak: 0 });
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
                        branches.push((Some(code), self.sprouts.len()));
                        work.push((self.sprouts.len(), Vec::new()));
                        let leaf = Leaf::new(config.observer);
                        self.sprouts.push(Sprout { leaf, peak: 0, depth, fallback, split: None });
                        branches.len() - 1
                    })
                }
                Some(branch) => branch as usize,
            };
            // Categories that come later are made by their first learned row.
            if branch >= born && row.class != MISSING && !later.contains(&branch) {
                let code = branches[branch].0.expect("only categories come later");
                self.events.push((block.number(row.index), Event::New(branches[branch].1, sprout, code)));
                later.push(branch);
            }
            work[branch].1.push(position);
        }
        self.sprouts[sprout].split = Some(Parted { test, record, children: branches, heavier, born });
        work.retain(|(_, positions)| !positions.is_empty());
        work
    }
}
