//! The class that Python sees: the summary of one numeric column.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use riparian_core::candidates::crossings::between;
use riparian_core::observers::{Alone, Curve, Observer};

/// Cuts, class weights up to each (cut after cut), class weights of all values.
type Offered<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, Vec<f64>);

/// Different values, and whether a block and whether a segment begins with each.
type Layers<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>);

/// One numeric column, summarised jointly with the class.
#[pyclass(module = "riparian._native")]
pub struct Summary(pub(crate) Alone);

impl Summary {
    fn check_place(&self, place: usize, end: usize) -> PyResult<()> {
        match place < end {
            true => Ok(()),
            false => Err(PyValueError::new_err(format!("place must be below {end}, got {place}"))),
        }
    }
}

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
        if values.iter().any(|x| x.is_infinite()) || !weights.iter().all(|w| *w >= 0.0 && w.is_finite()) {
            return Err(PyValueError::new_err("values must be finite or NaN, and weights at least 0"));
        }
        self.0.observe(values, classes, weights);
        Ok(())
    }

    fn insert_class(&mut self, place: usize) -> PyResult<()> {
        self.check_place(place, self.0.classes() + 1)?;
        self.0.insert_class(place);
        Ok(())
    }

    fn forget(&mut self, x: f64, place: usize, w: f64) -> PyResult<bool> {
        self.check_place(place, self.0.classes())?;
        Ok(x.is_finite() && w > 0.0 && self.0.forget(x, place, w))
    }

    fn merge(&mut self, other: PyRef<'_, Summary>) -> PyResult<()> {
        if self.0.merge(&other.0) {
            Ok(())
        } else {
            let [mine, its] =
                [&self.0, &other.0].map(|one| format!("'{}' of {}", one.observer(), one.classes()));
            Err(PyValueError::new_err(format!(
                "only summaries of one kind and the same classes can be merged, got {mine} classes and {its} classes"
            )))
        }
    }

    fn cuts<'py>(&self, py: Python<'py>) -> Offered<'py> {
        let cuts = self.0.cuts();
        let left = cuts.left();
        (cuts.points.into_pyarray(py), left.into_pyarray(py), cuts.totals)
    }

    fn layers<'py>(&self, py: Python<'py>) -> Option<Layers<'py>> {
        let (values, blocks, segments) = self.0.layers()?;
        Some((values.into_pyarray(py), blocks.into_pyarray(py), segments.into_pyarray(py)))
    }

    fn layer_counts(&self) -> Option<(usize, usize, usize)> {
        self.0.layer_counts().map(|[bins, blocks, segments]| (bins, blocks, segments))
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

    fn most_bytes(&self) -> Option<usize> {
        self.0.most_bytes()
    }

    fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.0.numbers().into_pyarray(py)
    }

    fn restored(&self) -> Option<Summary> {
        self.0.restored().map(Summary)
    }
}

/// Where two curves, each a weight, a mean and a deviation, cross.
#[pyfunction]
pub fn crossings(one: (f64, f64, f64), other: (f64, f64, f64)) -> PyResult<Vec<f64>> {
    let curve = |(weight, mean, deviation): (f64, f64, f64)| {
        let fits = weight > 0.0 && deviation > 0.0 && [weight, mean, deviation].iter().all(|x| x.is_finite());
        fits.then_some(Curve { weight, mean, deviation, low: f64::NEG_INFINITY, high: f64::INFINITY })
    };
    match (curve(one), curve(other)) {
        (Some(one), Some(other)) => Ok(between(&one, &other)),
        _ => Err(PyValueError::new_err(format!(
            "a curve has a positive weight, a mean and a positive deviation, got {one:?} and {other:?}"
        ))),
    }
}
