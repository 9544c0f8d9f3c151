//! Streams that are made up: generators with a seed, a row at a time. They know nothing of trees that learn.
//!
//! Where MOA has a generator of the same name, the same seeds and settings give the same rows, value for value, its
//! quirks included: numbers are drawn from Java's generator in MOA's order. The rows that MOA makes are recorded by
//! tools/moa and compared in tests/streams.

pub mod agrawal;
mod balance;
pub mod catalogue;
pub mod clusters;
pub mod derosa_tree;
pub mod drift;
pub mod hyperplane;
mod java;
pub mod led;
pub mod mirkhan_tree;
pub mod mixed;
pub mod noise;
pub mod place;
pub mod random_tree;
pub mod rbf;
pub mod sea;
pub mod settings;
pub mod sine;
pub mod stagger;
pub mod waveform;

pub use agrawal::Agrawal;
pub use clusters::Clusters;
pub use derosa_tree::DerosaTree;
pub use drift::Drift;
pub use hyperplane::Hyperplane;
pub use java::JavaRandom;
pub use led::Led;
pub use mirkhan_tree::MirkhanTree;
pub use mixed::Mixed;
pub use noise::Noise;
pub use place::Walk;
pub use random_tree::RandomTree;
pub use rbf::Rbf;
pub use sea::Sea;
pub use sine::Sine;
pub use stagger::Stagger;
pub use waveform::Waveform;

/// One column of a stream: its name, and its values if it is nominal.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The name.
    pub name: String,
    /// The values of a nominal column; a row holds their places. Empty for a numeric column.
    pub values: Vec<String>,
}

impl Column {
    /// A numeric column.
    pub fn numeric(name: impl Into<String>) -> Column {
        Column { name: name.into(), values: Vec::new() }
    }

    /// A nominal column.
    pub fn nominal(name: impl Into<String>, values: impl IntoIterator<Item = impl Into<String>>) -> Column {
        Column { name: name.into(), values: values.into_iter().map(Into::into).collect() }
    }
}

/// What the rows of a stream look like.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The columns.
    pub columns: Vec<Column>,
    /// The classes; a row holds the place of its own.
    pub classes: Vec<String>,
}

/// A stream without end.
pub trait Generator: Send + Sync {
    /// What the rows look like.
    fn header(&self) -> Header;

    /// Fills `row`, one value per column, and gives the class.
    fn next(&mut self, row: &mut [f64]) -> u32;

    /// Leads over all that changes from row to row, always in the same order (see `place`).
    fn walk(&mut self, walk: &mut Walk);

    /// Fills as many rows as there is room for classes.
    fn fill(&mut self, rows: &mut [f64], classes: &mut [u32]) {
        let width = rows.len() / classes.len().max(1);
        for (row, class) in rows.chunks_exact_mut(width.max(1)).zip(classes) {
            *class = self.next(row);
        }
    }
}

/// `prefix1`, `prefix2`, ...
fn numbered(prefix: &str, count: usize) -> impl Iterator<Item = String> {
    (1..=count).map(move |number| format!("{prefix}{number}"))
}
