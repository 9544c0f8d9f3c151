//! One numeric column on its own, without a tree around it: to look at, to teach with and to test.

use super::choice::Observer;
use super::numeric::Numeric;
use super::segments::Segments;
use super::summary::Cuts;
use crate::rows::clean;
use crate::rows::{Block, Lesson, Values};

/// A column and its classes, which are the places 0, 1, 2 and so on.
#[derive(Clone)]
pub struct Alone {
    numeric: Numeric,
    classes: usize,
}

impl Alone {
    /// Nothing seen yet.
    pub fn new(observer: Observer, classes: usize) -> Alone {
        let mut numeric = Numeric::new(observer);
        (0..classes).for_each(|place| numeric.insert_class(place));
        numeric.widen(&[0.0]);
        Alone { numeric, classes }
    }

    /// Column `column` of a leaf with this many classes.
    pub fn of(numeric: &Numeric, classes: usize, column: usize) -> Alone {
        Alone { numeric: numeric.only(column), classes }
    }

    /// The observer that it is summarised by.
    pub fn observer(&self) -> Observer {
        self.numeric.observer()
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// Counts values as a tree sees them, with their classes and weights; NaN is no value, and a weight of 0 no row.
    pub fn observe(&mut self, values: &[f64], classes: &[u32], weights: &[f64]) {
        let numbers = values.iter().map(|x| clean(*x)).collect();
        let values = Values { rows: values.len(), numeric_width: 1, numbers, ..Values::default() };
        let lesson = Lesson { weights: weights.to_vec(), ..Lesson::default() };
        let block = Block::of(&values, &lesson);
        for (row, class) in classes.iter().enumerate().filter(|(row, _)| weights[*row] > 0.0) {
            self.numeric.observe(*class as usize, &block, row as u32);
        }
    }

    /// Makes room for a class at `place`.
    pub fn insert_class(&mut self, place: usize) {
        self.numeric.insert_class(place);
        self.classes += 1;
    }

    /// Takes back a value that was counted; false if that cannot be done exactly.
    pub fn forget(&mut self, x: f64, class: usize, w: f64) -> bool {
        self.numeric.forget(&[clean(x)], class, w)
    }

    /// Counts what `other` has counted; false, and nothing is changed, if its observer or its number of classes is
    /// another.
    pub fn merge(&mut self, other: &Alone) -> bool {
        self.classes == other.classes && self.numeric.merge(&other.numeric)
    }

    /// The cuts that it offers and the class weights up to each; none for a normal distribution.
    pub fn cuts(&self) -> Cuts {
        let mut cuts = Cuts::default();
        if let Numeric::ByColumn(columns) = &self.numeric {
            columns.propose(0, &mut cuts, 0.0);
        }
        cuts
    }

    /// Its different values, and whether a block and a segment begins with each; nothing unless it keeps segments.
    pub fn layers(&self) -> Option<(Vec<f64>, Vec<bool>, Vec<bool>)> {
        Some(self.segments()?.layers())
    }

    /// How many bins, blocks and segments it has; nothing unless it keeps segments.
    pub fn layer_counts(&self) -> Option<[usize; 3]> {
        Some(self.segments()?.layer_counts())
    }

    fn segments(&self) -> Option<&Segments> {
        match &self.numeric {
            Numeric::ByColumn(columns) => columns.segments(0),
            Numeric::Gaussian(_) => None,
        }
    }

    /// Class weights of the values up to a cut.
    pub fn below(&self, cut: f64) -> Vec<f64> {
        let mut left = vec![0.0; self.classes];
        self.numeric.below(0, cut, &mut left);
        left
    }

    /// How probable a value is in each class, up to a common factor; nothing for a normal distribution, which naive
    /// Bayes reads itself.
    pub fn density(&self, x: f64) -> Option<Vec<f64>> {
        let Numeric::ByColumn(columns) = &self.numeric else { return None };
        let mut factors = vec![0.0; self.classes];
        columns.density(0, x, &mut factors);
        Some(factors)
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        self.numeric.bytes()
    }

    /// The most bytes on the heap that it ever takes with its classes; nothing if only its values limit it.
    pub fn most_bytes(&self) -> Option<usize> {
        self.numeric.most_bytes(self.classes)
    }

    /// Every stored number.
    pub fn numbers(&self) -> Vec<f64> {
        match &self.numeric {
            Numeric::Gaussian(normals) => normals.numbers().to_vec(),
            Numeric::ByColumn(columns) => {
                let mut numbers = Vec::new();
                columns.store(&mut Vec::new(), |list| numbers.extend_from_slice(list));
                numbers
            }
        }
    }

    /// The same column from its stored numbers; nothing if they do not fit.
    pub fn restored(&self) -> Option<Alone> {
        let numeric = match &self.numeric {
            Numeric::Gaussian(_) => self.numeric.clone(),
            Numeric::ByColumn(columns) => {
                let mut stored = Vec::new();
                columns.store(&mut Vec::new(), |list| stored.push(list.to_vec()));
                let (many, mut lists) = (stored.len(), stored.into_iter());
                let next = |list: &mut Vec<f64>| lists.next().map(|found| *list = found).ok_or(());
                Numeric::ByColumn(Box::new(columns.restore(self.classes, many, &mut Vec::new(), next).ok()??))
            }
        };
        Some(Alone { numeric, classes: self.classes })
    }
}
