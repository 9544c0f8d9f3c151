//! Streams that are made up: generators with a seed, a row at a time. They know nothing of trees that learn.
//!
//! Where MOA has a generator of the same name, the same seeds and settings give the same rows, value for value, its quirks included: numbers are
//! drawn from Java's generator in MOA's order.

pub mod hyperplane;
mod java;
pub mod led;
pub mod random_tree;
pub mod rbf;
pub mod stagger;
pub mod waveform;

pub use hyperplane::Hyperplane;
pub use java::JavaRandom;
pub use led::Led;
pub use random_tree::RandomTree;
pub use rbf::Rbf;
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
pub trait Generator: Send {
    /// What the rows look like.
    fn header(&self) -> Header;

    /// Fills `row`, one value per column, and gives the class.
    fn next(&mut self, row: &mut [f64]) -> u32;

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

#[cfg(test)]
mod tests {
    use super::*;

    /// A number that depends on every bit of the first 200 rows (FNV).
    fn mark(mut stream: impl Generator) -> u64 {
        let mut mark = 0xcbf2_9ce4_8422_2325u64;
        let mut row = vec![0.0; stream.header().columns.len()];
        let mut take = |bits: u64| mark = (mark ^ bits).wrapping_mul(0x100_0000_01b3);
        for _ in 0..200 {
            let class = stream.next(&mut row);
            row.iter().for_each(|x| take(x.to_bits()));
            take(u64::from(class));
        }
        mark
    }

    #[test]
    fn rows_are_those_of_moa() {
        // From the rows that tools/moa/RecordRows.java prints with MOA's own generators (the jar of capymoa 0.15.1).
        assert_eq!(mark(RandomTree::new(random_tree::Settings::default())), 0x159f_4605_df21_2109);
        let settings = random_tree::Settings {
            tree_seed: 5,
            seed: 9,
            classes: 4,
            nominals: 3,
            numerics: 6,
            values: 4,
            max_depth: 7,
            first_leaf: 2,
            leaf_fraction: 0.3,
        };
        assert_eq!(mark(RandomTree::new(settings)), 0x52c5_e715_adfd_fd04);
        assert_eq!(mark(Rbf::new(rbf::Settings::default())), 0xa58d_a4de_17b0_683b);
        let settings = rbf::Settings { model_seed: 3, seed: 4, classes: 5, columns: 7, centroids: 20 };
        assert_eq!(mark(Rbf::new(settings)), 0xd091_b09b_5a79_4cd4);
        assert_eq!(mark(Waveform::new(waveform::Settings { seed: 77, noise: false })), 0xb0e4_b449_2dd6_e880);
        assert_eq!(mark(Waveform::new(waveform::Settings { seed: 2, noise: true })), 0x7f4b_4d58_b818_bc60);
        assert_eq!(mark(Hyperplane::new(hyperplane::Settings::default())), 0x76a2_d84e_fcae_017d);
        let settings =
            hyperplane::Settings { seed: 6, columns: 5, drifting: 3, change: 0.01, noise: 20, turns: 30 };
        assert_eq!(mark(Hyperplane::new(settings)), 0xe24c_55be_2d5a_9232);
        assert_eq!(mark(Led::new(led::Settings::default())), 0x622d_b7af_1ed5_f708);
        let settings = led::Settings { seed: 8, noise: 25, irrelevant: false };
        assert_eq!(mark(Led::new(settings)), 0x615f_9aef_ed5d_0a13);
        for (concept, balanced, recorded) in [
            (1, false, 0x0431_922c_a14b_60c2),
            (2, true, 0x7449_4925_44d1_92e5),
            (3, false, 0x19da_6c00_ccd0_d842),
        ] {
            assert_eq!(mark(Stagger::new(stagger::Settings { seed: 3, concept, balanced })), recorded);
        }
    }
}
