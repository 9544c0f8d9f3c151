//! Tables on their way to the learner: nothing is learned before all of it has been checked.

use crate::given::{Given, check_classes, check_kinds, check_weights};
use crate::labels::name_row;
use crate::rows::{Place, cells, check, is_mapping, weight};
use crate::run::{self, Learning, Shares};
use crate::tables::Column;
use crate::tree::Tree;
use numpy::{PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use riparian_core::encode::{Table, learn_row};
use riparian_core::learner::Answers;
use riparian_core::predictors;
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
        let outcome = self.learner.learn(&self.block, &mut [], None, &mut self.bench);
        outcome
            .map_err(|exhausted| PyValueError::new_err(exhausted.after(before).to_string()))
            .or_else(|refused| self.refuse(py, columns, refused))?;
        // Only a row that brings a category can be one too many.
        if self.block.known.is_empty() { Ok(()) } else { self.warn(py) }
    }

    /// Warns of columns that have come to look like identifiers.
    fn warn(&mut self, py: Python<'_>) -> PyResult<()> {
        let found = self.learner.schema.identifiers_after(self.watched);
        self.watched = self.learner.rows;
        for Identifier { column, categories, rows } in found {
            let may_limit = self.learner.config.revise.is_none();
            let told = (&self.names.list()[column], categories, rows, may_limit);
            py.import("riparian.identifiers")?.call_method1("warn", told)?;
        }
        Ok(())
    }

    /// Learns the rows of a table, all of it checked first. What is asked for is told of each row before it is learned.
    pub(crate) fn learn_table(
        &mut self,
        table: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        w: Option<PyReadonlyArray1<'_, f64>>,
        threads: usize,
        mut answers: Option<&mut Vec<u32>>,
        shares: Option<&mut Shares>,
    ) -> PyResult<()> {
        let py = table.py();
        self.check_place()?;
        let given = Given::new(table)?;
        let tables = given.tables(py)?;
        let rows: usize = tables.iter().map(Table::rows).sum();
        let keys = given.keys(&self.names, &tables, py)?;
        let mut classes = Column::new(y)?;
        if classes.len() != rows {
            return Err(PyValueError::new_err(format!("X has {rows} rows, y has {}", classes.len())));
        }
        let weights = w.as_ref().map(|w| w.to_vec()).transpose()?;
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
        if let Some(answers) = &mut answers {
            answers.resize(rows, predictors::NO_ANSWER);
        }
        if weights.as_ref().is_some_and(|weights| weights.iter().all(|w| *w == 0.0)) || rows == 0 {
            let targets = self.names.find_all(&keys)?;
            let answer = |out| run::predict(&self.learner, &tables, &targets, out, None, &self.answering);
            if let Some(answers) = answers {
                answer(Answers::Classes(answers))?;
            }
            if let Some(shares) = shares {
                let known = self.learner.schema.classes.len();
                shares.push((known, vec![0.0; rows * known]));
                answer(Answers::Shares(&mut shares[0].1))?;
            }
            return Ok(());
        }
        let columns = self.names.len();
        let targets = self.names.bind_all(&keys, &mut self.learner.schema)?;
        if given.keys.is_none() && columns == 0 {
            self.names.came_by_position();
        }
        let (learner, pace, pool) = (&mut self.learner, &self.pace, self.threads.pool(threads)?);
        let values = classes.values();
        let answers = answers.map_or(&mut [][..], |answers| &mut answers[..]);
        let learning = Learning { classes: &values, weights: weights.as_deref(), answers, shares };
        let outcome = py.detach(|| run::learn(learner, &tables, &targets, learning, pool.as_deref(), pace));
        self.classes.name(py, &self.learner.schema.classes, &offered, classes.is_float())?;
        match outcome {
            Err(refused) if refused.is_instance_of::<PyValueError>(py) => self.refuse(py, columns, refused),
            Ok(()) => self.warn(py),
            // An interrupt has refused nothing.
            interrupted => interrupted,
        }
    }
}
