//! Tables on their way to the learner: nothing is learned before all of it has been checked.

use crate::given::{Given, check_classes, check_kinds, check_weights};
use crate::run::{self, Learning, Told};
use crate::tables::Column;
use crate::tree::Tree;
use numpy::{PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use riparian_core::encode::Table;
use riparian_core::learner::Answers;
use riparian_core::predictors;

/// What a call wants to know of each row before it is learned.
pub(crate) enum Wanted<'a> {
    Nothing,
    Classes(&'a mut Vec<u32>),
    /// Also the probabilities, block by block, with the number of classes known by the end of each.
    Shares(&'a mut Vec<u32>, &'a mut Vec<(usize, Vec<f64>)>),
}

impl Tree {
    /// Learns the rows of a table, all of it checked first.
    pub(crate) fn learn_table(
        &mut self,
        table: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        w: Option<PyReadonlyArray1<'_, f64>>,
        threads: usize,
        wanted: Wanted<'_>,
    ) -> PyResult<()> {
        let py = table.py();
        let given = Given::new(table)?;
        let tables = given.tables()?;
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
        let wants_shares = matches!(wanted, Wanted::Shares(..));
        let (mut none, mut none_either) = (Vec::new(), Vec::new());
        let (answers, blocks, asked) = match wanted {
            Wanted::Nothing => (&mut none, &mut none_either, false),
            Wanted::Classes(out) => (out, &mut none_either, true),
            Wanted::Shares(out, blocks) => (out, blocks, true),
        };
        answers.resize(if asked { rows } else { 0 }, predictors::NO_ANSWER);
        if weights.as_ref().is_some_and(|weights| weights.iter().all(|w| *w == 0.0)) || rows == 0 {
            let targets = self.names.find_all(&keys)?;
            let answer = |out| run::predict(&self.learner, &tables, &targets, out, None, &self.answering);
            if asked {
                answer(Answers::Classes(answers))?;
                let known = self.learner.schema.classes.len();
                blocks.push((known, vec![0.0; rows * known]));
                answer(Answers::Shares(&mut blocks[0].1))?;
            }
            return Ok(());
        }
        if given.keys.is_none() && self.names.len() == 0 {
            self.names.came_by_position();
        }
        let targets = self.names.bind_all(&keys, &mut self.learner.schema)?;
        let (learner, pace, pool) = (&mut self.learner, &self.pace, self.threads.pool(threads)?);
        let values = classes.values();
        let told = match (asked, wants_shares) {
            (false, _) => Told::Nothing,
            (true, false) => Told::Classes(answers),
            (true, true) => Told::Shares(answers, blocks),
        };
        let learning = Learning { classes: &values, weights: weights.as_deref(), told };
        let outcome = py.detach(|| run::learn(learner, &tables, &targets, learning, pool.as_deref(), pace));
        self.classes.name(py, &self.learner.schema.classes, &offered)?;
        outcome
    }
}
