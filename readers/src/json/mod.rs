//! JSON lines: one flat object a line. Keys are columns; a key that is absent, or null, is a missing value.
//!
//! A key that first occurs after the first block adds its column then; its first value decides its kind.

pub mod parse;

use crate::broken::{Fault, Wrong};
use crate::reader::Step;
use crate::schema::{self, Declared};
use crate::settings::Settings;
use crate::table::{Slot, Table};
use crate::text::whole_line;
use crate::values::{Look, Values};
use parse::{Value, past_blanks, rest, string, value};
use std::collections::HashMap;

/// Reads the rows of a file of JSON lines.
pub struct Json {
    /// Where the keys go.
    pub slots: HashMap<String, Slot, ahash::RandomState>,
    /// Whether the kinds of columns are still to be found out.
    pub surveying: bool,
    settings: Settings,
    fresh: Vec<String>,
    /// Keys of the row before, in order: the next row most often has the same.
    order: Vec<(String, Slot)>,
}

type Trouble = (Wrong, Option<String>, Option<Vec<u8>>);

impl Json {
    /// Knows no key yet.
    pub fn new(settings: &Settings) -> Json {
        let settings = settings.by_name();
        Json { slots: HashMap::default(), surveying: true, settings, fresh: Vec::new(), order: Vec::new() }
    }

    /// Where the keys of a planned table go.
    pub fn plan(&mut self, names: &[String], slots: &[Slot]) {
        self.slots = names.iter().cloned().zip(slots.iter().copied()).collect();
        self.surveying = false;
        self.order.clear();
    }

    /// Reads the line at the start of `bytes`, which end with a newline.
    pub fn row(&mut self, bytes: &[u8], table: &mut Table, limit: usize) -> Result<Step, Box<Fault>> {
        let length = whole_line(bytes, limit)?;
        let line = bytes[..length].trim_ascii();
        if line.is_empty() {
            return Ok(Step { bytes: length, lines: 1, row: false });
        }
        self.fresh.clear();
        self.object(line, table).map_err(|(wrong, key, value)| {
            for key in self.fresh.drain(..) {
                self.slots.remove(&key);
            }
            self.order.clear();
            Box::new(Fault { wrong, column: key.map(|key| (key, 0)), value, offset: 0, taken: length })
        })?;
        Ok(Step { bytes: length, lines: 1, row: true })
    }

    fn object(&mut self, line: &[u8], table: &mut Table) -> Result<(), Trouble> {
        let other = |what: String| (Wrong::Other(what), None, None);
        if line[0] != b'{' {
            return Err(other(format!("wanted an object in braces, got {}", rest(line, 0))));
        }
        let (mut at, mut place) = (past_blanks(line, 1), 0);
        let mut closed = line.get(at) == Some(&b'}');
        while !closed {
            let (key, end) = string(line, at).map_err(other)?;
            let about = |what: String| (Wrong::Other(what), Some(key.to_string()), None);
            at = past_blanks(line, end);
            if line.get(at) != Some(&b':') {
                return Err(about(format!("wanted a colon behind the key, got {}", rest(line, at))));
            }
            let (found, end) = value(line, past_blanks(line, at + 1)).map_err(about)?;
            let (text, look): (&[u8], Look) = match &found {
                Value::Number(text) => (text, Look::Bare),
                Value::Text(text) => (text.as_bytes(), Look::Text),
                Value::Null => (b"", Look::Bare),
            };
            // A late key whose first value is null says nothing about its kind: its column waits.
            if !matches!(found, Value::Null) || self.surveying || self.slots.contains_key(key.as_ref()) {
                let slot = self.slot(&key, place, matches!(found, Value::Number(_)), table);
                if table.holds(slot) {
                    return Err(about("the key occurs twice".into()));
                }
                if !matches!(found, Value::Null) {
                    let put = table.put_sparse(slot, text, look);
                    put.map_err(|wrong| (wrong, Some(key.to_string()), Some(text.to_vec())))?;
                }
            }
            place += 1;
            at = past_blanks(line, end);
            closed = match line.get(at) {
                Some(b'}') => true,
                Some(b',') => false,
                _ => {
                    return Err(other(format!(
                        "wanted a comma or the closing brace, got {}",
                        rest(line, at)
                    )));
                }
            };
            if !closed {
                at = past_blanks(line, at + 1);
            }
        }
        let end = past_blanks(line, at + 1);
        if end < line.len() {
            return Err(other(format!("wanted one object a line, got {} behind it", rest(line, end))));
        }
        if !self.surveying && self.settings.labelled && !table.holds(Slot::Column(table.target)) {
            return Err((Wrong::NoLabel, Some(table.columns[table.target].name.clone()), None));
        }
        if !self.surveying && self.settings.weight.is_some() && !table.holds(Slot::Weight) {
            return Err((Wrong::BadWeight, None, Some(b"null".to_vec())));
        }
        Ok(())
    }

    fn slot(&mut self, key: &str, place: usize, number: bool, table: &mut Table) -> Slot {
        if let Some((known, slot)) = self.order.get(place)
            && known == key
        {
            return *slot;
        }
        let slot = match self.slots.get(key) {
            Some(slot) => *slot,
            None => self.add(key, number, table),
        };
        self.order.truncate(place);
        if self.order.len() == place {
            self.order.push((key.to_string(), slot));
        }
        slot
    }

    /// Adds the column of this name; false if there can be none, or is one.
    pub fn column(&mut self, key: &str, numbers: bool, table: &mut Table) -> bool {
        !self.slots.contains_key(key) && self.add(key, numbers, table) != Slot::Ignored
    }

    fn add(&mut self, key: &str, number: bool, table: &mut Table) -> Slot {
        let names = [key.to_string()];
        let ignored = self.settings.leaves_out(0, &names) || self.settings.passes_over(key);
        let slot = if self.surveying {
            table.add(key.to_string(), Values::unknown(false))
        } else if ignored {
            Slot::Ignored
        } else {
            let declared = if number { Declared::Numeric } else { Declared::Nominal(None) };
            let values = schema::values(0, &names, &declared, false, &self.settings);
            table.add(key.to_string(), values.unwrap_or_else(|_| Values::Numbers(Vec::new())))
        };
        self.slots.insert(key.to_string(), slot);
        self.fresh.push(key.to_string());
        slot
    }
}
