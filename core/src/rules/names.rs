//! The rules by name; one may have a number after a colon. The text is what people write and what a model file holds.

use super::{Iadem, Normal, Race, Rule, Width};

/// Names of all rules.
pub const RULES: [&str; 9] =
    ["hoeffding", "hybrid", "iadem", "jaworski", "normal", "practical", "rutkowski", "theorem", "tight"];

impl Rule {
    /// The rule of a name, with its number after a colon if it has one.
    pub fn parse(text: &str, race: Race) -> Result<Rule, String> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name, Some(number)),
            None => (text, None),
        };
        let wrong = |wanted: &str| Err(format!("rule '{name}' takes {wanted}, got '{text}'"));
        let given = number.and_then(|number| number.parse::<f64>().ok()).filter(|x| x.is_finite());
        let spans = |difference: f64| Ok(Rule::Spans(Iadem { difference, numbers: race }));
        let width = match (name, number, given) {
            ("hoeffding", None, _) => Width::Hoeffding,
            ("hoeffding", _, Some(1.0)) => Width::Hoeffding,
            ("hoeffding", _, Some(2.0)) => Width::TwiceHoeffding,
            ("hoeffding", ..) => return wrong("1 or 2 after a colon, or nothing"),
            ("practical", None, _) => Width::Practical { c: 0.5 },
            ("practical", _, Some(c)) if c > 0.0 => Width::Practical { c },
            ("practical", ..) => return wrong("a positive number after a colon, or nothing"),
            ("iadem", None, _) => return spans(0.1),
            ("iadem", _, Some(difference)) if difference > 0.0 && difference < 0.5 => {
                return spans(difference);
            }
            ("iadem", ..) => return wrong("a number between 0 and 0.5 after a colon, or nothing"),
            ("normal", None, _) => Width::Normal(Normal::new(race.delta)),
            ("rutkowski", None, _) => Width::Rutkowski,
            ("jaworski", None, _) => Width::Jaworski,
            ("hybrid", None, _) => Width::Hybrid,
            ("theorem", None, _) => Width::Theorem,
            ("tight", None, _) => Width::Tight,
            _ if RULES.contains(&name) => return wrong("nothing after its name"),
            _ => {
                let (last, others) = RULES.split_last().expect("rules");
                return Err(format!("rule must be '{}' or '{last}', got '{text}'", others.join("', '")));
            }
        };
        Ok(Rule::Race(race, width))
    }

    /// Its name, with its number if that is not the usual one.
    pub fn text(&self) -> String {
        match self {
            Rule::Race(_, width) => match width {
                Width::Hoeffding => "hoeffding".into(),
                Width::TwiceHoeffding => "hoeffding:2".into(),
                Width::Practical { c } => format!("practical:{c}"),
                Width::Normal(_) => "normal".into(),
                Width::Rutkowski => "rutkowski".into(),
                Width::Jaworski => "jaworski".into(),
                Width::Hybrid => "hybrid".into(),
                Width::Theorem => "theorem".into(),
                Width::Tight => "tight".into(),
            },
            Rule::Spans(Iadem { difference: 0.1, .. }) => "iadem".into(),
            Rule::Spans(Iadem { difference, .. }) => format!("iadem:{difference}"),
        }
    }
}
