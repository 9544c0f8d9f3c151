//! Estimates the work of an attempt before it is made, so that a call can ask whether to go on before it begins too much
//! of it.
//!
//! Rough on purpose, and a function of counts alone: where a piece of work ends is never a matter of time. Nothing that a
//! tree decides depends on it.

use crate::candidates::Candidates;
use crate::config::Config;
use crate::criteria::Criterion;
use crate::leaf::Leaf;
use crate::observers::Numeric;
use crate::rules::Rule;
use crate::schema::Schema;

/// One unit of work takes about a nanosecond. The estimates were compared with times on one core: an attempt takes at most a
/// few times as long as its estimate says.
pub const WEIGH: u64 = 4;
/// To find the crossings of two classes.
const PAIR: u64 = 24;
/// Pieces of a column among which all pairs are tried.
const FEW: u64 = crate::candidates::multiway::MOST_PIECES as u64;

/// Work of an attempt of a leaf that has taken in `more` rows more.
pub fn work(leaf: &Leaf, config: &Config, schema: &Schema, more: usize) -> u64 {
    let most = leaf.classes().max(schema.classes.len());
    let classes = (leaf.classes() + more).min(most) as u64;
    let columns = schema.numeric.len() as u64;
    // Both sides of every cut.
    let sides = |cuts: u64| 2 * WEIGH * factor(config, classes) * classes * cuts;
    let numeric = match (&leaf.numeric, config.candidates) {
        (Numeric::Gaussian(_), candidates) => {
            let is_error = config.criterion == Criterion::Misclassification;
            let pairs = classes * classes / 2;
            let crossings = match candidates {
                Candidates::Crossings | Candidates::Combined { .. } if is_error => {
                    PAIR * pairs + sides(2 * classes)
                }
                Candidates::Crossings | Candidates::Combined { .. } => PAIR * pairs + sides(2 * pairs),
                Candidates::Grid { .. }
                | Candidates::Delayed { .. }
                | Candidates::Boundaries
                | Candidates::Multiway { .. } => 0,
            };
            columns * (crossings + 4 * sides(candidates.points().unwrap_or(0) as u64))
        }
        (Numeric::ByColumn(summaries), Candidates::Multiway { .. }) => {
            let cuts = summaries.most_cuts(schema.numeric.len(), more) as u64;
            let few = FEW.min(cuts);
            sides(4 * cuts) + columns * sides(few * few / 4)
        }
        (Numeric::ByColumn(summaries), _) => sides(summaries.most_cuts(schema.numeric.len(), more) as u64),
    };
    let known: usize = (0..schema.nominal.len()).map(|slot| schema.categories(slot).len()).sum();
    let nominal = sides((leaf.nominal.places() + more * schema.nominal.len()).min(known) as u64);
    (numeric + nominal) * if config.any_rival { 2 } else { 1 }
}

/// How many times as long as a criterion a rule takes to weigh.
fn factor(config: &Config, classes: u64) -> u64 {
    match config.rule {
        Rule::Race(..) => config.rule.criteria(config.criterion).count() as u64,
        // Classes are sorted, cut by cut.
        Rule::Spans(_) => 8 + classes / 4,
    }
}
