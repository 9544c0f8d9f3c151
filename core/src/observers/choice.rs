//! The observers by name: `gaussian`, `bins:100`, `exhaustive`, `quantiles:100`, `quantiles:0.01`,
//! `gk:10`, `histogram:10:width`, `dyadic:32`, `segments`.
//!
//! A name, then its limit after a colon where it has one. The text is what people write and what a model holds.

use super::histogram::{Kind, Second};
use super::quantiles::Size;
use crate::names::unknown;
use std::fmt;
use std::ops::RangeInclusive;

/// How numeric columns are summarised.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Observer {
    /// At most so many bins, placed by the first values (VFML).
    Bins(u32),
    /// Slots of a dyadic grid, at most so many.
    Dyadic(u32),
    /// Every different value.
    Exhaustive,
    /// One normal distribution per class.
    Gaussian,
    /// At most so many tuples per class, counting the one that has just come (Greenwald & Khanna as in MOA).
    Gk(u32),
    /// Two layers: a fine one that refines itself, and so many intervals made of it (PiD).
    Histogram(Second),
    /// A quantile summary per class (Greenwald & Khanna).
    Quantiles(Size),
    /// Every different value, in an ordered map with its blocks and segments (Elomaa & Lehtinen).
    Segments,
}

/// Names of all observers.
pub const OBSERVERS: [&str; 8] =
    ["bins", "dyadic", "exhaustive", "gaussian", "gk", "histogram", "quantiles", "segments"];

impl Observer {
    /// The observer that a text names.
    pub fn parse(text: &str) -> Result<Observer, String> {
        let mut words = text.split(':');
        let name = words.next().unwrap_or_default();
        let wanted = match name {
            "bins" => match whole(words.next(), 10, 2..=10_000) {
                Some(limit) if words.next().is_none() => return Ok(Observer::Bins(limit)),
                _ => "a limit from 2 to 10000",
            },
            "dyadic" => match whole(words.next(), 32, 4..=10_000) {
                Some(limit) if words.next().is_none() => return Ok(Observer::Dyadic(limit)),
                _ => "a limit from 4 to 10000",
            },
            "exhaustive" if text == name => return Ok(Observer::Exhaustive),
            "gaussian" if text == name => return Ok(Observer::Gaussian),
            "segments" if text == name => return Ok(Observer::Segments),
            "exhaustive" | "gaussian" | "segments" => "no limit",
            "gk" => match whole(words.next(), 10, 3..=10_000) {
                Some(limit) if words.next().is_none() => return Ok(Observer::Gk(limit)),
                _ => "a number of tuples from 3 to 10000",
            },
            "histogram" => match (whole(words.next(), 10, 2..=1000), kind(words.next())) {
                (Some(intervals), Some(kind)) if words.next().is_none() => {
                    return Ok(Observer::Histogram(Second { intervals, kind }));
                }
                _ => "a number of intervals from 2 to 1000, and ':frequency' or ':width' after it",
            },
            "quantiles" => match size(words.next()) {
                Some(size) if words.next().is_none() => return Ok(Observer::Quantiles(size)),
                _ => "a number of tuples from 3 to 10000, or a rank error between 0 and 0.5 such as 0.01",
            },
            _ => return Err(unknown("observer", &OBSERVERS, text)),
        };
        Err(format!("observer '{name}' takes {wanted}, got '{text}'"))
    }

    /// True if values can be taken back.
    pub fn forgets(self) -> bool {
        matches!(self, Observer::Dyadic(_) | Observer::Exhaustive | Observer::Gaussian | Observer::Segments)
    }

    /// False if a column may take fewer bytes after a value than before it.
    pub fn only_grows(self) -> bool {
        match self {
            Observer::Quantiles(Size::Error(_)) => false,
            Observer::Bins(_)
            | Observer::Dyadic(_)
            | Observer::Exhaustive
            | Observer::Gaussian
            | Observer::Gk(_)
            | Observer::Histogram(_)
            | Observer::Quantiles(Size::Tuples(_))
            | Observer::Segments => true,
        }
    }
}

/// A whole number of the range; the usual one if there is no word.
fn whole(word: Option<&str>, usual: u32, range: RangeInclusive<u32>) -> Option<u32> {
    word.map_or(Some(usual), |word| word.parse().ok()).filter(|found| range.contains(found))
}

/// What the intervals of a histogram have in common.
fn kind(word: Option<&str>) -> Option<Kind> {
    match word {
        None | Some("frequency") => Some(Kind::Frequency),
        Some("width") => Some(Kind::Width),
        Some(_) => None,
    }
}

/// A number of tuples, or an error with a point in it.
fn size(word: Option<&str>) -> Option<Size> {
    match word {
        Some(word) if word.contains('.') => {
            word.parse().ok().filter(|share| *share > 0.0 && *share < 0.5).map(Size::Error)
        }
        word => whole(word, 100, 3..=10_000).map(Size::Tuples),
    }
}

impl fmt::Display for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observer::Bins(limit) => write!(f, "bins:{limit}"),
            Observer::Dyadic(limit) => write!(f, "dyadic:{limit}"),
            Observer::Exhaustive => f.write_str("exhaustive"),
            Observer::Gaussian => f.write_str("gaussian"),
            Observer::Gk(limit) => write!(f, "gk:{limit}"),
            Observer::Histogram(Second { intervals, kind: Kind::Frequency }) => {
                write!(f, "histogram:{intervals}")
            }
            Observer::Histogram(Second { intervals, kind: Kind::Width }) => {
                write!(f, "histogram:{intervals}:width")
            }
            Observer::Quantiles(Size::Tuples(most)) => write!(f, "quantiles:{most}"),
            Observer::Quantiles(Size::Error(share)) => write!(f, "quantiles:{share}"),
            Observer::Segments => f.write_str("segments"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_an_observer_and_is_written_back() {
        for text in [
            "gaussian",
            "bins:100",
            "dyadic:32",
            "exhaustive",
            "gk:100",
            "histogram:20",
            "histogram:9:width",
            "quantiles:10",
            "quantiles:0.01",
            "segments",
        ] {
            assert_eq!(Observer::parse(text).map(|found| found.to_string()), Ok(text.to_string()));
        }
        assert_eq!(Observer::parse("bins"), Ok(Observer::Bins(10)));
        assert_eq!(Observer::parse("histogram").map(|found| found.to_string()), Ok("histogram:10".into()));
        assert_eq!(Observer::parse("histogram:10:frequency"), Observer::parse("histogram"));
        assert_eq!(Observer::parse("gk"), Ok(Observer::Gk(10)));
        assert_eq!(Observer::parse("quantiles"), Ok(Observer::Quantiles(Size::Tuples(100))));
        assert_eq!(Observer::parse("quantiles:.5e-6"), Ok(Observer::Quantiles(Size::Error(0.000_000_5))));
    }

    #[test]
    fn limits_out_of_their_range_are_refused() {
        for text in [
            "bins:1",
            "bins:",
            "bins:ten",
            "bins:1e9",
            "gaussian:10",
            "dyadic:-4",
            "gk:2",
            "gk:0.01",
            "gauss",
            "bins:9:9",
            "exhaustive:",
            "segments:2",
        ] {
            assert!(Observer::parse(text).is_err(), "{text}");
        }
    }
}
