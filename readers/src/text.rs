//! The bytes of a file on their way: blocks read ahead, whole lines handed out, lines counted.

use crate::broken::{Fault, Problem, Wrong};
use crate::input::{PEEKED, mark, unpacked};
use memchr::memrchr;
use std::io::{ErrorKind, Read};

/// Bytes read at a time.
pub const BLOCK: usize = 1 << 20;

/// A file seen through a window that always ends with a whole line.
pub struct Text {
    /// None while the first bytes, which say whether the file is packed, are on their way.
    source: Option<Box<dyn Read + Send + Sync>>,
    raw: Option<Box<dyn Read + Send + Sync>>,
    start: Vec<u8>,
    marked: bool,
    buffer: Vec<u8>,
    at: usize,
    /// Behind the last newline.
    whole: usize,
    filled: usize,
    ended: bool,
    trouble: Option<String>,
    /// Number of the line at the start of the window, from 1.
    pub line: u64,
    /// Bytes of the file, as it is unpacked, before the window.
    pub offset: u64,
    /// Bytes that are still to be passed over, behind all that was read ahead.
    behind: u64,
}

impl Text {
    /// A window on the bytes of a file, packed or not. Nothing is read yet.
    pub fn new(raw: Box<dyn Read + Send + Sync>) -> Text {
        Text {
            source: None,
            raw: Some(raw),
            start: Vec::new(),
            marked: false,
            buffer: Vec::new(),
            at: 0,
            whole: 0,
            filled: 0,
            ended: false,
            trouble: None,
            line: 1,
            offset: 0,
            behind: 0,
        }
    }

    /// Whole lines that were read ahead and not taken yet; empty if there are none.
    #[inline]
    pub fn window(&self) -> &[u8] {
        &self.buffer[self.at..self.whole]
    }

    /// Goes on behind some bytes that hold so many line ends.
    #[inline]
    pub fn advance(&mut self, bytes: usize, lines: u64) {
        self.at += bytes;
        self.line += lines;
        self.offset += bytes as u64;
    }

    /// Goes on at a place further on, where a line begins; nothing is looked at on the way. False if it lies behind.
    pub fn lead(&mut self, offset: u64, line: u64) -> bool {
        let Some(ahead) = offset.checked_sub(self.offset) else { return false };
        let here = ahead.min(self.pending() as u64);
        self.at += here as usize;
        self.whole = self.whole.max(self.at);
        (self.behind, self.offset, self.line) = (ahead - here, offset, line);
        true
    }

    /// Bytes read ahead, the line that is not complete yet included.
    pub fn pending(&self) -> usize {
        self.filled - self.at
    }

    /// Whether nothing follows what was read ahead.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Whether nothing is left but blank lines.
    pub fn exhausted(&self) -> bool {
        self.ended && self.trouble.is_none() && self.window().trim_ascii().is_empty()
    }

    /// Why a compressed file ended too early, once.
    pub fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Forgets the line that is not complete yet; false once there is nothing to forget.
    pub fn drop_tail(&mut self) -> bool {
        let found = self.filled > self.whole;
        self.offset += (self.filled - self.whole) as u64;
        self.filled = self.whole;
        found
    }

    /// Reads on, as much again as is pending but a block at the least; false if there was nothing to read.
    /// An interrupted read loses nothing: it can be asked for again.
    pub fn more(&mut self) -> Result<bool, Problem> {
        if self.ended {
            return Ok(false);
        }
        self.begin()?;
        let Some(source) = self.source.as_mut() else { return Ok(false) };
        self.buffer.copy_within(self.at..self.filled, 0);
        self.filled -= self.at;
        self.whole -= self.at;
        self.at = 0;
        let wanted = self.filled + self.filled.max(BLOCK);
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted, 0);
        } else if self.buffer.len() > 4 * wanted {
            // What one long line took is given back.
            self.buffer.truncate(wanted);
            self.buffer.shrink_to_fit();
        }
        while (self.filled < wanted || self.behind > 0) && !self.ended {
            // What is to be passed over comes before all else: there is nothing in the buffer until then.
            let most = if self.behind > 0 { self.behind.min(BLOCK as u64) as usize } else { wanted };
            match source.read(&mut self.buffer[self.filled..most]) {
                Ok(0) => self.ended = true,
                Ok(count) if self.behind > 0 => self.behind -= count as u64,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => return Err(error.into()),
                // Decoders say so when their input is cut short or makes no sense; rows before that are good.
                Err(error) if error.get_ref().is_some() || error.kind() == ErrorKind::UnexpectedEof => {
                    self.trouble = Some(error.to_string());
                    self.ended = true;
                }
                Err(error) => return Err(error.into()),
            }
        }
        if !self.marked {
            self.marked = true;
            self.at = mark(&self.buffer[..self.filled])
                .map_err(|what| Problem::Refused(format!("this is {what}")))?;
            self.whole = self.at;
            self.offset = self.at as u64;
        }
        if self.ended && self.trouble.is_none() {
            self.close();
        }
        if let Some(last) = memrchr(b'\n', &self.buffer[self.whole..self.filled]) {
            self.whole += last + 1;
        }
        if self.trouble.is_some() {
            // Who knows how much of the last line is there.
            self.filled = self.whole;
        }
        Ok(true)
    }

    /// Reads the first bytes, and chooses how to unpack.
    fn begin(&mut self) -> Result<(), Problem> {
        if let Some(raw) = self.raw.as_mut() {
            while self.start.len() < PEEKED {
                let mut next = [0; PEEKED];
                match raw.read(&mut next[self.start.len()..])? {
                    0 => break,
                    count => {
                        let place = self.start.len();
                        self.start.extend_from_slice(&next[place..place + count]);
                    }
                }
            }
        }
        if let Some(raw) = self.raw.take() {
            self.source = Some(unpacked(std::mem::take(&mut self.start), raw)?);
        }
        Ok(())
    }

    /// The last line counts as whole even without its newline.
    fn close(&mut self) {
        if self.filled > self.at && self.buffer[self.filled - 1] != b'\n' {
            self.buffer.truncate(self.filled);
            self.buffer.push(b'\n');
            self.filled += 1;
        }
    }
}

/// Line ends among bytes.
pub fn lines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

/// Length of the line at the start of `bytes`, its end included; one that is longer than the limit is broken.
#[inline]
pub fn whole_line(bytes: &[u8], limit: usize) -> Result<usize, Box<Fault>> {
    let length = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1);
    if length > limit { Err(Fault::of_row(Wrong::TooLong(limit), length)) } else { Ok(length) }
}

/// The first byte from `at` on that is no blank; which bytes are blanks is for the format to say.
#[inline]
pub fn past(line: &[u8], mut at: usize, blank: impl Fn(u8) -> bool) -> usize {
    while at < line.len() && blank(line[at]) {
        at += 1;
    }
    at
}

/// The number that four hexadecimal digits spell, as behind `\u`; a sign is no digit.
pub fn four_digits(digits: &[u8]) -> Option<u32> {
    let value = |digit: &u8| char::from(*digit).to_digit(16);
    let found = digits.iter().map(value).try_fold(0, |sum, digit| Some(sum * 16 + digit?))?;
    (digits.len() == 4).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn the_last_line_needs_no_newline() {
        let mut text = Text::new(Box::new(Cursor::new(b"a\nb".to_vec())));
        assert!(text.more().unwrap());
        assert_eq!(text.window(), b"a\nb\n");
        text.advance(2, 1);
        assert_eq!((text.window(), text.line), (&b"b\n"[..], 2));
        assert!(!text.more().unwrap());
    }

    #[test]
    fn a_window_holds_whole_lines_only_and_loses_none() {
        let line = format!("{}\n", "x".repeat(1000));
        let whole = line.repeat(5000);
        let mut text = Text::new(Box::new(Cursor::new(whole.clone().into_bytes())));
        let mut found = 0;
        while text.more().unwrap() {
            let window = text.window();
            assert_eq!(window.len() % line.len(), 0);
            let taken = window.len();
            found += taken;
            text.advance(taken, 0);
            assert!(text.buffer.len() <= 2 * BLOCK);
        }
        assert_eq!(found, whole.len());
    }
}
