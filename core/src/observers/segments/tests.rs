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

/// The weights and the rows of each class, bin by bin.
fn cells(column: &Segments) -> Vec<(Vec<f64>, Vec<u32>)> {
    let of = |bin: Bin| match column.weights(&bin) {
        Weights::Mixed(weights) => (weights.to_vec(), column.cells.rows(bin.rows).to_vec()),
        Weights::Pure(class, weight) => {
            let mut cells = (vec![0.0; column.totals.len()], vec![0; column.totals.len()]);
            (cells.0[class], cells.1[class]) = (weight, bin.rows);
            cells
        }
    };
    column.index.bins().map(of).collect()
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
    assert_eq!(found.left(), [1.0, 0.0, 5.0, 0.0, 8.0, 6.0, 9.0, 7.0]);
    assert_eq!(found.totals, [9.0, 10.0]);
    // A side must have more than 3.8 of 19.
    assert_eq!(cuts(&column, 0.2).points, [3.0, 4.0, 6.0, 7.0]);
    let mut all = Cuts::default();
    column.propose_all(&mut all, ());
    assert_eq!(all.points, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
}

#[test]
fn what_is_below_a_cut_is_what_was_counted() {
    testing::below_is_what_was_counted::<Segments>(());
}

#[test]
fn a_few_values_side_by_side_are_counted_as_one_by_one() {
    // Values that come again in the same few, that fill a page, and that are smaller or larger than all before.
    for (seed, values) in [(1, 3), (2, 20), (3, 700), (4, 1 << 30)] {
        let mut list = rows(seed, 4000, values, 3);
        list.extend((0..400).flat_map(|i| [(-4.0 - f64::from(i), 0, 1.0), (2e9 + f64::from(i), 1, 1.0)]));
        let mut column = Segments::new(3, ());
        for few in list.as_chunks::<FEW>().0 {
            let places = few.map(|(_, place, _)| place as u32);
            column.observe_few(&few.map(|(x, ..)| x), &places, &few.map(|(_, _, w)| w), ());
        }
        let other = of(&list, 3);
        assert_eq!((stored(&column), column.layers()), (stored(&other), other.layers()));
        assert_eq!((column.layer_counts(), column.bytes()), (other.layer_counts(), other.bytes()));
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
    assert_eq!(cells(&column)[0].1, [u32::MAX, 0]);
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
    for new in 0..3 {
        let list = rows(8, 100, 30, 2);
        let mut column = of(&list, 2);
        // Places that were left must be as wide as the others.
        for (x, place, w) in &list[..50] {
            assert!(column.forget(*x, *place, *w, ()));
        }
        column.insert_class(new);
        let moved: Vec<Row> =
            list.iter().map(|(x, place, w)| (*x, place + usize::from(*place >= new), *w)).collect();
        let mut wide = of(&moved, 3);
        for (x, place, w) in &moved[..50] {
            assert!(wide.forget(*x, *place, *w, ()));
        }
        assert_eq!((stored(&column), column.bytes()), (stored(&wide), wide.bytes()));
        let more = rows(9, 50, 300, 3);
        for (x, place, w) in moved[..50].iter().chain(&more) {
            column.observe(*x, *place, *w, ());
            wide.observe(*x, *place, *w, ());
        }
        assert_eq!((stored(&column), column.layers()), (stored(&wide), wide.layers()));
    }
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
        let [bins, ..] = column.layer_counts();
        // All are pure. A page of bins takes 592 bytes for 6 of them or more, one above 776 for 16 such or more.
        assert!(column.bytes() <= 2 * ((bins / 6 + 2) * 592 + (bins / 96 + 1) * 776) + 200, "{bins}");
    }
    assert_eq!(column.layer_counts(), [0; 3]);
    assert!(column.bytes() < 3500);
}

#[test]
fn nonsense_is_not_restored() {
    let different: Vec<Row> = (0..60).map(|i| (f64::from(i * 7 % 60), i as usize % 2, 1.0)).collect();
    let list = stored(&of(&different, 2));
    // Room for mixed bins, pages of bins and pages above, two levels, the root's four pages and their bins: then 60
    // values, 3 numbers of classes, 60 weights, the most rows, 2 numbers of rows and 2 totals.
    let bins: f64 = list[5..9].iter().sum();
    assert_eq!((list[3], list[4], bins, list.len()), (2.0, 4.0, 60.0, 9 + 60 + 3 + 60 + 1 + 2 + 2));
    let refused = |at: usize, number: f64| {
        let mut list = list.clone();
        list[at] = number;
        Segments::restore(&list, 2, ()).is_none()
    };
    assert!(Segments::restore(&list, 2, ()).is_some() && Segments::restore(&[], 2, ()).is_none());
    assert!(Segments::restore(&list[..list.len() - 1], 2, ()).is_none());
    assert!(Segments::restore(&list, 3, ()).is_none() && Segments::restore(&list, usize::MAX, ()).is_none());
    let rooms = [(0, 5.0), (0, 61.0), (0, 1e9), (0, -1.0), (1, 3.0), (1, 1e9), (2, 0.0), (2, 0.5), (2, 1e9)];
    let shapes =
        [(3, 1.0), (3, 3.0), (3, 1e300), (4, 1.0), (4, 3.0), (4, 0.0), (5, 25.0), (5, 0.0), (5, 1e18)];
    let values = [(6, f64::NAN), (9, 5.0), (9, -0.0), (10, f64::NAN), (68, f64::INFINITY)];
    // A class that is not there, classes behind the last, one that has several of one: then weights, rows, totals.
    let kinds = [(69, 0.5), (69, -0.0), (69, list[69] + 3.0), (71, 65536.0), (69, list[69] + 2.0)];
    let cells =
        [(72, 0.0), (72, -0.0), (72, -1.0), (72, f64::NAN), (132, 2.0), (132, 0.0), (132, 4294967296.0)];
    let others = [(133, 0.0), (133, 0.5), (134, 128.0), (135, -1.0), (135, f64::INFINITY), (136, 1e51)];
    let cells = kinds.into_iter().chain(cells);
    for (at, number) in rooms.into_iter().chain(shapes).chain(values).chain(cells).chain(others) {
        assert!(refused(at, number), "{at} {number}");
    }
    // Room for bins of two classes: there are six, of 60.
    let others = different[..6].iter().map(|(x, place, w)| (*x, 1 - place, *w));
    let twice: Vec<Row> = different.iter().copied().chain(others).collect();
    let mixed = stored(&of(&twice, 2));
    assert_eq!(
        (mixed[0], Segments::restore(&mixed, 2, ()).map(|column| stored(&column))),
        (8.0, Some(mixed.clone()))
    );
    for room in [4.0, 6.0, 7.0, 40.0] {
        assert!(Segments::restore(&[&[room], &mixed[1..]].concat(), 2, ()).is_none(), "{room}");
    }
    // Whatever it says, it must not panic.
    let mut draw = random(3);
    for round in 0..6000 {
        let mut list = if round % 2 == 0 { list.clone() } else { mixed.clone() };
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
