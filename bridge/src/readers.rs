//! Files on their way in: batches of columns, read with the interpreter free to do other work.

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use riparian_readers::broken::{Broken, Problem, visible};
use riparian_readers::input::Source;
use riparian_readers::reader::{Place, Reader as Rows};
use riparian_readers::settings::{Key, Kind, Settings};
use riparian_readers::table::{Batch, Taken};
use riparian_readers::values::Values;
use std::io::ErrorKind;
use std::path::PathBuf;

const KINDS: [(&str, Kind); 4] =
    [("csv", Kind::Csv), ("arff", Kind::Arff), ("libsvm", Kind::Libsvm), ("jsonl", Kind::Json)];

/// A place in text files.
type Spot = (usize, u64, u64, u64, Vec<(String, bool)>);

/// A stream of rows from text files.
#[pyclass(module = "riparian._native")]
pub struct Reader {
    rows: Rows,
    /// Texts of every column that Python has been told of.
    told: Vec<usize>,
}

#[pymethods]
impl Reader {
    /// Opens the files (None is standard input) and finds out what `settings` do not tell.
    #[new]
    fn new(py: Python<'_>, paths: Vec<Option<PathBuf>>, settings: &Bound<'_, PyDict>) -> PyResult<Reader> {
        let sources = paths.into_iter().map(|path| path.map_or(Source::Standard, Source::Path)).collect();
        let mut rows = Rows::new(sources, read(settings)?);
        patiently(py, || rows.prepare())?;
        Ok(Reader { rows, told: Vec::new() })
    }

    /// The columns with the class among them: name, kind, and the values that are known beforehand.
    #[getter]
    fn columns(&self) -> Vec<(String, &'static str, Option<Vec<String>>)> {
        let described = self.rows.table().columns.iter().map(|column| {
            let (kind, known) = match &column.values {
                Values::Numbers(_) | Values::Unknown { .. } => ("numeric", None),
                Values::Whole { .. } => ("whole", None),
                Values::Codes { dictionary, closed, .. } => (
                    "nominal",
                    closed.then(|| dictionary.texts().iter().map(|text| text.to_string()).collect()),
                ),
            };
            (column.name.clone(), kind, known)
        });
        described.collect()
    }

    /// The place of the class among the columns.
    #[getter]
    fn target(&self) -> usize {
        self.rows.table().target
    }

    /// The name of the class, or of the column that would be the class if rows had one.
    #[getter]
    fn class_name(&self) -> Option<String> {
        self.rows.table().class.clone()
    }

    /// The layout: csv, arff, libsvm or jsonl.
    #[getter]
    fn format(&self) -> Option<&'static str> {
        KINDS.iter().find(|(_, kind)| Some(*kind) == self.rows.kind()).map(|(name, _)| *name)
    }

    /// Delimiter and header of a CSV file.
    #[getter]
    fn dialect(&self) -> Option<(char, bool)> {
        self.rows.dialect().map(|(delimiter, header)| (delimiter as char, header))
    }

    /// The next rows: for each column its numbers, or its codes and the texts that are new; then the weights, if any;
    /// and how many rows they are.
    /// None at the end, and at a line that stops the reading.
    fn next<'py>(&mut self, py: Python<'py>, rows: usize) -> PyResult<Option<Bound<'py, PyTuple>>> {
        match patiently(py, || self.rows.next(rows))? {
            Some(batch) => self.handed_over(py, batch).map(Some),
            None => Ok(None),
        }
    }

    /// Where the next batch begins: file, bytes, line, lines left out before, and columns that came late.
    fn place(&self) -> Spot {
        let Place { file, offset, line, skipped, late } = self.rows.place();
        (file, offset, line, skipped, late)
    }

    /// Goes on at a place of the same files.
    fn lead(&mut self, py: Python<'_>, place: Spot) -> PyResult<()> {
        let (file, offset, line, skipped, late) = place;
        let place = Place { file, offset, line, skipped, late };
        patiently(py, || self.rows.lead(&place))
    }

    /// The line that stopped the reading: message, file, line, column and value.
    #[getter]
    fn failure<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.rows.failure().map(|broken| described(py, broken)).transpose()
    }

    /// How many lines were left out.
    #[getter]
    fn skipped(&self) -> u64 {
        self.rows.skipped().0
    }

    /// What is wrong with the first lines that were left out.
    #[getter]
    fn faults(&self) -> Vec<String> {
        self.rows.skipped().1.iter().map(|broken| broken.message.clone()).collect()
    }
}

impl Reader {
    fn handed_over<'py>(&mut self, py: Python<'py>, batch: Batch) -> PyResult<Bound<'py, PyTuple>> {
        let columns = &self.rows.table().columns;
        self.told.resize(columns.len(), 0);
        let found = PyList::empty(py);
        for ((taken, column), told) in batch.columns.into_iter().zip(columns).zip(&mut self.told) {
            match taken {
                Taken::Numbers(values) => found.append(PyArray1::from_vec(py, values))?,
                Taken::Whole(values) => found.append(PyArray1::from_vec(py, values))?,
                Taken::Codes(codes) => {
                    let texts = match &column.values {
                        Values::Codes { dictionary, .. } => dictionary.texts(),
                        _ => &[],
                    };
                    let fresh = PyList::new(py, texts[*told..].iter().map(|text| &**text))?;
                    *told = texts.len();
                    found.append((PyArray1::from_vec(py, codes), fresh))?;
                }
            }
        }
        let weights = batch.weights.map(|weights| PyArray1::from_vec(py, weights));
        (found, weights, batch.rows).into_pyobject(py)
    }
}

/// Does `step`, anew after every interrupt that Python does not mind.
fn patiently<T: Send>(py: Python<'_>, mut step: impl FnMut() -> Result<T, Problem> + Send) -> PyResult<T> {
    loop {
        match py.detach(&mut step) {
            Ok(found) => return Ok(found),
            Err(Problem::Io(error)) if error.kind() == ErrorKind::Interrupted => py.check_signals()?,
            Err(Problem::Io(error)) => return Err(error.into()),
            Err(Problem::Refused(what)) => return Err(PyValueError::new_err(visible(&what))),
            Err(Problem::Broken(broken)) => {
                let raised = py.import("riparian.streams.broken")?.getattr("BrokenLine")?;
                return Err(PyErr::from_value(raised.call1(described(py, &broken)?)?));
            }
        }
    }
}

fn described<'py>(py: Python<'py>, broken: &Broken) -> PyResult<Bound<'py, PyTuple>> {
    (&broken.message, &broken.file, broken.line, &broken.column, &broken.value).into_pyobject(py)
}

/// Settings from a dict; Python has checked them.
fn read(given: &Bound<'_, PyDict>) -> PyResult<Settings> {
    let mut found = Settings::default();
    for (name, value) in given.iter() {
        if value.is_none() {
            continue;
        }
        match name.extract::<String>()?.as_str() {
            "format" => {
                let name: String = value.extract()?;
                found.kind = KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
            }
            "delimiter" => found.delimiter = Some(value.extract::<char>()? as u8),
            "comment" => found.comment = Some(value.extract::<char>()? as u8),
            "header" => found.header = Some(value.extract()?),
            "target" => found.target = Some(key(&value)?),
            "labelled" => found.labelled = value.extract()?,
            "weight" => found.weight = Some(key(&value)?),
            "ignore" => found.ignore = keys(&value)?,
            "only" => found.only = value.extract()?,
            "numeric" => found.numeric = keys(&value)?,
            "settled" => found.settled = keys(&value)?,
            "nominal" => {
                for pair in value.try_iter()? {
                    let (column, values): (Bound<'_, PyAny>, Option<Vec<String>>) = pair?.extract()?;
                    found.nominal.push((key(&column)?, values));
                }
            }
            "missing" => found.missing = Some(value.extract()?),
            "classes" => found.classes = Some(value.extract()?),
            "whole_classes" => found.whole_classes = value.extract()?,
            "skip" => found.skip = value.extract()?,
            "max_line_bytes" => found.max_line_bytes = value.extract()?,
            other => return Err(PyValueError::new_err(format!("readers have no setting '{other}'"))),
        }
    }
    Ok(found)
}

fn keys(given: &Bound<'_, PyAny>) -> PyResult<Vec<Key>> {
    given.try_iter()?.map(|one| key(&one?)).collect()
}

fn key(given: &Bound<'_, PyAny>) -> PyResult<Key> {
    match given.extract::<i64>() {
        Ok(place) => Ok(Key::Place(place)),
        Err(_) => given.extract().map(Key::Name),
    }
}
