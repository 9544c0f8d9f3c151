use super::*;

#[test]
fn true_one_and_one_point_zero_are_one_label() {
    let mut dictionary = Dictionary::default();
    assert_eq!(dictionary.learn(&Category::Bool(true), 1), 0);
    assert_eq!(dictionary.learn(&Category::Whole(1), 2), 0);
    assert_eq!(dictionary.learn(&Category::number(1.0), 3), 0);
    assert_eq!(dictionary.code_of_small(1.0), 0);
    assert_eq!(dictionary.learn(&Category::number(1.5), 4), 1);
}

#[test]
fn labels_are_known_from_the_row_of_their_arrival() {
    let mut dictionary = Dictionary::default();
    dictionary.learn(&Category::Text("a".into()), 3);
    dictionary.learn(&Category::Text("b".into()), 8);
    assert_eq!([2, 3, 7, 8, 9].map(|row| dictionary.known_at(row)), [0, 1, 1, 2, 2]);
}

#[test]
fn numbers_that_are_no_index_are_unknown_to_the_direct_table() {
    let mut dictionary = Dictionary::default();
    dictionary.learn(&Category::Whole(0), 1);
    for x in [-1.0, 0.5, 1e300, f64::NAN, f64::INFINITY] {
        assert_eq!(dictionary.code_of_small(x), UNKNOWN, "{x}");
    }
}

#[test]
fn small_numbers_are_looked_up_directly_where_the_table_takes_little() {
    let mut dictionary = Dictionary::default();
    let numbers = [1000, 95, 128, 159, -1];
    let found = |dictionary: &Dictionary| numbers.map(|n| dictionary.code_of_small_whole(n) != UNKNOWN);
    let mut tables = Vec::new();
    for (code, n) in (0..).zip(numbers) {
        assert_eq!(dictionary.learn(&Category::Whole(n), 1), code);
        assert!(
            (0..=code).all(|code| dictionary.code(Category::Whole(numbers[code as usize]).key()) == code)
        );
        tables.push(dictionary.direct().len());
    }
    // A table of 96 numbers with one label, of 128 with two, of 160 with three: then 128 has its place.
    assert_eq!((tables, found(&dictionary)), (vec![0, 96, 129, 160, 160], [false, true, true, true, false]));
    (0..30).for_each(|n| assert_eq!(dictionary.learn(&Category::Whole(n), 1), 5 + n as u32));
    assert_eq!((dictionary.direct().len(), dictionary.code_of_small_whole(1000)), (1001, 0));
    assert!((1..=35).all(|known| dictionary.bytes_of(known) >= dictionary.bytes_of(known - 1)));
}

#[test]
fn labels_of_a_list_are_those_that_came_one_by_one() {
    let texts = (0..500).map(|n| Category::Text(format!("category {n}").into()));
    let wholes = (0..500).map(|n| Category::Whole((n * 7919) % 3000 - 100));
    let labels: Vec<Category> = texts.chain(wholes).chain([Category::Real(0.5)]).collect();
    for count in [0, 1, 400, 1001] {
        let mut learned = Dictionary::default();
        labels[..count].iter().for_each(|label| assert!(learned.learn(label, 3) < 1001));
        let made = Dictionary::of(labels[..count].to_vec(), vec![3; count]).expect("all are different");
        assert!((0..=count).all(|known| made.bytes_of(known) == learned.bytes_of(known)), "{count}");
        assert!(labels.iter().all(|label| made.code(label.key()) == learned.code(label.key())));
        assert_eq!((made.arrived(), made.direct()), (learned.arrived(), learned.direct()));
    }
    let twice = Dictionary::of([&labels[..9], &labels[4..5]].concat(), vec![1; 10]);
    assert_eq!(twice.err().map(|label| label.to_string()), Some("category 4".into()));
}

#[test]
fn unlearned_labels_leave_no_trace() {
    let labels = [Category::Whole(3), Category::Text("a".into()), Category::Real(0.5), Category::Whole(200)];
    let learned = |count: usize| {
        let mut dictionary = Dictionary::default();
        labels[..count].iter().zip(1..).for_each(|(label, row)| {
            dictionary.learn(label, row);
        });
        dictionary
    };
    for kept in 0..=4 {
        let (mut dictionary, other) = (learned(4), learned(kept));
        assert_eq!(dictionary.bytes_at(kept as u64), other.bytes_at(u64::MAX));
        dictionary.truncate(kept);
        assert_eq!(dictionary.bytes_at(u64::MAX), other.bytes_at(u64::MAX));
        for label in &labels {
            assert_eq!(dictionary.code(label.key()), other.code(label.key()));
        }
        assert_eq!(dictionary.learn(&labels[3], 7), 3.min(kept as u32));
    }
}
