//! When a leaf may split though the rule is not sure, and how such splits are looked after.

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
