//! A window of rows: what the tree knows is what the last rows tell, at every node.
//!
//! Every inner node keeps the statistics of its leaf, as provisional splits do, and a row is counted at every node on
//! its way. When a leaf splits, its children count the rows of the window that reach them; so a row is always counted
//! where the tree would lead it, and is forgotten there. (Rows are routed a second time instead of remembering where
//! they were: nodes come and go, and what they hold is then always what a fresh count of the window would give.)

use super::absorb::Count;
use super::window::Window;
use super::{Bench, Learner};
use crate::block::Row;
use crate::growth::Growth;
use crate::growth::Tree;
use crate::leaf::Leaf;
use crate::observers::Observer;
use crate::predictors::{Right, Score};
use riparian_dispatch::widest;

impl Learner {
    /// After a row was learned: the oldest row is forgotten if the window is full, and this one takes its place.
    pub(super) fn slide(&mut self, row: &Row<'_>, right: Right, bench: &mut Bench) {
        let Some(most) = self.config.window.map(|rows| rows.get() as usize) else { return };
        let mut window = self.window.take().unwrap_or_default();
        let forgotten = (window.len() == most).then(|| self.forget(&window, bench));
        window.push(row, right, most);
        self.window = Some(window);
        // A row that could not be taken back exactly: what it was part of is counted anew.
        forgotten.into_iter().flatten().for_each(|node| self.count_anew(node, bench));
    }

    /// Forgets the oldest row along its way; the nodes that could not.
    fn forget(&mut self, window: &Window, bench: &mut Bench) -> Vec<u32> {
        let (row, right) = (window.row(window.first), window.right[window.first]);
        let (mut node, mut failed) = (0, Vec::new());
        while let Some(next) = self.tree.shape.next(node, &row) {
            if !self.tree.kept_mut(node).is_some_and(|kept| kept.forget(&row, Right::default())) {
                failed.push(node);
            }
            node = next;
        }
        let leaf = self.tree.leaf_mut(node);
        if !leaf.forget(&row, right) {
            failed.push(node);
        } else if let (Some(bayes), Some(place)) = (bench.standing.known(node), leaf.place(row.class)) {
            bayes.unlearn(leaf, place);
        }
        failed
    }

    /// Counts a node's rows of the window anew.
    pub(super) fn count_anew(&mut self, node: u32, bench: &mut Bench) {
        let Some(window) = self.window.take() else { return };
        bench.spent += window.len() as u64 * self.row_work(0);
        let mut fresh = Leaf::new(self.config.observer);
        let rows = &rows_at(&self.tree, node, &window);
        widest(Count { leaf: &mut fresh, block: &window.rows, rows, runs: &mut bench.runs });
        let old = if self.tree.shape.node(node).is_leaf() {
            Some(self.tree.leaf_mut(node))
        } else {
            self.tree.kept_mut(node)
        };
        if let Some(old) = old {
            *old = Leaf { since: old.since, score: old.score, ..fresh };
        }
        if let Some(bayes) = bench.standing.known(node) {
            bayes.forget();
        }
        self.window = Some(window);
    }

    /// Makes ready to look at a node: moments from which many rows were taken, and ranges, are made anew.
    pub(super) fn freshen(&mut self, node: u32, bench: &mut Bench) {
        if self.config.observer == Observer::Gaussian {
            self.count_anew(node, bench);
        }
    }

    /// Nobody has asked a leaf at this node, or below it, about the rows that it has counted.
    pub(super) fn unasked(&mut self, node: u32) {
        let Some(mut window) = self.window.take() else { return };
        for place in rows_at(&self.tree, node, &window) {
            window.right[place as usize] = Right::default();
        }
        for id in self.tree.shape.below(node) {
            if self.tree.shape.node(id).is_leaf() {
                self.tree.leaf_mut(id).score = Score::default();
            }
        }
        self.window = Some(window);
    }

    /// Splits a leaf; the children count the rows of the window.
    pub(super) fn plant(&mut self, id: u32, growth: Growth, bench: &mut Bench) {
        let kept = Leaf { since: 0, score: Score::default(), ..self.tree.leaf(id).clone() };
        self.tree.grow(id, growth.test, growth.record, growth.children, growth.heavier);
        self.tree.keep(id, kept);
        self.fill(id, bench);
        bench.standing.clear();
    }

    /// The leaves below a node, which know nothing, count the rows of the window.
    pub(super) fn fill(&mut self, node: u32, bench: &mut Bench) {
        let Some(mut window) = self.window.take() else { return };
        bench.spent += window.len() as u64 * self.row_work(0);
        let places = rows_at(&self.tree, node, &window);
        let mut led = Vec::with_capacity(places.len());
        for place in places {
            // Nobody has asked the new leaf about it.
            window.right[place as usize] = Right::default();
            let (row, mut child) = (window.row(place as usize), node);
            while let Some(next) = self.tree.shape.next(child, &row) {
                child = next;
            }
            led.push((child, place));
        }
        // Stable: rows of a leaf stay in order of arrival.
        led.sort_by_key(|(leaf, _)| *leaf);
        for same in led.chunk_by(|one, other| one.0 == other.0) {
            let rows: Vec<u32> = same.iter().map(|(_, place)| *place).collect();
            let leaf = self.tree.leaf_mut(same[0].0);
            widest(Count { leaf, block: &window.rows, rows: &rows, runs: &mut bench.runs });
        }
        self.window = Some(window);
    }
}

/// The places of the rows that the tree leads to a node, in order of arrival.
fn rows_at(tree: &Tree, node: u32, window: &Window) -> Vec<u32> {
    let mut path = tree.shape.path_to(node);
    path.push(node);
    let mut places: Vec<u32> = window.places().map(|place| place as u32).collect();
    for step in path.windows(2) {
        // Without a branch: which way a row goes cannot be foretold.
        let mut reached = 0;
        for at in 0..places.len() {
            let place = places[at];
            places[reached] = place;
            reached += usize::from(tree.shape.next(step[0], &window.row(place as usize)) == Some(step[1]));
        }
        places.truncate(reached);
    }
    places
}
