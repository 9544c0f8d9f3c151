//! A complete binary tree with random tests, and rows routed through it eight at a time.
//! It has the depth of a learned tree and none of its meaning.

use crate::rows::Rows;

/// Rows routed together: enough independent chains to hide the latency of each.
pub const TOGETHER: usize = 8;

#[derive(Clone, Copy)]
struct Test {
    column: u32,
    cut: f64,
}

pub struct Tree {
    /// In level order: the children of node `i` are `2 i + 1` and `2 i + 2`.
    tests: Vec<Test>,
    depth: u32,
}

impl Tree {
    /// Cuts lie half-way between two values of the column, so that both sides get rows.
    pub fn random(rows: &Rows, depth: u32) -> Tree {
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut below = |limit: usize| {
            // xorshift64 (Marsaglia 2003): good enough to pick tests.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as usize % limit
        };
        let tests = (0..(1_usize << depth) - 1)
            .map(|_| loop {
                let column = below(rows.columns);
                let one = rows.row(below(rows.len()))[column];
                let other = rows.row(below(rows.len()))[column];
                if one != other {
                    break Test { column: column as u32, cut: 0.5 * (one + other) };
                }
            })
            .collect();
        Tree { tests, depth }
    }

    /// Route consecutive rows; `leaves` receives positions among the `2^depth` leaves.
    #[inline]
    pub fn route(&self, values: &[f64], columns: usize, leaves: &mut [usize; TOGETHER]) {
        let rows: [&[f64]; TOGETHER] =
            std::array::from_fn(|lane| &values[lane * columns..(lane + 1) * columns]);
        let mut nodes = [0_usize; TOGETHER];
        for _ in 0..self.depth {
            for (node, row) in nodes.iter_mut().zip(rows) {
                let test = self.tests[*node];
                *node = 2 * *node + 1 + usize::from(row[test.column as usize] > test.cut);
            }
        }
        *leaves = nodes.map(|node| node - self.tests.len());
    }
}
