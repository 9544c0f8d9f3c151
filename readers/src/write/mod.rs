//! Writes columns as CSV or ARFF; plain, gzip or zstd. What is written reads back as it was, number by number.

pub mod spell;

use spell::{number, spelt};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The layout to write.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout {
    /// Values between commas; a missing one is empty.
    Csv,
    /// Values between commas; a missing one is a question mark, and a weight stands in braces at the end of a row.
    Arff,
}

/// How bytes are packed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Packing {
    /// Not at all.
    Plain,
    /// As gzip.
    Gzip,
    /// As zstd.
    Zstd,
}

enum Sink {
    Plain(BufWriter<File>),
    Gzip(flate2::write::GzEncoder<BufWriter<File>>),
    Zstd(zstd::stream::write::Encoder<'static, BufWriter<File>>),
}

impl Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Sink::Plain(file) => file.write_all(bytes),
            Sink::Gzip(file) => file.write_all(bytes),
            Sink::Zstd(file) => file.write_all(bytes),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Sink::Plain(mut file) => file.flush(),
            Sink::Gzip(file) => file.finish()?.flush(),
            Sink::Zstd(file) => file.finish()?.flush(),
        }
    }
}

/// A column of a batch to write.
pub enum Cells<'a> {
    /// Numbers; NaN is missing.
    Numbers(&'a [f64]),
    /// Whole numbers.
    Whole(&'a [i64]),
    /// Codes of texts; below 0 is missing.
    Codes(&'a [i32]),
}

/// Writes batch after batch.
pub struct Writer {
    layout: Layout,
    sink: Option<Sink>,
    line: Vec<u8>,
    /// The texts of each column, spelt as they are written.
    texts: Vec<Vec<Vec<u8>>>,
}

impl Writer {
    /// A new file in place of any old one.
    pub fn create(path: &Path, layout: Layout, packing: Packing, columns: usize) -> io::Result<Writer> {
        let file = BufWriter::with_capacity(1 << 16, File::create(path)?);
        let sink = match packing {
            Packing::Plain => Sink::Plain(file),
            Packing::Gzip => Sink::Gzip(flate2::write::GzEncoder::new(file, flate2::Compression::default())),
            Packing::Zstd => Sink::Zstd(zstd::stream::write::Encoder::new(file, 0)?),
        };
        Ok(Writer { layout, sink: Some(sink), line: Vec::new(), texts: vec![Vec::new(); columns] })
    }

    /// Writes the names of the columns, which begin a CSV file.
    pub fn names(&mut self, names: &[String]) -> io::Result<()> {
        let names: Vec<Vec<u8>> = names.iter().map(|name| spelt(name, Layout::Csv)).collect();
        self.line.clear();
        self.line.extend(names.join(&b","[..]));
        self.line.push(b'\n');
        self.flush()
    }

    /// Writes the head of an ARFF file: each attribute with its values, None if it is numeric.
    pub fn attributes(
        &mut self,
        relation: &str,
        attributes: &[(String, Option<Vec<String>>)],
    ) -> io::Result<()> {
        let spelt = |text: &str| spelt(text, Layout::Arff);
        self.line.clear();
        for part in [b"@relation ", &spelt(relation)[..], b"\n\n"] {
            self.line.extend_from_slice(part);
        }
        for (name, values) in attributes {
            self.line.extend(b"@attribute ");
            self.line.extend(spelt(name));
            match values {
                None => self.line.extend(b" numeric\n"),
                Some(values) => {
                    let values: Vec<Vec<u8>> = values.iter().map(|value| spelt(value)).collect();
                    self.line.extend(b" {");
                    self.line.extend(values.join(&b","[..]));
                    self.line.extend(b"}\n");
                }
            }
        }
        self.line.extend(b"\n@data\n");
        self.flush()
    }

    /// Texts that are new in a column: their codes follow those known so far.
    pub fn learn(&mut self, column: usize, texts: &[String]) {
        self.texts[column].extend(texts.iter().map(|text| spelt(text, self.layout)));
    }

    /// Writes rows; all columns have as many values. A code without a text is an error.
    pub fn rows(&mut self, columns: &[Cells<'_>], weights: Option<&[f64]>, rows: usize) -> io::Result<()> {
        let missing: &[u8] = if self.layout == Layout::Arff { b"?" } else { b"" };
        self.line.clear();
        let mut digits = ryu::Buffer::new();
        for row in 0..rows {
            for (place, column) in columns.iter().enumerate() {
                if place > 0 {
                    self.line.push(b',');
                }
                match column {
                    Cells::Numbers(numbers) if numbers[row].is_nan() => self.line.extend_from_slice(missing),
                    Cells::Numbers(numbers) => number(numbers[row], &mut digits, &mut self.line),
                    Cells::Whole(numbers) => write!(self.line, "{}", numbers[row])?,
                    Cells::Codes(codes) if codes[row] < 0 => self.line.extend_from_slice(missing),
                    Cells::Codes(codes) => {
                        let text = self.texts[place].get(codes[row] as usize);
                        let unknown = || io::Error::other(format!("code {} has no text", codes[row]));
                        self.line.extend_from_slice(text.ok_or_else(unknown)?);
                    }
                }
            }
            if let Some(weights) = weights
                && self.layout == Layout::Arff
            {
                self.line.extend_from_slice(b",{");
                number(weights[row], &mut digits, &mut self.line);
                self.line.push(b'}');
            }
            self.line.push(b'\n');
        }
        self.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.sink.as_mut() {
            Some(sink) => sink.write(&self.line),
            None => Err(io::Error::other("the file is finished")),
        }
    }

    /// Ends the file.
    pub fn finish(&mut self) -> io::Result<()> {
        self.sink.take().map_or(Ok(()), Sink::finish)
    }
}
