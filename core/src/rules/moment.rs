//! What a rule may know of a leaf and of the moment of its attempt, beside the gains.

use crate::criteria::Criterion;
use crate::math::ln;

/// A leaf at the row of an attempt.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// What the gains are of.
    pub criterion: Criterion,
    /// The classes that a bound counts: for a proved width all that are known as of this row, for another one those
    /// with weight at the leaf.
    pub classes: usize,
    /// Effective number of rows, inherited ones included.
    pub rows: f64,
    /// Effective number of rows that arrived at the leaf itself: the sample that the gains are of.
    pub own_rows: f64,
    /// Weight of those rows.
    pub own: f64,
    /// Depth of the leaf; 0 at the root.
    pub depth: u32,
    /// Number of this row in the stream, from 1 on.
    pub time: u64,
    /// Columns that the leaf has seen values of, where a rule counts them.
    pub columns: usize,
}

impl Moment {
    /// The range of a gain.
    pub fn range(&self) -> f64 {
        self.criterion.range(self.classes)
    }

    /// `ln(1/delta')` of the share of `delta` for one split at one moment: a union over depths, rows, columns and cuts
    /// (De Rosa & Cesa-Bianchi 2015, Theorem 4), `delta' = delta / ((h + 1)(h + 2) t d m)`. The share itself may be too
    /// small for a number.
    pub fn log_of_share(&self, delta: f64) -> f64 {
        let depth = f64::from(self.depth);
        let looks = self.time.max(1) as f64 * self.columns.max(1) as f64 * self.own_rows.max(1.0);
        ln((depth + 1.0) * (depth + 2.0) * looks) - ln(delta)
    }
}
