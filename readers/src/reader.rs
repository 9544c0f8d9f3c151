//! Reads the rows of one file after the other into batches, and tells which lines are broken.

use crate::broken::{Broken, Fault, Problem, Wrong, visible};
use crate::format::{Format, begin};
use crate::input::Source;
use crate::settings::{Kind, Settings};
use crate::table::{Batch, Slot, Table};
use crate::text::{Text, lines};
use std::io;

/// Messages about skipped lines that are kept.
const KEPT: usize = 10;

/// How far the reading of one line, or of one row over several lines, went.
pub struct Step {
    /// Bytes taken.
    pub bytes: usize,
    /// Line ends among them.
    pub lines: u64,
    /// Whether there was a row; a blank line or a comment is none.
    pub row: bool,
}

/// A stream of rows from one or several files of the same layout.
pub struct Reader {
    /// What was told.
    pub settings: Settings,
    sources: Vec<Source>,
    place: usize,
    text: Option<Text>,
    format: Option<Format>,
    table: Table,
    /// The columns of the first file, and where they go.
    first: Vec<(String, Slot)>,
    /// How many columns the table had then.
    planned: usize,
    /// Whether no file so far had a row to find the kinds of columns out from.
    rowless: bool,
    dropping: bool,
    failure: Option<Broken>,
    skipped: u64,
    faults: Vec<Broken>,
}

/// Where a batch begins: what its rows and all behind them depend on, beside the files and what was told of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Which file.
    pub file: usize,
    /// Bytes of it, as it is unpacked, before the first row.
    pub offset: u64,
    /// The line of the first row, from 1.
    pub line: u64,
    /// Lines that were left out before.
    pub skipped: u64,
    /// Columns that came after the first block: their names, and whether they hold numbers.
    pub late: Vec<(String, bool)>,
}

enum Stop {
    Full,
    FileEnd,
    Failed,
}

impl Reader {
    /// A reader of these files. Nothing is read yet.
    pub fn new(sources: Vec<Source>, settings: Settings) -> Reader {
        Reader {
            settings: Settings { several: sources.len() > 1, ..settings },
            sources,
            place: 0,
            text: None,
            format: None,
            table: Table::default(),
            first: Vec::new(),
            planned: 0,
            rowless: false,
            dropping: false,
            failure: None,
            skipped: 0,
            faults: Vec::new(),
        }
    }

    /// The columns of the table, the class among them.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The layout of the files, once it is known.
    pub fn kind(&self) -> Option<Kind> {
        self.format.as_ref().map(Format::kind)
    }

    /// Delimiter and header of a CSV file, once they are known.
    pub fn dialect(&self) -> Option<(u8, bool)> {
        match &self.format {
            Some(Format::Csv(csv)) => Some((csv.dialect.delimiter, csv.header)),
            _ => None,
        }
    }

    /// The line that stopped the reading.
    pub fn failure(&self) -> Option<&Broken> {
        self.failure.as_ref()
    }

    /// How many lines were left out, and the first of them.
    pub fn skipped(&self) -> (u64, &[Broken]) {
        (self.skipped, &self.faults)
    }

    /// Where the next batch begins.
    pub fn place(&self) -> Place {
        let (offset, line) = self.text.as_ref().map_or((0, 1), |text| (text.offset, text.line));
        let late = self.table.columns.iter().skip(self.planned);
        Place {
            file: self.place,
            offset,
            line,
            skipped: self.skipped,
            late: late.map(|column| (column.name.clone(), column.values.takes_numbers())).collect(),
        }
    }

    /// Leads a reader that is prepared to a place where one of the same files stood. An interrupted read loses nothing:
    /// ask again.
    pub fn lead(&mut self, place: &Place) -> Result<(), Problem> {
        let none = || Problem::Refused("the files have no such place".into());
        if place.file < self.place || place.file > self.sources.len() {
            return Err(none());
        }
        if place.file > self.place {
            (self.place, self.text) = (place.file, None);
        }
        if place.offset > 0 && place.file < self.sources.len() {
            if self.text.is_none() {
                self.prepare()?;
            }
            let text = self.text.as_mut().filter(|_| self.place == place.file);
            if !text.is_some_and(|text| text.lead(place.offset, place.line)) {
                return Err(none());
            }
        }
        let Some(format) = self.format.as_mut() else { return Err(none()) };
        for (name, numbers) in place.late.iter().skip(self.table.columns.len() - self.planned) {
            if !format.column(name, *numbers, &mut self.table) {
                return Err(none());
            }
        }
        self.table.settle_columns();
        self.skipped = place.skipped;
        Ok(())
    }

    fn file(&self) -> String {
        self.sources[self.place].name()
    }

    /// Reads the first block of the current file and finds out what was not told; of a file that follows if this one, a
    /// header alone, cannot tell. An interrupted read (`io::ErrorKind::Interrupted`) loses nothing: ask again.
    pub fn prepare(&mut self) -> Result<(), Problem> {
        while !self.told()? {
            self.place += 1;
            self.text = None;
        }
        Ok(())
    }

    /// Begins the current file; false if another one must be asked.
    fn told(&mut self) -> Result<bool, Problem> {
        if self.text.is_none() {
            let opened = self.sources[self.place].open().map_err(|error| named(error, &self.file()))?;
            self.text = Some(Text::new(opened));
        }
        let file = self.file();
        let Some(text) = self.text.as_mut() else { return Ok(true) };
        loop {
            let read = |text: &mut Text| text.more().map_err(|problem| in_file(problem, &file));
            if text.window().is_empty() && !text.ended() && text.pending() < self.settings.max_line_bytes {
                read(text)?;
                continue;
            }
            if text.window().is_empty() && !text.ended() {
                let fault = Fault::of_row(Wrong::TooLong(self.settings.max_line_bytes), 0);
                return Err(Problem::Broken(Broken::new(&file, text.line, &fault)));
            }
            if text.window().is_empty()
                && let Some(what) = text.trouble()
            {
                let fault = Fault::of_row(Wrong::Damaged(what), 0);
                return Err(Problem::Broken(Broken::new(&file, text.line, &fault)));
            }
            let names = (file.as_str(), self.sources[0].name());
            let (before, first) = (self.format.as_ref(), &self.first);
            let begun = begin(text.window(), &self.settings, before, first, self.rowless, names);
            let able = !text.ended() && text.pending() < self.settings.max_line_bytes;
            let fault = match begun {
                Ok(Some(begun)) if begun.surveyed || !able => {
                    let bytes = begun.bytes;
                    if let Some(line) = longer(&text.window()[..bytes], self.settings.max_line_bytes) {
                        let fault = Fault::of_row(Wrong::TooLong(self.settings.max_line_bytes), 0);
                        return Err(Problem::Broken(Broken::new(&file, text.line + line, &fault)));
                    }
                    let passed = lines(&text.window()[..bytes]);
                    text.advance(bytes, passed);
                    self.format = Some(begun.format);
                    self.rowless = !begun.surveyed;
                    if let Some(table) = begun.table {
                        self.first = begun.first;
                        self.planned = table.columns.len();
                        self.table = table;
                    }
                    let more = self.place + 1 < self.sources.len();
                    return Ok(!(self.rowless && more && text.exhausted()));
                }
                Ok(_) => None,
                Err(Problem::Refused(what)) if what.starts_with(&file) => return Err(Problem::Refused(what)),
                Err(Problem::Refused(what)) => return Err(Problem::Refused(format!("{file}: {what}"))),
                Err(Problem::Broken(broken)) => Some(broken),
                Err(problem) => return Err(problem),
            };
            // A head that is longer than a block: read on, as far as a line may go.
            if able {
                read(text)?;
                continue;
            }
            return Err(match fault {
                Some(broken) => Problem::Broken(broken),
                None => Problem::Refused(format!("{file} ends before its first row or header")),
            });
        }
    }

    /// The next rows, `most` of them if there are as many; None at the end and at a line that stops the reading.
    pub fn next(&mut self, most: usize) -> Result<Option<Batch>, Problem> {
        loop {
            if self.failure.is_some() || self.place == self.sources.len() {
                return Ok(None);
            }
            if self.text.is_none() || self.format.is_none() {
                self.prepare()?;
            }
            match self.fill(most)? {
                Stop::Full => return Ok(Some(self.table.take())),
                Stop::Failed if self.table.rows() > 0 => return Ok(Some(self.table.take())),
                Stop::Failed => return Ok(None),
                Stop::FileEnd => {
                    self.place += 1;
                    self.text = None;
                    // A long line ends with its file: the next file begins with a line of its own.
                    self.dropping = false;
                    if self.table.rows() > 0 {
                        return Ok(Some(self.table.take()));
                    }
                }
            }
        }
    }

    fn fill(&mut self, most: usize) -> Result<Stop, Problem> {
        let limit = self.settings.max_line_bytes;
        loop {
            let (Some(text), Some(format)) = (self.text.as_mut(), self.format.as_mut()) else {
                return Ok(Stop::FileEnd);
            };
            let window = text.window();
            if window.is_empty() {
                if text.ended() {
                    let Some(what) = text.trouble() else { return Ok(Stop::FileEnd) };
                    match self.report(Fault::of_row(Wrong::Damaged(what), 0)) {
                        true => continue,
                        false => return Ok(Stop::Failed),
                    }
                }
                if !self.dropping && text.pending() >= limit {
                    self.dropping = true;
                    if !self.report(Fault::of_row(Wrong::TooLong(limit), 0)) {
                        return Ok(Stop::Failed);
                    }
                    continue;
                }
                if self.dropping {
                    text.drop_tail();
                }
                text.more()?;
                continue;
            }
            if self.dropping {
                let rest = memchr::memchr(b'\n', window).map_or(window.len(), |end| end + 1);
                text.advance(rest, 1);
                self.dropping = false;
                continue;
            }
            let (mut at, mut passed, mut fault) = (0, 0, None);
            while at < window.len() && !self.table.full(most) {
                match format.row(&window[at..], &mut self.table, limit) {
                    Ok(step) => {
                        at += step.bytes;
                        passed += step.lines;
                        if step.row {
                            self.table.finish_row();
                        }
                    }
                    Err(found) => {
                        fault = Some(found);
                        break;
                    }
                }
            }
            text.advance(at, passed);
            if let Some(fault) = fault {
                let open = fault.wrong == Wrong::Unclosed && matches!(format, Format::Csv(_));
                if open && !text.ended() && text.pending() < limit {
                    text.more()?;
                } else if !self.report(fault) {
                    return Ok(Stop::Failed);
                }
            }
            if self.table.full(most) {
                return Ok(Stop::Full);
            }
        }
    }

    /// Tells of a fault in the row at the start of the window, and passes over it; false if the reading stops there.
    fn report(&mut self, mut fault: Box<Fault>) -> bool {
        let file = self.file();
        if fault.wrong == Wrong::NotANumber {
            let names: Vec<String> = self.first.iter().map(|(name, _)| name.clone()).collect();
            let told = self.settings.told_numeric(&fault, &names);
            fault.wrong = if told { Wrong::NotAsTold } else { Wrong::NotANumber };
        }
        let Some(text) = self.text.as_mut() else { return false };
        let line = text.line + lines(&text.window()[..fault.offset]);
        let broken = Broken::new(&file, line, &fault);
        if !self.settings.skip {
            self.failure = Some(broken);
            return false;
        }
        let passed = lines(&text.window()[..fault.taken]);
        text.advance(fault.taken, passed);
        self.skipped += 1;
        if self.faults.len() < KEPT {
            self.faults.push(broken);
        }
        true
    }
}

/// Which of some lines is the first that is longer than the limit.
fn longer(head: &[u8], limit: usize) -> Option<u64> {
    let mut found = head.split_inclusive(|byte| *byte == b'\n');
    found.position(|line| line.len() > limit).map(|place| place as u64)
}

fn named(error: io::Error, file: &str) -> io::Error {
    match error.kind() {
        io::ErrorKind::Interrupted => error,
        kind => io::Error::new(kind, visible(&format!("{file}: {error}"))),
    }
}

fn in_file(problem: Problem, file: &str) -> Problem {
    match problem {
        Problem::Refused(what) => Problem::Refused(format!("{file}: {what}")),
        Problem::Io(error) => Problem::Io(named(error, file)),
        other => other,
    }
}
