//! Tables that come through the Arrow PyCapsule interface: polars, pyarrow, duckdb and others, without a copy.

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::*;
use arrow_array::{Array, ArrayRef, PrimitiveArray, RecordBatch, StructArray, downcast_integer};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use riparian_core::encode::{Codes, Labels, Numbers, TOO_LARGE, Table, Values, label};
use riparian_core::schema::Category;
use std::collections::HashMap;

/// True for an object that hands over Arrow data: many batches, or a single one.
pub fn is_arrow(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.hasattr("__arrow_c_stream__")? || object.hasattr("__arrow_c_array__")?)
}

/// Reads all batches of an object that hands over Arrow data.
pub fn batches(object: &Bound<'_, PyAny>) -> PyResult<Vec<RecordBatch>> {
    if !object.hasattr("__arrow_c_stream__")? {
        return Ok(vec![batch(object)?]);
    }
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: the capsule carries this name, so by the interface's contract it points to a stream; ownership moves to
    // the reader.
    let reader = unsafe { RecordBatchStreamReader::from_raw(pointer.as_ptr()) };
    reader.map_err(unreadable)?.collect::<Result<Vec<_>, _>>().map_err(unreadable)
}

/// Reads an object that has only `__arrow_c_array__`: a single batch.
fn batch(object: &Bound<'_, PyAny>) -> PyResult<RecordBatch> {
    let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
        object.call_method0("__arrow_c_array__")?.extract()?;
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
    // SAFETY: the capsules carry these names, so by the interface's contract they point to an array and its schema,
    // which live as long as the capsules; ownership of the array moves out of its capsule.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
    let data = data.map_err(unreadable)?;
    if !matches!(data.data_type(), DataType::Struct(_)) || data.null_count() > 0 {
        let kind = data.data_type();
        return Err(PyTypeError::new_err(format!(
            "an Arrow array must be a struct without nulls, one field per column, got {kind}; pass a table"
        )));
    }
    Ok(RecordBatch::from(StructArray::from(data)))
}

fn unreadable(error: arrow_schema::ArrowError) -> PyErr {
    PyValueError::new_err(format!("cannot read Arrow data: {error}"))
}

/// The columns of a batch.
pub fn table(batch: &RecordBatch) -> PyResult<Table<'_>> {
    let schema = batch.schema();
    let columns = batch.columns().iter().zip(schema.fields()).map(|(array, field)| {
        values(array).ok_or_else(|| {
            PyTypeError::new_err(format!(
                "column '{}' must hold numbers, text, flags or a dictionary of them, got Arrow type {}; cast it first",
                field.name(),
                array.data_type()
            ))
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

fn labelled(codes: Vec<i32>, labels: Vec<Category>) -> Values<'static> {
    Values::Labels(Labels { source: Box::new(Listed(codes)), labels })
}

fn values(array: &ArrayRef) -> Option<Values<'_>> {
    fn numbers<T: ArrowPrimitiveType>(array: &ArrayRef) -> Option<Values<'_>>
    where
        for<'a> Primitive<'a, T>: Numbers,
    {
        Some(Values::Numbers(Box::new(Primitive(array.as_primitive::<T>()))))
    }
    match array.data_type() {
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
            Some(Values::Numbers(Box::new(Floats(
                halves.iter().map(|x| x.map_or(f64::NAN, f64::from)).collect(),
            ))))
        }
        DataType::Boolean => {
            let codes = array.as_boolean().iter().map(|flag| flag.map_or(-1, i32::from)).collect();
            Some(labelled(codes, vec![Category::Bool(false), Category::Bool(true)]))
        }
        DataType::Null => Some(labelled(vec![-1; array.len()], Vec::new())),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
            let (codes, labels) = distinct(texts(array)?);
            Some(labelled(codes, labels))
        }
        DataType::Dictionary(..) => dictionary(array),
        _ => None,
    }
}

fn texts(array: &ArrayRef) -> Option<Box<dyn Iterator<Item = Option<&str>> + '_>> {
    Some(match array.data_type() {
        DataType::Utf8 => Box::new(array.as_string::<i32>().iter()),
        DataType::LargeUtf8 => Box::new(array.as_string::<i64>().iter()),
        DataType::Utf8View => Box::new(array.as_string_view().iter()),
        _ => return None,
    })
}

/// Text as indices into its distinct values.
fn distinct<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> (Vec<i32>, Vec<Category>) {
    let mut known: HashMap<&str, i32> = HashMap::new();
    let mut labels = Vec::new();
    let codes = texts.map(|text| {
        text.map_or(-1, |text| {
            *known.entry(text).or_insert_with(|| {
                labels.push(Category::Text(text.into()));
                labels.len() as i32 - 1
            })
        })
    });
    (codes.collect(), labels)
}

fn dictionary(array: &ArrayRef) -> Option<Values<'_>> {
    let dictionary = array.as_any_dictionary_opt()?;
    let keys = dictionary.keys();
    macro_rules! indices {
        ($kind:ty) => {
            keys.as_primitive::<$kind>()
                .iter()
                .map(|key| key.map_or(-1, |key| key as i32))
                .collect::<Vec<i32>>()
        };
    }
    let codes = downcast_integer! { keys.data_type() => (indices), _ => return None };
    // A dictionary may itself hold nulls or repeat a value; both are resolved here.
    let (meaning, labels) = match texts(dictionary.values()) {
        Some(texts) => distinct(texts),
        None => numbers_as_labels(dictionary.values())?,
    };
    Some(labelled(
        codes.into_iter().map(|code| if code < 0 { -1 } else { meaning[code as usize] }).collect(),
        labels,
    ))
}

fn numbers_as_labels(array: &ArrayRef) -> Option<(Vec<i32>, Vec<Category>)> {
    match values(array)? {
        Values::Numbers(source) => {
            let (mut floats, mut wholes) = (vec![0.0; array.len()], vec![0; array.len()]);
            source.floats(0, &mut floats);
            let whole = source.wholes(0, &mut wholes);
            let codes =
                floats.iter().enumerate().map(|(at, x)| if x.is_finite() { at as i32 } else { -1 }).collect();
            let labels = wholes.into_iter().zip(floats).map(|(number, x)| label(whole, number, x));
            Some((codes, labels.collect()))
        }
        Values::Labels(_) => None,
    }
}
