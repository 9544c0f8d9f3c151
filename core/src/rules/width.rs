//! The widths of a race: how far the leader must be ahead.

use super::{Moment, Normal, c_tree, hoeffding, mcdiarmid};
use crate::criteria::Criterion;

/// How wide a lead must be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Width {
    /// Domingos & Hulten (2000).
    Hoeffding,
    /// The same as De Rosa & Cesa-Bianchi (2015) are told to state it: see [`faithful`](crate::faithful).
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
}

/// The width of a lead at a moment.
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

impl Width {
    /// The lead that a split into so many branches needs at a moment, with a chance of `delta` to be wrong.
    pub fn bound(self, delta: f64, moment: &Moment, branches: usize) -> Bound {
        match self {
            Width::Hoeffding => hoeffding::once(delta, moment),
            Width::TwiceHoeffding => hoeffding::twice(delta, moment),
            Width::Normal(normal) => normal.bound(moment),
            Width::Rutkowski => mcdiarmid::rutkowski(delta, moment),
            Width::Jaworski | Width::Hybrid => mcdiarmid::jaworski(delta, moment),
            Width::Theorem => c_tree::theorem(delta, moment, branches),
            Width::Practical { c } => c_tree::practical(c, moment),
            Width::Tight => mcdiarmid::tight(delta, moment, branches),
        }
    }

    /// The criterion of a contest that comes before that of the settings.
    pub fn first_criterion(self) -> Option<Criterion> {
        match self {
            Width::Hybrid => Some(Criterion::Misclassification),
            Width::Hoeffding
            | Width::TwiceHoeffding
            | Width::Normal(_)
            | Width::Rutkowski
            | Width::Jaworski
            | Width::Theorem
            | Width::Practical { .. }
            | Width::Tight => None,
        }
    }

    /// Whether the number of columns matters to it.
    pub fn counts_columns(self) -> bool {
        match self {
            Width::Theorem | Width::Practical { .. } | Width::Tight => true,
            Width::Hoeffding
            | Width::TwiceHoeffding
            | Width::Normal(_)
            | Width::Rutkowski
            | Width::Jaworski
            | Width::Hybrid => false,
        }
    }

    /// Whether it is proved.
    pub fn is_proved(self) -> bool {
        match self {
            Width::Rutkowski | Width::Jaworski | Width::Hybrid | Width::Theorem | Width::Tight => true,
            Width::Hoeffding | Width::TwiceHoeffding | Width::Normal(_) | Width::Practical { .. } => false,
        }
    }

    /// Whether it is proved of gains, or is the practical form of one that is.
    pub fn is_confident(self) -> bool {
        match self {
            Width::Hoeffding | Width::TwiceHoeffding | Width::Normal(_) => false,
            Width::Rutkowski
            | Width::Jaworski
            | Width::Hybrid
            | Width::Theorem
            | Width::Practical { .. }
            | Width::Tight => true,
        }
    }
}
