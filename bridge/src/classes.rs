//! The Python objects that stand for classes. Which of them are equal is for Python to say.

use crate::labels::{plain, to_category, to_object};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use riparian_core::schema::{Category, Dictionary, Key, UNKNOWN};
use std::collections::HashSet;

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
        // What cannot be hashed is no class; it is refused when it is turned into a label.
        let found = self.codes.bind(object.py()).get_item(object).ok().flatten();
        found.map(|code| code.extract()).transpose()
    }

    /// The labels of objects that differ from each other: those of their classes, or new ones that differ, too.
    pub fn labels(&self, objects: &[Bound<'_, PyAny>], learned: &Dictionary) -> PyResult<Vec<Category>> {
        let mut stand_ins = HashSet::new();
        let label = |object| {
            if let Some(code) = self.code(object)? {
                return Ok(learned.labels()[code as usize].clone());
            }
            let found = to_category(object)?;
            let Category::Other(written) = &found else { return Ok(found) };
            // Unequal objects may look the same when they are written out.
            let (mut text, mut number) = (written.to_string(), 1);
            while learned.code(Key::Other(&text)) != UNKNOWN || !stand_ins.insert(text.clone()) {
                number += 1;
                text = format!("{written} #{number}");
            }
            Ok(Category::Other(text.into()))
        };
        objects.iter().map(label).collect()
    }

    /// Enters the objects of classes that the core has learned; `offered` are labels with theirs.
    pub fn name<'py>(
        &mut self,
        py: Python<'py>,
        learned: &Dictionary,
        offered: &[(Category, Bound<'py, PyAny>)],
    ) -> PyResult<()> {
        for (code, label) in learned.labels().iter().enumerate().skip(self.objects.len()) {
            let given = offered.iter().find(|(offered, _)| offered.key() == label.key());
            let object = match given {
                Some((_, object)) => plain(object)?,
                None => to_object(py, label)?.ok_or_else(|| {
                    PyValueError::new_err(format!("class {label} is not among the labels given"))
                })?,
            };
            self.codes.bind(py).set_item(&object, code)?;
            self.objects.push(object.unbind());
        }
        Ok(())
    }
}
