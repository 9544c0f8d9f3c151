use super::*;

/// Four rows of one number and one category; the second has weight 0.
fn some() -> Encoded {
    Encoded {
        values: Values {
            rows: 4,
            numeric_width: 1,
            nominal_width: 1,
            numbers: vec![0.5, 1.5, 2.5, 3.5],
            codes: vec![0, 1, 2, 0],
            gaps: false,
            known: vec![1, 1, 2, 3],
            categories: 1,
            asked: vec![(0, 0), (2, 0)],
        },
        lesson: Lesson {
            classes: vec![0, MISSING, 1, 0],
            weights: vec![1.0, 0.0, 2.0, 0.5],
            before: 10,
            numbering: vec![11, 11, 12, 13],
            settled_classes: true,
        },
    }
}

fn numbers_of(block: &Block<'_>) -> Vec<u64> {
    (0..block.rows).map(|row| block.number(row)).collect()
}

#[test]
fn a_part_of_a_block_is_made_of_its_rows() {
    let all = some();
    let (block, part) = (all.block(), all.block().part(1..3));
    for row in 0..2 {
        let (one, other) = (part.row(row), block.row(row + 1));
        assert_eq!((one.numbers, one.codes, one.class), (other.numbers, other.codes, other.class));
        assert_eq!(
            (one.weight, one.known, one.last_before()),
            (other.weight, other.known, other.last_before())
        );
        assert_eq!(part.learned(row), block.learned(row + 1));
    }
    assert_eq!(part.unknown_when_asked().collect::<Vec<_>>(), [(1, 0)]);
    assert_eq!(part.part(1..2).unknown_when_asked().collect::<Vec<_>>(), [(0, 0)]);
    assert_eq!(part.learned_rows(), 1);
}

#[test]
fn rows_without_a_numbering_follow_each_other() {
    let mut all = some();
    all.lesson.numbering.clear();
    assert_eq!(numbers_of(&all.block()), [11, 12, 13, 14]);
    assert_eq!(numbers_of(&all.block().part(2..4)), [13, 14]);
}

#[test]
fn a_row_whose_category_is_new_is_answered_as_if_it_were_unknown() {
    let all = some();
    let asked = all.block().asked_row(2).expect("its category is new");
    assert_eq!((asked.block().row(0).codes, asked.block().row(0).numbers), (&[UNKNOWN][..], &[2.5][..]));
    assert!(all.block().asked_row(3).is_none());
    assert_eq!(all.block().part(2..4).asked_row(0).map(|row| row.values.codes), Some(vec![UNKNOWN]));
}

#[test]
fn learners_with_other_weights_read_the_same_values_and_agree_on_what_arrived_when() {
    let all = some();
    let other = all.lesson.weighed(vec![0.0, 0.0, 3.0, 1.0]);
    let (mine, theirs) = (all.block(), Block::of(&all.values, &other));
    assert_eq!(mine.numbers.as_ptr(), theirs.numbers.as_ptr());
    assert_eq!(numbers_of(&mine), numbers_of(&theirs));
    assert_eq!(theirs.classes, [MISSING, MISSING, 1, 0]);
    assert_eq!((theirs.weight(2), theirs.learned(0), theirs.learned(2)), (3.0, None, Some(12)));
    for row in 1..4 {
        assert_eq!(mine.row(row).known, theirs.row(row).known);
    }
}
