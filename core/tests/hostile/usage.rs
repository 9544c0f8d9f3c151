//! Whatever may be asked of a learner: what was read from a file must stand all of it.

use riparian_core::learner::{Answers, Bench, Learner};
use riparian_core::model;
use riparian_core::model::frame::Fault;
use riparian_core::rows::encode::{Value, learn_row, read_row};
use riparian_core::rows::{Block, Encoded};
use riparian_core::schema::{Category, MISSING};

/// Rows that are learned at once: enough for the block path.
const MANY: usize = 20;

/// The learner of a file; what is wrong if there is none. That is never a matter of the disk.
pub fn read(file: &[u8]) -> Result<Learner, String> {
    match model::read(&mut &file[..], file.len() as u64, &["about"]) {
        Ok((learner, _)) => Ok(learner),
        Err(Fault::Model(wrong)) => {
            assert!(!wrong.is_empty());
            Err(wrong)
        }
        Err(Fault::File(error)) => panic!("bytes are no file, and yet: {error}"),
    }
}

/// Saves a learner and reads it back. It must be the same.
pub fn save_and_read(learner: &Learner) {
    let file = model::write(learner, &[], Vec::new()).expect("memory");
    let again = read(&file).unwrap_or_else(|wrong| panic!("what was written is not read: {wrong}"));
    assert!(model::write(&again, &[], Vec::new()).expect("memory") == file, "another file");
    assert_eq!(model::digest(&again, &[]), model::digest(learner, &[]));
    assert_eq!(again.bytes(), learner.bytes());
}

/// A value for every column: one that may be known, or a new one.
fn row(learner: &Learner, known: bool) -> Vec<(usize, Value<'_>)> {
    let columns = learner.schema.columns.iter().enumerate();
    let value = |at: usize, labels: &'_ [Category]| match labels.first() {
        Some(Category::Bool(b)) if known => Value::Bool(*b),
        Some(Category::Whole(n)) if known => Value::Whole(*n),
        Some(Category::Real(x)) if known => Value::Number(*x),
        _ if known => Value::Number(0.5 + at as f64),
        _ if at.is_multiple_of(2) => Value::Text("never seen"),
        _ => Value::Number(-1e300),
    };
    columns.map(|(at, column)| (at, value(at, column.categories.labels()))).collect()
}

fn predict(learner: &Learner, block: &Block<'_>) {
    let classes = learner.schema.classes.len().max(1);
    let mut answers = vec![0; block.rows];
    learner.predict(block, Answers::Classes(&mut answers), None);
    let known = |answer: &u32| *answer == MISSING || (*answer as usize) < classes;
    assert!(answers.iter().all(known), "a class that is none: {answers:?}");
    let mut shares = vec![0.0; block.rows * classes];
    learner.predict(block, Answers::Shares(&mut shares), None);
    for row in shares.chunks(classes) {
        let sum: f64 = row.iter().sum();
        assert!((sum - 1.0).abs() < 1e-6, "probabilities that add up to {sum}: {row:?}");
    }
}

fn predict_rows(learner: &Learner) {
    let mut block = Encoded::default();
    for values in [row(learner, true), row(learner, false), Vec::new()] {
        read_row(&values, &learner.schema, &mut block);
        predict(learner, &block.block());
    }
}

/// Learns a row; false if a budget does not do.
fn learn(learner: &mut Learner, known: bool, label: &str, bench: &mut Bench) -> bool {
    let before = learner.rows;
    if learner.check_count(1).is_err() {
        return false;
    }
    let mut block = Encoded::default();
    // Numbers and texts of a row are borrowed from the learner that is to learn it.
    let like = learner.clone();
    let label = if known { like.schema.classes.labels().first().cloned() } else { None }
        .unwrap_or_else(|| Category::Text(label.into()));
    let class = learner.schema.classes.learn(&label, before + 1);
    learn_row(&row(&like, known), class, 1.5, before, &mut learner.schema, &mut block);
    learner.learn(&block.block(), &mut [0], None, bench).is_ok()
}

/// Learns a block of rows with every category and class that there is, and gaps.
fn learn_many(learner: &mut Learner, bench: &mut Bench) -> bool {
    if learner.check_count(MANY).is_err() {
        return false;
    }
    let mut block = Encoded::default();
    (block.lesson.before, block.values.gaps) = (learner.rows, true);
    block.values.shape(MANY, learner.schema.widths());
    for (at, number) in block.values.numbers.iter_mut().enumerate() {
        *number = if at % 7 == 3 { f64::NAN } else { (at % 5) as f64 - 1.25 };
    }
    let width = block.values.nominal_width.max(1);
    for (at, code) in block.values.codes.iter_mut().enumerate() {
        let known = learner.schema.categories(at % width).len();
        *code = if at % 11 == 5 || known == 0 { MISSING } else { (at / width % known) as u32 };
    }
    let classes = learner.schema.classes.len().max(1);
    block.lesson.classes = (0..MANY).map(|at| (at % classes) as u32).collect();
    learner.schema.note_arrivals(&mut block, learner.rows);
    predict(learner, &block.block());
    learner.learn(&block.block(), &mut [0; MANY], None, bench).is_ok()
}

/// Predicts, learns, counts, saves and reads, with what is known and with what is new.
pub fn exercise(mut learner: Learner) {
    let bench = &mut Bench::default();
    save_and_read(&learner);
    learner.leaf_bytes();
    predict_rows(&learner);
    let mut room = learn(&mut learner, true, "first", bench) && learn_many(&mut learner, bench);
    learner.schema.add_column(false);
    for label in ["new", "newer"] {
        room = room && learn(&mut learner, false, label, bench);
    }
    room = room && learn_many(&mut learner, bench);
    if room {
        predict_rows(&learner);
    }
    save_and_read(&learner);
}
