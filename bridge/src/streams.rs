//! Streams that the core makes up, handed over as columns.

use numpy::PyArray1;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use riparian_core::streams::catalogue::{KINDS, numbers};
use riparian_core::streams::place::{lead, place_of};
use riparian_core::streams::settings::Parameter;
use riparian_core::streams::{Drift, Generator, Header, Noise, drift, noise};
use std::collections::TryReserveError;

/// Rows made in one go: their values are spread over the columns while they are in the cache.
const ROWS: usize = 256;

/// A stream that is made up, from its first row.
#[pyclass(module = "riparian._native")]
pub struct Generated {
    stream: Box<dyn Generator>,
    header: Header,
}

#[pymethods]
impl Generated {
    /// `recipe` is `(name, settings)`, or `("noise", settings, recipe)`, or `("drift", settings, recipe, recipe)`.
    #[new]
    fn new(recipe: &Bound<'_, PyTuple>) -> PyResult<Generated> {
        let stream = made(recipe)?;
        Ok(Generated { header: stream.header(), stream })
    }

    /// Names of the columns, each with its values (nothing if it is numeric).
    #[getter]
    fn columns(&self) -> Vec<(String, Option<Vec<String>>)> {
        let described = |name: &String, values: &Vec<String>| {
            (name.clone(), (!values.is_empty()).then(|| values.clone()))
        };
        self.header.columns.iter().map(|column| described(&column.name, &column.values)).collect()
    }

    /// Names of the classes.
    #[getter]
    fn classes(&self) -> Vec<String> {
        self.header.classes.clone()
    }

    /// Where the stream stands: what its next rows depend on.
    fn place<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let words = place_of(&mut *self.stream);
        PyBytes::new(py, &words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>())
    }

    /// Goes on at a place where a stream of the same recipe stood; at a wrong one, this stream is not to be used.
    fn lead(&mut self, place: &[u8]) -> PyResult<()> {
        let (words, rest) = place.as_chunks::<8>();
        if !rest.is_empty() {
            return Err(PyValueError::new_err("the stream has no such place"));
        }
        let words = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        lead(&mut *self.stream, words).map_err(PyValueError::new_err)
    }

    /// The next rows: a list of columns (numbers, or codes of values), and the codes of the classes.
    fn next<'py>(
        &mut self,
        py: Python<'py>,
        rows: usize,
    ) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyArray1<i32>>)> {
        let (columns, classes) = py.detach(|| self.columns_of(rows)).map_err(|_| {
            PyMemoryError::new_err(format!("{rows} rows at once do not fit into memory: ask for fewer"))
        })?;
        let found = PyList::empty(py);
        for column in columns {
            match column {
                Made::Numbers(values) => found.append(PyArray1::from_vec(py, values))?,
                Made::Codes(codes) => found.append(PyArray1::from_vec(py, codes))?,
            }
        }
        Ok((found, PyArray1::from_vec(py, classes)))
    }
}

enum Made {
    Numbers(Vec<f64>),
    Codes(Vec<i32>),
}

impl Generated {
    fn columns_of(&mut self, rows: usize) -> Result<(Vec<Made>, Vec<i32>), TryReserveError> {
        let width = self.header.columns.len();
        let mut columns = Vec::with_capacity(width);
        for column in &self.header.columns {
            columns.push(match column.values.len() {
                0 => Made::Numbers(room(rows)?),
                _ => Made::Codes(room(rows)?),
            });
        }
        let (mut classes, mut scratch, mut labels) = (room(rows)?, vec![0.0; ROWS * width], [0; ROWS]);
        while classes.len() < rows {
            let count = ROWS.min(rows - classes.len());
            self.stream.fill(&mut scratch[..count * width], &mut labels[..count]);
            for (j, column) in columns.iter_mut().enumerate() {
                let values = scratch[..count * width].iter().skip(j).step_by(width);
                match column {
                    Made::Numbers(numbers) => numbers.extend(values),
                    Made::Codes(codes) => codes.extend(values.map(|value| *value as i32)),
                }
            }
            classes.extend(labels[..count].iter().map(|label| *label as i32));
        }
        Ok((columns, classes))
    }
}

/// An empty list with room for so many, if there is that much memory.
fn room<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)?;
    Ok(list)
}

/// The stream of a recipe.
fn made(recipe: &Bound<'_, PyTuple>) -> PyResult<Box<dyn Generator>> {
    let name: String = recipe.get_item(0)?.extract()?;
    let given: Vec<(String, f64)> = recipe
        .get_item(1)?
        .cast::<PyDict>()?
        .iter()
        .map(|(name, value)| Ok((name.extract()?, value.extract()?)))
        .collect::<PyResult<_>>()?;
    let part = |at: usize| -> PyResult<Box<dyn Generator>> { made(recipe.get_item(at)?.cast::<PyTuple>()?) };
    let refused = |wrong: String| PyValueError::new_err(wrong);
    match name.as_str() {
        "noise" => {
            let numbers = numbers(noise::Settings::parameters(), &given).map_err(refused)?;
            Ok(Box::new(Noise::new(part(2)?, noise::Settings::from_numbers(&numbers))))
        }
        "drift" => {
            let numbers = numbers(drift::Settings::parameters(), &given).map_err(refused)?;
            let settings = drift::Settings::from_numbers(&numbers);
            Ok(Box::new(Drift::new(part(2)?, part(3)?, settings).map_err(refused)?))
        }
        _ => {
            let kind = KINDS.iter().find(|kind| kind.name == name);
            let kind = kind.ok_or_else(|| PyValueError::new_err(format!("there is no stream '{name}'")))?;
            kind.start(&given).map_err(refused)
        }
    }
}

/// All streams: name, what it is, MOA's name for it, and the table of its settings.
#[pyfunction]
pub fn streams(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let mut found = Vec::new();
    let wrappers = [
        ("noise", "another stream with noise on values and labels", None, noise::Settings::parameters()),
        ("drift", "a stream that passes into another", None, drift::Settings::parameters()),
    ];
    let kinds = KINDS.iter().map(|kind| (kind.name, kind.about, kind.moa, (kind.parameters)()));
    for (name, about, moa, parameters) in kinds.chain(wrappers) {
        let entry = PyDict::new(py);
        entry.set_item("name", name)?;
        entry.set_item("about", about)?;
        entry.set_item("moa", moa)?;
        entry.set_item("parameters", described(py, parameters)?)?;
        found.push(entry);
    }
    Ok(found)
}

fn described<'py>(py: Python<'py>, parameters: Vec<Parameter>) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let described = |parameter: Parameter| {
        let entry = PyDict::new(py);
        entry.set_item("name", parameter.name)?;
        entry.set_item("kind", parameter.kind)?;
        entry.set_item("about", parameter.about)?;
        entry.set_item("default", parameter.default)?;
        entry.set_item("range", parameter.range)?;
        Ok(entry)
    };
    parameters.into_iter().map(described).collect()
}
