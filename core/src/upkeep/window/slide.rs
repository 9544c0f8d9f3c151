//! The window slides on with every row, and leaves that are new count the rows that it holds.
//!
//! Rows are routed a second time instead of remembering where they were: nodes come and go, and what they hold is then
//! always what a fresh count of the window would give.

use super::super::Keeper;
use super::{Ring, Window};
use crate::attempt::{Decision, is_worth_it};
use crate::growth::Count;
use crate::growth::divide;
use crate::leaf::Leaf;
use crate::learner::{Bench, Learner};
use crate::observers::Observer;
use crate::predictors::{Right, Score};
use crate::rows::Row;
use crate::tree::Shape;
use riparian_dispatch::widest;

impl Learner {
    /// After a row was learned: the oldest row is forgotten if the window is full, and this one takes its place.
    pub(in crate::upkeep) fn slide(&mut self, row: &Row<'_>, right: Right, bench: &mut Bench) {
        let Some(most) = self.config.upkeep.window().map(|rows| rows.get() as usize) else { return };
        let failed = self.forget_oldest(most, bench);
        if let Keeper::Window(window) = &mut self.keeper {
            window.ring.push(row, right, most);
        }
        // A row that could not be taken back exactly: what it was part of is counted anew.
        failed.into_iter().for_each(|node| self.count_anew(node, bench));
    }

    /// Forgets the oldest of so many rows along its way; the nodes that could not.
    fn forget_oldest(&mut self, most: usize, bench: &mut Bench) -> Vec<u32> {
        let mut failed = Vec::new();
        let Learner { tree, keeper: Keeper::Window(window), .. } = self else { return failed };
        let Window { ring, kept } = &mut **window;
        if ring.len() < most {
            return failed;
        }
        let (block, right) = (ring.block(), ring.right[ring.first]);
        let row = block.row(ring.first);
        let mut node = 0;
        while let Some(next) = tree.shape.next(node, &row) {
            if !kept.at_mut(node).is_some_and(|kept| kept.forget(&row, Right::default())) {
                failed.push(node);
            }
            node = next;
        }
        let leaf = tree.leaf_mut(node);
        if !leaf.forget(&row, right) {
            failed.push(node);
        } else if let (Some(bayes), Some(place)) = (bench.scratch.standing.known(node), leaf.place(row.class))
        {
            bayes.unlearn(leaf, place);
        }
        failed
    }

    /// Counts a node's rows of the window anew.
    fn count_anew(&mut self, node: u32, bench: &mut Bench) {
        let work = self.row_work(0);
        let Learner { config, tree, keeper: Keeper::Window(window), .. } = self else { return };
        let Window { ring, kept } = &mut **window;
        bench.spent += ring.len() as u64 * work;
        let mut fresh = Leaf::new(config.observer);
        let rows = &rows_at(&tree.shape, node, ring);
        widest(Count { leaf: &mut fresh, block: &ring.block(), rows, runs: &mut bench.scratch.runs });
        let old = if tree.shape.is_leaf(node) { Some(tree.leaf_mut(node)) } else { kept.at_mut(node) };
        if let Some(old) = old {
            let Leaf { since, score, .. } = *old;
            *old = Leaf { since, score, ..fresh };
        }
        if let Some(bayes) = bench.scratch.standing.known(node) {
            bayes.forget();
        }
    }

    /// Makes ready to look at a node: moments from which many rows were taken, and ranges, are made anew.
    pub(in crate::upkeep) fn freshen(&mut self, node: u32, bench: &mut Bench) {
        if self.config.observer == Observer::Gaussian {
            self.count_anew(node, bench);
        }
    }

    /// A node has a new leaf. Its rows may have gone elsewhere as long as there was no room for it.
    pub(in crate::upkeep) fn make_up_for(&mut self, parent: u32, bench: &mut Bench) {
        if self.may_have_turned_away() {
            // There may be room again only now.
            self.tree.shape.below(parent).into_iter().for_each(|node| self.count_anew(node, bench));
            self.unasked(parent);
        }
    }

    /// Nobody has asked a leaf at this node, or below it, about the rows that it has counted.
    pub(super) fn unasked(&mut self, node: u32) {
        let Learner { tree, keeper: Keeper::Window(window), .. } = self else { return };
        for place in rows_at(&tree.shape, node, &window.ring) {
            window.ring.right[place as usize] = Right::default();
        }
        for id in tree.shape.below(node) {
            if tree.shape.is_leaf(id) {
                tree.leaf_mut(id).score = Score::default();
            }
        }
    }

    /// Splits a leaf, if that is worth it; the children count the rows of the window.
    pub(in crate::upkeep) fn plant(&mut self, id: u32, decision: &Decision, row: u64, bench: &mut Bench) {
        let leaf = self.tree.leaf(id);
        if !is_worth_it(leaf, self.config.criterion, decision.test) {
            return;
        }
        let growth = divide(leaf, decision, row, false);
        let own = Leaf { since: 0, score: Score::default(), ..leaf.clone() };
        self.tree.grow(id, growth);
        if let Keeper::Window(window) = &mut self.keeper {
            window.kept.keep(id, own);
        }
        self.fill(id, bench);
        bench.scratch.standing.clear();
    }

    /// The leaves below a node, which know nothing, count the rows of the window.
    pub(super) fn fill(&mut self, node: u32, bench: &mut Bench) {
        let work = self.row_work(0);
        let Learner { tree, keeper: Keeper::Window(window), .. } = self else { return };
        let ring = &mut window.ring;
        bench.spent += ring.len() as u64 * work;
        let places = rows_at(&tree.shape, node, ring);
        let mut led = Vec::with_capacity(places.len());
        for place in places {
            // Nobody has asked the new leaf about it.
            ring.right[place as usize] = Right::default();
            let (block, mut child) = (ring.block(), node);
            while let Some(next) = tree.shape.next(child, &block.row(place as usize)) {
                child = next;
            }
            led.push((child, place));
        }
        // Stable: rows of a leaf stay in order of arrival.
        led.sort_by_key(|(leaf, _)| *leaf);
        for same in led.chunk_by(|one, other| one.0 == other.0) {
            let rows: Vec<u32> = same.iter().map(|(_, place)| *place).collect();
            let leaf = tree.leaf_mut(same[0].0);
            widest(Count { leaf, block: &ring.block(), rows: &rows, runs: &mut bench.scratch.runs });
        }
    }
}

/// The places of the rows that a shape leads to a node, in order of arrival.
fn rows_at(shape: &Shape, node: u32, ring: &Ring) -> Vec<u32> {
    let (path, block) = (shape.path_through(node), ring.block());
    let mut places: Vec<u32> = ring.places().map(|place| place as u32).collect();
    for step in path.windows(2) {
        // Without a branch: which way a row goes cannot be foretold.
        let mut reached = 0;
        for at in 0..places.len() {
            let place = places[at];
            places[reached] = place;
            reached += usize::from(shape.next(step[0], &block.row(place as usize)) == Some(step[1]));
        }
        places.truncate(reached);
    }
    places
}
