//! Which values of one column can still arrive at a node, after the tests above it.

use super::{Branch, Shape, Test};

/// What the path has left of a column.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Numbers above the first and up to the second.
    Between(f64, f64),
    /// One category.
    Only(u32),
    /// All categories but these.
    Without(Vec<u32>),
}

impl Cell {
    /// Everything, of the column of a test.
    pub fn whole(test: Test) -> Cell {
        match test {
            Test::Cut { .. } | Test::Intervals { .. } => Cell::Between(f64::NEG_INFINITY, f64::INFINITY),
            Test::One { .. } | Test::Many { .. } => Cell::Without(Vec::new()),
        }
    }

    /// True if some value can go this way.
    pub fn reaches(&self, test: Test, branch: Branch) -> bool {
        match (self, test) {
            (Cell::Between(low, _), Test::Cut { cut, .. }) if branch == 0 => *low < cut,
            (Cell::Between(_, high), Test::Cut { cut, .. }) => cut < *high,
            (Cell::Only(is), Test::One { .. } | Test::Many { .. }) => test.of_code(*is) == Some(branch),
            (Cell::Without(others), Test::One { code, .. }) => branch == 1 || !others.contains(&code),
            (Cell::Without(others), Test::Many { .. }) => !others.contains(&branch),
            // Tests of another kind are of another column.
            _ => true,
        }
    }

    /// What is left of the column after one more test, which must be of this column.
    fn after(&self, test: Test, branch: Branch) -> Cell {
        match (self, test) {
            (Cell::Between(low, high), Test::Cut { cut, .. }) if branch == 0 => {
                Cell::Between(*low, high.min(cut))
            }
            (Cell::Between(low, high), Test::Cut { cut, .. }) => Cell::Between(low.max(cut), *high),
            (Cell::Without(_), Test::One { code, .. }) if branch == 0 => Cell::Only(code),
            (Cell::Without(others), Test::One { code, .. }) => {
                Cell::Without(others.iter().copied().chain([code]).collect())
            }
            (Cell::Without(_), Test::Many { .. }) => Cell::Only(branch),
            _ => self.clone(),
        }
    }

    /// What is left of the column of `of` after a test of any column.
    pub fn narrowed(&self, of: Test, test: Test, branch: Branch) -> Cell {
        if of.is_on_column_of(test) { self.after(test, branch) } else { self.clone() }
    }

    /// True if values can go more than one way.
    pub fn is_divided_by(&self, test: Test) -> bool {
        match (self, test) {
            (Cell::Only(_), Test::Many { .. }) => false,
            (_, Test::Many { .. }) => true,
            _ => self.reaches(test, 0) && self.reaches(test, 1),
        }
    }

    /// The only branch that values can go, if there is only one.
    pub fn only_branch(&self, test: Test) -> Option<Branch> {
        match (self, test) {
            (Cell::Only(is), Test::Many { .. }) => Some(*is),
            (_, Test::Many { .. }) => None,
            _ => match (self.reaches(test, 0), self.reaches(test, 1)) {
                (true, false) => Some(0),
                (false, true) => Some(1),
                _ => None,
            },
        }
    }
}

impl Shape {
    /// What the path to a node leaves of the column of a test.
    pub fn cell(&self, id: u32, test: Test) -> Cell {
        self.path_through(id).windows(2).fold(Cell::whole(test), |cell, step| {
            let above = self.test(step[0]).expect("a node above another has a test");
            let branch = match above {
                Test::Many { .. } => self.fork(step[0]).branches.iter().find(|(_, child)| *child == step[1]),
                _ => None,
            };
            let branch = branch.map_or(step[1].wrapping_sub(self.node(step[0]).first()), |(code, _)| *code);
            cell.narrowed(test, above, branch)
        })
    }
}
