//! Python objects to labels and back.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};
use riparian_core::schema::{Category, UNKNOWN};

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
            Err(_) => Category::Other(format!("int:{object}").into()),
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
    let kind = object.get_type().name()?;
    if object.is_none() || kind == "NAType" || kind == "NaTType" {
        return Err(PyValueError::new_err(format!(
            "a label must not be {}; leave the row out",
            object.repr()?
        )));
    }
    if is_numpy_scalar(object)? {
        return to_category(&object.call_method0("item")?);
    }
    if object.hash().is_err() {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a label must be hashable, got {} of type '{kind}'; turn it into text or a tuple",
            object.repr()?
        )));
    }
    Ok(Category::Other(format!("{}:{}", object.get_type().fully_qualified_name()?, object.repr()?).into()))
}

/// A NumPy scalar as the Python object that it stands for, text as plain text; anything else as it is.
pub fn plain<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if is_numpy_scalar(object)? {
        return object.call_method0("item");
    }
    Ok(object.clone())
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
            Some(digits) => Some(py.get_type::<PyInt>().call1((digits,))?),
            None => None,
        },
    })
}

/// Class codes as Python indexes them; -1 is no answer.
pub fn as_codes(answers: Vec<u32>) -> Vec<i32> {
    answers.into_iter().map(|class| if class >= UNKNOWN { -1 } else { class as i32 }).collect()
}

/// The same error, with the row that it is about.
pub fn name_row(py: Python<'_>, error: PyErr, row: u64) -> PyErr {
    let message = format!("row {row}: {}", error.value(py));
    PyErr::from_type(error.get_type(py), message)
}
