//! How a value is spelt so that it reads back as it was.

use super::Layout;
use crate::settings::MISSING;

/// Writes a number in the shortest form that reads back exactly; whole numbers without a point.
pub fn number(value: f64, digits: &mut ryu::Buffer, out: &mut Vec<u8>) {
    let text = digits.format(value);
    out.extend_from_slice(text.strip_suffix(".0").unwrap_or(text).as_bytes());
}

/// A text as it is written: in quotes only where it would not read back without.
pub fn spelt(text: &str, layout: Layout) -> Vec<u8> {
    match layout {
        Layout::Csv => {
            let bare = !MISSING.contains(&text)
                && !text.contains([',', '"', '\n', '\r', '\u{feff}', ';', '\t', '|'])
                && !text.starts_with(' ')
                && !text.ends_with(' ');
            if bare { text.into() } else { format!("\"{}\"", text.replace('"', "\"\"")).into() }
        }
        Layout::Arff => {
            let special =
                |letter: char| letter <= ' ' || "{},'\"%\\\u{feff}".contains(letter) || letter == '\u{7f}';
            if !text.is_empty() && text != "?" && !text.contains(special) {
                return text.into();
            }
            let mut found = vec![b'\''];
            for letter in text.chars() {
                match letter {
                    '\n' => found.extend(b"\\n"),
                    '\r' => found.extend(b"\\r"),
                    '\t' => found.extend(b"\\t"),
                    '\'' | '\\' => found.extend([b'\\', letter as u8]),
                    _ => found.extend(letter.encode_utf8(&mut [0; 4]).as_bytes()),
                }
            }
            found.push(b'\'');
            found
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: f64) -> String {
        let mut out = Vec::new();
        number(value, &mut ryu::Buffer::new(), &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_short_and_exact() {
        assert_eq!(written(5.0), "5");
        assert_eq!(written(-0.0), "-0");
        assert_eq!(written(0.1), "0.1");
        assert_eq!(written(1e300), "1e300");
        assert_eq!(written(f64::INFINITY), "inf");
        for bits in (1..1000u64).map(|step| step.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            let value = f64::from_bits(bits);
            if value.is_finite() {
                assert_eq!(written(value).parse::<f64>().unwrap().to_bits(), bits);
            }
        }
    }

    #[test]
    fn texts_are_quoted_where_they_must_be() {
        let csv = |text| String::from_utf8(spelt(text, Layout::Csv)).unwrap();
        assert_eq!(
            [csv("a b"), csv("NA"), csv(""), csv("x,\"y\"")],
            ["a b", "\"NA\"", "\"\"", "\"x,\"\"y\"\"\""]
        );
        let arff = |text| String::from_utf8(spelt(text, Layout::Arff)).unwrap();
        assert_eq!([arff("a"), arff("?"), arff("it's\n5%")], ["a", "'?'", "'it\\'s\\n5%'"]);
    }
}
