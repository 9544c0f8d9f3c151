//! Column names: which column of the tree a key or position of the outside stands for.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};
use riparian_core::schema::{Kind, Schema};

/// Names of the columns in order, and what was declared about columns still to come.
pub struct Names {
    list: Vec<Py<PyAny>>,
    index: Py<PyDict>,
    /// Names or positions declared nominal.
    nominal: Py<PyDict>,
}

impl Names {
    pub fn new(py: Python<'_>, nominal: &[Bound<'_, PyAny>]) -> PyResult<Names> {
        let declared = PyDict::new(py);
        for name in nominal {
            declared.set_item(name, true)?;
        }
        Ok(Names { list: Vec::new(), index: PyDict::new(py).unbind(), nominal: declared.unbind() })
    }

    pub fn list(&self) -> &[Py<PyAny>] {
        &self.list
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The column of a key; `expected` is where it stood last time.
    #[inline]
    pub fn find(&self, key: &Bound<'_, PyAny>, expected: usize) -> PyResult<Option<usize>> {
        match self.list.get(expected) {
            Some(name) if name.is(key) => Ok(Some(expected)),
            _ => match self.index.bind(key.py()).get_item(key)? {
                Some(at) => Ok(Some(at.extract()?)),
                None => Ok(None),
            },
        }
    }

    /// Adds a column to the schema under a new name.
    pub fn add(&mut self, name: &Bound<'_, PyAny>, schema: &mut Schema) -> PyResult<usize> {
        let py = name.py();
        let position = self.list.len();
        let declared = self.nominal.bind(py);
        let by_position = name.cast::<PyInt>().is_err() && declared.contains(position)?;
        let column = schema.add_column(by_position || declared.contains(name)?);
        self.index.bind(py).set_item(name, column)?;
        self.list.push(name.clone().unbind());
        Ok(column)
    }

    /// Puts back the names of columns that the schema already has.
    pub fn restore(&mut self, py: Python<'_>, columns: &[Bound<'_, PyAny>]) -> PyResult<()> {
        for (at, name) in columns.iter().enumerate() {
            self.index.bind(py).set_item(name, at)?;
            self.list.push(name.clone().unbind());
        }
        Ok(())
    }

    /// Schema columns for the keys of a table that is learned; new ones are added.
    pub fn bind_all(&mut self, keys: &[Bound<'_, PyAny>], schema: &mut Schema) -> PyResult<Vec<Option<usize>>> {
        keys.iter()
            .enumerate()
            .map(|(at, key)| match self.find(key, at)? {
                Some(column) => Ok(Some(column)),
                None => self.add(key, schema).map(Some),
            })
            .collect()
    }

    /// Schema columns for the keys of a table that is only read.
    pub fn find_all(&self, keys: &[Bound<'_, PyAny>]) -> PyResult<Vec<Option<usize>>> {
        keys.iter().enumerate().map(|(at, key)| self.find(key, at)).collect()
    }

    /// Refuses an array whose width is not that of the tree.
    pub fn check_width(&self, width: usize) -> PyResult<()> {
        if self.len() > 0 && width != self.len() {
            return Err(PyValueError::new_err(format!(
                "X has {width} columns, but the tree has learned {}; give it the same columns, or name them (a dict or a frame)",
                self.len()
            )));
        }
        Ok(())
    }

    /// True if the column is known to hold numbers.
    pub fn is_numeric(&self, schema: &Schema, column: Option<usize>) -> bool {
        column.is_some_and(|column| schema.columns[column].kind == Some(Kind::Numeric))
    }
}

/// The message for text where a number belongs.
pub fn not_a_number(row: usize, name: &Bound<'_, PyAny>, value: &str) -> PyErr {
    let name = name.repr().map_or_else(|_| "?".into(), |name| name.to_string());
    PyValueError::new_err(format!(
        "row {row}: feature {name} must be a number, got {value}; a column keeps the kind of its first value (nominal=[{name}] declares it nominal)"
    ))
}
