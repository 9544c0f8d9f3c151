//! Many rows at once, leaf by leaf: leaves do not talk to each other, so the order among them does not matter.
//!
//! Route all rows; group them by leaf, keeping their order; let every leaf take in its rows (on any thread). A leaf
//! that splits in mid-block leads its remaining rows on to its children. In the end the changes of shape are replayed
//! in the order of the rows that made them, so that ids come out as if the rows had come one by one.

use super::course::PIECE;
use super::grouping::Grouping;
use super::{Bench, Learner, Lists};
use crate::growth::{Ground, Harvest, Origin, Parcel, tend};
use crate::leaf::Leaf;
use crate::predictors::{NO_ANSWER, heaviest};
use crate::rows::Block;
use crate::threads::Pool;
use rayon::prelude::*;
use std::sync::PoisonError;

/// Parcels that one task takes.
const FEW: usize = 4;

/// What becomes of a block that is to be learned leaf by leaf.
pub(crate) enum Tried {
    /// It is learned.
    Learned,
    /// Nothing is learned: a row of it might have met a limit.
    Refused,
    /// Nothing is learned: it is too much for a piece of work, and so many rows of it may do.
    TooMuch { first: usize },
}

impl Learner {
    /// Learns a block leaf by leaf, unless it is too much work or a row of it might meet a limit.
    pub(crate) fn learn_by_block(
        &mut self,
        block: &Block<'_>,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
    ) -> Tried {
        let mut lists = std::mem::take(&mut bench.lists);
        let tried = self.try_by_block(block, answers, pool, bench, &mut lists);
        bench.lists = lists;
        tried
    }

    fn try_by_block(
        &mut self,
        block: &Block<'_>,
        answers: &mut [u32],
        pool: Pool<'_>,
        bench: &mut Bench,
        Lists { flows, order, said }: &mut Lists,
    ) -> Tried {
        self.lead_rows(block, pool, flows);
        let groups = self.group(block, flows, order);
        let work = self.block_work(&groups) / bench.threads.max(1) as u64;
        if work > PIECE && block.rows > 1 {
            let share = PIECE as f64 / work as f64;
            return Tried::TooMuch { first: ((block.rows as f64 * share) as usize).max(1) };
        }
        bench.spent += work;
        said.resize(if answers.is_empty() { 0 } else { order.len() }, 0);
        let room = self.room_for_split(self.as_of(block.before));
        let trial = self.trial(room);
        let parcels = self.parcels(&groups, order, said, trial.is_some());
        let may_branch = self.config.max_leaves.is_none_or(|limit| self.tree.shape.leaf_count() < limit);
        let (config, schema) = (&self.config, &self.schema);
        let harvests = tend_all(parcels, &Ground { block, config, schema, may_branch, room }, pool, bench);
        match trial {
            Some(trial) if !trial.holds(self, block, &harvests) => return Tried::Refused,
            Some(trial) => trial.replay(self, harvests),
            None => {
                self.tree.replay(harvests);
            }
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
        Tried::Learned
    }

    /// How much work it is to learn these groups of rows.
    fn block_work(&self, Grouping { origins, bounds }: &Grouping) -> u64 {
        let fresh = Leaf::new(self.config.observer);
        let works = origins.iter().zip(bounds).map(|(origin, (start, end))| match origin {
            Origin::Leaf(id) => self.leaf_work(self.tree.leaf(*id), self.may_grow(*id), end - start),
            Origin::New { .. } => self.leaf_work(&fresh, true, end - start),
        });
        works.sum()
    }

    /// A parcel for each group of rows. Where the block is only tried the tree keeps its leaves as they are.
    fn parcels<'a>(
        &mut self,
        Grouping { origins, bounds }: &Grouping,
        order: &'a [u32],
        mut said: &'a mut [u32],
        is_tried: bool,
    ) -> Vec<Parcel<'a>> {
        let mut parcels = Vec::with_capacity(origins.len());
        for (origin, (start, end)) in origins.iter().zip(bounds) {
            let (depth, fallback) = self.above(*origin);
            let leaf = match origin {
                Origin::Leaf(id) if is_tried => self.tree.leaf(*id).clone(),
                Origin::Leaf(id) => std::mem::take(self.tree.leaf_mut(*id)),
                Origin::New { .. } => Leaf::new(self.config.observer),
            };
            let wanted = if said.is_empty() { 0 } else { end - start };
            let (answers, others) = said.split_at_mut(wanted);
            said = others;
            parcels.push(Parcel {
                leaf,
                rows: &order[*start..*end],
                answers,
                origin: *origin,
                depth,
                fallback,
            });
        }
        parcels
    }

    /// Depth of a leaf, and the class that answers while it has no votes.
    fn above(&self, origin: Origin) -> (u32, u32) {
        match origin {
            Origin::Leaf(id) => {
                let knows = self.tree.leaf(id).weight > 0.0;
                let fallback = if knows { NO_ANSWER } else { heaviest(self.tree.fallback(id)) };
                (self.tree.shape.seat(id).depth, fallback)
            }
            Origin::New { parent, .. } => {
                (self.tree.shape.seat(parent).depth + 1, heaviest(&self.tree.record(parent).votes))
            }
        }
    }
}

/// Tends all parcels, on all threads of a pool.
fn tend_all(
    parcels: Vec<Parcel<'_>>,
    ground: &Ground<'_>,
    pool: Pool<'_>,
    bench: &mut Bench,
) -> Vec<Harvest> {
    let Some(pool) = pool else {
        return parcels.into_iter().map(|parcel| tend(parcel, ground, &mut bench.scratch)).collect();
    };
    bench.helpers.resize_with(pool.current_num_threads(), Default::default);
    let helpers = &bench.helpers;
    pool.install(|| {
        let parcels = parcels.into_par_iter().with_min_len(FEW).with_max_len(FEW);
        let harvests = parcels.map(|parcel| {
            // A thread holds its own scratch only, so it never waits for another.
            let scratch = &helpers[rayon::current_thread_index().unwrap_or(0)];
            tend(parcel, ground, &mut scratch.lock().unwrap_or_else(PoisonError::into_inner))
        });
        harvests.collect()
    })
}
