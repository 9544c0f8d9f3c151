//! What lies above a node, and what below it.

use super::Shape;

impl Shape {
    /// The node above another; None above the root.
    pub fn above(&self, id: u32) -> Option<u32> {
        (id != 0).then(|| self.seat(id).parent)
    }

    /// The path from the root to a node, the node itself left out.
    pub fn path_to(&self, id: u32) -> Vec<u32> {
        let mut path: Vec<u32> = std::iter::successors(self.above(id), |above| self.above(*above)).collect();
        path.reverse();
        path
    }

    /// The path from the root to a node, the node itself included.
    pub fn path_through(&self, id: u32) -> Vec<u32> {
        let mut path = self.path_to(id);
        path.push(id);
        path
    }

    /// A node and all nodes below it.
    pub fn below(&self, id: u32) -> Vec<u32> {
        let (mut found, mut next) = (vec![id], 0);
        while next < found.len() {
            found.extend(self.children(found[next]));
            next += 1;
        }
        found
    }

    /// Number of leaves below a node, which is one of them if it is a leaf.
    pub fn leaves_below(&self, id: u32) -> usize {
        self.below(id).into_iter().filter(|id| self.is_leaf(*id)).count()
    }

    /// Which child to take at each node on the way from the root to a node.
    pub fn turns_to(&self, id: u32) -> Vec<usize> {
        let turn =
            |step: &[u32]| self.children(step[0]).iter().position(|child| *child == step[1]).unwrap_or(0);
        self.path_through(id).windows(2).map(turn).collect()
    }

    /// The node that such turns lead to.
    pub fn at_end_of(&self, turns: &[usize]) -> u32 {
        turns.iter().fold(0, |at, turn| self.children(at)[*turn])
    }
}
