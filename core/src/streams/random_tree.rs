//! Rows labelled by a random tree (Domingos & Hulten 2000). Nominal columns come first; a nominal one is tested once
//! on a path at most, a numeric one at a uniform cut inside what the path has left of its range.

use super::settings::{SEED, settings};
use super::{Column, Generator, Header, JavaRandom, Walk, numbered};
use std::rc::Rc;

settings! {
    /// Seed of the tree.
    tree_seed: i64 = 1, SEED;
    /// Seed of the rows.
    seed: i64 = 1, SEED;
    /// Number of classes.
    classes: u32 = 2, (2.0, 10_000.0);
    /// Number of nominal columns, which come first.
    nominals: usize = 5, (0.0, 10_000.0);
    /// Number of numeric columns.
    numerics: usize = 5, (0.0, 10_000.0);
    /// Values of each nominal column.
    values: u32 = 5, (2.0, 10_000.0);
    /// Depth at which every node is a leaf.
    max_depth: u32 = 5, (0.0, 1_000.0);
    /// Depth from which on a node may be a leaf.
    first_leaf: u32 = 3, (0.0, 1_000.0);
    /// Share of nodes that are leaves from there on.
    leaf_fraction: f64 = 0.15, (0.0, 1.0);
}

/// A tree of more nodes is refused.
const MOST_NODES: usize = 10_000_000;
/// Every node looks at the ranges of its numeric columns; so many of them take about a second.
const MOST_COPIED: usize = 1_000_000_000;

enum Node {
    Leaf(u32),
    /// Column, cut (of a numeric one), first child; the children follow each other in the list of children.
    Inner(usize, f64, usize),
}

/// A stream labelled by a random tree.
pub struct RandomTree {
    settings: Settings,
    nodes: Vec<Node>,
    /// Children of all inner nodes, by place in `nodes`.
    children: Vec<usize>,
    random: JavaRandom,
}

/// A node still to be made: where its id goes, its depth, the nominal columns left and what is left of the numeric
/// ranges.
struct Task {
    slot: Option<usize>,
    depth: u32,
    left: Rc<[usize]>,
    low: Rc<[f64]>,
    high: Rc<[f64]>,
}

impl RandomTree {
    /// Makes the tree; refused if there is nothing to test or if it would fill the memory.
    pub fn new(settings: Settings) -> Result<RandomTree, String> {
        if settings.nominals + settings.numerics == 0 {
            return Err("random-tree: there must be a column, nominal or numeric".into());
        }
        let random = JavaRandom::new(settings.seed);
        let mut stream = RandomTree { nodes: Vec::new(), children: Vec::new(), random, settings };
        stream.plant()?;
        Ok(stream)
    }

    /// Makes the nodes in the order in which MOA's recursion draws them: each before its children, the first child's
    /// whole subtree first.
    fn plant(&mut self) -> Result<(), String> {
        let Settings { nominals, numerics, .. } = self.settings;
        let mut random = JavaRandom::new(self.settings.tree_seed);
        let (low, high) = (vec![0.0; numerics].into(), vec![1.0; numerics].into());
        let mut tasks = vec![Task { slot: None, depth: 0, left: (0..nominals).collect(), low, high }];
        let mut copied = 0;
        while let Some(task) = tasks.pop() {
            let id = self.nodes.len();
            if let Some(slot) = task.slot {
                self.children[slot] = id;
            }
            if self.is_leaf(&task, &mut random) {
                self.nodes.push(Node::Leaf(random.below(self.settings.classes)));
            } else {
                self.branch(task, &mut random, &mut tasks);
            }
            copied += numerics;
            if self.children.len() > MOST_NODES || copied > MOST_COPIED {
                return Err(format!(
                    "random-tree: the tree has more than {MOST_NODES} nodes, or too many for its columns; lower max_depth, \
                     first_leaf or values, or raise leaf_fraction"
                ));
            }
        }
        Ok(())
    }

    fn is_leaf(&self, task: &Task, random: &mut JavaRandom) -> bool {
        let Settings { max_depth, first_leaf, leaf_fraction, .. } = self.settings;
        task.depth >= max_depth
            || (task.depth >= first_leaf && leaf_fraction >= 1.0 - random.uniform())
            || task.left.len() + task.low.len() == 0
    }

    fn branch(&mut self, task: Task, random: &mut JavaRandom, tasks: &mut Vec<Task>) {
        let Task { left, low, high, .. } = task;
        let (first, depth) = (self.children.len(), task.depth + 1);
        let chosen = random.below((left.len() + low.len()) as u32) as usize;
        if let Some(column) = left.get(chosen).copied() {
            let left: Rc<[usize]> = left.iter().copied().filter(|other| *other != column).collect();
            let values = self.settings.values as usize;
            self.nodes.push(Node::Inner(column, 0.0, first));
            self.children.resize(first + values, 0);
            tasks.extend((first..first + values).rev().map(|slot| {
                let (left, low, high) = (Rc::clone(&left), Rc::clone(&low), Rc::clone(&high));
                Task { slot: Some(slot), depth, left, low, high }
            }));
        } else {
            let column = chosen - left.len();
            let cut = (high[column] - low[column]) * random.uniform() + low[column];
            self.nodes.push(Node::Inner(self.settings.nominals + column, cut, first));
            self.children.resize(first + 2, 0);
            let (above, below) = (with(&low, column, cut), with(&high, column, cut));
            tasks.push(Task { slot: Some(first + 1), depth, left: Rc::clone(&left), low: above, high });
            tasks.push(Task { slot: Some(first), depth, left, low, high: below });
        }
    }
}

/// The list with one number replaced.
fn with(list: &[f64], place: usize, number: f64) -> Rc<[f64]> {
    list.iter().enumerate().map(|(at, x)| if at == place { number } else { *x }).collect()
}

impl Generator for RandomTree {
    fn header(&self) -> Header {
        let Settings { nominals, numerics, values, classes, .. } = self.settings;
        let named = |name| Column::nominal(name, numbered("value", values as usize));
        let nominal = numbered("nominal", nominals).map(named);
        let columns = nominal.chain(numbered("numeric", numerics).map(Column::numeric)).collect();
        Header { columns, classes: numbered("class", classes as usize).collect() }
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        let (nominal, numeric) = row.split_at_mut(self.settings.nominals);
        nominal.iter_mut().for_each(|x| *x = f64::from(self.random.below(self.settings.values)));
        numeric.iter_mut().for_each(|x| *x = self.random.uniform());
        let mut id = 0;
        loop {
            match self.nodes[id] {
                Node::Leaf(class) => return class,
                Node::Inner(column, _, first) if column < self.settings.nominals => {
                    id = self.children[first + row[column] as usize];
                }
                Node::Inner(column, cut, first) => {
                    id = self.children[first + usize::from(row[column] >= cut)]
                }
            }
        }
    }
}
