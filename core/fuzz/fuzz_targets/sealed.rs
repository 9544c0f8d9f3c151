//! Bytes as sections, whose lengths and checksums are made right: what they hold is all that can be wrong.

#![no_main]

#[path = "../../tests/hostile/anatomy.rs"]
mod anatomy;
#[path = "../../tests/hostile/usage.rs"]
mod usage;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    if let Ok(learner) = usage::read(&anatomy::sealed(&anatomy::sections(file))) {
        usage::exercise(learner);
    }
});
