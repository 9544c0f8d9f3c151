//! The predictors by name: `mc`, `nb`, `nba`.

/// What a leaf answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predictor {
    /// The class with the most weight.
    Majority,
    /// Naive Bayes over the leaf's observers.
    NaiveBayes,
    /// Whichever of the two has been right more often in this leaf.
    Adaptive,
}

/// Predictors by name.
pub const PREDICTORS: [(&str, Predictor); 3] =
    [("mc", Predictor::Majority), ("nb", Predictor::NaiveBayes), ("nba", Predictor::Adaptive)];
