//! Which upkeep there is to be, and how it is set.

use std::num::NonZero;

/// What happens to what was grown.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Upkeep {
    /// Nothing.
    #[default]
    None,
    /// The learner holds no more than so many bytes from one row to the next.
    Budget(usize),
    /// Splits that are not sure are made, and looked at again.
    Provisional(Revise),
    /// Rows are forgotten after so many others.
    Window(NonZero<u32>),
}

impl Upkeep {
    /// The upkeep of which these are the settings. There can be one only.
    pub fn of(
        budget: Option<usize>,
        revise: Option<Revise>,
        window: Option<NonZero<u32>>,
    ) -> Result<Upkeep, String> {
        let both =
            |one: &str, other: &str, reason: &str| Err(format!("{one} does not go with {other}: {reason}"));
        match (budget, revise, window) {
            (None, None, None) => Ok(Upkeep::None),
            (Some(limit), None, None) => Ok(Upkeep::Budget(limit)),
            (None, Some(revise), None) => Ok(Upkeep::Provisional(revise)),
            (None, None, Some(rows)) => Ok(Upkeep::Window(rows)),
            (Some(_), Some(_), _) => both(
                "revise",
                "budget",
                "what provisional splits keep cannot be given up; leave budget out, or use IADEM2",
            ),
            (Some(_), None, Some(_)) => both(
                "window",
                "budget",
                "rows that are to be forgotten cannot be given up; leave budget out, and take a smaller window",
            ),
            (None, Some(_), Some(_)) => {
                both("window", "revise", "a window revises every split by itself; leave one of them out")
            }
        }
    }

    /// The bytes of a budget.
    pub fn budget(self) -> Option<usize> {
        if let Upkeep::Budget(limit) = self { Some(limit) } else { None }
    }

    /// How provisional splits are looked after.
    pub fn revise(self) -> Option<Revise> {
        if let Upkeep::Provisional(revise) = self { Some(revise) } else { None }
    }

    /// The rows of a window.
    pub fn window(self) -> Option<NonZero<u32>> {
        if let Upkeep::Window(rows) = self { Some(rows) } else { None }
    }

    /// True if what happens at one leaf may depend on what others have done, so that rows must come one by one.
    pub fn couples_leaves(self) -> bool {
        match self {
            Upkeep::None | Upkeep::Budget(_) => false,
            Upkeep::Provisional(_) | Upkeep::Window(_) => true,
        }
    }

    /// Refuses settings that cannot be.
    pub fn check(self) -> Result<(), String> {
        self.revise().map_or(Ok(()), |revise| revise.check())
    }
}

/// Provisional splits: when a leaf may split though the rule is not sure, and how such splits are revised. The paper's
/// text and its listing differ in the last three: see [`faithful`](crate::faithful).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Revise {
    /// Rows of its own that a leaf must have seen more than.
    pub patience: u64,
    /// Share of nodes that must not be reached by provisional ones.
    pub most: f64,
    /// Whether that is a share of the inner nodes, and not of all nodes.
    pub of_inner: bool,
    /// Whether this is asked at every row, and not only where a leaf would look for a split.
    pub every_row: bool,
    /// Whether provisional tests that are pushed down stay so, with statistics that begin anew.
    pub fresh: bool,
}

impl Revise {
    /// Refuses settings that cannot be.
    pub fn check(&self) -> Result<(), String> {
        match self.most >= 0.0 && self.most <= 1.0 {
            true => Ok(()),
            false => Err(format!("nu must lie between 0 and 1, got {}", self.most)),
        }
    }

    /// Whether so many provisional nodes are too many.
    pub fn is_full(&self, provisional: usize, nodes: usize, leaves: usize) -> bool {
        let all = if self.of_inner { nodes - leaves } else { nodes };
        let share = if nodes == 1 { 0.0 } else { provisional as f64 / all as f64 };
        share >= self.most
    }
}
