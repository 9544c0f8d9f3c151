use super::*;
use crate::observers::{Numeric, Observer};
use crate::rows::Encoded;
use crate::rows::encode::{Value, learn_row, read_row};

/// Up to two columns.
type Values<'a> = &'a [Value<'a>];

/// A leaf, and what the columns of its rows are.
struct Grown {
    schema: Schema,
    leaf: Leaf,
}

impl Grown {
    /// A leaf that has learned these rows, each of weight 1.
    fn of(rows: &[(u32, Values<'_>)]) -> Grown {
        let (mut schema, mut leaf) = (Schema::default(), Leaf::new(Observer::Gaussian));
        rows.first().map_or(&[][..], |(_, values)| values).iter().for_each(|_| {
            schema.add_column(false);
        });
        for (before, (class, values)) in rows.iter().enumerate() {
            let mut block = Encoded::default();
            let values: Vec<_> = values.iter().copied().enumerate().collect();
            learn_row(&values, *class, 1.0, before as u64, &mut schema, &mut block);
            let place = leaf.place_for(*class);
            let block = block.block();
            leaf.observe(place, &block.row(0), &block);
        }
        Grown { schema, leaf }
    }

    fn row(&self, values: Values<'_>) -> Encoded {
        let mut block = Encoded::default();
        let values: Vec<_> = values.iter().copied().enumerate().collect();
        read_row(&values, &self.schema, &mut block);
        block
    }

    fn answer(&self, predictor: Predictor, values: Values<'_>) -> Answer {
        let (block, mut bayes) = (self.row(values), Bayes::default());
        bayes.catch_up(&self.leaf, &self.schema, &block.block().row(0));
        let majority = Majority::of(&self.leaf, NO_ANSWER).class;
        answer(predictor, &self.leaf, majority, &mut bayes, &block.block().row(0))
    }

    /// The probabilities of two classes.
    fn shares(&self, predictor: Predictor, fallback: &Votes, values: Values<'_>) -> [f64; 2] {
        let (block, mut bayes, mut shares) = (self.row(values), Bayes::default(), [f64::NAN; 2]);
        let block = block.block();
        let row = &block.row(0);
        probabilities(predictor, &self.leaf, fallback, &self.schema, &mut bayes, row, &mut shares);
        shares
    }
}

#[track_caller]
fn near(found: [f64; 2], wanted: [f64; 2]) {
    let is_near = |at: usize| (found[at] - wanted[at]).abs() < 1e-14;
    assert!(is_near(0) && is_near(1), "{found:?} is not {wanted:?}");
}

/// Three rows of class 0, all red, and two of class 1, both blue.
fn colours() -> Grown {
    const RED: Values<'static> = &[Value::Text("red")];
    const BLUE: Values<'static> = &[Value::Text("blue")];
    Grown::of(&[(0, RED), (1, BLUE), (0, RED), (1, BLUE), (0, RED)])
}

/// Class 0 at 0 and 2, class 1 at 6.
fn numbers() -> Grown {
    Grown::of(&[(0, &[Value::Number(0.0)]), (0, &[Value::Number(2.0)]), (1, &[Value::Number(6.0)])])
}

#[test]
fn the_lowest_of_equal_classes_is_the_majority() {
    let leaf = Leaf::with_votes(Numeric::new(Observer::Gaussian), &[(1, 2.0), (4, 3.0), (7, 3.0)], 1.0);
    assert_eq!(Majority::of(&leaf, 9).class, 4);
    let mut majority = Majority::of(&leaf, 9);
    majority.follow(1, 3.0);
    assert_eq!(majority.class, 1);
    majority.follow(7, 3.5);
    assert_eq!(majority.class, 7);
}

#[test]
fn a_leaf_without_votes_has_the_majority_that_it_is_given() {
    assert_eq!(Majority::of(&Leaf::default(), 9).class, 9);
}

#[test]
fn the_heaviest_is_the_first_of_equals_and_nobody_among_none() {
    assert_eq!(heaviest(&[(0, 1.0), (1, 3.0), (5, 3.0)]), 1);
    assert_eq!(heaviest(&[(3, 0.0)]), NO_ANSWER);
    assert_eq!(heaviest(&[]), NO_ANSWER);
}

#[test]
fn without_votes_the_probabilities_are_those_of_the_parent_and_else_equal() {
    let nobody = Grown::of(&[]);
    for predictor in PREDICTORS {
        assert_eq!(nobody.shares(predictor, &[(1, 3.0), (0, 1.0)], &[]), [0.25, 0.75]);
        assert_eq!(nobody.shares(predictor, &[], &[]), [0.5, 0.5]);
    }
}

#[test]
fn inherited_votes_alone_answer_as_the_majority_class_does() {
    let mut grown = Grown::of(&[]);
    grown.leaf = Leaf::with_votes(Numeric::new(Observer::Gaussian), &[(0, 1.0), (1, 4.0)], 1.0);
    for predictor in PREDICTORS {
        assert_eq!(grown.answer(predictor, &[]).class, 1);
        assert_eq!(grown.shares(predictor, &[(0, 8.0)], &[]), [0.2, 0.8]);
    }
}

#[test]
fn naive_bayes_of_one_nominal_column_is_as_by_hand() {
    let colours = colours();
    // Two categories: red is 3/5 (3+1)/(3+2) in class 0, and 2/5 (0+1)/(2+2) in class 1.
    let red = [Value::Text("red")];
    near(colours.shares(Predictor::NaiveBayes, &[], &red), [24.0 / 29.0, 5.0 / 29.0]);
    // Blue is 3/5 (0+1)/(3+2), and 2/5 (2+1)/(2+2).
    let blue = [Value::Text("blue")];
    near(colours.shares(Predictor::NaiveBayes, &[], &blue), [2.0 / 7.0, 5.0 / 7.0]);
    // A category that nobody knows is one that no class has had: 3/5 1/5, and 2/5 1/4.
    near(colours.shares(Predictor::NaiveBayes, &[], &[Value::Text("green")]), [6.0 / 11.0, 5.0 / 11.0]);
    // What is missing says nothing.
    near(colours.shares(Predictor::NaiveBayes, &[], &[Value::Missing]), [0.6, 0.4]);
    near(colours.shares(Predictor::Majority, &[], &blue), [0.6, 0.4]);
    let said = colours.answer(Predictor::NaiveBayes, &blue);
    assert_eq!((said.class, said.majority, said.bayes), (1, 0, 1));
    assert_eq!(said.right(1), Right { majority: false, bayes: true });
    assert_eq!(colours.answer(Predictor::Majority, &blue).class, 0);
}

#[test]
fn naive_bayes_of_one_gaussian_column_is_as_by_hand() {
    let numbers = numbers();
    // The range is 6, so each class begins with a sum of squares of 36/12 = 3. Class 0 has the mean 1 and the variance
    // (2 + 3)/2, class 1 the mean 6 and the variance 3. At 4 the exponents are 9/5 and 2/3.
    let odds = 0.5 * (2.5f64 / 3.0).sqrt() * (9.0f64 / 5.0 - 2.0 / 3.0).exp();
    let four = [Value::Number(4.0)];
    near(numbers.shares(Predictor::NaiveBayes, &[], &four), [1.0 / (1.0 + odds), odds / (1.0 + odds)]);
    assert_eq!(numbers.answer(Predictor::NaiveBayes, &four).class, 1);
    assert_eq!(numbers.answer(Predictor::Majority, &four).class, 0);
    near(numbers.shares(Predictor::NaiveBayes, &[], &[Value::Missing]), [2.0 / 3.0, 1.0 / 3.0]);
}

#[test]
fn naive_bayes_multiplies_what_its_columns_say() {
    let (both, text) = (|x, text| [Value::Number(x), Value::Text(text)], ["red", "blue"]);
    let grown = Grown::of(&[(0, &both(0.0, text[0])), (0, &both(2.0, text[0])), (1, &both(6.0, text[1]))]);
    // Blue is (0+1)/(2+2) in class 0, and (1+1)/(1+2) in class 1; the numbers are those of the test above.
    let odds = 0.5 * (2.5f64 / 3.0).sqrt() * (9.0f64 / 5.0 - 2.0 / 3.0).exp() * (2.0 / 3.0) / 0.25;
    let shares = grown.shares(Predictor::NaiveBayes, &[], &both(4.0, text[1]));
    near(shares, [1.0 / (1.0 + odds), odds / (1.0 + odds)]);
}

#[test]
fn the_adaptive_predictor_answers_with_the_side_that_leads_and_with_naive_bayes_in_a_tie() {
    let (mut colours, blue) = (colours(), [Value::Text("blue")]);
    for (majority, bayes, class) in [(0.0, 0.0, 1), (3.0, 3.0, 1), (3.0, 2.5, 0), (3.0, 4.0, 1)] {
        colours.leaf.score = Score { majority, bayes };
        let said = colours.answer(Predictor::Adaptive, &blue);
        // Whoever is trusted, both are asked.
        assert_eq!((said.class, said.majority, said.bayes), (class, 0, 1));
        let as_said = [Predictor::Majority, Predictor::NaiveBayes][class as usize];
        let shares = colours.shares(Predictor::Adaptive, &[], &blue);
        assert_eq!(shares, colours.shares(as_said, &[], &blue));
    }
}

#[test]
fn a_frozen_leaf_answers_with_its_majority_class_whatever_the_predictor() {
    let (mut colours, blue) = (colours(), [Value::Text("blue")]);
    colours.leaf.freeze();
    for predictor in PREDICTORS {
        let said = colours.answer(predictor, &blue);
        assert_eq!((said.class, said.majority, said.bayes), (0, 0, 0));
        assert_eq!(colours.shares(predictor, &[], &blue), [0.6, 0.4]);
        assert!(!predictor.asks_bayes(&colours.leaf) && !predictor.answers_by_bayes(&colours.leaf));
    }
}

#[test]
fn only_what_may_answer_by_observers_keeps_score_or_trusts_them() {
    let leaf = Leaf::default();
    for predictor in PREDICTORS {
        let asks = predictor.asks_observers();
        assert_eq!(predictor.asks_bayes(&leaf), asks);
        assert!(asks || !predictor.keeps_score() && !predictor.answers_by_bayes(&leaf), "{predictor:?}");
    }
}
