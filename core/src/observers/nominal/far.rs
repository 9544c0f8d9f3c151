//! Categories whose codes are too large to be addressed directly: a hash table says where their weights are.
//!
//! A leaf that has met many of them remembers how heavy the heaviest is, so that an attempt to split need not look at
//! identifiers one by one: none of them is heavy enough for a branch.

use crate::bytes::{block_bytes, map_bytes, tight_room};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A leaf with this many categories or more remembers how heavy they are.
const MANY: usize = 1024;

/// The bytes that are counted for `Far` itself. They include a pointer to `Heaviest`, whose numbers take next to
/// nothing beside so many categories.
const OWN_BYTES: usize = 56;

const _: () = assert!(size_of::<Far>() <= OWN_BYTES);

/// The far categories of a leaf.
#[derive(Clone, Default)]
pub struct Far {
    places: HashMap<u64, u32, BuildHasherDefault<Spread>>,
    /// `[place][class]`, with room for places to come.
    weights: Box<[f64]>,
    /// Once there are many categories: for each column a bound that its heaviest category does not exceed.
    heaviest: Option<Box<Heaviest>>,
}

#[derive(Clone, Default)]
struct Heaviest(Vec<f64>);

/// Spreads a pair of small numbers over the bits of a hash. Nothing ever iterates in hash order.
#[derive(Clone, Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole numbers are hashed")
    }
    fn write_u64(&mut self, n: u64) {
        let mixed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 29);
    }
}

fn key(column: usize, code: u32) -> u64 {
    ((column as u64) << 32) | u64::from(code)
}

impl Far {
    /// Number of categories.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The place of a category.
    pub fn place(&self, column: usize, code: u32) -> Option<usize> {
        self.places.get(&key(column, code)).map(|place| *place as usize)
    }

    /// Weights by class at a place.
    pub fn weights(&self, place: usize, classes: usize) -> &[f64] {
        &self.weights[place * classes..(place + 1) * classes]
    }

    /// The weight of one class of a category.
    pub fn weight_mut(
        &mut self,
        column: usize,
        code: u32,
        (class, classes): (usize, usize),
    ) -> Option<&mut f64> {
        let at = self.place(column, code)?;
        self.weights.get_mut(at * classes + class)
    }

    /// The categories of some columns with their places, in order of column and code.
    pub fn codes(&self, wanted: impl Fn(usize) -> bool) -> Vec<(usize, u32, usize)> {
        let places = self.places.iter().filter(|(key, _)| wanted((**key >> 32) as usize));
        let mut codes: Vec<_> = places.map(|(key, place)| (*key, *place as usize)).collect();
        codes.sort_unstable();
        codes.into_iter().map(|(key, place)| ((key >> 32) as usize, key as u32, place)).collect()
    }

    /// Makes room for a category.
    pub fn open(&mut self, column: usize, code: u32, classes: usize) {
        let next = self.places.len() as u32;
        if *self.places.entry(key(column, code)).or_insert(next) == next {
            self.make_room(classes);
            self.look_around(classes);
        }
    }

    /// Adds weight to one class of a category.
    pub fn observe(&mut self, column: usize, code: u32, (class, classes): (usize, usize), w: f64) {
        let at = self.places[&key(column, code)] as usize;
        let weights = &mut self.weights[at * classes..(at + 1) * classes];
        weights[class] += w;
        if let Some(heaviest) = &mut self.heaviest {
            heaviest.note(column, weights);
        }
    }

    /// Makes room for a class beside as many as there are.
    pub fn insert_class(&mut self, place: usize, classes: usize) {
        let mut weights = Vec::with_capacity(self.weights.len() / classes * (classes + 1));
        for old in self.weights.chunks(classes) {
            weights.extend_from_slice(&old[..place]);
            weights.push(0.0);
            weights.extend_from_slice(&old[place..]);
        }
        self.weights = weights.into();
    }

    /// A bound that the heaviest category of a column does not exceed; nothing while all columns together have few.
    pub fn heaviest(&self, column: usize) -> Option<f64> {
        self.heaviest.as_ref().map(|heaviest| heaviest.0.get(column).copied().unwrap_or(0.0))
    }

    /// Restores stored numbers: columns and codes, and the weights by class of each; `None` if a category comes twice.
    pub fn restore(codes: &[(u32, u32)], weights: Vec<f64>, classes: usize) -> Option<Far> {
        let keys = codes.iter().map(|(column, code)| key(*column as usize, *code));
        let mut far = Far { places: keys.zip(0..).collect(), weights: weights.into(), heaviest: None };
        far.make_room(classes);
        far.look_around(classes);
        (far.len() == codes.len()).then_some(far)
    }

    /// The room that there is if it grows by an eighth at a time.
    fn make_room(&mut self, classes: usize) {
        let room = tight_room(self.len()) * classes;
        if self.weights.len() < room {
            let mut weights = std::mem::take(&mut self.weights).into_vec();
            weights.reserve_exact(room - weights.len());
            weights.resize(room, 0.0);
            self.weights = weights.into();
        }
    }

    /// Begins to remember how heavy categories are, if there are many.
    fn look_around(&mut self, classes: usize) {
        if self.len() < MANY || self.heaviest.is_some() {
            return;
        }
        let mut heaviest = Box::<Heaviest>::default();
        for (key, place) in &self.places {
            heaviest.note((key >> 32) as usize, self.weights(*place as usize, classes));
        }
        self.heaviest = Some(heaviest);
    }

    /// Bytes on the heap, its own included.
    pub fn bytes(&self, classes: usize) -> usize {
        block_bytes(OWN_BYTES)
            + map_bytes::<u64, u32>(self.len())
            + block_bytes(tight_room(self.len()) * classes * size_of::<f64>())
    }
}

impl Heaviest {
    /// A column has a category with these weights. They never shrink here: what is forgotten is not asked about.
    fn note(&mut self, column: usize, weights: &[f64]) {
        if self.0.len() <= column {
            self.0.resize(column + 1, 0.0);
        }
        self.0[column] = self.0[column].max(weights.iter().sum());
    }
}
