//! The values of one column: numbers, whole numbers, codes of texts, or not yet known which.

use crate::broken::{Wrong, shown};
use crate::dictionary::Dictionary;
use crate::numbers::{number, whole};

/// What a value looks like in the file.
#[derive(Clone, Copy, PartialEq)]
pub enum Look {
    /// As it stands.
    Bare,
    /// In quotes: never missing in a nominal column.
    Quoted,
    /// A text that is no number, whatever it spells (JSON).
    Text,
}

/// Texts that mean: there is no value.
pub struct Markers {
    texts: Vec<Vec<u8>>,
    /// Which bytes a marker begins with; most values are told from all of them at once.
    starts: [bool; 256],
    empty: bool,
    /// Whether a marker could be taken for a number.
    pub numeric: bool,
}

impl Markers {
    /// These texts.
    pub fn new(texts: &[String]) -> Markers {
        let bytes: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
        // NaN is missing whether a marker or a number.
        let numeric = bytes.iter().any(|text| number(text).is_some_and(|number| !number.is_nan()));
        let mut starts = [false; 256];
        bytes.iter().filter_map(|text| text.first()).for_each(|byte| starts[*byte as usize] = true);
        Markers { empty: bytes.iter().any(Vec::is_empty), texts: bytes, starts, numeric }
    }

    /// Whether a text begins as one of them does.
    #[inline(always)]
    pub fn may_be(&self, text: &[u8]) -> bool {
        text.first().is_none_or(|byte| self.starts[*byte as usize])
    }

    /// Whether a text is one of them.
    #[inline]
    pub fn has(&self, text: &[u8]) -> bool {
        match text.first() {
            None => self.empty,
            Some(byte) => self.starts[*byte as usize] && self.texts.iter().any(|marker| marker == text),
        }
    }
}

impl Default for Markers {
    fn default() -> Markers {
        Markers::new(&[])
    }
}

/// A column is numeric if at most one value in so many is no number.
const SLIPS: u64 = 20;

/// What the first block says about a column: values that are there, those among them that are no numbers, and whether a class is no whole number.
#[derive(Clone, Copy, Default)]
pub struct Survey {
    present: u64,
    texts: u64,
    fractions: bool,
}

impl Survey {
    /// Whether the texts are names; one text among many numbers is a slip, and is told when it is read.
    fn has_names(self) -> bool {
        self.texts * SLIPS > self.present || (self.texts > 0 && self.present < SLIPS)
    }
}

/// The values of a column, as far as the current batch goes.
pub enum Values {
    /// Numbers; NaN where one is missing.
    Numbers(Vec<f64>),
    /// Classes that are whole numbers.
    Whole {
        /// One for each row.
        values: Vec<i64>,
        /// The only ones allowed, if they were declared.
        allowed: Option<Vec<i64>>,
    },
    /// Texts by code; -1 where one is missing.
    Codes {
        /// One for each row.
        codes: Vec<i32>,
        /// What they stand for.
        dictionary: Box<Dictionary>,
        /// Whether values that are not in the dictionary are refused.
        closed: bool,
        /// Whether none may be missing: these are the classes.
        required: bool,
        /// Rows of the batch before the one that brought the latest text.
        brought: Option<usize>,
    },
    /// Not known yet: what all rows say, and what the current one adds.
    Unknown {
        /// Rows before.
        before: Survey,
        /// With the current row.
        now: Survey,
        /// Whether this is the class.
        target: bool,
    },
}

impl Values {
    /// A nominal column with values that are known beforehand.
    pub fn codes(texts: &[String], closed: bool, required: bool) -> Values {
        Values::Codes {
            codes: Vec::new(),
            dictionary: Box::new(Dictionary::with(texts)),
            closed,
            required,
            brought: None,
        }
    }

    /// A column of which nothing is known.
    pub fn unknown(target: bool) -> Values {
        Values::Unknown { before: Survey::default(), now: Survey::default(), target }
    }

    /// Whether the kind is not known yet.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Values::Unknown { .. })
    }

    /// Adds the value of the next row, the one after `rows` rows.
    #[inline]
    pub fn put(&mut self, rows: usize, text: &[u8], look: Look, markers: &Markers) -> Result<(), Wrong> {
        match self {
            Values::Numbers(numbers) => {
                if look != Look::Text {
                    if !markers.numeric
                        && let Some(value) = number(text)
                    {
                        numbers.push(value);
                        return Ok(());
                    }
                    if markers.has(text) {
                        numbers.push(f64::NAN);
                        return Ok(());
                    }
                    if let Some(value) = number(text) {
                        numbers.push(value);
                        return Ok(());
                    }
                }
                Err(Wrong::NotANumber)
            }
            Values::Codes { codes, dictionary, closed, required, brought } => {
                if look == Look::Bare && markers.has(text) {
                    codes.push(-1);
                    return if *required { Err(Wrong::NoLabel) } else { Ok(()) };
                }
                if let Some(code) = dictionary.find(text) {
                    codes.push(code);
                    return Ok(());
                }
                let fresh = std::str::from_utf8(text).map_err(|_| Wrong::NotText)?;
                if *closed {
                    return Err(Wrong::Undeclared(listed(dictionary.texts())));
                }
                if text.contains(&0) {
                    return Err(Wrong::ZeroByte);
                }
                codes.push(dictionary.add(fresh));
                *brought = Some(rows);
                Ok(())
            }
            Values::Whole { values, allowed } => {
                if look == Look::Bare && markers.has(text) {
                    return Err(Wrong::NoLabel);
                }
                let value = if look == Look::Text { None } else { whole(text) }.ok_or(Wrong::NotWhole)?;
                if let Some(allowed) = allowed
                    && !allowed.contains(&value)
                {
                    let texts: Vec<Box<str>> = allowed.iter().map(|known| known.to_string().into()).collect();
                    return Err(Wrong::Undeclared(listed(&texts)));
                }
                values.push(value);
                Ok(())
            }
            Values::Unknown { now, target, .. } => {
                if !(look == Look::Bare && markers.has(text)) {
                    now.present += 1;
                    let is_text = look == Look::Text || number(text).is_none() && !markers.has(text);
                    now.texts += u64::from(is_text);
                    now.fractions = now.fractions || *target && whole(text).is_none();
                }
                Ok(())
            }
        }
    }

    /// Whether a number can be put in as such.
    #[inline(always)]
    pub fn takes_numbers(&self) -> bool {
        matches!(self, Values::Numbers(_) | Values::Whole { allowed: None, .. })
    }

    /// Adds the number of the next row, spelt with so many bytes; false if it must be looked at more closely.
    #[inline(always)]
    pub fn put_number(&mut self, value: f64, length: usize) -> bool {
        match self {
            Values::Numbers(numbers) => {
                numbers.push(value);
                true
            }
            // So few digits are exact as a float.
            Values::Whole { values, .. } if length <= 15 && value.fract() == 0.0 && value.abs() < 1e15 => {
                values.push(value as i64);
                true
            }
            _ => false,
        }
    }

    /// Adds the text of the next row if it is a name of up to eight bytes that was there before; false if not.
    #[inline(always)]
    pub fn put_short(&mut self, key: u64, text: &[u8], markers: &Markers) -> bool {
        match self {
            Values::Codes { codes, dictionary, .. } if !markers.may_be(text) => {
                match dictionary.recall_short(key, text) {
                    Some(code) => {
                        codes.push(code);
                        true
                    }
                    None => false,
                }
            }
            _ => false,
        }
    }

    /// Values of this batch so far.
    pub fn len(&self) -> usize {
        match self {
            Values::Numbers(numbers) => numbers.len(),
            Values::Whole { values, .. } => values.len(),
            Values::Codes { codes, .. } => codes.len(),
            Values::Unknown { .. } => 0,
        }
    }

    /// Whether there are none yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// As many values as there are rows: 0 (in a nominal column the first declared value)
    /// where none came if `zero`, else missing.
    pub fn fill(&mut self, rows: usize, zero: bool) {
        match self {
            Values::Numbers(numbers) => numbers.resize(rows, if zero { 0.0 } else { f64::NAN }),
            Values::Codes { codes, closed, .. } => codes.resize(rows, if zero && *closed { 0 } else { -1 }),
            Values::Whole { values, .. } if zero => values.resize(rows, 0),
            Values::Whole { .. } | Values::Unknown { .. } => {}
        }
    }

    /// Takes back what a broken row left behind.
    pub fn roll_back(&mut self, rows: usize) {
        match self {
            Values::Numbers(numbers) => numbers.truncate(rows),
            Values::Whole { values, .. } => values.truncate(rows),
            Values::Codes { codes, dictionary, brought, .. } => {
                codes.truncate(rows);
                if *brought == Some(rows) {
                    dictionary.forget_last();
                    *brought = None;
                }
            }
            Values::Unknown { before, now, .. } => *now = *before,
        }
    }

    /// What another survey of the same column found.
    pub fn learn_from(&mut self, draft: &Values) {
        if let (Values::Unknown { before, .. }, Values::Unknown { before: found, .. }) = (self, draft) {
            *before = *found;
        }
    }

    /// The kind that the survey suggests: numbers unless there are names; whole numbers, or texts, for the class.
    pub fn settle(&mut self) {
        if let Values::Unknown { before, target, .. } = self {
            *self = match (*target, before.fractions || before.present == 0) {
                (false, _) if !before.has_names() => Values::Numbers(Vec::new()),
                (true, false) if before.texts == 0 => Values::Whole { values: Vec::new(), allowed: None },
                (target, _) => Values::codes(&[], false, target),
            };
        }
    }
}

/// A few of the values, for a message.
fn listed(texts: &[Box<str>]) -> String {
    let some: Vec<String> = texts.iter().take(8).map(|text| shown(text.as_bytes())).collect();
    let more = if texts.len() > 8 { format!(" and {} more", texts.len() - 8) } else { String::new() };
    format!("{}{more}", some.join(", "))
}
