//! The class that Python sees: the summary of one numeric column.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use riparian_core::observers::{Alone, Observer};

/// Cuts, class weights up to each (cut after cut), class weights of all values.
type Offered<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, Vec<f64>);

/// One numeric column, summarised jointly with the class.
#[pyclass(module = "riparian._native")]
pub struct Summary(pub(crate) Alone);

#[pymethods]
impl Summary {
    #[new]
    fn new(observer: &str, classes: usize) -> PyResult<Summary> {
        let observer = Observer::parse(observer).map_err(PyValueError::new_err)?;
        Ok(Summary(Alone::new(observer, classes)))
    }

    fn observe(
        &mut self,
        values: PyReadonlyArray1<'_, f64>,
        classes: PyReadonlyArray1<'_, u32>,
        weights: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<()> {
        let (values, classes, weights) = (values.as_slice()?, classes.as_slice()?, weights.as_slice()?);
        if values.len() != classes.len() || values.len() != weights.len() {
            return Err(PyValueError::new_err("values, classes and weights must be of one length"));
        }
        if let Some(class) = classes.iter().find(|class| **class as usize >= self.0.classes()) {
            return Err(PyValueError::new_err(format!(
                "there are {} classes, got {class}",
                self.0.classes()
            )));
        }
        self.0.observe(values, classes, weights);
        Ok(())
    }

    fn insert_class(&mut self, place: usize) {
        self.0.insert_class(place);
    }

    fn forget(&mut self, x: f64, place: usize, w: f64) -> bool {
        self.0.forget(x, place, w)
    }

    fn merge(&mut self, other: PyRef<'_, Summary>) -> PyResult<()> {
        if self.0.merge(&other.0) {
            Ok(())
        } else {
            Err(PyValueError::new_err("only summaries of one kind and the same classes can be merged"))
        }
    }

    fn cuts<'py>(&self, py: Python<'py>) -> Offered<'py> {
        let cuts = self.0.cuts();
        (cuts.points.into_pyarray(py), cuts.left.into_pyarray(py), cuts.totals)
    }

    fn below(&self, cut: f64) -> Vec<f64> {
        self.0.below(cut)
    }

    fn density(&self, x: f64) -> Option<Vec<f64>> {
        self.0.density(x)
    }

    fn memory_bytes(&self) -> usize {
        self.0.bytes()
    }

    fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.0.numbers().into_pyarray(py)
    }

    fn restored(&self) -> Option<Summary> {
        self.0.restored().map(Summary)
    }
}
