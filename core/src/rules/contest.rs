//! A contest of columns: who is ahead, and by how much.

use super::Moment;
use crate::tree::Test;

/// The best candidate of every column, ranked as far as a rule needs.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The leaf at this moment.
    pub moment: Moment,
    /// Whether not to split is a candidate, too.
    null: bool,
    /// The leader; None if nobody has entered.
    pub best: Option<Leader>,
    second: f64,
}

/// Who is ahead.
#[derive(Clone, Copy, Debug)]
pub struct Leader {
    column: u32,
    /// What it gains.
    pub gain: f64,
    branches: usize,
    /// The test that it would become.
    pub test: Test,
}

impl Contest {
    /// A contest that only the null split (gain 0) has entered, or nobody.
    pub fn new(moment: Moment, null: bool) -> Contest {
        let second = if null { 0.0 } else { f64::NEG_INFINITY };
        Contest { moment, null, best: None, second }
    }

    /// Enters the best candidate of a column with its merit, called gain from here on. Of equals the column that
    /// arrived first is ahead. Where the null split competes no gain is below its own.
    pub fn enter(&mut self, column: u32, gain: f64, branches: usize, test: Test) {
        let gain = if gain > 0.0 || !self.null { gain } else { 0.0 };
        match self.best {
            Some(ahead) if gain < ahead.gain || (gain == ahead.gain && column > ahead.column) => {
                self.second = self.second.max(gain);
            }
            ahead => {
                self.second = self.second.max(ahead.map_or(f64::NEG_INFINITY, |ahead| ahead.gain));
                self.best = Some(Leader { column, gain, branches, test });
            }
        }
    }

    /// Enters another candidate of a column that has entered a better one.
    pub fn enter_rival(&mut self, gain: f64) {
        self.second = self.second.max(gain);
    }

    /// Branches of the leader; 2 if there is none.
    pub fn branches(&self) -> usize {
        self.best.map_or(2, |ahead| ahead.branches)
    }

    /// Gain of the leader, 0 if there is none but the null split.
    pub fn best_gain(&self) -> f64 {
        self.best.map_or(0.0, |ahead| ahead.gain)
    }

    /// Gain of the best other column, or of the null split; 0 if nobody else is there.
    pub fn second_gain(&self) -> f64 {
        if self.second == f64::NEG_INFINITY { 0.0 } else { self.second }
    }

    /// True if the leader gains more than `least`; where that is nothing and the null split does not compete, anything
    /// but exactly nothing will do.
    pub fn gains_more_than(&self, least: f64) -> bool {
        let gain = self.best_gain();
        gain > least || (!self.null && least == 0.0 && gain != 0.0)
    }
}
