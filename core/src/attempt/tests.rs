//! Leaves worked by hand: what each column gains, who is ahead, by how much, and what the rule says.

use super::*;
use crate::candidates::Candidates;
use crate::observers::Observer;
use crate::rows::Encoded;
use crate::rows::encode::{Value, learn_row};
use crate::rules::{Race, Reason, Rule};
use std::f64::consts::LN_2;

/// A class, a number (NaN: missing) and a word.
type Line<'a> = (u32, f64, &'a str);

/// `ln(1/delta)` is 2, so that the bound of the error of two classes is `1/2 sqrt(2 / (2 n)) = 1 / (2 sqrt(n))`.
fn config(rule: &str, tau: f64) -> Config {
    let race = Race { delta: (-2f64).exp(), tau, min_gain: 1e-12 };
    Config {
        criterion: Criterion::Misclassification,
        observer: Observer::Exhaustive,
        candidates: Candidates::Boundaries,
        rule: Rule::parse(rule, race).expect("a rule"),
        ..Config::default()
    }
}

/// A leaf that has learned these lines so many times, and the columns.
fn grown(config: &Config, times: usize, lines: &[Line<'_>]) -> (Leaf, Schema) {
    let (mut leaf, mut schema, mut block) =
        (Leaf::new(config.observer), Schema::default(), Encoded::default());
    (0..2).for_each(|_| {
        schema.add_column(false);
    });
    for (before, (class, number, word)) in lines.iter().cycle().take(times * lines.len()).enumerate() {
        let values = [(0, Value::Number(*number)), (1, Value::Text(word))];
        learn_row(&values, *class, 1.0, before as u64, &mut schema, &mut block);
        let place = leaf.place_for(*class);
        leaf.observe(place, &block.block().row(0), &block.block());
    }
    (leaf, schema)
}

const AT: At = At { depth: 0, time: 100, classes: 2, room: usize::MAX, installed: None };

fn tried(config: &Config, times: usize, lines: &[Line<'_>]) -> Outcome {
    let (leaf, schema) = grown(config, times, lines);
    attempt(&leaf, config, &schema, AT, &mut Scratch::default())
}

#[track_caller]
fn split(outcome: Outcome) -> Decision {
    match outcome {
        Outcome::Split(decision) => decision,
        Outcome::Wait { .. } => panic!("the leaf waits"),
    }
}

/// The places of the columns that are dropped.
#[track_caller]
fn waits(outcome: Outcome) -> [Vec<usize>; 2] {
    match outcome {
        Outcome::Split(decision) => panic!("{decision:?}"),
        Outcome::Wait { numeric, nominal } => [numeric, nominal],
    }
}

#[track_caller]
fn near(found: [f64; 3], wanted: [f64; 3]) {
    let is_near = found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-12);
    assert!(is_near, "{found:?} is not {wanted:?}");
}

const NONE: [Vec<usize>; 2] = [Vec::new(), Vec::new()];

/// Numbers up to 1 have (3, 1) of the classes, the others (1, 3): of 8 rows 6 are right instead of 4, a gain of 1/4.
/// Of the words `a` has (2, 1) and `b` has (2, 3): 5 are right, a gain of 1/8.
const EIGHT: [Line<'static>; 8] = [
    (0, 1.0, "a"),
    (0, 1.0, "a"),
    (0, 1.0, "b"),
    (0, 2.0, "b"),
    (1, 2.0, "b"),
    (1, 2.0, "b"),
    (1, 2.0, "b"),
    (1, 1.0, "a"),
];

#[test]
fn a_lead_below_the_bound_waits_and_above_it_splits() {
    let config = config("hoeffding", 0.0);
    // 1 / (2 sqrt(8)) = 0.177 is more than the lead of 1/8, and 1 / (2 sqrt(32)) = 0.088 is less.
    assert_eq!(waits(tried(&config, 1, &EIGHT)), NONE);
    let decision = split(tried(&config, 4, &EIGHT));
    assert_eq!((decision.test, decision.reason), (Test::Cut { slot: 0, cut: 1.0 }, Reason::Bound));
    near([decision.gain, decision.second, decision.bound], [0.25, 0.125, 0.5 / 32f64.sqrt()]);
}

#[test]
fn a_bound_below_tau_is_a_tie() {
    let decision = split(tried(&config("hoeffding", 0.2), 1, &EIGHT));
    assert_eq!((decision.test, decision.reason), (Test::Cut { slot: 0, cut: 1.0 }, Reason::Tie));
    near([decision.gain, decision.second, decision.bound], [0.25, 0.125, 0.5 / 8f64.sqrt()]);
}

#[test]
fn alone_a_column_leads_the_null_split_and_nothing_leads_it_by_nothing() {
    let alone = EIGHT.map(|(class, number, _)| (class, number, "a"));
    let decision = split(tried(&config("hoeffding", 0.0), 1, &alone));
    assert_eq!((decision.reason, decision.second), (Reason::Bound, 0.0));
    // Words without a say about the class, and one number: whatever tau is, the null split is as good.
    let nothing = [(0, 1.0, "a"), (0, 1.0, "b"), (1, 1.0, "a"), (1, 1.0, "b")];
    assert_eq!(waits(tried(&config("hoeffding", 10.0), 100, &nothing)), NONE);
}

#[test]
fn a_leaf_of_one_class_has_nothing_to_try() {
    let one = EIGHT.map(|(_, number, word)| (0, number, word));
    assert_eq!(waits(tried(&config("hoeffding", 10.0), 4, &one)), NONE);
}

#[test]
fn a_column_that_is_behind_by_more_than_the_bound_is_dropped_when_the_leaf_waits() {
    // A least gain of more than 1/4 keeps the leaf from splitting.
    let race = Race { delta: (-2f64).exp(), tau: 0.0, min_gain: 0.6 };
    let rule = Rule::parse("hoeffding", race).expect("a rule");
    let config = Config { rule, drop_poor: true, ..config("hoeffding", 0.0) };
    assert_eq!(waits(tried(&config, 1, &EIGHT)), NONE);
    assert_eq!(waits(tried(&config, 4, &EIGHT)), [vec![], vec![0]]);
}

#[test]
fn another_cut_of_the_same_column_is_a_rival_if_it_is_to_be() {
    // Classes (2, 0) at 1, (2, 1) at 2, (0, 3) at 3: a cut at 1 is right of 6, a cut at 2 of 7, instead of 4.
    let numbers = [(0, 1.0), (0, 1.0), (0, 2.0), (0, 2.0), (1, 2.0), (1, 3.0), (1, 3.0), (1, 3.0)];
    let lines = numbers.map(|(class, number)| (class, number, "a"));
    let columns = config("hoeffding", 0.0);
    let cuts = Config { any_rival: true, ..columns.clone() };
    let decision = split(tried(&columns, 1, &lines));
    assert_eq!((decision.test, decision.second), (Test::Cut { slot: 0, cut: 2.0 }, 0.0));
    assert_eq!(waits(tried(&cuts, 1, &lines)), NONE);
    let decision = split(tried(&cuts, 4, &lines));
    near([decision.gain, decision.second, decision.bound], [0.375, 0.25, 0.5 / 32f64.sqrt()]);
}

#[test]
fn the_first_of_equal_cuts_through_normal_curves_wins() {
    // Every value of a class is the same: all ten cuts between 0 and 11 divide the classes.
    let lines = [(0, 0.0, "a"), (1, 11.0, "a")];
    let gaussian = Config {
        observer: Observer::Gaussian,
        candidates: Candidates::Grid { points: 10 },
        ..config("hoeffding", 0.0)
    };
    let decision = split(tried(&gaussian, 4, &lines));
    assert_eq!((decision.test, decision.gain), (Test::Cut { slot: 0, cut: 1.0 }, 0.5));
}

#[test]
fn hybrid_asks_gini_where_the_error_gains_nothing() {
    // (50, 0) and (25, 25) of (75, 25): 25 are wrong before and after; Gini goes from 3/8 to 1/4.
    let lines = [(0, 1.0, "a"), (0, 1.0, "a"), (0, 2.0, "a"), (1, 2.0, "a")];
    let race = Race { delta: 0.9, tau: 0.0, min_gain: 1e-12 };
    let rule = Rule::parse("hybrid", race).expect("a rule");
    let config = Config { rule, criterion: Criterion::Gini, ..config("hybrid", 0.0) };
    let decision = split(tried(&config, 25, &lines));
    near(
        [decision.gain, decision.second, decision.bound],
        [0.125, 0.0, (8.0 * -(0.9f64.ln()) / 100.0).sqrt()],
    );
}

#[test]
fn rows_without_a_value_gain_nothing_and_count_in_the_weight() {
    // Eight rows more without a number: 2 of 16 are saved, not 2 of 8. The whole is (4, 4), not (8, 8).
    let blind = EIGHT.map(|(class, _, word)| (class, f64::NAN, word));
    let lines: Vec<Line<'_>> = EIGHT.into_iter().chain(blind).collect();
    let config = config("hoeffding", 0.0);
    let (leaf, schema) = grown(&config, 1, &lines);
    let test = Test::Cut { slot: 0, cut: 1.0 };
    let worth = Worth::of(&leaf, Criterion::Misclassification, test);
    assert_eq!((worth.gain, worth.merit, worth.branches), (0.125, 0.125, 2));
    // It is what the candidate of a search gains, and a split that is taken whatever the rule says.
    assert_eq!(best_gain(&leaf, &config, &schema, AT).0, 0.125);
    assert_eq!(judged(&leaf, &config, AT, test).gain, 0.125);
    // Nothing of a column of which there is no value.
    assert_eq!(Worth::of(&leaf, Criterion::Misclassification, Test::Cut { slot: 7, cut: 1.0 }).branches, 0);
}

/// So many lines of each class with a number up to 1 and with a larger one, and with each of two words.
fn spread(numbers: [[usize; 2]; 2], words: [[usize; 2]; 2]) -> Vec<Line<'static>> {
    let of_class = |class: usize| {
        let number = (0..2).flat_map(move |side| vec![side as f64 + 1.0; numbers[class][side]]);
        let word = (0..2).flat_map(move |side| vec![["a", "b"][side]; words[class][side]]);
        number.zip(word).map(move |(number, word)| (class as u32, number, word))
    };
    (0..2).flat_map(of_class).collect()
}

/// `ln(2/delta)` is 2, so that a share of 100 rows is within `sqrt(2 / 200)` = 1/10 (Hoeffding's, from 1/6 on).
fn spans(difference: f64) -> Config {
    let race = Race { delta: 2.0 * (-2f64).exp(), tau: 0.0, min_gain: 0.0 };
    let rule = Rule::parse(&format!("iadem:{difference}"), race).expect("a rule");
    Config { rule, criterion: Criterion::Entropy, min_branch_fraction: 0.0, ..config("iadem", 0.0) }
}

/// What is known of two classes of which one has such a share: one minus the entropy in bits.
fn known(share: f64) -> f64 {
    1.0 + (share * share.ln() + (1.0 - share) * (1.0 - share).ln()) / LN_2
}

#[test]
fn spans_that_share_nothing_are_different() {
    // Numbers: 4/5 in both branches, so between 7/10 and 9/10. Words: a half, so between 1/2 and 6/10.
    let lines = spread([[80, 20], [20, 80]], [[50, 50], [50, 50]]);
    let decision = split(tried(&spans(0.1), 1, &lines));
    assert_eq!((decision.test, decision.reason), (Test::Cut { slot: 0, cut: 1.0 }, Reason::Bound));
    near([decision.gain, decision.second, decision.bound], [known(0.7), 0.0, known(0.9) - known(0.7)]);
}

#[test]
fn spans_that_share_a_part_wait() {
    // Words: 7/10, so between 6/10 and 8/10: of 0.119 to 0.531 and of 0.029 to 0.278 they share 39 % and 64 %.
    let lines = spread([[80, 20], [20, 80]], [[70, 30], [30, 70]]);
    assert_eq!(waits(tried(&spans(0.1), 1, &lines)), NONE);
}

#[test]
fn narrow_spans_that_share_everything_are_a_tie() {
    // Both columns: 6/10, so between 1/2 and 7/10; from 0 to 0.119, which is narrow for a difference of 0.4.
    let lines = spread([[60, 40], [40, 60]], [[60, 40], [40, 60]]);
    let decision = split(tried(&spans(0.4), 1, &lines));
    assert_eq!((decision.test, decision.reason), (Test::Cut { slot: 0, cut: 1.0 }, Reason::Tie));
    near([decision.gain, decision.second, decision.bound], [0.0, 0.0, known(0.7)]);
    // For a difference of 0.1 it is too wide.
    assert_eq!(waits(tried(&spans(0.1), 1, &lines)), NONE);
}

#[test]
fn alone_a_column_of_spans_splits_unless_one_branch_has_nearly_all() {
    let alone = spread([[80, 20], [20, 80]], [[100, 0], [100, 0]]);
    assert_eq!(split(tried(&spans(0.1), 1, &alone)).reason, Reason::Bound);
    // 160 of 200 rows are up to 1, more than three quarters.
    let lopsided = spread([[128, 8], [32, 32]], [[136, 0], [64, 0]]);
    assert_eq!(waits(tried(&spans(0.1), 1, &lopsided)), NONE);
}
