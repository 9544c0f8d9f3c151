//! Text files as streams of columns: CSV, ARFF, libsvm and JSON lines; plain, gzip or zstd.
//!
//! Bytes come from a file or standard input in blocks, rows go into typed columns, and a line that cannot be read is
//! told by file, line and column. CSV and ARFF are written, too. Memory does not depend on the length of a file.
//! Parquet and Arrow files are not read here (see `riparian/streams/arrow_files.py`).

pub mod arff;
pub mod broken;
pub mod csv;
pub mod dictionary;
pub mod format;
pub mod guess;
pub mod input;
pub mod json;
pub mod libsvm;
pub mod numbers;
pub mod reader;
pub mod schema;
pub mod settings;
pub mod table;
pub mod text;
pub mod values;
pub mod write;
