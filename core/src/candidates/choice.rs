//! The candidates by name: `grid`, `boundaries`, `crossings`, `combined`, `delayed`, `multiway`, `multiway:8`,
//! `multiway:8:bias`, `multiway:any`.

use super::multiway::Penalty;
use crate::names::unknown;
use crate::observers::Observer;
use crate::tree::MOST_INTERVALS;
use std::fmt;

/// Which cuts of a numeric column deserve a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Candidates {
    /// Equally spaced points inside the range.
    Grid {
        /// How many.
        points: usize,
    },
    /// The cuts that the observer offers, between which it counts nothing.
    Boundaries,
    /// Where the curves of two classes cross.
    Crossings,
    /// Both of these.
    Combined {
        /// How many equally spaced ones.
        points: usize,
    },
    /// Equally spaced points to decide, and then the best of the winner's crossings.
    Delayed {
        /// How many equally spaced ones.
        points: usize,
    },
    /// Several of the cuts that the observer offers at once: the best partition into intervals.
    Multiway {
        /// The most intervals.
        most: u32,
        /// How their number is chosen.
        penalty: Penalty,
    },
}

/// Names of all candidates.
pub const CANDIDATES: [&str; 6] = ["boundaries", "combined", "crossings", "delayed", "grid", "multiway"];

/// The most intervals if nothing is said.
const USUAL: u32 = 8;

impl Candidates {
    /// The name of those that go with an observer if none are named.
    pub fn usual(observer: Observer) -> &'static str {
        if observer == Observer::Gaussian { "grid" } else { "boundaries" }
    }

    /// The candidates that a text names, with so many equally spaced points where they have some.
    pub fn parse(text: &str, points: usize) -> Result<Candidates, String> {
        match text {
            "boundaries" => return Ok(Candidates::Boundaries),
            "combined" => return Ok(Candidates::Combined { points }),
            "crossings" => return Ok(Candidates::Crossings),
            "delayed" => return Ok(Candidates::Delayed { points }),
            "grid" => return Ok(Candidates::Grid { points }),
            _ => {}
        }
        if text == "multiway:any" {
            return Ok(Candidates::Multiway { most: MOST_INTERVALS as u32, penalty: Penalty::Free });
        }
        let mut words = text.split(':');
        let name = words.next().unwrap_or_default();
        if name != "multiway" {
            return Err(unknown("candidates", &CANDIDATES, text));
        }
        let most = words.next().map_or(Some(USUAL), |word| word.parse().ok());
        let penalty = words.next().map_or(Some(Penalty::Mdl), |word| Penalty::parse(word).ok());
        match (most, penalty) {
            (Some(most), Some(penalty))
                if (2..=MOST_INTERVALS as u32).contains(&most) && words.next().is_none() =>
            {
                Ok(Candidates::Multiway { most, penalty })
            }
            _ => Err(format!(
                "candidates 'multiway' takes a number of intervals from 2 to {MOST_INTERVALS}, and ':mdl', ':bias' or \
                 ':ratio' after it, or ':any', got '{text}'"
            )),
        }
    }

    /// The number of equally spaced points, if there are any.
    #[inline(always)]
    pub fn points(self) -> Option<usize> {
        match self {
            Candidates::Grid { points }
            | Candidates::Combined { points }
            | Candidates::Delayed { points } => Some(points),
            Candidates::Boundaries | Candidates::Crossings | Candidates::Multiway { .. } => None,
        }
    }

    /// Whether a cut through normal curves that gains less than nothing keeps its loss, as in the program of mDT among the
    /// cuts of a grid (see [`faithful`](crate::faithful)); elsewhere a loss is rounding, and counts as nothing. It makes a
    /// difference where the null split does not compete: then the smallest loss may lead. Where it does, no loss is below
    /// its 0.
    pub fn loss_competes(self) -> bool {
        match self {
            Candidates::Grid { .. } => true,
            Candidates::Boundaries
            | Candidates::Crossings
            | Candidates::Combined { .. }
            | Candidates::Delayed { .. }
            | Candidates::Multiway { .. } => false,
        }
    }

    /// The most branches of a split of a numeric column.
    pub fn branches(self) -> usize {
        if let Candidates::Multiway { most, .. } = self { most as usize } else { 2 }
    }
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Candidates::Boundaries => f.write_str("boundaries"),
            Candidates::Combined { .. } => f.write_str("combined"),
            Candidates::Crossings => f.write_str("crossings"),
            Candidates::Delayed { .. } => f.write_str("delayed"),
            Candidates::Grid { .. } => f.write_str("grid"),
            Candidates::Multiway { penalty: Penalty::Free, .. } => f.write_str("multiway:any"),
            Candidates::Multiway { most, penalty: Penalty::Mdl } => write!(f, "multiway:{most}"),
            Candidates::Multiway { most, penalty } => write!(f, "multiway:{most}:{}", penalty.text()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_candidates_and_is_written_back() {
        for text in [
            "boundaries",
            "combined",
            "crossings",
            "delayed",
            "grid",
            "multiway:3",
            "multiway:16:bias",
            "multiway:any",
        ] {
            assert_eq!(Candidates::parse(text, 10).map(|found| found.to_string()), Ok(text.to_string()));
        }
        assert_eq!(Candidates::parse("multiway", 10), Candidates::parse("multiway:8:mdl", 10));
        for text in [
            "multiway:1",
            "multiway:17",
            "multiway:",
            "multiway:8:",
            "multiway:8:mdl:2",
            "grid:3",
            "many",
            "multiway:16:any",
        ] {
            assert!(Candidates::parse(text, 10).is_err(), "{text}");
        }
    }
}
