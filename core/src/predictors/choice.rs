//! The predictors by name: `mc`, `nb`, `nba`; and what each of them asks of a leaf.
//!
//! The name is what people write and what a model file holds.

use crate::leaf::Leaf;
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

    /// Whether an answer may depend on the observers of a leaf; otherwise they serve growth alone.
    #[inline(always)]
    pub fn asks_observers(self) -> bool {
        match self {
            Predictor::Majority => false,
            Predictor::NaiveBayes | Predictor::Adaptive => true,
        }
    }

    /// Whether a leaf counts which side would have been right, even if nobody wants an answer.
    #[inline(always)]
    pub fn keeps_score(self) -> bool {
        match self {
            Predictor::Majority | Predictor::NaiveBayes => false,
            Predictor::Adaptive => true,
        }
    }

    /// Whether naive Bayes is asked about the rows of a leaf. A frozen leaf has no observers that it could ask.
    #[inline(always)]
    pub fn asks_bayes(self, leaf: &Leaf) -> bool {
        self.asks_observers() && !leaf.frozen.is_frozen()
    }

    /// Whether naive Bayes is believed where it is asked, rather than the majority class.
    #[inline(always)]
    pub fn trusts_bayes(self, leaf: &Leaf) -> bool {
        match self {
            Predictor::Majority => false,
            Predictor::NaiveBayes => true,
            Predictor::Adaptive => leaf.score.trusts_bayes(),
        }
    }

    /// Whether a leaf answers as naive Bayes does, if that has an answer; otherwise with the majority class.
    #[inline(always)]
    pub fn answers_by_bayes(self, leaf: &Leaf) -> bool {
        self.asks_bayes(leaf) && self.trusts_bayes(leaf)
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
        assert!(wrong.starts_with("predictor must be ") && wrong.ends_with(", got 'nbb'"), "{wrong}");
        assert!(PREDICTORS.iter().all(|predictor| wrong.contains(predictor.name())), "{wrong}");
    }
}
