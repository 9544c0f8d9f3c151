//! What one row changes in its leaf: a Gaussian per numeric column, a count per nominal column.

use crate::rows::Rows;
use std::ops::Range;

const MOMENTS: usize = 3;
/// In 2^52 + x the low bits of the number are x itself: cheaper than a conversion that checks its range.
const SHIFT: f64 = 4_503_599_627_370_496.0;

pub struct Leaves {
    /// Numeric columns that lie side by side, absorbed by one loop each.
    numeric: Vec<Range<usize>>,
    numeric_columns: usize,
    /// Nominal columns that lie side by side; for each where its categories start among the counts, plus 2^52.
    nominal: Vec<(Range<usize>, Vec<f64>)>,
    categories: usize,
    classes: usize,
    /// `[leaf][class][moment][numeric column]`: weight, mean, sum of squared deviations.
    moments: Vec<f64>,
    /// `[leaf][class][category of all nominal columns]`.
    counts: Vec<f64>,
}

impl Leaves {
    pub fn new(rows: &Rows, leaves: usize) -> Leaves {
        let (mut numeric, mut nominal) = (Vec::<Range<usize>>::new(), Vec::<(Range<usize>, Vec<f64>)>::new());
        let (mut numeric_columns, mut categories) = (0, 0);
        for (column, &values) in rows.categories.iter().enumerate() {
            if values > 0 {
                if !matches!(nominal.last(), Some((run, _)) if run.end == column) {
                    nominal.push((column..column, Vec::new()));
                }
                let (run, offsets) = nominal.last_mut().expect("just pushed");
                run.end += 1;
                offsets.push(SHIFT + categories as f64);
                categories += values;
                continue;
            }
            numeric_columns += 1;
            match numeric.last_mut() {
                Some(run) if run.end == column => run.end += 1,
                _ => numeric.push(column..column + 1),
            }
        }
        let moments = vec![0.0; leaves * rows.classes * MOMENTS * numeric_columns];
        let counts = vec![0.0; leaves * rows.classes * categories];
        Leaves { numeric, numeric_columns, nominal, categories, classes: rows.classes, moments, counts }
    }

    /// Forget everything, and touch every page while doing so.
    pub fn clear(&mut self) {
        self.moments.fill(0.0);
        self.counts.fill(0.0);
    }

    #[inline]
    pub fn observe(&mut self, leaf: usize, class: usize, row: &[f64]) {
        let block = leaf * self.classes + class;
        self.absorb(block, row);
        self.count(block, row);
    }

    /// One loop for all numeric columns where they lie side by side, else one per run of neighbours.
    #[inline]
    fn absorb(&mut self, block: usize, row: &[f64]) {
        let columns = self.numeric_columns;
        let block = &mut self.moments[block * MOMENTS * columns..(block + 1) * MOMENTS * columns];
        let (weights, rest) = block.split_at_mut(columns);
        let (means, squares) = rest.split_at_mut(columns);
        if let [run] = self.numeric.as_slice() {
            return welford(&row[run.clone()], weights, means, squares);
        }
        let mut start = 0;
        for run in &self.numeric {
            let end = start + run.len();
            welford(
                &row[run.clone()],
                &mut weights[start..end],
                &mut means[start..end],
                &mut squares[start..end],
            );
            start = end;
        }
    }

    #[inline]
    fn count(&mut self, block: usize, row: &[f64]) {
        let counts = &mut self.counts[block * self.categories..(block + 1) * self.categories];
        for (run, offsets) in &self.nominal {
            for (value, &offset) in row[run.clone()].iter().zip(offsets) {
                if let Some(count) = counts.get_mut((value + offset).to_bits() as u32 as usize) {
                    *count += 1.0;
                }
            }
        }
    }

    /// Something that depends on every update, so that none can be left out.
    pub fn checksum(&self) -> f64 {
        self.moments.iter().sum::<f64>() + self.counts.iter().sum::<f64>()
    }
}

/// Welford (1962): `W += 1; d = x - mean; mean += d / W; M2 += d (x - mean)` for each column.
#[inline]
fn welford(values: &[f64], weights: &mut [f64], means: &mut [f64], squares: &mut [f64]) {
    for (((x, weight), mean), square) in values.iter().zip(weights).zip(means).zip(squares) {
        *weight += 1.0;
        let away = x - *mean;
        *mean += away / *weight;
        *square += away * (x - *mean);
    }
}
