//! Least error with two classes, in `O(S lg S)` for every arity at once.
//!
//! An interval errs on its minority; with `d` its *surplus* of the one class over the other, that is
//! `(n - |d|) / 2`. Pieces whose surplus has the same sign are never worth a cut, so the column is a row of runs of
//! alternating sign. Give the first and the last interval their class: then fewer intervals means that an inner run is
//! overruled and fuses with both its neighbours, at the price of its own `|d|`; to overrule the cheapest, again and
//! again, is optimal (it is the problem of the `k` disjoint stretches of largest sum, which is concave in `k`). The
//! four ways to name the two ends make four such games; an end whose run has the other class begins with an empty run.
//!
//! Only where intervals may have any weight. Otherwise see `optimal`.

use super::cheapest::Cheapest;
use super::partitions::{Partitions, intervals};
use super::pieces::Pieces;

/// Buffers that live from one search to the next.
#[derive(Default)]
pub struct Scratch {
    /// Where each run begins, and the end of the last.
    borders: Vec<u32>,
    /// Of the runs in one game: borders, and the neighbours that are left.
    from: Vec<u32>,
    to: Vec<u32>,
    before: Vec<u32>,
    after: Vec<u32>,
    market: Cheapest,
    ends: Vec<u32>,
}

/// Finds the least error of two classes for every arity up to `found.most_intervals()`, as the mass of
/// `Criterion::Misclassification`. Intervals must not be empty. An arity that errs no less than the one before is that
/// one's partition, cut once more.
pub fn search(pieces: &Pieces, scratch: &mut Scratch, found: &mut Partitions) {
    assert_eq!(pieces.classes(), 2, "two classes");
    let most = found.most_intervals();
    found.clear(most);
    let first_is_one = scratch.read_runs(pieces);
    let runs = scratch.borders.len() - 1;
    let last_is_one = first_is_one == (runs % 2 == 1);
    for (first, last) in [(false, false), (false, true), (true, false), (true, true)] {
        scratch.play(pieces, first != first_is_one, last != last_is_one, found);
    }
    for arity in 1..=most {
        let mass = found.of(arity).map_or(f64::INFINITY, |(mass, _)| mass);
        let Some((fewer, ends)) = found.of(arity - 1) else { continue };
        if mass < fewer {
            continue;
        }
        scratch.ends.clear();
        scratch.ends.extend_from_slice(ends);
        let Some(cut) = further_cut(pieces, &scratch.ends) else {
            found.set_none(arity);
            continue;
        };
        let at = scratch.ends.partition_point(|end| *end < cut);
        scratch.ends.insert(at, cut);
        found.set(arity, mass_of(pieces, &scratch.ends)).copy_from_slice(&scratch.ends);
    }
    if pieces.weight(0..pieces.count()) <= 0.0 {
        found.clear(most);
    }
}

/// Mass of a partition, summed from left to right.
fn mass_of(pieces: &Pieces, ends: &[u32]) -> f64 {
    let right = |at: std::ops::Range<usize>| pieces.of_class(0, at.clone()).max(pieces.of_class(1, at));
    intervals(ends, pieces).fold(0.0, |sum, interval| sum - right(interval))
}

/// The first cut that leaves something on both sides within its interval.
fn further_cut(pieces: &Pieces, ends: &[u32]) -> Option<u32> {
    intervals(ends, pieces).find_map(|interval| {
        let (start, end) = (interval.start, interval.end);
        let cut = interval.clone().find(|piece| pieces.weight(start..piece + 1) > 0.0)?;
        (pieces.weight(cut + 1..end) > 0.0).then_some(cut as u32)
    })
}

impl Scratch {
    /// Collapses pieces to runs of alternating surplus; what has none goes with the run before it. Says whether the
    /// first run is one of class 1.
    fn read_runs(&mut self, pieces: &Pieces) -> bool {
        self.borders.clear();
        self.borders.push(0);
        let mut first = None;
        let mut now = None;
        for piece in 0..pieces.count() {
            let (zero, one) = (pieces.of_class(0, piece..piece + 1), pieces.of_class(1, piece..piece + 1));
            if zero == one || now == Some(one > zero) {
                continue;
            }
            if now.is_some() {
                self.borders.push(piece as u32);
            }
            now = Some(one > zero);
            first = first.or(now);
        }
        self.borders.push(pieces.count() as u32);
        first.unwrap_or(false)
    }

    /// Overrules inner runs until none is left, and notes what is better than was known. An empty run is put before
    /// the first and after the last if these are not to have the ends.
    fn play(&mut self, pieces: &Pieces, empty_first: bool, empty_last: bool, found: &mut Partitions) {
        let (start, end) = (0, pieces.count() as u32);
        self.from.clear();
        self.to.clear();
        if empty_first {
            self.from.push(start);
            self.to.push(start);
        }
        self.from.extend_from_slice(&self.borders[..self.borders.len() - 1]);
        self.to.extend_from_slice(&self.borders[1..]);
        if empty_last {
            self.from.push(end);
            self.to.push(end);
        }
        let mut runs = self.from.len();
        self.before.clear();
        self.before.extend((0..runs as u32).map(|run| run.saturating_sub(1)));
        self.after.clear();
        self.after.extend(1..=runs as u32);
        let (from, to) = (&self.from, &self.to);
        let prices = (0..runs).map(|run| {
            if run == 0 || run + 1 == runs { f64::INFINITY } else { surplus(pieces, from[run], to[run]) }
        });
        self.market.begin(prices);
        loop {
            if runs <= found.most_intervals() {
                self.note(pieces, runs, found);
            }
            let Some(run) = self.market.place() else { break };
            self.overrule(run, pieces);
            runs -= 2;
        }
    }

    /// Fuses a run with both its neighbours, under the name of the one before.
    fn overrule(&mut self, run: usize, pieces: &Pieces) {
        let (before, next) = (self.before[run] as usize, self.after[run] as usize);
        let after = self.after[next] as usize;
        self.market.remove(run);
        self.market.remove(next);
        self.to[before] = self.to[next];
        self.after[before] = after as u32;
        let is_inner = before > 0 && after < self.from.len();
        if after < self.from.len() {
            self.before[after] = before as u32;
        }
        let price = surplus(pieces, self.from[before], self.to[before]);
        self.market.set(before, if is_inner { price } else { f64::INFINITY });
    }

    /// Notes the runs that are left, if none is empty and they err less than what is known for so many.
    fn note(&mut self, pieces: &Pieces, runs: usize, found: &mut Partitions) {
        self.ends.clear();
        let mut run = 0;
        while run < self.from.len() {
            if self.from[run] == self.to[run] {
                return;
            }
            self.ends.push(self.to[run] - 1);
            run = self.after[run] as usize;
        }
        self.ends.pop();
        let mass = mass_of(pieces, &self.ends);
        if found.of(runs).is_none_or(|(known, _)| mass < known) {
            found.set(runs, mass).copy_from_slice(&self.ends);
        }
    }
}

/// How much a stretch has more of one class than of the other.
fn surplus(pieces: &Pieces, from: u32, to: u32) -> f64 {
    let stretch = from as usize..to as usize;
    (pieces.of_class(0, stretch.clone()) - pieces.of_class(1, stretch)).abs()
}

#[cfg(test)]
mod tests;
