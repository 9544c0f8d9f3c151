//! Room for what a call returns is asked for before anything is learned: if it does not fit, that is a `MemoryError`.
//!
//! A failed allocation of Rust ends the process, so large arrays are NumPy's, and a copy of a tree asks first.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use riparian_core::schema::UNKNOWN;

/// A probability for each class, row after row; all of them 0.
pub fn shares(py: Python<'_>, rows: usize, classes: usize) -> PyResult<Bound<'_, PyArray2<f64>>> {
    zeros(py, (rows, classes), "float64")?.cast_into().map_err(PyErr::from)
}

/// A class code for each row.
pub fn codes(py: Python<'_>, rows: usize) -> PyResult<Bound<'_, PyArray1<u32>>> {
    zeros(py, (rows,), "uint32")?.cast_into().map_err(PyErr::from)
}

fn zeros<'py, S>(py: Python<'py>, shape: S, dtype: &str) -> PyResult<Bound<'py, PyAny>>
where
    S: IntoPyObject<'py>,
{
    let made = py.import("numpy")?.call_method1("zeros", (shape, dtype));
    // NumPy raises a ValueError for an array that is larger than the address space.
    made.map_err(|error| match error.is_instance_of::<PyValueError>(py) {
        true => PyMemoryError::new_err(error.value(py).to_string()),
        false => error,
    })
}

/// The same codes as Python indexes them; -1 is no answer.
pub fn indices(codes: Bound<'_, PyArray1<u32>>) -> PyResult<Bound<'_, PyArray1<i32>>> {
    for code in codes.readwrite().as_slice_mut()? {
        *code = if *code >= UNKNOWN { u32::MAX } else { *code };
    }
    Ok(codes.call_method1("view", ("int32",))?.cast_into()?)
}

/// An empty list with room for so many.
pub fn empty<T>(length: usize) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    match list.try_reserve_exact(length) {
        Ok(()) => Ok(list),
        Err(_) => Err(PyMemoryError::new_err(format!(
            "there is no room for another {} bytes",
            length.saturating_mul(size_of::<T>())
        ))),
    }
}

/// A copy of a list.
pub fn copy<T: Copy>(list: &[T]) -> PyResult<Vec<T>> {
    let mut copy = empty(list.len())?;
    copy.extend_from_slice(list);
    Ok(copy)
}

/// A `MemoryError` if there is no room for this many bytes now.
pub fn ask(bytes: usize) -> PyResult<()> {
    empty::<u8>(bytes).map(|_| ())
}
