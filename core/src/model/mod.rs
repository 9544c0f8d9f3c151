//! The learning state as bytes, and its digest. Equal digests mean equal futures.
//!
//! One walk sends every number that a later row could depend on, in an order that the stream alone decides (see `write`):
//! into the sections of a file (see `frame`), or into a SHA-256, which is the digest. Column names, thread counts and
//! capacities are not part of it: they change nothing that is learned. What is read back is not trusted (see `read`).
//! `docs/model-files.md` describes the format.

mod beside;
pub mod frame;
mod page;
mod read;
mod read_upkeep;
mod sections;
mod write;

pub use read::read;
pub use sections::Others;

use crate::learner::Learner;
use frame::Frame;
use sha2::{Digest, Sha256};
use std::io::{self, Write};

impl<W: Write> write::Sink for Frame<W> {
    fn section(&mut self, name: &'static str, mut body: Vec<u8>) -> io::Result<Vec<u8>> {
        Frame::section(self, name, false, &body)?;
        body.clear();
        Ok(body)
    }
}

struct Hash(Sha256);

impl write::Sink for Hash {
    fn section(&mut self, _: &'static str, mut body: Vec<u8>) -> io::Result<Vec<u8>> {
        self.0.update(&body);
        body.clear();
        Ok(body)
    }
}

/// Another section of a file, for whoever needs it.
pub struct Other<'a> {
    /// Its name, of eight letters at most.
    pub name: &'a str,
    /// Whether it may be skipped by who does not know it.
    pub optional: bool,
    /// What it holds.
    pub body: &'a [u8],
}

/// Writes a file: other sections first, then the learning state.
pub fn write<W: Write>(learner: &Learner, others: &[Other<'_>], out: W) -> io::Result<W> {
    let mut frame = Frame::new(out)?;
    for Other { name, optional, body } in others {
        frame.section(name, *optional, body)?;
    }
    if learner.bytes() < beside::LARGE {
        write::state(learner, &mut frame)?;
    } else {
        beside::write(learner, &mut frame)?;
    }
    frame.finish()
}

/// SHA-256 over the complete learning state, in hexadecimal; `awaited` are columns declared nominal that have not
/// come yet.
pub fn digest(learner: &Learner, awaited: &[String]) -> String {
    let mut hash = Hash(Sha256::new());
    write::state(learner, &mut hash).expect("a digest takes everything");
    awaited.iter().for_each(|name| hash.0.update(format!("{}:{name}", name.len())));
    hash.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::learner::Bench;
    use crate::rows::Encoded;
    use crate::rows::encode::{Value, learn_row};
    use crate::rules::{Race, Rule};
    use crate::schema::Category;

    fn to_bytes(learner: &Learner) -> Vec<u8> {
        write(learner, &[], Vec::new()).expect("memory")
    }

    fn from_bytes(bytes: &[u8]) -> Result<Learner, String> {
        let read = read(&mut &bytes[..], bytes.len() as u64, &[]);
        read.map(|(learner, _)| learner).map_err(|wrong| wrong.to_string())
    }

    fn learner(predictor: &str) -> Learner {
        let (criterion, observer, candidates, predictor) =
            Config::parts("entropy", "gaussian", None, 10, predictor).expect("known parts");
        let rule = Rule::parse("hoeffding", Race { delta: 1e-7, tau: 0.05, min_gain: 0.0 }).expect("a rule");
        let config =
            Config { grace_period: 5, criterion, observer, candidates, predictor, rule, ..Config::default() };
        let mut learner = Learner::new(config).expect("good settings");
        learner.schema.add_column(false);
        learner
    }

    fn learn(learner: &mut Learner, class: &str, bench: &mut Bench) {
        let before = learner.rows;
        let class = learner.schema.classes.learn(&Category::Text(class.into()), before + 1);
        let mut block = Encoded::default();
        learn_row(&[(0, Value::Number(before as f64))], class, 1.0, before, &mut learner.schema, &mut block);
        learner.learn(&block.block(), &mut [], None, bench).expect("no budget");
    }

    #[test]
    fn a_model_whose_clock_has_run_past_the_attempt_still_learns_every_row() {
        for predictor in ["mc", "nb", "nba"] {
            let (mut learner, mut bench) = (learner(predictor), Bench::default());
            (0..7).for_each(|_| learn(&mut learner, "old", &mut bench));
            learner.tree.leaf_mut(0).since = 6;
            let mut again = from_bytes(&to_bytes(&learner)).expect("a model that could be");
            learn(&mut again, "new", &mut bench);
            assert_eq!(again.tree.leaf(0).weight, 8.0, "{predictor}");
        }
    }

    #[test]
    fn clocks_and_row_counts_that_cannot_be_are_refused() {
        let (mut learner, mut bench) = (learner("mc"), Bench::default());
        (0..3).for_each(|_| learn(&mut learner, "old", &mut bench));
        learner.tree.leaf_mut(0).since = u32::MAX;
        assert!(from_bytes(&to_bytes(&learner)).is_err_and(|error| error.contains("since its last attempt")));
        learner.rows = u64::MAX;
        assert!(from_bytes(&to_bytes(&learner)).is_err_and(|error| error.contains("more than there can be")));
    }

    #[test]
    fn what_came_after_the_last_row_is_refused() {
        let late = |change: &dyn Fn(&mut Learner)| {
            let (mut learner, mut bench) = (learner("mc"), Bench::default());
            (0..3).for_each(|_| learn(&mut learner, "old", &mut bench));
            change(&mut learner);
            from_bytes(&to_bytes(&learner)).is_err_and(|error| error.contains("a row that was not learned"))
        };
        let class = |row: u64| {
            move |learner: &mut Learner| {
                learner.schema.classes.learn(&Category::Bool(true), row);
            }
        };
        assert!(!late(&|_| {}) && !late(&class(3)) && late(&class(4)));
        assert!(late(&|learner| learner.schema.columns[0].since = 4));
        assert!(late(&|learner| learner.schema.closed = Some(4)));
    }

    #[test]
    fn names_that_do_not_fit_are_refused_where_everything_fits() {
        let (mut learner, mut bench) = (learner("mc"), Bench::default());
        (0..3).for_each(|_| learn(&mut learner, "old", &mut bench));
        learner.schema.closed = Some(2);
        let refused = from_bytes(&to_bytes(&learner));
        assert!(refused.is_err_and(|error| error.contains("categories that no budget has left out")));
    }

    #[test]
    fn weights_that_cannot_be_are_refused() {
        let (mut learner, mut bench) = (learner("nba"), Bench::default());
        (0..3).for_each(|_| learn(&mut learner, "old", &mut bench));
        for weight in [-1.25, f64::NAN, f64::INFINITY, 1e51] {
            learner.tree.leaf_mut(0).weight = weight;
            let refused = from_bytes(&to_bytes(&learner));
            assert!(refused.is_err_and(|error| error.contains("a weight that is negative or no number")));
        }
    }
}
