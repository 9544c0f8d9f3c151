//! Column names: which column of the tree a key or position of the outside stands for.

use crate::shown::shown;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt};
use riparian_core::schema::{Kind, Schema};

/// Names of the columns in order, and what was declared about columns still to come.
pub struct Names {
    list: Vec<Py<PyAny>>,
    index: Py<PyDict>,
    /// Names or positions declared nominal, and whether their column has come.
    nominal: Py<PyDict>,
    /// True if the columns came by position, without names.
    by_position: bool,
}

impl Names {
    pub fn new(py: Python<'_>, nominal: &[Bound<'_, PyAny>]) -> PyResult<Names> {
        let declared = PyDict::new(py);
        for name in nominal {
            declared.set_item(name, false)?;
        }
        Ok(Names {
            list: Vec::new(),
            index: PyDict::new(py).unbind(),
            nominal: declared.unbind(),
            by_position: false,
        })
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
        let declared = self.declared(name, position)?;
        let column = schema.add_column(declared);
        self.index.bind(py).set_item(name, column)?;
        self.list.push(name.clone().unbind());
        Ok(column)
    }

    /// Whether a column is declared nominal, by its name or (if that is not itself a number) by its position.
    fn declared(&self, name: &Bound<'_, PyAny>, position: usize) -> PyResult<bool> {
        let declared = self.nominal.bind(name.py());
        let mut found = false;
        if declared.contains(name)? {
            declared.set_item(name, true)?;
            found = true;
        }
        if name.cast::<PyInt>().is_err() && declared.contains(position)? {
            declared.set_item(position, true)?;
            found = true;
        }
        Ok(found)
    }

    /// What is declared nominal and has not come yet.
    pub fn awaited(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let mut awaited = Vec::new();
        for (name, came) in self.nominal.bind(py).iter() {
            if !came.extract::<bool>()? {
                awaited.push(name.repr()?.to_string());
            }
        }
        awaited.sort_unstable();
        Ok(awaited)
    }

    /// Forgets the columns beyond the first `kept` that have no value.
    pub fn forget(&mut self, py: Python<'_>, kept: usize, schema: &mut Schema) -> PyResult<()> {
        let valued =
            schema.columns.iter().rposition(|column| column.slot.is_some()).map_or(0, |last| last + 1);
        let kept = kept.max(valued);
        for name in self.list.drain(kept.min(self.list.len())..) {
            self.index.bind(py).del_item(&name)?;
        }
        schema.columns.truncate(kept);
        schema.columns.shrink_to_fit();
        self.by_position &= kept > 0;
        // Which of the declared columns have come follows from those that are left.
        let declared = self.nominal.bind(py);
        for name in declared.keys() {
            declared.set_item(name, false)?;
        }
        for (at, name) in self.list.iter().enumerate() {
            self.declared(name.bind(py), at)?;
        }
        Ok(())
    }

    /// Notes that the columns, which are numbered, came by position.
    pub fn came_by_position(&mut self) {
        self.by_position = self.len() > 0;
    }

    /// Refuses a name where columns go by position.
    pub fn check_name(&self, key: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.by_position && key.cast::<PyInt>().is_err() {
            return Err(PyValueError::new_err(format!(
                "the tree learned columns by position, got a column named {}; give the row as a sequence, or learn from named columns",
                shown(key)
            )));
        }
        Ok(())
    }

    /// Refuses new columns that do not continue the numbers, if columns are known by position.
    pub fn check_new<'a, 'py: 'a>(&self, keys: impl Iterator<Item = &'a Bound<'py, PyAny>>) -> PyResult<()> {
        if !self.by_position {
            return Ok(());
        }
        for (next, key) in (self.len()..).zip(keys) {
            if !is_number(key, next)? {
                return Err(PyValueError::new_err(format!(
                    "the tree learned columns by position, and the next new column must be {next}, got a column named {}: give rows as sequences, or learn from named columns",
                    shown(key)
                )));
            }
        }
        Ok(())
    }

    /// Puts back the names of columns that the schema already has. Columns that are not numbered from 0 on have names,
    /// whatever the file says: files of the first versions called some of them positions.
    pub fn restore(
        &mut self,
        py: Python<'_>,
        columns: &[Bound<'_, PyAny>],
        by_position: bool,
    ) -> PyResult<()> {
        for (at, name) in columns.iter().enumerate() {
            self.declared(name, at)?;
            self.index.bind(py).set_item(name, at)?;
            self.list.push(name.clone().unbind());
        }
        if self.index.bind(py).len() != columns.len() {
            return Err(PyValueError::new_err("two columns of one name"));
        }
        let mut numbered = !columns.is_empty();
        for (at, name) in columns.iter().enumerate() {
            numbered = numbered && is_number(name, at)?;
        }
        self.by_position = by_position && numbered;
        Ok(())
    }

    /// Names and positions that were declared nominal.
    pub fn declared_nominal<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyAny>> {
        self.nominal.bind(py).keys().iter().collect()
    }

    /// True if the columns came by position, without names.
    pub fn by_position(&self) -> bool {
        self.by_position
    }

    /// Refuses a table with new columns that this tree cannot take.
    pub fn check_table(&self, keys: &[Bound<'_, PyAny>]) -> PyResult<()> {
        let known = self.find_all(keys)?;
        self.check_new(keys.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(key, _)| key))
    }

    /// Schema columns for the keys of a table that is learned; new ones are added.
    pub fn bind_all(
        &mut self,
        keys: &[Bound<'_, PyAny>],
        schema: &mut Schema,
    ) -> PyResult<Vec<Option<usize>>> {
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

/// Whether a name is this number, and not a flag that is equal to it.
fn is_number(name: &Bound<'_, PyAny>, number: usize) -> PyResult<bool> {
    Ok(name.cast::<PyInt>().is_ok() && name.cast::<PyBool>().is_err() && name.eq(number)?)
}

/// The message for text where a number belongs.
pub fn not_a_number(row: usize, name: &Bound<'_, PyAny>, value: &str) -> PyErr {
    let name = shown(name);
    PyValueError::new_err(format!(
        "row {row}: feature {name} must be a number, got {value}; a column keeps the kind of its first value: give None if there is none, or declare categories with nominal=[{name}]"
    ))
}
