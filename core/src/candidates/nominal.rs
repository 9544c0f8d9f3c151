//! Splits of a nominal column: one branch per category, and each category against the rest.
//!
//! Every category of every column is weighed at once; a multi-way split then costs a sum. Criteria are concave, so
//! that no split into one category and the rest gains more than the split into all categories: it is asked only where
//! that one is not allowed. (Of what is surely known that is not true; the order is the same there, as in MOA.)

use crate::counts::Panel;
use crate::criteria::Measure;
use crate::observers::Nominal;
use crate::tree::Test;
use std::ops::Range;

/// Buffers that live from one attempt to the next.
#[derive(Default)]
pub struct Scratch {
    counts: Vec<f64>,
    rest: Vec<f64>,
    weight: Vec<f64>,
    mass: Vec<f64>,
    total: Vec<f64>,
    total_mass: Vec<f64>,
    places: Vec<(u32, u32)>,
}

/// Calls `enter(slot, mass won, weights of the branches, test)` with the best test of every nominal column
/// that has one. Two branches must hold more than a fraction of the weight, and there must be room for all of them.
pub fn propose(
    observer: &Nominal,
    classes: usize,
    measure: &dyn Measure,
    (min_branch_fraction, room): (f64, usize),
    scratch: &mut Scratch,
    mut enter: impl FnMut(u32, f64, &[f64], Test),
) {
    scratch.weigh_totals(observer, classes, measure);
    let places = scratch.gather(observer, classes, min_branch_fraction);
    scratch.weigh(classes, places, measure);
    let mut from = 0;
    for column in 0..observer.width() {
        let to = from + scratch.places[from..places].partition_point(|(slot, _)| *slot as usize <= column);
        let least = min_branch_fraction * scratch.total[column];
        if let Some((won, test)) = scratch.many(column, from..to, least, room) {
            enter(column as u32, won, &scratch.weight[from..to], test);
        } else if let Some((won, branches, test)) =
            scratch.one(column, from..to, least, observer, classes, measure)
        {
            enter(column as u32, won, &branches, test);
        }
        from = to;
    }
}

impl Scratch {
    /// Copies the categories of all columns, `[class][category]`, in order of column and code. The far ones of a column
    /// are left out if none of them may be a branch. Returns how many were copied.
    fn gather(&mut self, observer: &Nominal, classes: usize, min_branch_fraction: f64) -> usize {
        let is_light = |column: usize| observer.is_light(column, min_branch_fraction * self.total[column]);
        let wanted: Vec<bool> = (0..observer.width()).map(|column| !is_light(column)).collect();
        let far = match wanted.contains(&true) {
            true => observer.far_codes_of(|column| wanted[column]),
            false => Vec::new(),
        };
        let places = observer.near_places() + far.len();
        self.places.clear();
        self.counts.clear();
        if far.is_empty() {
            (0..classes).for_each(|class| self.counts.extend_from_slice(observer.near(class)));
            for column in 0..observer.width() {
                self.places
                    .extend((0..observer.near_of(column).len()).map(|code| (column as u32, code as u32)));
            }
            return places;
        }
        self.counts.resize(classes * places, 0.0);
        let mut far = far.into_iter().peekable();
        for column in 0..observer.width() {
            for (code, at) in observer.near_of(column).enumerate() {
                for class in 0..classes {
                    self.counts[class * places + self.places.len()] = observer.near(class)[at];
                }
                self.places.push((column as u32, code as u32));
            }
            while let Some((_, code, at)) = far.next_if(|(slot, _, _)| *slot == column) {
                for class in 0..classes {
                    self.counts[class * places + self.places.len()] = observer.far(at)[class];
                }
                self.places.push((column as u32, code));
            }
        }
        places
    }

    /// Weight and mass of every column's totals.
    fn weigh_totals(&mut self, observer: &Nominal, classes: usize, measure: &dyn Measure) {
        let width = observer.width();
        self.total.resize(width, 0.0);
        self.total_mass.resize(width, 0.0);
        let counts = observer.weights().get(observer.near_places()..).unwrap_or_default();
        let totals = Panel { counts, stride: observer.stride(), classes };
        measure.weigh(totals, &mut self.total[..width], &mut self.total_mass[..width]);
        self.total_mass.iter_mut().for_each(|mass| *mass = measure.of_whole(*mass));
    }

    /// Weight and mass of every category.
    fn weigh(&mut self, classes: usize, places: usize, measure: &dyn Measure) {
        self.weight.resize(places, 0.0);
        self.mass.resize(places, 0.0);
        let panel = Panel { counts: &self.counts, stride: places, classes };
        measure.weigh(panel, &mut self.weight[..places], &mut self.mass[..places]);
    }

    /// The split into all categories, with the mass that it removes.
    fn many(&self, column: usize, places: Range<usize>, least: f64, room: usize) -> Option<(f64, Test)> {
        if self.weight[places.clone()].iter().filter(|weight| **weight > 0.0).count() > room {
            return None;
        }
        let large = self.weight[places.clone()].iter().filter(|weight| **weight > least).count();
        let mass: f64 = self.mass[places].iter().sum();
        (large >= 2).then_some((self.total_mass[column] - mass, Test::Many { slot: column as u32 }))
    }

    /// The best split into one category and the rest, with the mass that it removes and both weights; the first of
    /// equals.
    fn one(
        &mut self,
        column: usize,
        places: Range<usize>,
        least: f64,
        observer: &Nominal,
        classes: usize,
        measure: &dyn Measure,
    ) -> Option<(f64, [f64; 2], Test)> {
        if self.weight[places.clone()].iter().filter(|weight| **weight > 0.0).count() < 3 {
            return None;
        }
        let mut best: Option<(f64, [f64; 2], Test)> = None;
        for at in places {
            if self.weight[at] <= least {
                continue;
            }
            let all = self.counts.len() / classes;
            self.rest.clear();
            // Rounding of real weights must not leave a rest below nothing.
            self.rest.extend(
                (0..classes)
                    .map(|class| (observer.totals(class)[column] - self.counts[class * all + at]).max(0.0)),
            );
            let rest: f64 = self.rest.iter().sum();
            let won = self.total_mass[column] - self.mass[at] - measure.of_one(&self.rest);
            if rest > least && best.is_none_or(|(most, ..)| won > most) {
                let test = Test::One { slot: column as u32, code: self.places[at].1 };
                best = Some((won, [self.weight[at], rest], test));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::criteria::Criterion;
    use crate::schema::MISSING;

    type Found = Vec<(u32, u64, Vec<f64>, Test)>;

    fn proposed(observer: &Nominal, least: f64) -> (Found, usize) {
        let (mut scratch, mut found) = (Scratch::default(), Vec::new());
        propose(
            observer,
            2,
            &Criterion::Entropy,
            (least, usize::MAX),
            &mut scratch,
            |slot, won, weights, test| {
                found.push((slot, won.to_bits(), weights.to_vec(), test));
            },
        );
        (found, scratch.places.len())
    }

    /// A column of a few categories, and identifiers; every `often` rows the next identifier is one of the near ones.
    fn observed(rows: u32, often: u32) -> Nominal {
        let mut observer = Nominal::default();
        (0..2).for_each(|place| observer.insert_class(place));
        for row in 0..rows {
            let id = if row % often == 0 { row % 2 } else { row };
            observer.observe((row % 3 == 0) as usize, &[40 + row % 5, id, MISSING], 1.0);
        }
        observer
    }

    #[test]
    fn identifiers_are_not_looked_at_one_by_one() {
        let (found, looked_at) = proposed(&observed(20_000, u32::MAX), 0.01);
        // The column of five categories is copied; of the other column only its near categories are.
        assert_eq!(looked_at, 5 + 32);
        assert!(matches!(found[..], [(0, _, _, Test::Many { slot: 0 })]));
    }

    #[test]
    fn what_is_not_looked_at_makes_no_difference() {
        for (rows, often) in [(900, 7), (2000, u32::MAX), (5000, 3), (5000, 60), (5000, 150), (20_000, 40)] {
            let observer = observed(rows, often);
            // All categories are entered where any weight will do.
            let all = proposed(&observer, 0.0).0;
            for least in [1e-9, 0.001, 0.004, 0.009, 0.01, 0.02] {
                let (found, _) = proposed(&observer, least);
                let heavy = |column: usize, code: u32| {
                    let weight: f64 = (0..2).map(|place| observer.count(place, column, code)).sum();
                    weight > least * f64::from(rows)
                };
                let many = |column: usize| (0..rows + 45).filter(|code| heavy(column, *code)).count() >= 2;
                let wanted: Found = all.iter().filter(|found| many(found.0 as usize)).cloned().collect();
                let found: Found =
                    found.into_iter().filter(|found| matches!(found.3, Test::Many { .. })).collect();
                assert_eq!(found, wanted, "{rows} {often} {least}");
            }
        }
    }
}
