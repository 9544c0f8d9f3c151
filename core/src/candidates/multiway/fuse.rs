//! Fewer pieces: the neighbours whose fusion costs least are fused, again and again. The relaxation that the paper
//! asks for (Elomaa & Lehtinen 2008, last section), since optimal partitions take time quadratic in the pieces.
//!
//! Neighbours of equal class distribution cost nothing and go first; what is left are the borders where the classes
//! change most. The optimum over what is left is a partition of the pieces, never better than their optimum.

use super::cheapest::Cheapest;
use super::pieces::Pieces;
use super::scales::Scales;
use crate::counts::Panel;
use crate::criteria::Measure;

/// Intervals weighed together, fewer if there are many classes.
const TILE: usize = 256;

/// Buffers that live from one call to the next.
#[derive(Default)]
pub struct Scratch {
    market: Cheapest,
    /// Of each fused piece, by the place of its first one: where it ends (the piece after), and which one is before.
    ends: Vec<u32>,
    before: Vec<u32>,
    /// Its mass, and that of it and the next together.
    alone: Vec<f64>,
    joined: Vec<f64>,
    scales: Scales,
}

/// Fuses neighbours, the cheapest first (of equals the lowest), until at most `most` pieces are left. Writes the last
/// piece of each of them.
pub fn fuse(pieces: &Pieces, measure: &dyn Measure, most: usize, scratch: &mut Scratch, ends: &mut Vec<u32>) {
    let mut left = pieces.count();
    if left > most.max(1) {
        scratch.begin(pieces, measure);
    } else {
        scratch.ends.clear();
        scratch.ends.extend(1..=left as u32);
    }
    while left > most.max(1) && measure.goes_on() {
        let Some(place) = scratch.market.place() else { break };
        scratch.join(place, pieces, measure);
        left -= 1;
    }
    ends.clear();
    let mut place = 0;
    while place < pieces.count() {
        place = scratch.ends[place] as usize;
        ends.push(place as u32 - 1);
    }
}

impl Scratch {
    /// Weighs every piece and every pair.
    fn begin(&mut self, pieces: &Pieces, measure: &dyn Measure) {
        let count = pieces.count();
        let tile = Panel::tile(TILE, pieces.classes());
        self.ends.clear();
        self.ends.extend(1..=count as u32);
        self.before.clear();
        self.before.extend((0..count as u32).map(|place| place.saturating_sub(1)));
        for joins in [0, 1] {
            let mut list = std::mem::take(if joins == 0 { &mut self.alone } else { &mut self.joined });
            list.clear();
            for first in (0..count - joins).step_by(tile) {
                let last = (first + tile).min(count - joins);
                self.scales.weigh(pieces, measure, (first..last).map(|place| place..place + 1 + joins));
                list.extend_from_slice(&self.scales.mass[..last - first]);
            }
            *(if joins == 0 { &mut self.alone } else { &mut self.joined }) = list;
        }
        self.joined.push(f64::INFINITY);
        let (alone, joined) = (&self.alone, &self.joined);
        let cost = |place: usize| joined[place] - (alone[place] + alone[place + 1]);
        self.market.begin((0..count - 1).map(cost));
    }

    /// Fuses the piece at `place` with the next.
    fn join(&mut self, place: usize, pieces: &Pieces, measure: &dyn Measure) {
        let gone = self.ends[place] as usize;
        let end = self.ends[gone] as usize;
        let before = self.before[place] as usize;
        self.ends[place] = end as u32;
        self.alone[place] = self.joined[place];
        if gone + 1 < pieces.count() {
            self.market.remove(gone);
        }
        let (has_before, has_after) = (place > 0, end < pieces.count());
        let after = if has_after { self.ends[end] as usize } else { end };
        // Both new pairs side by side; one that does not exist is weighed for nothing.
        self.scales.weigh(pieces, measure, [before..end, place..after].into_iter());
        if has_after {
            self.before[end] = place as u32;
            self.joined[place] = self.scales.mass[1];
            self.market.set(place, self.scales.mass[1] - (self.alone[place] + self.alone[end]));
        } else {
            self.market.remove(place);
        }
        if has_before {
            self.joined[before] = self.scales.mass[0];
            self.market.set(before, self.scales.mass[0] - (self.alone[before] + self.alone[place]));
        }
    }
}

#[cfg(test)]
mod tests;
