//! The weights up to one value after the other.

use super::tuples::Tuples;

/// A walk along the tuples of one class.
pub struct Walk<'a> {
    tuples: &'a Tuples,
    at: usize,
    lowest: f64,
    /// The next value, infinite behind the last.
    pub next: f64,
    /// Weight up to the value before it and beyond, as far as the next.
    pub level: f64,
}

impl<'a> Walk<'a> {
    /// Before the first value.
    pub fn new(tuples: &'a Tuples) -> Walk<'a> {
        Walk { tuples, at: 0, lowest: 0.0, next: tuples.value(0), level: 0.0 }
    }

    /// Goes on to the next value, of which there must be one.
    #[inline(always)]
    pub fn step(&mut self) {
        self.lowest += self.tuples.mass(self.at);
        self.at += 1;
        self.next = self.tuples.value(self.at);
        // Midpoints grow but for rounding.
        let middle = self.lowest + self.tuples.open(self.at) / 2.0;
        self.level = if middle > self.level { middle } else { self.level };
    }
}
