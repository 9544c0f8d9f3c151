//! What a bin adds to the weights of the classes: a bin of one class nothing to those of the others.

/// The weights of a bin.
pub enum Weights<'a> {
    /// The place of the only class, and its weight.
    Pure(usize, f64),
    /// Those of all classes.
    Mixed(&'a [f64]),
}

impl Weights<'_> {
    /// The weight of all classes.
    #[inline(always)]
    pub fn all(&self) -> f64 {
        match self {
            Weights::Pure(_, weight) => *weight,
            Weights::Mixed(weights) => weights.iter().sum(),
        }
    }

    /// Adds them to sums. Adding nothing would change none of these, since none is negative.
    #[inline(always)]
    pub fn add_to(&self, sums: &mut [f64]) {
        match self {
            Weights::Pure(place, weight) => sums[*place] += weight,
            Weights::Mixed(weights) => sums.iter_mut().zip(*weights).for_each(|(sum, weight)| *sum += weight),
        }
    }
}
