//! Settings from Python, one part per axis, turned into the core's configuration.

use crate::tree::Tree;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use riparian_core::candidates::{CANDIDATES, Candidates};
use riparian_core::config::Config;
use riparian_core::criteria::{CRITERIA, Criterion};
use riparian_core::faithful::Faithful;
use riparian_core::observers::{OBSERVERS, Observer};
use riparian_core::predictors::{PREDICTORS, Predictor};
use riparian_core::rules::{RULES, Race, Rule};
use riparian_core::upkeep::Revise;
use riparian_core::upkeep::Upkeep;

/// One setting.
pub fn setting<'py, T: FromPyObjectOwned<'py>>(settings: &Bound<'py, PyDict>, name: &str) -> PyResult<T> {
    let value = settings
        .get_item(name)?
        .ok_or_else(|| PyKeyError::new_err(format!("setting '{name}' is missing")))?;
    value.extract().map_err(Into::into)
}

/// The configuration; its parts are checked when a learner is made of it.
pub fn config(settings: &Bound<'_, PyDict>) -> PyResult<Config> {
    let names: Vec<String> = ["criterion", "observer", "predictor", "rule"]
        .iter()
        .map(|axis| setting::<String>(settings, axis))
        .collect::<PyResult<_>>()?;
    let points = setting(settings, "points")?;
    let candidates: Option<String> = setting(settings, "candidates")?;
    let (criterion, observer, candidates, predictor) =
        Config::parts(&names[0], &names[1], candidates.as_deref(), points, &names[2])
            .map_err(PyValueError::new_err)?;
    let race = Race {
        delta: setting(settings, "delta")?,
        tau: setting(settings, "tau")?,
        min_gain: setting(settings, "min_gain")?,
    };
    let (budget, window) = (setting(settings, "budget")?, setting(settings, "window")?);
    let upkeep = Upkeep::of(budget, revise(settings)?, window).map_err(PyValueError::new_err)?;
    Ok(Config {
        grace_period: setting(settings, "grace_period")?,
        criterion,
        observer,
        candidates,
        rule: Rule::parse(&names[3], race).map_err(PyValueError::new_err)?,
        predictor,
        max_depth: setting(settings, "max_depth")?,
        max_leaves: setting(settings, "max_leaves")?,
        min_branch_fraction: setting(settings, "min_branch_fraction")?,
        drop_poor: setting(settings, "drop_poor")?,
        any_rival: setting(settings, "any_rival")?,
        max_error: setting(settings, "max_error")?,
        upkeep,
        faithful: Faithful {
            null_split: setting(settings, "null_split")?,
            inherit: setting(settings, "inherit")?,
            clip: setting(settings, "clip")?,
            equal_widths: setting(settings, "equal_widths")?,
            least_variance: setting(settings, "least_variance")?,
        },
    })
}

/// How provisional splits are looked after, if there are any.
fn revise(settings: &Bound<'_, PyDict>) -> PyResult<Option<Revise>> {
    let given: Option<(u64, f64, bool, bool, bool)> = setting(settings, "revise")?;
    Ok(given.map(|(patience, most, of_inner, every_row, fresh)| Revise {
        patience,
        most,
        of_inner,
        every_row,
        fresh,
    }))
}

/// Refuses settings that no tree can be started with.
#[pyfunction]
pub fn check_settings(settings: &Bound<'_, PyDict>) -> PyResult<()> {
    Tree::new(settings).map(|_| ())
}

/// The observer that a text names, written in full.
#[pyfunction]
pub fn observer_of(text: &str) -> PyResult<String> {
    Observer::parse(text).map(|observer| observer.to_string()).map_err(PyValueError::new_err)
}

/// The rule that a text names, written in full.
#[pyfunction]
pub fn rule_of(text: &str) -> PyResult<String> {
    let race = Race { delta: 0.1, tau: 0.0, min_gain: 0.0 };
    Rule::parse(text, race).map(|rule| rule.text()).map_err(PyValueError::new_err)
}

/// The candidates that a text names, written in full.
#[pyfunction]
pub fn candidates_of(text: &str) -> PyResult<String> {
    Candidates::parse(text, 1).map(|found| found.to_string()).map_err(PyValueError::new_err)
}

/// Names of the criteria to choose from.
#[pyfunction]
pub fn criteria() -> Vec<&'static str> {
    CRITERIA.into_iter().filter(|criterion| criterion.is_offered()).map(Criterion::name).collect()
}

/// Names of all predictors.
#[pyfunction]
pub fn predictors() -> Vec<&'static str> {
    PREDICTORS.map(Predictor::name).to_vec()
}

/// Names of all candidates.
#[pyfunction]
pub fn candidates() -> Vec<&'static str> {
    CANDIDATES.to_vec()
}

/// Names of all rules.
#[pyfunction]
pub fn rules() -> Vec<&'static str> {
    RULES.to_vec()
}

/// Names of all observers.
#[pyfunction]
pub fn observers() -> Vec<&'static str> {
    OBSERVERS.to_vec()
}
