//! The criteria by name.

/// The criteria there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// `-sum p lg p`
    Entropy,
    /// `1 - sum p^2`
    Gini,
    /// `1 - max p`
    Misclassification,
    /// The same by the formula as it is printed, with its rounding.
    MisclassificationPrinted,
    /// `(sum sqrt(p (1 - p))) / 2`
    KearnsMansour,
    /// Entropy, and between columns the gain per bit of split information.
    GainRatio,
}

/// Criteria by name.
pub const CRITERIA: [(&str, Criterion); 6] = [
    ("entropy", Criterion::Entropy),
    ("gini", Criterion::Gini),
    ("misclassification", Criterion::Misclassification),
    ("misclassification-printed", Criterion::MisclassificationPrinted),
    ("kearns-mansour", Criterion::KearnsMansour),
    ("gain-ratio", Criterion::GainRatio),
];

impl Criterion {
    /// Its name.
    pub fn name(self) -> &'static str {
        CRITERIA.iter().find(|(_, criterion)| *criterion == self).map_or("", |(name, _)| name)
    }
}
