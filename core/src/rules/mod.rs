//! Is the best candidate good enough *now*? A rule sees the whole contest and returns a verdict; it never touches the
//! tree.

mod c_tree;
mod contest;
#[cfg(test)]
mod coverage;
mod hoeffding;
mod iadem;
mod mcdiarmid;
mod moment;
mod normal;
mod race;
#[cfg(test)]
mod tests;

pub use contest::{Contest, Leader};
pub use iadem::{Bounds, Confidence, Finding, Iadem, Span};
pub use moment::Moment;
pub use normal::Normal;
pub use race::Race;

/// When a lead is enough: how wide it must be, and what all rules have in common.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// The chance of an error, ties, and gains of nothing.
    pub race: Race,
    /// How wide a lead must be.
    pub width: Width,
}

impl Default for Rule {
    /// The Hoeffding bound, as `VFDT()` sets it.
    fn default() -> Rule {
        Rule { race: Race { delta: 1e-7, tau: 0.05, min_gain: 1e-12 }, width: Width::Hoeffding }
    }
}

/// The widths there are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Width {
    /// Domingos & Hulten (2000).
    Hoeffding,
    /// The same as De Rosa & Cesa-Bianchi (2015) are told to state it.
    TwiceHoeffding,
    /// Rutkowski et al. (2014, 2015).
    Normal(Normal),
    /// Rutkowski et al. (2013).
    Rutkowski,
    /// Jaworski et al. (2018).
    Jaworski,
    /// Both criteria of Jaworski et al. (2018), whichever is sure first.
    Hybrid,
    /// De Rosa & Cesa-Bianchi (2015), Theorems 1 to 4.
    Theorem,
    /// De Rosa & Cesa-Bianchi (2015), in practice.
    Practical {
        /// A constant that is tuned.
        c: f64,
    },
    /// Ours.
    Tight,
    /// Del Campo-Ávila et al. (2008): the best split beside the worst.
    Iadem(Iadem),
}

/// Names of all rules; one may have a number after a colon.
pub const RULES: [&str; 9] =
    ["hoeffding", "hybrid", "iadem", "jaworski", "normal", "practical", "rutkowski", "theorem", "tight"];

/// Why a leaf was split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The lead was larger than the bound.
    Bound,
    /// The bound had become so small that the rivals count as equal.
    Tie,
}

/// What to do with a leaf.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// Split on the leader.
    Split {
        /// Why.
        reason: Reason,
        /// The bound at this moment.
        bound: f64,
    },
    /// Go on collecting; nothing is lost.
    Wait,
}

/// How wide a lead must be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    /// The lead that is enough.
    pub lead: f64,
    /// What must be below `tau` for a tie.
    pub tie: f64,
}

impl Bound {
    /// One number for both.
    pub fn of(bound: f64) -> Bound {
        Bound { lead: bound, tie: bound }
    }

    /// One number for both; never enough if a width is not stated for a criterion. The table of pairs refuses such a
    /// pair before a tree is made of it.
    pub fn if_stated(bound: Option<f64>) -> Bound {
        Bound::of(bound.unwrap_or(f64::INFINITY))
    }
}

impl Rule {
    /// The rule of a name, with its number after a colon if it has one.
    pub fn parse(text: &str, race: Race) -> Result<Rule, String> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name, Some(number)),
            None => (text, None),
        };
        let wrong = |wanted: &str| Err(format!("rule '{name}' takes {wanted}, got '{text}'"));
        let given = number.and_then(|number| number.parse::<f64>().ok()).filter(|x| x.is_finite());
        let width = match (name, number, given) {
            ("hoeffding", None, _) => Width::Hoeffding,
            ("hoeffding", _, Some(1.0)) => Width::Hoeffding,
            ("hoeffding", _, Some(2.0)) => Width::TwiceHoeffding,
            ("hoeffding", ..) => return wrong("1 or 2 after a colon, or nothing"),
            ("practical", None, _) => Width::Practical { c: 0.5 },
            ("practical", _, Some(c)) if c > 0.0 => Width::Practical { c },
            ("practical", ..) => return wrong("a positive number after a colon, or nothing"),
            ("iadem", None, _) => Width::Iadem(Iadem { difference: 0.1 }),
            ("iadem", _, Some(difference)) if difference > 0.0 && difference < 0.5 => {
                Width::Iadem(Iadem { difference })
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
        Ok(Rule { race, width })
    }

    /// Its name, with its number if that is not the usual one.
    pub fn text(&self) -> String {
        match self.width {
            Width::Hoeffding => "hoeffding".into(),
            Width::TwiceHoeffding => "hoeffding:2".into(),
            Width::Practical { c } => format!("practical:{c}"),
            Width::Normal(_) => "normal".into(),
            Width::Rutkowski => "rutkowski".into(),
            Width::Jaworski => "jaworski".into(),
            Width::Hybrid => "hybrid".into(),
            Width::Theorem => "theorem".into(),
            Width::Tight => "tight".into(),
            Width::Iadem(Iadem { difference: 0.1 }) => "iadem".into(),
            Width::Iadem(Iadem { difference }) => format!("iadem:{difference}"),
        }
    }

    /// The lead that a split into so many branches needs at a moment.
    pub fn bound(&self, moment: &Moment, branches: usize) -> Bound {
        let delta = self.race.delta;
        match &self.width {
            Width::Hoeffding => hoeffding::once(delta, moment),
            Width::TwiceHoeffding => hoeffding::twice(delta, moment),
            Width::Normal(rule) => rule.bound(moment),
            Width::Rutkowski => mcdiarmid::rutkowski(delta, moment),
            Width::Jaworski | Width::Hybrid => mcdiarmid::jaworski(delta, moment),
            Width::Theorem => c_tree::theorem(delta, moment, branches),
            Width::Practical { c } => c_tree::practical(*c, moment),
            Width::Tight => mcdiarmid::tight(delta, moment, branches),
            // It compares spans, and is asked about nothing else.
            Width::Iadem(_) => Bound::of(f64::INFINITY),
        }
    }

    /// The verdict on a contest.
    pub fn decide(&self, contest: &Contest) -> Verdict {
        self.race.decide(contest, self.bound(&contest.moment, contest.branches()))
    }

    /// True if a column of this merit is so far behind the leader that it is not worth watching any longer.
    pub fn is_poor(&self, contest: &Contest, merit: f64) -> bool {
        contest.best_gain() - merit > self.bound(&contest.moment, contest.branches()).lead
    }

    /// True if no candidate could win, whatever its gain up to `largest_gain`: an exact reason not to look for one.
    pub fn is_hopeless(&self, contest: &Contest, largest_gain: f64) -> bool {
        // The more branches, the larger the lead; but two of them may be a case of their own.
        [2, 3].iter().all(|branches| {
            let bound = self.bound(&contest.moment, *branches);
            bound.tie >= self.race.tau && largest_gain <= bound.lead
        })
    }

    /// How far a gain may be below the true one, with its share of `delta` at this moment: of the proved widths the
    /// narrowest, whatever its own is.
    pub fn proved(&self, moment: &Moment, branches: usize) -> f64 {
        let delta = self.race.delta;
        let tight = mcdiarmid::proved(delta, moment, branches);
        tight.unwrap_or_else(|| c_tree::theorem(delta, moment, branches).lead)
    }

    /// Whether the number of columns matters to it. To count them is not for nothing.
    pub fn counts_columns(&self) -> bool {
        matches!(self.width, Width::Theorem | Width::Practical { .. } | Width::Tight)
    }

    /// Whether the width of its bound is proved. A proof is about all classes that a row may have; a width without a
    /// proof is nearer to the truth if it counts only the classes that the leaf has seen.
    pub fn is_proved(&self) -> bool {
        matches!(
            self.width,
            Width::Rutkowski | Width::Jaworski | Width::Hybrid | Width::Theorem | Width::Tight
        )
    }

    /// Whether its width is proved of gains, or is the practical form of one that is.
    pub fn is_confident(&self) -> bool {
        match self.width {
            Width::Hoeffding | Width::TwiceHoeffding | Width::Normal(_) | Width::Iadem(_) => false,
            Width::Rutkowski
            | Width::Jaworski
            | Width::Hybrid
            | Width::Theorem
            | Width::Practical { .. }
            | Width::Tight => true,
        }
    }

    /// Refuses parameters out of their range.
    pub fn check(&self) -> Result<(), String> {
        self.race.check()?;
        if matches!(self.width, Width::Normal(_)) && self.race.delta >= 0.5 {
            return Err(format!("delta must be below 0.5 with rule 'normal', got {}", self.race.delta));
        }
        Ok(())
    }
}
