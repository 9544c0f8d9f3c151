//! The Python objects that stand for classes. Which of them are equal is for Python to say.

use crate::labels::{plain, to_category, to_object};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat};
use riparian_core::schema::{Category, Dictionary, Key, UNKNOWN};
use std::collections::{HashMap, HashSet};

/// The classes of a tree as Python knows them.
pub struct Classes {
    objects: Vec<Py<PyAny>>,
    codes: Py<PyDict>,
}

impl Classes {
    pub fn new(py: Python<'_>) -> Classes {
        Classes { objects: Vec::new(), codes: PyDict::new(py).unbind() }
    }

    /// The objects, by code.
    pub fn objects(&self) -> &[Py<PyAny>] {
        &self.objects
    }

    /// The code of the class that an object is equal to.
    pub fn code(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let found = match self.codes.bind(object.py()).get_item(object) {
            // What cannot be hashed is no class; it is refused when it is turned into a label.
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => None,
            other => other?,
        };
        found.map(|code| code.extract()).transpose()
    }

    /// Forgets the objects of classes that the core has unlearned.
    pub fn truncate(&mut self, py: Python<'_>, kept: usize) -> PyResult<()> {
        for object in self.objects.drain(kept.min(self.objects.len())..) {
            self.codes.bind(py).del_item(object)?;
        }
        Ok(())
    }

    /// The labels of objects that differ from each other: those of their classes, or new ones that differ, too. Those
    /// that are not `learned` (their rows have no weight) take no name from the others.
    pub fn labels(
        &self,
        objects: &[Bound<'_, PyAny>],
        known: &Dictionary,
        learned: impl Fn(usize) -> bool,
    ) -> PyResult<Vec<Category>> {
        let mut stand_ins = HashSet::new();
        let label = |(place, object)| {
            if let Some(code) = self.code(object)? {
                return Ok(known.labels()[code as usize].clone());
            }
            let found = to_category(object)?;
            let Category::Other(written) = &found else { return Ok(found) };
            if !learned(place) {
                return Ok(found);
            }
            // Unequal objects may look the same when they are written out.
            let (mut text, mut number) = (written.to_string(), 1);
            while known.code(Key::Other(&text)) != UNKNOWN || !stand_ins.insert(text.clone()) {
                number += 1;
                text = format!("{written} #{number}");
            }
            Ok(Category::Other(text.into()))
        };
        objects.iter().enumerate().map(label).collect()
    }

    /// Enters the Python objects of classes that the core has learned. `offered` has labels with their objects; numbers
    /// that were not offered become floats if `floats` is set, otherwise whole numbers. If an object
    /// cannot be a key, the others are entered all the same, and the error is returned.
    pub fn name<'py>(
        &mut self,
        py: Python<'py>,
        learned: &Dictionary,
        offered: &[(Category, Bound<'py, PyAny>)],
        floats: bool,
    ) -> PyResult<()> {
        let mut outcome = Ok(());
        let offered: HashMap<Key<'_>, _> =
            offered.iter().rev().map(|(label, object)| (label.key(), object)).collect();
        for (code, label) in learned.labels().iter().enumerate().skip(self.objects.len()) {
            let object = match offered.get(&label.key()) {
                Some(object) => plain(object)?,
                None if let (true, Category::Whole(n)) = (floats, label) => {
                    PyFloat::new(py, *n as f64).into_any()
                }
                None => to_object(py, label)?.ok_or_else(|| {
                    PyValueError::new_err(format!("class {label} is not among the labels given"))
                })?,
            };
            outcome = outcome.and(self.codes.bind(py).set_item(&object, code));
            self.objects.push(object.unbind());
        }
        outcome
    }
}
