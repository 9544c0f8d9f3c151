//! Bytes back to a learner. Every length and index is checked before it is used; nothing is trusted.

use super::beside;
use super::frame::{Input, reserve};
use super::page::{Page, Result};
use super::read_upkeep::{ledger, upkeep};
use super::sections::{Others, Sections, Source};
use crate::bytes::{push_tight, tight_room};
use crate::config::Config;
use crate::counts::is_weight;
use crate::faithful::Faithful;
use crate::growth::{Record, Tree};
use crate::leaf::{Frozen, Leaf, Lens, Tally, slot_at};
use crate::learner::{Learner, MOST_ROWS};
use crate::observers::{Gaussian, Nominal, Numeric, Observer};
use crate::rules::{Race, Reason, Rule};
use crate::schema::{Category, Column, Dictionary, Kind, Schema};
use crate::tree::{Assembly, Edges, MOST_INTERVALS, Test};
use crate::upkeep::Upkeep;
use std::io::Read;

impl Page<'_, '_> {
    fn config(&mut self) -> Result<Config> {
        let (criterion, predictor, observer) = (self.text()?, self.text()?, self.text()?);
        let candidates = self.text()?;
        let points = self.whole()? as usize;
        let (criterion, observer, candidates, predictor) =
            Config::parts(&criterion, &observer, Some(&candidates), points, &predictor)?;
        if candidates.points().unwrap_or(0) != points {
            return Err(format!("model has {points} points for candidates '{candidates}'").into());
        }
        let rule = self.text()?;
        let race = Race { delta: self.float()?, tau: self.float()?, min_gain: self.float()? };
        let rule = Rule::parse(&rule, race)?;
        let mut config = Config {
            criterion,
            observer,
            candidates,
            predictor,
            rule,
            min_branch_fraction: self.float()?,
            grace_period: self.whole()?,
            max_depth: match self.optional()? {
                Some(limit) => {
                    Some(u32::try_from(limit).map_err(|_| format!("model has max_depth {limit}"))?)
                }
                None => None,
            },
            max_leaves: self.optional()?.map(|limit| limit as usize),
            drop_poor: false,
            any_rival: false,
            max_error: None,
            upkeep: Upkeep::None,
            faithful: Faithful::default(),
        };
        let flags = self.below(1 << 10, "choice")?;
        config.any_rival = flags >> 6 & 1 == 1;
        let least_variance = if flags >> 5 & 1 == 1 { Some(self.float()?) } else { None };
        config.drop_poor = flags & 1 == 1;
        config.faithful = Faithful::of(u64::from(flags) >> 1, least_variance);
        config.max_error = if flags >> 7 & 1 == 1 { Some(self.float()?) } else { None };
        let revise = if flags >> 8 & 1 == 1 { Some(self.revise()?) } else { None };
        let window = if flags >> 9 == 1 { Some(self.rows()?) } else { None };
        let budget = self.optional()?.map(|limit| limit as usize);
        config.upkeep = Upkeep::of(budget, revise, window)?;
        config.check()?;
        Ok(config)
    }

    fn category(&mut self) -> Result<Category> {
        let (kind, content) = (self.small()?, self.whole()?);
        let mut text = || -> Result<Box<str>> {
            let text = std::str::from_utf8(self.bytes(content)?);
            Ok(text.map_err(|_| "model holds text that is not UTF-8")?.into())
        };
        Ok(match kind {
            0 if content <= 1 => Category::Bool(content == 1),
            1 => Category::Whole(content as i64),
            2 => Category::Real(f64::from_bits(content)),
            3 => Category::Text(text()?),
            4 => Category::Other(text()?),
            other => return Err(format!("model has a label of unknown kind {other}").into()),
        })
    }

    fn dictionary(&mut self) -> Result<Dictionary> {
        let count = self.length(20)?;
        let (mut labels, mut arrived): (Vec<Category>, Vec<u64>) = Default::default();
        reserve(&mut labels, tight_room(count))?;
        reserve(&mut arrived, tight_room(count))?;
        for _ in 0..count {
            labels.push(self.category()?);
            arrived.push(self.whole()?);
        }
        if let Some(early) = arrived.windows(2).position(|pair| pair[0] > pair[1]) {
            let label = &labels[early + 1];
            return Err(format!("model has the label {label} arrive before those before it").into());
        }
        let made = Dictionary::of(labels, arrived);
        made.map_err(|label| format!("model names the label {label} twice").into())
    }

    fn schema(&mut self) -> Result<Schema> {
        let closed = self.optional()?;
        let mut schema = Schema { closed, classes: self.dictionary()?, ..Schema::default() };
        let n = self.length(28)?;
        let mut slots = Vec::new();
        for column in 0..n {
            let kind = [None, Some(Kind::Numeric), Some(Kind::Nominal)][self.below(3, "kind")? as usize];
            schema.add_column(kind == Some(Kind::Nominal));
            match (kind, self.optional()?) {
                (Some(kind), Some(slot)) => slots.push((slot, column, kind)),
                (None | Some(Kind::Nominal), None) => {}
                _ => {
                    return Err(format!("model has a column {column} whose kind and place do not fit").into());
                }
            }
            schema.columns[column].since = self.whole()?;
            schema.columns[column].categories = self.dictionary()?;
        }
        slots.sort_unstable_by_key(|(slot, column, _)| (*slot, *column));
        for (slot, column, kind) in slots {
            let since = schema.columns[column].since;
            schema.settle(column, kind, since);
            if schema.columns[column].slot.map(u64::from) != Some(slot) {
                return Err(
                    format!("model gives column {column} the place {slot}, which is not the next").into()
                );
            }
        }
        Ok(schema)
    }

    pub(super) fn leaf(&mut self, schema: &Schema, observer: Observer) -> Result<Leaf> {
        let tallies = self.tallies(schema)?;
        let count = tallies.len();
        let mut numbers = [0.0; 5];
        for x in &mut numbers {
            *x = self.float()?;
        }
        let since = self.small()?;
        let frozen = Frozen::restore(self.small()?);
        let frozen = frozen.ok_or("model has a leaf that is frozen and never had an observer")?;
        let (mut lens, mut numeric, mut nominal) = (None, Numeric::default(), Nominal::default());
        if !frozen.is_frozen() {
            lens = self.lens(schema)?;
            let dropped = lens.as_deref().cloned().unwrap_or_default();
            numeric = self.numeric(count, schema.numeric.len() - dropped.numeric.len(), observer)?;
            nominal = self.nominal(count, schema, &dropped.nominal)?;
        }
        if !numbers.iter().all(|x| is_weight(*x)) {
            return Err(NO_WEIGHT.into());
        }
        let mut leaf = Leaf { tallies, numeric, nominal, since, frozen, lens, ..Leaf::default() };
        if frozen.is_frozen() {
            leaf.open_classes();
        }
        [leaf.weight, leaf.weight_sq, leaf.own_sq, leaf.score.majority, leaf.score.bayes] = numbers;
        Ok(leaf)
    }

    /// The classes of a leaf with their weights.
    fn tallies(&mut self, schema: &Schema) -> Result<Box<[Tally]>> {
        let count = self.length(20)?;
        let mut tallies = Vec::new();
        reserve(&mut tallies, count)?;
        for _ in 0..count {
            let class = self.below(schema.classes.len(), "class")?;
            if tallies.last().is_some_and(|last: &Tally| last.class >= class) {
                return Err("model has a leaf with classes out of order".into());
            }
            tallies.push(Tally { class, votes: 0.0, own: 0.0 });
        }
        for tally in &mut tallies {
            tally.votes = self.float()?;
        }
        for tally in &mut tallies {
            tally.own = self.float()?;
        }
        if !tallies.iter().all(|tally| is_weight(tally.votes) && is_weight(tally.own)) {
            return Err(NO_WEIGHT.into());
        }
        Ok(tallies.into())
    }

    fn lens(&mut self, schema: &Schema) -> Result<Option<Box<Lens>>> {
        let (numeric, nominal) = (self.smalls()?, self.smalls()?);
        for (dropped, slots) in [(&numeric, schema.numeric.len()), (&nominal, schema.nominal.len())] {
            let ascending = dropped.windows(2).all(|pair| pair[0] < pair[1]);
            if !ascending || dropped.last().is_some_and(|last| *last as usize >= slots) {
                return Err("model has a leaf that has dropped columns which are not there".into());
            }
        }
        let some = !numeric.is_empty() || !nominal.is_empty();
        Ok(some.then(|| Box::new(Lens { numeric: numeric.into(), nominal: nominal.into() })))
    }

    fn numeric(&mut self, classes: usize, slots: usize, observer: Observer) -> Result<Numeric> {
        let width = self.below(slots + 1, "numeric column")? as usize;
        let Numeric::ByColumn(columns) = Numeric::new(observer) else {
            let found = Gaussian::restore(classes, width, self.floats()?);
            let found = found.ok_or("model has a leaf with moments that no normal distributions have")?;
            return Ok(Numeric::Gaussian(found));
        };
        let mut column = std::mem::take(&mut self.column);
        let found = columns.restore(classes, width, &mut column, |list| self.floats_into(list))?;
        self.column = column;
        let found =
            found.ok_or_else(|| format!("model has a leaf with numbers that no '{observer}' holds"))?;
        Ok(Numeric::ByColumn(Box::new(found)))
    }

    fn nominal(&mut self, classes: usize, schema: &Schema, dropped: &[u32]) -> Result<Nominal> {
        let slots = schema.nominal.len() - dropped.len();
        let (starts, weights) = (self.smalls()?, self.floats()?);
        let count = self.length(8 + 8 * classes as u64)?;
        let (mut far, mut far_weights) = (Vec::new(), Vec::new());
        reserve(&mut far, count)?;
        reserve(&mut far_weights, tight_room(count) * classes)?;
        for _ in 0..count {
            far.push((self.below(slots, "nominal column")?, self.small()?));
            self.more_floats(classes, &mut far_weights)?;
        }
        if starts.len() > slots + 1 {
            return Err("model has a leaf with more nominal columns than there are".into());
        }
        let near = starts
            .windows(2)
            .enumerate()
            .map(|(place, ends)| (place, ends[1].saturating_sub(ends[0]) as usize));
        let far_ends = far.iter().map(|(place, code)| (*place as usize, *code as usize + 1));
        let known = |place: usize| schema.categories(slot_at(dropped, place)).len();
        if near.chain(far_ends).any(|(place, end)| end > known(place)) {
            return Err("model has a leaf with categories that its columns do not have".into());
        }
        Nominal::restore(classes, starts, weights, far, far_weights).ok_or_else(|| {
            "model has a leaf with category weights that are too few, too many or no weights".into()
        })
    }

    fn node(&mut self, schema: &Schema, observer: Observer, nodes: usize, tree: &mut Parts) -> Result<()> {
        let kind = self.small()?;
        if kind == 0 {
            push_tight(&mut tree.leaves, self.leaf(schema, observer)?);
            return Ok(tree.shape.add_leaf()?);
        }
        let numeric = matches!(kind, 1 | 4);
        let columns = if numeric { schema.numeric.len() } else { schema.nominal.len() };
        let slot = self.below(columns, "tested column")?;
        let value = self.whole()?;
        let test = match kind {
            1 if f64::from_bits(value).is_finite() => Test::Cut { slot, cut: f64::from_bits(value) },
            1 => return Err("model has a node with a cut that is no number".into()),
            2 => Test::One {
                slot,
                code: u32::try_from(value).map_err(|_| "model tests for a category beyond all codes")?,
            },
            3 if value == 0 => Test::Many { slot },
            4 => Test::Intervals { slot, edges: self.edges(value)? },
            other => return Err(format!("model has a node of unknown kind {other}").into()),
        };
        let row = self.whole()?;
        let reason = [Reason::Bound, Reason::Tie][self.below(2, "reason")? as usize];
        let (gain, second, bound) = (self.float()?, self.float()?, self.float()?);
        if gain.is_nan() || second.is_nan() || bound.is_nan() {
            return Err("model has a node with a gain or bound that is no number".into());
        }
        let missing = self.below(nodes, "node")?;
        let count = self.length(12)?;
        let mut votes = Vec::new();
        reserve(&mut votes, count)?;
        for _ in 0..count {
            votes.push((self.below(schema.classes.len(), "class")?, self.float()?));
        }
        if !votes.iter().all(|(_, weight)| is_weight(*weight)) {
            return Err("model has a node with a weight that is negative or no number".into());
        }
        if !votes.is_sorted_by(|(class, _), (next, _)| class < next) {
            return Err("model has a node with classes out of order".into());
        }
        let (children, codes) = (self.smalls()?, self.smalls()?);
        let tested = if let Test::One { code, .. } = test { vec![code] } else { codes.clone() };
        if !numeric && tested.iter().any(|code| *code as usize >= schema.categories(slot as usize).len()) {
            return Err("model tests for a category that its column does not have".into());
        }
        if (kind == 3) != (codes.len() == children.len()) || (kind != 3 && !codes.is_empty()) {
            return Err("model has a node with other categories than children".into());
        }
        let record = Record { row, reason, gain, second, bound, votes: votes.into() };
        push_tight(&mut tree.records, record);
        Ok(tree.shape.add_inner(test, &codes, &children, missing)?)
    }

    fn tree(&mut self, learner: &Learner, nodes: usize) -> Result<Tree> {
        let mut tree = Parts { shape: Assembly::new(nodes)?, leaves: Vec::new(), records: Vec::new() };
        for _ in 0..nodes {
            self.node(&learner.schema, learner.config.observer, nodes, &mut tree)?;
        }
        let Parts { shape, leaves, records } = tree;
        Tree::of(shape.whole()?, leaves, records).ok_or_else(|| "model has nodes of no tree".into())
    }

    /// So many cuts of a test of intervals.
    fn edges(&mut self, count: u64) -> Result<Edges> {
        let few = (count as usize).min(MOST_INTERVALS);
        let cuts = (0..few).map(|_| self.float()).collect::<Result<Vec<f64>>>()?;
        Edges::new(&cuts).ok_or_else(|| "model has a node whose intervals do not ascend".into())
    }
}

/// A tree that is being read.
struct Parts {
    shape: Assembly,
    leaves: Vec<Leaf>,
    records: Vec<Record>,
}

/// What is told of a leaf with weights that cannot be.
const NO_WEIGHT: &str = "model has a leaf with a weight that is negative or no number";

/// The least that a node takes.
const LEAST_NODE: u64 = 64;

/// Refuses what came after the last row.
fn check_arrivals(learner: &Learner) -> Result<()> {
    let Learner { schema, tree, rows, .. } = learner;
    let late = |row: Option<&u64>| row.is_some_and(|row| row > rows);
    let late_column = |column: &Column| late(Some(&column.since)) || late(column.categories.arrived().last());
    if late(schema.closed.as_ref())
        || late(schema.classes.arrived().last())
        || schema.columns.iter().any(late_column)
        || (0..tree.shape.len() as u32)
            .any(|id| !tree.shape.node(id).is_leaf() && tree.record(id).row > *rows)
    {
        return Err("model has a class, category, column or split of a row that was not learned".into());
    }
    Ok(())
}

/// The learner of a file, and the sections beside it that were asked for.
pub fn read(file: &mut (dyn Read + Send), bytes: u64, asked: &[&str]) -> Result<(Learner, Others)> {
    let mut input = Input::new(file, bytes)?;
    if bytes < beside::LARGE as u64 {
        return parse(&mut input, asked);
    }
    beside::read(input, |source| parse(source, asked))
}

fn parse(source: &mut dyn Source, asked: &[&str]) -> Result<(Learner, Others)> {
    let mut sections = Sections::new(source, asked);
    let mut page = Page::new(&mut sections, "config")?;
    let mut learner = Learner::new(page.config()?)?;
    page.close()?;
    let mut page = Page::new(&mut sections, "schema")?;
    learner.schema = Schema { limit: learner.schema.limit, ..page.schema()? };
    page.close()?;
    let mut page = Page::new(&mut sections, "counts")?;
    let (rows, nodes) = (page.whole()?, page.length(LEAST_NODE)?);
    let [freezes, thaws, looked] = [page.whole()?, page.whole()?, page.whole()?];
    page.close()?;
    if rows > MOST_ROWS {
        return Err(format!("model has learned {rows} rows, more than there can be").into());
    }
    if freezes > MOST_ROWS || thaws > freezes {
        return Err(format!("model has frozen leaves {freezes} times and thawed them {thaws} times").into());
    }
    learner.rows = rows;
    let mut page = Page::new(&mut sections, "nodes")?;
    learner.tree = page.tree(&learner, nodes)?;
    page.close()?;
    upkeep(&mut sections, &mut learner)?;
    let kept = learner.keeper.kept().into_iter().flat_map(|kept| kept.all()).map(|(_, leaf)| leaf);
    if learner.tree.leaves().iter().chain(kept).any(|leaf| u64::from(leaf.since) > rows) {
        return Err("model has a leaf with more rows since its last attempt than were learned".into());
    }
    check_arrivals(&learner)?;
    ledger(&mut learner, [freezes, thaws, looked])?;
    Ok((learner, sections.finish()?))
}
