//! What a reader is told about a file; whatever is not told is found out from its first block.

use crate::broken::Fault;
use crate::values::Markers;
use std::collections::HashSet;

/// A column by name, or by place: from 0, negative ones from the end.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    /// Its name.
    Name(String),
    /// Its place.
    Place(i64),
}

impl Key {
    /// The place among these names.
    pub fn place(&self, names: &[String]) -> Option<usize> {
        match self {
            Key::Name(name) => names.iter().position(|known| known == name),
            Key::Place(place) if *place < 0 => usize::try_from(names.len() as i64 + place).ok(),
            Key::Place(place) => usize::try_from(*place).ok().filter(|place| *place < names.len()),
        }
    }

    /// The column as it is shown in a message.
    pub fn shown(&self) -> String {
        match self {
            Key::Name(name) => crate::broken::shown(name.as_bytes()),
            Key::Place(place) => format!("{place}"),
        }
    }
}

/// The layout of a text file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Values between delimiters.
    Csv,
    /// Weka's and MOA's files.
    Arff,
    /// Sparse rows: a label, then `index:value` pairs.
    Libsvm,
    /// One JSON object per line.
    Json,
}

/// All that can be told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The layout.
    pub kind: Option<Kind>,
    /// What stands between fields (CSV).
    pub delimiter: Option<u8>,
    /// Whether the first line names the columns (CSV).
    pub header: Option<bool>,
    /// What a line begins with that is no row (CSV).
    pub comment: Option<u8>,
    /// The class.
    pub target: Option<Key>,
    /// Whether rows have a class: if not, all columns are alike, and one that is named as the class is left out.
    pub labelled: bool,
    /// The weight of a row.
    pub weight: Option<Key>,
    /// Columns left out.
    pub ignore: Vec<Key>,
    /// The only columns that are read beside class and weight, if these are all that is wanted.
    pub only: Option<HashSet<String>>,
    /// Nominal columns, with their values if these are declared.
    pub nominal: Vec<(Key, Option<Vec<String>>)>,
    /// Numeric columns.
    pub numeric: Vec<Key>,
    /// Columns that a model has learned as numbers: nothing else can be told of them. For messages alone.
    pub settled: Vec<Key>,
    /// Texts that mean: there is no value. Unless told, those that are usual in files of the layout.
    pub missing: Option<Vec<String>>,
    /// The classes in order; any other is refused.
    pub classes: Option<Vec<String>>,
    /// Whether those classes are whole numbers, and not texts.
    pub whole_classes: bool,
    /// Whether broken lines are left out and counted.
    pub skip: bool,
    /// Whether there are several files: a column to be left out may be in any of them.
    pub several: bool,
    /// The longest line.
    pub max_line_bytes: usize,
}

/// What stands for a missing value in CSV files.
pub const MISSING: [&str; 9] = ["", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "None"];
/// ARFF has one mark of its own, so that a value may well be called NA.
const MISSING_ARFF: [&str; 2] = ["", "?"];

impl Settings {
    /// Texts that mean: there is no value.
    pub fn markers(&self, kind: Kind) -> Markers {
        let usual: &[&str] = match kind {
            Kind::Csv => &MISSING,
            Kind::Arff => &MISSING_ARFF,
            Kind::Libsvm | Kind::Json => &[],
        };
        match &self.missing {
            Some(told) => Markers::new(told),
            None => Markers::new(&usual.iter().map(|text| text.to_string()).collect::<Vec<_>>()),
        }
    }

    /// Whether the column at a place is to be left out.
    pub fn leaves_out(&self, place: usize, names: &[String]) -> bool {
        self.ignore.iter().any(|key| key.place(names) == Some(place))
    }

    /// Whether a column is none of those that are wanted.
    pub fn passes_over(&self, name: &str) -> bool {
        self.only.as_ref().is_some_and(|wanted| !wanted.contains(name))
    }

    /// Whether a fault is in a column that was told to be numeric, or is settled; its names are those of the file.
    pub fn told_numeric(&self, fault: &Fault, names: &[String]) -> bool {
        let Some((name, _)) = &fault.column else { return false };
        let place = names.iter().position(|known| known == name);
        let meant =
            |key: &Key| *key == Key::Name(name.clone()) || place.is_some() && key.place(names) == place;
        self.numeric.iter().chain(&self.settled).any(meant)
    }

    /// What is told of columns by name: all that can be meant of a column that comes later.
    pub fn by_name(&self) -> Settings {
        let named = |key: &Key| matches!(key, Key::Name(_));
        let mut found = self.clone();
        found.ignore.retain(named);
        found.numeric.retain(named);
        found.nominal.retain(|(key, _)| named(key));
        found
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            kind: None,
            delimiter: None,
            header: None,
            comment: None,
            target: None,
            labelled: true,
            weight: None,
            ignore: Vec::new(),
            only: None,
            nominal: Vec::new(),
            numeric: Vec::new(),
            settled: Vec::new(),
            missing: None,
            classes: None,
            whole_classes: false,
            skip: false,
            several: false,
            max_line_bytes: 1 << 24,
        }
    }
}
