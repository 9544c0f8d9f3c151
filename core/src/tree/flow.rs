//! Leads many rows down together: at every node a list of rows forks into one list per child, each in order of arrival.
//!
//! A list meets one test at a time, so no branch depends on what kind of test comes next, and rows come out grouped
//! by leaf.

use super::edges::{Edges, interval};
use super::test::{is_beyond, is_other};
use super::{Fork, Shape, Test};
use crate::rows::Block;
use crate::rows::MISSING;
use std::ops::Range;

/// Rows that ended at the same node: a leaf, or a multi-way node that has no child for their categories.
#[derive(Clone, Copy)]
pub struct Arrival {
    /// The node.
    pub node: u32,
    start: u32,
    end: u32,
}

/// What happens to a learned row whose category has no child.
#[derive(Clone, Copy, PartialEq)]
pub enum Stranger {
    /// It stays at the node.
    Stays,
    /// It goes the way of missing values.
    GoesOn,
}

/// Rows on their way, and where they ended.
#[derive(Default)]
pub struct Flow {
    rows: Vec<u32>,
    arrivals: Vec<Arrival>,
    /// Learned rows of unknown category that went on, with the nodes that did not know it; the topmost node of a row
    /// first.
    pub turned_away: Vec<(u32, u32)>,
    under_way: Vec<Arrival>,
    spare: Vec<u32>,
    branches: Branches,
}

/// Which branch of a multi-way node every row takes. Counts are 0 from one node to the next.
#[derive(Default)]
struct Branches {
    taken: Vec<u32>,
    counts: Vec<u32>,
    met: Vec<u32>,
}

impl Branches {
    /// Begins anew, with at most so many branches.
    fn clear(&mut self, most: usize) {
        self.counts.resize(self.counts.len().max(most), 0);
        self.taken.clear();
        self.met.clear();
    }

    /// The next row takes this branch.
    #[inline(always)]
    fn take(&mut self, place: u32) {
        if self.counts[place as usize] == 0 {
            self.met.push(place);
        }
        self.counts[place as usize] += 1;
        self.taken.push(place);
    }
}

impl Flow {
    /// Every node where rows ended, with those rows in order of arrival.
    pub fn arrivals(&self) -> impl Iterator<Item = (u32, &[u32])> {
        self.arrivals.iter().map(|list| (list.node, &self.rows[list.start as usize..list.end as usize]))
    }

    /// Leads these rows of a block.
    pub fn lead(&mut self, shape: &Shape, block: &Block<'_>, rows: Range<usize>, stranger: Stranger) {
        let count = rows.len() as u32;
        self.rows.clear();
        self.rows.extend(rows.start as u32..rows.end as u32);
        self.spare.resize(rows.len(), 0);
        self.arrivals.clear();
        self.turned_away.clear();
        self.under_way.push(Arrival { node: 0, start: 0, end: count });
        while let Some(list) = self.under_way.pop() {
            match shape.test(list.node) {
                None => self.arrivals.push(list),
                Some(Test::Cut { slot, cut }) => self.cut(shape, block, list, slot, cut),
                Some(Test::One { slot, code }) => self.pick(shape, block, list, slot, code),
                Some(Test::Many { slot }) => self.part(shape, block, list, slot, stranger),
                Some(Test::Intervals { slot, edges }) => self.sort(shape, block, list, slot, edges),
            }
        }
    }

    /// Leads a list through a cut.
    fn cut(&mut self, shape: &Shape, block: &Block<'_>, list: Arrival, slot: u32, cut: f64) {
        let (width, numbers) = (block.numeric_width, &block.numbers[slot as usize..]);
        let node = shape.node(list.node);
        // Twice, since the way of missing numbers is the same for the whole list.
        match node.missing_second() {
            false => self.fork(list, node.first(), |row| is_beyond(numbers[row * width], cut, false)),
            true => self.fork(list, node.first(), |row| is_beyond(numbers[row * width], cut, true)),
        }
    }

    /// Leads a list through a test for one category.
    fn pick(&mut self, shape: &Shape, block: &Block<'_>, list: Arrival, slot: u32, wanted: u32) {
        let (width, codes) = (block.nominal_width, &block.codes[slot as usize..]);
        let node = shape.node(list.node);
        let missing = node.missing_second();
        self.fork(list, node.first(), |row| is_other(codes[row * width], wanted, missing));
    }

    /// Keeps the rows that do not go `second` and moves the others behind them, all in order.
    #[inline(always)]
    fn fork(&mut self, list: Arrival, first: u32, second: impl Fn(usize) -> bool) {
        let rows = &mut self.rows[list.start as usize..list.end as usize];
        let spare = &mut self.spare[..rows.len()];
        let (mut stay, mut go) = (0, 0);
        for at in 0..rows.len() {
            let row = rows[at];
            let goes = usize::from(second(row as usize));
            rows[stay] = row;
            spare[go] = row;
            stay += 1 - goes;
            go += goes;
        }
        rows[stay..].copy_from_slice(&spare[..go]);
        let middle = list.start + stay as u32;
        for (node, start, end) in [(first + 1, middle, list.end), (first, list.start, middle)] {
            if start < end {
                self.under_way.push(Arrival { node, start, end });
            }
        }
    }

    /// Leads a list through a test of intervals.
    fn sort(&mut self, shape: &Shape, block: &Block<'_>, list: Arrival, slot: u32, edges: Edges) {
        let fork = shape.fork(list.node);
        let (width, numbers) = (block.numeric_width, &block.numbers[slot as usize..]);
        let way = shape.missing(list.node);
        let missing = fork.branches.iter().position(|(_, child)| *child == way).unwrap_or(0);
        self.branches.clear(fork.branches.len());
        for row in &self.rows[list.start as usize..list.end as usize] {
            let x = numbers[*row as usize * width];
            self.branches.take(if x.is_nan() { missing } else { interval(edges.cuts(), x) } as u32);
        }
        self.spread(fork, list);
    }

    /// Leads a list through a test with a child per category.
    fn part(&mut self, shape: &Shape, block: &Block<'_>, list: Arrival, slot: u32, stranger: Stranger) {
        let fork = shape.fork(list.node);
        let (width, codes) = (block.nominal_width, &block.codes[slot as usize..]);
        let rows = &self.rows[list.start as usize..list.end as usize];
        let unknown = fork.branches.len() as u32;
        let way = shape.missing(list.node);
        let missing = fork.branches.iter().position(|(_, child)| *child == way);
        let missing = missing.map_or(unknown, |place| place as u32);
        self.branches.clear(unknown as usize + 1);
        for row in rows.iter() {
            let code = codes[*row as usize * width];
            let place = match fork.place_of(code) {
                _ if code == MISSING => missing,
                Some(place) => place as u32,
                None if stranger == Stranger::GoesOn && block.classes[*row as usize] != MISSING => {
                    self.turned_away.push((*row, list.node));
                    missing
                }
                None => unknown,
            };
            self.branches.take(place);
        }
        self.spread(fork, list);
    }

    /// Moves the rows of a list to the branches that they take, all in order.
    fn spread(&mut self, fork: &Fork, list: Arrival) {
        let rows = &mut self.rows[list.start as usize..list.end as usize];
        let Branches { taken, counts, met } = &mut self.branches;
        // From here on a count says where the next row of its branch goes.
        let mut start = 0;
        for place in met.iter() {
            let end = start + std::mem::replace(&mut counts[*place as usize], start);
            let node = fork.branches.get(*place as usize).map(|(_, child)| *child);
            let lists = if node.is_some() { &mut self.under_way } else { &mut self.arrivals };
            lists.push(Arrival {
                node: node.unwrap_or(list.node),
                start: list.start + start,
                end: list.start + end,
            });
            start = end;
        }
        for (row, place) in rows.iter().zip(taken) {
            let next = &mut counts[*place as usize];
            self.spare[*next as usize] = *row;
            *next += 1;
        }
        rows.copy_from_slice(&self.spare[..rows.len()]);
        met.iter().for_each(|place| counts[*place as usize] = 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Encoded, Lesson, Values};

    /// A cut, below it one category against the rest, and many categories (those of code 0, 2 and 40); below these,
    /// three intervals.
    fn shape() -> Shape {
        let mut shape = Shape::new();
        shape.grow(0, Test::Cut { slot: 0, cut: 0.5 }, &[0, 1], 1);
        shape.grow(1, Test::One { slot: 0, code: 3 }, &[0, 1], 1);
        shape.grow(2, Test::Many { slot: 1 }, &[0, 2, 40], 2);
        let edges = Edges::new(&[-0.5, 0.0]).expect("ascending");
        shape.grow(3, Test::Intervals { slot: 0, edges }, &[0, 1, 2], 1);
        let edges = Edges::new(&[0.0, 0.5, 1.0]).expect("ascending");
        shape.grow(5, Test::Intervals { slot: 0, edges }, &[0, 1, 2, 3], 3);
        shape
    }

    fn rows() -> Encoded {
        let rows = 2000;
        let number = |i: usize| [0.0, 1.0, 0.5, f64::NAN][i % 4];
        let code = |i: usize| [3, 0, 2, 40, 7, MISSING][i % 6];
        let values = Values {
            rows,
            numeric_width: 1,
            nominal_width: 2,
            numbers: (0..rows).map(|i| number(i / 3)).collect(),
            codes: (0..rows).flat_map(|i| [code(i), code(i / 5)]).collect(),
            ..Values::default()
        };
        let classes = (0..rows).map(|i| if i % 11 == 0 { MISSING } else { 0 }).collect();
        Encoded { values, lesson: Lesson { classes, ..Lesson::default() } }
    }

    #[test]
    fn rows_flow_where_each_would_go_alone_and_keep_their_order() {
        let (shape, rows) = (shape(), rows());
        let block = rows.block();
        let mut flow = Flow::default();
        // Twice, so that what one run leaves behind would show.
        for range in [0..block.rows, 700..1300] {
            flow.lead(&shape, &block, range.clone(), Stranger::Stays);
            let mut seen = 0;
            for (node, rows) in flow.arrivals() {
                assert!(rows.is_sorted() && !rows.is_empty());
                assert!(rows.iter().all(|row| shape.lead(0, &block.row(*row as usize)) == node));
                seen += rows.len();
            }
            assert_eq!(seen, range.len());
            assert!(flow.turned_away.is_empty());
        }
    }

    #[test]
    fn learned_strangers_go_the_way_of_missing_values_if_told_to() {
        let (shape, rows) = (shape(), rows());
        let block = rows.block();
        let mut flow = Flow::default();
        flow.lead(&shape, &block, 0..block.rows, Stranger::GoesOn);
        for (node, rows) in flow.arrivals() {
            for row in rows {
                let alone = shape.lead(0, &block.row(*row as usize));
                let learned = block.classes[*row as usize] != MISSING;
                let stranger = alone == 2 && learned;
                assert_eq!(node, if stranger { shape.missing(2) } else { alone });
                assert_eq!(flow.turned_away.contains(&(*row, 2)), stranger);
            }
        }
        assert!(!flow.turned_away.is_empty());
    }
}
