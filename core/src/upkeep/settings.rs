//! Which upkeep there is to be, and how it is set.

use super::provisional::Revise;
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
