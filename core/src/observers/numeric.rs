//! The numeric columns of a leaf, whichever way they are summarised.
//!
//! Normal distributions stand side by side in one block; all other summaries hold a column each.

use super::bins::Bins;
use super::choice::Observer;
use super::columns::Columns;
use super::dyadic::Dyadic;
use super::exhaustive::Exhaustive;
use super::gaussian::Gaussian;
use super::gk::Gk;
use super::histogram::Histogram;
use super::quantiles::Quantiles;
use super::segments::Segments;
use super::summary::{Cuts, Rows};
use crate::bytes::block_bytes;
use crate::rows::Block;

/// The numeric columns of a leaf.
#[derive(Clone)]
pub enum Numeric {
    /// One normal distribution per column and class.
    Gaussian(Gaussian),
    /// A summary per column.
    ByColumn(Box<ByColumn>),
}

/// Columns that are summarised one by one.
#[derive(Clone)]
pub enum ByColumn {
    /// See [`Observer::Bins`].
    Bins(Columns<Bins>),
    /// See [`Observer::Dyadic`].
    Dyadic(Columns<Dyadic>),
    /// See [`Observer::Exhaustive`].
    Exhaustive(Columns<Exhaustive>),
    /// See [`Observer::Gk`].
    Gk(Columns<Gk>),
    /// See [`Observer::Histogram`].
    Histogram(Columns<Histogram>),
    /// See [`Observer::Quantiles`].
    Quantiles(Columns<Quantiles>),
    /// See [`Observer::Segments`].
    Segments(Columns<Segments>),
}

impl Default for Numeric {
    fn default() -> Numeric {
        Numeric::Gaussian(Gaussian::default())
    }
}

/// The same expression for columns of any summary.
macro_rules! each {
    ($by_column:expr, $columns:ident => $answer:expr) => {
        match $by_column {
            ByColumn::Bins($columns) => $answer,
            ByColumn::Dyadic($columns) => $answer,
            ByColumn::Exhaustive($columns) => $answer,
            ByColumn::Gk($columns) => $answer,
            ByColumn::Histogram($columns) => $answer,
            ByColumn::Quantiles($columns) => $answer,
            ByColumn::Segments($columns) => $answer,
        }
    };
}

/// The same, as columns of the same summary again.
macro_rules! same {
    ($by_column:expr, $columns:ident => $answer:expr) => {
        match $by_column {
            ByColumn::Bins($columns) => ByColumn::Bins($answer),
            ByColumn::Dyadic($columns) => ByColumn::Dyadic($answer),
            ByColumn::Exhaustive($columns) => ByColumn::Exhaustive($answer),
            ByColumn::Gk($columns) => ByColumn::Gk($answer),
            ByColumn::Histogram($columns) => ByColumn::Histogram($answer),
            ByColumn::Quantiles($columns) => ByColumn::Quantiles($answer),
            ByColumn::Segments($columns) => ByColumn::Segments($answer),
        }
    };
}

impl ByColumn {
    /// The summary of a column that keeps segments; nothing for others.
    pub fn segments(&self, column: usize) -> Option<&Segments> {
        match self {
            ByColumn::Segments(columns) => Some(columns.column(column)),
            _ => None,
        }
    }

    /// Counts rows of a block, in order.
    #[inline(always)]
    pub fn observe(&mut self, block: &Block<'_>, rows: &Rows) {
        each!(self, columns => columns.observe(block, rows));
    }

    /// Cuts of a column with the class weights up to each; they must leave both sides more than the fraction `least`.
    pub fn propose(&self, column: usize, cuts: &mut Cuts, least: f64) {
        each!(self, columns => columns.propose(column, cuts, least));
    }

    /// All cuts of a column, those included that cannot be the best.
    pub fn propose_all(&self, column: usize, cuts: &mut Cuts) {
        each!(self, columns => columns.propose_all(column, cuts));
    }

    /// How many cuts so many columns may offer together when each has so many values more.
    pub fn most_cuts(&self, columns: usize, more: usize) -> usize {
        each!(self, columns_seen => columns_seen.most_cuts(columns, more))
    }

    /// How probable a value of a column is in each class, up to a common factor.
    pub fn density(&self, column: usize, x: f64, factors: &mut [f64]) {
        each!(self, columns => columns.density(column, x, factors));
    }

    /// Hands on the stored numbers of each column, which are put together in a list.
    pub fn store(&self, list: &mut Vec<f64>, hand_on: impl FnMut(&[f64])) {
        each!(self, columns => columns.store(list, hand_on));
    }

    /// So many columns of this kind from their stored numbers, which are asked for one by one, into a list; nothing if
    /// some do not fit.
    pub fn restore<E>(
        &self,
        classes: usize,
        columns: usize,
        list: &mut Vec<f64>,
        ask: impl FnMut(&mut Vec<f64>) -> Result<(), E>,
    ) -> Result<Option<ByColumn>, E> {
        Ok(Some(same!(self, of_one_kind => match of_one_kind.restore(classes, columns, list, ask)? {
            Some(found) => found,
            None => return Ok(None),
        })))
    }
}

impl Numeric {
    /// No columns and no classes.
    pub fn new(observer: Observer) -> Numeric {
        Numeric::ByColumn(Box::new(match observer {
            Observer::Gaussian => return Numeric::default(),
            Observer::Bins(limit) => ByColumn::Bins(Columns::new(limit)),
            Observer::Dyadic(limit) => ByColumn::Dyadic(Columns::new(limit)),
            Observer::Exhaustive => ByColumn::Exhaustive(Columns::new(())),
            Observer::Gk(limit) => ByColumn::Gk(Columns::new(limit)),
            Observer::Histogram(second) => ByColumn::Histogram(Columns::new(second)),
            Observer::Quantiles(size) => ByColumn::Quantiles(Columns::new(size)),
            Observer::Segments => ByColumn::Segments(Columns::new(())),
        }))
    }

    /// The observer that the columns are summarised by.
    pub fn observer(&self) -> Observer {
        match self {
            Numeric::Gaussian(_) => Observer::Gaussian,
            Numeric::ByColumn(by_column) => match &**by_column {
                ByColumn::Bins(columns) => Observer::Bins(columns.limit()),
                ByColumn::Dyadic(columns) => Observer::Dyadic(columns.limit()),
                ByColumn::Exhaustive(_) => Observer::Exhaustive,
                ByColumn::Gk(columns) => Observer::Gk(columns.limit()),
                ByColumn::Histogram(columns) => Observer::Histogram(columns.limit()),
                ByColumn::Quantiles(columns) => Observer::Quantiles(columns.limit()),
                ByColumn::Segments(_) => Observer::Segments,
            },
        }
    }

    /// No columns and no classes, the same kind of summary.
    pub fn empty(&self) -> Numeric {
        match self {
            Numeric::Gaussian(_) => Numeric::default(),
            Numeric::ByColumn(by_column) => {
                Numeric::ByColumn(Box::new(same!(&**by_column, columns => columns.empty())))
            }
        }
    }

    /// Number of columns that this leaf has seen values of (up to the last such column).
    #[inline(always)]
    pub fn width(&self) -> usize {
        match self {
            Numeric::Gaussian(gaussian) => gaussian.width(),
            Numeric::ByColumn(by_column) => each!(&**by_column, columns => columns.width()),
        }
    }

    /// Makes room for a class that takes `place` among the leaf's classes.
    pub fn insert_class(&mut self, place: usize) {
        match self {
            Numeric::Gaussian(gaussian) => gaussian.insert_class(place),
            Numeric::ByColumn(by_column) => each!(&mut **by_column, columns => columns.insert_class(place)),
        }
    }

    /// Makes room for the columns up to the last one present in `row`.
    pub fn widen(&mut self, row: &[f64]) {
        let width = row.iter().rposition(|x| !x.is_nan()).map_or(0, |last| last + 1);
        if width > self.width() {
            match self {
                Numeric::Gaussian(gaussian) => gaussian.widen(width),
                Numeric::ByColumn(by_column) => each!(&mut **by_column, columns => columns.widen(width)),
            }
        }
    }

    /// Counts one row of a block; its class stands at `place`.
    #[inline(always)]
    pub fn observe(&mut self, place: usize, block: &Block<'_>, row: u32) {
        match self {
            Numeric::Gaussian(gaussian) => gaussian.observe(place, block, &[row]),
            Numeric::ByColumn(by_column) => {
                each!(&mut **by_column, columns => columns.observe_row(block, row as usize, place));
            }
        }
    }

    /// Takes back a row that was counted, as if it had never come; false, and some columns may keep it, if that
    /// cannot be done exactly.
    pub fn forget(&mut self, numbers: &[f64], place: usize, w: f64) -> bool {
        match self {
            // The smallest and largest value cannot be taken back.
            Numeric::Gaussian(_) => false,
            Numeric::ByColumn(by_column) => {
                each!(&mut **by_column, columns => columns.forget(numbers, place, w))
            }
        }
    }

    /// Counts what `other` has counted, class by class; false, and nothing is changed, if its observer is another.
    pub fn merge(&mut self, other: &Numeric) -> bool {
        match (self, other) {
            (Numeric::Gaussian(mine), Numeric::Gaussian(other)) => {
                mine.merge(other);
                true
            }
            (Numeric::ByColumn(mine), Numeric::ByColumn(other)) => match (&mut **mine, &**other) {
                (ByColumn::Bins(mine), ByColumn::Bins(other)) => mine.merge(other),
                (ByColumn::Dyadic(mine), ByColumn::Dyadic(other)) => mine.merge(other),
                (ByColumn::Exhaustive(mine), ByColumn::Exhaustive(other)) => mine.merge(other),
                (ByColumn::Gk(mine), ByColumn::Gk(other)) => mine.merge(other),
                (ByColumn::Histogram(mine), ByColumn::Histogram(other)) => mine.merge(other),
                (ByColumn::Quantiles(mine), ByColumn::Quantiles(other)) => mine.merge(other),
                (ByColumn::Segments(mine), ByColumn::Segments(other)) => mine.merge(other),
                _ => false,
            },
            _ => false,
        }
    }

    /// Gives up the columns at these places (ascending).
    pub fn remove(&mut self, places: &[usize]) {
        match self {
            Numeric::Gaussian(normals) => normals.remove(places),
            Numeric::ByColumn(by_column) => each!(&mut **by_column, columns => columns.remove(places)),
        }
    }

    /// Only one of the columns.
    pub fn only(&self, column: usize) -> Numeric {
        match self {
            Numeric::Gaussian(normals) => Numeric::Gaussian(normals.only(column)),
            Numeric::ByColumn(by_column) => {
                Numeric::ByColumn(Box::new(same!(&**by_column, columns => columns.only(column))))
            }
        }
    }

    /// True if a column has a value of any of so many classes.
    pub fn is_seen(&self, column: usize, classes: usize) -> bool {
        match self {
            Numeric::Gaussian(gaussian) => gaussian.is_seen(column),
            Numeric::ByColumn(_) => {
                let mut weights = vec![0.0; classes];
                self.below(column, f64::INFINITY, &mut weights);
                weights.iter().any(|weight| *weight > 0.0)
            }
        }
    }

    /// Class weights of the values of a column up to a cut; of all values if it is infinite.
    pub fn below(&self, column: usize, cut: f64, left: &mut [f64]) {
        match self {
            Numeric::Gaussian(gaussian) => gaussian.below(column, cut, left),
            Numeric::ByColumn(by_column) => each!(&**by_column, columns => columns.below(column, cut, left)),
        }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        match self {
            Numeric::Gaussian(gaussian) => gaussian.bytes(),
            Numeric::ByColumn(by_column) => {
                block_bytes(size_of::<ByColumn>()) + each!(&**by_column, columns => columns.bytes())
            }
        }
    }

    /// The most bytes that one column of so many classes ever takes; nothing if only its values limit it.
    pub fn most_bytes(&self, classes: usize) -> Option<usize> {
        match self {
            Numeric::Gaussian(_) => Some(Gaussian::bytes_of(classes)),
            Numeric::ByColumn(by_column) => each!(&**by_column, columns => columns.most_bytes(classes))
                .map(|bytes| block_bytes(size_of::<ByColumn>()) + bytes),
        }
    }

    /// Numbers stored.
    pub fn numbers(&self) -> usize {
        match self {
            Numeric::Gaussian(gaussian) => gaussian.numbers().len(),
            Numeric::ByColumn(by_column) => {
                let mut numbers = 0;
                by_column.store(&mut Vec::new(), |list| numbers += list.len());
                numbers
            }
        }
    }
}
