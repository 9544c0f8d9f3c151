//! What a table is made of, seen from inside: a matrix of floats, or columns of numbers or of labels.

use crate::schema::Category;
use std::ops::Range;

/// Stands for a whole number beyond 64 bits with a sign: its float speaks for it.
pub const TOO_LARGE: i64 = i64::MIN;

/// A column of numbers of any width, read in stretches.
pub trait Numbers: Send + Sync {
    /// Fills `out` with the numbers from row `from` on; NaN where there is none.
    fn floats(&self, from: usize, out: &mut [f64]);
    /// Fills `out` exactly, if the numbers are of a whole type; tells whether they are. One that does not fit is
    /// `TOO_LARGE`.
    fn wholes(&self, from: usize, out: &mut [i64]) -> bool;
}

/// A column of indices into a list of labels, -1 where there is none.
pub trait Codes: Send + Sync {
    /// Fills `out` with the indices from row `from` on.
    fn codes(&self, from: usize, out: &mut [i32]);
}

/// A column of labels.
pub struct Labels<'a> {
    /// Which label each row has.
    pub source: Box<dyn Codes + 'a>,
    /// The labels.
    pub labels: Vec<Category>,
}

/// One column.
pub enum Series<'a> {
    /// Numbers.
    Numbers(Box<dyn Numbers + 'a>),
    /// Labels.
    Labels(Labels<'a>),
}

impl Series<'_> {
    /// Number of distinct labels that the column brings along.
    pub fn label_count(&self) -> usize {
        match self {
            Series::Numbers(_) => 0,
            Series::Labels(labels) => labels.labels.len(),
        }
    }

    /// The first row with a value, if any, among the first `rows`.
    pub fn first_present(&self, rows: usize) -> Option<usize> {
        let step = 4096;
        (0..rows).step_by(step).find_map(|from| {
            let present = self.present(from..(from + step).min(rows));
            present.iter().position(|here| *here).map(|at| from + at)
        })
    }

    fn present(&self, range: Range<usize>) -> Vec<bool> {
        match self {
            Series::Numbers(source) => {
                let mut floats = vec![0.0; range.len()];
                source.floats(range.start, &mut floats);
                floats.iter().map(|x| x.is_finite()).collect()
            }
            Series::Labels(labels) => {
                let mut codes = vec![0; range.len()];
                labels.source.codes(range.start, &mut codes);
                codes.iter().map(|code| *code >= 0).collect()
            }
        }
    }
}

/// A table.
pub enum Table<'a> {
    /// Floats, row after row.
    Matrix {
        /// The floats.
        data: &'a [f64],
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// Columns of any kind.
    Columns {
        /// The columns.
        columns: Vec<Series<'a>>,
        /// Number of rows.
        rows: usize,
    },
}

impl Table<'_> {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        match self {
            Table::Matrix { rows, .. } | Table::Columns { rows, .. } => *rows,
        }
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        match self {
            Table::Matrix { columns, .. } => *columns,
            Table::Columns { columns, .. } => columns.len(),
        }
    }

    /// True if column `at` holds labels.
    pub fn is_labels(&self, at: usize) -> bool {
        matches!(self, Table::Columns { columns, .. } if matches!(columns[at], Series::Labels(_)))
    }

    /// Which rows have a value in column `at`.
    pub fn present(&self, at: usize, range: Range<usize>) -> Vec<bool> {
        match self {
            Table::Matrix { data, columns, .. } => {
                range.map(|row| data[row * columns + at].is_finite()).collect()
            }
            Table::Columns { columns, .. } => columns[at].present(range),
        }
    }
}
