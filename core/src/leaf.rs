//! What has this leaf seen? Class weights, observers and the attempt clock. Knows nothing of rules.

use crate::block::{Block, Row};
use crate::bytes::box_bytes;
use crate::observers::{Gaussian, Nominal};

/// The statistics of one leaf.
#[derive(Clone, Default)]
pub struct Leaf {
    /// Class codes present, ascending. Everything below is by place in this list.
    pub classes: Box<[u32]>,
    /// Votes, then own weights.
    ledger: Box<[f64]>,
    /// Sum of the votes.
    pub weight: f64,
    /// Sum of squared weights, inherited share plus own.
    pub weight_sq: f64,
    /// Sum of squared weights of own rows.
    pub own_sq: f64,
    /// Weight that the majority class would have got right (kept by the adaptive predictor).
    pub mc_correct: f64,
    /// Weight that naive Bayes would have got right (kept by the adaptive predictor).
    pub nb_correct: f64,
    /// Rows since the last attempt.
    pub since: u64,
    /// Numeric columns.
    pub numeric: Gaussian,
    /// Nominal columns.
    pub nominal: Nominal,
}

impl Leaf {
    /// A leaf that inherits class weights (ascending codes); `spread` is the squared weight per unit of weight.
    pub fn with_votes(votes: &[(u32, f64)], spread: f64) -> Leaf {
        let kept = || votes.iter().filter(|(_, weight)| *weight > 0.0);
        let mut leaf = Leaf::with_ledger(kept().map(|(class, _)| *class).collect());
        for (place, (_, weight)) in kept().enumerate() {
            leaf.ledger[place] = *weight;
            leaf.weight += weight;
        }
        leaf.weight_sq = leaf.weight * spread;
        leaf
    }

    /// A leaf that knows these classes (ascending codes) and nothing else.
    pub fn with_ledger(classes: Box<[u32]>) -> Leaf {
        let mut leaf = Leaf { ledger: vec![0.0; 2 * classes.len()].into(), classes, ..Leaf::default() };
        for place in 0..leaf.classes.len() {
            leaf.numeric.insert_class(place);
            leaf.nominal.insert_class(place);
        }
        leaf
    }

    /// Class weights, inherited at creation plus own.
    #[inline(always)]
    pub fn votes(&self) -> &[f64] {
        &self.ledger[..self.classes.len()]
    }

    /// Class weights of the rows that arrived after creation.
    #[inline(always)]
    pub fn own(&self) -> &[f64] {
        &self.ledger[self.classes.len()..]
    }

    /// Votes, then own weights.
    pub fn ledger_mut(&mut self) -> &mut [f64] {
        &mut self.ledger
    }

    /// Classes with their votes.
    pub fn tally(&self) -> impl Iterator<Item = (u32, f64)> {
        self.classes.iter().copied().zip(self.votes().iter().copied())
    }

    /// Weight of the rows that arrived after creation.
    pub fn own_weight(&self) -> f64 {
        self.own().iter().sum()
    }

    /// The place of a class, if the leaf knows it.
    #[inline(always)]
    pub fn place(&self, class: u32) -> Option<usize> {
        match self.classes.get(class as usize) {
            Some(found) if *found == class => Some(class as usize),
            _ => self.classes.binary_search(&class).ok(),
        }
    }

    /// The place of a class; a new one is made where it belongs.
    #[inline(always)]
    pub fn place_for(&mut self, class: u32) -> usize {
        match self.place(class) {
            Some(place) => place,
            None => self.insert_class(class),
        }
    }

    #[cold]
    fn insert_class(&mut self, class: u32) -> usize {
        let place = self.classes.partition_point(|known| *known < class);
        let (mut classes, mut votes, mut own) =
            (self.classes.to_vec(), self.votes().to_vec(), self.own().to_vec());
        classes.insert(place, class);
        votes.insert(place, 0.0);
        own.insert(place, 0.0);
        votes.append(&mut own);
        (self.classes, self.ledger) = (classes.into(), votes.into());
        self.numeric.insert_class(place);
        self.nominal.insert_class(place);
        place
    }

    /// Counts one row whose class stands at `place`: all that a leaf keeps but its numeric columns.
    #[inline(always)]
    pub fn count(&mut self, place: usize, row: &Row<'_>) {
        let w = row.weight;
        self.ledger[place] += w;
        self.ledger[self.classes.len() + place] += w;
        self.weight += w;
        self.weight_sq += w * w;
        self.own_sq += w * w;
        self.since += 1;
        if !row.codes.is_empty() {
            self.nominal.observe(place, row.codes, w);
        }
        if row.numbers.len() > self.numeric.width() {
            self.numeric.widen(row.numbers);
        }
    }

    /// Learns one row of a block; its class stands at `place`.
    #[inline(always)]
    pub fn observe(&mut self, place: usize, row: &Row<'_>, block: &Block, index: u32) {
        self.count(place, row);
        self.numeric.observe(place, block, &[index]);
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        box_bytes(&self.classes) + box_bytes(&self.ledger) + self.numeric.bytes() + self.nominal.bytes()
    }

    /// Numbers stored: what the leaf's bytes are for.
    pub fn numbers(&self) -> usize {
        3 * self.classes.len() + 6 + self.numeric.numbers().len() + self.nominal.numbers()
    }
}
