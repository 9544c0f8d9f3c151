//! From tables of the outside world to blocks: numbers cleaned, labels coded, new columns, categories and classes
//! entered in the schema.
//!
//! Only rows that are learned (positive weight) may enter anything; reading a table to predict leaves the schema alone.

mod classes;
mod matrix;
mod names;
mod row;
mod small_codes;
mod table;

pub use classes::new_classes;
pub use row::{Value, learn_row, read_row};
pub use table::{Codes, Labels, Numbers, Series, TOO_LARGE, Table};

use crate::rows::{Encoded, READ, clean};
use crate::schema::{Category, Kind, MISSING, Schema, UNKNOWN};
use crate::threads::Pool;
use matrix::Layout;
use names::Names;
use small_codes::SmallCodes;
use std::ops::Range;

/// Rows between two looks at how much the names of categories take, where that has a limit.
const FEW: usize = 16;

/// Reads a table block by block.
pub struct Encoder<'a> {
    table: &'a Table<'a>,
    /// Schema column of each table column; `None` for a column that the tree does not know and does not learn.
    targets: Vec<Option<usize>>,
    /// For label columns, the tree's code of each of their labels.
    codes: Vec<Vec<u32>>,
    class_codes: Vec<u32>,
    floats: Vec<f64>,
    wholes: Vec<i64>,
    labels: Vec<i32>,
}

/// Who reads: a learner that enters what is new, or a reader that does not.
enum Book<'s> {
    Learn(Names<'s>),
    Read(&'s Schema),
}

impl Book<'_> {
    fn schema(&self) -> &Schema {
        match self {
            Book::Learn(names) => names.schema,
            Book::Read(schema) => schema,
        }
    }

    /// The code of a label in `column`, entered if it is new and `row` is learned.
    fn code(&mut self, column: usize, label: &Category, row: Option<u64>) -> u32 {
        match (self, row) {
            (Book::Learn(names), Some(row)) => names.code(column, label, row),
            (book, _) => book.schema().columns[column].categories.code(label.key()),
        }
    }

    /// Whether a code of `column` belongs to this label.
    fn names(&self, column: usize, code: u32, label: &Category) -> bool {
        let labels = self.schema().columns[column].categories.labels();
        labels.get(code as usize).is_some_and(|found| found.key() == label.key())
    }

    /// How many rows are read at a time, column by column.
    fn stretch(&self, rows: usize) -> usize {
        match self {
            Book::Learn(names) if names.may_close() => FEW,
            _ => rows.max(1),
        }
    }

    /// Every label of the rows so far has been asked for.
    fn turn(&mut self) {
        if let Book::Learn(names) = self {
            names.turn();
        }
    }
}

/// What is learned: the class and weight of every row.
pub struct Labelling<'a> {
    /// Class labels.
    pub classes: &'a Series<'a>,
    /// Weights; 1 each if there are none.
    pub weights: Option<&'a [f64]>,
    /// Rows of the lesson that belong to earlier tables.
    pub offset: usize,
}

impl<'a> Encoder<'a> {
    /// Reads `table`, whose columns stand for these schema columns.
    pub fn new(table: &'a Table<'a>, targets: Vec<Option<usize>>) -> Encoder<'a> {
        let codes = match table {
            Table::Matrix { .. } => Vec::new(),
            Table::Columns { columns, .. } => {
                columns.iter().map(|values| vec![UNKNOWN; values.label_count()]).collect()
            }
        };
        Encoder {
            table,
            targets,
            codes,
            class_codes: Vec::new(),
            floats: Vec::new(),
            wholes: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Encodes rows that are only predicted.
    pub fn read(&mut self, range: Range<usize>, schema: &Schema, block: &mut Encoded, pool: Pool<'_>) {
        let rows = range.len();
        block.lesson.classes.clear();
        block.lesson.classes.resize(rows, MISSING);
        block.lesson.weights.clear();
        block.lesson.before = READ;
        block.lesson.numbering.clear();
        self.fill(range, &mut Book::Read(schema), block, pool);
        schema.read(block);
        schema.note_arrivals(block, READ);
    }

    /// Encodes rows that are learned after row number `before`.
    pub fn learn(
        &mut self,
        range: Range<usize>,
        lesson: &Labelling<'_>,
        before: u64,
        schema: &mut Schema,
        block: &mut Encoded,
        pool: Pool<'_>,
    ) {
        let rows = range.start + lesson.offset..range.end + lesson.offset;
        block.lesson.before = before;
        block.lesson.weights.clear();
        block
            .lesson
            .weights
            .extend_from_slice(lesson.weights.map_or(&[][..], |weights| &weights[rows.clone()]));
        block.lesson.numbering.clear();
        let mut number = before;
        block.lesson.numbering.extend(block.lesson.weights.iter().map(|weight| {
            number += u64::from(*weight > 0.0);
            number
        }));
        self.fill_classes(rows, lesson.classes, &mut schema.classes, block, pool);
        self.settle_kinds(range.clone(), schema, block);
        self.fill(range, &mut Book::Learn(Names::of(schema)), block, pool);
        schema.hold(before, block);
        schema.turn_over(block);
        schema.note_arrivals(block, before);
    }

    /// Settles the kinds of columns whose first value lies in this block, in the order of the rows that bring them.
    fn settle_kinds(&mut self, range: Range<usize>, schema: &mut Schema, block: &Encoded) {
        let mut first: Vec<(usize, usize, Kind)> = Vec::new();
        for (at, target) in self.targets.iter().enumerate() {
            let Some(column) = target else { continue };
            if schema.columns[*column].slot.is_none() {
                let present = self.table.present(at, range.clone());
                let row = present
                    .iter()
                    .enumerate()
                    .position(|(row, here)| *here && block.lesson.learned(row).is_some());
                let declared = schema.columns[*column].kind == Some(Kind::Nominal);
                let kind = if declared || self.table.is_labels(at) { Kind::Nominal } else { Kind::Numeric };
                first.extend(row.map(|row| (row, *column, kind)));
            }
        }
        first.sort_unstable_by_key(|(row, column, _)| (*row, *column));
        for (row, column, kind) in first {
            schema.settle(column, kind, block.lesson.number(row));
        }
    }

    fn fill(&mut self, range: Range<usize>, book: &mut Book<'_>, block: &mut Encoded, pool: Pool<'_>) {
        match self.table {
            Table::Matrix { data, columns, .. } => {
                let data = &data[range.start * columns..range.end * columns];
                self.fill_from_matrix(data, *columns, book, block, pool);
            }
            Table::Columns { columns, .. } => {
                block.values.reset(range.len(), book.schema().widths());
                let stretch = book.stretch(range.len());
                for from in (0..range.len()).step_by(stretch) {
                    let part = from..(from + stretch).min(range.len());
                    self.fill_from_columns(columns, range.start, part, book, block);
                    book.turn();
                }
            }
        }
    }

    /// Fills some rows of a block, column by column; the block begins at row `start` of the table.
    fn fill_from_columns(
        &mut self,
        columns: &[Series<'_>],
        start: usize,
        rows: Range<usize>,
        book: &mut Book<'_>,
        block: &mut Encoded,
    ) {
        for (at, values) in columns.iter().enumerate() {
            let Some(column) = self.targets[at] else { continue };
            let entry = &book.schema().columns[column];
            let Some(slot) = entry.slot.map(|slot| slot as usize) else { continue };
            let from = start + rows.start;
            match (entry.kind, values) {
                (Some(Kind::Numeric), Series::Numbers(source)) => {
                    self.floats.resize(rows.len(), 0.0);
                    source.floats(from, &mut self.floats);
                    let out = numbers_from(block, rows.start, slot);
                    for (out, x) in out.zip(&self.floats) {
                        *out = clean(*x);
                    }
                }
                (Some(Kind::Nominal), Series::Numbers(source)) => {
                    self.code_numbers(&**source, start, rows.clone(), column, slot, book, block);
                }
                (Some(Kind::Nominal), Series::Labels(labels)) => {
                    self.code_labels(at, labels, start, rows.clone(), column, slot, book, block);
                }
                (Some(Kind::Numeric), Series::Labels(labels)) => {
                    self.labels.resize(rows.len(), 0);
                    labels.source.codes(from, &mut self.labels);
                    let out = numbers_from(block, rows.start, slot);
                    for (out, local) in out.zip(&self.labels).filter(|(_, local)| **local >= 0) {
                        *out = clean(labels.labels[*local as usize].to_number());
                    }
                }
                (None, _) => {}
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn code_numbers(
        &mut self,
        source: &dyn Numbers,
        start: usize,
        rows: Range<usize>,
        column: usize,
        slot: usize,
        book: &mut Book<'_>,
        block: &mut Encoded,
    ) {
        self.wholes.resize(rows.len(), 0);
        self.floats.resize(rows.len(), 0.0);
        let whole = source.wholes(start + rows.start, &mut self.wholes);
        source.floats(start + rows.start, &mut self.floats);
        for (index, (x, number)) in rows.zip(self.floats.iter().copied().zip(&self.wholes)) {
            let mut code = book.schema().columns[column].categories.code_of_small(x);
            if code == UNKNOWN && x.is_finite() {
                code = book.code(column, &label(whole, *number, x), block.lesson.learned(index));
            } else if code == UNKNOWN {
                code = MISSING;
            }
            block.values.codes[index * block.values.nominal_width + slot] = code;
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn code_labels(
        &mut self,
        at: usize,
        labels: &Labels<'_>,
        start: usize,
        rows: Range<usize>,
        column: usize,
        slot: usize,
        book: &mut Book<'_>,
        block: &mut Encoded,
    ) {
        self.labels.resize(rows.len(), 0);
        labels.source.codes(start + rows.start, &mut self.labels);
        let known = &mut self.codes[at];
        // Under a window a code may have been given to another label since it was last looked up.
        let may_turn = matches!(book, Book::Learn(_)) && book.schema().turns_over();
        for (index, local) in rows.zip(&self.labels) {
            if *local >= 0 {
                let code = &mut known[*local as usize];
                if *code == UNKNOWN
                    || (may_turn && !book.names(column, *code, &labels.labels[*local as usize]))
                {
                    *code = book.code(column, &labels.labels[*local as usize], block.lesson.learned(index));
                }
                block.values.codes[index * block.values.nominal_width + slot] = *code;
            }
        }
    }

    /// Rows of floats.
    fn fill_from_matrix(
        &self,
        data: &[f64],
        columns: usize,
        book: &mut Book<'_>,
        block: &mut Encoded,
        pool: Pool<'_>,
    ) {
        let mut numeric: Vec<(usize, usize)> = Vec::new();
        let mut nominal: Vec<(usize, usize, usize)> = Vec::new();
        for (at, target) in self.targets.iter().enumerate() {
            let Some(column) = target else { continue };
            let entry = &book.schema().columns[*column];
            match (entry.kind, entry.slot) {
                (Some(Kind::Numeric), Some(slot)) => numeric.push((at, slot as usize)),
                (Some(Kind::Nominal), Some(slot)) => nominal.push((at, slot as usize, *column)),
                _ => {}
            }
        }
        let schema = book.schema();
        let rows = block.lesson.classes.len();
        if numeric.len() == schema.numeric.len() && nominal.len() == schema.nominal.len() {
            block.values.shape(rows, schema.widths());
        } else {
            block.values.reset(rows, schema.widths());
        }
        let coded = nominal.iter().map(|(at, slot, column)| {
            ((*at, *slot), SmallCodes::new(&book.schema().columns[*column].categories))
        });
        let layout = Layout::new(columns, numeric.into_iter(), coded);
        // Rows with a label that is new, large or fractional, or with a value that is missing.
        for index in layout.encode(data, block, pool) {
            let number = block.lesson.learned(index);
            for (at, slot, column) in &nominal {
                let x = data[index * columns + at];
                let code = &mut block.values.codes[index * block.values.nominal_width + slot];
                if *code == MISSING && x.is_finite() {
                    *code = book.code(*column, &Category::number(x), number);
                }
            }
            book.turn();
        }
    }
}

/// Where the numbers of a slot go, from a row of a block on.
fn numbers_from(block: &mut Encoded, row: usize, slot: usize) -> impl Iterator<Item = &mut f64> {
    let width = block.values.numeric_width;
    block.values.numbers[row * width + slot..].iter_mut().step_by(width)
}

/// The label of a number: exact if it is of a whole type and fits.
pub fn label(whole: bool, number: i64, x: f64) -> Category {
    if whole && number != TOO_LARGE { Category::Whole(number) } else { Category::number(x) }
}
