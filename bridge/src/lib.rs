//! The doorway between Python and the riparian core: objects in, objects out, no arithmetic.

mod arrow;
mod capsules;
mod classes;
mod given;
mod labels;
mod learn;
mod model;
mod names;
mod readers;
mod reading;
mod room;
mod rows;
mod run;
mod settings;
mod shown;
mod streams;
mod summary;
mod tables;
mod texts;
mod tree;
mod writers;

use pyo3::prelude::*;

/// The largest weight of a row: sums of so many rows stay far below the largest float.
const MOST_WEIGHT: f64 = 1e15;

/// The native module.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::model::Model;
    #[pymodule_export]
    use super::readers::Reader;
    #[pymodule_export]
    use super::settings::{
        candidates, candidates_of, check_settings, criteria, observer_of, observers, predictors, rule_of,
        rules,
    };
    #[pymodule_export]
    use super::streams::{Generated, streams};
    #[pymodule_export]
    use super::summary::{Summary, crossings};
    #[pymodule_export]
    use super::tree::Tree;
    #[pymodule_export]
    use super::writers::Writer;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
