//! What a CSV file does not say about itself: its delimiter, and whether its first line names the columns.

use super::split::{Dialect, Field};
use crate::numbers::number;
use crate::values::Markers;

/// Of delimiters that fit equally well the first wins: commas also stand in numbers, blanks in names.
const DELIMITERS: [u8; 5] = [b'\t', b';', b'|', b',', b' '];
const LINES: usize = 100;
const ROWS: usize = 1000;

/// The delimiter that splits the most lines into as many fields as the first line, at least two.
pub fn delimiter(bytes: &[u8], comment: Option<u8>) -> u8 {
    let mut best = (0.0, b',');
    for delimiter in DELIMITERS {
        let counts: Vec<usize> =
            rows(bytes, Dialect { delimiter, comment }).take(LINES).map(|(row, _)| row.len()).collect();
        let wanted = counts.first().copied().unwrap_or(0);
        if wanted > 1 {
            let share = counts.iter().filter(|count| **count == wanted).count() as f64 / counts.len() as f64;
            if share > best.0 {
                best = (share, delimiter);
            }
        }
    }
    best.1
}

/// The rows at the start of a file, as far as they can be split.
fn rows(bytes: &[u8], dialect: Dialect) -> impl Iterator<Item = (Vec<Field>, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            match dialect.no_row(&bytes[at..]) {
                Some(length) => at += length,
                None => {
                    let start = at;
                    let (row, length) = dialect.row(&bytes[at..]).ok()?;
                    at += length;
                    return Some((row, start));
                }
            }
        }
        None
    })
}

/// Whether the first line names the columns: a field of it is text and the column below is numeric; or all of its
/// fields are different texts, and none of them occurs again in its column.
pub fn header(bytes: &[u8], dialect: Dialect, markers: &Markers) -> bool {
    let mut rows = rows(bytes, dialect);
    let Some((first, start)) = rows.next() else { return false };
    let names: Vec<_> = first.iter().map(|field| field.text(&bytes[start..])).collect();
    let texts: Vec<bool> = names.iter().map(|name| number(name).is_none() && !markers.has(name)).collect();
    let (mut present, mut numbers, mut again) = (vec![false; names.len()], vec![true; names.len()], false);
    for (row, start) in rows.take(ROWS).filter(|(row, _)| row.len() == names.len()) {
        for (place, field) in row.iter().enumerate() {
            let text = field.text(&bytes[start..]);
            if !markers.has(&text) {
                present[place] = true;
                numbers[place] &= number(&text).is_some();
                again |= text == names[place];
            }
        }
    }
    let over_numbers = (0..names.len()).any(|place| texts[place] && present[place] && numbers[place]);
    let different = (1..names.len()).all(|place| !names[..place].contains(&names[place]));
    over_numbers || texts.iter().all(|text| *text) && different && !again
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_header(text: &str) -> bool {
        let markers = Markers::new(&["".into(), "?".into()]);
        header(text.as_bytes(), Dialect { delimiter: b',', comment: None }, &markers)
    }

    #[test]
    fn the_delimiter_is_the_one_that_agrees_with_itself() {
        assert_eq!(delimiter(b"a,b,c\n1,2,3\n", None), b',');
        assert_eq!(delimiter(b"a;b\n1,5;2,5\n3,5;4,5\n", None), b';');
        assert_eq!(delimiter(b"a b\tc\n1 x\t2\n", None), b'\t');
        assert_eq!(delimiter(b"39, State-gov, 7\n50, Self emp, 8\n", None), b',');
        assert_eq!(delimiter(b" 1  2  3\n 4  5  6\n", None), b' ');
        assert_eq!(delimiter(b"1|2\n3|4\n", None), b'|');
        assert_eq!(delimiter(b"alone\n", None), b',');
        assert_eq!(delimiter(b"\"a;b\",c\n\"d;e;f\",g\n", None), b',');
    }

    #[test]
    fn a_header_is_text_over_numbers_or_texts_that_do_not_come_again() {
        assert!(has_header("x,y\n1,2\n"));
        assert!(has_header("1990,name\n3,4\n"), "text over numbers");
        assert!(has_header("gate,class\nopen,a\nshut,b\n"));
        assert!(has_header("only,names\n"));
        assert!(!has_header("1,2\n3,4\n"));
        assert!(!has_header("sunny,hot,no\nrainy,cool,yes\nsunny,mild,no\n"), "sunny comes again");
        assert!(!has_header("vhigh,vhigh,low\nhigh,med,up\n"), "vhigh twice");
        assert!(!has_header("5.1,Iris-setosa\n4.9,Iris-setosa\n"));
        assert!(!has_header("?,a\n1,a\n"));
    }
}
