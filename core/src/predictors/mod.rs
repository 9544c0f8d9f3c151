//! What does a leaf answer? Looks at the leaf; knows nothing of splitting.

mod choice;
mod majority;
mod naive_bayes;

pub use crate::leaf::{Right, Score};
pub use choice::{PREDICTORS, Predictor};
pub use majority::Majority;
pub use naive_bayes::Bayes;

use crate::leaf::Leaf;
use crate::rows::Row;
use crate::schema::Schema;
use std::hint::select_unpredictable;

/// No class known: a tree that has learned nothing.
pub const NO_ANSWER: u32 = u32::MAX;

/// Class weights that answer for a leaf without votes: those of its parent at the moment of the split.
pub type Votes = [(u32, f64)];

/// The class that a list of class weights stands for; the lowest code of equals.
pub fn heaviest(votes: &Votes) -> u32 {
    let mut best = (NO_ANSWER, 0.0);
    for (class, weight) in votes {
        if *weight > best.1 {
            best = (*class, *weight);
        }
    }
    best.0
}

/// The answer of a leaf to a row, and for the adaptive predictor what each side said.
#[derive(Clone, Copy)]
pub struct Answer {
    /// The predicted class.
    pub class: u32,
    /// What the majority class said.
    pub majority: u32,
    /// What naive Bayes said.
    pub bayes: u32,
}

impl Answer {
    /// Who was right, now that the class is known.
    #[inline(always)]
    pub fn right(&self, class: u32) -> Right {
        Right { majority: self.majority == class, bayes: self.bayes == class }
    }
}

/// The answer of a leaf whose majority class is given. `bayes` must have been prepared for it if the predictor asks
/// observers.
#[inline(always)]
pub fn answer(predictor: Predictor, leaf: &Leaf, majority: u32, bayes: &mut Bayes, row: &Row<'_>) -> Answer {
    if predictor.asks_bayes(leaf) {
        ask_both(predictor, leaf, majority, bayes, row)
    } else {
        Answer { class: majority, majority, bayes: majority }
    }
}

/// The same at a leaf where the predictor asks naive Bayes.
#[inline(always)]
pub fn ask_both(
    predictor: Predictor,
    leaf: &Leaf,
    majority: u32,
    bayes: &mut Bayes,
    row: &Row<'_>,
) -> Answer {
    let bayes = bayes.answer(leaf, row).unwrap_or(majority);
    Answer { class: select_unpredictable(predictor.trusts_bayes(leaf), bayes, majority), majority, bayes }
}

/// Fills `shares` (one per class of the tree) with the leaf's probabilities for a row.
pub fn probabilities(
    predictor: Predictor,
    leaf: &Leaf,
    fallback: &Votes,
    schema: &Schema,
    bayes: &mut Bayes,
    row: &Row<'_>,
    shares: &mut [f64],
) {
    if predictor.answers_by_bayes(leaf) {
        bayes.catch_up(leaf, schema, row);
        if bayes.probabilities(leaf, row, shares) {
            return;
        }
    }
    if leaf.voted() > 0.0 {
        spread(leaf.votes(), shares);
    } else {
        spread(fallback.iter().copied(), shares);
    }
}

/// Normalised class weights; equal shares where there is no weight at all.
pub fn spread(votes: impl Iterator<Item = (u32, f64)>, shares: &mut [f64]) {
    shares.fill(0.0);
    let mut total = 0.0;
    for (class, weight) in votes {
        shares[class as usize] = weight;
        total += weight;
    }
    if total > 0.0 {
        shares.iter_mut().for_each(|share| *share /= total);
    } else {
        let equal = 1.0 / shares.len() as f64;
        shares.fill(equal);
    }
}

#[cfg(test)]
mod tests;
