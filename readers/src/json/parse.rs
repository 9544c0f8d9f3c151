//! The parts of a flat JSON object (RFC 8259), one after the other, without building it.
//!
//! `NaN` and infinities, which Python writes, are read as numbers.

use crate::text::{four_digits, past};
use std::borrow::Cow;

/// A value of an object.
pub enum Value<'a> {
    /// A number, as written.
    Number(&'a [u8]),
    /// A text, or `true` or `false`.
    Text(Cow<'a, str>),
    /// Nothing.
    Null,
}

/// The first byte from `at` on that is no blank.
pub fn past_blanks(line: &[u8], at: usize) -> usize {
    past(line, at, |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// The string whose quote stands at `at`, and what is behind it.
pub fn string(line: &[u8], at: usize) -> Result<(Cow<'_, str>, usize), String> {
    if line.get(at) != Some(&b'"') {
        return Err(format!("wanted a key in quotes, got {}", rest(line, at)));
    }
    let start = at + 1;
    let mut end = start;
    let mut plain = true;
    loop {
        match line.get(end) {
            None => return Err("the quote that opens a text is never closed".into()),
            Some(b'"') => break,
            Some(b'\\') => {
                plain = false;
                end += 2;
            }
            Some(byte) if *byte < b' ' => {
                return Err("a text holds a control character; write it as \\u00XX".into());
            }
            Some(_) => end += 1,
        }
    }
    let raw = std::str::from_utf8(&line[start..end]);
    let raw = raw.map_err(|_| "wanted UTF-8 text; convert the file to UTF-8".to_string())?;
    let text = if plain { Cow::Borrowed(raw) } else { Cow::Owned(unescaped(raw)?) };
    Ok((text, end + 1))
}

fn unescaped(raw: &str) -> Result<String, String> {
    let mut found = String::with_capacity(raw.len());
    let mut parts = raw.split('\\');
    found.push_str(parts.next().unwrap_or_default());
    let mut half: Option<u32> = None;
    let mut literal = false;
    for part in parts {
        if std::mem::take(&mut literal) {
            // The backslash before this part was the second of a pair.
            found.push_str(part);
            continue;
        }
        let mut letters = part.chars();
        let first = letters.next();
        if half.is_some() && first != Some('u') {
            return Err("half of a pair of \\u escapes is missing".into());
        }
        match first {
            None => {
                found.push('\\');
                literal = true;
                continue;
            }
            Some('u') => {
                let code = part.as_bytes().get(1..5).and_then(four_digits);
                let code = code.ok_or("\\u must be followed by four hexadecimal digits")?;
                match half.take() {
                    None if (0xd800..0xdc00).contains(&code) => {
                        half = Some(code);
                        if part.len() > 5 {
                            return Err("half of a pair of \\u escapes is missing".into());
                        }
                        continue;
                    }
                    high => {
                        let whole = high.map_or(code, |high| {
                            0x10000 + ((high - 0xd800) << 10) + code.wrapping_sub(0xdc00).min(0x10ffff)
                        });
                        let paired = high.is_none() || (0xdc00..0xe000).contains(&code);
                        let letter = char::from_u32(whole).filter(|_| paired);
                        found.push(letter.ok_or("half of a pair of \\u escapes is missing")?);
                    }
                }
                found.push_str(&part[5..]);
                continue;
            }
            Some('n') => found.push('\n'),
            Some('t') => found.push('\t'),
            Some('r') => found.push('\r'),
            Some('b') => found.push('\u{8}'),
            Some('f') => found.push('\u{c}'),
            Some(letter @ ('"' | '/')) => found.push(letter),
            Some(letter) => return Err(format!("there is no escape \\{letter}")),
        }
        found.push_str(letters.as_str());
    }
    if half.is_some() {
        return Err("half of a pair of \\u escapes is missing".into());
    }
    Ok(found)
}

/// The value at `at`, and what is behind it.
pub fn value(line: &[u8], at: usize) -> Result<(Value<'_>, usize), String> {
    match line.get(at) {
        Some(b'"') => string(line, at).map(|(text, end)| (Value::Text(text), end)),
        Some(b'{') => Err("holds an object; only flat objects are rows: bring its values to the top".into()),
        Some(b'[') => Err("holds a list; only flat objects are rows: give each value a key".into()),
        _ => {
            let stops = |byte: &u8| *byte <= b' ' || matches!(byte, b',' | b'}');
            let end = line[at..].iter().position(stops).map_or(line.len(), |length| at + length);
            let word = &line[at..end];
            match word {
                b"null" => Ok((Value::Null, end)),
                b"true" => Ok((Value::Text("true".into()), end)),
                b"false" => Ok((Value::Text("false".into()), end)),
                b"NaN" | b"Infinity" | b"-Infinity" => Ok((Value::Number(word), end)),
                _ if well_formed(word) => Ok((Value::Number(word), end)),
                _ => Err(format!("wanted a number, a text, true, false or null, got {}", rest(line, at))),
            }
        }
    }
}

/// Whether a word is a number by JSON's stricter rules: no plus, no leading zeros, digits around the point.
fn well_formed(word: &[u8]) -> bool {
    let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let word = word.strip_prefix(b"-").unwrap_or(word);
    let whole = digits(word);
    if whole == 0 || whole > 1 && word[0] == b'0' {
        return false;
    }
    let mut word = &word[whole..];
    if let Some(fraction) = word.strip_prefix(b".") {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        word = &fraction[length..];
    }
    if let Some(b'e' | b'E') = word.first() {
        let exponent = &word[1..];
        let exponent = exponent.strip_prefix(b"+").or(exponent.strip_prefix(b"-")).unwrap_or(exponent);
        let length = digits(exponent);
        return length > 0 && length == exponent.len();
    }
    word.is_empty()
}

/// The rest of a line, for a message.
pub fn rest(line: &[u8], at: usize) -> String {
    match line.get(at..) {
        None | Some(b"") => "the end of the line".into(),
        Some(rest) => crate::broken::shown(&rest[..rest.len().min(20)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_by_hand() {
        let read = |text: &str| string(text.as_bytes(), 0).map(|(text, _)| text.into_owned());
        assert_eq!(read(r#""a\\nb""#).unwrap(), "a\\nb");
        assert_eq!(read(r#""\\\"\/\n\u00e9\ud83d\ude00!""#).unwrap(), "\\\"/\n\u{e9}\u{1f600}!");
        assert_eq!(read(r#""\\\\""#).unwrap(), "\\\\");
        for wrong in [
            r#""\x""#,
            r#""\u12""#,
            r#""\u+041""#,
            r#""\ud83d""#,
            r#""\ud83dx\ude00""#,
            r#""\ude00""#,
            "\"a",
            "\"\\",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_those_of_the_standard() {
        for good in ["0", "-0", "10", "1.5", "-2e10", "3E-7", "0.1e+2"] {
            assert!(well_formed(good.as_bytes()), "{good}");
        }
        for wrong in ["", "-", "01", "+1", ".5", "5.", "1e", "1e+", "0x1", "1_0", "1.5.2"] {
            assert!(!well_formed(wrong.as_bytes()), "{wrong}");
        }
    }
}
