//! Runs the core over whole tables, block by block, with the interpreter free to do other work and Ctrl-C honoured.

use crate::room;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use riparian_core::attempt::Ask;
use riparian_core::learner::{Answers, Bench, Course, Learner};
use riparian_core::rows::Encoded;
use riparian_core::rows::encode::{Encoder, Labelling, Series, Table};
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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
/// Values times classes of a block that is asked, at the most.
const ASKED: usize = 1 << 24;
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

/// The most threads that are started on a machine with no more cores than this. Further threads would take time to start
/// and do nothing.
const THREADS: usize = 16;

impl Threads {
    pub fn pool(&self, threads: usize) -> PyResult<Option<Arc<rayon::ThreadPool>>> {
        if threads < 2 {
            return Ok(None);
        }
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = threads.min(cores.max(THREADS));
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

/// What comes after a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Another one.
    Step,
    /// Another one, on the calling thread: it takes long, and asks whether to go on.
    Alone,
    /// Nothing.
    Nothing,
}

/// Does `step` after `step` until it says that there are no more, on the pool if there is one. Only the calling
/// thread can check for interrupts, so the work comes back to it between stretches of a few steps.
fn in_stretches<'p>(
    pool: Option<&'p rayon::ThreadPool>,
    mut step: impl FnMut(Option<&'p rayon::ThreadPool>) -> Next + Send,
) -> PyResult<()> {
    let mut stretch = |pool| {
        let started = Instant::now();
        let mut next = Next::Step;
        while next == Next::Step && started.elapsed() < PATIENCE {
            next = step(pool);
        }
        next
    };
    let mut next = Next::Step;
    while next != Next::Nothing {
        next = match pool.filter(|_| next == Next::Step) {
            Some(pool) => pool.install(|| stretch(Some(pool))),
            None => stretch(None),
        };
        if next != Next::Nothing {
            Python::attach(|py| py.check_signals())?;
        }
    }
    Ok(())
}

/// Rows that a block may have, so that it does not take long; kept from one call to the next. 0 before the first block.
#[derive(Default)]
pub struct Pace(AtomicUsize);

/// The rows of several tables, block after block. One that took long is followed by a shorter one.
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

    /// The next block, or `None` once all rows have been taken.
    fn next(&mut self) -> Option<Stretch> {
        while self.lengths.get(self.table).is_some_and(|length| self.start >= *length) {
            self.offset += self.lengths[self.table];
            (self.table, self.start) = (self.table + 1, 0);
        }
        let length = *self.lengths.get(self.table)?;
        let rows = self.pace.0.load(Ordering::Relaxed).min(self.most);
        let end = (self.start + rows).min(length);
        let stretch = Stretch { table: self.table, rows: self.start..end, most: rows, offset: self.offset };
        self.start = end;
        Some(stretch)
    }

    /// Tells how long a block took.
    fn took(&self, block: &Stretch, took: Duration) {
        let (rows, full) = (block.most, block.rows.len() == block.most);
        let next = match took {
            took if took > 2 * PATIENCE => (rows / 2).max(LEAST),
            // A short rest of a table says nothing about a full block.
            took if took < PATIENCE / 2 && full => rows.saturating_mul(2),
            _ => rows,
        };
        self.pace.0.store(next, Ordering::Relaxed);
    }
}

/// Some rows of a table.
struct Stretch {
    table: usize,
    rows: Range<usize>,
    /// The length of a full block.
    most: usize,
    /// Rows of the tables before.
    offset: usize,
}

impl Stretch {
    /// The rows among those of all tables.
    fn among_all(&self) -> Range<usize> {
        self.offset + self.rows.start..self.offset + self.rows.end
    }
}

/// A block that is being learned.
struct InHand {
    stretch: Stretch,
    course: Course,
    took: Duration,
}

/// What is learned from a table: class labels, weights, and the buffers that receive the answers and the probabilities
/// given before learning (an empty buffer means that none are wanted). The probabilities of a row have room for all
/// classes that there will be, and are 0 at first.
pub struct Learning<'a> {
    pub classes: &'a Series<'a>,
    pub weights: Option<&'a [f64]>,
    pub answers: &'a mut [u32],
    pub shares: &'a mut [f64],
}

/// Learns tables one after the other, piece after piece; an interrupt leaves the tree as it was after some row, and a
/// refusal as it was.
pub fn learn(
    learner: &mut Learner,
    tables: &[Table<'_>],
    targets: &[Option<usize>],
    learning: Learning<'_>,
    pool: Option<&rayon::ThreadPool>,
    pace: &Pace,
) -> PyResult<()> {
    let interrupt: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let (mut block, mut bench) = (Encoded::default(), Bench::asking(hear(&interrupt)));
    let mut encoders: Vec<Encoder<'_>> =
        tables.iter().map(|table| Encoder::new(table, targets.to_vec())).collect();
    let mut blocks = Blocks::new(tables, learner.config.upkeep.budget(), pool, pace);
    let room = learning.shares.len() / tables.iter().map(Table::rows).sum::<usize>().max(1);
    let mut outcome = Ok(());
    let lesson = Labelling { classes: learning.classes, weights: learning.weights, offset: 0 };
    let rows = tables.iter().map(Table::rows).sum();
    let way_back = match learner.may_refuse(targets, &lesson, rows) {
        true => {
            room::ask(learner.bytes())?;
            Some(learner.clone())
        }
        false => None,
    };
    let mut in_hand: Option<InHand> = None;
    let interrupted = in_stretches(pool, |pool| {
        let started = Instant::now();
        let mut now = match in_hand.take() {
            Some(now) => now,
            None => {
                let Some(stretch) = blocks.next() else { return Next::Nothing };
                let Stretch { table, rows, offset, .. } = &stretch;
                let lesson =
                    Labelling { classes: learning.classes, weights: learning.weights, offset: *offset };
                let (known, schema) = (learner.rows, &mut learner.schema);
                encoders[*table].learn(rows.clone(), &lesson, known, schema, &mut block, pool);
                InHand { stretch, course: Course::default(), took: Duration::ZERO }
            }
        };
        let rows = now.stretch.among_all();
        let first = rows.start as u64;
        let shares = &mut learning.shares[rows.start * room..rows.end * room];
        let answers = if learning.answers.is_empty() { &mut [] } else { &mut learning.answers[rows] };
        let course = &mut now.course;
        let learned = if shares.is_empty() {
            learner.learn_some(&block.block(), course, answers, pool, &mut bench)
        } else {
            learner.learn_some_with_shares(&block.block(), course, answers, shares, &mut bench)
        };
        outcome = learned.map_err(|small| small.after(first));
        now.took += started.elapsed();
        if outcome.is_err() || now.course.is_stopped() {
            return Next::Nothing;
        }
        if now.course.is_done() {
            blocks.took(&now.stretch, now.took);
            return Next::Step;
        }
        let next = if now.course.is_alone() { Next::Alone } else { Next::Step };
        in_hand = Some(now);
        next
    });
    let heard = interrupt.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(interrupt) = heard.or(interrupted.err()) {
        learner.leave_off();
        return Err(interrupt);
    }
    outcome.map_err(|exhausted| {
        way_back.into_iter().for_each(|before| *learner = before);
        PyValueError::new_err(exhausted.to_string())
    })
}

/// Asks for interrupts in the middle of a row that takes long; what came is kept.
fn hear(interrupt: &Arc<Mutex<Option<PyErr>>>) -> Ask {
    let interrupt = Arc::clone(interrupt);
    Arc::new(move || {
        let Err(came) = Python::attach(|py| py.check_signals()) else { return true };
        *interrupt.lock().unwrap_or_else(PoisonError::into_inner) = Some(came);
        false
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
    let mut block = Encoded::default();
    let classes = learner.schema.classes.len();
    let mut encoders: Vec<Encoder<'_>> =
        tables.iter().map(|table| Encoder::new(table, targets.to_vec())).collect();
    let mut blocks = Blocks::new(tables, learner.config.upkeep.budget(), pool, pace);
    // A row may be asked of every class.
    blocks.most = blocks.most.min((ASKED / (widest(tables) * classes.max(1))).max(1));
    in_stretches(pool, |pool| {
        let started = Instant::now();
        let Some(stretch) = blocks.next() else { return Next::Nothing };
        let rows = stretch.among_all();
        encoders[stretch.table].read(stretch.rows.clone(), &learner.schema, &mut block, pool);
        let part = match &mut answers {
            Answers::Classes(out) => Answers::Classes(&mut out[rows]),
            Answers::Shares(out) => Answers::Shares(&mut out[rows.start * classes..rows.end * classes]),
        };
        learner.predict(&block.block(), part, pool);
        blocks.took(&stretch, started.elapsed());
        Next::Step
    })
}
