//! Counts what a piece of work takes from the heap: for tests.
//!
//! A test names [`Counting`] as its allocator. Counts are kept by thread, so that tests beside each other do not mix.
//! Rust has no allocator without `unsafe`, and the learner none with it: that is why this is a crate of its own.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The allocator of the system, counted.
pub struct Counting;

/// One piece of more than this is refused: the process ends, and says at which of its pieces of work.
const LARGEST: usize = 1 << 30;

/// What a piece of work took.
#[derive(Clone, Copy, Default, Debug)]
pub struct Taken {
    /// The most bytes that it held at once.
    pub most: usize,
    /// The bytes of everything that it asked for, given back or not.
    pub all: usize,
}

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
    static ALL: Cell<usize> = const { Cell::new(0) };
    static WORK: Cell<u64> = const { Cell::new(0) };
}

fn take(bytes: usize) {
    // A thread that ends may give back what it held after its counts are gone.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes as isize);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
    let _ = ALL.try_with(|all| all.set(all.get() + bytes));
}

fn give(bytes: usize) {
    let _ = HELD.try_with(|held| held.set(held.get() - bytes as isize));
}

fn is_too_large(bytes: usize) -> bool {
    if bytes > LARGEST {
        eprintln!("{bytes} bytes asked for in one piece, at number {}", WORK.get());
    }
    bytes > LARGEST
}

// SAFETY: every request goes to the allocator of the system as it came, or is refused with a null pointer.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_too_large(layout.size()) {
            return std::ptr::null_mut();
        }
        take(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        give(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_too_large(layout.size()) {
            return std::ptr::null_mut();
        }
        take(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if is_too_large(size) {
            return std::ptr::null_mut();
        }
        // For a moment both pieces may be there.
        take(size);
        give(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Does a piece of work, and tells what it took; `number` is named if that is too much.
pub fn watched<T>(number: u64, work: impl FnOnce() -> T) -> (T, Taken) {
    WORK.set(number);
    let (held, all) = (HELD.get(), ALL.get());
    MOST.set(held);
    let done = work();
    (done, Taken { most: (MOST.get() - held) as usize, all: ALL.get() - all })
}
