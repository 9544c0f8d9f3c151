//! How is one column summarised jointly with the class? Knows values and classes, nothing of criteria.
//!
//! The observers of a leaf stand together: one block for all numeric columns, one for all nominal ones, so that a row
//! is absorbed by straight loops. Classes are given by their place in the leaf (ascending class codes).

mod alone;
mod bins;
mod choice;
mod columns;
mod curve;
mod cuts;
mod dyadic;
mod exhaustive;
mod gaussian;
mod gk;
mod histogram;
mod nominal;
mod numeric;
mod packed;
mod quantiles;
mod segments;
mod steps;
mod summary;
#[cfg(test)]
pub mod testing;

pub use alone::Alone;
pub use choice::{OBSERVERS, Observer};
pub use curve::Curve;
pub use gaussian::{Gaussian, Moments, Shape};
pub use histogram::{Kind, Second};
pub use nominal::Nominal;
pub use numeric::{ByColumn, Numeric};
pub use quantiles::Size;
pub use summary::{Cuts, Rows};

/// Where each class of a leaf moves when the class at `place` is new: rows of `width` numbers per class, `fill` for
/// the new one.
pub(crate) fn insert_rows(data: &mut Box<[f64]>, place: usize, width: usize, fill: impl Fn(usize) -> f64) {
    let mut wider = Vec::with_capacity(data.len() + width);
    wider.extend_from_slice(&data[..place * width]);
    wider.extend((0..width).map(fill));
    wider.extend_from_slice(&data[place * width..]);
    *data = wider.into();
}

/// A stored count, at most `most`; not -0 either, which would not be stored again.
pub(crate) fn whole(x: f64, most: usize) -> Option<usize> {
    (x.is_sign_positive() && x <= most as f64 && x.fract() == 0.0).then_some(x as usize)
}

/// How many of the windows that a density is taken in cover the range of a column.
const WINDOWS: f64 = 16.0;

/// Half the width of such a window.
#[inline(always)]
fn half_window(low: f64, high: f64) -> f64 {
    let width = 2.0 * WINDOWS;
    if low < high { high / width - low / width } else { 0.0 }
}

/// Rows that every class begins with, spread evenly over the windows, where a density is an estimate: a quarter of a row
/// in each. With less, errors of a summary would count as knowledge.
const PRIOR: f64 = 4.0;

/// The share of a class in a window, by a summary that estimates it.
#[inline(always)]
fn smoothed(weight: f64, total: f64) -> f64 {
    (weight + PRIOR / WINDOWS) / (total + PRIOR)
}
