//! The tree as plain Python dicts, and the path of one row.

use crate::names::Names;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use riparian_core::learner::Learner;
use riparian_core::rows::Row;
use riparian_core::rules::Reason;
use riparian_core::schema::MISSING;
use riparian_core::tree::Test;

/// What the outside calls things.
pub struct Words<'a> {
    pub learner: &'a Learner,
    pub names: &'a Names,
    pub labels: &'a [Py<PyAny>],
}

impl Words<'_> {
    fn counts<'py>(
        &self,
        py: Python<'py>,
        votes: impl Iterator<Item = (u32, f64)>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (class, weight) in votes {
            counts.set_item(&self.labels[class as usize], weight)?;
        }
        Ok(counts)
    }

    fn column(&self, test: Test) -> usize {
        let schema = &self.learner.schema;
        match test {
            Test::Cut { slot, .. } | Test::Intervals { slot, .. } => schema.numeric[slot as usize] as usize,
            Test::One { slot, .. } | Test::Many { slot } => schema.nominal[slot as usize] as usize,
        }
    }

    fn category<'py>(
        &self,
        py: Python<'py>,
        column: usize,
        code: u32,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        crate::labels::to_object(py, &self.learner.schema.columns[column].categories.labels()[code as usize])
    }

    fn test<'py>(&self, py: Python<'py>, id: u32, test: Test) -> PyResult<Bound<'py, PyDict>> {
        let column = self.column(test);
        let entry = PyDict::new(py);
        entry.set_item("column", &self.names.list()[column])?;
        let (kind, cuts, codes) = match test {
            Test::Cut { cut, .. } => ("cut", vec![cut], Vec::new()),
            Test::Intervals { edges, .. } => ("intervals", edges.cuts().to_vec(), Vec::new()),
            Test::One { code, .. } => ("one", Vec::new(), vec![code]),
            Test::Many { .. } => {
                let branches = self.learner.tree.shape.fork(id).branches.iter();
                ("many", Vec::new(), branches.map(|(code, _)| *code).collect())
            }
        };
        entry.set_item("kind", kind)?;
        entry.set_item("cut", cuts.first().filter(|_| kind == "cut"))?;
        entry.set_item("cuts", cuts)?;
        let categories = PyList::empty(py);
        for code in codes {
            categories.append(self.category(py, column, code)?)?;
        }
        entry.set_item("categories", categories)?;
        Ok(entry)
    }

    /// One node.
    fn node<'py>(&self, py: Python<'py>, id: u32) -> PyResult<Bound<'py, PyDict>> {
        let tree = &self.learner.tree;
        let place = tree.shape.seat(id);
        let node = PyDict::new(py);
        node.set_item("id", id)?;
        node.set_item("parent", (id > 0).then_some(place.parent))?;
        node.set_item("depth", place.depth)?;
        let test = tree.shape.test(id);
        node.set_item("leaf", test.is_none())?;
        let Some(test) = test else {
            let leaf = tree.leaf(id);
            node.set_item("counts", self.counts(py, leaf.votes())?)?;
            node.set_item("weight", leaf.voted())?;
            node.set_item("frozen", leaf.frozen.is_frozen())?;
            return Ok(node);
        };
        let record = tree.record(id);
        // What it knows by now, if it goes on counting; otherwise what was known when it was split.
        let votes: Vec<(u32, f64)> = match self.learner.statistics(id) {
            Some(known) => known.votes().collect(),
            None => record.votes.to_vec(),
        };
        node.set_item("weight", votes.iter().map(|(_, weight)| weight).sum::<f64>())?;
        node.set_item("counts", self.counts(py, votes.into_iter())?)?;
        node.set_item("test", self.test(py, id, test)?)?;
        node.set_item("children", tree.shape.children(id))?;
        node.set_item("missing_to", tree.shape.missing(id))?;
        node.set_item("row", record.row)?;
        node.set_item("reason", if record.reason == Reason::Bound { "bound" } else { "tie" })?;
        node.set_item("provisional", self.learner.is_provisional(id))?;
        node.set_item("gain", record.gain)?;
        node.set_item("second", record.second)?;
        node.set_item("bound", record.bound)?;
        Ok(node)
    }

    /// Where the bytes are.
    pub fn memory<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (learner, report) = (self.learner, self.learner.report());
        let found = PyDict::new(py);
        found.set_item("bytes", learner.bytes())?;
        found.set_item("budget", learner.config.upkeep.budget())?;
        for (name, value) in [
            ("schema", report.schema),
            ("shape", report.shape),
            ("votes", report.votes),
            ("observers", report.observers),
            ("window", report.window),
            ("active_leaves", report.active),
            ("frozen_leaves", report.frozen),
            ("dropped_columns", report.dropped),
            ("nodes", learner.tree.shape.len()),
            ("depth", learner.tree.shape.depth() as usize),
        ] {
            found.set_item(name, value)?;
        }
        found.set_item("freezes", learner.ledger().freezes)?;
        found.set_item("thaws", learner.ledger().thaws)?;
        found.set_item("growing", report.growing)?;
        found.set_item("remembers_categories", learner.schema.closed.is_none())?;
        Ok(found)
    }

    /// All nodes in id order.
    pub fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        (0..self.learner.tree.shape.len() as u32).map(|id| self.node(py, id)).collect()
    }

    /// The nodes that a row passes: column, value and branch at each, then the leaf (or the node that has no branch
    /// for it).
    pub fn path<'py>(&self, py: Python<'py>, row: &Row<'_>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let tree = &self.learner.tree;
        let end = tree.shape.lead(0, row);
        let mut ids = vec![end];
        while ids[ids.len() - 1] != 0 {
            ids.push(tree.shape.seat(ids[ids.len() - 1]).parent);
        }
        ids.reverse();
        let mut path = Vec::with_capacity(ids.len());
        for (at, id) in ids.iter().enumerate() {
            let step = self.node(py, *id)?;
            if let Some(test) = tree.shape.test(*id) {
                let value = match test {
                    Test::Cut { slot, .. } | Test::Intervals { slot, .. } => match row.numbers[slot as usize]
                    {
                        x if x.is_nan() => None,
                        x => Some(x.into_pyobject(py)?.into_any()),
                    },
                    Test::One { slot, .. } | Test::Many { slot } => match row.codes[slot as usize] {
                        MISSING | riparian_core::schema::UNKNOWN => None,
                        code => self.category(py, self.column(test), code)?,
                    },
                };
                let missing = match test {
                    Test::Cut { slot, .. } | Test::Intervals { slot, .. } => {
                        row.numbers[slot as usize].is_nan()
                    }
                    Test::One { slot, .. } | Test::Many { slot } => row.codes[slot as usize] == MISSING,
                };
                step.set_item("value", value)?;
                step.set_item("missing", missing)?;
                step.set_item("branch", ids.get(at + 1))?;
            }
            path.push(step);
        }
        Ok(path)
    }
}
