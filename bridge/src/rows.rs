//! Rows that come one at a time: a mapping from column name to value, or a sequence by position.

use crate::labels::{is_numpy_scalar, item};
use crate::names::{Names, not_a_number};
use crate::shown::shown;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyMapping, PyString};
use riparian_core::encode::Value;
use riparian_core::schema::Schema;

/// One value of a row, with the objects it borrows kept alive.
pub enum Cell<'py> {
    Plain(Value<'static>),
    Text(Bound<'py, PyString>),
}

impl Cell<'_> {
    pub fn value(&self) -> PyResult<Value<'_>> {
        Ok(match self {
            Cell::Plain(value) => *value,
            Cell::Text(text) => Value::Text(text.to_str()?),
        })
    }
}

/// Where a cell belongs: a column that is there, or a name that is new.
pub enum Place<'py> {
    Known(usize),
    New(Bound<'py, PyAny>),
}

/// A row as it came.
pub type Cells<'py> = Vec<(Place<'py>, Cell<'py>)>;

/// Reads row number `number` without changing anything.
pub fn cells<'py>(x: &Bound<'py, PyAny>, names: &Names, number: u64) -> PyResult<Cells<'py>> {
    let mut row = Vec::with_capacity(names.len());
    if let Ok(mapping) = x.cast::<PyDict>() {
        for (at, (key, value)) in mapping.iter().enumerate() {
            push(&mut row, key, &value, at, names, number)?;
        }
    } else if is_mapping(x)? {
        for (at, item) in x.call_method0("items")?.try_iter()?.enumerate() {
            let (key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) = item?.extract()?;
            push(&mut row, key, &value, at, names, number)?;
        }
    } else if x.cast::<PyString>().is_err() && x.hasattr("__len__")? && x.hasattr("__getitem__")? {
        let values = x.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        names.check_width(values.len())?;
        for (at, value) in values.iter().enumerate() {
            let key = at.into_pyobject(x.py())?.into_any();
            let cell = cell(value).map_err(|_| unreadable(&key, value, number))?;
            row.push((if names.len() > 0 { Place::Known(at) } else { Place::New(key) }, cell));
        }
    } else {
        let kind = x.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "row {number}: a row must be a mapping from column name to value, or a sequence by position, got '{kind}'"
        )));
    }
    Ok(row)
}

/// True for mappings, and for what has keys and items like one (a row of a frame, say).
fn is_mapping(x: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(x.cast::<PyMapping>().is_ok() || (x.hasattr("keys")? && x.hasattr("items")?))
}

#[inline]
fn push<'py>(
    row: &mut Cells<'py>,
    key: Bound<'py, PyAny>,
    value: &Bound<'py, PyAny>,
    at: usize,
    names: &Names,
    number: u64,
) -> PyResult<()> {
    let cell = match cell(value) {
        Ok(cell) => cell,
        Err(_) => return Err(unreadable(&key, value, number)),
    };
    let place = match names.find(&key, at)? {
        Some(column) => Place::Known(column),
        None => {
            names.check_name(&key)?;
            Place::New(key)
        }
    };
    row.push((place, cell));
    Ok(())
}

fn unreadable(key: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>, number: u64) -> PyErr {
    let kind = value.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "row {number}: feature {} must be a number, text, true or false, or missing, got {} of type '{kind}'; turn it into one of these",
        shown(key),
        shown(value)
    ))
}

/// The value that a Python object stands for.
#[inline]
fn cell<'py>(value: &Bound<'py, PyAny>) -> PyResult<Cell<'py>> {
    if let Ok(x) = value.cast_exact::<PyFloat>() {
        return Ok(Cell::Plain(Value::Number(x.value())));
    }
    if value.is_none() {
        return Ok(Cell::Plain(Value::Missing));
    }
    if let Ok(text) = value.cast::<PyString>() {
        // Text that cannot be encoded is refused here, before anything is changed.
        text.to_str()?;
        return Ok(Cell::Text(text.clone()));
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Cell::Plain(Value::Bool(flag.is_true())));
    }
    if value.cast::<PyInt>().is_ok() {
        return Ok(Cell::Plain(match value.extract::<i64>() {
            Ok(n) => Value::Whole(n),
            // Beyond the largest float; the core bounds it.
            Err(_) => {
                Value::Number(value.extract().unwrap_or(if value.lt(0)? { f64::MIN } else { f64::MAX }))
            }
        }));
    }
    if is_numpy_scalar(value)? {
        return cell(&item(value)?);
    }
    let kind = value.get_type().name()?;
    if kind == "NAType" || kind == "NaTType" {
        return Ok(Cell::Plain(Value::Missing));
    }
    // Fractions, decimals and other numbers say so by having a float; arrays have one, too, but also a length, and
    // dates a dtype.
    if value.hasattr("__float__")? && !value.hasattr("__len__")? && !value.hasattr("dtype")? {
        return Ok(Cell::Plain(Value::Number(value.call_method0("__float__")?.extract()?)));
    }
    Err(PyTypeError::new_err("unreadable"))
}

/// Refuses text in numeric columns. Nothing has been changed yet.
pub fn check(row: &Cells<'_>, names: &Names, schema: &Schema, number: u64, py: Python<'_>) -> PyResult<()> {
    for (place, cell) in row {
        if let (Place::Known(column), Cell::Text(text)) = (place, cell)
            && names.is_numeric(schema, Some(*column))
        {
            return Err(not_a_number(number as usize, names.list()[*column].bind(py), &shown(text)));
        }
    }
    Ok(())
}

/// The weight of a row.
pub fn weight(w: &Bound<'_, PyAny>, number: u64) -> PyResult<f64> {
    let found = w.extract::<f64>();
    if let Ok(found) = found
        && (0.0..=crate::MOST_WEIGHT).contains(&found)
    {
        return Ok(found);
    }
    let said =
        format!("row {number}: w must be a number from 0 to 1e15, got {}; leave it out for 1", shown(w));
    let is_number = found.is_ok() || w.cast::<PyInt>().is_ok();
    Err(if is_number { PyValueError::new_err(said) } else { PyTypeError::new_err(said) })
}
