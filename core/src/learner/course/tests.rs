use super::*;
use crate::config::Config;
use crate::model::digest;
use crate::rows::encode::{Value, learn_row};
use crate::rules::{Race, Rule};
use crate::schema::{Category, Kind};
use crate::upkeep::Upkeep;
use std::sync::atomic::{AtomicUsize, Ordering};

const COLUMNS: usize = 4;

fn config(criterion: &str, observer: &str, candidates: Option<&str>, points: usize, rule: &str) -> Config {
    let (criterion, observer, candidates, predictor) =
        Config::parts(criterion, observer, candidates, points, "nba").expect("known parts");
    Config {
        grace_period: 1,
        criterion,
        observer,
        candidates,
        predictor,
        rule: Rule::parse(rule, Race { delta: 1e-7, tau: 0.05, min_gain: 0.0 }).expect("a rule"),
        ..Config::default()
    }
}

/// What takes long for every row, if there are many classes.
fn slow() -> Vec<Config> {
    vec![
        config("entropy", "gaussian", None, 1000, "hoeffding"),
        config("misclassification", "gaussian", Some("crossings"), 10, "hoeffding"),
        config("entropy", "gaussian", None, 10, "iadem"),
        config("gini", "exhaustive", None, 10, "hoeffding"),
        config("entropy", "segments", Some("multiway"), 10, "hoeffding"),
        Config {
            upkeep: Upkeep::Budget(4_000_000),
            ..config("entropy", "gaussian", None, 1000, "hoeffding")
        },
        Config { max_error: Some(0.01), ..config("entropy", "gaussian", None, 1000, "hoeffding") },
    ]
}

/// A learner that has learned one row, and a block of so many more, of so many classes.
fn ready(config: Config, rows: usize, classes: usize) -> (Learner, Encoded) {
    let mut learner = Learner::new(config).expect("good settings");
    (0..COLUMNS).for_each(|_| {
        learner.schema.add_column(false);
    });
    for class in 0..classes {
        learner.schema.classes.learn(&Category::Whole(class as i64), 0);
    }
    let first: Vec<_> = (0..COLUMNS).map(|column| (column, Value::Number(0.5))).collect();
    let mut block = Encoded::default();
    learn_row(&first, 0, 1.0, 0, &mut learner.schema, &mut block);
    learner.learn(&block.block(), &mut [], None, &mut Bench::default()).expect("room");
    let mut block = Encoded::default();
    block.lesson.before = 1;
    block.values.shape(rows, learner.schema.widths());
    let mut state = 1u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    block.lesson.classes = (0..rows).map(|_| (draw() % classes as u64) as u32).collect();
    for at in 0..rows * COLUMNS {
        block.values.numbers[at] =
            (draw() % 1000) as f64 / 100.0 + f64::from(block.lesson.classes[at / COLUMNS]) * 0.1;
    }
    learner.schema.note_arrivals(&mut block, 1);
    (learner, block)
}

/// Learns a block piece by piece; the rows that were learned by the end of each.
fn pieces(learner: &mut Learner, block: &Encoded, answers: &mut [u32]) -> Vec<u64> {
    let (mut course, mut bench, mut ends) = (Course::default(), Bench::default(), Vec::new());
    while !course.is_done() {
        learner.learn_some(&block.block(), &mut course, answers, None, &mut bench).expect("room");
        ends.push(learner.rows);
    }
    ends
}

#[test]
fn the_learner_equals_a_prefix_of_the_stream_after_every_piece() {
    for config in slow() {
        let (mut learner, block) = ready(config.clone(), 300, 150);
        let (mut course, mut bench, mut answers) = (Course::default(), Bench::default(), vec![0; 300]);
        let (mut twin, _) = ready(config, 1, 150);
        let mut told = vec![0; 300];
        while !course.is_done() {
            let learned = twin.rows as usize - 1;
            learner.learn_some(&block.block(), &mut course, &mut answers, None, &mut bench).expect("room");
            for row in learned..learner.rows as usize - 1 {
                let alone = block.block().part(row..row + 1);
                twin.learn(&alone, &mut told[row..=row], None, &mut bench).expect("room");
            }
            assert_eq!(digest(&learner, &[]), digest(&twin, &[]));
        }
        assert_eq!((learner.rows, &answers), (301, &told));
    }
}

#[test]
fn what_takes_long_comes_in_pieces_and_what_does_not_in_one() {
    for config in slow() {
        let (mut learner, block) = ready(config.clone(), 300, 150);
        let found = pieces(&mut learner, &block, &mut []);
        assert!(found.len() >= 4, "{config:?}: {found:?}");
        let (mut learner, block) = ready(Config { grace_period: 200, ..config }, 300, 2);
        assert_eq!(pieces(&mut learner, &block, &mut []), [301]);
    }
}

#[test]
fn a_piece_is_bounded_but_for_its_last_row() {
    for config in slow() {
        let (mut learner, block) = ready(config, 200, 100);
        let (mut course, mut bench) = (Course::default(), Bench::default());
        // The largest attempt of one row, at a leaf of every class and value; a rule may make two.
        let row = 2 * work(&Leaf::new(learner.config.observer), &learner.config, &learner.schema, 201);
        while !course.is_done() {
            learner.learn_some(&block.block(), &mut course, &mut [], None, &mut bench).expect("room");
            // A block that is itself no more than a piece may have come after another.
            assert!(bench.spent < 2 * PIECE + row, "{}", bench.spent);
        }
    }
}

/// Attempts so long that somebody is asked in the middle of them.
fn endless() -> Config {
    Config { grace_period: 600, ..config("entropy", "gaussian", None, 10_000, "hoeffding") }
}

#[test]
fn of_a_row_that_is_stopped_nothing_is_learned() {
    let (mut learner, block) = ready(endless(), 1300, 1500);
    let asked = Arc::new(AtomicUsize::new(0));
    let ask = Arc::clone(&asked);
    // The answer is no at the third question.
    let mut bench = Bench::asking(Arc::new(move || ask.fetch_add(1, Ordering::Relaxed) < 2));
    let mut course = Course::default();
    while !course.is_stopped() {
        learner.learn_some(&block.block(), &mut course, &mut [], None, &mut bench).expect("room");
        assert!(!course.is_done());
    }
    learner.leave_off();
    let (mut twin, _) = ready(endless(), 1, 1500);
    let rows = learner.rows as usize - 1;
    twin.learn(&block.block().part(0..rows), &mut [], None, &mut Bench::default()).expect("room");
    assert_eq!(digest(&learner, &[]), digest(&twin, &[]));
    assert_eq!((rows + 2, asked.load(Ordering::Relaxed)), (600, 3));
    // What is left may be learned later, and nobody notices.
    learner.learn(&block.block().part(rows..1300), &mut [], None, &mut Bench::default()).expect("room");
    twin.learn(&block.block().part(rows..1300), &mut [], None, &mut Bench::default()).expect("room");
    assert_eq!(digest(&learner, &[]), digest(&twin, &[]));
}

#[test]
fn a_row_that_takes_long_waits_to_be_learned_without_a_pool() {
    let (mut learner, block) = ready(endless(), 1300, 1500);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let (mut course, mut bench) = (Course::default(), Bench::asking(Arc::new(|| true)));
    let mut alone = 0;
    while !course.is_done() {
        let pool = (!course.is_alone()).then_some(&pool);
        alone += usize::from(course.is_alone());
        learner.learn_some(&block.block(), &mut course, &mut [], pool, &mut bench).expect("room");
    }
    assert_eq!((learner.rows, alone), (1301, 2));
}

#[test]
fn rows_that_each_bring_a_class_and_a_category_come_in_pieces() {
    let usual = config("entropy", "gaussian", None, 10, "hoeffding");
    let mut learner = Learner::new(Config { grace_period: 100_000, ..usual }).expect("good settings");
    learner.schema.add_column(true);
    learner.schema.settle(0, Kind::Nominal, 1);
    for name in 0..800 {
        let (label, row) = (Category::Whole(name), name as u64 + 1);
        learner.schema.columns[0].categories.learn(&label, row);
        learner.schema.classes.learn(&label, row);
    }
    let mut block = Encoded::default();
    block.values.shape(800, learner.schema.widths());
    block.values.codes = (0..800).collect();
    block.lesson.classes = (0..800).collect();
    learner.schema.note_arrivals(&mut block, 0);
    let found = pieces(&mut learner, &block, &mut []);
    assert!(found.len() > 1 && found.last() == Some(&800), "{found:?}");
}
