//! A window of rows: what the tree knows is what the last rows tell, at every node.
//!
//! Every inner node keeps the statistics of its leaf, as provisional splits do, and a row is counted at every node on
//! its way. When a leaf splits, its children count the rows of the window that reach them; so a row is always counted
//! where the tree would lead it, and is forgotten there. (Rows are routed a second time instead of remembering where
//! they were: nodes come and go, and what they hold is then always what a fresh count of the window would give.)

use super::window::Window;
use super::{Bench, Learner};
use crate::block::{Block, Row};
use crate::grow::Growth;
use crate::leaf::{Leaf, Right};
use crate::observers::Observer;
use crate::tree::Tree;
use riparian_dispatch::{Kernel, widest};

/// A leaf takes in one row.
pub(super) struct Tell<'a> {
    pub leaf: &'a mut Leaf,
    pub row: Row<'a>,
    pub block: &'a Block,
}

impl Kernel for Tell<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let place = self.leaf.place_for(self.row.class);
        self.leaf.observe(place, &self.row, self.block);
    }
}

impl Learner {
    /// After a row was learned: the oldest row is forgotten if the window is full, and this one takes its place.
    pub(super) fn slide(&mut self, row: &Row<'_>, right: Right) {
        let Some(most) = self.config.window.map(|rows| rows.get() as usize) else { return };
        let mut window = self.window.take().unwrap_or_default();
        let forgotten = (window.len() == most).then(|| self.forget(&window));
        window.push(row, right, most);
        self.window = Some(window);
        // A row that could not be taken back exactly: what it was part of is counted anew.
        forgotten.into_iter().flatten().for_each(|node| self.count_anew(node));
    }

    /// Forgets the oldest row along its way; the nodes that could not.
    fn forget(&mut self, window: &Window) -> Vec<u32> {
        let (row, right) = (window.row(window.first), window.right[window.first]);
        let (mut node, mut failed) = (0, Vec::new());
        loop {
            let next = self.tree.next(node, &row);
            let (leaf, right) = match next {
                Some(_) => (self.tree.kept_mut(node), Right::default()),
                None => (Some(self.tree.leaf_mut(node)), right),
            };
            if !leaf.is_some_and(|leaf| leaf.forget(&row, right)) {
                failed.push(node);
            }
            match next {
                Some(next) => node = next,
                None => return failed,
            }
        }
    }

    /// Counts a node's rows of the window anew.
    pub(super) fn count_anew(&mut self, node: u32) {
        let Some(window) = self.window.take() else { return };
        let mut fresh = Leaf::new(self.config.observer);
        for place in rows_at(&self.tree, node, &window) {
            widest(Tell { leaf: &mut fresh, row: window.row(place), block: &window.rows });
        }
        let old = if self.tree.node(node).is_leaf() {
            Some(self.tree.leaf_mut(node))
        } else {
            self.tree.kept_mut(node)
        };
        if let Some(old) = old {
            let Leaf { since, mc_correct, nb_correct, .. } = *old;
            *old = Leaf { since, mc_correct, nb_correct, ..fresh };
        }
        self.window = Some(window);
    }

    /// Makes ready to look at a node: moments from which many rows were taken, and ranges, are made anew.
    pub(super) fn freshen(&mut self, node: u32) {
        if self.config.observer == Observer::Gaussian {
            self.count_anew(node);
        }
    }

    /// Nobody has asked a leaf at this node, or below it, about the rows that it has counted.
    pub(super) fn unasked(&mut self, node: u32) {
        let Some(mut window) = self.window.take() else { return };
        for place in rows_at(&self.tree, node, &window) {
            window.right[place] = Right::default();
        }
        for id in self.tree.below(node) {
            if self.tree.node(id).is_leaf() {
                let leaf = self.tree.leaf_mut(id);
                (leaf.mc_correct, leaf.nb_correct) = (0.0, 0.0);
            }
        }
        self.window = Some(window);
    }

    /// Splits a leaf; the children count the rows of the window.
    pub(super) fn plant(&mut self, id: u32, growth: Growth, bench: &mut Bench) {
        let kept = Leaf { since: 0, mc_correct: 0.0, nb_correct: 0.0, ..self.tree.leaf(id).clone() };
        self.tree.grow(id, growth.test, growth.split, growth.children, growth.heavier);
        self.tree.keep(id, kept);
        self.fill(id);
        bench.standing.clear();
    }

    /// The leaves below a node, which know nothing, count the rows of the window.
    pub(super) fn fill(&mut self, node: u32) {
        let Some(mut window) = self.window.take() else { return };
        for place in rows_at(&self.tree, node, &window) {
            let row = window.row(place);
            let mut child = node;
            while let Some(next) = self.tree.next(child, &row) {
                child = next;
            }
            widest(Tell { leaf: self.tree.leaf_mut(child), row, block: &window.rows });
            // Nobody has asked the new leaf about it.
            window.right[place] = Right::default();
        }
        self.window = Some(window);
    }
}

/// The places of the rows that the tree leads to a node, in order of arrival.
fn rows_at(tree: &Tree, node: u32, window: &Window) -> Vec<usize> {
    let mut path = tree.path_to(node);
    path.push(node);
    let reaches = |place: &usize| {
        let row = window.row(*place);
        path.windows(2).all(|step| tree.next(step[0], &row) == Some(step[1]))
    };
    window.places().filter(reaches).collect()
}
