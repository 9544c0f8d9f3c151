//! What is done to model files, and what is asked of whatever loads. Shared with `core/fuzz`.

pub mod anatomy;
pub mod mutate;
pub mod usage;
