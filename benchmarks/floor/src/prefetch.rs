//! Asks the cache for rows before they are routed.
//! Routing jumps about in its rows, so the processor's own prefetchers do not see that the rows come in order; on rows
//! of 20 columns that costs a third of the time. The only `unsafe` here: the hint has no effect on any value.

/// Groups of rows between asking and routing.
pub const GROUPS: usize = 4;
/// Numbers in a cache line.
const LINE: usize = 8;

#[inline]
#[allow(unsafe_code)]
pub fn rows_ahead(values: &[f64], start: usize, count: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(next) = values.get(start..start + count) {
        use std::arch::x86_64::{_mm_prefetch, _MM_HINT_T0};
        for value in next.iter().step_by(LINE) {
            // SAFETY: the address lies inside a live slice, and SSE is part of every x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (values, start, count, LINE);
}
