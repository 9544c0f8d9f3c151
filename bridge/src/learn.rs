//! Tables on their way to the learner: nothing is learned before all of it has been checked.

use crate::given::{Given, check_classes, check_kinds, check_weights};
use crate::labels::name_row;
use crate::room;
use crate::rows::{Place, cells, check, is_mapping, weight};
use crate::run::{self, Learning};
use crate::tables::Column;
use crate::tree::Tree;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use riparian_core::learner::Answers;
use riparian_core::rows::encode::{Labelling, Table, learn_row, new_classes};
use riparian_core::schema::Identifier;

impl Tree {
    /// Refuses to learn in place of another tree, as if that were learning at the moment.
    fn check_place(&self) -> PyResult<()> {
        if self.replaced { Err(PyRuntimeError::new_err("Already borrowed")) } else { Ok(()) }
    }

    /// Learns one row.
    pub(crate) fn learn_row(
        &mut self,
        x: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        w: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let py = x.py();
        self.check_place()?;
        let w = weight(w, self.learner.rows)?;
        let row = cells(x, &self.names, self.learner.rows)?;
        check(&row, &self.names, &self.learner.schema, self.learner.rows, py)?;
        self.names.check_new(row.iter().filter_map(|(place, _)| match place {
            Place::New(name) => Some(name),
            Place::Known(_) => None,
        }))?;
        let by_position = self.names.len() == 0 && !is_mapping(x)?;
        let known = self.classes.code(y)?;
        let label = match known {
            Some(_) => None,
            None => {
                let found =
                    self.classes.labels(std::slice::from_ref(y), &self.learner.schema.classes, |_| true);
                found.map_err(|error| name_row(py, error, self.learner.rows))?.pop()
            }
        };
        if w == 0.0 {
            return Ok(());
        }
        self.learner.check_count(1).map_err(PyValueError::new_err)?;
        let (before, columns) = (self.learner.rows, self.names.len());
        let mut added = Vec::new();
        for (place, _) in &row {
            if let Place::New(name) = place {
                added.push(self.names.add(name, &mut self.learner.schema)?);
            }
        }
        if by_position {
            self.names.came_by_position();
        }
        let class = match (known, label) {
            (Some(code), _) => code,
            (None, label) => {
                let label = label.expect("an unknown class was turned into a label");
                let code = self.learner.schema.classes.learn(&label, before + 1);
                self.classes.name(py, &self.learner.schema.classes, &[(label, y.clone())], false)?;
                code
            }
        };
        let values = Tree::values(&row, &added)?;
        learn_row(&values, class, w, before, &mut self.learner.schema, &mut self.block);
        let outcome = self.learner.learn(&self.block.block(), &mut [], None, &mut self.bench);
        outcome
            .map_err(|exhausted| PyValueError::new_err(exhausted.after(before).to_string()))
            .or_else(|refused| self.refuse(py, columns, refused))?;
        // Only a row with a new category can lead to a warning.
        if self.block.values.known.is_empty() { Ok(()) } else { self.warn(py) }
    }

    /// Warns of columns that have come to look like identifiers.
    fn warn(&mut self, py: Python<'_>) -> PyResult<()> {
        let found = self.learner.schema.identifiers_after(self.watched);
        self.watched = self.learner.rows;
        for Identifier { column, categories, rows } in found {
            let may_limit = self.learner.config.upkeep.revise().is_none();
            let told = (&self.names.list()[column], categories, rows, may_limit);
            py.import("riparian.identifiers")?.call_method1("warn", told)?;
        }
        Ok(())
    }

    /// Learns the rows of a table, all of it checked first. What is asked for is told of each row before it is learned.
    pub(crate) fn learn_table<'py>(
        &mut self,
        table: &Bound<'py, PyAny>,
        y: &Bound<'py, PyAny>,
        w: Option<PyReadonlyArray1<'py, f64>>,
        threads: usize,
        asked: Asked,
    ) -> PyResult<Told<'py>> {
        let py = table.py();
        self.check_place()?;
        let given = Given::new(table)?;
        let tables = given.tables(py)?;
        let rows: usize = tables.iter().map(Table::rows).sum();
        let keys = given.keys(&self.names, &tables, py)?;
        // Another thread may write to the labels meanwhile. That is harmless, except for NaN, and for a class beyond the
        // room for probabilities: so float labels are copied, and all labels if probabilities are asked for.
        let mut classes = match Column::new(y)? {
            column if column.is_float() || asked == Asked::Shares => Column::unshared(y)?,
            column => column,
        };
        if classes.len() != rows {
            return Err(PyValueError::new_err(format!("X has {rows} rows, y has {}", classes.len())));
        }
        let weights = w.as_ref().map(|w| room::copy(w.as_slice()?)).transpose()?;
        if let Some(weights) = &weights {
            check_weights(weights, rows)?;
        }
        check_classes(&classes)?;
        let mut offered = Vec::new();
        if let Column::Labels(codes, labels) = &mut classes {
            let (_, objects): (Bound<'_, PyAny>, Vec<Bound<'_, PyAny>>) = y.extract()?;
            let mut learned = vec![weights.is_none(); objects.len()];
            for (code, w) in codes.as_array().iter().zip(weights.iter().flatten()) {
                learned[*code as usize] |= *w > 0.0;
            }
            *labels = self.classes.labels(&objects, &self.learner.schema.classes, |place| learned[place])?;
            let named = labels.iter().cloned().zip(objects).zip(learned);
            offered = named.filter(|(_, learned)| *learned).map(|(named, _)| named).collect();
        }
        check_kinds(&self.names, &self.learner.schema, &tables, &keys)?;
        self.learner.check_count(rows).map_err(PyValueError::new_err)?;
        self.names.check_table(&keys)?;
        // From here on only a budget refuses anything: there is room for all results that were asked for.
        let codes = room::codes(py, if asked == Asked::Nothing { 0 } else { rows })?;
        let lesson = Labelling { classes: &classes.values(), weights: weights.as_deref(), offset: 0 };
        let known = &self.learner.schema.classes;
        let shares = match asked {
            Asked::Shares => {
                let then = new_classes(&lesson, rows, known, usize::MAX);
                room::shares(py, rows, then.map_or(known.len(), |then| then.len()))?
            }
            _ => room::shares(py, 0, 0)?,
        };
        let told = Told { codes, shares };
        let (mut codes, mut shares) = (told.codes.readwrite(), told.shares.readwrite());
        let (answers, shares) = (codes.as_slice_mut()?, shares.as_slice_mut()?);
        if weights.as_ref().is_some_and(|weights| weights.iter().all(|w| *w == 0.0)) || rows == 0 {
            let targets = self.names.find_all(&keys)?;
            let answer = |out| run::predict(&self.learner, &tables, &targets, out, None, &self.answering);
            if asked != Asked::Nothing {
                answer(Answers::Classes(answers))?;
            }
            if asked == Asked::Shares {
                answer(Answers::Shares(shares))?;
            }
            return Ok(told);
        }
        let columns = self.names.len();
        let targets = self.names.bind_all(&keys, &mut self.learner.schema)?;
        if given.keys.is_none() && columns == 0 {
            self.names.came_by_position();
        }
        let (learner, pace, pool) = (&mut self.learner, &self.pace, self.threads.pool(threads)?);
        let values = classes.values();
        let learning = Learning { classes: &values, weights: weights.as_deref(), answers, shares };
        let outcome = py.detach(|| run::learn(learner, &tables, &targets, learning, pool.as_deref(), pace));
        self.classes.name(py, &self.learner.schema.classes, &offered, classes.is_float())?;
        match outcome {
            Err(refused) if refused.is_instance_of::<PyValueError>(py) => {
                self.refuse(py, columns, refused)?
            }
            Ok(()) => self.warn(py)?,
            // An interrupt has refused nothing.
            interrupted => interrupted?,
        }
        Ok(told)
    }
}

/// What is asked of each row before it is learned.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Asked {
    Nothing,
    Codes,
    Shares,
}

/// What was said of each row before it was learned: its class, and the probability of each class that there is now.
/// What was not asked for has no rows.
pub(crate) struct Told<'py> {
    pub codes: Bound<'py, PyArray1<u32>>,
    pub shares: Bound<'py, PyArray2<f64>>,
}
