//! Threads to work with, and how work is dealt out to them.

use rayon::prelude::*;

/// Threads to work with; none means the caller's own.
pub type Pool<'a> = Option<&'a rayon::ThreadPool>;

/// Rows that one task takes.
pub const STRETCH: usize = 1024;

/// Calls `work(number, stretch)` for every stretch of a list, on the threads there are.
pub fn in_stretches<T: Send>(
    list: &mut [T],
    size: usize,
    pool: Pool<'_>,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    match pool {
        Some(pool) => {
            pool.install(|| list.par_chunks_mut(size).enumerate().for_each(|(n, part)| work(n, part)));
        }
        None => list.chunks_mut(size).enumerate().for_each(|(n, part)| work(n, part)),
    }
}
