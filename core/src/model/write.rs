//! The walk over everything that is learned, in an order that the stream alone decides.

use super::frame::FULL;
use crate::config::Config;
use crate::growth::Tree;
use crate::leaf::Leaf;
use crate::learner::Learner;
use crate::observers::Numeric;
use crate::rows::Block;
use crate::rules::Reason;
use crate::schema::{Category, Dictionary, Kind, Schema};
use crate::tree::Test;
use crate::upkeep::Keeper;
use crate::upkeep::budget::Ledger;
use crate::upkeep::settings::Revise;
use crate::upkeep::window::Ring;
use std::hint::black_box;
use std::io;

/// Where sections go: into a file, or a digest.
pub trait Sink {
    /// Takes a section, and gives an empty list for the next one.
    fn section(&mut self, name: &'static str, body: Vec<u8>) -> io::Result<Vec<u8>>;
}

/// What is being written, section by section.
struct Page<'a> {
    sink: &'a mut dyn Sink,
    body: Vec<u8>,
    name: &'static str,
    /// What happened to the sections before; after a failure no other is sent.
    sent: io::Result<()>,
    /// The numbers of a column, one column after the other.
    column: Vec<f64>,
}

impl Page<'_> {
    /// Ends a section, and begins with that of another name.
    fn turn(&mut self, name: &'static str) {
        self.send();
        self.name = name;
    }

    fn send(&mut self) {
        if self.sent.is_ok() && !self.name.is_empty() {
            let sent = self.sink.section(self.name, std::mem::take(&mut self.body));
            self.sent = sent.map(|body| self.body = body);
        }
        self.body.clear();
    }

    /// What is too long for a section goes on in another one of the same name, unless nothing follows.
    fn room(&mut self) {
        if self.body.len() >= FULL {
            self.send();
        }
    }

    #[inline(always)]
    fn bytes(&mut self, bytes: &[u8]) {
        self.room();
        self.body.extend_from_slice(bytes);
    }

    fn whole(&mut self, n: u64) {
        self.bytes(&n.to_le_bytes());
    }

    fn small(&mut self, n: u32) {
        self.bytes(&n.to_le_bytes());
    }

    fn float(&mut self, x: f64) {
        self.bytes(&x.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.whole(text.len() as u64);
        self.bytes(text.as_bytes());
    }

    fn floats(&mut self, list: &[f64]) {
        self.list(list, f64::to_le_bytes);
    }

    fn smalls(&mut self, list: &[u32]) {
        self.list(list, u32::to_le_bytes);
    }

    fn list<T: Copy, const N: usize>(&mut self, list: &[T], bytes: impl Fn(T) -> [u8; N]) {
        self.whole(list.len() as u64);
        self.numbers(list, bytes);
    }

    /// Those of a list whose length is known.
    fn numbers<T: Copy, const N: usize>(&mut self, list: &[T], bytes: impl Fn(T) -> [u8; N]) {
        for part in list.chunks(FULL / N) {
            self.room();
            let start = self.body.len();
            self.body.resize(start + part.len() * N, 0);
            let (places, _) = self.body[start..].as_chunks_mut::<N>();
            places.iter_mut().zip(part).for_each(|(place, number)| *place = bytes(*number));
        }
    }

    fn config(&mut self, config: &Config) {
        let race = config.rule.numbers();
        self.text(config.criterion.name());
        self.text(config.predictor.name());
        self.text(&config.observer.to_string());
        self.text(&config.candidates.to_string());
        self.whole(config.candidates.points().unwrap_or(0) as u64);
        self.text(&config.rule.text());
        for x in [race.delta, race.tau, race.min_gain, config.min_branch_fraction] {
            self.float(x);
        }
        self.whole(config.grace_period);
        self.whole(config.max_depth.map_or(u64::MAX, u64::from));
        self.whole(config.max_leaves.map_or(u64::MAX, |limit| limit as u64));
        let (faithful, least_variance) = (config.faithful, config.faithful.least_variance);
        let flags = u64::from(config.drop_poor) | faithful.flags() << 1;
        let more = u64::from(least_variance.is_some()) | u64::from(config.any_rival) << 1;
        let upkeep = u64::from(config.max_error.is_some())
            | u64::from(config.upkeep.revise().is_some()) << 1
            | u64::from(config.upkeep.window().is_some()) << 2;
        self.small((flags | more << 5 | upkeep << 7) as u32);
        least_variance.into_iter().for_each(|least| self.float(least));
        config.max_error.into_iter().for_each(|most| self.float(most));
        config.upkeep.revise().into_iter().for_each(|revise| self.revise(&revise));
        config.upkeep.window().into_iter().for_each(|rows| self.small(rows.get()));
        self.whole(config.upkeep.budget().map_or(u64::MAX, |limit| limit as u64));
    }

    fn revise(&mut self, revise: &Revise) {
        self.whole(revise.patience);
        self.float(revise.most);
        let flags = [revise.of_inner, revise.every_row, revise.fresh];
        self.small(flags.iter().enumerate().fold(0, |all, (bit, flag)| all | u32::from(*flag) << bit));
    }

    fn category(&mut self, label: &Category) {
        let (kind, content) = match label {
            Category::Bool(b) => (0, u64::from(*b)),
            Category::Whole(n) => (1, *n as u64),
            Category::Real(x) => (2, x.to_bits()),
            Category::Text(text) => (3, text.len() as u64),
            Category::Other(text) => (4, text.len() as u64),
        };
        self.small(kind);
        self.whole(content);
        if let Category::Text(text) | Category::Other(text) = label {
            self.bytes(text.as_bytes());
        }
    }

    fn dictionary(&mut self, dictionary: &Dictionary) {
        self.whole(dictionary.len() as u64);
        for (label, arrived) in dictionary.labels().iter().zip(dictionary.arrived()) {
            self.category(label);
            self.whole(*arrived);
        }
    }

    fn schema(&mut self, schema: &Schema) {
        self.whole(schema.closed.unwrap_or(u64::MAX));
        self.dictionary(&schema.classes);
        self.whole(schema.columns.len() as u64);
        for column in &schema.columns {
            self.small(match column.kind {
                None => 0,
                Some(Kind::Numeric) => 1,
                Some(Kind::Nominal) => 2,
            });
            self.whole(column.slot.map_or(u64::MAX, u64::from));
            self.whole(column.since);
            self.dictionary(&column.categories);
        }
    }

    fn leaf(&mut self, leaf: &Leaf) {
        self.whole(leaf.classes() as u64);
        leaf.tallies.iter().for_each(|tally| self.small(tally.class));
        leaf.tallies.iter().for_each(|tally| self.float(tally.votes));
        leaf.tallies.iter().for_each(|tally| self.float(tally.own));
        for x in [leaf.weight, leaf.weight_sq, leaf.own_sq, leaf.score.majority, leaf.score.bayes] {
            self.float(x);
        }
        self.small(leaf.since);
        self.small(leaf.frozen.stored());
        if leaf.frozen.is_frozen() {
            return;
        }
        self.smalls(leaf.lens.as_ref().map_or(&[], |lens| &lens.numeric));
        self.smalls(leaf.lens.as_ref().map_or(&[], |lens| &lens.nominal));
        self.small(leaf.numeric.width() as u32);
        match &leaf.numeric {
            Numeric::Gaussian(normals) => self.floats(normals.numbers()),
            Numeric::ByColumn(columns) => {
                let mut column = std::mem::take(&mut self.column);
                columns.store(&mut column, |column| self.floats(column));
                self.column = column;
            }
        }
        self.smalls(leaf.nominal.starts());
        self.floats(leaf.nominal.weights());
        let far = leaf.nominal.far_codes();
        self.whole(far.len() as u64);
        for (column, code, place) in far {
            self.small(column as u32);
            self.small(code);
            self.numbers(leaf.nominal.far(place), f64::to_le_bytes);
        }
    }

    fn ring(&mut self, ring: &Ring) {
        let block = ring.block();
        let Block { rows, numeric_width, nominal_width, .. } = block;
        [rows, numeric_width, nominal_width].iter().for_each(|n| self.whole(*n as u64));
        for place in ring.places() {
            let (row, right) = (block.row(place), ring.right[place]);
            self.numbers(row.numbers, f64::to_le_bytes);
            self.numbers(row.codes, u32::to_le_bytes);
            self.small(row.class);
            self.float(row.weight);
            self.bytes(&[u8::from(right.majority) | u8::from(right.bayes) << 1]);
        }
    }

    fn node(&mut self, learner: &Learner, id: u32) {
        let Some(test) = learner.tree.shape.test(id) else {
            self.small(0);
            return self.leaf(learner.tree.leaf(id));
        };
        let (shape, record) = (&learner.tree.shape, learner.tree.record(id));
        let fork = shape.fork(id);
        let (kind, slot, value) = match test {
            Test::Cut { slot, cut } => (1, slot, cut.to_bits()),
            Test::One { slot, code } => (2, slot, u64::from(code)),
            Test::Many { slot } => (3, slot, 0),
            Test::Intervals { slot, edges } => (4, slot, edges.cuts().len() as u64),
        };
        self.small(kind);
        self.small(slot);
        self.whole(value);
        fork.edges.iter().flat_map(|edges| edges.cuts()).for_each(|cut| self.float(*cut));
        self.whole(record.row);
        self.small(u32::from(record.reason == Reason::Tie));
        for x in [record.gain, record.second, record.bound] {
            self.float(x);
        }
        self.small(shape.missing(id));
        self.whole(record.votes.len() as u64);
        for (class, weight) in &record.votes {
            self.small(*class);
            self.float(*weight);
        }
        let children = shape.children(id);
        let codes = fork.branches.iter().filter(|_| fork.edges.is_none()).map(|(code, _)| *code);
        let codes: Vec<u32> = codes.collect();
        self.smalls(&children);
        self.smalls(&codes);
    }
}

/// Nodes that are looked at before they are written.
const AHEAD: usize = 64;

/// Looks at a node. In a tree that has grown for long nodes lie far apart: memory brings several at once if they are
/// asked for at once, where writing asks for one after the other. What is seen does not matter.
fn glance(tree: &Tree, id: u32) -> u64 {
    if !tree.shape.node(id).is_leaf() {
        return tree.record(id).votes.first().map_or(0, |(_, weight)| weight.to_bits());
    }
    let leaf = tree.leaf(id);
    let own = leaf.tallies.last().map_or(0, |tally| tally.own.to_bits());
    match &leaf.numeric {
        Numeric::Gaussian(normals) => {
            normals.numbers().iter().step_by(8).fold(own, |seen, x| seen ^ x.to_bits())
        }
        Numeric::ByColumn(_) => own,
    }
}

/// Sends the complete learning state.
pub fn state(learner: &Learner, sink: &mut dyn Sink) -> io::Result<()> {
    let mut page =
        Page { sink, body: Vec::with_capacity(FULL + FULL / 8), name: "", sent: Ok(()), column: Vec::new() };
    page.turn("config");
    page.config(&learner.config);
    page.turn("schema");
    page.schema(&learner.schema);
    page.turn("counts");
    let Ledger { freezes, thaws, looked, .. } = learner.ledger();
    for n in [learner.rows, learner.tree.shape.len() as u64, freezes, thaws, looked] {
        page.whole(n);
    }
    page.turn("nodes");
    let nodes = learner.tree.shape.len() as u32;
    for first in (0..nodes).step_by(AHEAD) {
        let some = first..nodes.min(first + AHEAD as u32);
        black_box(some.clone().fold(0, |seen, id| seen ^ glance(&learner.tree, id)));
        some.for_each(|id| page.node(learner, id));
    }
    if let Some(kept) = learner.keeper.kept() {
        page.turn("kept");
        page.whole(kept.all().len() as u64);
        for (id, leaf) in kept.all() {
            page.small(*id);
            page.leaf(leaf);
        }
    }
    if let Keeper::Window(window) = &learner.keeper {
        page.turn("window");
        page.ring(&window.ring);
    }
    page.send();
    page.sent
}
