//! Nominal columns as a table of weights, category by class.
//!
//! All columns of a leaf lie side by side, `[class][column and category]`: a row touches one class, hence one short
//! stretch of memory. Codes below 32 have a place of their own as soon as a larger one has been seen; larger codes
//! get a place when they come, through a hash table, so that a column with a million categories costs a leaf only
//! those it has met.

mod far;

use crate::bytes::{block_bytes, box_bytes};
use crate::counts::{is_weight, left_of};
use crate::rows::MISSING;
use far::Far;
use std::ops::Range;

/// Codes below this are addressed directly.
const NEAR: u32 = 32;

/// The nominal columns of a leaf. Nothing is kept before the first value.
#[derive(Clone, Default)]
pub struct Nominal {
    classes: u32,
    tables: Option<Box<Tables>>,
}

#[derive(Clone, Default)]
struct Tables {
    /// Where each column begins among the near places; one more at the end.
    starts: Box<[u32]>,
    /// For each class the weights at the near places, then the weight of the values present in each column.
    weights: Box<[f64]>,
    far: Option<Box<Far>>,
}

impl Nominal {
    /// Number of columns that this leaf has seen values of (up to the last such column).
    #[inline(always)]
    pub fn width(&self) -> usize {
        self.starts().len().saturating_sub(1)
    }

    /// The near places of all columns together.
    #[inline(always)]
    pub fn near_places(&self) -> usize {
        self.starts().last().map_or(0, |end| *end as usize)
    }

    /// The places of all columns together.
    pub fn places(&self) -> usize {
        self.near_places() + self.far_tables().map_or(0, Far::len)
    }

    /// The near places of one column; the place of code `c` is the first plus `c`.
    #[inline(always)]
    pub fn near_of(&self, column: usize) -> Range<usize> {
        self.starts()[column] as usize..self.starts()[column + 1] as usize
    }

    /// Where each column begins among the near places, and the end.
    #[inline(always)]
    pub fn starts(&self) -> &[u32] {
        self.tables.as_ref().map_or(&[], |tables| &tables.starts)
    }

    /// For each class the weights at the near places, then the totals of the columns.
    #[inline(always)]
    pub fn weights(&self) -> &[f64] {
        self.tables.as_ref().map_or(&[], |tables| &tables.weights)
    }

    /// Length of the stretch of one class in `weights`.
    #[inline(always)]
    pub fn stride(&self) -> usize {
        self.near_places() + self.width()
    }

    /// Weights of the class at `place`, at the near places.
    #[inline(always)]
    pub fn near(&self, place: usize) -> &[f64] {
        &self.weights()[place * self.stride()..][..self.near_places()]
    }

    /// Weight of the values present in each column, for the class at `place`.
    #[inline(always)]
    pub fn totals(&self, place: usize) -> &[f64] {
        &self.weights()[place * self.stride() + self.near_places()..][..self.width()]
    }

    fn far_tables(&self) -> Option<&Far> {
        self.tables.as_ref().and_then(|tables| tables.far.as_deref())
    }

    /// True if no category of the column is heavier than `weight`. This is known only where columns have
    /// very many categories, and without a look at each of them.
    pub fn is_light(&self, column: usize, weight: f64) -> bool {
        let near = |at: usize| (0..self.classes as usize).map(|class| self.near(class)[at]).sum::<f64>();
        // Sums in another order differ by less.
        let is_light = |heaviest: f64| heaviest * (1.0 + 1e-9) <= weight;
        self.far_tables().and_then(|far| far.heaviest(column)).is_some_and(is_light)
            && self.near_of(column).all(|at| is_light(near(at)))
    }

    /// The far codes of every column with their places, in order of column and code.
    pub fn far_codes(&self) -> Vec<(usize, u32, usize)> {
        self.far_codes_of(|_| true)
    }

    /// The far codes of some columns.
    pub fn far_codes_of(&self, wanted: impl Fn(usize) -> bool) -> Vec<(usize, u32, usize)> {
        self.far_tables().map_or(Vec::new(), |far| far.codes(wanted))
    }

    /// Weights by class at a far place.
    pub fn far(&self, place: usize) -> &[f64] {
        let classes = self.classes as usize;
        self.far_tables().map_or(&[], |far| far.weights(place, classes))
    }

    /// Weight of class `place` in category `code` of `column`.
    pub fn count(&self, place: usize, column: usize, code: u32) -> f64 {
        let near = self.near_of(column);
        if (code as usize) < near.len() {
            return self.near(place)[near.start + code as usize];
        }
        let at = self.far_tables().and_then(|far| far.place(column, code));
        at.map_or(0.0, |at| self.far(at)[place])
    }

    /// Adds one row of weight `w` to the class at `place`, making room for what is new.
    #[inline(always)]
    pub fn observe(&mut self, place: usize, codes: &[u32], w: f64) {
        let width = self.width();
        let mut beyond = false;
        if let Some(tables) = &mut self.tables {
            let starts = &tables.starts[..=width];
            let codes = &codes[..width];
            let near_places = starts[width] as usize;
            let weights = &mut tables.weights[place * (near_places + width)..][..near_places + width];
            let (near, totals) = weights.split_at_mut(near_places);
            for j in 0..width {
                // MISSING is larger than any code and so is never near.
                if codes[j] < starts[j + 1] - starts[j] {
                    near[(starts[j] + codes[j]) as usize] += w;
                } else {
                    beyond |= codes[j] != MISSING;
                }
            }
            for (total, code) in totals.iter_mut().zip(codes) {
                *total += if *code == MISSING { 0.0 } else { w };
            }
        }
        for code in &codes[width..] {
            beyond |= *code != MISSING;
        }
        if beyond {
            self.observe_beyond(place, codes, w);
        }
    }

    /// Takes back one row that was counted; false, and some columns may keep it, if it was not.
    pub fn forget(&mut self, place: usize, codes: &[u32], w: f64) -> bool {
        let (width, classes, near_places, stride) =
            (self.width(), self.classes as usize, self.near_places(), self.stride());
        let mut known = codes.iter().skip(width).all(|code| *code == MISSING);
        let Some(tables) = &mut self.tables else { return known };
        let weights = &mut tables.weights[place * stride..(place + 1) * stride];
        for (column, code) in codes.iter().take(width).enumerate().filter(|(_, code)| **code != MISSING) {
            weights[near_places + column] = left_of(weights[near_places + column], w).unwrap_or(0.0);
            let (start, end) = (tables.starts[column], tables.starts[column + 1]);
            let far = tables.far.as_mut().and_then(|far| far.weight_mut(column, *code, (place, classes)));
            match if *code < end - start { weights.get_mut((start + code) as usize) } else { far } {
                Some(held) => *held = left_of(*held, w).unwrap_or(0.0),
                None => known = false,
            }
        }
        known
    }

    /// Counts the values that had no near place when `observe` looked.
    #[inline(never)]
    fn observe_beyond(&mut self, place: usize, codes: &[u32], w: f64) {
        let old_width = self.width();
        let counted: Vec<usize> = (0..codes.len())
            .map(|column| if column < old_width { self.near_of(column).len() } else { 0 })
            .collect();
        self.widen(codes);
        let (classes, near_places, stride) = (self.classes as usize, self.near_places(), self.stride());
        let Some(tables) = &mut self.tables else { return };
        let weights = &mut tables.weights[place * stride..(place + 1) * stride];
        for (column, code) in codes.iter().enumerate().filter(|(_, code)| **code != MISSING) {
            if (*code as usize) < counted[column] {
                continue;
            }
            if column >= old_width {
                weights[near_places + column] += w;
            }
            if *code < NEAR {
                weights[tables.starts[column] as usize + *code as usize] += w;
            } else if let Some(far) = &mut tables.far {
                far.observe(column, *code, (place, classes), w);
            }
        }
    }

    /// Makes room for a class that takes `place` among the leaf's classes.
    pub fn insert_class(&mut self, place: usize) {
        let (stride, classes) = (self.stride(), self.classes as usize);
        if let Some(tables) = &mut self.tables {
            super::insert_rows(&mut tables.weights, place, stride, |_| 0.0);
            if let Some(far) = &mut tables.far {
                far.insert_class(place, classes);
            }
        }
        self.classes += 1;
    }

    /// Makes room for the columns and categories of a row.
    fn widen(&mut self, codes: &[u32]) {
        let last = codes.iter().rposition(|code| *code != MISSING);
        let width = last.map_or(0, |last| last + 1).max(self.width());
        let mut starts = Vec::with_capacity(width + 1);
        starts.push(0);
        for (column, code) in codes[..width].iter().enumerate() {
            let old = if column < self.width() { self.near_of(column).len() as u32 } else { 0 };
            let wanted = if *code < NEAR { *code + 1 } else { 0 };
            starts.push(starts[column] + old.max(wanted));
        }
        if *starts != *self.starts() {
            self.spread_out(starts);
        }
        let classes = self.classes as usize;
        let far = self.tables.get_or_insert_default();
        for (column, code) in codes.iter().enumerate().filter(|(_, code)| **code >= NEAR && **code != MISSING)
        {
            far.far.get_or_insert_default().open(column, *code, classes);
        }
    }

    /// Moves the near weights to where wider columns put them.
    fn spread_out(&mut self, starts: Vec<u32>) {
        let width = starts.len() - 1;
        let places = starts[width] as usize;
        let stride = places + width;
        let mut weights = vec![0.0; self.classes as usize * stride];
        for (class, weights) in weights.chunks_exact_mut(stride).enumerate() {
            for (column, start) in starts[..self.width()].iter().enumerate() {
                let old = &self.near(class)[self.near_of(column)];
                weights[*start as usize..*start as usize + old.len()].copy_from_slice(old);
            }
            weights[places..places + self.width()].copy_from_slice(self.totals(class));
        }
        let far = self.tables.take().and_then(|tables| tables.far);
        self.tables = Some(Box::new(Tables { starts: starts.into(), weights: weights.into(), far }));
    }

    /// Gives up the columns at these places (ascending).
    pub fn remove(&mut self, places: &[usize]) {
        let (classes, width) = (self.classes as usize, self.width());
        let stays = |column: usize| places.binary_search(&column).is_err();
        let kept: Vec<usize> = (0..width).filter(|column| stays(*column)).collect();
        let mut starts = vec![0];
        for column in &kept {
            starts.push(starts[starts.len() - 1] + self.near_of(*column).len() as u32);
        }
        let mut weights = Vec::with_capacity(classes * (starts[kept.len()] as usize + kept.len()));
        for class in 0..classes {
            kept.iter()
                .for_each(|column| weights.extend_from_slice(&self.near(class)[self.near_of(*column)]));
            weights.extend(kept.iter().map(|column| self.totals(class)[*column]));
        }
        let far = self.far_codes().into_iter().filter(|(column, ..)| stays(*column));
        let (mut codes, mut far_weights) = (Vec::new(), Vec::new());
        for (column, code, place) in far {
            let column = column - places.partition_point(|dropped| *dropped < column);
            codes.push((column as u32, code));
            far_weights.extend_from_slice(self.far(place));
        }
        let starts = if kept.is_empty() { Vec::new() } else { starts };
        let restored = Nominal::restore(classes, starts, weights, codes, far_weights);
        *self = restored.expect("parts of a table fit together");
    }

    /// Puts stored numbers back; nothing if they do not fit together. `far` has columns and codes, and `far_weights` the
    /// weights by class of each.
    pub fn restore(
        classes: usize,
        starts: Vec<u32>,
        weights: Vec<f64>,
        far: Vec<(u32, u32)>,
        far_weights: Vec<f64>,
    ) -> Option<Nominal> {
        let mut nominal = Nominal { classes: classes as u32, tables: None };
        if starts.is_empty() {
            return (weights.is_empty() && far.is_empty()).then_some(nominal);
        }
        if !weights.iter().chain(&far_weights).all(|weight| is_weight(*weight)) {
            return None;
        }
        let steady =
            starts[0] == 0 && starts.windows(2).all(|pair| pair[0] <= pair[1] && pair[1] - pair[0] <= NEAR);
        let mut tables = Tables { starts: starts.into(), weights: weights.into(), far: None };
        let columns = tables.starts.len() - 1;
        if far.iter().any(|(column, code)| *code < NEAR || *column as usize >= columns)
            || far_weights.len() != far.len() * classes
        {
            return None;
        }
        if !far.is_empty() {
            tables.far = Some(Box::new(Far::restore(&far, far_weights, classes)?));
        }
        nominal.tables = Some(Box::new(tables));
        (steady && nominal.weights().len() == classes * nominal.stride()).then_some(nominal)
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let Some(tables) = &self.tables else { return 0 };
        let far = tables.far.as_ref().map_or(0, |far| far.bytes(self.classes as usize));
        block_bytes(size_of::<Tables>()) + box_bytes(&tables.starts) + box_bytes(&tables.weights) + far
    }

    /// Numbers stored.
    pub fn numbers(&self) -> usize {
        self.weights().len() + self.far_tables().map_or(0, Far::len) * self.classes as usize
    }
}
