//! Bytes as they come, read as a model; whatever loads is used.

#![no_main]

#[path = "../../tests/hostile/usage.rs"]
mod usage;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    if let Ok(learner) = usage::read(file) {
        usage::exercise(learner);
    }
});
