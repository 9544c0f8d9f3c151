//! A table as it was given, with everything that it borrows, and the checks that come before anything is learned.

use crate::names::{Names, not_a_number};
use crate::shown::shown;
use crate::tables::{Column, Matrix};
use crate::{MOST_WEIGHT, arrow, capsules};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use riparian_core::rows::encode::{Series, Table};
use riparian_core::schema::{Category, Schema};
use riparian_readers::broken::shown as quoted;

/// A table of any kind, with everything that it borrows.
pub enum Held<'py> {
    Matrix(Matrix<'py>),
    Columns(Vec<Column<'py>>),
    Batches(Vec<arrow_array::RecordBatch>),
}

/// A table and the names of its columns; `None` if they go by position.
pub struct Given<'py> {
    pub held: Held<'py>,
    pub keys: Option<Vec<Bound<'py, PyAny>>>,
}

impl<'py> Given<'py> {
    pub fn new(object: &Bound<'py, PyAny>) -> PyResult<Given<'py>> {
        if let Some(matrix) = Matrix::new(object)? {
            return Ok(Given { held: Held::Matrix(matrix), keys: None });
        }
        if capsules::is_arrow(object)? {
            let py = object.py();
            let batches = capsules::batches(object)?;
            let keys = match batches.first() {
                Some(batch) => {
                    let schema = batch.schema();
                    let names = schema.fields().iter().map(|field| field.name().as_str());
                    Some(names.map(|name| pyo3::types::PyString::intern(py, name).into_any()).collect())
                }
                None => Some(Vec::new()),
            };
            return Ok(Given { held: Held::Batches(batches), keys });
        }
        // A tuple holds columns without names, a list pairs of a name and a column.
        if let Ok(columns) = object.cast::<PyTuple>() {
            let columns = columns.iter().map(|column| Column::new(&column)).collect::<PyResult<Vec<_>>>()?;
            return Given { held: Held::Columns(columns), keys: None }.even();
        }
        let pairs: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)> = object.extract().map_err(|_| {
            PyTypeError::new_err(
                "a table must be a two-dimensional array, a list of named columns, or an Arrow stream",
            )
        })?;
        let (keys, columns): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let columns = columns.iter().map(Column::new).collect::<PyResult<Vec<_>>>()?;
        Given { held: Held::Columns(columns), keys: Some(keys) }.even()
    }

    /// Refuses columns of different lengths.
    fn even(self) -> PyResult<Given<'py>> {
        match &self.held {
            Held::Columns(columns) if columns.iter().any(|column| column.len() != columns[0].len()) => {
                Err(PyValueError::new_err("the columns of a table must have the same length"))
            }
            _ => Ok(self),
        }
    }

    pub fn tables(&self, py: Python<'_>) -> PyResult<Vec<Table<'_>>> {
        match &self.held {
            Held::Matrix(matrix) => Ok(vec![matrix.table()]),
            Held::Columns(columns) => {
                let rows = columns.first().map_or(0, Column::len);
                Ok(vec![Table::Columns { columns: columns.iter().map(Column::values).collect(), rows }])
            }
            Held::Batches(batches) => {
                let (mut tables, mut rows) = (Vec::with_capacity(batches.len()), 0);
                for batch in batches {
                    tables.push(arrow::table(batch, rows, py)?);
                    rows += batch.num_rows();
                }
                Ok(tables)
            }
        }
    }

    /// The keys of the columns: names, or for an array the tree's own names in order.
    pub fn keys(
        &self,
        names: &Names,
        tables: &[Table<'_>],
        py: Python<'py>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if let Some(keys) = &self.keys {
            let seen = PyDict::new(py);
            for key in keys {
                if seen.contains(key)? {
                    return Err(PyValueError::new_err(format!("column {} appears twice", shown(key))));
                }
                seen.set_item(key, true)?;
            }
            return Ok(keys.clone());
        }
        let width = tables.first().map_or(0, Table::width);
        names.check_width(width)?;
        if names.len() > 0 {
            return Ok(names.list().iter().map(|name| name.bind(py).clone()).collect());
        }
        (0..width).map(|at| Ok(at.into_pyobject(py)?.into_any())).collect()
    }
}

pub fn check_classes(classes: &Column<'_>) -> PyResult<()> {
    let absent = match classes {
        Column::F64(a) => a.as_array().iter().position(|x| x.is_nan()),
        Column::F32(a) => a.as_array().iter().position(|x| x.is_nan()),
        Column::Labels(a, _) => a.as_array().iter().position(|code| *code < 0),
        _ => None,
    };
    match absent {
        Some(row) => {
            Err(PyValueError::new_err(format!("row {row}: y is missing; drop such rows before learning")))
        }
        None => Ok(()),
    }
}

pub fn check_weights(weights: &[f64], rows: usize) -> PyResult<()> {
    if weights.len() != rows {
        return Err(PyValueError::new_err(format!("X has {rows} rows, w has {}", weights.len())));
    }
    match weights.iter().position(|w| !(*w >= 0.0 && *w <= MOST_WEIGHT)) {
        Some(row) => Err(PyValueError::new_err(format!(
            "row {row}: w must be a number from 0 to 1e15, got {}; 0 leaves a row out",
            weights[row]
        ))),
        None => Ok(()),
    }
}

/// Refuses text in numeric columns, naming the row. Nothing has been changed yet.
pub fn check_kinds(
    names: &Names,
    schema: &Schema,
    tables: &[Table<'_>],
    keys: &[Bound<'_, PyAny>],
) -> PyResult<()> {
    let mut offset = 0;
    for table in tables {
        if let Table::Columns { columns, rows } = table {
            for (at, values) in columns.iter().enumerate() {
                let column = names.find(&keys[at], at)?;
                let Series::Labels(labels) = values else { continue };
                let text = labels.labels.iter().any(|label| matches!(label, Category::Text(_)));
                if text
                    && names.is_numeric(schema, column)
                    && let Some(row) = values.first_present(*rows)
                {
                    let mut code = [0];
                    labels.source.codes(row, &mut code);
                    let value = quoted(labels.labels[code[0] as usize].to_string().as_bytes());
                    return Err(not_a_number(offset + row, &keys[at], &value));
                }
            }
        }
        offset += table.rows();
    }
    Ok(())
}
