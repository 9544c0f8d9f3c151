//! Decision trees that grow beside the stream: the learner, without Python.
//!
//! The tree is a function of the stream alone: the same rows in the same order give the same tree, bit for bit, one
//! at a time or in blocks, on one thread or many. `docs/definition.md` says what is computed; one module per axis
//! says where.

pub mod attempt;
pub mod bytes;
pub mod candidates;
pub mod config;
pub mod counts;
pub mod criteria;
pub mod faithful;
pub mod growth;
pub mod lanes;
pub mod leaf;
pub mod learner;
pub mod math;
pub mod model;
pub mod names;
pub mod observers;
pub mod predictors;
pub mod rows;
pub mod rules;
pub mod schema;
pub mod streams;
pub mod threads;
pub mod tree;
pub mod upkeep;
