//! Objects as messages quote them: as Python spells them, and short enough for a line.

use pyo3::prelude::*;

/// How many characters of an object are shown; `shown` in plain.py shows as many.
const MOST: usize = 60;

/// An object in a message; its type, if it cannot be spelled (a number of thousands of digits cannot).
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    let Ok(text) = object.repr() else {
        return object.get_type().name().map_or_else(|_| "?".into(), |name| format!("<{name}>"));
    };
    let text = text.to_string_lossy();
    match text.char_indices().nth(MOST) {
        None => text.into(),
        Some(_) => format!("{}...", text.chars().take(MOST - 3).collect::<String>()),
    }
}
