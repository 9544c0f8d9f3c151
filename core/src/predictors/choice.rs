//! The predictors by name: `mc`, `nb`, `nba`.
//!
//! The name is what people write and what a model file holds.

use crate::names::unknown;

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

/// All predictors.
pub const PREDICTORS: [Predictor; 3] = [Predictor::Majority, Predictor::NaiveBayes, Predictor::Adaptive];

impl Predictor {
    /// The predictor of a name.
    pub fn parse(text: &str) -> Result<Predictor, String> {
        let found = PREDICTORS.into_iter().find(|predictor| predictor.name() == text);
        found.ok_or_else(|| unknown("predictor", &PREDICTORS.map(Predictor::name), text))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Predictor::Majority => "mc",
            Predictor::NaiveBayes => "nb",
            Predictor::Adaptive => "nba",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        for predictor in PREDICTORS {
            assert_eq!(Predictor::parse(predictor.name()), Ok(predictor));
        }
    }

    #[test]
    fn a_name_that_no_predictor_has_is_refused_with_those_there_are() {
        let wrong = Predictor::parse("nbb").expect_err("no predictor");
        assert_eq!(wrong, "predictor must be 'mc' or 'nb' or 'nba', got 'nbb'");
    }
}
