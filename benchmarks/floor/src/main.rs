//! The floor under a streaming tree: route each row and update its leaf, nothing else.
//!
//! Argument: the file of rows. Each line "depth leaves" on the input asks for one pass over all rows and is answered by
//! one line of JSON. The tree is complete and binary; its `2^depth` leaves are mapped to `leaves` blocks of statistics,
//! so that the memory touched is that of the learned tree.

mod leaves;
mod prefetch;
mod rows;
mod tree;

use leaves::Leaves;
use rows::Rows;
use std::io::{self, BufRead, Write};
use std::time::Instant;
use tree::{Tree, TOGETHER};

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).expect("usage: floor FILE");
    let rows = Rows::read(&path)?;
    let mut output = io::stdout();
    writeln!(output, "{{\"ready\": true}}")?;
    output.flush()?;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace().map(|word| word.parse::<usize>().expect("two whole numbers"));
        let (depth, leaves) = (words.next().expect("the depth"), words.next().expect("the number of leaves"));
        let (seconds, checksum) = pass(&rows, depth as u32, leaves);
        writeln!(
            output,
            "{{\"seconds\": {seconds:.9}, \"rows\": {}, \"checksum\": {checksum}}}",
            rows.len()
        )?;
        output.flush()?;
    }
    Ok(())
}

fn pass(rows: &Rows, depth: u32, blocks: usize) -> (f64, f64) {
    let tree = Tree::random(rows, depth);
    let mut leaves = Leaves::new(rows, blocks);
    leaves.clear();
    // A tree with many-way tests has more leaves than 2^depth: the row number tells apart those at one place.
    let bits = blocks.next_power_of_two().trailing_zeros().max(depth);
    let apart = (1 << (bits - depth)) - 1;
    let group_values = TOGETHER * rows.columns;
    let mut reached = [0; TOGETHER];
    let start = Instant::now();
    let groups = rows.values.chunks_exact(group_values).zip(rows.labels.chunks_exact(TOGETHER));
    for (group, (values, labels)) in groups.enumerate() {
        prefetch::rows_ahead(&rows.values, (group + prefetch::GROUPS) * group_values, group_values);
        tree.route(values, rows.columns, &mut reached);
        for (lane, (row, &label)) in values.chunks_exact(rows.columns).zip(labels).enumerate() {
            let place = (reached[lane] << (bits - depth)) | ((group * TOGETHER + lane) & apart);
            leaves.observe((place * blocks) >> bits, label as usize, row);
        }
    }
    (start.elapsed().as_secs_f64(), leaves.checksum())
}
