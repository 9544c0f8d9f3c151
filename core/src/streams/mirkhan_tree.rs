//! The tree-labelled rows of Mirkhan, Amir Haeri & Meybodi (2019), draw by draw: binary tests at uniform cuts,
//! whatever the tests above have left of a range, and one generator for the tree and the rows. Values are kept to
//! five decimals; labels are those of the values before.

use super::settings::{FLAG, SEED, settings};
use super::{Column, Generator, Header, JavaRandom, Walk, numbered};

settings! {
    /// Seed of the tree and of the rows; the paper's are (s + 1) 100 leaf_chance, for s = 0, 1, 2.
    seed: i64 = 10, SEED;
    /// Number of columns.
    columns: usize = 4, (1.0, 10_000.0);
    /// Number of classes.
    classes: u32 = 2, (2.0, 10_000.0);
    /// Chance that a node is a leaf where it may be either.
    leaf_chance: f64 = 0.1, (0.0, 1.0);
    /// Height from which on a node may be a leaf; the root has height 1.
    min_height: u32 = 3, (2.0, 24.0);
    /// Height at which every node is a leaf.
    max_height: u32 = 10, (2.0, 24.0);
    /// Whether values are rounded to five decimals.
    rounded: bool = true, FLAG;
}

/// A test sends values below or equal to the cut to the next node in the list, the others to the one named.
enum Node {
    Leaf(u32),
    Test { column: usize, cut: f64, right: usize },
}

/// Rows labelled by a tree.
pub struct MirkhanTree {
    settings: Settings,
    nodes: Vec<Node>,
    random: JavaRandom,
}

impl MirkhanTree {
    /// Makes the tree.
    pub fn new(settings: Settings) -> MirkhanTree {
        let mut random = JavaRandom::new(settings.seed);
        let nodes = planted(&settings, &mut random);
        MirkhanTree { settings, nodes, random }
    }
}

/// A test is drawn before its children, the left one with all that is below it before the right one; the coin for a
/// leaf just before the child.
fn planted(settings: &Settings, random: &mut JavaRandom) -> Vec<Node> {
    let mut nodes = Vec::new();
    // Nodes still to be made: height, and the test that waits to know where its right child is.
    let mut tasks = vec![(1, None)];
    while let Some((height, parent)) = tasks.pop() {
        let place = nodes.len();
        if let Some(parent) = parent
            && let Node::Test { right, .. } = &mut nodes[parent]
        {
            *right = place;
        }
        if height > 1 && is_leaf(height, settings, random) {
            nodes.push(Node::Leaf(random.below(settings.classes)));
        } else {
            let column = random.below(settings.columns as u32) as usize;
            nodes.push(Node::Test { column, cut: random.uniform(), right: 0 });
            tasks.push((height + 1, Some(place)));
            tasks.push((height + 1, None));
        }
    }
    nodes
}

fn is_leaf(height: u32, settings: &Settings, random: &mut JavaRandom) -> bool {
    height >= settings.max_height
        || (height >= settings.min_height && random.uniform() < settings.leaf_chance)
}

/// The nearest number of five decimals, an even last digit for those in the middle.
fn rounded(x: f64) -> f64 {
    let scaled = x * 1e5;
    if ((scaled - scaled.floor()) - 0.5).abs() > 1e-6 {
        return scaled.round() / 1e5;
    }
    // Too near the middle for the product to tell: the decimal digits of the number itself do.
    format!("{x:.5}").parse().unwrap_or(x)
}

impl Generator for MirkhanTree {
    fn header(&self) -> Header {
        Header {
            columns: numbered("att", self.settings.columns).map(Column::numeric).collect(),
            classes: numbered("class", self.settings.classes as usize).collect(),
        }
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        row.iter_mut().for_each(|x| *x = self.random.uniform());
        let mut place = 0;
        let class = loop {
            match self.nodes[place] {
                Node::Leaf(class) => break class,
                Node::Test { column, cut, right } => {
                    place = if row[column] <= cut { place + 1 } else { right }
                }
            }
        };
        if self.settings.rounded {
            row.iter_mut().for_each(|x| *x = rounded(*x));
        }
        class
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_decimals_are_those_of_the_decimal_expansion() {
        let mut random = JavaRandom::new(1);
        for _ in 0..100_000 {
            let x = random.uniform();
            assert_eq!(rounded(x), format!("{x:.5}").parse::<f64>().unwrap());
        }
        // 2^-6 = 0.015625, in the middle, goes to the even digit; 3 2^-6 = 0.046875 likewise.
        assert_eq!((rounded(0.015625), rounded(0.046875)), (0.01562, 0.04688));
    }

    #[test]
    fn heights_are_within_their_limits_and_every_test_has_two_children() {
        for seed in [10, 20, 30, 15, 45] {
            let settings = Settings { seed, leaf_chance: 0.25, ..Settings::default() };
            let nodes = planted(&settings, &mut JavaRandom::new(seed));
            let mut below = vec![(0, 1)];
            let mut visited = 0;
            while let Some((place, height)) = below.pop() {
                visited += 1;
                match nodes[place] {
                    Node::Leaf(class) => assert!((3..=10).contains(&height) && class < 2),
                    Node::Test { right, .. } => {
                        assert!(height < 10 && right > place + 1);
                        below.extend([(place + 1, height + 1), (right, height + 1)]);
                    }
                }
            }
            assert_eq!(visited, nodes.len());
        }
    }
}
