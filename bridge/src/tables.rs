//! Tables that come as NumPy arrays or as a list of named columns.

use crate::labels::to_category;
use numpy::ndarray::{ArrayView1, ArrayView2};
use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use riparian_core::rows::encode::{Codes, Labels, Numbers, Series, TOO_LARGE, Table};
use riparian_core::schema::Category;

/// A strided view of numbers.
struct View<'a, T>(ArrayView1<'a, T>);

/// A number type that NumPy has.
pub trait Number: Element + Copy + Send + Sync {
    /// Whether the type is whole.
    const WHOLE: bool;
    fn float(self) -> f64;
    fn whole(self) -> i64;
}

macro_rules! number {
    ($($kind:ty, $is_whole:literal, $whole:expr);*) => {$(
        impl Number for $kind {
            const WHOLE: bool = $is_whole;
            #[inline(always)]
            fn float(self) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn whole(self) -> i64 {
                let whole: fn($kind) -> i64 = $whole;
                whole(self)
            }
        }
    )*};
}

number!(
    f64, false, |_| TOO_LARGE; f32, false, |_| TOO_LARGE;
    i8, true, i64::from; i16, true, i64::from; i32, true, i64::from; i64, true, |n| n;
    u8, true, i64::from; u16, true, i64::from; u32, true, i64::from;
    u64, true, |n| i64::try_from(n).unwrap_or(TOO_LARGE)
);

impl<T: Number> Numbers for View<'_, T> {
    fn floats(&self, from: usize, out: &mut [f64]) {
        match self.0.as_slice() {
            Some(list) => out.iter_mut().zip(&list[from..]).for_each(|(out, x)| *out = x.float()),
            None => out.iter_mut().enumerate().for_each(|(at, out)| *out = self.0[from + at].float()),
        }
    }

    fn wholes(&self, from: usize, out: &mut [i64]) -> bool {
        match self.0.as_slice() {
            _ if !T::WHOLE => {}
            Some(list) => out.iter_mut().zip(&list[from..]).for_each(|(out, x)| *out = x.whole()),
            None => out.iter_mut().enumerate().for_each(|(at, out)| *out = self.0[from + at].whole()),
        }
        T::WHOLE
    }
}

struct Indices<'a>(ArrayView1<'a, i32>);

impl Codes for Indices<'_> {
    fn codes(&self, from: usize, out: &mut [i32]) {
        out.iter_mut().enumerate().for_each(|(at, out)| *out = self.0[from + at]);
    }
}

/// Flags as bytes: any but 0 is true.
struct Flags<'a>(ArrayView1<'a, u8>);

impl Codes for Flags<'_> {
    fn codes(&self, from: usize, out: &mut [i32]) {
        out.iter_mut().enumerate().for_each(|(at, out)| *out = i32::from(self.0[from + at] != 0));
    }
}

fn flags(view: ArrayView1<'_, u8>) -> Series<'_> {
    let labels = vec![Category::Bool(false), Category::Bool(true)];
    Series::Labels(Labels { source: Box::new(Flags(view)), labels })
}

/// NumPy arrays that a table borrows, held so that nobody writes to them meanwhile.
pub enum Column<'py> {
    F64(PyReadonlyArray1<'py, f64>),
    F32(PyReadonlyArray1<'py, f32>),
    I8(PyReadonlyArray1<'py, i8>),
    I16(PyReadonlyArray1<'py, i16>),
    I32(PyReadonlyArray1<'py, i32>),
    I64(PyReadonlyArray1<'py, i64>),
    U8(PyReadonlyArray1<'py, u8>),
    U16(PyReadonlyArray1<'py, u16>),
    U32(PyReadonlyArray1<'py, u32>),
    U64(PyReadonlyArray1<'py, u64>),
    Flags(PyReadonlyArray1<'py, u8>),
    Labels(PyReadonlyArray1<'py, i32>, Vec<Category>),
}

/// A two-dimensional array of any number type.
pub enum Matrix<'py> {
    F64(PyReadonlyArray2<'py, f64>),
    F32(PyReadonlyArray2<'py, f32>),
    I8(PyReadonlyArray2<'py, i8>),
    I16(PyReadonlyArray2<'py, i16>),
    I32(PyReadonlyArray2<'py, i32>),
    I64(PyReadonlyArray2<'py, i64>),
    U8(PyReadonlyArray2<'py, u8>),
    U16(PyReadonlyArray2<'py, u16>),
    U32(PyReadonlyArray2<'py, u32>),
    U64(PyReadonlyArray2<'py, u64>),
    Flags(PyReadonlyArray2<'py, u8>),
}

macro_rules! first_fit {
    ($object:expr, $holder:ident, $($name:ident),*) => {$(
        if let Ok(array) = $object.extract() {
            return Ok($holder::$name(array));
        }
    )*};
}

impl<'py> Column<'py> {
    /// An array of numbers or flags, or a pair of indices and labels.
    pub fn new(object: &Bound<'py, PyAny>) -> PyResult<Column<'py>> {
        first_fit!(object, Column, F64, I64, F32, I32, I16, I8, U64, U32, U16, U8);
        if let Some(bytes) = bytes_of_flags(object)? {
            return Ok(Column::Flags(bytes.extract()?));
        }
        let (codes, labels): (Bound<'py, PyArray1<i32>>, Vec<Bound<'py, PyAny>>) =
            object.extract().map_err(|_| {
                PyTypeError::new_err(
                    "a column must be a NumPy array of numbers or flags, or a pair of codes and labels",
                )
            })?;
        // Another thread may write to what was given after it was checked.
        let codes: PyReadonlyArray1<'py, i32> = codes.call_method0("copy")?.extract()?;
        let labels = labels.iter().map(to_category).collect::<PyResult<Vec<Category>>>()?;
        if codes.as_array().iter().any(|code| *code >= labels.len() as i32) {
            return Err(PyTypeError::new_err("a column has a code beyond its list of labels"));
        }
        Ok(Column::Labels(codes, labels))
    }

    /// The same, as a copy that nobody else can write to.
    pub fn unshared(object: &Bound<'py, PyAny>) -> PyResult<Column<'py>> {
        match object.cast::<PyUntypedArray>() {
            Ok(array) => Column::new(&array.call_method0("copy")?),
            // Codes are always copied.
            Err(_) => Column::new(object),
        }
    }

    /// Whether the values are floats.
    pub fn is_float(&self) -> bool {
        matches!(self, Column::F64(_) | Column::F32(_))
    }

    pub fn len(&self) -> usize {
        match self {
            Column::F64(a) => a.len(),
            Column::F32(a) => a.len(),
            Column::I8(a) => a.len(),
            Column::I16(a) => a.len(),
            Column::I32(a) | Column::Labels(a, _) => a.len(),
            Column::I64(a) => a.len(),
            Column::U8(a) => a.len(),
            Column::U16(a) => a.len(),
            Column::U32(a) => a.len(),
            Column::U64(a) => a.len(),
            Column::Flags(a) => a.len(),
        }
    }

    pub fn values(&self) -> Series<'_> {
        fn numbers<T: Number>(view: ArrayView1<'_, T>) -> Series<'_> {
            Series::Numbers(Box::new(View(view)))
        }
        match self {
            Column::F64(a) => numbers(a.as_array()),
            Column::F32(a) => numbers(a.as_array()),
            Column::I8(a) => numbers(a.as_array()),
            Column::I16(a) => numbers(a.as_array()),
            Column::I32(a) => numbers(a.as_array()),
            Column::I64(a) => numbers(a.as_array()),
            Column::U8(a) => numbers(a.as_array()),
            Column::U16(a) => numbers(a.as_array()),
            Column::U32(a) => numbers(a.as_array()),
            Column::U64(a) => numbers(a.as_array()),
            Column::Flags(a) => flags(a.as_array()),
            Column::Labels(a, labels) => {
                Series::Labels(Labels { source: Box::new(Indices(a.as_array())), labels: labels.clone() })
            }
        }
    }
}

impl<'py> Matrix<'py> {
    /// A two-dimensional array, if the object is one.
    pub fn new(object: &Bound<'py, PyAny>) -> PyResult<Option<Matrix<'py>>> {
        match object.cast::<PyUntypedArray>() {
            Ok(array) if array.ndim() == 2 => Matrix::of(object).map(Some),
            _ => Ok(None),
        }
    }

    fn of(object: &Bound<'py, PyAny>) -> PyResult<Matrix<'py>> {
        first_fit!(object, Matrix, F64, I64, F32, I32, I16, I8, U64, U32, U16, U8);
        if let Some(bytes) = bytes_of_flags(object)? {
            return Ok(Matrix::Flags(bytes.extract()?));
        }
        Err(PyTypeError::new_err(format!(
            "X must be an array of numbers, got dtype {}",
            object.getattr("dtype")?
        )))
    }

    pub fn table(&self) -> Table<'_> {
        fn columns<'a, T: Number>(view: ArrayView2<'a, T>) -> Table<'a> {
            let columns = (0..view.ncols()).map(|j| {
                let column = column_of(&view, j);
                Series::Numbers(Box::new(View(column)) as Box<dyn Numbers + 'a>)
            });
            Table::Columns { columns: columns.collect(), rows: view.nrows() }
        }
        match self {
            Matrix::F64(a) => match a.as_slice() {
                Ok(data) if a.is_c_contiguous() => {
                    Table::Matrix { data, rows: a.shape()[0], columns: a.shape()[1] }
                }
                _ => columns(a.as_array()),
            },
            Matrix::F32(a) => columns(a.as_array()),
            Matrix::I8(a) => columns(a.as_array()),
            Matrix::I16(a) => columns(a.as_array()),
            Matrix::I32(a) => columns(a.as_array()),
            Matrix::I64(a) => columns(a.as_array()),
            Matrix::U8(a) => columns(a.as_array()),
            Matrix::U16(a) => columns(a.as_array()),
            Matrix::U32(a) => columns(a.as_array()),
            Matrix::U64(a) => columns(a.as_array()),
            Matrix::Flags(a) => {
                let view = a.as_array();
                let columns = (0..view.ncols()).map(|j| flags(column_of(&view, j))).collect();
                Table::Columns { columns, rows: view.nrows() }
            }
        }
    }
}

/// An array of flags as one of bytes: NumPy lets a flag be any byte.
fn bytes_of_flags<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    match object.cast::<PyUntypedArray>() {
        Ok(array) if array.dtype().is_equiv_to(&dtype::<bool>(object.py())) => {
            Ok(Some(array.call_method1("view", ("uint8",))?))
        }
        _ => Ok(None),
    }
}

fn column_of<'a, T>(view: &ArrayView2<'a, T>, j: usize) -> ArrayView1<'a, T> {
    view.index_axis_move(numpy::ndarray::Axis(1), j)
}
