//! Random trees, random tests pulled up: what must stay the same does.

use super::*;
use crate::growth::{Child, Growth, Kept, Tree};
use crate::leaf::Tally;
use crate::observers::{Numeric, testing::random};
use crate::rows::{Encoded, Lesson, Values};
use crate::rules::Reason;
use std::collections::HashMap;

const COLUMNS: u64 = 3;
const CATEGORIES: u32 = 4;

fn history(row: u64) -> Record {
    let votes = Box::from([(0, row as f64)]);
    Record { row, reason: Reason::Tie, gain: 0.1, second: 0.0, bound: 0.5, votes }
}

/// A leaf that can be told from others by its votes.
fn leaf(name: usize) -> Leaf {
    Leaf::with_votes(Numeric::default(), &[(name as u32, 1.0 + name as f64)], 1.0)
}

fn name_of(leaf: &Leaf) -> Option<u32> {
    leaf.tallies.first().map(|Tally { class, .. }| *class)
}

fn random_test(draw: &mut impl FnMut(u64) -> u64) -> Test {
    let slot = draw(COLUMNS) as u32;
    match draw(3) {
        0 => Test::Cut { slot, cut: draw(9) as f64 / 8.0 },
        1 => Test::One { slot, code: draw(u64::from(CATEGORIES)) as u32 },
        _ => Test::Many { slot },
    }
}

/// The branches of a test that values can go.
fn open_branches(cell: &Cell, test: Test) -> Vec<Branch> {
    let all = if matches!(test, Test::Many { .. }) { 0..CATEGORIES } else { 0..2 };
    all.filter(|branch| cell.reaches(test, *branch)).collect()
}

/// A tree of random tests without a branch that nothing can reach. Some many-way nodes do not know all categories.
fn random_tree(draw: &mut impl FnMut(u64) -> u64, splits: usize) -> (Tree, Kept) {
    let (mut tree, mut kept) = (Tree::new(leaf(0)), Kept::default());
    let mut names = 1;
    for row in 0..splits {
        let leaves: Vec<u32> =
            (0..tree.shape.len() as u32).filter(|id| tree.shape.node(*id).is_leaf()).collect();
        let (id, test) = (leaves[draw(leaves.len() as u64) as usize], random_test(draw));
        let mut branches = open_branches(&tree.shape.cell(id, test), test);
        if branches.len() < 2 {
            continue;
        }
        let many = matches!(test, Test::Many { .. });
        if many && branches.len() > 2 && draw(2) == 0 {
            branches.remove(draw(branches.len() as u64) as usize);
        }
        let children = branches.iter().map(|branch| {
            names += 1;
            (many.then_some(*branch), leaf(names))
        });
        let children: Vec<Child> = children.collect();
        let heavier = draw(children.len() as u64) as usize;
        let old = tree.leaf(id).clone();
        tree.grow(id, Growth { test, record: history(row as u64), children, heavier });
        if draw(3) == 0 {
            kept.keep(id, old);
        }
    }
    (tree, kept)
}

/// What stands below a leaf that is divided: its name, and a part of its weight.
fn divided(leaf: &Leaf, cell: &Cell, test: Test) -> Vec<(Branch, Leaf)> {
    let name = name_of(leaf).expect("every leaf has a name");
    let part =
        |branch: Branch| Leaf::with_votes(Numeric::default(), &[(name, 1e-3 + f64::from(branch))], 1.0);
    open_branches(cell, test).into_iter().map(|branch| (branch, part(branch))).collect()
}

fn points(draw: &mut impl FnMut(u64) -> u64, rows: usize) -> Encoded {
    let values = Values {
        rows,
        numeric_width: COLUMNS as usize,
        nominal_width: COLUMNS as usize,
        numbers: (0..3 * rows).map(|_| draw(97) as f64 / 96.0).collect(),
        codes: (0..3 * rows).map(|_| draw(u64::from(CATEGORIES)) as u32).collect(),
        ..Values::default()
    };
    Encoded { values, lesson: Lesson { classes: vec![0; rows], ..Lesson::default() } }
}

/// Every branch can be reached, and the tree is sound.
fn check_shape(tree: &Tree, kept: &Kept) {
    let mut leaves = 0;
    for id in 0..tree.shape.len() as u32 {
        let Some(test) = tree.shape.test(id) else {
            leaves += 1;
            continue;
        };
        let branches: Vec<Branch> = match test {
            Test::Many { .. } => tree.shape.fork(id).branches.iter().map(|(code, _)| *code).collect(),
            _ => vec![0, 1],
        };
        let cell = tree.shape.cell(id, test);
        assert!(branches.iter().all(|branch| cell.reaches(test, *branch)), "node {id} of {test:?}: {cell:?}");
        assert!(branches.len() > 1, "node {id} tests for nothing");
        for child in tree.shape.children(id) {
            assert_eq!(
                (tree.shape.seat(child).parent, tree.shape.seat(child).depth),
                (id, tree.shape.seat(id).depth + 1)
            );
        }
    }
    assert_eq!(leaves, tree.shape.leaf_count());
    let deepest = (0..tree.shape.len() as u32).map(|id| tree.shape.seat(id).depth).max();
    assert_eq!(deepest, Some(tree.shape.depth()));
    assert!(kept.all().is_sorted_by_key(|(id, _)| *id));
    assert!(kept.all().iter().all(|(id, _)| !tree.shape.node(*id).is_leaf()));
}

#[test]
fn a_replaced_test_refines_the_partition_and_leaves_no_branch_unreachable() {
    let mut draw = random(11);
    let (mut replaced, mut divisions, mut fewer) = (0, 0, 0);
    for trial in 0..300 {
        let splits = 3 + draw(25) as usize;
        let (tree, kept) = random_tree(&mut draw, splits);
        check_shape(&tree, &kept);
        let inner: Vec<u32> =
            (0..tree.shape.len() as u32).filter(|id| !tree.shape.node(*id).is_leaf()).collect();
        let (Some(_), test) = (inner.first(), random_test(&mut draw)) else { continue };
        let at = inner[draw(inner.len() as u64) as usize];
        let cell = tree.shape.cell(at, test);
        let open = open_branches(&cell, test);
        if open.len() < 2 || tree.shape.test(at) == Some(test) {
            continue;
        }
        replaced += 1;
        let (before, kept_before) = (tree.clone(), kept.all().len());
        let mut nodes = tree.unfold(kept);
        let fresh = trial % 2 == 0;
        replace(
            &mut nodes,
            at as usize,
            Replacement {
                test,
                record: history(99),
                branches: &open,
                cell,
                divide: &|leaf, cell| divided(leaf, cell, test),
                blank: &Leaf::default(),
                fresh,
            },
        );
        let (after, kept) = Tree::fold(nodes, 0);
        check_shape(&after, &kept);
        // Somewhere the test stands where the old one stood, and nowhere below it.
        let top = (0..after.shape.len() as u32)
            .find(|id| after.shape.test(*id) == Some(test) && after.record(*id).row == 99);
        let top = top.expect("the new test");
        assert!(kept.at(top).is_none());
        assert_eq!(after.shape.seat(top).depth, before.shape.seat(at).depth);
        let mut home: HashMap<u32, u32> = HashMap::new();
        let block = points(&mut draw, if trial % 30 == 0 { 100_000 } else { 1000 });
        let block = block.block();
        for point in (0..block.rows).map(|index| block.row(index)) {
            let (old, new) = (before.shape.lead(0, &point), after.shape.lead(0, &point));
            // A category that the old tree had no leaf for belongs to nobody.
            if !before.shape.node(old).is_leaf() {
                continue;
            }
            assert!(after.shape.node(new).is_leaf(), "a row was led to a leaf");
            assert_eq!(*home.entry(new).or_insert(old), old, "two leaves were mixed");
            let (was, is) = (before.leaf(old), after.leaf(new));
            assert_eq!(name_of(was), name_of(is), "a leaf answers as before");
            divisions += usize::from(was.weight != is.weight);
        }
        fewer += usize::from(kept.all().len() < kept_before);
        assert!(fresh || kept.all().len() <= kept_before, "no new provisional node");
    }
    assert!(replaced > 150 && divisions > 1000 && fewer > 10, "{replaced} {divisions} {fewer}");
}

#[test]
fn a_chain_of_ten_thousand_tests_is_replaced_without_recursion() {
    let mut tree = Tree::new(leaf(0));
    let mut id = 0;
    for depth in 0..10_000u32 {
        let test = Test::Cut { slot: 0, cut: f64::from(depth) };
        let children = vec![(None, leaf(1)), (None, leaf(2))];
        tree.grow(id, Growth { test, record: history(u64::from(depth)), children, heavier: 0 });
        id = tree.shape.len() as u32 - 1;
    }
    let mut nodes = tree.unfold(Kept::default());
    let test = Test::Cut { slot: 0, cut: 5000.5 };
    let new = Replacement {
        test,
        record: history(99_999),
        branches: &[0, 1],
        cell: Cell::whole(test),
        divide: &|leaf, cell| divided(leaf, cell, test),
        blank: &Leaf::default(),
        fresh: true,
    };
    replace(&mut nodes, 0, new);
    let (tree, kept) = Tree::fold(nodes, 0);
    check_shape(&tree, &kept);
    assert_eq!(tree.shape.test(0), Some(test));
    assert_eq!(tree.shape.leaf_count(), 10_002);
}
