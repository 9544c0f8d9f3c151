//! Uniform points labelled by a random binary tree of a given number of leaves: the controlled experiment of De Rosa
//! & Cesa-Bianchi (2015).
//!
//! The paper does not say how its trees were drawn. Here a leaf chosen at random is cut at a uniform place of its
//! cell in a random column until there are enough; the two halves of the last cut of a cell get different classes.

use super::settings::{SEED, bounded, settings};
use super::{Column, Generator, Header, JavaRandom, Walk, numbered};

settings! {
    /// Seed of the tree.
    tree_seed: i64 = 1, SEED;
    /// Seed of the rows.
    seed: i64 = 1, SEED;
    /// Number of leaves.
    leaves: usize = 50, (2.0, 1_000_000.0);
    /// Number of columns.
    columns: usize = 5, (1.0, 10_000.0);
    /// Percentage of labels that are turned round.
    noise: u32 = 0, (0.0, 100.0);
}

#[derive(Clone, Copy)]
enum Node {
    Leaf(u32),
    /// Column, cut and the left child; the right one follows it.
    Test(usize, f64, usize),
}

/// Rows labelled by a tree.
pub struct DerosaTree {
    settings: Settings,
    nodes: Vec<Node>,
    random: JavaRandom,
}

impl DerosaTree {
    /// Makes the tree.
    pub fn new(settings: Settings) -> Result<DerosaTree, String> {
        bounded("derosa-tree: leaves x columns", &[settings.leaves, settings.columns])?;
        let nodes = planted(&settings);
        Ok(DerosaTree { nodes, random: JavaRandom::new(settings.seed), settings })
    }
}

/// A leaf and the cell of the unit cube that belongs to it: place, low and high ends.
type Cell = (usize, Vec<f64>, Vec<f64>);

fn planted(settings: &Settings) -> Vec<Node> {
    let mut random = JavaRandom::new(settings.tree_seed);
    let mut nodes = vec![Node::Leaf(0)];
    let mut cells: Vec<Cell> = vec![(0, vec![0.0; settings.columns], vec![1.0; settings.columns])];
    while cells.len() < settings.leaves {
        let (place, low, high) = cells.swap_remove(random.below(cells.len() as u32) as usize);
        let column = random.below(settings.columns as u32) as usize;
        let cut = low[column] + (high[column] - low[column]) * random.uniform();
        let left = nodes.len();
        nodes[place] = Node::Test(column, cut, left);
        let class = u32::from(random.coin());
        nodes.extend([Node::Leaf(class), Node::Leaf(1 - class)]);
        let (mut above, mut below) = (low.clone(), high.clone());
        (above[column], below[column]) = (cut, cut);
        cells.extend([(left, low, below), (left + 1, above, high)]);
    }
    nodes
}

impl Generator for DerosaTree {
    fn header(&self) -> Header {
        Header {
            columns: numbered("att", self.settings.columns).map(Column::numeric).collect(),
            classes: numbered("class", 2).collect(),
        }
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        row.iter_mut().for_each(|x| *x = self.random.uniform());
        let mut node = self.nodes[0];
        let class = loop {
            match node {
                Node::Leaf(class) => break class,
                Node::Test(column, cut, left) => node = self.nodes[left + usize::from(row[column] > cut)],
            }
        };
        class ^ u32::from(self.settings.noise > 0 && self.random.below(100) < self.settings.noise)
    }
}
