use super::super::testing::{self, Row, counted, random, rows, stored};
use super::*;

mod cases;
mod tree;

fn of(rows: &[Row], classes: usize) -> Segments {
    testing::of(rows, classes, ())
}

fn cuts(column: &Segments, least: f64) -> Cuts {
    testing::cuts(column, (), least)
}

#[test]
fn only_borders_of_segments_and_the_ends_are_offered() {
    // Relative distributions by value: 1 to 4 all of the first class; 5 and 6 one to two; 7 one to one; 8 second.
    let counts = [(1, 0), (2, 0), (1, 0), (1, 0), (1, 2), (2, 4), (1, 1), (0, 3)];
    let mut list: Vec<Row> = Vec::new();
    for (at, (first, second)) in counts.into_iter().enumerate() {
        let x = at as f64 + 1.0;
        list.extend((0..first).map(|_| (x, 0, 1.0)).chain((0..second).map(|_| (x, 1, 1.0))));
    }
    let column = of(&list, 2);
    assert_eq!(column.layer_counts(), [8, 5, 4]);
    let (values, blocks, segments) = column.layers();
    assert_eq!(values, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    assert_eq!(blocks, [true, false, false, false, true, true, true, true]);
    assert_eq!(segments, [true, false, false, false, true, false, true, true]);
    let found = cuts(&column, 0.0);
    assert_eq!(found.points, [1.0, 4.0, 6.0, 7.0]);
    assert_eq!(found.left, [1.0, 0.0, 5.0, 0.0, 8.0, 6.0, 9.0, 7.0]);
    assert_eq!(found.totals, [9.0, 10.0]);
    // A side must have more than 3.8 of 19.
    assert_eq!(cuts(&column, 0.2).points, [3.0, 4.0, 6.0, 7.0]);
    let mut all = Cuts::default();
    column.propose_all(&mut all, ());
    assert_eq!(all.points, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
}

#[test]
fn what_is_below_a_cut_is_what_was_counted() {
    let list = rows(5, 3000, 500, 3);
    let column = of(&list, 3);
    let found = cuts(&column, 0.0);
    assert!(found.points.len() > 400);
    for (cut, left) in found.points.iter().zip(found.left.chunks(3)) {
        let brute = counted(&list, *cut, 3);
        assert_eq!(left, brute);
        let mut below = [9.0; 3];
        column.below(*cut, &mut below);
        assert_eq!(below, *brute);
    }
}

#[test]
fn a_row_is_taken_back_only_if_it_came() {
    let mut column = of(&[(1.0, 0, 2.0), (1.0, 0, 3.0), (2.0, 1, 0.5)], 2);
    let before = stored(&column);
    // No such value, no such class there, more than there is, all of the weight but not all rows.
    for (x, place, w) in [(1.5, 0, 1.0), (0.0, 0, 1.0), (1.0, 1, 1.0), (1.0, 0, 6.0), (1.0, 0, 5.0)] {
        assert!(!column.forget(x, place, w, ()), "{x} {place} {w}");
    }
    // All rows, but not all of the weight.
    assert!(!column.forget(2.0, 1, 0.25, ()));
    assert_eq!(stored(&column), before);
    assert!(column.forget(1.0, 0, 2.0, ()) && !column.forget(1.0, 0, 2.0, ()));
    assert!(column.forget(1.0, 0, 3.0, ()) && column.forget(2.0, 1, 0.5, ()));
    assert_eq!(column.layer_counts(), [0, 0, 0]);
}

#[test]
fn a_count_at_its_end_stays_there() {
    let mut column = of(&[(1.0, 0, 1.0), (2.0, 1, 1.0)], 2);
    column.add(1.0, 0, 5e9, u32::MAX);
    column.add(1.0, 0, 1.0, 1);
    assert_eq!(column.bins.rows(column.bins.first), [u32::MAX, 0]);
    assert_eq!(column.totals[0].rows, u64::from(u32::MAX));
    assert!(!column.forget(1.0, 0, 1.0, ()));
    assert!(Segments::restore(&stored(&column), 2, ()).is_some());
}

#[test]
fn a_density_is_the_smoothed_share_in_a_window() {
    // Range 0 to 32: the window is one to either side.
    let column = of(&[(0.0, 0, 1.0), (1.0, 0, 2.0), (1.5, 1, 4.0), (2.0, 0, 8.0), (32.0, 1, 1.0)], 2);
    let mut factors = [0.0; 2];
    column.density(1.0, &mut factors, ());
    assert_eq!(factors, [(11.0 + 1.0) / (11.0 + 16.0), (4.0 + 1.0) / (5.0 + 16.0)]);
    of(&[], 2).density(1.0, &mut factors, ());
    assert_eq!(factors, [1.0 / 16.0; 2]);
}

#[test]
fn a_new_class_takes_its_place() {
    let list = rows(8, 100, 30, 2);
    let mut column = of(&list, 2);
    // Places that were left must be as wide as the others.
    for (x, place, w) in &list[..50] {
        assert!(column.forget(*x, *place, *w, ()));
    }
    column.insert_class(1);
    let moved: Vec<Row> = list.iter().map(|(x, place, w)| (*x, 2 * place, *w)).collect();
    let mut wide = of(&moved, 3);
    for (x, place, w) in &moved[..50] {
        assert!(wide.forget(*x, *place, *w, ()));
    }
    assert_eq!((stored(&column), column.bytes()), (stored(&wide), wide.bytes()));
    let more = rows(9, 50, 300, 3);
    for (x, place, w) in &more {
        column.observe(*x, *place, *w, ());
        wide.observe(*x, *place, *w, ());
    }
    assert_eq!((stored(&column), column.layers()), (stored(&wide), wide.layers()));
}

#[test]
fn stored_numbers_are_the_same_column_again_and_go_on_as_it_does() {
    for (count, gone) in [(0, 0), (1, 0), (40, 40), (400, 250), (5000, 0), (5000, 4900)] {
        let list = rows(9, count, 3000, 3);
        let mut column = of(&list, 3);
        list[..gone].iter().for_each(|(x, place, w)| assert!(column.forget(*x, *place, *w, ())));
        let mut again = Segments::restore(&stored(&column), 3, ()).expect("it was stored");
        let mut copy = column.clone();
        for (x, place, w) in rows(10, 2000, 4000, 3) {
            for each in [&mut column, &mut again, &mut copy] {
                each.observe(x, place, w, ());
            }
        }
        for (x, place, w) in &list[gone..] {
            for each in [&mut column, &mut again, &mut copy] {
                assert!(each.forget(*x, *place, *w, ()));
            }
        }
        for each in [&again, &copy] {
            assert_eq!((stored(each), each.bytes()), (stored(&column), column.bytes()));
            assert_eq!((each.layers(), each.layer_counts()), (column.layers(), column.layer_counts()));
        }
    }
}

#[test]
fn bytes_are_those_of_the_room_and_follow_the_values_down() {
    let list = rows(12, 20_000, 1 << 30, 3);
    let mut column = Segments::new(3, ());
    let mut before = column.bytes();
    for (x, place, w) in &list {
        column.observe(*x, *place, *w, ());
        assert!(column.bytes() >= before);
        before = column.bytes();
    }
    for (x, place, w) in &list {
        assert!(column.forget(*x, *place, *w, ()));
        let bins = column.bins.len();
        // A bin takes 24 bytes and 12 for each class, a page 584 for 12 values or more.
        assert!(column.bytes() <= 2 * ((bins + 8) * (24 + 36) + (bins / 12 + 3) * 584) + 200, "{bins}");
    }
    assert_eq!(column.layer_counts(), [0; 3]);
    assert!(column.bytes() < 3500);
}

#[test]
fn nonsense_is_not_restored() {
    let different: Vec<Row> = (0..60).map(|i| (f64::from(i * 7 % 60), i as usize % 2, 1.0)).collect();
    let list = stored(&of(&different, 2));
    // Room for bins and pages, two levels, the root's two pages and their keys: then 60 values, 120 rows, 120
    // weights and 2 totals.
    assert_eq!((list[2], list[3], list[4] + list[5], list.len()), (2.0, 2.0, 60.0, 6 + 60 + 120 + 120 + 2));
    let refused = |at: usize, number: f64| {
        let mut list = list.clone();
        list[at] = number;
        Segments::restore(&list, 2, ()).is_none()
    };
    assert!(Segments::restore(&list, 2, ()).is_some() && Segments::restore(&[], 2, ()).is_none());
    assert!(Segments::restore(&list[..list.len() - 1], 2, ()).is_none());
    assert!(Segments::restore(&list, 3, ()).is_none() && Segments::restore(&list, usize::MAX, ()).is_none());
    let wrong =
        [(0, 59.0), (0, 61.0), (0, 1e9), (0, -1.0), (1, 2.0), (1, 1e9), (2, 1.0), (2, 3.0), (2, 1e300)];
    let shapes = [(3, 1.0), (3, 3.0), (3, 0.0), (4, 49.0), (4, 0.0), (4, 1e18), (5, f64::NAN)];
    let values = [(6, 5.0), (6, -0.0), (7, f64::NAN), (65, f64::INFINITY)];
    let cells =
        [(66, 0.0), (66, 0.5), (66, -0.0), (66, 4294967296.0), (186, 0.0), (186, -1.0), (186, f64::NAN)];
    let others = [(187, 1.0), (67, 1.0), (306, -1.0), (306, f64::INFINITY)];
    for (at, number) in wrong.into_iter().chain(shapes).chain(values).chain(cells).chain(others) {
        assert!(refused(at, number), "{at} {number}");
    }
    // Whatever it says, it must not panic.
    let mut draw = random(3);
    for _ in 0..3000 {
        let mut list = list.clone();
        for _ in 0..1 + draw(3) {
            let at = draw(list.len() as u64) as usize;
            list[at] = [0.0, 1.0, 2.0, 7.0, 20.0, 32.0, 1e15, -3.0][draw(8) as usize];
        }
        if let Some(mut column) = Segments::restore(&list, 2, ()) {
            assert_eq!(stored(&column), list);
            for (x, place, w) in rows(4, 60, 50, 2) {
                column.observe(x, place, w, ());
                column.forget(x, place, w, ());
            }
        }
    }
}
