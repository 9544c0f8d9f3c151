//! What it costs an observer to take in a value, and to forget the oldest: one column, no tree, no Python.
//!
//! Argument: the file of rows, of which the first column counts. Each line "observer held repeats" on the input is
//! answered by one line of JSON: nanoseconds per value taken in from nothing up to `held` values, and per value taken in
//! and per value forgotten while the last `held` values are kept; of each the best of the repeats. Then the bytes that it
//! holds, and the nanoseconds of a single read somewhere in as much memory.

use riparian_core::observers::{Alone, Observer};
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;

/// Values that are taken in, and then forgotten, between two looks at the clock.
const BATCH: usize = 1000;

/// The least number of values that a repeat takes in from nothing: shorter runs are made several times.
const LEAST: usize = 100_000;

/// Batches of a window in one repeat; there are more repeats of these, since they are short.
const BATCHES: usize = 20;
const MORE_REPEATS: usize = 5;

/// Reads in a row that are timed.
const READS: usize = 1_000_000;

struct Column {
    values: Vec<f64>,
    classes: Vec<u32>,
    weights: Vec<f64>,
    known: usize,
}

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).expect("usage: updates FILE");
    let column = read(&std::fs::read(path)?);
    let mut output = io::stdout();
    writeln!(output, "{{\"ready\": true}}")?;
    output.flush()?;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let [observer, held, repeats] = words[..] else { panic!("three words, got {line}") };
        let observer = Observer::parse(observer).expect("an observer");
        let (held, repeats) = (held.parse().expect("a number"), repeats.parse().expect("a number"));
        let from_nothing = from_nothing(&column, observer, held, repeats);
        let ([insert, forget], bytes) = sliding(&column, observer, held, repeats);
        let read = one_read(bytes);
        writeln!(
            output,
            "{{\"from_nothing\": {from_nothing:.3}, \"insert\": {insert:.3}, \"forget\": {forget:.3}, \
             \"bytes\": {bytes}, \"read\": {read:.3}}}"
        )?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a file of rows: see `benchmarks/exchange.py`.
fn read(bytes: &[u8]) -> Column {
    let whole =
        |at: usize| i32::from_le_bytes(bytes[4 * at..4 * at + 4].try_into().expect("four bytes")) as usize;
    let (rows, columns, known) = (whole(0), whole(1), whole(2));
    let start = 4 * (3 + columns);
    let labels = start + 8 * rows * columns;
    let number = |at: usize| f64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    Column {
        values: (0..rows).map(|row| number(start + 8 * row * columns)).collect(),
        classes: (0..rows).map(|row| whole(labels / 4 + row) as u32).collect(),
        weights: vec![1.0; rows],
        known,
    }
}

impl Column {
    fn tell(&self, observer: &mut Alone, rows: std::ops::Range<usize>) {
        observer.observe(&self.values[rows.clone()], &self.classes[rows.clone()], &self.weights[rows]);
    }
}

fn from_nothing(column: &Column, observer: Observer, held: usize, repeats: usize) -> f64 {
    let times = LEAST.div_ceil(held);
    let mut best = f64::INFINITY;
    for _ in 0..repeats {
        let start = Instant::now();
        for _ in 0..times {
            let mut fresh = Alone::new(observer, column.known);
            column.tell(&mut fresh, 0..held);
            black_box(&fresh);
        }
        best = best.min(1e9 * start.elapsed().as_secs_f64() / (times * held) as f64);
    }
    best
}

/// Forgetting is asked for value by value, as a tree does; the batch is only between two looks at the clock.
fn sliding(column: &Column, observer: Observer, held: usize, repeats: usize) -> ([f64; 2], usize) {
    let mut window = Alone::new(observer, column.known);
    column.tell(&mut window, 0..held);
    let batch = BATCH.min(held);
    let (mut oldest, mut best) = (0, [f64::INFINITY; 2]);
    for _ in 0..MORE_REPEATS * repeats {
        let mut spent = [0.0; 2];
        for _ in 0..BATCHES {
            // Behind the end the rows begin again; what is held is always the last rows.
            if oldest + held + batch > column.values.len() {
                window = Alone::new(observer, column.known);
                column.tell(&mut window, 0..held);
                oldest = 0;
            }
            let start = Instant::now();
            column.tell(&mut window, oldest + held..oldest + held + batch);
            let middle = Instant::now();
            for row in oldest..oldest + batch {
                let known = window.forget(column.values[row], column.classes[row] as usize, 1.0);
                assert!(known, "row {row} was held");
            }
            spent[0] += (middle - start).as_secs_f64();
            spent[1] += middle.elapsed().as_secs_f64();
            oldest += batch;
        }
        let each = spent.map(|seconds| 1e9 * seconds / (BATCHES * batch) as f64);
        best = [best[0].min(each[0]), best[1].min(each[1])];
    }
    (best, window.bytes())
}

/// Nanoseconds that a read takes which must be there before the next one is known, all over so many bytes.
fn one_read(bytes: usize) -> f64 {
    const LINE: usize = 16;
    let lines = (bytes / 64).max(2);
    // Each line names the next one; all of them are one ring, in a random order.
    let (mut ring, mut state) = (vec![0u32; lines * LINE], 1u64);
    (0..lines).for_each(|at| ring[at * LINE] = at as u32);
    for at in (1..lines).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let other = (state >> 33) as usize % at;
        ring.swap(at * LINE, other * LINE);
    }
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let (mut at, start) = (0, Instant::now());
        for _ in 0..READS {
            at = ring[at as usize * LINE];
        }
        black_box(at);
        best = best.min(1e9 * start.elapsed().as_secs_f64() / READS as f64);
    }
    best
}
