//! A label of the outside world: a category of a nominal column, or a class.
//! Equality follows Python: `True`, `1` and `1.0` are one label, shown as it was first written.

use std::fmt;

/// One label as it was first seen.
#[derive(Clone, Debug)]
pub enum Category {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Whole(i64),
    /// A number with a fraction.
    Real(f64),
    /// Text.
    Text(Box<str>),
    /// Anything else that the outside can hash, by a text that stands for it.
    Other(Box<str>),
}

impl Category {
    /// The label for a number: whole numbers are the same label whether written with a point or not.
    pub fn number(x: f64) -> Category {
        const TWO_63: f64 = 9_223_372_036_854_775_808.0;
        let whole = x == x.trunc() && (-TWO_63..TWO_63).contains(&x);
        if whole { Category::Whole(x as i64) } else { Category::Real(x) }
    }

    /// The label as a number; text is none (and was refused before it came to a numeric column).
    pub fn to_number(&self) -> f64 {
        match self {
            Category::Bool(b) => f64::from(u8::from(*b)),
            Category::Whole(n) => *n as f64,
            Category::Real(x) => *x,
            Category::Text(_) | Category::Other(_) => f64::NAN,
        }
    }

    /// What decides equality: a kind and its content.
    pub fn key(&self) -> Key<'_> {
        match self {
            Category::Bool(b) => Key::Whole(i64::from(*b)),
            Category::Whole(n) => Key::Whole(*n),
            Category::Real(x) => Key::Real(x.to_bits()),
            Category::Text(t) => Key::Text(t),
            Category::Other(t) => Key::Other(t),
        }
    }
}

/// The identity of a label, borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key<'a> {
    /// A whole number, true (1) or false (0).
    Whole(i64),
    /// The bits of a number with a fraction.
    Real(u64),
    /// Text.
    Text(&'a str),
    /// A stand-in text.
    Other(&'a str),
}

impl Key<'_> {
    /// The label, owned.
    pub fn to_category(self) -> Category {
        match self {
            Key::Whole(n) => Category::Whole(n),
            Key::Real(bits) => Category::Real(f64::from_bits(bits)),
            Key::Text(t) => Category::Text(t.into()),
            Key::Other(t) => Category::Other(t.into()),
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Category::Bool(b) => f.write_str(if *b { "True" } else { "False" }),
            Category::Whole(n) => write!(f, "{n}"),
            Category::Real(x) => write!(f, "{x}"),
            Category::Text(t) | Category::Other(t) => f.write_str(t),
        }
    }
}
