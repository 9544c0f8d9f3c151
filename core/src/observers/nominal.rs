//! Nominal columns as a table of weights, category by class.
//!
//! All columns of a leaf lie side by side, `[class][column, category]`: a row touches one class, hence one short stretch of memory.
//! Codes below 32 have a place of their own as soon as a larger one has been seen; larger codes get a place when they come,
//! through a hash table, so that a column with a million categories costs a leaf only those it has met.

use crate::bytes::{hash_map_bytes, vec_bytes};
use crate::schema::MISSING;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Codes below this are addressed directly.
const NEAR: u32 = 32;

/// The nominal columns of a leaf.
#[derive(Clone, Default)]
pub struct Nominal {
    classes: usize,
    /// Where each column begins among the near places; one more at the end.
    starts: Vec<u32>,
    near: Vec<f64>,
    /// Weight of the values present, `[class][column]`.
    totals: Vec<f64>,
    places: HashMap<u64, u32, BuildHasherDefault<Spread>>,
    /// `[place][class]`
    far: Vec<f64>,
}

/// Spreads a pair of small numbers over the bits of a hash. Nothing ever iterates in hash order.
#[derive(Clone, Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole numbers are hashed")
    }
    fn write_u64(&mut self, n: u64) {
        let mixed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 29);
    }
}

fn far_key(column: usize, code: u32) -> u64 {
    ((column as u64) << 32) | u64::from(code)
}

impl Nominal {
    /// Number of columns that this leaf has seen values of (up to the last such column).
    pub fn width(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The near places of all columns together.
    pub fn near_places(&self) -> usize {
        self.starts.last().map_or(0, |end| *end as usize)
    }

    /// The near places of one column; the place of code `c` is the first plus `c`.
    #[inline(always)]
    pub fn near_of(&self, column: usize) -> std::ops::Range<usize> {
        self.starts[column] as usize..self.starts[column + 1] as usize
    }

    /// Where each column begins among the near places, and the end.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Puts stored numbers back; nothing if they do not fit together.
    pub fn restore(
        classes: usize,
        starts: Vec<u32>,
        near: Vec<f64>,
        totals: Vec<f64>,
        far: Vec<(u32, u32, Vec<f64>)>,
    ) -> Option<Nominal> {
        let mut nominal = Nominal { classes, starts, near, totals, ..Nominal::default() };
        let steady = nominal.starts.first().is_none_or(|first| *first == 0)
            && nominal.starts.windows(2).all(|pair| pair[0] <= pair[1] && pair[1] - pair[0] <= NEAR);
        let fits = nominal.near.len() == classes * nominal.near_places()
            && nominal.totals.len() == classes * nominal.width();
        if !steady || !fits {
            return None;
        }
        nominal.far.reserve_exact(far.len() * classes);
        for (place, (column, code, counts)) in far.into_iter().enumerate() {
            let known = nominal.places.insert(far_key(column as usize, code), place as u32);
            if known.is_some() || counts.len() != classes || code < NEAR || column as usize >= nominal.width()
            {
                return None;
            }
            nominal.far.extend(counts);
        }
        Some(nominal)
    }

    /// Weights at the near places, class by class.
    pub fn near(&self) -> &[f64] {
        &self.near
    }

    /// Class totals by class and column.
    pub fn totals(&self) -> &[f64] {
        &self.totals
    }

    /// The far codes of every column with their places, in order of column and code.
    pub fn far_codes(&self) -> Vec<(usize, u32, usize)> {
        let mut codes: Vec<_> = self.places.iter().map(|(key, place)| (*key, *place as usize)).collect();
        codes.sort_unstable();
        codes.into_iter().map(|(key, place)| ((key >> 32) as usize, key as u32, place)).collect()
    }

    /// Weights by class at a far place.
    pub fn far(&self, place: usize) -> &[f64] {
        &self.far[place * self.classes..(place + 1) * self.classes]
    }

    /// Weight of class `place` in category `code` of `column`.
    #[inline(always)]
    pub fn count(&self, place: usize, column: usize, code: u32) -> f64 {
        let near = self.near_of(column);
        if (code as usize) < near.len() {
            self.near[place * self.near_places() + near.start + code as usize]
        } else {
            self.places
                .get(&far_key(column, code))
                .map_or(0.0, |at| self.far[*at as usize * self.classes + place])
        }
    }

    /// Adds one row of weight `w` to the class at `place`, making room for what is new.
    #[inline(always)]
    pub fn observe(&mut self, place: usize, codes: &[u32], w: f64) {
        let width = self.width();
        let near_places = self.near_places();
        let near = &mut self.near[place * near_places..(place + 1) * near_places];
        let mut beyond = false;
        for (bounds, code) in self.starts.windows(2).zip(codes) {
            // MISSING is larger than any code and so is never near.
            if *code < bounds[1] - bounds[0] {
                near[(bounds[0] + *code) as usize] += w;
            } else {
                beyond |= *code != MISSING;
            }
        }
        let totals = &mut self.totals[place * width..(place + 1) * width];
        for (total, code) in totals.iter_mut().zip(codes) {
            *total += if *code == MISSING { 0.0 } else { w };
        }
        for code in &codes[width..] {
            beyond |= *code != MISSING;
        }
        if beyond {
            self.observe_beyond(place, codes, w);
        }
    }

    /// Counts the values that had no near place when `observe` looked.
    #[inline(never)]
    fn observe_beyond(&mut self, place: usize, codes: &[u32], w: f64) {
        let old_width = self.width();
        let counted: Vec<usize> = (0..codes.len())
            .map(|column| if column < old_width { self.near_of(column).len() } else { 0 })
            .collect();
        self.widen(codes);
        let (width, near_places) = (self.width(), self.near_places());
        for (column, code) in codes.iter().enumerate().filter(|(_, code)| **code != MISSING) {
            if (*code as usize) < counted[column] {
                continue;
            }
            if column >= old_width {
                self.totals[place * width + column] += w;
            }
            if *code < NEAR {
                self.near[place * near_places + self.starts[column] as usize + *code as usize] += w;
            } else {
                let at = self.places[&far_key(column, *code)] as usize;
                self.far[at * self.classes + place] += w;
            }
        }
    }

    /// Makes room for a class that takes `place` among the leaf's classes.
    pub fn insert_class(&mut self, place: usize) {
        let (width, near_places) = (self.width(), self.near_places());
        super::insert_rows(&mut self.near, place, near_places, |_| 0.0);
        super::insert_rows(&mut self.totals, place, width, |_| 0.0);
        let mut far = Vec::with_capacity(self.far.len() + self.places.len());
        for old in self.far.chunks(self.classes.max(1)) {
            far.extend_from_slice(&old[..place]);
            far.push(0.0);
            far.extend_from_slice(&old[place..]);
        }
        self.far = far;
        self.classes += 1;
    }

    /// Makes room for the columns and categories of a row.
    fn widen(&mut self, codes: &[u32]) {
        let width =
            codes.iter().rposition(|code| *code != MISSING).map_or(0, |last| last + 1).max(self.width());
        let old_width = self.width();
        let old_places = self.near_places();
        let mut starts = Vec::with_capacity(width + 1);
        starts.push(0);
        for (column, code) in codes[..width].iter().enumerate() {
            let old = if column < old_width { self.near_of(column).len() as u32 } else { 0 };
            let wanted = if *code < NEAR { *code + 1 } else { 0 };
            starts.push(starts[column] + old.max(wanted));
            let next = self.places.len() as u32;
            if *code >= NEAR
                && *code != MISSING
                && *self.places.entry(far_key(column, *code)).or_insert(next) == next
            {
                self.far.reserve_exact(if self.far.len() == self.far.capacity() {
                    self.far.len() / 8 + self.classes
                } else {
                    0
                });
                self.far.resize(self.far.len() + self.classes, 0.0);
            }
        }
        if starts != self.starts {
            let places = starts[width] as usize;
            let mut near = vec![0.0; self.classes * places];
            let mut totals = vec![0.0; self.classes * width];
            for class in 0..self.classes {
                for (column, start) in starts[..old_width].iter().enumerate() {
                    let old = self.near_of(column);
                    let to = class * places + *start as usize;
                    near[to..to + old.len()].copy_from_slice(
                        &self.near[class * old_places + old.start..class * old_places + old.end],
                    );
                }
                totals[class * width..class * width + old_width]
                    .copy_from_slice(&self.totals[class * old_width..(class + 1) * old_width]);
            }
            (self.starts, self.near, self.totals) = (starts, near, totals);
        }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        vec_bytes(&self.starts)
            + vec_bytes(&self.near)
            + vec_bytes(&self.totals)
            + vec_bytes(&self.far)
            + hash_map_bytes(&self.places)
    }

    /// Numbers stored.
    pub fn numbers(&self) -> usize {
        self.near.len() + self.totals.len() + self.far.len()
    }
}
