//! The head of an ARFF file: the attributes and their kinds, up to `@data`.

use super::token::{past_blanks, word};
use crate::broken::{Fault, Wrong, shown};
use crate::schema::Declared;

/// What the head says.
#[derive(Debug)]
pub struct Header {
    /// The attributes.
    pub names: Vec<String>,
    /// Their kinds.
    pub kinds: Vec<Declared>,
    /// Bytes up to the first row.
    pub bytes: usize,
}

/// Reads the head at the start of `bytes`; None if it does not end there.
pub fn header(bytes: &[u8]) -> Result<Option<Header>, Box<Fault>> {
    let mut found = Header { names: Vec::new(), kinds: Vec::new(), bytes: 0 };
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let offset = found.bytes;
        found.bytes += line.len();
        let line = line.trim_ascii();
        if line.is_empty() || line[0] == b'%' {
            continue;
        }
        let refused = |wrong| Box::new(Fault { wrong, column: None, value: None, offset, taken: 0 });
        let keyword = word(line, 0).map_err(refused)?;
        match keyword.text.to_ascii_lowercase().as_slice() {
            b"@relation" => {}
            b"@data" => return Ok(Some(found)),
            b"@attribute" => {
                let (name, kind) = attribute(line, keyword.end).map_err(refused)?;
                found.names.push(name);
                found.kinds.push(kind);
            }
            _ => {
                let what = format!("wanted @relation, @attribute or @data, got {}", shown(line));
                return Err(refused(Wrong::Other(what)));
            }
        }
    }
    Ok(None)
}

fn utf8(text: &[u8]) -> Result<String, Wrong> {
    let wrong =
        |_| Wrong::Other(format!("wanted UTF-8 text, got {}; convert the file to UTF-8", shown(text)));
    std::str::from_utf8(text).map(String::from).map_err(wrong)
}

fn attribute(line: &[u8], at: usize) -> Result<(String, Declared), Wrong> {
    let name = word(line, past_blanks(line, at))?;
    let kind_at = past_blanks(line, name.end);
    let name = utf8(&name.text)?;
    if line.get(kind_at) == Some(&b'{') {
        return Ok((name, Declared::Nominal(Some(values(line, kind_at + 1)?))));
    }
    let kind = word(line, kind_at)?;
    let kind = match kind.text.to_ascii_lowercase().as_slice() {
        b"numeric" | b"real" | b"integer" => Declared::Numeric,
        b"string" | b"date" => Declared::Nominal(None),
        _ => {
            let wanted = "numeric, real, integer, string, date or {values}";
            return Err(Wrong::Other(format!(
                "attribute {} must be {wanted}, got {}",
                shown(name.as_bytes()),
                shown(&kind.text)
            )));
        }
    };
    Ok((name, kind))
}

/// The values of a nominal attribute, from behind the opening brace.
fn values(line: &[u8], mut at: usize) -> Result<Vec<String>, Wrong> {
    let mut found = Vec::new();
    loop {
        at = past_blanks(line, at);
        match line.get(at) {
            None => return Err(Wrong::Other("the brace that opens the values is never closed".into())),
            Some(b'}') => return Ok(found),
            Some(b',') => at += 1,
            Some(b'{') => return Err(Wrong::Other("a brace among the values must stand in quotes".into())),
            Some(_) => {
                let value = word(line, at)?;
                found.push(utf8(&value.text)?);
                at = value.end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_by_hand() {
        let text = b"% about\n@RELATION 'a b'\n@attribute Age real\n\n@Attribute 'the gate' {open, 'half open',\"shut\"}\n\
            @attribute note STRING\n@attribute day date 'yyyy'\n@data\n1,open\n";
        let found = header(text).unwrap().unwrap();
        assert_eq!(found.names, ["Age", "the gate", "note", "day"]);
        assert_eq!(found.kinds[0], Declared::Numeric);
        let gates = ["open", "half open", "shut"].map(String::from).to_vec();
        assert_eq!(
            found.kinds[1..],
            [Declared::Nominal(Some(gates)), Declared::Nominal(None), Declared::Nominal(None)]
        );
        assert_eq!(&text[found.bytes..], b"1,open\n");
        assert!(header(&text[..24]).unwrap().is_none());
    }

    #[test]
    fn what_is_no_header_is_refused_with_its_place() {
        let fault = header(b"@relation x\n@attribute a relational\n").unwrap_err();
        assert_eq!(fault.offset, 12);
        assert!(matches!(fault.wrong, Wrong::Other(what) if what.contains("'a' must be numeric")));
        assert!(header(b"@relation x\n1,2\n").is_err());
        assert!(header(b"@attribute a {b\n").is_err());
    }
}
