//! Takes Arrow data out of its capsules, and checks what can be checked from outside.
//!
//! The interface says how long an array is, and not how long its buffers are: there we rely on the producer. Whether
//! texts are UTF-8 and indices have a value is checked later (see `arrow`).

use crate::arrow::{is_readable, unreadable_column};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchOptions, StructArray};
use arrow_schema::{DataType, Fields, Schema, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use riparian_readers::broken::shown as quoted;
use std::ffi::{CStr, c_char, c_int};

/// No array is longer than this. A negative length, read as an unsigned number, is larger.
const MOST: usize = 1 << 56;

/// True for an object that hands over Arrow data: many batches, or a single one.
pub fn is_arrow(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.hasattr("__arrow_c_stream__")? || object.hasattr("__arrow_c_array__")?)
}

/// Reads all batches of an object that hands over Arrow data.
pub fn batches(object: &Bound<'_, PyAny>) -> PyResult<Vec<RecordBatch>> {
    if object.hasattr("__arrow_c_stream__")? {
        return stream(&object.call_method0("__arrow_c_stream__")?);
    }
    let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
        object.call_method0("__arrow_c_array__")?.extract()?;
    let from = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
    // SAFETY: the capsules carry these names, so by the interface's contract they point to an array and its schema,
    // which live as long as the capsules; ownership of the array moves out of its capsule.
    let (from, array) = unsafe { (from.as_ref(), FFI_ArrowArray::from_raw(array.as_ptr())) };
    Ok(vec![batch(array, &columns(from)?)?])
}

/// All batches of a stream in a capsule.
fn stream(capsule: &Bound<'_, PyAny>) -> PyResult<Vec<RecordBatch>> {
    let capsule = capsule.cast::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: the capsule carries this name, so by the interface's contract it points to a stream; ownership moves
    // here.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr()) };
    let (Some(get_schema), Some(get_next)) = (stream.get_schema(), stream.get_next()) else {
        return Err(wrong("the stream was read already"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: a stream that is not released is called with itself and with room for what it gives.
    let code = unsafe { get_schema(&raw mut stream, &raw mut schema) };
    done(&mut stream, code)?;
    let (schema, mut found) = (columns(&schema)?, Vec::new());
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        let code = unsafe { get_next(&raw mut stream, &raw mut array) };
        done(&mut stream, code)?;
        if array.is_released() {
            return Ok(found);
        }
        found.push(batch(array, &schema)?);
    }
}

/// Refuses a stream that says it has failed.
fn done(stream: &mut FFI_ArrowArrayStream, code: c_int) -> PyResult<()> {
    if code == 0 {
        return Ok(());
    }
    // SAFETY: the latest call has failed, which is when a stream may be asked why.
    let told = stream.get_last_error().map(|ask| unsafe { ask(stream) }).filter(|told| !told.is_null());
    // SAFETY: by the interface's contract it is a text that ends with a zero byte, and stays until the next call.
    let told = told.map(|told| unsafe { CStr::from_ptr(told) }.to_string_lossy().into_owned());
    Err(wrong(&told.unwrap_or_else(|| format!("the stream failed with error {code}"))))
}

/// Names and types of the columns.
fn columns(schema: &FFI_ArrowSchema) -> PyResult<SchemaRef> {
    check_texts(schema)?;
    match DataType::try_from(schema).map_err(|error| wrong(&error.to_string()))? {
        DataType::Struct(fields) => Ok(Schema::new(fields).into()),
        kind => Err(no_table(&kind)),
    }
}

/// The first fields of a schema, as the interface defines them.
#[repr(C)]
struct Head {
    format: *const c_char,
    name: *const c_char,
}

/// Refuses a schema whose names or types are not texts.
fn check_texts(schema: &FFI_ArrowSchema) -> PyResult<()> {
    let mut waiting = vec![schema];
    while let Some(schema) = waiting.pop() {
        // SAFETY: the interface fixes the layout, and so do the structs of both crates.
        let head = unsafe { &*std::ptr::from_ref(schema).cast::<Head>() };
        for text in [head.format, head.name].into_iter().filter(|text| !text.is_null()) {
            // SAFETY: by the interface's contract it ends with a zero byte, and lives as long as its schema.
            let text = unsafe { CStr::from_ptr(text) };
            if text.to_str().is_err() {
                let shown = text.to_bytes().escape_ascii();
                return Err(wrong(&format!("the name b'{shown}' is not UTF-8; rename the column")));
            }
        }
        if head.format.is_null() {
            return Err(wrong("a column has no type"));
        }
        waiting.extend(schema.children());
        waiting.extend(schema.dictionary());
    }
    Ok(())
}

/// One batch, if its lengths go together.
fn batch(array: FFI_ArrowArray, schema: &SchemaRef) -> PyResult<RecordBatch> {
    check_lengths(&array, schema.fields())?;
    let kind = DataType::Struct(schema.fields().clone());
    // SAFETY: what has not been checked here, `arrow` checks before it is used; for the rest we rely on the producer.
    let data = unsafe { from_ffi_and_data_type(array, kind) }.map_err(|error| wrong(&error.to_string()))?;
    if data.null_count() > 0 {
        return Err(no_table(data.data_type()));
    }
    let options = RecordBatchOptions::new().with_row_count(Some(data.len()));
    let columns = StructArray::from(data).into_parts().1;
    RecordBatch::try_new_with_options(schema.clone(), columns, &options)
        .map_err(|error| wrong(&error.to_string()))
}

/// Refuses columns that are shorter than their table, have the wrong number of buffers for their type, or hold values
/// of a type that no column of a tree can have.
fn check_lengths(array: &FFI_ArrowArray, fields: &Fields) -> PyResult<()> {
    check_length(array, "the table")?;
    if array.num_children() != fields.len() {
        return Err(wrong("a batch and its schema have different numbers of columns"));
    }
    for (at, field) in fields.iter().enumerate() {
        let (kind, column, name) =
            (field.data_type(), array.child(at), format!("column {}", quoted(field.name().as_bytes())));
        if !is_readable(kind) {
            return Err(unreadable_column(field.name(), kind));
        }
        check_buffers(column, kind, &name)?;
        if let (DataType::Dictionary(_, kind), Some(dictionary)) = (kind, column.dictionary()) {
            check_buffers(dictionary, kind, &format!("the dictionary of {name}"))?;
        }
        let (rows, wanted) = (column.len(), array.offset() + array.len());
        if rows < wanted {
            return Err(wrong(&format!("{name} has {rows} rows, and its table has {wanted}")));
        }
    }
    Ok(())
}

fn check_length(array: &FFI_ArrowArray, name: &str) -> PyResult<()> {
    let (length, offset) = (array.len(), array.offset());
    if length > MOST || offset > MOST {
        let (length, offset) = (length as isize, offset as isize);
        let told = format!("{name} claims an impossible number of rows: {length} from row {offset} on");
        return Err(wrong(&told));
    }
    Ok(())
}

fn check_buffers(array: &FFI_ArrowArray, kind: &DataType, name: &str) -> PyResult<()> {
    check_length(array, name)?;
    let found = array.num_buffers();
    let fits = match kind {
        DataType::Null => true,
        DataType::Utf8 | DataType::LargeUtf8 => found == 3,
        // There may be any number of buffers with texts; the last buffer holds their lengths.
        DataType::Utf8View => found == 3 || found > 3 && !array.buffer(found - 1).is_null(),
        _ => found == 2,
    };
    if fits {
        Ok(())
    } else {
        Err(wrong(&format!("{name} has {found} buffers, which is wrong for its type")))
    }
}

fn no_table(kind: &DataType) -> PyErr {
    PyTypeError::new_err(format!(
        "an Arrow array must be a struct without nulls, one field per column, got {kind}; pass a table"
    ))
}

fn wrong(told: &str) -> PyErr {
    PyValueError::new_err(format!("cannot read Arrow data: {told}"))
}
