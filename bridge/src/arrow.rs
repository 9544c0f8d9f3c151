//! Tables of Arrow (polars, pyarrow, duckdb and others) as the core reads them, numbers without a copy.

use crate::texts::{Coded, Fault, coded, coded_views};
use arrow_array::cast::AsArray;
use arrow_array::types::*;
use arrow_array::{Array, ArrayRef, BooleanArray, PrimitiveArray, RecordBatch, downcast_integer};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use riparian_core::rows::encode::{Codes, Labels, Numbers, Series, TOO_LARGE, Table, label};
use riparian_core::schema::Category;
use riparian_readers::broken::shown as quoted;

/// True for types that a column may be made of.
pub fn is_readable(kind: &DataType) -> bool {
    match kind {
        DataType::Boolean | DataType::Null => true,
        DataType::Dictionary(key, kind) => key.is_integer() && (is_text(kind) || is_number(kind)),
        kind => is_text(kind) || is_number(kind),
    }
}

fn is_text(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

fn is_number(kind: &DataType) -> bool {
    kind.is_integer() || matches!(kind, DataType::Float16 | DataType::Float32 | DataType::Float64)
}

/// The refusal of a column of another type.
pub fn unreadable_column(name: &str, kind: &DataType) -> PyErr {
    PyTypeError::new_err(format!(
        "column {} must hold numbers, text, flags or a dictionary of them, got Arrow type {kind}; cast it first",
        quoted(name.as_bytes())
    ))
}

/// The columns of a batch that comes after `before` rows; each is checked before it is used.
pub fn table<'a>(batch: &'a RecordBatch, before: usize, py: Python<'_>) -> PyResult<Table<'a>> {
    let schema = batch.schema();
    let columns = batch.columns().iter().zip(schema.fields()).map(|(array, field)| {
        let found = check_nulls(array).and_then(|()| values(array));
        found.map_err(|Fault { row, told }| match PyString::new(py, field.name()).repr() {
            Ok(name) => PyValueError::new_err(format!("row {}: feature {name} {told}", before + row)),
            Err(error) => error,
        })
    });
    Ok(Table::Columns { columns: columns.collect::<PyResult<_>>()?, rows: batch.num_rows() })
}

struct Primitive<'a, T: ArrowPrimitiveType>(&'a PrimitiveArray<T>);

macro_rules! numbers {
    ($($kind:ty => $whole:expr),*) => {$(
        impl Numbers for Primitive<'_, $kind> {
            fn floats(&self, from: usize, out: &mut [f64]) {
                out.iter_mut().zip(&self.0.values()[from..]).for_each(|(out, x)| *out = f64::from(*x as f64));
                if self.0.null_count() > 0 {
                    let missing = |at: &usize| self.0.is_null(from + *at);
                    (0..out.len()).filter(missing).for_each(|at| out[at] = f64::NAN);
                }
            }

            fn wholes(&self, from: usize, out: &mut [i64]) -> bool {
                let whole: Option<fn(<$kind as ArrowPrimitiveType>::Native) -> Option<i64>> = $whole;
                let Some(whole) = whole else { return false };
                for (out, x) in out.iter_mut().zip(&self.0.values()[from..]) {
                    *out = whole(*x).unwrap_or(TOO_LARGE);
                }
                true
            }
        }
    )*};
}

numbers!(
    Float64Type => None, Float32Type => None,
    Int8Type => Some(|n| Some(n.into())), Int16Type => Some(|n| Some(n.into())),
    Int32Type => Some(|n| Some(n.into())), Int64Type => Some(Some),
    UInt8Type => Some(|n| Some(n.into())), UInt16Type => Some(|n| Some(n.into())),
    UInt32Type => Some(|n| Some(n.into())), UInt64Type => Some(|n| i64::try_from(n).ok())
);

struct Floats(Vec<f64>);

impl Numbers for Floats {
    fn floats(&self, from: usize, out: &mut [f64]) {
        out.copy_from_slice(&self.0[from..from + out.len()]);
    }

    fn wholes(&self, _: usize, _: &mut [i64]) -> bool {
        false
    }
}

struct Listed(Vec<i32>);

impl Codes for Listed {
    fn codes(&self, from: usize, out: &mut [i32]) {
        out.copy_from_slice(&self.0[from..from + out.len()]);
    }
}

struct Flags<'a>(&'a BooleanArray);

impl Codes for Flags<'_> {
    fn codes(&self, from: usize, out: &mut [i32]) {
        for (at, out) in out.iter_mut().enumerate() {
            *out = if self.0.is_null(from + at) { -1 } else { i32::from(self.0.value(from + at)) };
        }
    }
}

/// Missing in every row.
struct Nothing;

impl Codes for Nothing {
    fn codes(&self, _: usize, out: &mut [i32]) {
        out.fill(-1);
    }
}

fn labelled<'a>(source: impl Codes + 'a, labels: Vec<Category>) -> Series<'a> {
    Series::Labels(Labels { source: Box::new(source), labels })
}

fn values(array: &ArrayRef) -> Result<Series<'_>, Fault> {
    fn numbers<T: ArrowPrimitiveType>(array: &ArrayRef) -> Series<'_>
    where
        for<'a> Primitive<'a, T>: Numbers,
    {
        Series::Numbers(Box::new(Primitive(array.as_primitive::<T>())))
    }
    Ok(match array.data_type() {
        DataType::Float64 => numbers::<Float64Type>(array),
        DataType::Float32 => numbers::<Float32Type>(array),
        DataType::Int8 => numbers::<Int8Type>(array),
        DataType::Int16 => numbers::<Int16Type>(array),
        DataType::Int32 => numbers::<Int32Type>(array),
        DataType::Int64 => numbers::<Int64Type>(array),
        DataType::UInt8 => numbers::<UInt8Type>(array),
        DataType::UInt16 => numbers::<UInt16Type>(array),
        DataType::UInt32 => numbers::<UInt32Type>(array),
        DataType::UInt64 => numbers::<UInt64Type>(array),
        DataType::Float16 => {
            let halves = array.as_primitive::<Float16Type>();
            let floats = halves.iter().map(|x| x.map_or(f64::NAN, f64::from)).collect();
            Series::Numbers(Box::new(Floats(floats)))
        }
        DataType::Boolean => {
            labelled(Flags(array.as_boolean()), vec![Category::Bool(false), Category::Bool(true)])
        }
        DataType::Null => labelled(Nothing, Vec::new()),
        DataType::Dictionary(..) => dictionary(array)?,
        _ => {
            let (codes, labels) = texts(array)?;
            labelled(Listed(codes), labels)
        }
    })
}

fn texts(array: &ArrayRef) -> Result<Coded, Fault> {
    match array.data_type() {
        DataType::Utf8 => coded(array.as_string::<i32>()),
        DataType::LargeUtf8 => coded(array.as_string::<i64>()),
        DataType::Utf8View => coded_views(array.as_string_view()),
        kind => unreachable!("a batch was let in with a column of type {kind}"),
    }
}

fn dictionary(array: &ArrayRef) -> Result<Series<'_>, Fault> {
    let dictionary = array.as_any_dictionary();
    let (keys, words) = (dictionary.keys(), dictionary.values());
    // A dictionary may itself hold nulls or repeat a value; both are resolved here.
    let found = check_nulls(words).and_then(|()| match is_text(words.data_type()) {
        true => texts(words),
        false => numbers_as_labels(words),
    });
    let (meaning, labels) = found.map_err(|fault| {
        let marks: Vec<i32> = (0..words.len()).map(|value| i32::from(value == fault.row)).collect();
        let row = through(keys, &marks).iter().position(|mark| *mark == 1);
        Fault { row: row.unwrap_or(0), ..fault }
    })?;
    let codes = through(keys, &meaning);
    match codes.iter().position(|code| *code == BEYOND) {
        None => Ok(labelled(Listed(codes), labels)),
        Some(row) => {
            let told = format!("has an index outside its dictionary, which has {} values", words.len());
            Err(Fault { row, told })
        }
    }
}

/// Marks an index that has no value in its dictionary.
const BEYOND: i32 = -2;

/// What the indices of a dictionary mean; -1 stands for a missing value.
fn through(keys: &dyn Array, meaning: &[i32]) -> Vec<i32> {
    fn of<T: ArrowPrimitiveType>(keys: &PrimitiveArray<T>, meaning: &[i32]) -> Vec<i32>
    where
        usize: TryFrom<T::Native>,
    {
        let code = |key: T::Native| {
            let place = usize::try_from(key).ok();
            place.and_then(|place| meaning.get(place)).copied().unwrap_or(BEYOND)
        };
        match keys.null_count() {
            0 => keys.values().iter().map(|key| code(*key)).collect(),
            _ => keys.iter().map(|key| key.map_or(-1, code)).collect(),
        }
    }
    macro_rules! of {
        ($kind:ty) => {
            of(keys.as_primitive::<$kind>(), meaning)
        };
    }
    downcast_integer! { keys.data_type() => (of), kind => unreachable!("indices of type {kind}") }
}

/// Refuses a column whose count of missing values is wrong.
fn check_nulls(array: &dyn Array) -> Result<(), Fault> {
    let Some(nulls) = array.nulls() else { return Ok(()) };
    let missing = nulls.len() - nulls.inner().count_set_bits();
    if missing == nulls.null_count() {
        return Ok(());
    }
    let told = format!("declares {} missing values but has {missing}", nulls.null_count());
    Err(Fault { row: 0, told })
}

fn numbers_as_labels(array: &ArrayRef) -> Result<Coded, Fault> {
    let Series::Numbers(source) = values(array)? else {
        unreachable!("a batch was let in with a dictionary of type {}", array.data_type())
    };
    let (mut floats, mut wholes) = (vec![0.0; array.len()], vec![0; array.len()]);
    source.floats(0, &mut floats);
    let whole = source.wholes(0, &mut wholes);
    let codes = floats.iter().enumerate().map(|(at, x)| if x.is_finite() { at as i32 } else { -1 }).collect();
    let labels = wholes.into_iter().zip(floats).map(|(number, x)| label(whole, number, x));
    Ok((codes, labels.collect()))
}
