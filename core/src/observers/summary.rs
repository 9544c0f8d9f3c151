//! What the rest of the tree asks of the summary of one numeric column.
//!
//! A summary holds class weights by value, as exactly as its limit allows. Classes are given by their place in the
//! leaf; values are finite, and none is -0; weights are positive. What is asked most, `observe`, must not allocate as
//! a rule.

#[cfg(doc)]
use super::choice::Observer;
pub use super::cuts::Cuts;
use crate::rows::Block;

/// One numeric column of a leaf, summarised jointly with the class.
pub trait Summary: Clone {
    /// What the settings limit it to.
    type Limit: Copy + PartialEq;

    /// Nothing seen yet, `classes` classes known.
    fn new(classes: usize, limit: Self::Limit) -> Self;

    /// Makes room for a class that takes `place` among the leaf's classes.
    fn insert_class(&mut self, place: usize);

    /// Counts a value of the class at `place`.
    fn observe(&mut self, x: f64, place: usize, w: f64, limit: Self::Limit);

    /// Whether a leaf's rows are better counted one after the other than column by column.
    fn by_row(_: Self::Limit) -> bool {
        false
    }

    /// Counts values of which some may be missing, in order.
    #[inline(always)]
    fn observe_some(&mut self, values: &[f64], places: &[u32], weights: &[f64], limit: Self::Limit) {
        for ((x, place), w) in values.iter().zip(places).zip(weights) {
            if !x.is_nan() {
                self.observe(*x, *place as usize, *w, limit);
            }
        }
    }

    /// Counts a few values, none of them missing, as if one by one in order.
    #[inline(always)]
    fn observe_few(
        &mut self,
        values: &[f64; FEW],
        places: &[u32; FEW],
        weights: &[f64; FEW],
        limit: Self::Limit,
    ) {
        for lane in 0..FEW {
            self.observe(values[lane], places[lane] as usize, weights[lane], limit);
        }
    }

    /// Takes back a value that was counted, as if it had never come; false, and nothing is changed, if that cannot be
    /// done exactly.
    fn forget(&mut self, x: f64, place: usize, w: f64, limit: Self::Limit) -> bool;

    /// Counts what `other` has counted: the summary of both substreams. The same classes stand at the same places.
    fn merge(&mut self, other: &Self, limit: Self::Limit);

    /// Every cut that deserves a score, ascending, with the class weights up to it; nothing if there are fewer than
    /// two different values. Cuts will be refused that leave a side no more than the fraction `least` of the weight:
    /// some need not be offered if others are.
    fn propose(&self, cuts: &mut Cuts, limit: Self::Limit, least: f64);

    /// The same with the cuts that cannot be the best, if it knows of any: they may be the second best.
    fn propose_all(&self, cuts: &mut Cuts, limit: Self::Limit) {
        self.propose(cuts, limit, 0.0);
    }

    /// How many cuts it may offer after `more` further values: never too few. The default is a rough estimate, and an
    /// observer with a limit can do better.
    fn most_cuts(&self, more: usize, _: Self::Limit) -> usize {
        self.bytes() / size_of::<[f64; 2]>() + more
    }

    /// Class weights of the values up to a cut; of all values if it is infinite.
    fn below(&self, cut: f64, left: &mut [f64]);

    /// How probable a value is in each class, up to a factor that all classes share. Positive, whatever was seen.
    fn density(&self, x: f64, factors: &mut [f64], limit: Self::Limit);

    /// Bytes on the heap: a function of what `store` writes alone. Counting a value never makes them fewer, unless
    /// [`Observer::only_grows`] says otherwise.
    fn bytes(&self) -> usize;

    /// The most that `bytes` ever says with so many classes; nothing if only the values limit it.
    fn most_bytes(classes: usize, limit: Self::Limit) -> Option<usize>;

    /// Any of its numbers that is on the heap: whoever asks many columns at once waits for all of them at once.
    fn touched(&self) -> f64 {
        0.0
    }

    /// Every number that a later value could depend on.
    fn store(&self, list: &mut Vec<f64>);

    /// The summary of stored numbers; nothing if no summary could have stored them.
    fn restore(list: &[f64], classes: usize, limit: Self::Limit) -> Option<Self>;
}

/// How many values are looked up side by side.
pub const FEW: usize = 8;

/// Rows to be counted, in order of arrival.
#[derive(Default)]
pub struct Rows {
    /// Where each row begins among the numbers of its block.
    pub starts: Vec<u32>,
    /// The places of their classes.
    pub places: Vec<u32>,
    /// Their weights.
    pub weights: Vec<f64>,
}

impl Rows {
    /// Adds a row of a block.
    #[inline(always)]
    pub fn push(&mut self, block: &Block<'_>, row: u32, place: u32) {
        self.starts.push(row * block.numeric_width as u32);
        self.places.push(place);
        self.weights.push(block.weight(row as usize));
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        self.starts.clear();
        self.places.clear();
        self.weights.clear();
    }
}
