//! The rows of one stream in memory. The file layout is described in `benchmarks/exchange.py`.

use std::fs::File;
use std::io::{self, BufReader, Read};

pub struct Rows {
    pub columns: usize,
    pub classes: usize,
    /// Number of categories per column, 0 for a numeric one.
    pub categories: Vec<usize>,
    /// Row by row.
    pub values: Vec<f64>,
    pub labels: Vec<u32>,
}

impl Rows {
    pub fn read(path: &str) -> io::Result<Rows> {
        let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
        let rows = word(&mut file)? as usize;
        let columns = word(&mut file)? as usize;
        let classes = word(&mut file)? as usize;
        let mut categories = Vec::with_capacity(columns);
        for _ in 0..columns {
            categories.push(word(&mut file)? as usize);
        }
        let mut values = Vec::with_capacity(rows * columns);
        let mut bytes = vec![0; columns * 8];
        for _ in 0..rows {
            file.read_exact(&mut bytes)?;
            values.extend(
                bytes.chunks_exact(8).map(|eight| f64::from_le_bytes(eight.try_into().expect("8 bytes"))),
            );
        }
        let mut labels = Vec::with_capacity(rows);
        for _ in 0..rows {
            labels.push(word(&mut file)?);
        }
        Ok(Rows { columns, classes, categories, values, labels })
    }

    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    pub fn len(&self) -> usize {
        self.labels.len()
    }
}

fn word(file: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    file.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}
