//! Where a field of a CSV line begins and ends.
//!
//! RFC 4180, and kinder: any delimiter, blanks around a field are not part of it, lines end with or without a carriage
//! return. A quote opens a field only at its beginning; inside quotes it is written twice.

use crate::broken::Wrong;
use memchr::memchr;
use std::borrow::Cow;

/// How the fields of a line are told apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dialect {
    /// What stands between two fields. Several spaces are one delimiter.
    pub delimiter: u8,
    /// What a line begins with that is no row.
    pub comment: Option<u8>,
}

/// A field of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Its first byte, without the quote.
    pub start: usize,
    /// Behind its last byte.
    pub end: usize,
    /// The delimiter or newline behind it.
    pub stop: usize,
    /// Whether it stands in quotes.
    pub quoted: bool,
    /// Whether it holds quotes that are written twice.
    pub doubled: bool,
}

impl Field {
    /// The text that is meant.
    pub fn text<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let raw = &bytes[self.start..self.end];
        if !self.doubled {
            return Cow::Borrowed(raw);
        }
        let mut found = Vec::with_capacity(raw.len());
        let mut after_quote = false;
        for byte in raw {
            after_quote = *byte == b'"' && !after_quote;
            if !after_quote {
                found.push(*byte);
            }
        }
        Cow::Owned(found)
    }
}

impl Dialect {
    #[inline]
    fn blank(&self, byte: u8) -> bool {
        (byte == b' ' || byte == b'\t') && byte != self.delimiter
    }

    /// The field that begins at `at`; `bytes` end with a newline. Or what is wrong, and where.
    #[inline]
    pub fn field(&self, bytes: &[u8], at: usize) -> Result<Field, (Wrong, Field)> {
        let mut start = at;
        while self.blank(bytes[start]) {
            start += 1;
        }
        if bytes[start] == b'"' {
            return self.quoted(bytes, start + 1);
        }
        let stop = bytes[start..].iter().position(|byte| *byte == self.delimiter || *byte == b'\n');
        let stop = start + stop.unwrap_or(bytes.len() - start - 1);
        let mut end = stop;
        if bytes[stop] == b'\n' && end > start && bytes[end - 1] == b'\r' {
            end -= 1;
        }
        while end > start && self.blank(bytes[end - 1]) {
            end -= 1;
        }
        Ok(Field { start, end, stop, quoted: false, doubled: false })
    }

    /// The end of a bare field of one to eight bytes without blanks around it, and its bytes as one number.
    #[inline(always)]
    pub fn short(&self, bytes: &[u8], at: usize) -> Option<(u64, usize)> {
        let first = bytes[at];
        if first <= b' ' || first == b'"' || self.delimiter == b' ' {
            return None;
        }
        let (mut key, mut stop, mut byte) = (0, at, first);
        while byte != self.delimiter && byte != b'\n' {
            if stop == at + 8 {
                return None;
            }
            key = key << 8 | u64::from(byte);
            stop += 1;
            byte = *bytes.get(stop)?;
        }
        (stop > at && bytes[stop - 1] > b' ').then_some((key, stop))
    }

    fn quoted(&self, bytes: &[u8], start: usize) -> Result<Field, (Wrong, Field)> {
        let mut field = Field { start, end: start, stop: start, quoted: true, doubled: false };
        loop {
            let Some(found) = memchr(b'"', &bytes[field.end..]) else { return Err((Wrong::Unclosed, field)) };
            field.end += found;
            if bytes.get(field.end + 1) != Some(&b'"') {
                break;
            }
            field.doubled = true;
            field.end += 2;
        }
        field.stop = field.end + 1;
        while field.stop < bytes.len() && self.blank(bytes[field.stop]) {
            field.stop += 1;
        }
        if bytes[field.stop..].starts_with(b"\r\n") {
            field.stop += 1;
        }
        match bytes.get(field.stop) {
            Some(b'\n') => Ok(field),
            Some(byte) if *byte == self.delimiter => Ok(field),
            _ => Err((Wrong::AfterQuote, field)),
        }
    }

    /// Where the first field of a line begins.
    #[inline]
    pub fn first(&self, bytes: &[u8]) -> usize {
        if self.delimiter == b' ' { bytes.iter().position(|byte| *byte != b' ').unwrap_or(0) } else { 0 }
    }

    /// Where the field after this stop begins; None if the line ends.
    #[inline]
    pub fn next(&self, bytes: &[u8], stop: usize) -> Option<usize> {
        if bytes[stop] == b'\n' {
            return None;
        }
        let mut at = stop + 1;
        if self.delimiter == b' ' {
            while bytes[at] == b' ' {
                at += 1;
            }
            if bytes[at] == b'\n' || bytes[at..].starts_with(b"\r\n") {
                return None;
            }
        }
        Some(at)
    }

    /// All fields of the row at the start of `bytes`, and where the next line begins.
    pub fn row(&self, bytes: &[u8]) -> Result<(Vec<Field>, usize), (Wrong, Field)> {
        let (mut fields, mut at) = (Vec::new(), self.first(bytes));
        loop {
            let field = self.field(bytes, at)?;
            fields.push(field);
            match self.next(bytes, field.stop) {
                Some(next) => at = next,
                None => {
                    let end =
                        memchr(b'\n', &bytes[field.stop..]).map_or(bytes.len(), |end| field.stop + end + 1);
                    return Ok((fields, end));
                }
            }
        }
    }

    /// Length of the line at the start of `bytes` if it is no row: blank, or a comment.
    #[inline]
    pub fn no_row(&self, bytes: &[u8]) -> Option<usize> {
        let first = bytes[0];
        if first > b' ' && Some(first) != self.comment {
            return None;
        }
        let length = memchr(b'\n', bytes)? + 1;
        let blank = |byte: &u8| matches!(byte, b'\n' | b'\r' | b' ') || self.blank(*byte);
        (Some(first) == self.comment || bytes[..length].iter().all(blank)).then_some(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(delimiter: u8, line: &str) -> Vec<String> {
        let (dialect, bytes) = (Dialect { delimiter, comment: None }, line.as_bytes());
        let (fields, end) = dialect.row(bytes).unwrap();
        assert_eq!(end, line.len());
        fields.iter().map(|field| String::from_utf8(field.text(bytes).into_owned()).unwrap()).collect()
    }

    #[test]
    fn fields_are_split_as_by_hand() {
        assert_eq!(fields(b',', "a,b,,c\n"), ["a", "b", "", "c"]);
        assert_eq!(fields(b',', " a , b c,\t\r\n"), ["a", "b c", ""]);
        assert_eq!(fields(b',', "\"a,b\" ,\"say \"\"hi\"\"\",\"\"\"\"\n"), ["a,b", "say \"hi\"", "\""]);
        assert_eq!(fields(b',', "\"two\nlines\",5'9\"\r\n"), ["two\nlines", "5'9\""]);
        assert_eq!(fields(b'\t', "a b\t\t c\n"), ["a b", "", "c"]);
        assert_eq!(fields(b' ', "  1   2 \"x y\"  \r\n"), ["1", "2", "x y"]);
    }

    #[test]
    fn quotes_that_go_wrong_are_told() {
        let dialect = Dialect { delimiter: b',', comment: None };
        assert_eq!(dialect.row(b"a,\"b\nc\n").unwrap_err().0, Wrong::Unclosed);
        assert_eq!(dialect.row(b"a,\"b\"c,d\n").unwrap_err().0, Wrong::AfterQuote);
    }

    #[test]
    fn blank_lines_and_comments_are_no_rows() {
        let dialect = Dialect { delimiter: b'\t', comment: Some(b'#') };
        assert_eq!(dialect.no_row(b" \r\na\n"), Some(3));
        assert_eq!(dialect.no_row(b"# x\ny\n"), Some(4));
        assert_eq!(dialect.no_row(b"\t\t\n"), None);
        assert_eq!(dialect.no_row(b" #\n"), None);
    }
}
