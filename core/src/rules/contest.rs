//! A contest of columns: who is ahead, and by how much.

use super::Moment;
use crate::tree::Test;

/// The best candidate of every column.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The leaf at this moment.
    pub moment: Moment,
    /// Whether not to split is a candidate, too.
    null: bool,
    /// What was installed before, if a split is looked at again.
    pub installed: Option<Test>,
    /// Who takes part, in the order in which they have entered.
    pub entries: Vec<Entry>,
    /// The best of the other candidates of the leader's column, if they are rivals.
    rival: f64,
}

/// The best candidate of one column.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The column.
    pub column: u32,
    /// What it gains.
    pub gain: f64,
    /// What that is worth between columns: the gain itself, or a ratio.
    pub merit: f64,
    /// How many branches it has.
    pub branches: usize,
    /// The test that it would become.
    pub test: Test,
}

/// Leader and runner-up.
#[derive(Clone, Copy, Debug)]
pub struct Ranks<'a> {
    /// Who is ahead; None if nobody competes.
    pub leader: Option<&'a Entry>,
    /// Merit of the leader, 0 if there is none but the null split.
    pub best: f64,
    /// Merit of the best other column, or of the null split; 0 if nobody else is there.
    pub second: f64,
    /// Whether anything but exactly nothing may win: the null split does not compete.
    any: bool,
}

impl Contest {
    /// A contest that only the null split (gain 0) has entered, or nobody.
    pub fn new(moment: Moment, null: bool, installed: Option<Test>) -> Contest {
        Contest { moment, null, installed, entries: Vec::new(), rival: f64::NEG_INFINITY }
    }

    /// Enters the best candidate of a column.
    pub fn enter(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Enters another candidate of the leader's column.
    pub fn enter_rival(&mut self, gain: f64) {
        self.rival = gain;
    }

    /// Ranks the columns that gain enough to compete by their merits. Of equals the column that arrived first is ahead.
    /// Where the null split competes no merit is below its own.
    pub fn ranks(&self) -> Ranks<'_> {
        let least = self.moment.criterion.least_gain(self.entries.iter().map(|entry| entry.gain));
        let nobody = if self.null { 0.0 } else { f64::NEG_INFINITY };
        let (mut leader, mut best, mut second): (Option<&Entry>, f64, f64) =
            (None, f64::NEG_INFINITY, nobody);
        for entry in self.entries.iter().filter(|entry| entry.gain >= least) {
            let merit = if entry.merit > 0.0 || !self.null { entry.merit } else { 0.0 };
            match leader {
                Some(ahead) if merit < best || (merit == best && entry.column > ahead.column) => {
                    second = second.max(merit);
                }
                _ => {
                    second = second.max(best);
                    (leader, best) = (Some(entry), merit);
                }
            }
        }
        second = second.max(self.rival);
        Ranks {
            leader,
            best: leader.map_or(0.0, |_| best),
            second: if second == f64::NEG_INFINITY { 0.0 } else { second },
            any: !self.null,
        }
    }
}

impl Ranks<'_> {
    /// Branches of the leader; 2 if there is none.
    pub fn branches(&self) -> usize {
        self.leader.map_or(2, |leader| leader.branches)
    }

    /// True if the leader gains more than `least`; where that is nothing and the null split does not compete, anything
    /// but exactly nothing will do.
    pub fn gains_more_than(&self, least: f64) -> bool {
        self.best > least || (self.any && least == 0.0 && self.best != 0.0)
    }
}
