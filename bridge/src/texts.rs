//! Texts of Arrow as indices into the distinct ones; each distinct text is checked before it is used.
//!
//! A producer may pass anything, and a text that is not UTF-8 would end the process. Where a text begins and ends is
//! checked in every row; its bytes are checked once for each text that differs from all before it.

use arrow_array::{Array, GenericStringArray, OffsetSizeTrait, StringViewArray};
use arrow_buffer::Buffer;
use riparian_core::schema::Category;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What is wrong with a column, and in which of its rows.
pub struct Fault {
    pub row: usize,
    pub told: String,
}

/// How many bytes of a value a message shows.
const SHOWN: usize = 40;

/// Indices into distinct texts, -1 where a value is missing; and the distinct texts.
pub type Coded = (Vec<i32>, Vec<Category>);

/// Texts that lie one after the other in a buffer.
pub fn coded<O: OffsetSizeTrait>(array: &GenericStringArray<O>) -> Result<Coded, Fault> {
    let ends = array.value_offsets();
    let beyond = |row, told: &str| Err(Fault { row, told: format!("has a text that {told}") });
    if ends[0] < O::zero() {
        return beyond(0, "begins before the first byte");
    }
    if let Some(row) = ends.windows(2).position(|pair| pair[1] < pair[0]) {
        return beyond(row, "ends before it begins");
    }
    let at = |end: O| end.as_usize();
    match bytes(array.values()).filter(|bytes| at(ends[ends.len() - 1]) <= bytes.len()) {
        Some(bytes) => distinct(array, |row| Some(&bytes[at(ends[row])..at(ends[row + 1])])),
        None => beyond(array.len().saturating_sub(1), "ends after the last byte"),
    }
}

/// Texts that lie in several buffers; a short text lies beside its length instead.
pub fn coded_views(array: &StringViewArray) -> Result<Coded, Fault> {
    let buffers: Vec<&[u8]> =
        array.data_buffers().iter().map(|buffer| bytes(buffer).unwrap_or_default()).collect();
    let inline = array.views().inner().as_slice();
    distinct(array, |row| {
        let view = array.views()[row];
        let word = |number: u32| (view >> (32 * number)) as u32 as usize;
        match word(0) {
            short @ 0..=12 => inline[16 * row + 4..].get(..short),
            length => buffers.get(word(2))?.get(word(3)..word(3) + length),
        }
    })
}

/// The bytes of a buffer. `None` if its length is larger than any memory: it was negative before it became unsigned.
fn bytes(buffer: &Buffer) -> Option<&[u8]> {
    (buffer.len() <= isize::MAX as usize).then(|| buffer.as_slice())
}

/// Texts by row, `None` for a text that lies in no buffer. Rows with a missing value are never asked for.
fn distinct<'a>(array: &dyn Array, text: impl Fn(usize) -> Option<&'a [u8]>) -> Result<Coded, Fault> {
    let mut known: HashMap<&[u8], i32> = HashMap::new();
    let (mut codes, mut labels) = (vec![-1; array.len()], Vec::new());
    let nulls = array.nulls();
    for (row, code) in codes.iter_mut().enumerate() {
        if nulls.is_some_and(|nulls| nulls.is_null(row)) {
            continue;
        }
        let Some(bytes) = text(row) else {
            return Err(Fault { row, told: "has a text that lies in no buffer".into() });
        };
        *code = match known.entry(bytes) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(new) => {
                let text = std::str::from_utf8(bytes).map_err(|_| no_text(row, bytes))?;
                labels.push(Category::Text(text.into()));
                *new.insert(labels.len() as i32 - 1)
            }
        };
    }
    Ok((codes, labels))
}

fn no_text(row: usize, bytes: &[u8]) -> Fault {
    let shown = bytes[..bytes.len().min(SHOWN)].escape_ascii();
    let rest = if bytes.len() > SHOWN { "..." } else { "" };
    let told = format!(
        "must be a text in UTF-8, got b'{shown}'{rest}; decode it with the encoding in which it was written"
    );
    Fault { row, told }
}
