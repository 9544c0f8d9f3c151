//! Columns on their way out, into CSV and ARFF files.

use crate::model::os_error;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use riparian_readers::write::{Cells, Layout, Packing, Writer as Rows};
use std::path::PathBuf;

/// Writes batches of columns to a text file.
#[pyclass(module = "riparian._native")]
pub struct Writer(Rows);

enum Held<'py> {
    Numbers(PyReadonlyArray1<'py, f64>),
    Whole(PyReadonlyArray1<'py, i64>),
    Codes(PyReadonlyArray1<'py, i32>),
}

#[pymethods]
impl Writer {
    /// `layout` is 'csv' or 'arff', `packing` None, 'gzip' or 'zstd'.
    #[new]
    fn new(path: PathBuf, layout: &str, packing: Option<&str>, columns: usize) -> PyResult<Writer> {
        let layout = if layout == "arff" { Layout::Arff } else { Layout::Csv };
        let packing = match packing {
            None => Packing::Plain,
            Some("gzip") => Packing::Gzip,
            Some(_) => Packing::Zstd,
        };
        Rows::create(&path, layout, packing, columns).map(Writer).map_err(|error| os_error(&error))
    }

    /// The first line of a CSV file.
    fn names(&mut self, names: Vec<String>) -> PyResult<()> {
        self.0.names(&names).map_err(|error| os_error(&error))
    }

    /// The head of an ARFF file.
    fn attributes(&mut self, relation: &str, attributes: Vec<(String, Option<Vec<String>>)>) -> PyResult<()> {
        self.0.attributes(relation, &attributes).map_err(|error| os_error(&error))
    }

    /// Rows: arrays of numbers, or codes with the texts that are new.
    fn rows(
        &mut self,
        py: Python<'_>,
        columns: &Bound<'_, PyList>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
    ) -> PyResult<()> {
        let mut held = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            held.push(
                if let Ok((codes, fresh)) = column.extract::<(Bound<'_, PyArray1<i32>>, Vec<String>)>() {
                    self.0.learn(place, &fresh);
                    Held::Codes(codes.try_readonly()?)
                } else if let Ok(numbers) = column.cast::<PyArray1<i64>>() {
                    Held::Whole(numbers.try_readonly()?)
                } else {
                    Held::Numbers(column.cast::<PyArray1<f64>>()?.try_readonly()?)
                },
            );
        }
        let cells: Vec<Cells<'_>> = held
            .iter()
            .map(|column| {
                Ok(match column {
                    Held::Numbers(numbers) => Cells::Numbers(numbers.as_slice()?),
                    Held::Whole(numbers) => Cells::Whole(numbers.as_slice()?),
                    Held::Codes(codes) => Cells::Codes(codes.as_slice()?),
                })
            })
            .collect::<PyResult<_>>()?;
        let length = |cells: &Cells<'_>| match cells {
            Cells::Numbers(numbers) => numbers.len(),
            Cells::Whole(numbers) => numbers.len(),
            Cells::Codes(codes) => codes.len(),
        };
        let weights = weights.as_ref().map(|weights| weights.as_slice()).transpose()?;
        let rows = cells.first().map_or(0, length);
        if cells.iter().any(|cells| length(cells) != rows)
            || weights.is_some_and(|weights| weights.len() != rows)
        {
            return Err(PyValueError::new_err("all columns of a batch must have as many rows"));
        }
        let writer = &mut self.0;
        py.detach(|| writer.rows(&cells, weights, rows)).map_err(|error| os_error(&error))
    }

    /// Ends the file.
    fn finish(&mut self) -> PyResult<()> {
        self.0.finish().map_err(|error| os_error(&error))
    }
}
