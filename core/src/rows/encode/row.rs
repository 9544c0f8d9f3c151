//! One row of mixed values, encoded as a block of one: the doorway for rows that come as mappings.

use crate::rows::{Encoded, READ, clean};
use crate::schema::{Category, Key, Kind, MISSING, Schema};

/// A value of the outside world.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// Not there.
    Missing,
    /// A number.
    Number(f64),
    /// A whole number.
    Whole(i64),
    /// True or false.
    Bool(bool),
    /// Text.
    Text(&'a str),
}

impl Value<'_> {
    /// The kind that a column gets from this as its first value.
    pub fn kind(self) -> Option<Kind> {
        match self {
            Value::Missing => None,
            Value::Number(x) if !x.is_finite() => None,
            Value::Number(_) | Value::Whole(_) => Some(Kind::Numeric),
            Value::Bool(_) | Value::Text(_) => Some(Kind::Nominal),
        }
    }

    fn number(self) -> f64 {
        match self {
            Value::Missing | Value::Text(_) => f64::NAN,
            Value::Number(x) => x,
            Value::Whole(n) => n as f64,
            Value::Bool(b) => f64::from(u8::from(b)),
        }
    }

    fn label(self) -> Option<Category> {
        match self {
            Value::Missing => None,
            Value::Number(x) => x.is_finite().then(|| Category::number(x)),
            Value::Whole(n) => Some(Category::Whole(n)),
            Value::Bool(b) => Some(Category::Bool(b)),
            Value::Text(text) => Some(Key::Text(text).to_category()),
        }
    }
}

fn fill(values: &[(usize, Value<'_>)], schema: &Schema, block: &mut Encoded) {
    block.values.reset(1, schema.widths());
    for (column, value) in values {
        let entry = &schema.columns[*column];
        let Some(slot) = entry.slot else { continue };
        if entry.kind == Some(Kind::Numeric) {
            block.values.numbers[slot as usize] = clean(value.number());
        } else {
            block.values.codes[slot as usize] = match value {
                Value::Text(text) => entry.categories.code(Key::Text(text)),
                other => other.label().map_or(MISSING, |label| entry.categories.code(label.key())),
            };
        }
    }
}

fn start(block: &mut Encoded, class: u32, weight: f64, before: u64) {
    block.lesson.classes.clear();
    block.lesson.classes.push(class);
    block.lesson.weights.clear();
    block.lesson.weights.push(weight);
    block.lesson.before = before;
    block.lesson.numbering.clear();
}

/// Encodes a row that is only predicted. Columns come by schema index.
pub fn read_row(values: &[(usize, Value<'_>)], schema: &Schema, block: &mut Encoded) {
    start(block, MISSING, 0.0, READ);
    fill(values, schema, block);
    schema.read(block);
    schema.note_arrivals(block, READ);
}

/// Encodes a row that is learned after row number `before`, entering what is new.
pub fn learn_row(
    values: &[(usize, Value<'_>)],
    class: u32,
    weight: f64,
    before: u64,
    schema: &mut Schema,
    block: &mut Encoded,
) {
    start(block, class, weight, before);
    let unsettled = |schema: &Schema, column: usize| schema.columns[column].slot.is_none();
    if schema.numeric.len() + schema.nominal.len() < schema.columns.len() {
        let mut first: Vec<(usize, Kind)> = values
            .iter()
            .filter(|(column, _)| unsettled(schema, *column))
            .filter_map(|(column, value)| {
                value.kind().map(|kind| (*column, schema.columns[*column].kind.unwrap_or(kind)))
            })
            .collect();
        first.sort_unstable_by_key(|(column, _)| *column);
        first.into_iter().for_each(|(column, kind)| schema.settle(column, kind, before + 1));
    }
    fill(values, schema, block);
    let closed = schema.closed.is_some();
    for (column, value) in values.iter().filter(|_| !closed) {
        let entry = &mut schema.columns[*column];
        let (Some(Kind::Nominal), Some(slot)) = (entry.kind, entry.slot) else { continue };
        if block.values.codes[slot as usize] == crate::schema::UNKNOWN
            && let Some(label) = value.label()
        {
            block.values.codes[slot as usize] = entry.categories.learn(&label, before + 1);
        }
    }
    schema.hold(before, block);
    schema.turn_over(block);
    schema.note_arrivals(block, before);
}
