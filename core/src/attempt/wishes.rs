//! What a leaf would do, whatever the rule says.

use super::worth::{Worth, divided};
use super::{At, Case, Decision, Scratch, Witness, moment, propose, propose_numeric};
use crate::config::Config;
use crate::leaf::Leaf;
use crate::rules::{Entry, Evidence, Ranking, Reason, Rule, Span};
use crate::schema::Schema;
use crate::tree::Test;

/// The split that a leaf would choose if it had to; None if there is no candidate, or none tells anything.
pub fn favourite(
    leaf: &Leaf,
    config: &Config,
    schema: &Schema,
    at: At,
    scratch: &mut Scratch,
) -> Option<Decision> {
    let moment = moment(leaf, config, at);
    let ranking = config.rule.guess(&moment);
    let case = Case::new(leaf, config, schema, config.criterion, &ranking);
    let mut entries = std::mem::take(&mut scratch.entries);
    entries.clear();
    propose(case, at.room, scratch, &mut |entry| entries.push(entry));
    let least = config.rule.least_of_guess(&moment);
    let competing = config.criterion.least_gain(entries.iter().map(|entry| entry.gain));
    let ranked = entries.iter().filter(|entry| entry.gain > least && entry.gain >= competing);
    let best = ranked.reduce(|best, entry| {
        let ahead = entry.merit > best.merit || (entry.merit == best.merit && entry.column < best.column);
        if ahead { entry } else { best }
    });
    let test = best.map(|best| best.test);
    scratch.entries = entries;
    let test = Witness { case, scratch }.settled(test?);
    Some(judged(leaf, config, at, test))
}

/// A split that is taken whatever the rule says, with what it gains here.
pub fn judged(leaf: &Leaf, config: &Config, at: At, test: Test) -> Decision {
    let (moment, parts) = (moment(leaf, config, at), divided(leaf, test));
    let (gain, bound) = match config.rule {
        Rule::Race(race, width) => {
            let Worth { gain, .. } = Worth::of_parts(leaf, config.criterion, &parts);
            (gain, width.bound(race.delta, &moment, parts.len()).lead)
        }
        Rule::Spans(iadem) => {
            let known = Span::of(iadem.confidence(&moment), &parts);
            (known.sure, known.width())
        }
    };
    Decision { test, reason: Reason::Tie, gain, second: 0.0, bound }
}

/// The largest gain that a leaf has found, and the branches of that split; nothing and 2 if there is none.
pub fn best_gain(leaf: &Leaf, config: &Config, schema: &Schema, at: At) -> (f64, usize) {
    let (ranking, mut scratch) = (Ranking::Gain(config.criterion), Scratch::default());
    let (case, mut best) = (Case::new(leaf, config, schema, config.criterion, &ranking), (0.0, 2));
    propose(case, at.room, &mut scratch, &mut |entry| {
        best = if entry.gain > best.0 { (entry.gain, entry.branches) } else { best };
    });
    best
}

/// The cut that a leaf would make in a numeric column if it had to; None if there is no candidate, or it tells nothing.
pub fn best_cut(leaf: &Leaf, config: &Config, schema: &Schema, column: u32) -> Option<f64> {
    if leaf.own().filter(|weight| *weight > 0.0).count() < 2 {
        return None;
    }
    let at = At { classes: schema.classes.len(), ..At::default() };
    let ranking = config.rule.guess(&moment(leaf, config, at));
    let case = Case::new(leaf, config, schema, config.criterion, &ranking);
    let (mut scratch, mut found) = (Scratch::default(), None);
    propose_numeric(case, usize::MAX, &mut scratch, &mut |entry: Entry| {
        if entry.column == column && entry.gain != 0.0 {
            found = Some(entry.test);
        }
    });
    match (Witness { case, scratch: &mut scratch }.settled(found?)) {
        Test::Cut { cut, .. } => Some(cut),
        Test::One { .. } | Test::Many { .. } | Test::Intervals { .. } => None,
    }
}
