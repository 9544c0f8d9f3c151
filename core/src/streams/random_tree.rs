//! Rows labelled by a random tree (Domingos & Hulten 2000). Nominal columns come first; a nominal one is tested once on a path at most,
//! a numeric one at a uniform cut inside what the path has left of its range.

use super::{Column, Generator, Header, JavaRandom, numbered};

/// The settings, with MOA's defaults.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed of the tree.
    pub tree_seed: i64,
    /// Seed of the rows.
    pub seed: i64,
    /// Number of classes.
    pub classes: u32,
    /// Number of nominal columns.
    pub nominals: usize,
    /// Number of numeric columns.
    pub numerics: usize,
    /// Values of each nominal column.
    pub values: u32,
    /// Depth at which every node is a leaf.
    pub max_depth: u32,
    /// Depth from which on a node may be a leaf.
    pub first_leaf: u32,
    /// Share of nodes that are leaves from there on.
    pub leaf_fraction: f64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            tree_seed: 1,
            seed: 1,
            classes: 2,
            nominals: 5,
            numerics: 5,
            values: 5,
            max_depth: 5,
            first_leaf: 3,
            leaf_fraction: 0.15,
        }
    }
}

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

/// A node still to be made: where its id goes, its depth, the nominal columns left and what is left of the numeric ranges.
struct Task {
    slot: Option<usize>,
    depth: u32,
    left: Vec<usize>,
    low: Vec<f64>,
    high: Vec<f64>,
}

impl RandomTree {
    /// Makes the tree.
    pub fn new(settings: Settings) -> RandomTree {
        let random = JavaRandom::new(settings.seed);
        let mut stream = RandomTree { nodes: Vec::new(), children: Vec::new(), random, settings };
        stream.plant();
        stream
    }

    /// Makes the nodes in the order in which MOA's recursion draws them: each before its children, the first child's whole subtree first.
    fn plant(&mut self) {
        let Settings { nominals, numerics, .. } = self.settings;
        let mut random = JavaRandom::new(self.settings.tree_seed);
        let (low, high) = (vec![0.0; numerics], vec![1.0; numerics]);
        let mut tasks = vec![Task { slot: None, depth: 0, left: (0..nominals).collect(), low, high }];
        while let Some(task) = tasks.pop() {
            let id = self.nodes.len();
            if let Some(slot) = task.slot {
                self.children[slot] = id;
            }
            if self.is_leaf(task.depth, &mut random) {
                self.nodes.push(Node::Leaf(random.below(self.settings.classes)));
            } else {
                self.branch(task, &mut random, &mut tasks);
            }
        }
    }

    fn is_leaf(&self, depth: u32, random: &mut JavaRandom) -> bool {
        let Settings { max_depth, first_leaf, leaf_fraction, .. } = self.settings;
        depth >= max_depth || (depth >= first_leaf && leaf_fraction >= 1.0 - random.uniform())
    }

    fn branch(&mut self, task: Task, random: &mut JavaRandom, tasks: &mut Vec<Task>) {
        let Task { depth, left, low, high, .. } = task;
        let first = self.children.len();
        let chosen = random.below((left.len() + low.len()) as u32) as usize;
        if chosen < left.len() {
            let column = left[chosen];
            let left: Vec<usize> = left.into_iter().filter(|other| *other != column).collect();
            let values = self.settings.values as usize;
            self.nodes.push(Node::Inner(column, 0.0, first));
            self.children.resize(first + values, 0);
            for slot in (first..first + values).rev() {
                let (left, low, high) = (left.clone(), low.clone(), high.clone());
                tasks.push(Task { slot: Some(slot), depth: depth + 1, left, low, high });
            }
        } else {
            let column = chosen - left.len();
            let cut = (high[column] - low[column]) * random.uniform() + low[column];
            self.nodes.push(Node::Inner(self.settings.nominals + column, cut, first));
            self.children.resize(first + 2, 0);
            let (mut above, mut below) = (low.clone(), high.clone());
            (above[column], below[column]) = (cut, cut);
            tasks.push(Task {
                slot: Some(first + 1),
                depth: depth + 1,
                left: left.clone(),
                low: above,
                high,
            });
            tasks.push(Task { slot: Some(first), depth: depth + 1, left, low, high: below });
        }
    }
}

impl Generator for RandomTree {
    fn header(&self) -> Header {
        let Settings { nominals, numerics, values, classes, .. } = self.settings;
        let named = |name| Column::nominal(name, numbered("value", values as usize));
        let nominal = numbered("nominal", nominals).map(named);
        let columns = nominal.chain(numbered("numeric", numerics).map(Column::numeric)).collect();
        Header { columns, classes: numbered("class", classes as usize).collect() }
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
