//! The observers by name: `gaussian`, `bins:100`, `exhaustive`, `quantiles:100`, `quantiles:0.01`, `histogram:10:width`, `dyadic:64`.
//!
//! A name, then its limit after a colon where it has one. The text is what people write and what a model holds.

use std::fmt;

/// How numeric columns are summarised.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Observer {
    /// One normal distribution per class.
    Gaussian,
    /// At most so many bins, placed by the first values (VFML).
    Bins(u32),
    /// Slots of a dyadic grid, at most so many.
    Dyadic(u32),
}

/// Names, the limit that goes without saying, and the smallest and largest allowed.
const LIMITS: [(&str, u32, u32, u32); 2] = [("bins", 10, 2, 10_000), ("dyadic", 64, 4, 10_000)];

/// Names of all observers.
pub const OBSERVERS: [&str; 3] = ["bins", "dyadic", "gaussian"];

impl Observer {
    /// The observer that a text names.
    pub fn parse(text: &str) -> Result<Observer, String> {
        let (name, limit) = match text.split_once(':') {
            Some((name, limit)) => (name, Some(limit)),
            None => (text, None),
        };
        if !OBSERVERS.contains(&name) {
            let names: Vec<String> = OBSERVERS.iter().map(|name| format!("'{name}'")).collect();
            return Err(format!("observer must be {}, got '{text}'", names.join(" or ")));
        }
        let Some((_, usual, least, most)) = LIMITS.iter().find(|(known, ..)| *known == name) else {
            return match limit {
                None => Ok(Observer::Gaussian),
                Some(limit) => Err(format!("observer '{name}' has no limit, got '{limit}' after it")),
            };
        };
        let found = limit.map_or(Ok(*usual), str::parse);
        let Some(found) = found.ok().filter(|found| (least..=most).contains(&found)) else {
            return Err(format!("observer '{name}' takes a limit from {least} to {most}, got '{text}'"));
        };
        Ok(if name == "bins" { Observer::Bins(found) } else { Observer::Dyadic(found) })
    }
}

impl fmt::Display for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observer::Gaussian => f.write_str("gaussian"),
            Observer::Bins(limit) => write!(f, "bins:{limit}"),
            Observer::Dyadic(limit) => write!(f, "dyadic:{limit}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_an_observer_and_is_written_back() {
        for text in ["gaussian", "bins:100", "dyadic:32"] {
            assert_eq!(Observer::parse(text).map(|found| found.to_string()), Ok(text.to_string()));
        }
        assert_eq!(Observer::parse("bins"), Ok(Observer::Bins(10)));
    }

    #[test]
    fn limits_out_of_their_range_are_refused() {
        for text in ["bins:1", "bins:", "bins:ten", "bins:1e9", "gaussian:10", "dyadic:-4", "gauss"] {
            assert!(Observer::parse(text).is_err(), "{text}");
        }
    }
}
