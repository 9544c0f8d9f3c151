//! Runs the core over whole tables, block by block, with the interpreter free to do other work and Ctrl-C honoured.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use riparian_core::block::Block;
use riparian_core::encode::{Encoder, Lesson, Table, Values};
use riparian_core::learner::{Answers, Bench, Learner};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Rows per block and thread at the most.
const ROWS: usize = 8192;
/// Values per block and thread at the most (but 16 rows at the least). Bounds the scratch of a call: 8 MiB of values,
/// and 128 bytes a row.
const VALUES: usize = 1 << 20;
/// Values of a tree's first block: how long one takes is not known before.
const FIRST_VALUES: usize = 1 << 15;
/// Rows of a block at the least.
const LEAST: usize = 16;
/// What a row of a block takes beside its values, at the most.
const ROW_BYTES: usize = 128;
/// How long the interpreter may wait to hear of an interrupt.
const PATIENCE: Duration = Duration::from_millis(50);

/// Threads for a call, kept from one call to the next.
#[derive(Default)]
pub struct Threads(Mutex<Option<Kept>>);

struct Kept {
    threads: usize,
    process: u32,
    pool: Arc<rayon::ThreadPool>,
}

impl Threads {
    pub fn pool(&self, threads: usize) -> PyResult<Option<Arc<rayon::ThreadPool>>> {
        if threads < 2 {
            return Ok(None);
        }
        let process = std::process::id();
        let mut kept = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(found) = kept.as_ref().filter(|kept| kept.threads == threads && kept.process == process) {
            return Ok(Some(Arc::clone(&found.pool)));
        }
        // The threads of a pool do not follow a process into its fork; what is left of it there must not be touched.
        if let Some(stale) = kept.take().filter(|kept| kept.process != process) {
            std::mem::forget(stale);
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = Arc::new(pool.map_err(|error| {
            PyRuntimeError::new_err(format!(
                "cannot start {threads} threads: {error}; use fewer (threads=1 needs none)"
            ))
        })?);
        *kept = Some(Kept { threads, process, pool: Arc::clone(&pool) });
        Ok(Some(pool))
    }
}

/// Rows per block at the most for tables of this width. Scratch must not outgrow the tree that it is for: under a
/// budget a block takes no more than twice the budget (but 16 rows at the least), whatever the number of threads.
fn block_rows(tables: &[Table<'_>], budget: Option<usize>, pool: Option<&rayon::ThreadPool>) -> usize {
    let width = widest(tables);
    let most = (VALUES / width).clamp(LEAST, ROWS) * pool.map_or(1, rayon::ThreadPool::current_num_threads);
    let affordable = |limit: usize| 2 * limit / (size_of::<f64>() * width + ROW_BYTES);
    budget.map_or(most, |limit| affordable(limit).clamp(LEAST, most))
}

fn widest(tables: &[Table<'_>]) -> usize {
    tables.iter().map(Table::width).max().unwrap_or(0).max(1)
}

/// Does `step` after `step` until it says that there are no more, on the pool if there is one. Only the calling
/// thread hears of interrupts, so the work comes back to it between stretches of a few blocks.
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

/// Rows that a block may have, so that it does not take long; kept from one call to the next. 0 before the first block.
#[derive(Default)]
pub struct Pace(AtomicUsize);

/// The rows of several tables, block after block. A block cannot be interrupted: one that took long is followed by a
/// shorter one.
struct Blocks<'a> {
    pace: &'a Pace,
    lengths: Vec<usize>,
    table: usize,
    start: usize,
    /// Rows of the tables before this one.
    offset: usize,
    most: usize,
}

impl Blocks<'_> {
    fn new<'a>(
        tables: &[Table<'_>],
        budget: Option<usize>,
        pool: Option<&rayon::ThreadPool>,
        pace: &'a Pace,
    ) -> Blocks<'a> {
        let lengths = tables.iter().map(Table::rows).collect();
        let first = (FIRST_VALUES / widest(tables)).clamp(LEAST, ROWS);
        // A pace that is known already stays.
        let _ = pace.0.compare_exchange(0, first, Ordering::Relaxed, Ordering::Relaxed);
        Blocks { pace, lengths, table: 0, start: 0, offset: 0, most: block_rows(tables, budget, pool) }
    }

    /// Calls `work(table, rows in it, rows of the tables before)` for the next block; false if there is none.
    fn next(&mut self, work: impl FnOnce(usize, Range<usize>, usize)) -> bool {
        while self.lengths.get(self.table).is_some_and(|length| self.start >= *length) {
            self.offset += self.lengths[self.table];
            (self.table, self.start) = (self.table + 1, 0);
        }
        let Some(length) = self.lengths.get(self.table) else { return false };
        let rows = self.pace.0.load(Ordering::Relaxed).min(self.most);
        let end = (self.start + rows).min(*length);
        let started = Instant::now();
        work(self.table, self.start..end, self.offset);
        let full = end - self.start == rows;
        self.start = end;
        let next = match started.elapsed() {
            took if took > 2 * PATIENCE => (rows / 2).max(LEAST),
            // A short rest of a table says nothing about a full block.
            took if took < PATIENCE / 2 && full => rows.saturating_mul(2),
            _ => rows,
        };
        self.pace.0.store(next, Ordering::Relaxed);
        true
    }
}

/// What is learned of a table: class labels, weights, and where the answers and the probabilities go that are given
/// before learning (none are wanted if these are empty). The probabilities of a row have room for all classes that
/// there will be, and are 0 as they come.
pub struct Learning<'a> {
    pub classes: &'a Values<'a>,
    pub weights: Option<&'a [f64]>,
    pub answers: &'a mut [u32],
    pub shares: &'a mut [f64],
}

/// Learns tables one after the other; an interrupt leaves the tree as it was after some row, and a refusal as it was.
pub fn learn(
    learner: &mut Learner,
    tables: &[Table<'_>],
    targets: &[Option<usize>],
    learning: Learning<'_>,
    pool: Option<&rayon::ThreadPool>,
    pace: &Pace,
) -> PyResult<()> {
    let (mut block, mut bench) = (Block::default(), Bench::default());
    let mut encoders: Vec<Encoder<'_>> =
        tables.iter().map(|table| Encoder::new(table, targets.to_vec())).collect();
    let mut blocks = Blocks::new(tables, learner.config.budget, pool, pace);
    let room = learning.shares.len() / tables.iter().map(Table::rows).sum::<usize>().max(1);
    let mut outcome = Ok(());
    let lesson = Lesson { classes: learning.classes, weights: learning.weights, offset: 0 };
    let rows = tables.iter().map(Table::rows).sum();
    let way_back = learner.may_refuse(targets, &lesson, rows).then(|| learner.clone());
    in_stretches(pool, || {
        let more = blocks.next(|table, range, offset| {
            let first = (offset + range.start) as u64;
            let lesson = Lesson { classes: learning.classes, weights: learning.weights, offset };
            let rows = offset + range.start..offset + range.end;
            encoders[table].learn(range, &lesson, learner.rows, &mut learner.schema, &mut block, pool);
            let shares = &mut learning.shares[rows.start * room..rows.end * room];
            let answers = if learning.answers.is_empty() { &mut [] } else { &mut learning.answers[rows] };
            let learned = if shares.is_empty() {
                learner.learn(&block, answers, pool, &mut bench)
            } else {
                learner.learn_with_shares(&block, answers, shares, &mut bench)
            };
            outcome = learned.map_err(|small| small.after(first));
        });
        more && outcome.is_ok()
    })?;
    outcome.map_err(|exhausted| {
        way_back.into_iter().for_each(|before| *learner = before);
        PyValueError::new_err(exhausted.to_string())
    })
}

/// Answers tables one after the other.
pub fn predict(
    learner: &Learner,
    tables: &[Table<'_>],
    targets: &[Option<usize>],
    mut answers: Answers<'_>,
    pool: Option<&rayon::ThreadPool>,
    pace: &Pace,
) -> PyResult<()> {
    let mut block = Block::default();
    let classes = learner.schema.classes.len();
    let mut encoders: Vec<Encoder<'_>> =
        tables.iter().map(|table| Encoder::new(table, targets.to_vec())).collect();
    let mut blocks = Blocks::new(tables, learner.config.budget, pool, pace);
    in_stretches(pool, || {
        blocks.next(|table, range, offset| {
            let rows = offset + range.start..offset + range.end;
            encoders[table].read(range, &learner.schema, &mut block, pool);
            let part = match &mut answers {
                Answers::Classes(out) => Answers::Classes(&mut out[rows]),
                Answers::Shares(out) => Answers::Shares(&mut out[rows.start * classes..rows.end * classes]),
            };
            learner.predict(&block, part, pool);
        })
    })
}
