//! Models as bytes and as files.

use crate::labels::to_category;
use crate::room;
use crate::settings::config;
use crate::shown::shown;
use crate::tree::Tree;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use riparian_core::learner::Learner;
use riparian_core::model::frame::Fault;
use riparian_core::model::{self, Other, Others};
use riparian_core::schema::Category;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::PathBuf;

/// Sections beside the learning state, as Python gives them: a name, whether it may be skipped, and what it holds.
pub(crate) type Sections = Vec<(String, bool, PyBackedBytes)>;

/// A model that was read and has no names for its columns yet.
#[pyclass(module = "riparian._native")]
pub struct Model {
    learner: Option<Learner>,
    others: Others,
}

#[pymethods]
impl Model {
    /// Reads a model, and the sections `asked` for beside it.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: PyBackedBytes, asked: Vec<String>) -> PyResult<Model> {
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        py.detach(|| model::read(&mut &data[..], data.len() as u64, &asked)).map(Model::of).map_err(refused)
    }

    /// The same from a file.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf, asked: Vec<String>) -> PyResult<Model> {
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        let read = || {
            let mut file = File::open(&path)?;
            let bytes = file.metadata()?.len();
            model::read(&mut file, bytes, &asked)
        };
        py.detach(read).map(Model::of).map_err(refused)
    }

    /// The sections beside it.
    #[getter]
    fn others<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for (name, body) in &self.others {
            found.set_item(name, PyBytes::new(py, body))?;
        }
        Ok(found)
    }

    /// The tree, with names for its classes and columns; if settings are given, they must be those it was made with. It
    /// can be had once.
    #[pyo3(signature = (labels, columns, nominal, by_position, settings=None))]
    fn tree(
        &mut self,
        py: Python<'_>,
        labels: Vec<Bound<'_, PyAny>>,
        columns: Vec<Bound<'_, PyAny>>,
        nominal: Vec<Bound<'_, PyAny>>,
        by_position: bool,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Tree> {
        let wrong = |told: String| Err(PyValueError::new_err(told));
        let Some(learner) = self.learner.take() else { return wrong("the tree was taken already".into()) };
        let schema = &learner.schema;
        if columns.len() != schema.columns.len() {
            return wrong(format!(
                "{} column names for a model of {} columns",
                columns.len(),
                schema.columns.len()
            ));
        }
        if labels.len() != schema.classes.len() {
            return wrong(format!("{} labels for a model of {} classes", labels.len(), schema.classes.len()));
        }
        for (category, label) in schema.classes.labels().iter().zip(&labels) {
            let found = to_category(label)?;
            // How other objects are written out is not looked at: that may differ from one process to the next.
            let both_other = matches!((category, &found), (Category::Other(_), Category::Other(_)));
            if found.key() != category.key() && !both_other {
                return wrong(format!("the label {} for the class {category}", shown(label)));
            }
        }
        if let Some(settings) = settings
            && config(settings)? != learner.config
        {
            return wrong("settings other than those that the tree was made with".into());
        }
        Tree::named(py, learner, &labels, &columns, &nominal, by_position)
    }
}

impl Model {
    fn of((learner, others): (Learner, Others)) -> Model {
        Model { learner: Some(learner), others }
    }
}

impl Tree {
    /// Another learner under the same names.
    pub(crate) fn again(&self, py: Python<'_>, learner: Learner) -> PyResult<Tree> {
        let own = |objects: &[Py<PyAny>]| -> Vec<_> {
            objects.iter().map(|object| object.bind(py).clone()).collect()
        };
        let (labels, columns) = (own(self.classes.objects()), own(self.names.list()));
        let nominal = self.names.declared_nominal(py);
        let came_with = self.came_with;
        let tree = Tree::named(py, learner, &labels, &columns, &nominal, self.names.by_position())?;
        Ok(Tree { came_with, ..tree })
    }

    /// The model as bytes.
    pub(crate) fn bytes(&self, py: Python<'_>, others: &Sections) -> PyResult<Vec<u8>> {
        // Files are smaller than the tree as a rule.
        let room = room::empty(self.learner.bytes())?;
        let written = py.detach(|| model::write(&self.learner, &sections(others), room));
        written.map_err(|error| os_error(&error))
    }

    /// Writes the model to a file that is not there yet, and waits until it is on the disk.
    pub(crate) fn write(&self, py: Python<'_>, path: PathBuf, others: &Sections) -> PyResult<()> {
        let written = py.detach(|| {
            let file = OpenOptions::new().write(true).create_new(true).open(path)?;
            model::write(&self.learner, &sections(others), file)?.sync_all()
        });
        written.map_err(|error| os_error(&error))
    }
}

fn sections(others: &Sections) -> Vec<Other<'_>> {
    others.iter().map(|(name, optional, body)| Other { name, optional: *optional, body }).collect()
}

fn refused(fault: Fault) -> PyErr {
    match fault {
        Fault::File(error) => os_error(&error),
        Fault::Model(wrong) => PyValueError::new_err(wrong),
    }
}

/// An error of the system with its number, so that Python chooses the kind.
pub(crate) fn os_error(error: &io::Error) -> PyErr {
    if error.kind() == io::ErrorKind::OutOfMemory {
        return PyMemoryError::new_err("there is not enough memory for the model");
    }
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.to_string())),
        None => PyOSError::new_err(error.to_string()),
    }
}
