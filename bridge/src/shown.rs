//! Objects as messages quote them: as Python spells them, and not longer than a line takes.

use pyo3::prelude::*;

/// Characters of an object that are shown; Python's `shown` (plain.py) has as many.
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
