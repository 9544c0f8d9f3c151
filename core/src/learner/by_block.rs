//! Many rows at once, leaf by leaf: leaves do not talk to each other, so the order among them does not matter.
//!
//! Route all rows; group them by leaf, keeping their order; let every leaf take in its rows (on any thread). A leaf
//! that splits in mid-block leads its remaining rows on to its children. In the end the changes of shape are replayed
//! in the order of the rows that made them, so that ids come out as if the rows had come one by one.

use super::course::PIECE;
use super::plants::{Event, Group, Grown, Settings};
use super::{Bench, Learner, Lists};
use crate::block::Block;
use crate::leaf::Leaf;
use crate::predictors::{NO_ANSWER, heaviest};
use crate::schema::MISSING;
use crate::threads::Pool;
use crate::tree::{Flow, Stranger};
use crate::upkeep::budget::Added;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::PoisonError;

/// Groups that one task takes.
const FEW: usize = 4;

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
}

/// What becomes of a block that is to be learned leaf by leaf.
pub(crate) enum Tried {
    /// It is learned.
    Learned,
    /// Nothing is learned: a row of it might have met the budget.
    Refused,
    /// Nothing is learned: it is too much for a piece of work, and so many rows of it may do.
    TooMuch { first: usize },
}

impl Learner {
    /// Learns a block leaf by leaf, unless it is too much work or a row of it might meet the budget.
    pub(crate) fn learn_by_block(
        &mut self,
        block: &Block,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
    ) -> Tried {
        let mut lists = std::mem::take(&mut bench.lists);
        let Lists { flows, order, said } = &mut lists;
        self.lead_rows(block, pool, flows);
        let Grouping { targets, bounds } = self.group(block, flows, order);
        let work = self.block_work(&targets, &bounds) / bench.threads.max(1) as u64;
        if work > PIECE && block.rows > 1 {
            bench.lists = lists;
            let share = PIECE as f64 / work as f64;
            return Tried::TooMuch { first: ((block.rows as f64 * share) as usize).max(1) };
        }
        bench.spent += work;
        said.resize(if answers.is_empty() { 0 } else { order.len() }, 0);
        let mut fresh = vec![
            Leaf::new(self.config.observer);
            targets.iter().filter(|t| matches!(t, Target::New { .. })).count()
        ];
        let settings = Settings {
            block,
            config: &self.config,
            schema: &self.schema,
            sprawl: self.config.max_leaves.is_none_or(|limit| self.tree.shape.leaf_count() < limit),
            room: self.room_for_split(self.as_of(block.before)),
        };
        let leaves = targets.iter().filter_map(|target| match target {
            Target::Leaf(id) => Some(*id),
            Target::New { .. } => None,
        });
        let parents = targets.iter().filter_map(|target| match target {
            Target::New { parent, .. } => Some(*parent),
            Target::Leaf(_) => None,
        });
        let trial = self.trial(settings.room, leaves, parents);
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
            groups.push(Group {
                leaf,
                rows: &order[*start..*end],
                answers,
                depth,
                fallback,
                grown: None,
                peak: 0,
            });
        }
        drop(leaves);
        match pool {
            Some(pool) => {
                bench.helpers.resize_with(pool.current_num_threads(), Default::default);
                let helpers = &bench.helpers;
                pool.install(|| {
                    groups.par_chunks_mut(FEW).with_max_len(1).for_each(|few| {
                        // A thread holds its own bench only, so it never waits for another.
                        let bench = &helpers[rayon::current_thread_index().unwrap_or(0)];
                        let mut bench = bench.lock().unwrap_or_else(PoisonError::into_inner);
                        few.iter_mut().for_each(|group| group.tend(&settings, &mut bench));
                    })
                });
            }
            None => groups.iter_mut().for_each(|group| group.tend(&settings, bench)),
        }
        let peaks: Vec<usize> = groups.iter().map(|group| group.peak).collect();
        let grown: Vec<(usize, Box<Grown>)> = groups
            .into_iter()
            .enumerate()
            .filter_map(|(number, group)| group.grown.map(|grown| (number, grown)))
            .collect();
        if let Some(trial) = trial {
            let (peaks, added) = added(&targets, &peaks, &fresh, &grown);
            if !trial.holds(self, block, &peaks, added) {
                trial.undo(self);
                bench.lists = lists;
                return Tried::Refused;
            }
            trial.begin(self);
            let touched = self.replay(&targets, &bounds, order, block, fresh, grown);
            trial.end(self, &touched);
        } else {
            self.replay(&targets, &bounds, order, block, fresh, grown);
        }
        let learned = block.learned_rows();
        self.rows += learned;
        self.block_rows += learned;
        if !answers.is_empty() {
            for (row, answer) in order.iter().zip(&*said) {
                answers[*row as usize] = *answer;
            }
            // At the limit on leaves the topmost node that did not know a row's category answers for it.
            for (row, node) in flows.iter().flat_map(|flow| flow.turned_away.iter().rev()) {
                answers[*row as usize] = heaviest(&self.tree.record(*node).votes);
            }
        }
        bench.lists = lists;
        Tried::Learned
    }

    /// How much work it is to learn rows that were led to these places.
    fn block_work(&self, targets: &[Target], bounds: &[(usize, usize)]) -> u64 {
        let fresh = Leaf::new(self.config.observer);
        let works = targets.iter().zip(bounds).map(|(target, (start, end))| match target {
            Target::Leaf(id) => self.leaf_work(self.tree.leaf(*id), self.may_grow(*id), end - start),
            Target::New { .. } => self.leaf_work(&fresh, true, end - start),
        });
        works.sum()
    }

    /// Depth of a target, and the class that answers while its leaf has no votes.
    fn above(&self, target: Target) -> (u32, u32) {
        match target {
            Target::Leaf(id) if self.tree.leaf(id).weight > 0.0 => {
                (self.tree.shape.seat(id).depth, NO_ANSWER)
            }
            Target::Leaf(id) => (self.tree.shape.seat(id).depth, heaviest(self.tree.fallback(id))),
            Target::New { parent, .. } => {
                (self.tree.shape.seat(parent).depth + 1, heaviest(&self.tree.record(parent).votes))
            }
        }
    }

    /// Leads the rows to their leaves, a stretch on each thread.
    fn lead_rows(&self, block: &Block, pool: Pool<'_>, flows: &mut Vec<Flow>) {
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
    fn group(&self, block: &Block, flows: &[Flow], order: &mut Vec<u32>) -> Grouping {
        let mut places: Vec<(u32, Option<Target>)> = vec![(0, None); self.tree.shape.leaf_count()];
        let mut place_of_new: HashMap<(u32, u32), usize> = HashMap::new();
        let mut lists: Vec<(usize, &[u32])> = Vec::new();
        for (node, rows) in flows.iter().flat_map(Flow::arrivals) {
            if self.tree.shape.node(node).is_leaf() {
                let place = self.tree.shape.seat(node).index as usize;
                places[place].0 += rows.len() as u32;
                places[place].1 = Some(Target::Leaf(node));
                lists.push((place, rows));
                continue;
            }
            for row in rows {
                let code = block.row(*row as usize).codes[self.tree.shape.node(node).slot()];
                let place = *place_of_new.entry((node, code)).or_insert_with(|| {
                    places.push((0, Some(Target::New { parent: node, code })));
                    places.len() - 1
                });
                places[place].0 += 1;
                lists.push((place, std::slice::from_ref(row)));
            }
        }
        let (mut targets, mut bounds, mut start) = (Vec::new(), Vec::new(), 0);
        for (count, target) in &mut places {
            if let Some(target) = target {
                targets.push(*target);
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
        Grouping { targets, bounds }
    }

    /// Makes the changes of shape in the order of the rows that caused them; gives the nodes that took in rows, and
    /// those that came of them.
    fn replay(
        &mut self,
        targets: &[Target],
        bounds: &[(usize, usize)],
        order: &[u32],
        block: &Block,
        fresh: Vec<Leaf>,
        mut grown: Vec<(usize, Box<Grown>)>,
    ) -> Vec<u32> {
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
                events.push((block.number(*row as usize), Source::Target(number)));
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
        // A row that is only predicted has made no leaf.
        let below = grown.iter().flat_map(|(_, grown)| grown.ids[1..].iter());
        let made = |id: &&u32| **id != u32::MAX;
        roots.iter().chain(below).filter(made).copied().collect()
    }
}

/// The most bytes that leaves have held, without those that are new, and what else a block has added.
fn added(
    targets: &[Target],
    peaks: &[usize],
    fresh: &[Leaf],
    grown: &[(usize, Box<Grown>)],
) -> (Vec<usize>, Added) {
    let mut added = Added::default();
    let is_old = |(target, _): &(&Target, &usize)| matches!(target, Target::Leaf(_));
    let (old, new): (Vec<_>, Vec<_>) = targets.iter().zip(peaks).partition(is_old);
    fresh.iter().zip(new).for_each(|(leaf, (_, peak))| added.made(leaf, *peak));
    for (_, grown) in grown {
        let (leaves, splits) = grown.parts();
        leaves.for_each(|(leaf, peak)| added.made(leaf, peak));
        splits.for_each(|branches| added.split(branches));
    }
    (old.into_iter().map(|(_, peak)| *peak).collect(), added)
}

/// What made a change of shape.
#[derive(Clone, Copy)]
enum Source {
    Target(usize),
    Plant(usize, Event),
}
