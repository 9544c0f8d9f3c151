//! A class of a numeric column as a curve: its weight times a normal density.

/// A class of a column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// Weight of the class.
    pub weight: f64,
    /// Mean.
    pub mean: f64,
    /// Deviation, positive.
    pub deviation: f64,
    /// Smallest value.
    pub low: f64,
    /// Largest value.
    pub high: f64,
}

impl Curve {
    /// True for a class of a single value, which has a deviation only because one is given to it.
    pub fn is_needle(&self) -> bool {
        self.low == self.high
    }
}
