//! The words of an ARFF line, as Weka's tokenizer sees them: apart by commas or blanks, in single or double quotes, with
//! backslashes in front of what would mean something.

use crate::broken::Wrong;
use crate::text::{four_digits, past};
use std::borrow::Cow;

/// A word of a line.
pub struct Word<'a> {
    /// What is meant.
    pub text: Cow<'a, [u8]>,
    /// Whether it stands in quotes.
    pub quoted: bool,
    /// Behind it.
    pub end: usize,
}

/// The first byte from `at` on that is no blank.
pub fn past_blanks(line: &[u8], at: usize) -> usize {
    past(line, at, |byte| byte <= b' ')
}

/// The word at `at`, where no blank stands. It is empty at a comma, a brace or the end of the line.
pub fn word(line: &[u8], at: usize) -> Result<Word<'_>, Wrong> {
    match line.get(at) {
        Some(quote @ (b'\'' | b'"')) => quoted(line, at + 1, *quote),
        _ => {
            let stops = |byte: &u8| *byte <= b' ' || matches!(byte, b',' | b'{' | b'}');
            let end = line[at..].iter().position(stops).map_or(line.len(), |length| at + length);
            Ok(Word { text: Cow::Borrowed(&line[at..end]), quoted: false, end })
        }
    }
}

fn quoted(line: &[u8], start: usize, quote: u8) -> Result<Word<'_>, Wrong> {
    let mut end = start;
    let mut plain = true;
    loop {
        match line.get(end) {
            None => return Err(Wrong::Unclosed),
            Some(b'\\') => {
                plain = false;
                end += 2;
            }
            Some(byte) if *byte == quote => break,
            Some(_) => end += 1,
        }
    }
    let raw = &line[start..end];
    let text = if plain { Cow::Borrowed(raw) } else { Cow::Owned(unescaped(raw)) };
    Ok(Word { text, quoted: true, end: end + 1 })
}

fn unescaped(raw: &[u8]) -> Vec<u8> {
    let mut found = Vec::with_capacity(raw.len());
    let mut at = 0;
    while at < raw.len() {
        if raw[at] != b'\\' || at + 1 == raw.len() {
            found.push(raw[at]);
            at += 1;
            continue;
        }
        let letter = raw.get(at + 2..at + 6).and_then(four_digits).and_then(char::from_u32);
        match (raw[at + 1], letter) {
            (b'u', Some(letter)) => {
                found.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                at += 6;
                continue;
            }
            (b'n', _) => found.push(b'\n'),
            (b'r', _) => found.push(b'\r'),
            (b't', _) => found.push(b'\t'),
            (byte, _) => found.push(byte),
        }
        at += 2;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &str) -> String {
        String::from_utf8(word(line.as_bytes(), 0).unwrap().text.into_owned()).unwrap()
    }

    #[test]
    fn words_end_at_commas_blanks_and_braces() {
        assert_eq!(text("a b"), "a");
        assert_eq!(text("50%,b"), "50%");
        assert_eq!(text("b}"), "b");
        assert_eq!(text(",x"), "");
    }

    #[test]
    fn quotes_and_backslashes_are_taken_off() {
        assert_eq!(text("'a, b'"), "a, b");
        assert_eq!(text("\"it's\""), "it's");
        assert_eq!(text(r"'it\'s \\ 5\% \t\u0041'"), "it's \\ 5% \tA");
        assert_eq!(text(r"'\u+041'"), "u+041", "a sign is no digit");
        assert!(matches!(word(b"'a", 0), Err(Wrong::Unclosed)));
        assert!(matches!(word(b"'a\\", 0), Err(Wrong::Unclosed)));
    }
}
