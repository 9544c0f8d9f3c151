//! Python objects to labels and back.

use crate::shown::shown;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};
use riparian_core::schema::Category;

/// The label that a Python object stands for; equal objects give equal labels. Not for numbers that are not there.
pub fn to_category(object: &Bound<'_, PyAny>) -> PyResult<Category> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Category::Text(text.to_str()?.into()));
    }
    if let Ok(flag) = object.cast::<PyBool>() {
        return Ok(Category::Bool(flag.is_true()));
    }
    if object.cast::<PyInt>().is_ok() {
        return Ok(match object.extract::<i64>() {
            Ok(n) => Category::Whole(n),
            // In hexadecimal: Python writes no decimal number of more than 4300 digits.
            Err(_) => Category::Other(format!("int:{}", object.call_method1("__format__", ("#x",))?).into()),
        });
    }
    if let Ok(x) = object.cast::<PyFloat>() {
        return match x.value() {
            x if !x.is_finite() => {
                Err(PyValueError::new_err(format!("a label must not be {x}; leave the row out")))
            }
            x => Ok(Category::number(x)),
        };
    }
    if is_numpy_scalar(object)? {
        return to_category(&item(object)?);
    }
    let missing =
        || PyValueError::new_err(format!("a label must not be {}; leave the row out", shown(object)));
    let kind = object.get_type().name()?;
    if object.is_none() || kind == "NAType" || kind == "NaTType" {
        return Err(missing());
    }
    if object.hash().is_err() {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a label must be hashable, got {} of type '{kind}'; turn it into text or a tuple",
            shown(object)
        )));
    }
    // What is not equal to itself (a decimal NaN, a date that is none) is missing, too.
    if object.ne(object)? {
        return Err(missing());
    }
    Ok(Category::Other(format!("{}:{}", object.get_type().fully_qualified_name()?, object.repr()?).into()))
}

/// A NumPy scalar as the Python object that it stands for, text as plain text, zero without a sign; anything else as
/// it is.
pub fn plain<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(PyString::new(object.py(), text.to_str()?).into_any());
    }
    let object = if is_numpy_scalar(object)? { item(object)? } else { object.clone() };
    match object.cast_exact::<PyFloat>() {
        Ok(x) if x.value() == 0.0 => Ok(PyFloat::new(object.py(), 0.0).into_any()),
        _ => Ok(object),
    }
}

/// What a NumPy scalar stands for; a wide float, which stays what it is under `item`, as a float of Python.
pub fn item<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let found = object.call_method0("item")?;
    if !is_numpy_scalar(&found)? {
        return Ok(found);
    }
    let complex: bool = found.getattr("dtype")?.getattr("kind")?.eq("c")?;
    found.call_method0(if complex { "__complex__" } else { "__float__" })
}

/// True for a scalar of NumPy's own types; an array of one element is none.
pub fn is_numpy_scalar(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let module = object.get_type().module()?;
    if module.to_str()? != "numpy" || !object.hasattr("item")? || !object.hasattr("dtype")? {
        return Ok(false);
    }
    if object.getattr("ndim")?.extract::<usize>()? > 0 {
        return Ok(false);
    }
    // Dates and spans of time become bare numbers under `item`: they are not numbers here.
    let kind: String = object.getattr("dtype")?.getattr("kind")?.extract()?;
    Ok(kind != "M" && kind != "m")
}

/// The Python object for a label; `None` where only the outside knows it.
pub fn to_object<'py>(py: Python<'py>, label: &Category) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(match label {
        Category::Bool(flag) => Some(PyBool::new(py, *flag).to_owned().into_any()),
        Category::Whole(n) => Some(n.into_pyobject(py)?.into_any()),
        Category::Real(x) => Some(x.into_pyobject(py)?.into_any()),
        Category::Text(text) => Some(PyString::new(py, text).into_any()),
        Category::Other(text) => match text.strip_prefix("int:") {
            Some(digits) => Some(py.get_type::<PyInt>().call1((digits, 0))?),
            None => None,
        },
    })
}

/// The same error, with the row that it is about.
pub fn name_row(py: Python<'_>, error: PyErr, row: u64) -> PyErr {
    let message = format!("row {row}: {}", error.value(py));
    if error.is_instance_of::<PyValueError>(py) {
        PyValueError::new_err(message)
    } else if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(message)
    } else {
        error // of somebody else's making, an interrupt perhaps
    }
}
