//! Mutated model files give an error that says what is wrong, or a learner that can be used: never a panic, a hang, or
//! more memory than the file accounts for.
//!
//! `RIPARIAN_MUTATIONS` is the number of files that are tried, `RIPARIAN_SEED` another seed, and `RIPARIAN_MUTATION`
//! the number of one mutation that is to be repeated.

mod hostile;

use hostile::{anatomy, mutate, usage};
use riparian_heap::{Counting, Taken, watched};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[global_allocator]
static HEAP: Counting = Counting;

/// Files that are tried unless the environment says otherwise.
const MUTATIONS: u64 = 300_000;

/// Bytes that any file may take to be read.
const LEAST_BYTES: usize = 32 << 10;

/// What a byte of a file may take beyond that: it is there as part of a section and of the learner, which has room to
/// spare. (Measured: one and a half.)
const MOST_PER_BYTE: usize = 4;

/// What a byte may take if what is given back is counted as well: lists that grow are copied.
const ALL_PER_BYTE: usize = 40;

/// What a byte takes in the worst of files: columns of a leaf that have forgotten all their values, and keep the room that
/// they had for them.
const WORST_PER_BYTE: usize = 60;

/// No file of a few kilobytes takes as long, on any machine.
const HANGS: Duration = Duration::from_secs(60);

/// Number of the mutation at hand.
static AT: AtomicU64 = AtomicU64::new(0);

fn given(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.replace('_', "").parse().unwrap_or_else(|_| panic!("{name} must be a number, got '{text}'")))
}

fn corpus() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/model_files/corpus");
    let found = std::fs::read_dir(&folder).expect("the corpus is there");
    let mut paths: Vec<_> = found.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a file")).collect()
}

/// Ends the process if it stays with one mutation.
fn watch_for_hangs(seed: u64) {
    std::thread::spawn(move || {
        let (mut last, mut since) = (u64::MAX, Instant::now());
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let now = AT.load(Ordering::Relaxed);
            if now != last {
                (last, since) = (now, Instant::now());
            } else if since.elapsed() > HANGS {
                eprintln!("mutation {now} of seed {seed} takes more than {HANGS:?}");
                std::process::exit(101);
            }
        }
    });
}

fn check_memory(taken: Taken, bytes: usize) {
    assert!(taken.most <= LEAST_BYTES + MOST_PER_BYTE * bytes, "{bytes} bytes take {taken:?}");
    assert!(taken.all <= LEAST_BYTES + ALL_PER_BYTE * bytes, "{bytes} bytes take {taken:?}");
}

/// Reads a mutated file and uses what loads; what was wrong with it, or nothing.
fn tried(file: &[u8], number: u64) -> (Option<String>, f64) {
    let (read, taken) = watched(number, || usage::read(file));
    check_memory(taken, file.len());
    let share = taken.most.saturating_sub(LEAST_BYTES) as f64 / file.len().max(1) as f64;
    match read {
        Ok(learner) => {
            usage::exercise(learner);
            (None, share)
        }
        Err(wrong) => (Some(wrong), share),
    }
}

#[test]
fn a_file_taken_apart_and_sealed_again_is_the_same() {
    for file in corpus() {
        assert!(anatomy::sealed(&anatomy::sections(&file)) == file);
    }
}

/// Words of eight bytes, one after the other.
fn words(list: impl IntoIterator<Item = u64>) -> Vec<u8> {
    list.into_iter().flat_map(u64::to_le_bytes).collect()
}

/// What a byte of this file takes at the most while it is read, and how many columns it has: it is one of the corpus with
/// another schema, and other nodes if there are any.
fn asked_for(name: &str, schema: Vec<u8>, nodes: Option<Vec<u8>>) -> (usize, usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/model_files/corpus");
    let mut file = anatomy::sections(&std::fs::read(folder.join(name)).expect("a file"));
    for section in &mut file {
        if section.is("schema") {
            section.body.clone_from(&schema);
        } else if let (true, Some(nodes)) = (section.is("nodes"), &nodes) {
            section.body.clone_from(nodes);
        } else if let (true, Some(_)) = (section.is("counts"), &nodes) {
            section.body = words([1, 1, 0, 0, 0]);
        }
    }
    let sealed = anatomy::sealed(&file);
    let (read, taken) = watched(0, || usage::read(&sealed));
    let learner = read.expect("a model that could be");
    (taken.most / sealed.len(), learner.schema.columns.len())
}

#[test]
fn categories_that_are_large_numbers_take_twenty_bytes_for_one() {
    let columns = 1000;
    let mut schema = words([u64::MAX, 0, columns]);
    for slot in 0..columns {
        schema.extend(2u32.to_le_bytes());
        schema.extend(words([slot, 0, 1]));
        // A whole number, of which there is a table.
        schema.extend(1u32.to_le_bytes());
        schema.extend(words([95, 0]));
    }
    let (share, found) = asked_for("empty.model", schema, None);
    assert_eq!(found, 1000);
    assert!((10..20).contains(&share), "{share}");
}

#[test]
fn the_worst_of_files_takes_sixty_bytes_for_one() {
    let columns = 1000;
    let mut schema = words([u64::MAX, 1]);
    schema.extend(1u32.to_le_bytes());
    schema.extend(words([7, 0, columns]));
    for slot in 0..columns {
        schema.extend(1u32.to_le_bytes());
        schema.extend(words([slot, 0, 0]));
    }
    // A leaf of one class without weight, that looks at all columns.
    let mut nodes = 0u32.to_le_bytes().to_vec();
    nodes.extend(words([1]));
    nodes.extend(0u32.to_le_bytes());
    nodes.extend(words([0; 7]));
    nodes.extend([0u32; 2].iter().flat_map(|n| n.to_le_bytes()));
    nodes.extend(words([0; 2]));
    nodes.extend((columns as u32).to_le_bytes());
    for _ in 0..columns {
        // As much room as a column may keep, no bins, and no weight.
        let room = [13.0f64, 2.0, 2.0].map(f64::to_bits);
        nodes.extend(words([6].into_iter().chain(room).chain([0; 3])));
    }
    nodes.extend(words([0; 3]));
    let (share, found) = asked_for("segments.model", schema, Some(nodes));
    assert_eq!(found, 1000);
    assert!((WORST_PER_BYTE / 2..WORST_PER_BYTE).contains(&share), "{share}");
}

#[test]
fn every_file_of_the_corpus_can_be_used() {
    for (file, number) in corpus().iter().zip(0..) {
        assert_eq!(tried(file, number).0, None);
    }
}

#[test]
fn mutated_files_are_refused_or_can_be_used() {
    let (corpus, seed) = (corpus(), given("RIPARIAN_SEED").unwrap_or(1));
    let (first, last) = match given("RIPARIAN_MUTATION") {
        Some(number) => (number, number + 1),
        None => (0, given("RIPARIAN_MUTATIONS").unwrap_or(MUTATIONS)),
    };
    watch_for_hangs(seed);
    let (start, mut slowest, mut largest) = (Instant::now(), (Duration::ZERO, 0), (0.0, 0));
    let (mut used, mut faults, mut refusals) = (0, Vec::new(), BTreeMap::<String, u64>::new());
    for number in first..last {
        AT.store(number, Ordering::Relaxed);
        let begun = Instant::now();
        let file = mutate::mutated(&corpus, seed, number);
        match catch_unwind(AssertUnwindSafe(|| tried(&file, number))) {
            Ok((wrong, share)) => {
                largest = if share > largest.0 { (share, number) } else { largest };
                used += u64::from(wrong.is_none());
                let kind = |wrong: String| wrong.replace(|letter: char| !letter.is_alphabetic(), " ");
                wrong.into_iter().for_each(|wrong| *refusals.entry(kind(wrong)).or_default() += 1);
            }
            Err(_) => {
                eprintln!(
                    "mutation {number} of seed {seed}: a fault; repeat it with RIPARIAN_MUTATION={number}"
                );
                faults.push(number);
            }
        }
        slowest = slowest.max((begun.elapsed(), number));
        assert!(faults.len() < 20, "mutations {faults:?} of seed {seed} and perhaps more");
    }
    println!(
        "{} mutations in {:.1?}: {used} could be used; {} kinds of refusals; the slowest: {slowest:?}; \
         the most bytes per byte: {largest:?}",
        last - first,
        start.elapsed(),
        refusals.len()
    );
    assert!(faults.is_empty(), "mutations {faults:?} of seed {seed}");
    if last - first >= MUTATIONS {
        // Mutations that all fail at the first look would show nothing; so would those that change nothing.
        let share = used as f64 / (last - first) as f64;
        assert!((0.1..0.7).contains(&share), "{share} of the mutations could be used");
        assert!(refusals.len() > 40, "{} kinds of refusals", refusals.len());
    }
}
