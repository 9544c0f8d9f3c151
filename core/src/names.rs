//! Parts are chosen by name: what is said of a name that an axis does not have.

/// The error; it lists the names that there are.
pub fn unknown(axis: &str, names: &[&str], given: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    format!("{axis} must be {}, got '{given}'", names.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_has_the_axis_the_names_and_what_was_given() {
        let text = unknown("predictor", &["mc", "nb", "nba"], "nbb");
        assert_eq!(text, "predictor must be 'mc' or 'nb' or 'nba', got 'nbb'");
    }
}
