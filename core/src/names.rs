//! Parts that are chosen by a name alone.

/// The part of a name; the error lists the names that there are.
pub fn one_of<T: Copy>(axis: &str, choices: &[(&str, T)], given: &str) -> Result<T, String> {
    choices.iter().find(|(name, _)| *name == given).map(|(_, choice)| *choice).ok_or_else(|| {
        let names: Vec<String> = choices.iter().map(|(name, _)| format!("'{name}'")).collect();
        format!("{axis} must be {}, got '{given}'", names.join(" or "))
    })
}
