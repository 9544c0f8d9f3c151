//! What a leaf would do, whatever the rule says.

use super::{At, Case, Decision, Entry, Guess, Scratch, enter_all, enter_numeric, iadem, moment, settled};
use crate::config::Config;
use crate::leaf::{Leaf, branches};
use crate::rules::{Reason, Width};
use crate::schema::Schema;
use crate::tree::Test;

/// What was seen of a split that tells nothing is rounding, a billion times less than the least that counts.
const NOTHING: f64 = 1e-21;

/// The split that a leaf would choose if it had to; nothing if there is none, or none tells anything.
pub fn favourite(
    leaf: &Leaf,
    config: &Config,
    schema: &Schema,
    at: At,
    scratch: &mut Scratch,
) -> Option<Decision> {
    let guess = Guess(iadem::confidence(leaf, config, at));
    let case = Case::guessed(leaf, config, schema, &guess);
    enter_all(case, at.room, scratch);
    let least = match config.rule.width {
        Width::Iadem(_) => NOTHING,
        _ => config.rule.race.min_gain * moment(leaf, config, at).range(),
    };
    let competing = config.criterion.least_gain(scratch.entries.iter().map(|entry| entry.gain));
    let ranked = scratch.entries.iter().filter(|entry| entry.gain > least && entry.gain >= competing);
    let best = ranked.reduce(|best, entry| {
        let ahead = entry.merit > best.merit || (entry.merit == best.merit && entry.column < best.column);
        if ahead { entry } else { best }
    })?;
    let test = settled(case, best.test, scratch);
    Some(judged(leaf, config, at, test))
}

/// A split that is taken whatever the rule says, with what it gains here.
pub fn judged(leaf: &Leaf, config: &Config, at: At, test: Test) -> Decision {
    let parts = branches(leaf, test);
    let (gain, bound) = if let Width::Iadem(_) = config.rule.width {
        let known = iadem::known(leaf, test, iadem::confidence(leaf, config, at));
        (known.sure, known.width())
    } else {
        let own: Vec<f64> = leaf.own().collect();
        let left: f64 = parts.iter().map(|(_, counts)| config.criterion.mass(counts)).sum();
        let gain = (config.criterion.mass(&own) - left) / own.iter().sum::<f64>();
        (gain, config.rule.bound(&moment(leaf, config, at), parts.len()).lead)
    };
    Decision { test, reason: Reason::Tie, gain, second: 0.0, bound }
}

/// The largest gain that a leaf has found, and the branches of that split; nothing and 2 if there is none.
pub fn best_gain(leaf: &Leaf, config: &Config, schema: &Schema, at: At) -> (f64, usize) {
    let (case, mut scratch) = (Case::new(leaf, config, schema), Scratch::default());
    enter_all(case, at.room, &mut scratch);
    scratch
        .entries
        .iter()
        .fold((0.0, 2), |best, entry| if entry.gain > best.0 { (entry.gain, entry.branches) } else { best })
}

/// The cut that a leaf would make in a numeric column if it had to; nothing if there is none, or none tells anything.
pub fn best_cut(leaf: &Leaf, config: &Config, schema: &Schema, column: u32) -> Option<f64> {
    if leaf.own().filter(|weight| *weight > 0.0).count() < 2 {
        return None;
    }
    let at = At { classes: schema.classes.len(), ..At::default() };
    let guess = Guess(iadem::confidence(leaf, config, at));
    let (case, mut scratch) = (Case::guessed(leaf, config, schema, &guess), Scratch::default());
    enter_numeric(case, usize::MAX, &mut scratch);
    let gains = |entry: &&Entry| entry.column == column && entry.gain != 0.0;
    let test = scratch.entries.iter().find(gains)?.test;
    match settled(case, test, &mut scratch) {
        Test::Cut { cut, .. } => Some(cut),
        _ => None,
    }
}
