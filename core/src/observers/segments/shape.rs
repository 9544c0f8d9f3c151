//! How many keys each page of an index has: that and the bins in order are all there is to know of it.

use super::index::{HIGHEST, Index, fullest};
use super::leaf::{Bins, Leaf};
use super::page::Page;
use super::pages::{Chained, Pages};

/// Level by level from the root down, each from left to right; the last one has the pages of bins.
pub type Shape = Vec<Vec<usize>>;

/// Whether a tree could have this shape.
pub fn is_shape(shape: &Shape) -> bool {
    // Of each page on a level, how many below it; of the level of all, one.
    let mut above: &[usize] = &[1];
    for (depth, level) in shape.iter().enumerate() {
        let most = fullest(shape.len() - 1 - depth);
        let mut rest = &level[..];
        for count in above {
            let Some((mine, others)) = rest.split_at_checked(*count) else { return false };
            if !mine.iter().all(|size| (1..=most).contains(size))
                || mine.windows(2).any(|pair| pair[0] + pair[1] <= most / 2)
            {
                return false;
            }
            rest = others;
        }
        let lone = depth == 0 && shape.len() > 1 && level[..] == [1];
        if lone || !rest.is_empty() {
            return false;
        }
        above = level;
    }
    shape.len() < HIGHEST
}

/// How many pages of bins a shape has, and how many above them.
pub fn pages_of(shape: &Shape) -> [usize; 2] {
    let leaves = shape.last().map_or(0, Vec::len);
    [leaves, shape.iter().map(Vec::len).sum::<usize>() - leaves]
}

impl Index {
    /// How many keys each page has.
    pub fn shape(&self) -> Shape {
        self.laid_out().0
    }

    /// The same, and the numbers of the pages of bins, in order.
    pub fn laid_out(&self) -> (Shape, Vec<u32>) {
        let mut shape = Shape::with_capacity(self.height);
        let mut level = vec![self.root];
        for below in (0..self.height).rev() {
            shape.push(level.iter().map(|id| self.len(*id, below)).collect());
            if below > 0 {
                level = level.iter().flat_map(|id| self.inner[*id].slots()).copied().collect();
            }
        }
        (shape, if self.height > 0 { level } else { Vec::new() })
    }

    /// The tree of a shape over bins, ascending; the shape must fit them. And room for so many pages of either kind.
    pub fn of(shape: &Shape, bins: &Bins, [leaves_room, inner_room]: [usize; 2]) -> Index {
        let mut index =
            Index { leaves: Pages::new(leaves_room), inner: Pages::new(inner_room), ..Index::new() };
        let Some((lowest, above)) = shape.split_last() else { return index };
        let (mut items, mut last, mut start) = (Vec::with_capacity(lowest.len()), None, 0);
        for count in lowest {
            let id = index.leaves.add(Leaf::EMPTY);
            index.leaves[id].fill(bins, start..start + count);
            index.chain(last, Some(id));
            items.push((bins.values[start], id));
            (last, start) = (Some(id), start + count);
        }
        for level in above.iter().rev() {
            let mut higher = Vec::with_capacity(level.len());
            let mut rest = &items[..];
            for count in level {
                let (mine, others) = rest.split_at(*count);
                higher.push((mine[0].0, index.inner.add(Page::of(mine))));
                rest = others;
            }
            items = higher;
        }
        (index.height, index.root) = (shape.len(), items[0].1);
        index
    }

    /// Every page's keys, level by level, and the bins at the end.
    #[cfg(test)]
    pub fn pages_in_order(&self) -> (Vec<Vec<f64>>, Vec<u32>) {
        let (mut keys, mut ids) = (Vec::new(), vec![self.root]);
        for _ in 1..self.height {
            let pages: Vec<&Page> = ids.iter().map(|id| &self.inner[*id]).collect();
            keys.extend(pages.iter().map(|page| (0..page.len()).map(|at| page.key(at)).collect()));
            ids = pages.iter().flat_map(|page| page.slots()).copied().collect();
        }
        ids.truncate(self.height);
        let leaves = || ids.iter().map(|id| &self.leaves[*id]);
        keys.extend(leaves().map(|leaf| (0..leaf.len()).map(|at| leaf.value(at)).collect()));
        (keys, leaves().flat_map(|leaf| (0..leaf.len()).map(|at| leaf.rows[at])).collect())
    }
}
