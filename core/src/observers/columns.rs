//! Numeric columns that are summarised one by one.

use super::summary::{Cuts, FEW, Rows, Summary};
use crate::bytes::{block_bytes, box_bytes};
use crate::rows::Block;
use std::hint::black_box;

/// The numeric columns of a leaf.
#[derive(Clone)]
pub struct Columns<S: Summary> {
    list: Box<[S]>,
    classes: usize,
    limit: S::Limit,
}

impl<S: Summary> Columns<S> {
    /// No columns and no classes.
    pub fn new(limit: S::Limit) -> Columns<S> {
        Columns { list: Box::default(), classes: 0, limit }
    }

    /// No columns and no classes, the same limit.
    pub fn empty(&self) -> Columns<S> {
        Columns::new(self.limit)
    }

    /// One of the columns.
    pub fn column(&self, column: usize) -> &S {
        &self.list[column]
    }

    /// Only one of the columns.
    pub fn only(&self, column: usize) -> Columns<S> {
        Columns { list: [self.list[column].clone()].into(), ..*self }
    }

    /// Gives up the columns at these places (ascending).
    pub fn remove(&mut self, places: &[usize]) {
        let list = std::mem::take(&mut self.list).into_vec().into_iter().enumerate();
        self.list =
            list.filter(|(at, _)| places.binary_search(at).is_err()).map(|(_, column)| column).collect();
    }

    /// Number of columns that this leaf has seen values of (up to the last such column).
    pub fn width(&self) -> usize {
        self.list.len()
    }

    /// Makes room for a class that takes `place` among the leaf's classes.
    pub fn insert_class(&mut self, place: usize) {
        self.list.iter_mut().for_each(|column| column.insert_class(place));
        self.classes += 1;
    }

    /// Makes room for columns up to this number.
    pub fn widen(&mut self, width: usize) {
        let mut list = std::mem::take(&mut self.list).into_vec();
        list.reserve_exact(width - list.len());
        list.resize_with(width, || S::new(self.classes, self.limit));
        self.list = list.into();
    }

    /// Counts rows of a block, in order.
    #[inline(always)]
    pub fn observe(&mut self, block: &Block<'_>, rows: &Rows) {
        if S::by_row(self.limit) {
            for ((start, place), w) in rows.starts.iter().zip(&rows.places).zip(&rows.weights) {
                self.observe_numbers(&block.numbers[*start as usize..], *place, *w);
            }
            return;
        }
        let (starts, starts_left) = rows.starts.as_chunks::<FEW>();
        let (places, places_left) = rows.places.as_chunks::<FEW>();
        let (weights, weights_left) = rows.weights.as_chunks::<FEW>();
        for (j, column) in self.list.iter_mut().enumerate() {
            let numbers = &block.numbers[j..];
            for ((starts, places), weights) in starts.iter().zip(places).zip(weights) {
                let mut values = [0.0; FEW];
                let mut missing = false;
                for (x, start) in values.iter_mut().zip(starts) {
                    *x = numbers[*start as usize];
                    missing |= x.is_nan();
                }
                if missing {
                    column.observe_some(&values, places, weights, self.limit);
                } else {
                    column.observe_few(&values, places, weights, self.limit);
                }
            }
            for ((start, place), w) in starts_left.iter().zip(places_left).zip(weights_left) {
                column.observe_some(&[numbers[*start as usize]], &[*place], &[*w], self.limit);
            }
        }
    }

    /// Counts one row of a block; its class stands at `place`.
    #[inline(always)]
    pub fn observe_row(&mut self, block: &Block<'_>, row: usize, place: usize) {
        self.observe_numbers(&block.numbers[row * block.numeric_width..], place as u32, block.weight(row));
    }

    #[inline(always)]
    fn observe_numbers(&mut self, numbers: &[f64], place: u32, w: f64) {
        for (column, x) in self.list.iter_mut().zip(numbers) {
            column.observe_some(&[*x], &[place], &[w], self.limit);
        }
    }

    /// Takes back a row that was counted; false, and nothing is changed in the columns from there on, where that
    /// cannot be done exactly.
    pub fn forget(&mut self, numbers: &[f64], place: usize, w: f64) -> bool {
        let present = self.list.iter_mut().zip(numbers).filter(|(_, x)| !x.is_nan());
        present.fold(true, |done, (column, x)| done && column.forget(*x, place, w, self.limit))
    }

    /// What the settings limit each column to.
    pub fn limit(&self) -> S::Limit {
        self.limit
    }

    /// Counts what `other` has counted; false, and nothing is changed, if its limit is another.
    pub fn merge(&mut self, other: &Columns<S>) -> bool {
        if other.limit != self.limit {
            return false;
        }
        if other.width() > self.width() {
            self.widen(other.width());
        }
        for (column, other) in self.list.iter_mut().zip(&other.list) {
            column.merge(other, self.limit);
        }
        true
    }

    /// Cuts of a column with the class weights up to each; they must leave both sides more than the fraction `least`.
    pub fn propose(&self, column: usize, cuts: &mut Cuts, least: f64) {
        self.list[column].propose(cuts, self.limit, least);
    }

    /// All cuts of a column, those included that cannot be the best.
    pub fn propose_all(&self, column: usize, cuts: &mut Cuts) {
        self.list[column].propose_all(cuts, self.limit);
    }

    /// How many cuts so many columns may offer together when each has so many values more.
    pub fn most_cuts(&self, columns: usize, more: usize) -> usize {
        let unseen = columns.saturating_sub(self.width());
        let unseen = unseen * S::new(self.classes, self.limit).most_cuts(more, self.limit);
        unseen + self.list.iter().map(|column| column.most_cuts(more, self.limit)).sum::<usize>()
    }

    /// Class weights of the values of a column up to a cut.
    pub fn below(&self, column: usize, cut: f64, left: &mut [f64]) {
        self.list[column].below(cut, left);
    }

    /// How probable a value of a column is in each class, up to a common factor.
    #[inline(always)]
    pub fn density(&self, column: usize, x: f64, factors: &mut [f64]) {
        self.list[column].density(x, factors, self.limit);
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        box_bytes(&self.list) + self.list.iter().map(S::bytes).sum::<usize>()
    }

    /// The most bytes that one column of so many classes ever takes; nothing if only its values limit it.
    pub fn most_bytes(&self, classes: usize) -> Option<usize> {
        S::most_bytes(classes, self.limit).map(|heap| block_bytes(size_of::<S>()) + heap)
    }

    /// Hands on the stored numbers of each column, which are put together in a list.
    pub fn store(&self, list: &mut Vec<f64>, mut hand_on: impl FnMut(&[f64])) {
        black_box(self.list.iter().map(S::touched).sum::<f64>());
        for column in &self.list {
            list.clear();
            column.store(list);
            hand_on(list);
        }
    }

    /// So many columns from their stored numbers, which are asked for one by one, into a list; nothing if some do not
    /// fit.
    pub fn restore<E>(
        &self,
        classes: usize,
        columns: usize,
        list: &mut Vec<f64>,
        mut ask: impl FnMut(&mut Vec<f64>) -> Result<(), E>,
    ) -> Result<Option<Columns<S>>, E> {
        let mut found = Vec::with_capacity(columns);
        for _ in 0..columns {
            ask(list)?;
            let Some(column) = S::restore(list, classes, self.limit) else { return Ok(None) };
            found.push(column);
        }
        Ok(Some(Columns { list: found.into(), classes, limit: self.limit }))
    }
}
