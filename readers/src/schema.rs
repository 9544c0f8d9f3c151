//! Which column is what: the settings put together with what a file says about itself.

use crate::broken::shown;
use crate::settings::{Key, Kind, Settings};
use crate::table::{Column, Slot, Table};
use crate::values::Values;

/// What a file says about a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Declared {
    /// Nothing.
    Unknown,
    /// It is numeric.
    Numeric,
    /// It is nominal, perhaps with these values and no others.
    Nominal(Option<Vec<String>>),
}

/// Where the columns of a file go, and the table for them.
pub struct Plan {
    /// One slot for each column of the file.
    pub slots: Vec<Slot>,
    /// The table, without rows.
    pub table: Table,
}

/// Puts the settings and the columns of a file together. A file whose columns may grow may be told of ones it has not yet.
pub fn plan(
    names: &[String],
    declared: &[Declared],
    target: usize,
    kind: Kind,
    settings: &Settings,
) -> Result<Plan, String> {
    let growing = matches!(kind, Kind::Libsvm | Kind::Json);
    unique(names)?;
    let found = |key: &Key, role: &str| {
        key.place(names)
            .ok_or_else(|| format!("{role}: there is no column {}; there {}", key.shown(), listed(names)))
    };
    let target = match &settings.target {
        // Rows without a class need not have the column that is named as such.
        Some(key) if !settings.labelled => key.place(names).unwrap_or(names.len()),
        Some(key) => found(key, "target")?,
        None => target,
    };
    let weight = settings.weight.as_ref().map(|key| found(key, "weight")).transpose()?;
    let told =
        settings.ignore.iter().chain(&settings.numeric).chain(settings.nominal.iter().map(|(key, _)| key));
    let roles = ["ignore", "numeric", "nominal"];
    let counts = [settings.ignore.len(), settings.numeric.len(), settings.nominal.len()];
    let roles = roles.iter().zip(counts).flat_map(|(role, count)| std::iter::repeat_n(role, count));
    for (key, role) in told.zip(roles) {
        let later = growing || settings.several && *role == "ignore";
        if !(later && matches!(key, Key::Name(_))) {
            found(key, role)?;
        }
    }
    if names.is_empty() {
        return Err("there is no column".into());
    }
    if settings.labelled && weight == Some(target) {
        return Err(format!(
            "weight and target must be two columns, got {} for both",
            quoted(&names[target])
        ));
    }
    // The label of a libsvm file is no column like others.
    let dropped = !settings.labelled && (settings.target.is_some() || kind == Kind::Libsvm);
    let mut plan = Plan { slots: Vec::new(), table: Table::default() };
    plan.table.markers = settings.markers(kind);
    plan.table.class = names.get(target).cloned();
    for (place, name) in names.iter().enumerate() {
        let class = settings.labelled && place == target;
        let needed = class || weight == Some(place);
        let ignored = settings.leaves_out(place, names) || !needed && settings.passes_over(name);
        if ignored && needed {
            return Err(format!(
                "ignore: column {} is needed; name another target or weight, or keep it",
                quoted(name)
            ));
        }
        plan.slots.push(if ignored || dropped && place == target {
            Slot::Ignored
        } else if weight == Some(place) {
            Slot::Weight
        } else {
            if place == target {
                plan.table.target = plan.table.columns.len();
            }
            let values = values(place, names, &declared[place], class, settings)?;
            plan.table.columns.push(Column { name: name.clone(), values });
            Slot::Column(plan.table.columns.len() - 1)
        });
    }
    plan.table.settle_columns();
    Ok(plan)
}

/// The kind of a column: what is given wins over what the file says.
pub fn values(
    place: usize,
    names: &[String],
    declared: &Declared,
    target: bool,
    settings: &Settings,
) -> Result<Values, String> {
    let name = &names[place];
    let numeric = settings.numeric.iter().any(|key| key.place(names) == Some(place));
    let nominal = settings.nominal.iter().find(|(key, _)| key.place(names) == Some(place));
    if numeric && nominal.is_some() {
        return Err(format!("column {} must be numeric or nominal, got both", quoted(name)));
    }
    if numeric && target {
        return Err(format!(
            "column {} is the class, which holds names or whole numbers: leave it out of numeric=",
            quoted(name)
        ));
    }
    if target && let Some(classes) = &settings.classes {
        return Ok(if settings.whole_classes {
            let allowed = Some(classes.iter().filter_map(|class| class.parse().ok()).collect());
            Values::Whole { values: Vec::new(), allowed }
        } else {
            Values::codes(classes, true, true)
        });
    }
    let declared = match (numeric, nominal) {
        (true, _) => &Declared::Numeric,
        (_, Some((_, given))) => match (given, declared) {
            (None, Declared::Nominal(_)) => declared,
            _ => &Declared::Nominal(given.clone()),
        },
        _ => declared,
    };
    Ok(match declared {
        Declared::Nominal(Some(known)) => Values::codes(known, true, target),
        Declared::Nominal(None) => Values::codes(&[], false, target),
        Declared::Numeric if !target => Values::Numbers(Vec::new()),
        _ => Values::unknown(target),
    })
}

/// The slots of a further file: its columns matched by name with those of the first one.
pub fn matched(
    names: &[String],
    file: &str,
    first: &[(String, Slot)],
    first_file: &str,
    settings: &Settings,
) -> Result<Vec<Slot>, String> {
    unique(names).map_err(|wrong| format!("{file}: {wrong}"))?;
    if let Some((name, _)) = first.iter().find(|(name, slot)| *slot != Slot::Ignored && !names.contains(name))
    {
        return Err(format!(
            "{file} has no column {}, and {first_file} has one; there {}",
            quoted(name),
            listed(names)
        ));
    }
    let slot_of = |name: &String| match first.iter().find(|(known, _)| known == name) {
        Some((_, slot)) => Ok(*slot),
        None if settings.ignore.contains(&Key::Name(name.clone())) || settings.passes_over(name) => {
            Ok(Slot::Ignored)
        }
        None => Err(format!(
            "{file} has a column {0}, and {first_file} has none; ignore=[{0}] leaves it out",
            quoted(name)
        )),
    };
    names.iter().map(slot_of).collect()
}

fn quoted(name: &str) -> String {
    shown(name.as_bytes())
}

fn unique(names: &[String]) -> Result<(), String> {
    let mut seen = std::collections::HashMap::new();
    for (place, name) in names.iter().enumerate() {
        if let Some(before) = seen.insert(name, place) {
            let (before, place) = (before + 1, place + 1);
            return Err(format!(
                "columns {before} and {place} are both called {}; rename one, or use header=False if the first line is a row",
                quoted(name)
            ));
        }
    }
    Ok(())
}

fn listed(names: &[String]) -> String {
    let some: Vec<String> = names.iter().take(20).map(|name| quoted(name)).collect();
    let more = if names.len() > 20 { format!(" and {} more", names.len() - 20) } else { String::new() };
    let verb = if names.len() == 1 { "is" } else { "are" };
    format!("{verb} {}{more}", some.join(", "))
}
