//! Lines that cannot be read: what is wrong, where, and the way out.

use std::io;

/// What is wrong with a row.
#[derive(Debug, PartialEq)]
pub enum Wrong {
    /// Text in a numeric column.
    NotANumber,
    /// The same in one that was told to be numeric.
    NotAsTold,
    /// A class that is no whole number, after classes that all were.
    NotWhole,
    /// A row without a class.
    NoLabel,
    /// A value that is not among the declared ones.
    Undeclared(String),
    /// Bytes that are no UTF-8.
    NotText,
    /// A zero byte, which no text holds.
    ZeroByte,
    /// Not a number from 0 to 1e15.
    BadWeight,
    /// More or fewer fields than there are columns.
    Fields {
        /// Fields of this row.
        found: usize,
        /// Columns.
        wanted: usize,
    },
    /// A quote without its partner.
    Unclosed,
    /// Something between the closing quote and the end of the field.
    AfterQuote,
    /// A line that does not fit into the memory allowed.
    TooLong(usize),
    /// Compressed data that ends too early or is damaged.
    Damaged(String),
    /// Anything else, in words.
    Other(String),
}

/// A row that cannot be read, seen from the format that tried.
#[derive(Debug)]
pub struct Fault {
    /// What is wrong.
    pub wrong: Wrong,
    /// Name and number (from 1; 0 if the file does not number its columns) of the column, if it is about one.
    pub column: Option<(String, usize)>,
    /// The text in question.
    pub value: Option<Vec<u8>>,
    /// Bytes from the start of the row to the place in question.
    pub offset: usize,
    /// Bytes from the start of the row to the line after it.
    pub taken: usize,
}

impl Fault {
    /// Something wrong with a row as a whole.
    pub fn of_row(wrong: Wrong, taken: usize) -> Box<Fault> {
        Box::new(Fault { wrong, column: None, value: None, offset: 0, taken })
    }

    /// Something wrong with a row, in words.
    pub fn other(what: impl Into<String>) -> Box<Fault> {
        Fault::of_row(Wrong::Other(what.into()), 0)
    }
}

/// A row that cannot be read, as it is told.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The file.
    pub file: String,
    /// The line as an editor counts, from 1.
    pub line: u64,
    /// The column.
    pub column: Option<String>,
    /// The value.
    pub value: Option<String>,
    /// The whole message.
    pub message: String,
}

/// Why reading stopped.
#[derive(Debug)]
pub enum Problem {
    /// A line cannot be read.
    Broken(Broken),
    /// The settings and the file do not go together.
    Refused(String),
    /// The system gives no bytes.
    Io(io::Error),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::Io(error)
    }
}

/// Characters of a value or a name that are shown.
const SHOWN: usize = 60;

/// A value, or the name of a column, as it is shown in a message: in quotes, not too long.
pub fn shown(value: &[u8]) -> String {
    let text: String =
        String::from_utf8_lossy(&value[..value.len().min(4 * SHOWN)]).chars().take(SHOWN).collect();
    let more = if text.len() < value.len() && std::str::from_utf8(value).is_ok() { "..." } else { "" };
    format!("'{}{more}'", visible(&text.replace('\\', "\\\\")))
}

/// A text that is safe to print: characters that steer a terminal, or turn the direction of writing, are spelled as
/// Python spells them. Visible characters stay as they are.
pub fn visible(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => found.push_str("\\n"),
            '\r' => found.push_str("\\r"),
            '\t' => found.push_str("\\t"),
            letter if !steers(letter) => found.push(letter),
            letter if letter <= '\u{ff}' => found.push_str(&format!("\\x{:02x}", letter as u32)),
            letter => found.push_str(&format!("\\u{:04x}", letter as u32)),
        }
    }
    found
}

/// Whether a character steers a terminal: controls, ends of lines, and marks of direction.
fn steers(letter: char) -> bool {
    let marks = ['\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}'];
    letter.is_control()
        || marks.contains(&letter)
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl Broken {
    /// The message for a fault in a line of a file.
    pub fn new(file: &str, line: u64, fault: &Fault) -> Broken {
        let value = fault.value.as_deref().map(shown);
        let got = value.clone().unwrap_or_default();
        let name = fault.column.as_ref().map(|(name, _)| shown(name.as_bytes())).unwrap_or_default();
        let what = match &fault.wrong {
            Wrong::NotANumber => {
                format!(
                    "wanted a number, got {got}; if the column holds names, read it with nominal=[{name}]; \
                     on_error='skip' leaves such lines out"
                )
            }
            Wrong::NotAsTold => format!(
                "wanted a number, got {got}; ignore=[{name}] leaves the column out; on_error='skip' leaves such lines out"
            ),
            Wrong::NotWhole => format!(
                "wanted a whole number like the classes before, got {got}; to read classes as names, use nominal=[{name}]"
            ),
            Wrong::NoLabel => {
                "the class is missing; on_error='skip' leaves such rows out, missing=[...] says what counts as missing"
                    .into()
            }
            Wrong::Undeclared(known) => format!("wanted one of the declared values {known}, got {got}"),
            Wrong::NotText => format!("wanted UTF-8 text, got {got}; convert the file to UTF-8"),
            Wrong::ZeroByte => format!("wanted text, got a zero byte in {got}; is this a text file?"),
            Wrong::BadWeight => format!("a weight must be a number from 0 to 1e15, got {got}"),
            Wrong::Fields { found, wanted } => {
                let fields = if *found == 1 { "field" } else { "fields" };
                format!("wanted {wanted} fields, got {found} {fields}; on_error='skip' leaves such lines out")
            }
            Wrong::Unclosed => "the quote that opens here is never closed".into(),
            Wrong::AfterQuote => {
                format!("text follows the closing quote of {got}; a quote inside quotes is written twice")
            }
            Wrong::TooLong(limit) => {
                format!("the line is longer than {limit} bytes; if it is meant to be, raise max_line_bytes")
            }
            Wrong::Damaged(what) => {
                format!(
                    "the compressed data ends too early or is damaged here ({what}); fetch the file again"
                )
            }
            Wrong::Other(what) => what.clone(),
        };
        let place = match &fault.column {
            Some((_, 0)) => format!(", column {name}"),
            Some((_, number)) => format!(", column {number} {name}"),
            None => String::new(),
        };
        Broken {
            file: file.into(),
            line,
            column: fault.column.as_ref().map(|(name, _)| name.clone()),
            value: fault
                .value
                .as_ref()
                .map(|value| String::from_utf8_lossy(value).chars().take(1000).collect()),
            message: visible(&format!("{file}, line {line}{place}: {what}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shown_short_and_on_one_line() {
        assert_eq!(shown(b"it's"), "'it's'");
        assert_eq!(shown(b"a\nb"), "'a\\nb'");
        assert_eq!(shown(&[b'x'; 100]), format!("'{}...'", "x".repeat(60)));
        assert_eq!(shown(b"M\xfcller"), "'M\u{fffd}ller'");
    }

    #[test]
    fn nothing_that_steers_a_terminal_is_shown_as_it_is() {
        assert_eq!(shown("\u{1b}[31m\0\u{9b}\u{202e}\\é".as_bytes()), r"'\x1b[31m\x00\x9b\u202e\\é'");
        let fault = Fault { column: Some(("a\u{1b}".into(), 1)), ..*Fault::other("\u{7}") };
        let broken = Broken::new("x\u{1b}.csv", 2, &fault);
        assert_eq!(broken.message, r"x\x1b.csv, line 2, column 1 'a\x1b': \x07");
        // The field `column` keeps the plain name.
        assert_eq!(broken.column.as_deref(), Some("a\u{1b}"));
    }

    #[test]
    fn what_is_visible_stays_as_it_is() {
        let text = visible("a\tb 'c\\d' \u{feff}日本");
        assert_eq!(text, "a\\tb 'c\\d' \u{feff}日本");
        assert_eq!(visible(&text), text);
    }
}
