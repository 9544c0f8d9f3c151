//! Runs the core over whole tables, block by block, with the interpreter free to do other work and Ctrl-C honoured.

use pyo3::prelude::*;
use riparian_core::block::Block;
use riparian_core::encode::{Encoder, Lesson, Table, Values};
use riparian_core::learner::{Answers, Bench, Learner};
use std::ops::Range;
use std::time::{Duration, Instant};

/// Rows per block and thread. Bounds the scratch of a call: some 100 bytes a row and eight bytes a value.
const ROWS: usize = 8192;
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

/// Does `step` after `step` until it says that there are no more, on the pool if there is one. Only the calling thread hears of interrupts,
/// so the work comes back to it between stretches of a few blocks.
fn in_stretches(pool: Option<&rayon::ThreadPool>, mut step: impl FnMut() -> bool + Send) -> PyResult<()> {
    let mut stretch = || {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if !step() {
                return false;
            }
        }
        true
    };
    while match pool {
        Some(pool) => pool.install(&mut stretch),
        None => stretch(),
    } {
        Python::attach(|py| py.check_signals())?;
    }
    Ok(())
}

/// The rows of several tables, block after block: table, rows in it, and rows of the tables before.
fn blocks(tables: &[Table<'_>], rows: usize) -> impl Iterator<Item = (usize, Range<usize>, usize)> {
    let lengths: Vec<usize> = tables.iter().map(Table::rows).collect();
    let mut offset = 0;
    lengths.into_iter().enumerate().flat_map(move |(number, length)| {
        let before = offset;
        offset += length;
        (0..length).step_by(rows).map(move |start| (number, start..(start + rows).min(length), before))
    })
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
    let (mut block, mut bench) = (Block::default(), Bench::default());
    let mut encoders: Vec<Encoder<'_>> =
        tables.iter().map(|table| Encoder::new(table, targets.to_vec())).collect();
    let mut blocks = blocks(tables, ROWS * pool.map_or(1, rayon::ThreadPool::current_num_threads));
    in_stretches(pool, || {
        let Some((table, range, offset)) = blocks.next() else { return false };
        let lesson = Lesson { classes: learning.classes, weights: learning.weights, offset };
        let answers = match learning.answers.len() {
            0 => &mut [][..],
            _ => &mut learning.answers[offset + range.start..offset + range.end],
        };
        encoders[table].learn(range, &lesson, learner.rows, &mut learner.schema, &mut block, pool);
        learner.learn(&block, answers, pool, &mut bench);
        true
    })
}

/// Answers tables one after the other.
pub fn predict(
    learner: &Learner,
    tables: &[Table<'_>],
    targets: &[Option<usize>],
    mut answers: Answers<'_>,
    pool: Option<&rayon::ThreadPool>,
) -> PyResult<()> {
    let mut block = Block::default();
    let classes = learner.schema.classes.len();
    let mut encoders: Vec<Encoder<'_>> =
        tables.iter().map(|table| Encoder::new(table, targets.to_vec())).collect();
    let mut blocks = blocks(tables, ROWS * pool.map_or(1, rayon::ThreadPool::current_num_threads));
    in_stretches(pool, || {
        let Some((table, range, offset)) = blocks.next() else { return false };
        let rows = offset + range.start..offset + range.end;
        encoders[table].read(range, &learner.schema, &mut block, pool);
        let part = match &mut answers {
            Answers::Classes(out) => Answers::Classes(&mut out[rows]),
            Answers::Shares(out) => Answers::Shares(&mut out[rows.start * classes..rows.end * classes]),
        };
        learner.predict(&block, part, pool);
        true
    })
}
