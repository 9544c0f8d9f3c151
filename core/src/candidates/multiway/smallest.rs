//! The fewest intervals that err no more than all pieces apart, for any number of classes, in `O(S K)`.
//!
//! Apart, every piece is told its own majority class, and no partition errs less. An interval errs no more than its
//! pieces as long as one class is a majority class of all of them; so a run is carried on while such a class is left,
//! and cut where none is. Any interval of another partition that errs as little has a common majority class, too, and
//! ends no later than the run that was carried on from its start: none has fewer.

/// Writes the last piece of every interval but the last. `read` writes the class weights of a piece; classes are
/// majority classes together only where their weights are exactly equal. A piece without weight goes with any class.
pub fn partition(
    pieces: usize,
    classes: usize,
    read: impl Fn(usize, &mut Vec<f64>),
    weights: &mut Vec<f64>,
    common: &mut Vec<bool>,
    ends: &mut Vec<u32>,
) {
    ends.clear();
    common.clear();
    common.resize(classes, true);
    for piece in 0..pieces {
        read(piece, weights);
        let most = weights.iter().copied().fold(0.0, f64::max);
        let goes_on = weights.iter().zip(&*common).any(|(weight, common)| *common && *weight == most);
        if !goes_on {
            ends.push(piece as u32 - 1);
            common.fill(true);
        }
        for (weight, common) in weights.iter().zip(common.iter_mut()) {
            *common &= *weight == most;
        }
    }
}

#[cfg(test)]
mod tests;
