//! CSV: values between delimiters, one row a line.

pub mod guess;
pub mod split;

use crate::broken::{Fault, Wrong};
use crate::numbers::leading;
use crate::reader::Step;
use crate::table::{Slot, Table};
use crate::values::Look;
use memchr::memchr;
use split::{Dialect, Field};

/// Reads the rows of a CSV file.
pub struct Csv {
    /// How fields are told apart.
    pub dialect: Dialect,
    /// Whether the first line names the columns.
    pub header: bool,
    /// The columns of this file.
    pub names: Vec<String>,
    /// Where they go.
    pub slots: Vec<Slot>,
}

/// The columns that the first row names, or counts; and how many bytes the header takes, None if a row is not complete yet.
pub fn columns(
    bytes: &[u8],
    dialect: Dialect,
    header: bool,
) -> Result<Option<(Vec<String>, usize)>, Box<Fault>> {
    let mut at = 0;
    while at < bytes.len() {
        let Some(length) = dialect.no_row(&bytes[at..]) else { break };
        at += length;
    }
    if at == bytes.len() {
        return Ok(None);
    }
    let row = dialect.row(&bytes[at..]);
    let (fields, length) = row.map_err(|(wrong, field)| {
        let value = Some(bytes[at + field.start..at + field.end].to_vec());
        Box::new(Fault { wrong, column: None, value, offset: at + field.start - 1, taken: 0 })
    })?;
    let mut names = Vec::new();
    for (place, field) in fields.iter().enumerate() {
        let text = field.text(&bytes[at..]);
        let numbered = format!("x{}", place + 1);
        names.push(match std::str::from_utf8(&text) {
            Ok(name) if header && !name.is_empty() => name.to_string(),
            Err(_) if header => {
                let (column, value) = (Some((numbered, place + 1)), Some(text.to_vec()));
                return Err(Box::new(Fault { wrong: Wrong::NotText, column, value, offset: at, taken: 0 }));
            }
            _ => numbered,
        });
    }
    Ok(Some((names, if header { at + length } else { 0 })))
}

impl Csv {
    /// Reads the row at the start of `bytes`, which end with a newline.
    #[inline]
    pub fn row(&self, bytes: &[u8], table: &mut Table) -> Result<Step, Box<Fault>> {
        if let Some(length) = self.dialect.no_row(bytes) {
            return Ok(Step { bytes: length, lines: 1, row: false });
        }
        let plain = !table.markers.numeric;
        let last = self.slots.len() - 1;
        let mut at = self.dialect.first(bytes);
        let mut quoted = false;
        for (place, slot) in self.slots.iter().enumerate() {
            // Nearly every field of most files: a number that ends where the field ends.
            if plain && let Slot::Column(column) = *slot {
                let values = &mut table.columns[column].values;
                if values.takes_numbers()
                    && let Some((value, length)) = leading(&bytes[at..])
                {
                    let stop = bytes[at + length];
                    let ends = if place < last {
                        stop == self.dialect.delimiter && stop != b' '
                    } else {
                        stop == b'\n'
                    };
                    if ends && values.put_number(value, length) {
                        at += length + 1;
                        continue;
                    }
                }
            }
            // Nearly all others: a short name that was there before, bare.
            if let Slot::Column(column) = *slot
                && let Some((key, stop)) = self.dialect.short(bytes, at)
                && (bytes[stop] == b'\n') == (place == last)
                && table.columns[column].values.put_short(key, &bytes[at..stop], &table.markers)
            {
                at = stop + 1;
                continue;
            }
            let field = match self.dialect.field(bytes, at) {
                Ok(field) => field,
                Err((wrong, field)) => return Err(self.fault(bytes, place, field, wrong)),
            };
            quoted |= field.quoted;
            let next = self.dialect.next(bytes, field.stop);
            if next.is_none() != (place == last) {
                return Err(self.miscounted(bytes));
            }
            let look = if field.quoted { Look::Quoted } else { Look::Bare };
            let put = if field.doubled {
                table.put(*slot, &field.text(bytes), look)
            } else {
                table.put(*slot, &bytes[field.start..field.end], look)
            };
            if let Err(wrong) = put {
                return Err(self.fault(bytes, place, field, wrong));
            }
            at = match next {
                Some(next) => next,
                None => field.stop + memchr(b'\n', &bytes[field.stop..]).unwrap_or(0) + 1,
            };
        }
        let lines = if quoted { crate::text::lines(&bytes[..at]) } else { 1 };
        Ok(Step { bytes: at, lines, row: true })
    }

    fn fault(&self, bytes: &[u8], place: usize, field: Field, wrong: Wrong) -> Box<Fault> {
        let offset = field.start - usize::from(field.quoted);
        let end_of_line =
            |from: usize| memchr(b'\n', &bytes[from..]).map_or(bytes.len(), |end| from + end + 1);
        let taken = match wrong {
            // Who knows how many good lines the quote swallowed: only the line it stands in is lost.
            Wrong::Unclosed | Wrong::AfterQuote => end_of_line(offset),
            _ => match self.dialect.row(bytes) {
                Ok((_, end)) => end,
                // Where the row ends is said by lines that are yet to come.
                Err((Wrong::Unclosed, open)) => {
                    let offset = open.start - 1;
                    let value = Some(open.text(bytes).into_owned());
                    let taken = end_of_line(offset);
                    return Box::new(Fault { wrong: Wrong::Unclosed, column: None, value, offset, taken });
                }
                Err((_, open)) => end_of_line(open.start - 1),
            },
        };
        // Where a row has too many fields there may be no name.
        let name = self.names.get(place).cloned().unwrap_or_default();
        let value = Some(field.text(bytes).into_owned());
        Box::new(Fault { wrong, column: Some((name, place + 1)), value, offset, taken })
    }

    fn miscounted(&self, bytes: &[u8]) -> Box<Fault> {
        match self.dialect.row(bytes) {
            Ok((fields, end)) => {
                Fault::of_row(Wrong::Fields { found: fields.len(), wanted: self.names.len() }, end)
            }
            Err((wrong, field)) => self.fault(bytes, self.names.len(), field, wrong),
        }
    }
}
