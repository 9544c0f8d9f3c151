//! The learning state as bytes, and its digest. Equal digests mean equal futures.
//!
//! One walk writes every number that a later row could depend on, in an order that the stream alone decides; the
//! digest is the SHA-256 of that walk. Column names, thread counts and capacities are not part of it: they change
//! nothing that is learned.

mod read;
mod read_upkeep;
mod write;

pub use read::from_bytes;

use crate::learner::Learner;
use sha2::{Digest, Sha256};

/// First bytes of every model.
const MAGIC: &[u8; 8] = b"riparian";
/// Version of the layout.
const VERSION: u64 = 2;

/// The learning state, followed by what is only reported.
pub fn to_bytes(learner: &Learner) -> Vec<u8> {
    let mut bytes = write::state(learner);
    bytes.extend(learner.block_rows.to_le_bytes());
    bytes
}

/// SHA-256 over the complete learning state, in hexadecimal; `awaited` are columns declared nominal that have not
/// come yet.
pub fn digest(learner: &Learner, awaited: &[String]) -> String {
    let mut hash = Sha256::new_with_prefix(write::state(learner));
    awaited.iter().for_each(|name| hash.update(format!("{}:{name}", name.len())));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Block;
    use crate::config::Config;
    use crate::conventions::Conventions;
    use crate::encode::{Value, learn_row};
    use crate::learner::Bench;
    use crate::rules::{Race, Rule};
    use crate::schema::Category;

    fn learner(predictor: &str) -> Learner {
        let (criterion, observer, candidates, predictor) =
            Config::parts("entropy", "gaussian", None, 10, predictor).expect("known parts");
        let rule = Rule::parse("hoeffding", Race { delta: 1e-7, tau: 0.05, min_gain: 0.0 }).expect("a rule");
        let config = Config {
            grace_period: 5,
            criterion,
            observer,
            candidates,
            predictor,
            rule,
            max_depth: None,
            max_leaves: None,
            min_branch_fraction: 0.01,
            drop_poor: false,
            budget: None,
            any_rival: false,
            max_error: None,
            revise: None,
            window: None,
            conventions: Conventions::default(),
        };
        let mut learner = Learner::new(config).expect("good settings");
        learner.schema.add_column(false);
        learner
    }

    fn learn(learner: &mut Learner, class: &str, bench: &mut Bench) {
        let before = learner.rows;
        let class = learner.schema.classes.learn(&Category::Text(class.into()), before + 1);
        let mut block = Block::default();
        learn_row(&[(0, Value::Number(before as f64))], class, 1.0, before, &mut learner.schema, &mut block);
        learner.learn(&block, &mut [], None, bench).expect("no budget");
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
    fn weights_that_cannot_be_are_refused() {
        let (mut learner, mut bench) = (learner("nba"), Bench::default());
        (0..3).for_each(|_| learn(&mut learner, "old", &mut bench));
        for weight in [-1.25, f64::NAN] {
            learner.tree.leaf_mut(0).weight = weight;
            assert!(from_bytes(&to_bytes(&learner)).is_err_and(|error| error.contains("negative weight")));
        }
    }
}
