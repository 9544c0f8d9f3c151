//! The criteria by name: `entropy`, `gini`, `misclassification`, `kearns-mansour`, `gain-ratio`.
//!
//! The name is what people write and what a model file holds.

use crate::names::unknown;

/// The criteria there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// `-sum p lg p`
    Entropy,
    /// `1 - sum p^2`
    Gini,
    /// `1 - max p`
    Misclassification,
    /// The same by the formula as it is printed, with its rounding: see [`faithful`](crate::faithful).
    MisclassificationPrinted,
    /// `(sum sqrt(p (1 - p))) / 2`
    KearnsMansour,
    /// Entropy, and between columns the gain per bit of split information.
    GainRatio,
}

/// All criteria.
pub const CRITERIA: [Criterion; 6] = [
    Criterion::Entropy,
    Criterion::Gini,
    Criterion::Misclassification,
    Criterion::MisclassificationPrinted,
    Criterion::KearnsMansour,
    Criterion::GainRatio,
];

impl Criterion {
    /// The criterion of a name.
    pub fn parse(text: &str) -> Result<Criterion, String> {
        let found = CRITERIA.into_iter().find(|criterion| criterion.name() == text);
        found.ok_or_else(|| unknown("criterion", &CRITERIA.map(Criterion::name), text))
    }

    /// Whether it is one to choose. Others belong to the preset of a paper, which asks for them itself.
    pub fn is_offered(self) -> bool {
        self != Criterion::MisclassificationPrinted
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Entropy => "entropy",
            Criterion::Gini => "gini",
            Criterion::Misclassification => "misclassification",
            Criterion::MisclassificationPrinted => "misclassification-printed",
            Criterion::KearnsMansour => "kearns-mansour",
            Criterion::GainRatio => "gain-ratio",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        for criterion in CRITERIA {
            assert_eq!(Criterion::parse(criterion.name()), Ok(criterion));
        }
    }

    #[test]
    fn a_name_that_no_criterion_has_is_refused_with_those_there_are() {
        let wrong = Criterion::parse("Gini").expect_err("no criterion");
        assert!(wrong.starts_with("criterion must be ") && wrong.ends_with(", got 'Gini'"), "{wrong}");
        assert!(CRITERIA.iter().all(|criterion| wrong.contains(criterion.name())), "{wrong}");
    }
}
