//! How many nodes were looked at to find who gives way: counted in tests only.

use std::cell::Cell;

thread_local! {
    static VISITS: Cell<u64> = const { Cell::new(0) };
}

/// Counts one node.
pub(super) fn count() {
    VISITS.set(VISITS.get() + 1);
}

/// Nodes looked at by this thread since it was last asked.
pub(super) fn take() -> u64 {
    VISITS.replace(0)
}

mod tests {
    use super::take;
    use crate::config::Config;
    use crate::learner::{Bench, Learner};
    use crate::rows::Encoded;
    use crate::rows::encode::{Value, learn_row};
    use crate::rules::{Race, Rule};
    use crate::schema::Category;
    use crate::upkeep::Upkeep;
    use std::array;

    const COLUMNS: usize = 4;

    /// Learns noise, row by row, every tie a split, until the tree has so many leaves. Gives the nodes looked at per
    /// split, to freeze or to thaw, and how often a leaf was frozen.
    fn grown(leaves: usize, budget: usize) -> (f64, u64) {
        let (criterion, observer, candidates, predictor) =
            Config::parts("entropy", "gaussian", None, 10, "nba").expect("known parts");
        let config = Config {
            grace_period: 10,
            criterion,
            observer,
            candidates,
            predictor,
            rule: Rule::parse("hoeffding", Race { delta: 1e-7, tau: 1e9, min_gain: 0.0 }).expect("a rule"),
            min_branch_fraction: 0.0,
            upkeep: Upkeep::Budget(budget),
            ..Config::default()
        };
        let (mut learner, mut bench) = (Learner::new(config).expect("good settings"), Bench::default());
        (0..COLUMNS).for_each(|_| {
            learner.schema.add_column(false);
        });
        for class in ["a", "b"] {
            learner.schema.classes.learn(&Category::Text(class.into()), 1);
        }
        let (mut block, mut noise) = (Encoded::default(), 1u64);
        take();
        while learner.tree.shape.leaf_count() < leaves {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            assert!(
                learner.rows < 200 * leaves as u64,
                "{} leaves of {leaves}",
                learner.tree.shape.leaf_count()
            );
            let class = noise.count_ones() & 1;
            let row: [_; COLUMNS] =
                array::from_fn(|n| (n, Value::Number((noise.rotate_left(13 * n as u32) >> 11) as f64)));
            learn_row(&row, class, 1.0, learner.rows, &mut learner.schema, &mut block);
            learner.learn(&block.block(), &mut [], None, &mut bench).expect("room for one more row");
        }
        (take() as f64 / (leaves - 1) as f64, learner.ledger().freezes)
    }

    #[test]
    fn far_below_the_limit_no_split_looks_at_a_leaf() {
        // M8: river looks through all leaves at every split, however far away its limit is.
        for leaves in [1000, 10_000] {
            assert_eq!(grown(leaves, 1 << 30), (0.0, 0));
        }
    }

    #[test]
    fn at_the_limit_a_split_costs_the_same_however_many_leaves_there_are() {
        // M8: there is room for about half of the leaves to observe, so that they freeze all the time.
        let costs = [1000, 10_000, 100_000].map(|leaves| grown(leaves, 560 * leaves));
        for (leaves, (cost, freezes)) in [1000, 10_000, 100_000].into_iter().zip(costs) {
            assert!(freezes > leaves / 10 && cost > 1.0);
        }
        let cheapest = costs.iter().map(|(cost, _)| *cost).fold(f64::INFINITY, f64::min);
        assert!(costs.iter().all(|(cost, _)| *cost < 1.25 * cheapest), "{costs:?}");
    }
}
