//! Who was right: what the adaptive predictor decides by.

/// Who was right about a row.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Right {
    /// The majority class.
    pub majority: bool,
    /// Naive Bayes.
    pub bayes: bool,
}
