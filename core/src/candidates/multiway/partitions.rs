//! The best partition for every number of intervals, as the algorithms give it.

use super::pieces::Pieces;

pub use crate::tree::MOST_INTERVALS;

/// For every arity from 1 up to the most asked for: the least mass, and where the intervals end.
#[derive(Clone, Default, Debug)]
pub struct Partitions {
    masses: Vec<f64>,
    /// `[arity - 1][interval]`, [`MOST_INTERVALS`] apart.
    ends: Vec<u32>,
}

impl Partitions {
    /// Begins anew: no arity has a partition.
    pub fn clear(&mut self, most_intervals: usize) {
        assert!((1..=MOST_INTERVALS).contains(&most_intervals), "1 to {MOST_INTERVALS} intervals");
        self.masses.clear();
        self.masses.resize(most_intervals, f64::INFINITY);
        self.ends.resize(most_intervals * MOST_INTERVALS, 0);
    }

    /// The most intervals asked for.
    pub fn most_intervals(&self) -> usize {
        self.masses.len()
    }

    /// The least mass of so many intervals, and the last piece of each but the last; nothing if no partition into so
    /// many is allowed.
    pub fn of(&self, arity: usize) -> Option<(f64, &[u32])> {
        let mass = *self.masses.get(arity.checked_sub(1)?)?;
        let start = (arity - 1) * MOST_INTERVALS;
        (mass < f64::INFINITY).then(|| (mass, &self.ends[start..start + arity - 1]))
    }

    /// Sets the partition of an arity; its ends are to be written.
    pub fn set(&mut self, arity: usize, mass: f64) -> &mut [u32] {
        self.masses[arity - 1] = mass;
        let start = (arity - 1) * MOST_INTERVALS;
        &mut self.ends[start..start + arity - 1]
    }

    /// Forgets the partition of an arity.
    pub fn set_none(&mut self, arity: usize) {
        self.masses[arity - 1] = f64::INFINITY;
    }
}

/// The intervals of a partition, as ranges of pieces.
pub fn intervals(ends: &[u32], pieces: &Pieces) -> impl Iterator<Item = std::ops::Range<usize>> + Clone {
    let starts = std::iter::once(0).chain(ends.iter().map(|end| *end as usize + 1));
    let ends = ends.iter().map(|end| *end as usize + 1).chain(std::iter::once(pieces.count()));
    starts.zip(ends).map(|(start, end)| start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arity_without_a_partition_has_none() {
        let mut found = Partitions::default();
        found.clear(4);
        found.set(3, -7.0).copy_from_slice(&[1, 4]);
        assert_eq!(found.of(3), Some((-7.0, &[1u32, 4][..])));
        assert!(found.of(0).is_none() && found.of(2).is_none() && found.of(5).is_none());
        found.clear(3);
        assert!(found.of(3).is_none());
    }

    #[test]
    fn intervals_cover_all_pieces() {
        let pieces = Pieces::of_counts(&[1.0; 6], 1);
        assert_eq!(intervals(&[1, 4], &pieces).collect::<Vec<_>>(), [0..2, 2..5, 5..6]);
        assert!(intervals(&[], &pieces).eq(std::iter::once(0..6)));
    }
}
