//! Class labels to codes: labels that are known on all threads at once, then new ones in the order of their rows.

use super::{Encoder, Labelling, Numbers, Series, label};
use crate::rows::Encoded;
use crate::schema::{Category, Dictionary, MISSING, UNKNOWN};
use crate::threads::{Pool, STRETCH, in_stretches};
use std::ops::Range;

/// Rows that are read at a time.
const FEW: usize = 128;

impl Encoder<'_> {
    /// Fills the classes of a block from these rows of `values`; a class that is new enters `classes` with its row.
    pub(super) fn fill_classes(
        &mut self,
        range: Range<usize>,
        values: &Series<'_>,
        classes: &mut Dictionary,
        block: &mut Encoded,
        pool: Pool<'_>,
    ) {
        let start = range.start;
        block.lesson.classes.resize(range.len(), 0);
        match values {
            Series::Numbers(source) => {
                in_stretches(&mut block.lesson.classes, STRETCH, pool, |number, out| {
                    look_up_numbers(&**source, start + number * STRETCH, classes, out);
                });
                enter_new(block, |row, number| {
                    let (mut whole, mut float) = ([0], [0.0]);
                    let is_whole = source.wholes(start + row, &mut whole);
                    source.floats(start + row, &mut float);
                    classes.learn(&label(is_whole, whole[0], float[0]), number)
                });
            }
            Series::Labels(labels) => {
                let mut known = std::mem::take(&mut self.class_codes);
                known.resize(labels.labels.len(), UNKNOWN);
                in_stretches(&mut block.lesson.classes, STRETCH, pool, |number, out| {
                    for (few, out) in out.chunks_mut(FEW).enumerate() {
                        let locals = &mut [0; FEW][..out.len()];
                        labels.source.codes(start + number * STRETCH + few * FEW, locals);
                        out.iter_mut().zip(locals).for_each(|(out, local)| *out = known[*local as usize]);
                    }
                });
                enter_new(block, |row, number| {
                    let mut local = [0];
                    labels.source.codes(start + row, &mut local);
                    let code = &mut known[local[0] as usize];
                    if *code == UNKNOWN {
                        *code = classes.learn(&labels.labels[local[0] as usize], number);
                    }
                    *code
                });
                self.class_codes = known;
            }
        }
    }
}

/// The classes as they will be after so many rows of a lesson, or `None` if they are the same as now. Classes that come
/// once the names take `most` bytes are left out.
pub fn new_classes(
    lesson: &Labelling<'_>,
    rows: usize,
    known: &Dictionary,
    most: usize,
) -> Option<Dictionary> {
    let mut all: Option<Dictionary> = None;
    let mut learn = |label: &Category| {
        let all = all.get_or_insert_with(|| known.clone());
        all.learn(label, u64::MAX);
        all.bytes_at(u64::MAX) <= most
    };
    let is_learned = |row: usize| lesson.weights.is_none_or(|weights| weights[row] > 0.0);
    match lesson.classes {
        Series::Numbers(source) => {
            let (mut codes, mut wholes, mut floats) = ([0; FEW], [0; FEW], [0.0; FEW]);
            for from in (0..rows).step_by(FEW) {
                let codes = &mut codes[..FEW.min(rows - from)];
                look_up_numbers(&**source, from, known, codes);
                if !codes.contains(&UNKNOWN) {
                    continue;
                }
                let is_whole = source.wholes(from, &mut wholes[..codes.len()]);
                source.floats(from, &mut floats[..codes.len()]);
                let mut new = (0..codes.len()).filter(|at| codes[*at] == UNKNOWN && is_learned(from + at));
                if !new.all(|at| learn(&label(is_whole, wholes[at], floats[at]))) {
                    break;
                }
            }
        }
        Series::Labels(labels) => {
            let mut new: Vec<bool> =
                labels.labels.iter().map(|label| known.code(label.key()) == UNKNOWN).collect();
            let rows = if new.contains(&true) { rows } else { 0 };
            let mut locals = [0];
            for row in (0..rows).filter(|row| is_learned(*row)) {
                labels.source.codes(row, &mut locals);
                let local = locals[0] as usize;
                if std::mem::take(&mut new[local]) && !learn(&labels.labels[local]) {
                    break;
                }
            }
        }
    }
    all
}

/// Gives rows of unknown class the code that `learn(row, number)` says, in order; rows of weight 0 have no class.
fn enter_new(block: &mut Encoded, mut learn: impl FnMut(usize, u64) -> u32) {
    for row in 0..block.lesson.weights.len() {
        if block.lesson.weights[row] <= 0.0 {
            block.lesson.classes[row] = MISSING;
        }
    }
    let largest = block.lesson.classes.iter().fold(0, |most, code| if *code > most { *code } else { most });
    if largest >= UNKNOWN {
        for row in 0..block.lesson.classes.len() {
            if block.lesson.classes[row] == UNKNOWN {
                block.lesson.classes[row] = learn(row, block.lesson.number(row));
            }
        }
    }
}

/// Codes of numbers that are known: small whole ones by one look-up, others (-1, say, or 0.5) by their label.
fn look_up_numbers(source: &dyn Numbers, from: usize, classes: &Dictionary, out: &mut [u32]) {
    let (mut wholes, mut floats) = ([0; FEW], [0.0; FEW]);
    for (few, out) in out.chunks_mut(FEW).enumerate() {
        let (from, count) = (from + few * FEW, out.len());
        let is_whole = source.wholes(from, &mut wholes[..count]);
        if is_whole {
            out.iter_mut().zip(&wholes).for_each(|(out, number)| *out = classes.code_of_small_whole(*number));
        } else {
            source.floats(from, &mut floats[..count]);
            out.iter_mut().zip(&floats).for_each(|(out, number)| *out = classes.code_of_small(*number));
        }
        if !out.contains(&UNKNOWN) {
            continue;
        }
        if is_whole {
            source.floats(from, &mut floats[..count]);
        }
        for (at, code) in out.iter_mut().enumerate().filter(|(_, code)| **code == UNKNOWN) {
            *code = classes.code(label(is_whole, wholes[at], floats[at]).key());
        }
    }
}
