//! What counts as a number: exactly what Rust's own parser reads, correctly rounded.

/// Digits whose value a float holds exactly, whatever they are.
const EXACT: usize = 15;

/// Powers of ten; a float holds each of them exactly.
const TENS: [f64; EXACT + 1] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// The number at the start of a text and how many bytes it takes.
///
/// Short numbers have their own way: digits and a power of ten that are both exact give, by one division, the float that is
/// nearest (Clinger 1990). Long ones, exponents and words are left to the general parser.
#[inline(always)]
pub fn leading(text: &[u8]) -> Option<(f64, usize)> {
    let sign = usize::from(text.first() == Some(&b'-'));
    let (whole, length) = digits(&text[sign..]);
    let mut end = sign + length;
    let (mut value, mut exact) = (whole, 0 < length && length <= EXACT);
    let mut behind = text.get(end).copied();
    if behind == Some(b'.') && exact {
        let decimals = &text[end + 1..];
        if eight_digits(decimals) {
            return general(text);
        }
        let (part, count) = digits(decimals);
        exact = 0 < count && length + count <= EXACT;
        if exact {
            value = whole * TENS[count] as i64 + part;
            end += 1 + count;
            behind = text.get(end).copied();
            if !matches!(behind, Some(b'e' | b'E') | None) {
                let value = value as f64 / TENS[count];
                return Some((if sign == 1 { -value } else { value }, end));
            }
        }
    }
    match behind {
        Some(b'.' | b'e' | b'E') | None => general(text),
        _ if !exact => general(text),
        _ => Some((if sign == 1 { -(value as f64) } else { value as f64 }, end)),
    }
}

#[inline(never)]
fn general(text: &[u8]) -> Option<(f64, usize)> {
    fast_float2::parse_partial(text).ok()
}

/// Whether a text begins with eight digits: then it is likely that there are more than a short number has.
#[inline(always)]
fn eight_digits(text: &[u8]) -> bool {
    let Some(Ok(bytes)) = text.get(..8).map(<[u8; 8]>::try_from) else { return false };
    let word = u64::from_le_bytes(bytes);
    // A digit is 0x30 to 0x39: its high half is 3, and stays 3 when 6 is added.
    let (high, six) = (0xf0f0_f0f0_f0f0_f0f0, 0x0606_0606_0606_0606);
    word & high == 0x3030_3030_3030_3030 && word.wrapping_add(six) & high == 0x3030_3030_3030_3030
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
