//! One page of bins: up to 24 of them, in order of their values, with all that most rows ask for or change.
//!
//! A bin of a single class is here as a whole. One of several classes has a slot, where their weights and rows are (see
//! `cells`). The pages know their neighbours, so that every bin is beside the next one.

use super::NONE;
use super::page::rank;
use super::pages::Chained;
use std::ops::Range;

/// The most bins of a page.
pub const LEAF: usize = 24;

/// A bin with rows of more than one class.
pub const MIXED: u32 = u32::MAX >> 2;

/// The only class that a bin has rows of, or `MIXED`; and whether a block begins with it, and a segment.
#[derive(Clone, Copy)]
pub struct Tag(u32);

impl Tag {
    /// A bin that begins nothing.
    pub fn of(class: u32) -> Tag {
        Tag(class << 2)
    }

    /// The same with other beginnings.
    #[inline(always)]
    pub fn beginning(self, begins: [bool; 2]) -> Tag {
        Tag(self.0 & !3 | u32::from(begins[0]) | u32::from(begins[1]) << 1)
    }

    /// The same with another class.
    #[inline(always)]
    pub fn classed(self, class: u32) -> Tag {
        Tag(self.0 & 3 | class << 2)
    }

    /// The class, or `MIXED`.
    #[inline(always)]
    pub fn class(self) -> u32 {
        self.0 >> 2
    }

    /// Whether a block begins, and a segment.
    #[inline(always)]
    pub fn begins(self) -> [bool; 2] {
        [self.0 & 1 != 0, self.0 & 2 != 0]
    }
}

/// All rows with one value.
#[derive(Clone, Copy)]
pub struct Bin {
    pub value: f64,
    /// The weight, if it has only one class.
    pub weight: f64,
    /// The rows, if it has only one class; else the slot of its cells.
    pub rows: u32,
    pub tag: Tag,
}

/// Bins side by side, as they are on a page.
#[derive(Default)]
pub struct Bins {
    pub values: Vec<f64>,
    pub weights: Vec<f64>,
    pub rows: Vec<u32>,
    pub tags: Vec<Tag>,
}

impl FromIterator<Bin> for Bins {
    fn from_iter<I: IntoIterator<Item = Bin>>(list: I) -> Bins {
        let mut bins = Bins::default();
        for bin in list {
            bins.values.push(bin.value);
            bins.weights.push(bin.weight);
            bins.rows.push(bin.rows);
            bins.tags.push(bin.tag);
        }
        bins
    }
}

/// A page, side by side with others in one list.
#[derive(Clone)]
pub struct Leaf {
    values: [f64; LEAF],
    pub count: u32,
    /// The pages before and behind it.
    pub previous: u32,
    pub next: u32,
    /// As in a bin, and the next two.
    pub tags: [Tag; LEAF],
    pub rows: [u32; LEAF],
    pub weights: [f64; LEAF],
}

impl Chained for Leaf {
    const EMPTY: Leaf = Leaf {
        values: [f64::NAN; LEAF],
        weights: [0.0; LEAF],
        rows: [0; LEAF],
        tags: [Tag(0); LEAF],
        count: 0,
        previous: NONE,
        next: NONE,
    };

    fn link(&mut self) -> &mut u32 {
        &mut self.next
    }
}

impl Leaf {
    /// Fills an empty page with some of the bins.
    pub fn fill(&mut self, bins: &Bins, some: Range<usize>) {
        self.count = some.len() as u32;
        self.values[..some.len()].copy_from_slice(&bins.values[some.clone()]);
        self.weights[..some.len()].copy_from_slice(&bins.weights[some.clone()]);
        self.rows[..some.len()].copy_from_slice(&bins.rows[some.clone()]);
        self.tags[..some.len()].copy_from_slice(&bins.tags[some]);
    }

    /// Number of bins.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// The values.
    pub fn values(&self) -> &[f64] {
        &self.values[..self.len()]
    }

    /// One of each kind of its numbers.
    pub fn touched(&self) -> f64 {
        self.values[0] + f64::from(self.tags[0].class()) + f64::from(self.rows[0]) + self.weights[0]
    }

    /// The value at a place.
    #[inline(always)]
    pub fn value(&self, at: usize) -> f64 {
        self.values[at]
    }

    /// The bin at a place.
    #[inline(always)]
    pub fn bin(&self, at: usize) -> Bin {
        Bin { value: self.values[at], weight: self.weights[at], rows: self.rows[at], tag: self.tags[at] }
    }

    /// How many values are no larger than `x`.
    #[inline(always)]
    pub fn rank(&self, x: f64) -> usize {
        rank(&self.values, x)
    }

    /// Another class, weight and rows for the bin at a place.
    #[inline(always)]
    pub fn set(&mut self, at: usize, class: u32, weight: f64, rows: u32) {
        (self.tags[at], self.weights[at], self.rows[at]) = (self.tags[at].classed(class), weight, rows);
    }

    /// Puts a bin at a place; there must be room.
    #[inline(always)]
    pub fn insert(&mut self, at: usize, bin: &Bin) {
        let len = self.len();
        self.values.copy_within(at..len, at + 1);
        self.weights.copy_within(at..len, at + 1);
        self.rows.copy_within(at..len, at + 1);
        self.tags.copy_within(at..len, at + 1);
        self.values[at] = bin.value;
        self.weights[at] = bin.weight;
        self.rows[at] = bin.rows;
        self.tags[at] = bin.tag;
        self.count += 1;
    }

    /// Takes the bin at a place away.
    #[inline(always)]
    pub fn remove(&mut self, at: usize) {
        let len = self.len();
        self.values.copy_within(at + 1..len, at);
        self.weights.copy_within(at + 1..len, at);
        self.rows.copy_within(at + 1..len, at);
        self.tags.copy_within(at + 1..len, at);
        self.values[len - 1] = f64::NAN;
        self.count -= 1;
    }

    /// Keeps the first bins; the others are a page of their own, which has no neighbours yet.
    pub fn split_off(&mut self, at: usize) -> Leaf {
        let mut rest = Leaf::EMPTY;
        (at..self.len()).for_each(|at| rest.insert(rest.len(), &self.bin(at)));
        self.values[at..].fill(f64::NAN);
        self.count = at as u32;
        rest
    }

    /// Appends the bins of the page behind this one; there must be room.
    pub fn append(&mut self, behind: &Leaf) {
        (0..behind.len()).for_each(|at| self.insert(self.len(), &behind.bin(at)));
    }
}
