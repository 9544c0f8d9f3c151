//! The index beside the map of the standard library.

use super::super::NONE;
use super::super::index::{Index, Place};
use super::super::leaf::{Bin, LEAF, Tag};
use super::super::pages::room_of;
use super::super::shape::{is_shape, pages_of};
use super::random;
use std::collections::BTreeMap;

/// Keys of values that are not negative are ordered as these are.
type Map = BTreeMap<u64, u32>;

/// A bin with a number in place of its rows.
fn bin(value: f64, rows: u32) -> Bin {
    Bin { value, weight: 1.0, rows, tag: Tag::of(0) }
}

fn insert(index: &mut Index, x: f64, number: u32) {
    index.insert(index.seek(x), &bin(x, number));
}

fn remove(index: &mut Index, x: f64) {
    index.remove(index.find(x).expect("it is there"));
}

/// The number of the bin with the largest value that is no larger.
fn floor(index: &Index, x: f64) -> u32 {
    match index.seek(x) {
        None | Some((_, 0)) => NONE,
        Some((page, rank)) => index.leaves[page].rows[rank - 1],
    }
}

fn checked(index: &Index, map: &Map, asked: impl Iterator<Item = f64>) {
    let shape = index.shape();
    assert!(is_shape(&shape), "{shape:?}");
    for (pages, room) in pages_of(&shape).into_iter().zip(index.rooms()) {
        assert!(pages <= room && room >= room_of(pages));
    }
    assert_eq!(shape.last().map_or(0, |leaves| leaves.iter().sum()), map.len());
    let items: Vec<(f64, u32)> = map.iter().map(|(key, bin)| (f64::from_bits(*key), *bin)).collect();
    // Every key of every page is the smallest value below it: a tree built from the values anew is the same.
    let bins: Vec<Bin> = items.iter().map(|(x, number)| bin(*x, *number)).collect();
    assert_eq!(
        index.pages_in_order(),
        Index::of(&shape, &bins.into_iter().collect(), [0; 2]).pages_in_order()
    );
    // The pages of bins follow each other, forwards and backwards.
    let forwards: Vec<f64> = index.bins().map(|bin| bin.value).collect();
    assert!(forwards.iter().eq(items.iter().map(|(x, _)| x)));
    let last = index.seek(f64::INFINITY).map(|(page, rank)| Place { page, at: rank - 1 });
    let backwards = std::iter::successors(last, |place| index.previous(*place));
    let backwards = backwards.map(|place| index.leaves[place.page].value(place.at));
    assert!(backwards.eq(items.iter().rev().map(|(x, _)| *x)));
    let values = items.iter().flat_map(|(x, _)| [*x, x.next_down(), x.next_up()]);
    for x in values.step_by(1 + items.len() / 300).chain(asked) {
        let wanted = if x < 0.0 { None } else { map.range(..=x.to_bits()).next_back() };
        assert_eq!(floor(index, x), wanted.map_or(NONE, |(_, bin)| *bin), "{x}");
    }
}

fn filled(values: impl Iterator<Item = f64>) -> (Index, Map) {
    let (mut index, mut map) = (Index::new(), Map::new());
    for (bin, x) in values.enumerate() {
        insert(&mut index, x, bin as u32);
        map.insert(x.to_bits(), bin as u32);
    }
    (index, map)
}

fn emptied(index: &mut Index, map: &mut Map, values: impl Iterator<Item = f64>) {
    for (done, x) in values.enumerate() {
        remove(index, x);
        map.remove(&x.to_bits());
        if done.is_multiple_of(4099) || map.len() < 40 {
            checked(index, map, [x, 0.0, 1e300].into_iter());
        }
    }
}

#[test]
fn values_that_come_and_go_are_found_as_a_map_finds_them() {
    for (seed, most) in [(1, 40), (2, 700), (3, 20_000), (4, 100_000)] {
        let mut draw = random(seed);
        let (mut index, mut map, mut keys) = (Index::new(), Map::new(), Vec::new());
        for step in 0..5 * most {
            // More come than go until it is full, then more go than come.
            let growing = (step / most) % 2 == 0;
            if keys.is_empty() || draw(10) < if growing { 9 } else { 1 } {
                let x = draw(3 * most) as f64 / 3.0;
                if map.insert(x.to_bits(), step as u32).is_none() {
                    insert(&mut index, x, step as u32);
                    keys.push(x);
                } else {
                    remove(&mut index, x);
                    insert(&mut index, x, step as u32);
                }
            } else {
                let at = draw(keys.len() as u64) as usize;
                let x = keys.swap_remove(at);
                map.remove(&x.to_bits());
                remove(&mut index, x);
            }
            if (step % (most / 7)) == 0 {
                checked(&index, &map, (0..9).map(|_| draw(4 * most) as f64 / 3.1 - 5.0));
            }
        }
        let pages = |index: &Index| index.shape().iter().map(Vec::len).sum::<usize>();
        let (full, most_pages) = (index.shape().len(), pages(&index));
        emptied(&mut index, &mut map, keys.into_iter());
        assert!(full > usize::from(most > 40) && most_pages > most as usize / 80);
        assert_eq!((index.shape().len(), pages(&index)), (0, 0));
    }
}

#[test]
fn hurtful_orders_leave_no_small_pages_behind() {
    let count = 50_000;
    let orders: [(&str, Vec<u32>); 4] = [
        ("sorted", (0..count).collect()),
        ("reversed", (0..count).rev().collect()),
        ("zig-zag", (0..count).map(|i| if i % 2 == 0 { i / 2 } else { count - 1 - i / 2 }).collect()),
        ("from the middle", (0..count).map(|i| count / 2 + i / 2 * (i % 2) - i / 2 * (1 - i % 2)).collect()),
    ];
    for (name, order) in orders {
        let mut order = order;
        let mut seen = vec![false; count as usize + 1];
        order.retain(|x| !std::mem::replace(&mut seen[*x as usize], true));
        let values = || order.iter().map(|x| f64::from(*x));
        let (mut index, mut map) = filled(values());
        checked(&index, &map, [-1.0, 1e300].into_iter());
        let leaves = index.shape().last().map_or(0, Vec::len);
        let full = if matches!(name, "sorted" | "reversed") { LEAF } else { LEAF / 2 };
        assert!(leaves <= order.len().div_ceil(full) + 1, "{name} {leaves}");
        assert!(index.shape().len() <= 4);
        emptied(&mut index, &mut map, values());
    }
}

#[test]
fn height_and_pages_follow_the_values_down() {
    let count = 100_000u32;
    let (mut index, mut map) = filled((0..count).map(|i| f64::from(i.wrapping_mul(2_654_435_761))));
    assert!(index.shape().len() >= 3);
    // All but every thousandth value, which are far from each other.
    let values: Vec<f64> = map.keys().map(|key| f64::from_bits(*key)).collect();
    emptied(&mut index, &mut map, values.iter().enumerate().filter(|(at, _)| at % 1000 > 0).map(|(_, x)| *x));
    assert_eq!(map.len(), 100);
    let pages: usize = index.shape().iter().map(Vec::len).sum();
    assert!(index.shape().len() <= 2 && pages <= 1 + 2 * 100 / (LEAF / 2), "{:?}", index.shape());
    assert!(index.fitting_rooms().iter().zip(index.rooms()).all(|(fitting, room)| *fitting < room));
}
