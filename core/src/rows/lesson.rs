//! What one learner is to do with each row of some values: its class, its weight, and its number in the stream.

use super::MISSING;

/// Stands for the number of rows before rows that are only read: everything learned so far is known to them.
pub const READ: u64 = u64::MAX;

/// Class, weight and number of each row.
#[derive(Clone, Default)]
pub struct Lesson {
    /// Class of each row; `MISSING` for a row that is only predicted.
    pub classes: Vec<u32>,
    /// Weight of each row; empty if every row weighs 1.
    pub weights: Vec<f64>,
    /// Rows of the stream before the first one; `READ` if they are only read.
    pub before: u64,
    /// Number of each row in the stream (rows of weight 0 are not counted); empty if they follow each other.
    pub numbering: Vec<u64>,
    /// True if no class arrived with these rows.
    pub settled_classes: bool,
}

impl Lesson {
    /// Weight of row `i`.
    #[inline(always)]
    pub fn weight(&self, i: usize) -> f64 {
        if self.weights.is_empty() { 1.0 } else { self.weights[i] }
    }

    /// Number of row `i` in the stream.
    #[inline(always)]
    pub fn number(&self, i: usize) -> u64 {
        if self.numbering.is_empty() { self.before.saturating_add(i as u64 + 1) } else { self.numbering[i] }
    }

    /// Number of row `i` in the stream, if it is learned.
    pub fn learned(&self, i: usize) -> Option<u64> {
        (self.before != READ && self.weight(i) > 0.0).then(|| self.number(i))
    }

    /// The same rows for a learner that gives them other weights. A row of weight 0 is only predicted by it, and keeps its
    /// number: what arrived when is the same for all who learn the stream.
    pub fn weighed(&self, weights: Vec<f64>) -> Lesson {
        let classes = self.classes.iter().zip(&weights);
        let classes = classes.map(|(class, weight)| if *weight > 0.0 { *class } else { MISSING }).collect();
        let numbering = (0..self.classes.len()).map(|row| self.number(row)).collect();
        Lesson { classes, weights, numbering, ..*self }
    }
}
