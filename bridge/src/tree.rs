//! The class that Python sees: one streaming tree.

use crate::classes::Classes;
use crate::given::{Given, check_kinds};
use crate::learn::Asked;
use crate::model::Sections;
use crate::names::Names;
use crate::reading::Words;
use crate::room;
use crate::rows::{Cells, Place, cells, check};
use crate::run::{self, Pace, Threads};
use crate::settings::{config, setting};
use crate::summary::Summary;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use riparian_core::attempt::best_cut;
use riparian_core::leaf::Leaf;
use riparian_core::learner::{Answers, Bench, Learner};
use riparian_core::model;
use riparian_core::rows::Encoded;
use riparian_core::rows::encode::{Table, Value, read_row};
use riparian_core::schema::{Column, Kind};
use std::path::PathBuf;

/// Class codes, the probabilities of every class, and the labels of the classes.
type Answered<'py> = (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray2<f64>>, Bound<'py, PyList>);

/// One streaming tree: the core learner behind the Python presets.
#[pyclass(module = "riparian._native")]
pub struct Tree {
    pub(crate) learner: Learner,
    pub(crate) names: Names,
    pub(crate) classes: Classes,
    pub(crate) threads: Threads,
    pub(crate) pace: Pace,
    pub(crate) answering: Pace,
    /// Rows that it had learned before it was here: in another process, say.
    pub(crate) came_with: u64,
    /// Rows after which nobody has been warned of identifiers yet.
    pub(crate) watched: u64,
    pub(crate) block: Encoded,
    pub(crate) bench: Bench,
    /// Whether another tree has taken its place.
    pub(crate) replaced: bool,
}

impl Tree {
    fn leaf(&self, node: u32) -> Option<&Leaf> {
        self.learner.statistics(node)
    }

    fn words(&self) -> Words<'_> {
        Words { learner: &self.learner, names: &self.names, labels: self.classes.objects() }
    }

    fn with(py: Python<'_>, learner: Learner, nominal: &[Bound<'_, PyAny>]) -> PyResult<Tree> {
        Ok(Tree {
            came_with: learner.rows,
            watched: learner.rows,
            learner,
            names: Names::new(py, nominal)?,
            classes: Classes::new(py),
            threads: Threads::default(),
            pace: Pace::default(),
            answering: Pace::default(),
            block: Encoded::default(),
            bench: Bench::default(),
            replaced: false,
        })
    }

    /// A learner with names for its classes and columns.
    pub(crate) fn named(
        py: Python<'_>,
        learner: Learner,
        labels: &[Bound<'_, PyAny>],
        columns: &[Bound<'_, PyAny>],
        nominal: &[Bound<'_, PyAny>],
        by_position: bool,
    ) -> PyResult<Tree> {
        let mut tree = Tree::with(py, learner, nominal)?;
        let learned = &tree.learner.schema.classes;
        let offered: Vec<_> = learned.labels().iter().cloned().zip(labels.iter().cloned()).collect();
        tree.classes.name(py, learned, &offered, false)?;
        tree.names.restore(py, columns, by_position)?;
        Ok(tree)
    }

    pub(crate) fn values<'v>(row: &'v Cells<'_>, columns: &[usize]) -> PyResult<Vec<(usize, Value<'v>)>> {
        let mut values = Vec::with_capacity(row.len());
        let mut fresh = columns.iter();
        for (place, cell) in row {
            match place {
                Place::Known(column) => values.push((*column, cell.value()?)),
                Place::New(_) => values
                    .extend(fresh.next().map(|column| Ok::<_, PyErr>((*column, cell.value()?))).transpose()?),
            }
        }
        Ok(values)
    }

    /// Leaves nothing behind of rows that were refused; `columns` were there before.
    pub(crate) fn refuse(&mut self, py: Python<'_>, columns: usize, reason: PyErr) -> PyResult<()> {
        self.classes.truncate(py, self.learner.schema.classes.len())?;
        self.names.forget(py, columns, &mut self.learner.schema)?;
        Err(reason)
    }

    /// Answers the rows of a table.
    fn answer(
        &self,
        given: &Given<'_>,
        tables: &[Table<'_>],
        threads: usize,
        out: Answers<'_>,
        py: Python<'_>,
    ) -> PyResult<()> {
        let keys = given.keys(&self.names, tables, py)?;
        check_kinds(&self.names, &self.learner.schema, tables, &keys)?;
        let targets = self.names.find_all(&keys)?;
        let (learner, pool) = (&self.learner, self.threads.pool(threads)?);
        py.detach(|| run::predict(learner, tables, &targets, out, pool.as_deref(), &self.answering))
    }

    /// The row that is asked about, the only one of its call.
    fn asked(&self, x: &Bound<'_, PyAny>) -> PyResult<Encoded> {
        let (row, mut block) = (cells(x, &self.names, 0)?, Encoded::default());
        check(&row, &self.names, &self.learner.schema, 0, x.py())?;
        read_row(&Tree::values(&row, &[])?, &self.learner.schema, &mut block);
        Ok(block)
    }
}

#[pymethods]
impl Tree {
    #[new]
    pub(crate) fn new(settings: &Bound<'_, PyDict>) -> PyResult<Tree> {
        let learner = Learner::new(config(settings)?).map_err(PyValueError::new_err)?;
        let nominal: Option<Vec<Bound<'_, PyAny>>> = setting(settings, "nominal")?;
        let mut tree = Tree::with(settings.py(), learner, &nominal.unwrap_or_default())?;
        let classes: Option<Vec<Bound<'_, PyAny>>> = setting(settings, "classes")?;
        tree.declare_classes(settings.py(), classes.unwrap_or_default())?;
        Ok(tree)
    }

    /// Declares classes before they are seen, in the order given. If they, or the tree itself, do not fit, it is not to be
    /// used any more.
    fn declare_classes(&mut self, py: Python<'_>, labels: Vec<Bound<'_, PyAny>>) -> PyResult<()> {
        let categories = self.classes.labels(&labels, &self.learner.schema.classes, |_| true)?;
        for label in &categories {
            self.learner.schema.classes.learn(label, self.learner.rows);
        }
        self.learner.check_declared().map_err(|small| PyValueError::new_err(small.to_string()))?;
        let offered: Vec<_> = categories.into_iter().zip(labels).collect();
        self.classes.name(py, &self.learner.schema.classes, &offered, false)
    }

    fn learn_one(
        &mut self,
        x: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        w: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.learn_row(x, y, w)
    }

    fn predict_one<'py>(&self, x: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let block = self.asked(x)?;
        let mut answer = [0];
        self.learner.predict(&block.block(), Answers::Classes(&mut answer), None);
        Ok(self.classes.objects().get(answer[0] as usize).map(|label| label.bind(x.py()).clone()))
    }

    fn predict_proba_one<'py>(&self, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let block = self.asked(x)?;
        let mut shares = vec![0.0; self.classes.objects().len()];
        self.learner.predict(&block.block(), Answers::Shares(&mut shares), None);
        let answer = PyDict::new(x.py());
        for (label, share) in self.classes.objects().iter().zip(shares) {
            answer.set_item(label, share)?;
        }
        Ok(answer)
    }

    fn label_wanted(&self, x: &Bound<'_, PyAny>, tolerance: f64) -> PyResult<bool> {
        let block = self.asked(x)?;
        self.learner.wants_label(&block.block().row(0), tolerance).map_err(PyValueError::new_err)
    }

    fn explain_one<'py>(&self, x: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let block = self.asked(x)?;
        self.words().path(x.py(), &block.block().row(0))
    }

    fn learn_many(
        &mut self,
        table: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        w: Option<PyReadonlyArray1<'_, f64>>,
        threads: usize,
    ) -> PyResult<()> {
        self.learn_table(table, y, w, threads, Asked::Nothing).map(|_| ())
    }

    fn predict_then_learn_many<'py>(
        &mut self,
        table: &Bound<'py, PyAny>,
        y: &Bound<'py, PyAny>,
        w: Option<PyReadonlyArray1<'py, f64>>,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyList>)> {
        let told = self.learn_table(table, y, w, threads, Asked::Codes)?;
        Ok((room::indices(told.codes)?, self.classes(table.py())?))
    }

    fn predict_proba_then_learn_many<'py>(
        &mut self,
        table: &Bound<'py, PyAny>,
        y: &Bound<'py, PyAny>,
        w: Option<PyReadonlyArray1<'py, f64>>,
    ) -> PyResult<Answered<'py>> {
        let told = self.learn_table(table, y, w, 1, Asked::Shares)?;
        Ok((room::indices(told.codes)?, told.shares, self.classes(table.py())?))
    }

    fn predict_many<'py>(
        &self,
        table: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let py = table.py();
        let given = Given::new(table)?;
        let tables = given.tables(py)?;
        let answers = room::codes(py, tables.iter().map(Table::rows).sum())?;
        self.answer(&given, &tables, threads, Answers::Classes(answers.readwrite().as_slice_mut()?), py)?;
        room::indices(answers)
    }

    fn predict_proba_many<'py>(
        &self,
        table: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let py = table.py();
        let given = Given::new(table)?;
        let tables = given.tables(py)?;
        let rows = tables.iter().map(Table::rows).sum();
        let shares = room::shares(py, rows, self.classes.objects().len())?;
        self.answer(&given, &tables, threads, Answers::Shares(shares.readwrite().as_slice_mut()?), py)?;
        Ok(shares)
    }

    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.classes.objects())
    }

    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.names.list())
    }

    #[getter]
    fn by_position(&self) -> bool {
        self.names.by_position()
    }

    #[getter]
    fn kinds(&self) -> Vec<Option<&'static str>> {
        let word = |kind| if kind == riparian_core::schema::Kind::Numeric { "numeric" } else { "nominal" };
        self.learner.schema.columns.iter().map(|column| column.kind.map(word)).collect()
    }

    /// What each column holds (see the core).
    #[getter]
    fn holds(&self) -> Vec<Option<&'static str>> {
        self.learner.schema.columns.iter().map(Column::holds).collect()
    }

    #[getter]
    fn n_rows(&self) -> u64 {
        self.learner.rows
    }

    #[getter]
    fn n_nodes(&self) -> usize {
        self.learner.tree.shape.len()
    }

    #[getter]
    fn n_leaves(&self) -> usize {
        self.learner.tree.shape.leaf_count()
    }

    #[getter]
    fn n_provisional(&self) -> usize {
        self.learner.n_provisional()
    }

    #[getter]
    fn depth(&self) -> u32 {
        self.learner.tree.shape.depth()
    }

    /// Rows learned here, and how many of them in blocks.
    #[getter]
    fn rows_here(&self) -> u64 {
        self.learner.rows - self.came_with
    }

    #[getter]
    fn block_rows(&self) -> u64 {
        self.learner.block_rows
    }

    fn memory_bytes(&self) -> usize {
        self.learner.bytes()
    }

    fn memory_report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.words().memory(py)
    }

    /// What a leaf has observed of a numeric column, by its place; nothing if it does not observe it.
    fn summary(&self, node: u32, column: usize) -> Option<Summary> {
        let column = self.learner.schema.columns.get(column).filter(|it| it.kind == Some(Kind::Numeric))?;
        self.leaf(node)?.observed(column.slot?).map(Summary)
    }

    /// The cut that a leaf would make in a numeric column if it had to; nothing if none gains anything.
    fn best_cut(&self, node: u32, column: usize) -> Option<f64> {
        best_cut(self.leaf(node)?, &self.learner.config, &self.learner.schema, column as u32)
    }

    /// Weight that the majority class and naive Bayes of a leaf got right.
    fn correct(&self, node: u32) -> Option<(f64, f64)> {
        self.leaf(node).map(|leaf| (leaf.score.majority, leaf.score.bayes))
    }

    /// Bytes of the leaves, and how many numbers they hold.
    fn leaf_bytes(&self) -> (usize, usize) {
        self.learner.leaf_bytes()
    }

    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.words().nodes(py)
    }

    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        Ok(model::digest(&self.learner, &self.names.awaited(py)?))
    }

    /// The model as bytes, with other sections before it.
    fn to_bytes<'py>(&self, py: Python<'py>, others: Sections) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.bytes(py, &others)?;
        PyBytes::new_with(py, bytes.len(), |room| {
            room.copy_from_slice(&bytes);
            Ok(())
        })
    }

    /// The same as a file.
    fn save(&self, py: Python<'_>, path: PathBuf, others: Sections) -> PyResult<()> {
        self.write(py, path, &others)
    }

    /// Gives its place to another tree, unless it has learned another number of rows by now: whoever meant to learn with
    /// it is refused from now on, and no row is lost.
    fn give_way(&mut self, rows: u64) -> bool {
        self.replaced |= self.learner.rows == rows;
        self.replaced
    }

    /// The same tree once more.
    fn copy(&self, py: Python<'_>) -> PyResult<Tree> {
        room::ask(self.learner.bytes())?;
        self.again(py, self.learner.clone())
    }

    /// A copy for answers alone.
    fn snapshot(&self, py: Python<'_>) -> PyResult<Tree> {
        room::ask(self.learner.snapshot_bytes())?;
        self.again(py, py.detach(|| self.learner.snapshot()))
    }
}
