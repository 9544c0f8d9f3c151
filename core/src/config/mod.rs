//! The checked settings of a learner: one part per axis and its numbers.

mod compat;

use crate::candidates::Candidates;
use crate::criteria::Criterion;
use crate::faithful::Faithful;
use crate::observers::Observer;
use crate::predictors::Predictor;
use crate::rules::Rule;
use crate::upkeep::settings::Upkeep;

/// Settings that define the tree: together with the stream they decide every bit of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Rows that a leaf waits between attempts, at least 1.
    pub grace_period: u64,
    /// How mixed a count vector is.
    pub criterion: Criterion,
    /// How numeric columns are summarised.
    pub observer: Observer,
    /// Which cuts are scored.
    pub candidates: Candidates,
    /// When a leaf splits.
    pub rule: Rule,
    /// What a leaf answers.
    pub predictor: Predictor,
    /// Depth at which leaves stop splitting.
    pub max_depth: Option<u32>,
    /// Number of leaves that is never exceeded.
    pub max_leaves: Option<usize>,
    /// A split needs two branches with more than this share of the weight.
    pub min_branch_fraction: f64,
    /// Whether a leaf stops looking at columns that are too far behind to win.
    pub drop_poor: bool,
    /// Whether other cuts of the leader's own column are rivals, too.
    pub any_rival: bool,
    /// Error of the whole tree at which it stops growing, if that is surely not exceeded.
    pub max_error: Option<f64>,
    /// What happens to what was grown.
    pub upkeep: Upkeep,
    /// Small matters in which programs differ.
    pub faithful: Faithful,
}

impl Default for Config {
    /// What `VFDT()` sets.
    fn default() -> Config {
        Config {
            grace_period: 200,
            criterion: Criterion::Entropy,
            observer: Observer::Gaussian,
            candidates: Candidates::Grid { points: 10 },
            rule: Rule::default(),
            predictor: Predictor::Adaptive,
            max_depth: None,
            max_leaves: None,
            min_branch_fraction: 0.01,
            drop_poor: false,
            any_rival: false,
            max_error: None,
            upkeep: Upkeep::None,
            faithful: Faithful::default(),
        }
    }
}

impl Config {
    /// The part of each axis by its name; candidates that go with the observer if none are named.
    pub fn parts(
        criterion: &str,
        observer: &str,
        candidates: Option<&str>,
        points: usize,
        predictor: &str,
    ) -> Result<(Criterion, Observer, Candidates, Predictor), String> {
        let observer = Observer::parse(observer)?;
        Ok((
            Criterion::parse(criterion)?,
            observer,
            Candidates::parse(candidates.unwrap_or(Candidates::usual(observer)), points)?,
            Predictor::parse(predictor)?,
        ))
    }

    /// True if a leaf at this depth may have children.
    pub fn may_deepen(&self, depth: u32) -> bool {
        self.max_depth.is_none_or(|limit| depth < limit)
    }

    /// Refuses what no tree can be grown with.
    pub fn check(&self) -> Result<(), String> {
        if self.grace_period == 0 || self.grace_period > u64::from(u32::MAX) {
            return Err(format!(
                "grace_period must lie between 1 and {}, got {}",
                u32::MAX,
                self.grace_period
            ));
        }
        if let Some(points) = self.candidates.points()
            && (points == 0 || points > 10_000)
        {
            return Err(format!("points must lie between 1 and 10000, got {points}"));
        }
        if self.max_leaves == Some(0) {
            return Err("max_leaves must be at least 1, got 0".into());
        }
        if !(0.0..0.5).contains(&self.min_branch_fraction) {
            return Err(format!(
                "min_branch_fraction must be at least 0 and below 0.5, got {}",
                self.min_branch_fraction
            ));
        }
        if let Some(most) = self.max_error
            && !(most > 0.0 && most < 1.0)
        {
            return Err(format!("max_error must lie between 0 and 1, got {most}"));
        }
        self.rule.check()?;
        self.upkeep.check()?;
        self.faithful.check()?;
        compat::check(self)
    }
}
