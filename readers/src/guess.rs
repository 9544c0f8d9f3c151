//! Which layout a text has, told by how it begins.

use crate::settings::Kind;

/// The layout of a text by its first lines.
pub fn kind(bytes: &[u8]) -> Kind {
    let lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines =
        lines.filter(|line| !line.is_empty() && !line.starts_with(b"%") && !line.starts_with(b"#"));
    let Some(first) = lines.next() else { return Kind::Csv };
    if first.starts_with(b"{") {
        return Kind::Json;
    }
    if first.starts_with(b"@") {
        return Kind::Arff;
    }
    let pair = |word: &[u8]| {
        let mut parts = word.splitn(2, |byte| *byte == b':');
        let index = parts.next().unwrap_or_default();
        let value = parts.next().unwrap_or_default();
        (index == b"qid" || !index.is_empty() && index.iter().all(u8::is_ascii_digit)) && !value.is_empty()
    };
    let mut words =
        first.split(|byte| *byte == b' ' || *byte == b'\t').filter(|word| !word.is_empty()).skip(1);
    match words.next() {
        Some(word) if pair(word) => Kind::Libsvm,
        _ => Kind::Csv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_is_told_by_its_first_line() {
        assert_eq!(kind(b"% about\n\n@RELATION x\n"), Kind::Arff);
        assert_eq!(kind(b"{\"a\": 1}\n"), Kind::Json);
        assert_eq!(kind(b"# made\n+1 3:0.5 7:1\n"), Kind::Libsvm);
        assert_eq!(kind(b"2 qid:1 3:0.5\n"), Kind::Libsvm);
        assert_eq!(kind(b"a,b\n1,2\n"), Kind::Csv);
        assert_eq!(kind(b"12:30 1\n"), Kind::Csv);
        assert_eq!(kind(b""), Kind::Csv);
    }
}
