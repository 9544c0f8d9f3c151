//! libsvm and svmlight: a label, then `index:value` pairs in ascending order; what is not mentioned is 0.
//!
//! A column is made for every index that occurs, named `f` and its index. Those of the first block come in ascending order; an index
//! that first occurs later adds its column then.

use crate::broken::{Fault, Wrong, shown};
use crate::numbers::number;
use crate::reader::Step;
use crate::schema::{self, Declared};
use crate::settings::Settings;
use crate::table::{Slot, Table};
use crate::text::whole_line;
use crate::values::{Look, Values};
use memchr::memchr;
use std::collections::HashMap;

/// The name of the label's column.
pub const LABEL: &str = "class";

/// Reads the rows of a libsvm file.
pub struct Libsvm {
    /// Where the label goes.
    pub label: Slot,
    /// Where the indices go.
    pub slots: HashMap<u64, Slot, ahash::RandomState>,
    /// How columns that come later are treated.
    pub settings: Settings,
    fresh: Vec<u64>,
}

type Trouble = (Wrong, Option<u64>, Option<Vec<u8>>);

/// The name of an index's column.
pub fn name(index: u64) -> String {
    format!("f{index}")
}

impl Libsvm {
    /// Knows no index yet.
    pub fn new(settings: &Settings) -> Libsvm {
        let (settings, slots) = (settings.by_name(), HashMap::default());
        Libsvm { label: Slot::Column(0), slots, settings, fresh: Vec::new() }
    }

    /// Reads the line at the start of `bytes`, which end with a newline.
    pub fn row(&mut self, bytes: &[u8], table: &mut Table, limit: usize) -> Result<Step, Box<Fault>> {
        let length = whole_line(bytes, limit)?;
        let line = &bytes[..length];
        let line = line[..memchr(b'#', line).unwrap_or(length)].trim_ascii();
        if line.is_empty() {
            return Ok(Step { bytes: length, lines: 1, row: false });
        }
        self.fresh.clear();
        self.pairs(line, table).map_err(|(wrong, index, value)| {
            for index in self.fresh.drain(..) {
                self.slots.remove(&index);
            }
            let column = index.map(|index| (name(index), 0));
            Box::new(Fault { wrong, column, value, offset: 0, taken: length })
        })?;
        Ok(Step { bytes: length, lines: 1, row: true })
    }

    fn pairs(&mut self, line: &[u8], table: &mut Table) -> Result<(), Trouble> {
        let mut words = line.split(|byte| *byte == b' ' || *byte == b'\t').filter(|word| !word.is_empty());
        let label = words.next().unwrap_or_default();
        if label.contains(&b':') {
            let what = format!("wanted a label first, got {}", shown(label));
            return Err((Wrong::Other(what), None, None));
        }
        let put = table.put(self.label, label, Look::Bare);
        put.map_err(|wrong| (wrong, None, Some(label.to_vec())))?;
        let mut before = None;
        for word in words {
            let colon = memchr(b':', word);
            let (index, value) = word.split_at(colon.unwrap_or(word.len()));
            if index == b"qid" {
                continue;
            }
            let text = std::str::from_utf8(index).ok();
            let index = text.filter(|text| !text.starts_with('+')).and_then(|text| text.parse::<u64>().ok());
            let (Some(index), Some(_)) = (index, colon) else {
                return Err((Wrong::Other(format!("wanted index:value, got {}", shown(word))), None, None));
            };
            if before.is_some_and(|before| before >= index) {
                let before = before.unwrap_or_default();
                return Err((
                    Wrong::Other(format!("indices must ascend, got {index} after {before}")),
                    None,
                    None,
                ));
            }
            before = Some(index);
            let value = &value[1..];
            let slot = match self.slots.get(&index) {
                Some(slot) => *slot,
                None => self.add(index, table),
            };
            if let Slot::Column(place) = slot
                && let Values::Numbers(_) = table.columns[place].values
                && number(value).is_none()
            {
                // No marker stands for a missing value here: what is missing is not mentioned, or NaN.
                let what = format!("wanted a number behind the colon, got {}", shown(value));
                return Err((Wrong::Other(what), Some(index), Some(value.to_vec())));
            }
            let put = table.put_sparse(slot, value, Look::Bare);
            put.map_err(|wrong| (wrong, Some(index), Some(value.to_vec())))?;
        }
        Ok(())
    }

    /// Adds the column of this name; false if there can be none, or is one.
    pub fn column(&mut self, name: &str, table: &mut Table) -> bool {
        let index = name.strip_prefix('f').and_then(|index| index.parse().ok());
        index.is_some_and(|index| !self.slots.contains_key(&index) && self.add(index, table) != Slot::Ignored)
    }

    fn add(&mut self, index: u64, table: &mut Table) -> Slot {
        let names = [name(index)];
        let ignored = self.settings.leaves_out(0, &names) || self.settings.passes_over(&names[0]);
        let slot = if ignored {
            Slot::Ignored
        } else {
            let values = schema::values(0, &names, &Declared::Numeric, false, &self.settings);
            table.add(name(index), values.unwrap_or_else(|_| Values::Numbers(Vec::new())))
        };
        self.slots.insert(index, slot);
        self.fresh.push(index);
        slot
    }
}
