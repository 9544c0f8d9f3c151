//! A leaf takes in rows, one after the other, until an attempt to split is due.

use crate::config::Config;
use crate::leaf::{Leaf, Tally};
use crate::observers::{Numeric, Rows};
use crate::predictors::{Bayes, Majority, Right, ask_both};
use crate::rows::Block;
use crate::schema::{MISSING, Schema};
use riparian_dispatch::Kernel;

/// Rows whose numbers are still to be taken in. Normal distributions of different classes share nothing, so each
/// class takes its rows in one go; other summaries take theirs in order of arrival.
#[derive(Default)]
pub struct Runs {
    /// By the place of their class, each list in order of arrival.
    by_class: Vec<Vec<u32>>,
    /// In order of arrival.
    in_order: Rows,
}

impl Runs {
    #[inline(always)]
    fn push(&mut self, sorted: bool, place: usize, row: u32, block: &Block<'_>) {
        if !sorted {
            return self.in_order.push(block, row, place as u32);
        }
        if self.by_class.len() <= place {
            self.by_class.resize_with(place + 1, Vec::new);
        }
        self.by_class[place].push(row);
    }

    /// Lets the leaf take in the numbers of all rows.
    #[inline(always)]
    fn empty_into(&mut self, leaf: &mut Leaf, block: &Block<'_>) {
        match &mut leaf.numeric {
            Numeric::Gaussian(gaussian) => {
                for (place, rows) in self.by_class.iter_mut().enumerate().filter(|(_, rows)| !rows.is_empty())
                {
                    gaussian.observe(place, block, rows);
                    rows.clear();
                }
            }
            Numeric::ByColumn(columns) => {
                columns.observe(block, &self.in_order);
                self.in_order.clear();
            }
        }
    }
}

/// A leaf counts rows that it knows nothing of, in order of arrival; nobody is asked.
pub struct Count<'a> {
    /// The leaf.
    pub leaf: &'a mut Leaf,
    /// Where the rows are.
    pub block: &'a Block<'a>,
    /// Which rows.
    pub rows: &'a [u32],
    /// Scratch that sorts rows by class.
    pub runs: &'a mut Runs,
}

impl Kernel for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Count { leaf, block, rows, runs } = self;
        let sorted = matches!(leaf.numeric, Numeric::Gaussian(_));
        for row in rows {
            let class = block.classes[*row as usize];
            let place = leaf.place(class).unwrap_or_else(|| {
                // A new class moves the places of others.
                runs.empty_into(leaf, block);
                leaf.place_for(class)
            });
            leaf.count(place, &block.row(*row as usize));
            runs.push(sorted, place, *row, block);
        }
        runs.empty_into(leaf, block);
    }
}

/// Rows of one leaf, in order of arrival.
pub struct Absorb<'a> {
    /// The leaf.
    pub leaf: &'a mut Leaf,
    /// Where the rows are.
    pub block: &'a Block<'a>,
    /// Which rows.
    pub rows: &'a [u32],
    /// Answers given before learning, one per row; none are wanted if this is empty.
    pub answers: &'a mut [u32],
    /// The majority class of the leaf.
    pub majority: Majority,
    /// False if this leaf can never split.
    pub may_grow: bool,
    /// The settings.
    pub config: &'a Config,
    /// Columns and classes.
    pub schema: &'a Schema,
    /// Scratch that sorts rows by class.
    pub runs: &'a mut Runs,
    /// Scratch of naive Bayes; it may stand for this leaf already.
    pub bayes: &'a mut Bayes,
}

impl Kernel for Absorb<'_> {
    /// How many rows were taken in; an attempt is due after the last of them, or there are no more.
    type Output = usize;

    #[inline(always)]
    fn run(mut self) -> usize {
        let predictor = self.config.predictor;
        let wants_answers = predictor.keeps_score() || !self.answers.is_empty();
        if wants_answers && predictor.asks_bayes(self.leaf) { self.answer_and_learn() } else { self.learn() }
    }
}

impl Absorb<'_> {
    /// Learns, and answers with the majority class if asked.
    #[inline(always)]
    fn learn(&mut self) -> usize {
        let mut done = 0;
        loop {
            let before = done;
            done = self.take_in(done, None);
            if done == self.rows.len() || (done > before && self.is_due()) {
                return done;
            }
            self.leaf.place_for(self.block.classes[self.rows[done] as usize]);
        }
    }

    /// Learns, and answers with the help of naive Bayes.
    #[inline(always)]
    fn answer_and_learn(&mut self) -> usize {
        let mut done = 0;
        while done < self.rows.len() {
            // With one class there is only one answer, whoever is asked.
            if let [Tally { class, votes, .. }] = *self.leaf.tallies
                && votes > 0.0
            {
                let before = done;
                done = self.take_in(done, Some(class));
                if done > before {
                    self.bayes.forget();
                    self.majority.follow(class, self.leaf.tallies[0].votes);
                }
                if done == self.rows.len() || (done > before && self.is_due()) {
                    return done;
                }
            }
            self.take_in_one(done);
            done += 1;
            if self.is_due() {
                return done;
            }
        }
        done
    }

    /// Whether an attempt to split is due.
    #[inline(always)]
    fn is_due(&self) -> bool {
        self.may_grow && u64::from(self.leaf.since) >= self.config.grace_period
    }

    /// Takes in rows until an attempt is due or a class comes that is new to the leaf, or is not the `only` one;
    /// gives the number of rows done. The majority does not look at numeric columns, so they take in their numbers in
    /// one go.
    #[inline(always)]
    fn take_in(&mut self, mut done: usize, only: Option<u32>) -> usize {
        let asked = !self.answers.is_empty();
        let sorted = matches!(self.leaf.numeric, Numeric::Gaussian(_));
        let keeps_score = only.is_some() && self.config.predictor.keeps_score();
        while done < self.rows.len() {
            let row = self.block.row(self.rows[done] as usize);
            let place = match only {
                Some(class) => (row.class == class).then_some(0),
                None => self.leaf.place(row.class),
            };
            if place.is_none() && row.class != MISSING {
                break;
            }
            if asked {
                self.answers[done] = self.majority.class;
            }
            done += 1;
            let Some(place) = place else { continue };
            if keeps_score {
                self.leaf.score.count(Right::BOTH, row.weight);
            }
            self.leaf.count(place, &row);
            if asked {
                self.majority.follow(row.class, self.leaf.tallies[place].votes);
            }
            self.runs.push(sorted, place, self.rows[done - 1], self.block);
            if self.is_due() {
                break;
            }
        }
        self.runs.empty_into(self.leaf, self.block);
        done
    }

    /// Takes in one row with the help of naive Bayes.
    #[inline(always)]
    fn take_in_one(&mut self, done: usize) {
        let row = self.block.row(self.rows[done] as usize);
        self.bayes.catch_up(self.leaf, self.schema, &row);
        let said = ask_both(self.config.predictor, self.leaf, self.majority.class, self.bayes, &row);
        if let Some(out) = self.answers.get_mut(done) {
            *out = said.class;
        }
        if row.class == MISSING {
            return;
        }
        if self.config.predictor.keeps_score() {
            self.leaf.score.count(said.right(row.class), row.weight);
        }
        let place = self.leaf.place_for(row.class);
        self.leaf.observe(place, &row, self.block);
        self.majority.follow(row.class, self.leaf.tallies[place].votes);
        self.bayes.follow(self.leaf, self.schema, &row, place);
    }
}
