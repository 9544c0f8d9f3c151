//! Is the best candidate good enough *now*? A rule sees the whole contest and returns a verdict; it never touches the
//! tree.

mod hoeffding;
mod normal;
mod race;

pub use hoeffding::Hoeffding;
pub use normal::Normal;
pub use race::Race;

use crate::attempt::Contest;

/// The rules there are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    /// Domingos & Hulten (2000).
    Hoeffding(Hoeffding),
    /// Rutkowski et al. (2015).
    Normal(Normal),
}

/// Names of all rules.
pub const RULES: [&str; 2] = ["hoeffding", "normal"];

/// Why a leaf was split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The lead was larger than the bound.
    Bound,
    /// The bound had become so small that the rivals count as equal.
    Tie,
}

/// What to do with a leaf.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// Split on the leader.
    Split {
        /// Why.
        reason: Reason,
        /// The bound at this moment.
        bound: f64,
    },
    /// Go on collecting; nothing is lost.
    Wait,
}

impl Rule {
    /// The rule of a name.
    pub fn parse(name: &str, race: Race) -> Result<Rule, String> {
        match name {
            "hoeffding" => Ok(Rule::Hoeffding(Hoeffding { race })),
            "normal" => Ok(Rule::Normal(Normal::new(race))),
            _ => {
                let names: Vec<String> = RULES.iter().map(|name| format!("'{name}'")).collect();
                Err(format!("rule must be {}, got '{name}'", names.join(" or ")))
            }
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Rule::Hoeffding(_) => "hoeffding",
            Rule::Normal(_) => "normal",
        }
    }

    /// What all rules have that compare a leader with a runner-up.
    pub fn race(&self) -> &Race {
        match self {
            Rule::Hoeffding(rule) => &rule.race,
            Rule::Normal(rule) => &rule.race,
        }
    }

    /// The lead that is enough in a contest.
    fn bound(&self, contest: &Contest) -> f64 {
        match self {
            Rule::Hoeffding(rule) => rule.bound(contest.range, contest.effective_rows),
            Rule::Normal(rule) => rule.bound(contest.effective_rows),
        }
    }

    /// The verdict on a contest.
    pub fn decide(&self, contest: &Contest) -> Verdict {
        self.race().decide(contest, self.bound(contest))
    }

    /// True if a column of this merit is so far behind the leader that it is not worth watching any longer.
    pub fn is_poor(&self, contest: &Contest, merit: f64) -> bool {
        contest.best_gain() - merit > self.bound(contest)
    }

    /// True if no candidate could win, whatever its gain up to `largest_gain`: an exact reason not to look for one.
    pub fn is_hopeless(&self, contest: &Contest, largest_gain: f64) -> bool {
        let bound = self.bound(contest);
        bound >= self.race().tau && largest_gain <= bound
    }

    /// Refuses parameters out of their range.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Rule::Hoeffding(rule) => rule.race.check(),
            Rule::Normal(rule) => rule.check(),
        }
    }
}
