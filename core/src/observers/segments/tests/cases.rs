//! Every case of Elomaa & Lehtinen's analysis, beside lists that are made anew after every row.

use super::super::*;
use super::{Row, counted, random};
use std::collections::BTreeMap;

/// What a column must look like: the plain, slow definition.
struct State {
    values: Vec<f64>,
    cells: Vec<Vec<f64>>,
    blocks: Vec<bool>,
    segments: Vec<bool>,
}

/// Whether two class distributions are equal, with weights that are whole numbers times `unit`; or any, if it is 0.
fn same(a: &[f64], b: &[f64], unit: f64) -> bool {
    let (all_a, all_b) = (a.iter().sum::<f64>(), b.iter().sum::<f64>());
    let pairs = || a.iter().zip(b);
    if unit == 0.0 {
        // Weights of a few digits: distributions that differ do so by far more.
        return pairs().all(|(a, b)| (a / all_a - b / all_b).abs() < 1e-7);
    }
    let whole = |x: f64| (x / unit) as i128;
    pairs().all(|(a, b)| whole(*a) * whole(all_b) == whole(*b) * whole(all_a))
}

fn pure(cells: &[f64]) -> Option<usize> {
    let mut present = (0..cells.len()).filter(|place| cells[*place] > 0.0);
    present.next().filter(|_| present.next().is_none())
}

impl State {
    fn of(rows: &[Row], classes: usize, unit: f64) -> State {
        let mut values: Vec<f64> = rows.iter().map(|row| row.0).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let at = |x: f64| rows.iter().copied().filter(|row| row.0 == x).collect::<Vec<Row>>();
        let cells: Vec<Vec<f64>> = values.iter().map(|x| counted(&at(*x), *x, classes)).collect();
        let border =
            |at: usize, same: &dyn Fn(&[f64], &[f64]) -> bool| at == 0 || !same(&cells[at - 1], &cells[at]);
        let in_block = |a: &[f64], b: &[f64]| pure(a).is_some() && pure(a) == pure(b);
        let blocks = (0..values.len()).map(|at| border(at, &in_block)).collect();
        let segments = (0..values.len()).map(|at| border(at, &|a, b| same(a, b, unit))).collect();
        State { values, cells, blocks, segments }
    }

    fn at(&self, x: f64) -> Option<usize> {
        self.values.iter().position(|value| *value == x)
    }

    /// Whether a bin is in one segment with the one before it, and with the one behind it.
    fn joined(&self, at: usize) -> (bool, bool) {
        (!self.segments[at], self.segments.get(at + 1) == Some(&false))
    }

    fn is(&self, column: &Segments) {
        let (values, blocks, segments) = column.layers();
        assert_eq!((&values, &blocks, &segments), (&self.values, &self.blocks, &self.segments));
        let begun = |list: &[bool]| list.iter().filter(|begins| **begins).count();
        assert_eq!(column.layer_counts(), [values.len(), begun(&blocks), begun(&segments)]);
        for ((found, _), wanted) in super::cells(column).iter().zip(&self.cells) {
            for (found, wanted) in found.iter().zip(wanted) {
                // Exact with weights that add up exactly; otherwise of some hundred roundings of sums below 100.
                assert!((found - wanted).abs() < 1e-12 && (*found == 0.0) == (*wanted == 0.0));
            }
        }
    }
}

/// With whom a bin is now in a segment.
fn company((left, right): (bool, bool)) -> &'static str {
    match (left, right) {
        (false, false) => "alone",
        (true, false) => "left",
        (false, true) => "right",
        (true, true) => "both",
    }
}

/// What becomes of a bin that stays and changes: it was alone, or inside, first or last of a longer segment.
fn changed(before: (bool, bool), after: (bool, bool), cases: [&str; 3]) -> String {
    let [lone, inside, end] = cases;
    match before {
        (false, false) => format!("{lone} {}", company(after)),
        (true, true) => {
            assert_eq!(after, (false, false), "it equalled both, and has changed");
            inside.to_string()
        }
        (false, true) => format!("{end} first, then {}", company(after)),
        (true, false) => format!("{end} last, then {}", company(after)),
    }
}

/// The case of an insertion, of those in the table of the paper.
fn inserted(before: &State, after: &State, x: f64, place: usize) -> String {
    let now = after.joined(after.at(x).expect("it came"));
    if let Some(at) = before.at(x) {
        if pure(&before.cells[at]) == Some(place) {
            assert_eq!(before.joined(at), now);
            return "I1".into();
        }
        return changed(before.joined(at), now, ["I2", "I3", "I4"]);
    }
    let next = before.values.partition_point(|value| *value < x);
    match (next > 0, next < before.values.len()) {
        (true, true) if before.segments[next] => format!("I6 {}", company(now)),
        (true, true) => format!("I5 {}", company(now)),
        (false, true) => format!("I7 low {}", company(now)),
        (true, false) => format!("I7 high {}", company(now)),
        (false, false) => "the first".into(),
    }
}

/// The case of a deletion.
fn deleted(before: &State, after: &State, x: f64) -> String {
    let at = before.at(x).expect("it was there");
    let was = before.joined(at);
    if let Some(now) = after.at(x) {
        if pure(&before.cells[at]).is_some() {
            assert_eq!(was, after.joined(now));
            return "D1".into();
        }
        return changed(was, after.joined(now), ["D2", "D3", "D3"]);
    }
    let ends = at == 0 || at + 1 == before.values.len();
    match was {
        (false, false) if ends => "D5 at an end".into(),
        (false, false) => format!("D5, neighbours {}", if after.segments[at] { "apart" } else { "joined" }),
        _ => format!("D4 {}", company(was)),
    }
}

/// Every case that can happen. (A bin first in its segment that changes cannot join the one behind it, and a new bin
/// can join both neighbours only if these are one segment.)
const CASES: [&str; 38] = [
    "I1",
    "I2 alone",
    "I2 left",
    "I2 right",
    "I2 both",
    "I3",
    "I4 first, then alone",
    "I4 first, then left",
    "I4 last, then alone",
    "I4 last, then right",
    "I5 both",
    "I5 alone",
    "I6 left",
    "I6 right",
    "I6 alone",
    "I7 low right",
    "I7 low alone",
    "I7 high left",
    "I7 high alone",
    "the first",
    "D1",
    "D2 alone",
    "D2 left",
    "D2 right",
    "D2 both",
    "D3",
    "D3 first, then alone",
    "D3 first, then left",
    "D3 last, then alone",
    "D3 last, then right",
    "D4 left",
    "D4 right",
    "D4 both",
    "D5 at an end",
    "D5, neighbours apart",
    "D5, neighbours joined",
    "refused",
    "the last",
];

/// So many rows that come and go; weights are some of these times `unit`.
fn played(seed: u64, steps: u64, classes: u64, weights: &[f64], unit: f64) -> BTreeMap<String, usize> {
    let mut draw = random(seed);
    let (mut column, mut rows) = (Segments::new(classes as usize, ()), Vec::<Row>::new());
    let mut state = State::of(&rows, classes as usize, unit);
    let mut cases = BTreeMap::new();
    for step in 0..steps {
        let growing = step % 400 < 200;
        let (x, place) = (draw(9) as f64 - 4.0, draw(classes) as usize);
        let coming = draw(10) < if growing { 6 } else { 4 };
        let case = if coming && rows.len() < 60 {
            let row = (x, place, weights[draw(weights.len() as u64) as usize]);
            column.observe(row.0, row.1, row.2, ());
            rows.push(row);
            let after = State::of(&rows, classes as usize, unit);
            let case = inserted(&state, &after, x, place);
            state = after;
            case
        } else if rows.is_empty() || draw(20) == 0 {
            let known = rows.iter().any(|row| (row.0, row.1) == (x, place));
            assert!(!column.forget(x, place, if known { 1e3 } else { 0.5 }, ()));
            "refused".into()
        } else {
            let (x, place, w) = rows.swap_remove(draw(rows.len() as u64) as usize);
            assert!(column.forget(x, place, w, ()));
            let after = State::of(&rows, classes as usize, unit);
            let case = if rows.is_empty() { "the last".into() } else { deleted(&state, &after, x) };
            state = after;
            case
        };
        state.is(&column);
        *cases.entry(case).or_insert(0) += 1;
    }
    cases
}

#[test]
fn lists_are_those_of_the_definition_after_every_row_in_every_case() {
    let mut all: BTreeMap<String, usize> = BTreeMap::new();
    for (seed, classes) in [(1, 2), (2, 3), (3, 4)] {
        for (case, count) in played(seed, 100_000, classes, &[1.0, 1.0, 1.0, 2.0, 3.0], 1.0) {
            *all.entry(case).or_insert(0) += count;
        }
    }
    let mut wanted: Vec<&str> = CASES.to_vec();
    wanted.sort_unstable();
    assert_eq!(all.keys().map(String::as_str).collect::<Vec<_>>(), wanted, "{all:?}");
}

#[test]
fn lists_are_those_of_the_definition_with_quarters_and_real_weights() {
    let quarters = played(4, 100_000, 3, &[0.25, 0.5, 0.75, 1.0, 1.5], 0.25);
    let tenths = played(5, 100_000, 2, &[0.1, 0.3, 0.7, 1.1], 0.0);
    for found in [quarters, tenths] {
        for case in ["I1", "I2 both", "I3", "I5 both", "D2 both", "D5, neighbours joined"] {
            assert!(found.get(case) > Some(&0), "{case} {found:?}");
        }
    }
}
