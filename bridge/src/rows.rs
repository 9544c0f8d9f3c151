//! Rows that come one at a time: a mapping from column name to value, or a sequence by position.

use crate::labels::{is_numpy_scalar, item};
use crate::names::{Names, not_a_number};
use crate::shown::shown;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyMapping, PySet, PyString};
use riparian_core::rows::encode::Value;
use riparian_core::schema::Schema;

/// One value of a row, with the objects it borrows kept alive.
pub enum Cell<'py> {
    /// As it was given: nothing has looked at it yet.
    Given(Bound<'py, PyAny>),
    Plain(Value<'static>),
    Text(Bound<'py, PyString>),
}

impl Cell<'_> {
    pub fn value(&self) -> PyResult<Value<'_>> {
        Ok(match self {
            Cell::Given(_) => unreachable!("a row is read before it is used"),
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

/// A row as it came, cell by cell.
pub type Cells<'py> = Vec<(Place<'py>, Cell<'py>)>;

/// Reads row number `number` without changing anything.
pub fn cells<'py>(x: &Bound<'py, PyAny>, names: &Names, number: u64) -> PyResult<Cells<'py>> {
    let mut row = Vec::with_capacity(names.len());
    if let Ok(mapping) = x.cast::<PyDict>() {
        // All items are copied before any is read: reading may run foreign code, which may change the dict.
        row.extend(mapping.iter().map(|(key, value)| (Place::New(key), Cell::Given(value))));
        read(&mut row, names, number)?;
        if mapping.len() != row.len() {
            return Err(PyRuntimeError::new_err(format!(
                "row {number}: the dict had {} keys when it was looked at, and has {} now; give a copy of it",
                row.len(),
                mapping.len()
            )));
        }
    } else if is_mapping(x)? {
        // A mapping that is not a dict may hold a name twice.
        let met = PySet::empty(x.py())?;
        for item in x.call_method0("items")?.try_iter()? {
            let (key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) = item?.extract()?;
            if met.contains(&key)? {
                return Err(PyValueError::new_err(format!(
                    "row {number}: column {} appears twice: rename one",
                    shown(&key)
                )));
            }
            met.add(&key)?;
            row.push((Place::New(key), Cell::Given(value)));
        }
        read(&mut row, names, number)?;
    } else if !is_text(x) && x.hasattr("__len__")? && x.hasattr("__getitem__")? {
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

/// True for texts and bytes: their letters are not the values of a row.
fn is_text(x: &Bound<'_, PyAny>) -> bool {
    x.cast::<PyString>().is_ok() || x.cast::<PyBytes>().is_ok() || x.cast::<PyByteArray>().is_ok()
}

/// True for mappings, and for what has keys and items like one (a row of a frame, say).
pub fn is_mapping(x: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(x.cast::<PyMapping>().is_ok() || (x.hasattr("keys")? && x.hasattr("items")?))
}

/// Reads the values of a row, and finds the columns of its names.
#[inline]
fn read(row: &mut Cells<'_>, names: &Names, number: u64) -> PyResult<()> {
    for (at, (place, held)) in row.iter_mut().enumerate() {
        let (Place::New(key), Cell::Given(value)) = (&*place, &*held) else { continue };
        let cell = match cell(value) {
            Ok(cell) => cell,
            Err(_) => return Err(unreadable(key, value, number)),
        };
        match names.find(key, at)? {
            Some(column) => *place = Place::Known(column),
            None => names.check_name(key)?,
        }
        *held = cell;
    }
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
    let found = if is_other(w)? { None } else { w.extract::<f64>().ok() };
    if let Some(found) = found
        && (0.0..=crate::MOST_WEIGHT).contains(&found)
    {
        return Ok(found);
    }
    let said =
        format!("row {number}: w must be a number from 0 to 1e15, got {}; leave it out for 1", shown(w));
    let is_number = found.is_some() || w.cast::<PyInt>().is_ok();
    Err(if is_number { PyValueError::new_err(said) } else { PyTypeError::new_err(said) })
}

/// True for objects that convert to a float and are not that number: dates and complex numbers of NumPy, and masked
/// values.
fn is_other(w: &Bound<'_, PyAny>) -> PyResult<bool> {
    if w.cast_exact::<PyFloat>().is_ok() || !w.hasattr("dtype")? {
        return Ok(false);
    }
    let kind = w.getattr("dtype")?.getattr_opt("kind")?;
    let kind = kind.map(|kind| kind.to_string()).unwrap_or_default();
    Ok(w.get_type().name()? == "MaskedConstant" || ["c", "m", "M"].contains(&kind.as_str()))
}
