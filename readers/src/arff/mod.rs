//! ARFF, the files of Weka and MOA: a head that declares the columns, then rows, dense or sparse.
//!
//! In a sparse row what is not mentioned is 0, or the first declared value. A row may end with its weight in braces.

pub mod header;
pub mod token;

use crate::broken::{Fault, Wrong};
use crate::numbers::leading;
use crate::reader::Step;
use crate::table::{Slot, Table};
use crate::text::whole_line;
use crate::values::{Look, Values};
use token::{past_blanks, word};

/// Reads the rows of an ARFF file.
pub struct Arff {
    /// The columns of this file.
    pub names: Vec<String>,
    /// Where they go.
    pub slots: Vec<Slot>,
}

/// What is wrong, in which column, with which text.
type Trouble = (Wrong, Option<usize>, Option<Vec<u8>>);

impl Arff {
    /// Reads the line at the start of `bytes`, which end with a newline.
    pub fn row(&self, bytes: &[u8], table: &mut Table, limit: usize) -> Result<Step, Box<Fault>> {
        let length = whole_line(bytes, limit)?;
        let line = bytes[..length].trim_ascii();
        let row = !line.is_empty() && line[0] != b'%';
        if row {
            let read = if line[0] == b'{' { self.sparse(line, table) } else { self.dense(line, table) };
            read.map_err(|(wrong, place, value)| {
                let column = place.map(|place| (self.names[place].clone(), place + 1));
                Box::new(Fault { wrong, column, value, offset: 0, taken: length })
            })?;
        }
        Ok(Step { bytes: length, lines: 1, row })
    }

    fn dense(&self, line: &[u8], table: &mut Table) -> Result<(), Trouble> {
        let plain = !table.markers.numeric;
        let (mut at, rows, mut comma) = (0, table.rows(), true);
        for (place, slot) in self.slots.iter().enumerate() {
            if plain
                && let Slot::Column(column) = *slot
                && let Values::Numbers(numbers) = &mut table.columns[column].values
                && numbers.len() == rows
                && let Some((value, length)) = leading(&line[at.min(line.len())..])
                && line.get(at + length) == Some(&b',')
            {
                numbers.push(value);
                at += length + 1;
                comma = true;
                continue;
            }
            at = past_blanks(line, at);
            if at >= line.len() && !comma || line.get(at) == Some(&b'{') {
                return Err((Wrong::Fields { found: place, wanted: self.slots.len() }, None, None));
            }
            let found = word(line, at).map_err(|wrong| (wrong, Some(place), Some(line[at..].to_vec())))?;
            let look = if found.quoted { Look::Quoted } else { Look::Bare };
            let put = table.put_sparse(*slot, &found.text, look);
            put.map_err(|wrong| (wrong, Some(place), Some(found.text.to_vec())))?;
            at = past_blanks(line, found.end);
            comma = line.get(at) == Some(&b',') && (place + 1 < self.slots.len() || rest_is_weight(line, at));
            at += usize::from(comma);
        }
        self.end(line, at, table)
    }

    /// Behind the last value: nothing, a comment, or the weight of the row.
    fn end(&self, line: &[u8], at: usize, table: &mut Table) -> Result<(), Trouble> {
        let at = past_blanks(line, at);
        match line.get(at) {
            None | Some(b'%') => Ok(()),
            Some(b'{') => {
                let weight = word(line, past_blanks(line, at + 1)).map_err(|wrong| (wrong, None, None))?;
                let close = past_blanks(line, weight.end);
                if line.get(close) != Some(&b'}') {
                    return Err((
                        Wrong::Other("the brace that opens the weight is never closed".into()),
                        None,
                        None,
                    ));
                }
                if table.holds(Slot::Weight) {
                    let what = "the row has a weight in braces and one in a column; ignore that column";
                    return Err((Wrong::Other(what.into()), None, None));
                }
                let put = table.put_sparse(Slot::Weight, &weight.text, Look::Bare);
                put.map_err(|wrong| (wrong, None, Some(weight.text.to_vec())))
            }
            Some(_) => {
                let more = line[at..].iter().filter(|byte| **byte == b',').count() + 1;
                let found = self.slots.len() + more - usize::from(line[at] == b',');
                Err((Wrong::Fields { found, wanted: self.slots.len() }, None, None))
            }
        }
    }

    fn sparse(&self, line: &[u8], table: &mut Table) -> Result<(), Trouble> {
        let mut at = past_blanks(line, 1);
        let other = |what: String| (Wrong::Other(what), None, None);
        let mut before = None;
        while line.get(at) != Some(&b'}') {
            if at >= line.len() {
                return Err(other("the brace that opens the row is never closed".into()));
            }
            let index = word(line, at).map_err(|wrong| (wrong, None, None))?;
            let place = std::str::from_utf8(&index.text).ok().and_then(|index| index.parse::<usize>().ok());
            let place = place
                .filter(|place| *place < self.slots.len() && before.is_none_or(|before| before < *place));
            let Some(place) = place else {
                let last = self.slots.len() - 1;
                let got = crate::broken::shown(&index.text);
                return Err(other(format!("wanted an ascending column number from 0 to {last}, got {got}")));
            };
            before = Some(place);
            let value_at = past_blanks(line, index.end);
            let value = word(line, value_at).map_err(|wrong| (wrong, Some(place), None))?;
            let look = if value.quoted { Look::Quoted } else { Look::Bare };
            let put = table.put_sparse(self.slots[place], &value.text, look);
            put.map_err(|wrong| (wrong, Some(place), Some(value.text.to_vec())))?;
            at = past_blanks(line, value.end);
            if line.get(at) == Some(&b',') {
                at = past_blanks(line, at + 1);
            }
        }
        let target = Slot::Column(table.target);
        let values = table.columns.get(table.target).map(|column| &column.values);
        if matches!(values, Some(Values::Codes { closed: false, required: true, .. })) && !table.holds(target)
        {
            return Err((Wrong::NoLabel, None, None));
        }
        if self.slots.contains(&Slot::Weight) && !table.holds(Slot::Weight) {
            table.put(Slot::Weight, b"0", Look::Bare).map_err(|wrong| (wrong, None, None))?;
        }
        at = past_blanks(line, at + 1);
        if line.get(at) == Some(&b',') {
            at += 1;
        }
        self.end(line, at, table)
    }
}

fn rest_is_weight(line: &[u8], comma: usize) -> bool {
    line.get(past_blanks(line, comma + 1)) == Some(&b'{')
}
