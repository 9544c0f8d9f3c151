//! What counts as a number: exactly what Rust's own parser reads, correctly rounded.

/// Digits whose value a float holds exactly, whatever they are.
const EXACT: usize = 15;

/// The number at the start of a text and how many bytes it takes.
#[inline(always)]
pub fn leading(text: &[u8]) -> Option<(f64, usize)> {
    // Short whole numbers are exact as they stand, and common enough to have their own way.
    let (value, length) = digits(text);
    match text.get(length) {
        Some(b'.' | b'e' | b'E') | None => fast_float2::parse_partial(text).ok(),
        _ if length == 0 || length > EXACT => fast_float2::parse_partial(text).ok(),
        _ => Some((value as f64, length)),
    }
}

/// The digits at the start of a text, one more than are exact at the most: their value and how many there are.
#[inline(always)]
fn digits(text: &[u8]) -> (i64, usize) {
    let (mut value, mut length) = (0, 0);
    while length <= EXACT
        && let Some(byte) = text.get(length)
        && byte.is_ascii_digit()
    {
        value = value * 10 + i64::from(byte - b'0');
        length += 1;
    }
    (value, length)
}

/// A text that is a number from end to end.
#[inline]
pub fn number(text: &[u8]) -> Option<f64> {
    fast_float2::parse(text).ok()
}

/// A text that is a whole number: `7`, `-7`, `+7`, also `7.0` and `7e0`.
#[inline]
pub fn whole(text: &[u8]) -> Option<i64> {
    let (value, length) = digits(text);
    if length == text.len() && 0 < length && length <= EXACT { Some(value) } else { signed(text) }
}

fn signed(text: &[u8]) -> Option<i64> {
    if let Some(value) = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()) {
        return Some(value);
    }
    // Beyond 2^53 a float stands for several whole numbers, and none of them was meant.
    number(text)
        .filter(|value| value.fract() == 0.0 && value.abs() <= (1u64 << 53) as f64)
        .map(|value| value as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digits, signs, points and letters in any order, from a small linear generator.
    fn texts() -> impl Iterator<Item = String> {
        let mut state = 7u64;
        let mut draw = move |most: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % most
        };
        (0..200_000).map(move |_| {
            let length = 1 + draw(24);
            (0..length)
                .map(|_| b"0123456789012345678901234567890123456789..e-+ni"[draw(47)] as char)
                .collect()
        })
    }

    #[test]
    fn any_text_is_read_as_the_standard_parser_reads_it() {
        for text in texts() {
            let expected = text.parse::<f64>().ok().map(f64::to_bits);
            assert_eq!(number(text.as_bytes()).map(f64::to_bits), expected, "{text}");
        }
    }

    #[test]
    fn what_leads_a_text_is_what_the_parser_makes_of_it() {
        for text in texts() {
            let found = leading(text.as_bytes()).map(|(value, length)| (value.to_bits(), length));
            let expected = fast_float2::parse_partial::<f64, _>(&text).ok();
            assert_eq!(found, expected.map(|(value, length)| (value.to_bits(), length)), "{text}");
            assert_eq!(whole(text.as_bytes()), signed(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn words_for_infinity_and_nan_are_numbers_in_any_case() {
        for text in ["inf", "-Infinity", "+INF", "nan", "NaN"] {
            let expected = text.parse::<f64>().unwrap();
            assert_eq!(
                number(text.as_bytes()).map(|found| found.is_nan()),
                Some(expected.is_nan()),
                "{text}"
            );
        }
    }

    #[test]
    fn whole_numbers_are_exact_or_refused() {
        assert_eq!(whole(b"9007199254740993"), Some(9007199254740993));
        assert_eq!(whole(b"-3.0"), Some(-3));
        assert_eq!(whole(b"+1"), Some(1));
        assert_eq!(whole(b"2e2"), Some(200));
        for text in ["1e300", "0.5", "nan", "inf", "", "1 2", "99999999999999999999"] {
            assert_eq!(whole(text.as_bytes()), None, "{text}");
        }
    }
}
