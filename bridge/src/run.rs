//! Runs the core over whole tables, block by block, with the interpreter free to do other work and Ctrl-C honoured.

use pyo3::prelude::*;
use riparian_core::block::Block;
use riparian_core::encode::{Encoder, Lesson, Table, Values};
use riparian_core::learner::{Answers, Bench, Learner};
use std::time::{Duration, Instant};

/// Rows per block and thread. Bounds the scratch of a call: some 200 bytes a row and eight bytes a value.
const ROWS: usize = 4096;
/// How long the interpreter may wait to hear of an interrupt.
const PATIENCE: Duration = Duration::from_millis(50);

/// Threads for a call, kept from one call to the next.
#[derive(Default)]
pub struct Threads(Option<(usize, rayon::ThreadPool)>);

impl Threads {
    pub fn pool(&mut self, threads: usize) -> Option<&rayon::ThreadPool> {
        if threads < 2 {
            return None;
        }
        if self.0.as_ref().is_none_or(|(count, _)| *count != threads) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
            self.0 = Some((threads, pool));
        }
        self.0.as_ref().map(|(_, pool)| pool)
    }
}

/// Watches for interrupts without holding the interpreter.
struct Watch(Instant);

impl Watch {
    fn look(&mut self) -> PyResult<()> {
        if self.0.elapsed() > PATIENCE {
            self.0 = Instant::now();
            Python::attach(|py| py.check_signals())?;
        }
        Ok(())
    }
}

/// What is learned of a table: class labels, weights, and where the answers go that are given before learning.
pub struct Learning<'a> {
    pub classes: &'a Values<'a>,
    pub weights: Option<&'a [f64]>,
    pub answers: &'a mut [u32],
}

/// Learns tables one after the other; an interrupt leaves the tree as it was after some row.
pub fn learn(
    learner: &mut Learner,
    tables: &[Table<'_>],
    targets: &[Option<usize>],
    learning: Learning<'_>,
    pool: Option<&rayon::ThreadPool>,
) -> PyResult<()> {
    let (mut block, mut bench, mut watch) = (Block::default(), Bench::default(), Watch(Instant::now()));
    let step = ROWS * pool.map_or(1, rayon::ThreadPool::current_num_threads);
    let mut offset = 0;
    for table in tables {
        let mut encoder = Encoder::new(table, targets.to_vec());
        let lesson = Lesson { classes: learning.classes, weights: learning.weights, offset };
        for start in (0..table.rows()).step_by(step) {
            let range = start..(start + step).min(table.rows());
            let answers = match learning.answers.len() {
                0 => &mut [][..],
                _ => &mut learning.answers[offset + range.start..offset + range.end],
            };
            encoder.learn(range, &lesson, learner.rows, &mut learner.schema, &mut block);
            learner.learn(&block, answers, pool, &mut bench);
            watch.look()?;
        }
        offset += table.rows();
    }
    Ok(())
}

/// Answers tables one after the other.
pub fn predict(
    learner: &Learner,
    tables: &[Table<'_>],
    targets: &[Option<usize>],
    mut answers: Answers<'_>,
    pool: Option<&rayon::ThreadPool>,
) -> PyResult<()> {
    let (mut block, mut watch) = (Block::default(), Watch(Instant::now()));
    let classes = learner.schema.classes.len();
    let step = ROWS * pool.map_or(1, rayon::ThreadPool::current_num_threads);
    let mut offset = 0;
    for table in tables {
        let mut encoder = Encoder::new(table, targets.to_vec());
        for start in (0..table.rows()).step_by(step) {
            let range = start..(start + step).min(table.rows());
            let rows = offset + range.start..offset + range.end;
            encoder.read(range, &learner.schema, &mut block);
            let part = match &mut answers {
                Answers::Classes(out) => Answers::Classes(&mut out[rows]),
                Answers::Shares(out) => Answers::Shares(&mut out[rows.start * classes..rows.end * classes]),
            };
            learner.predict(&block, part, pool);
            watch.look()?;
        }
        offset += table.rows();
    }
    Ok(())
}
