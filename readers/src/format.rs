//! How each layout begins: what its first block says, which columns it has, and of which kind they are.

use crate::arff::{Arff, header};
use crate::broken::{Broken, Fault, Problem, Wrong};
use crate::csv::split::Dialect;
use crate::csv::{self, Csv};
use crate::guess;
use crate::json::Json;
use crate::libsvm::{self, Libsvm};
use crate::reader::Step;
use crate::schema::{Declared, matched, plan};
use crate::settings::{Key, Kind, Settings};
use crate::table::{Column, Slot, Table};
use crate::text::{lines, whole_line};
use crate::values::Values;

/// Rows that are looked at to find out the kinds of columns.
const SURVEYED: usize = 10_000;

/// A layout with what it needs to know.
pub enum Format {
    /// Values between delimiters.
    Csv(Csv),
    /// Weka's and MOA's files.
    Arff(Arff),
    /// Sparse rows.
    Libsvm(Libsvm),
    /// One object a line.
    Json(Json),
}

impl Format {
    /// Which one it is.
    pub fn kind(&self) -> Kind {
        match self {
            Format::Csv(_) => Kind::Csv,
            Format::Arff(_) => Kind::Arff,
            Format::Libsvm(_) => Kind::Libsvm,
            Format::Json(_) => Kind::Json,
        }
    }

    /// Adds a column as one that comes after the first block adds itself; false if there is none like it.
    pub fn column(&mut self, name: &str, numbers: bool, table: &mut Table) -> bool {
        match self {
            Format::Csv(_) | Format::Arff(_) => false,
            Format::Libsvm(libsvm) => libsvm.column(name, table),
            Format::Json(json) => json.column(name, numbers, table),
        }
    }

    /// Reads the row at the start of `bytes`, which end with a newline, into the table; one that takes more bytes than
    /// the limit is broken. Nothing of a broken row stays.
    #[inline]
    pub fn row(&mut self, bytes: &[u8], table: &mut Table, limit: usize) -> Result<Step, Box<Fault>> {
        let read = match self {
            // How long a row is that may go over several lines is known when it is read.
            Format::Csv(csv) => match csv.row(bytes, table) {
                Ok(step) if step.bytes > limit => Err(too_long(csv, bytes, table, limit)),
                Err(fault) if fault.taken > limit => Err(too_long(csv, bytes, table, limit)),
                read => read,
            },
            Format::Arff(arff) => arff.row(bytes, table, limit),
            Format::Libsvm(libsvm) => libsvm.row(bytes, table, limit),
            Format::Json(json) => json.row(bytes, table, limit),
        };
        if read.is_err() {
            table.roll_back();
        }
        read
    }
}

/// What is wrong with a row that takes more bytes than the limit: its line does, or a quote is open for as long.
#[cold]
fn too_long(csv: &Csv, bytes: &[u8], table: &mut Table, limit: usize) -> Box<Fault> {
    table.roll_back();
    if let Err(fault) = whole_line(bytes, limit) {
        return fault;
    }
    let last = memchr::memrchr(b'\n', &bytes[..limit]).unwrap_or_default();
    match csv.row(&bytes[..=last], table) {
        Err(fault) => fault,
        Ok(step) => Fault::of_row(Wrong::TooLong(limit), step.bytes),
    }
}

/// A file that was begun.
pub struct Begun {
    /// The layout.
    pub format: Format,
    /// Bytes of the head.
    pub bytes: usize,
    /// Whether there was a row to find out kinds from, or no need for one.
    pub surveyed: bool,
    /// The table, if this is the first file.
    pub table: Option<Table>,
    /// Its columns and where they go.
    pub first: Vec<(String, Slot)>,
}

impl Begun {
    /// A file after the first one.
    fn further(format: Format, bytes: usize) -> Begun {
        Begun { format, bytes, surveyed: true, table: None, first: Vec::new() }
    }
}

/// Begins a file by its first lines; None if these are not all of its head. A further file goes by the first one; if
/// all before it were `rowless`, what they could not say is found out from its rows.
pub fn begin(
    bytes: &[u8],
    settings: &Settings,
    before: Option<&Format>,
    first: &[(String, Slot)],
    rowless: bool,
    (file, first_file): (&str, String),
) -> Result<Option<Begun>, Problem> {
    let told =
        |fault: Box<Fault>| Problem::Broken(Broken::new(file, 1 + lines(&bytes[..fault.offset]), &fault));
    let kind = settings.kind.or(before.map(Format::kind)).unwrap_or_else(|| guess::kind(bytes));
    let further =
        |names: &[String]| matched(names, file, first, &first_file, settings).map_err(Problem::Refused);
    match (kind, before) {
        (Kind::Csv, before) => {
            let Some(dialect) = csv_dialect(bytes, settings, before)? else { return Ok(None) };
            let header = match before {
                Some(Format::Csv(csv)) => csv.header,
                _ => settings
                    .header
                    .unwrap_or_else(|| csv::guess::header(bytes, dialect, &settings.markers(Kind::Csv))),
            };
            let Some((names, head)) = csv::columns(bytes, dialect, header).map_err(told)? else {
                return Ok(None);
            };
            if before.is_some() {
                let slots = further(&names)?;
                let made = |slots: Vec<Slot>| Csv { dialect, header, names: names.clone(), slots };
                if !rowless {
                    return Ok(Some(Begun::further(Format::Csv(made(slots)), head)));
                }
                // Columns and class are those of the first file, whatever their order is here.
                let known: Vec<String> = first.iter().map(|(name, _)| name.clone()).collect();
                let (declared, target) = (vec![Declared::Unknown; known.len()], known.len() - 1);
                let here = |_| Format::Csv(made(slots.clone()));
                return planned(&bytes[head..], &known, &declared, target, settings, here, head).map(Some);
            }
            let (declared, target) = (vec![Declared::Unknown; names.len()], names.len() - 1);
            let made = |slots: Vec<Slot>| Format::Csv(Csv { dialect, header, names: names.clone(), slots });
            planned(&bytes[head..], &names, &declared, target, settings, made, head).map(Some)
        }
        (Kind::Arff, before) => {
            let Some(found) = header::header(bytes).map_err(told)? else { return Ok(None) };
            let names = found.names;
            if before.is_some() {
                let slots = further(&names)?;
                return Ok(Some(Begun::further(Format::Arff(Arff { names, slots }), found.bytes)));
            }
            let class = names.iter().position(|name| name.eq_ignore_ascii_case("class"));
            let target = class.unwrap_or(names.len().saturating_sub(1));
            let made = |slots: Vec<Slot>| Format::Arff(Arff { names: names.clone(), slots });
            planned(&bytes[found.bytes..], &names, &found.kinds, target, settings, made, found.bytes).map(
                |mut begun| {
                    if let Some(table) = begun.table.as_mut() {
                        table.zero = true;
                    }
                    Some(begun)
                },
            )
        }
        (Kind::Libsvm, None) => begin_libsvm(bytes, settings).map(Some),
        (Kind::Json, None) => begin_json(bytes, settings, told),
        (Kind::Libsvm, Some(Format::Libsvm(known))) => {
            let mut format = Libsvm::new(settings);
            (format.label, format.slots) = (known.label, known.slots.clone());
            Ok(Some(Begun::further(Format::Libsvm(format), 0)))
        }
        (_, Some(Format::Json(known))) => {
            let mut format = Json::new(settings);
            (format.slots, format.surveying) = (known.slots.clone(), false);
            Ok(Some(Begun::further(Format::Json(format), 0)))
        }
        _ => Err(Problem::Refused(format!("wanted the layout of {first_file}"))),
    }
}

fn csv_dialect(
    bytes: &[u8],
    settings: &Settings,
    before: Option<&Format>,
) -> Result<Option<Dialect>, Problem> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let line = &bytes[..lines_end(bytes)];
    if line.len() == bytes.len()
        && line[..line.len().saturating_sub(2)].iter().filter(|byte| **byte == b'\r').count() > 1
    {
        let what = "lines end with a carriage return alone; convert them to end with a newline";
        return Err(Problem::Refused(what.into()));
    }
    Ok(Some(match before {
        Some(Format::Csv(csv)) => csv.dialect,
        _ => {
            let comment = settings.comment;
            let delimiter = settings.delimiter.unwrap_or_else(|| csv::guess::delimiter(bytes, comment));
            Dialect { delimiter, comment }
        }
    }))
}

fn lines_end(bytes: &[u8]) -> usize {
    memchr::memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1)
}

/// Columns that are known beforehand: those of unknown kind are surveyed.
fn planned(
    rows: &[u8],
    names: &[String],
    declared: &[Declared],
    target: usize,
    settings: &Settings,
    made: impl Fn(Vec<Slot>) -> Format,
    head: usize,
) -> Result<Begun, Problem> {
    let kind = made(Vec::new()).kind();
    let plan_it = || plan(names, declared, target, kind, settings).map_err(Problem::Refused);
    let (draft, planned) = (plan_it()?, plan_it()?);
    let mut table = draft.table;
    if table.columns.iter().any(|column| column.values.is_unknown()) {
        survey(rows, &mut made(draft.slots), &mut table, settings.max_line_bytes);
    }
    let surveyed = table.rows() > 0 || !table.columns.iter().any(|column| column.values.is_unknown());
    let mut last = planned.table;
    for (column, seen) in last.columns.iter_mut().zip(&table.columns) {
        column.values.learn_from(&seen.values);
    }
    last.settle();
    let first = names.iter().cloned().zip(planned.slots.iter().copied()).collect();
    Ok(Begun { format: made(planned.slots), bytes: head, surveyed, table: Some(last), first })
}

/// Looks at the first rows to find out what kinds the columns have. Broken rows say nothing. Returns how many
/// columns the first row has, and the first broken one.
fn survey(bytes: &[u8], format: &mut Format, table: &mut Table, limit: usize) -> (usize, Option<Box<Fault>>) {
    let (mut at, mut width, mut broken) = (0, None, None);
    while at < bytes.len() && table.rows() < SURVEYED {
        match format.row(&bytes[at..], table, limit) {
            Ok(step) => {
                at += step.bytes;
                if step.row {
                    table.finish_row();
                    table.note_survey();
                    width.get_or_insert(table.columns.len());
                }
            }
            Err(fault) => {
                if fault.wrong == Wrong::Unclosed && matches!(format, Format::Csv(_)) {
                    break;
                }
                let start = at;
                at += fault.taken;
                broken.get_or_insert(Box::new(Fault { offset: start + fault.offset, ..*fault }));
            }
        }
    }
    (width.unwrap_or(table.columns.len()), broken)
}

fn begin_libsvm(bytes: &[u8], settings: &Settings) -> Result<Begun, Problem> {
    if !matches!(&settings.target, None | Some(Key::Place(0)))
        && settings.target != Some(Key::Name(libsvm::LABEL.into()))
    {
        let what = format!("the label is the class ('{}') of a libsvm file; leave target out", libsvm::LABEL);
        return Err(Problem::Refused(what));
    }
    if settings.weight.is_some() {
        return Err(Problem::Refused("a libsvm file has no column of weights; leave weight out".into()));
    }
    let mut draft = Table::with(settings.markers(Kind::Libsvm));
    draft.columns.push(Column { name: libsvm::LABEL.into(), values: Values::unknown(true) });
    draft.settle_columns();
    let mut format = Format::Libsvm(Libsvm::new(&Settings {
        nominal: Vec::new(),
        ignore: Vec::new(),
        only: None,
        ..settings.clone()
    }));
    survey(bytes, &mut format, &mut draft, settings.max_line_bytes);
    let Format::Libsvm(seen) = format else { unreachable!() };
    let mut indices: Vec<u64> = seen.slots.into_keys().collect();
    indices.sort_unstable();
    let names: Vec<String> = std::iter::once(libsvm::LABEL.into())
        .chain(indices.iter().map(|index| libsvm::name(*index)))
        .collect();
    let declared: Vec<Declared> = names
        .iter()
        .enumerate()
        .map(|(place, _)| if place == 0 { Declared::Unknown } else { Declared::Numeric })
        .collect();
    let found = plan(&names, &declared, 0, Kind::Libsvm, settings).map_err(Problem::Refused)?;
    let mut table = found.table;
    if settings.labelled {
        table.columns[table.target].values.learn_from(&draft.columns[0].values);
    }
    table.settle();
    table.zero = true;
    let mut format = Libsvm::new(settings);
    format.label = found.slots[0];
    format.slots = indices.iter().copied().zip(found.slots[1..].iter().copied()).collect();
    let first = names.into_iter().zip(found.slots).collect();
    Ok(Begun { format: Format::Libsvm(format), bytes: 0, surveyed: true, table: Some(table), first })
}

fn begin_json(
    bytes: &[u8],
    settings: &Settings,
    told: impl Fn(Box<Fault>) -> Problem,
) -> Result<Option<Begun>, Problem> {
    let mut draft = Table::with(settings.markers(Kind::Json));
    let mut format = Format::Json(Json::new(settings));
    let (width, broken) = survey(bytes, &mut format, &mut draft, settings.max_line_bytes);
    let names: Vec<String> = draft.columns.iter().map(|column| column.name.clone()).collect();
    if names.is_empty() {
        return broken.map_or(Ok(None), |fault| Err(told(fault)));
    }
    let class = names.iter().position(|name| name == "class");
    let target = class.unwrap_or(width.max(1) - 1);
    let declared = vec![Declared::Unknown; names.len()];
    let found = plan(&names, &declared, target, Kind::Json, settings).map_err(Problem::Refused)?;
    let mut table = found.table;
    for (place, slot) in found.slots.iter().enumerate() {
        if let Slot::Column(column) = slot {
            table.columns[*column].values.learn_from(&draft.columns[place].values);
        }
    }
    table.settle();
    let mut json = Json::new(settings);
    json.plan(&names, &found.slots);
    let first = names.into_iter().zip(found.slots).collect();
    Ok(Some(Begun { format: Format::Json(json), bytes: 0, surveyed: true, table: Some(table), first }))
}
