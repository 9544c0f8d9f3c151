//! Where the program behind a paper does otherwise than we do: every deviation, whose it is, and where it acts.
//!
//! What is usual here is the default. Only a preset asks for a deviation, to repeat the tables of its paper. Those of the
//! first group are the fields of [`Faithful`]. The others are values of another setting, and are only named here.
//!
//! | deviation | whose program or text | where it acts |
//! |---|---|---|
//! | not to split is no candidate ([`null_split`](Faithful::null_split)) | mDT (Mirkhan et al. 2019) | `rules/contest.rs` |
//! | children begin without votes ([`inherit`](Faithful::inherit)) | mDT | `growth/divide.rs` |
//! | curves have no ends on a grid either ([`clip`](Faithful::clip)) | mDT | `candidates/normals.rs` |
//! | equally wide curves do not cross ([`equal_widths`](Faithful::equal_widths)) | mDT | `candidates/crossings.rs` |
//! | a least variance on any scale ([`least_variance`](Faithful::least_variance)) | mDT | `candidates/normals.rs` |
//! | a loss on a grid competes ([`Candidates::loss_competes`]) | mDT, where the null split does not compete | `candidates/normals.rs` |
//! | the error as printed ([`Criterion::MisclassificationPrinted`]) | mDT | `criteria/misclassification.rs` |
//! | twice Hoeffding's bound ([`Width::TwiceHoeffding`]) | H-Tree, as slides about C-Tree tell it | `rules/hoeffding.rs` |
//! | provisional nodes as a share of inner ones ([`Revise::of_inner`]) | the text of the OHyT paper | `upkeep/provisional/` |
//! | leaves appeal at every row ([`Revise::every_row`]) | the listing of the OHyT paper | `upkeep/provisional/` |
//! | splits that are pushed down are confirmed (not [`Revise::fresh`]) | the listing of the OHyT paper | `growth/replace.rs` |

#[cfg(doc)]
use crate::candidates::Candidates;
#[cfg(doc)]
use crate::criteria::Criterion;
#[cfg(doc)]
use crate::rules::Width;
#[cfg(doc)]
use crate::upkeep::settings::Revise;

/// A choice in each matter in which the program behind a paper differs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Faithful {
    /// Not to split is a candidate, too: its gain is 0. Otherwise any gain but exactly 0 may split, even a loss.
    pub null_split: bool,
    /// Children begin with the class weights of their branch.
    pub inherit: bool,
    /// On a grid the normal curve of a class ends with its smallest and its largest value.
    pub clip: bool,
    /// Curves of the same width have a crossing like any others, and a class of a single value has cuts around it.
    pub equal_widths: bool,
    /// The least variance of a curve without ends; None: a share of the squared range of the column.
    pub least_variance: Option<f64>,
}

impl Default for Faithful {
    /// To no program.
    fn default() -> Faithful {
        Faithful { null_split: true, inherit: true, clip: true, equal_widths: true, least_variance: None }
    }
}

/// A variance is at least this share of the squared range of its column, where curves have no ends.
const LEAST_SHARE: f64 = 1e-12;

impl Faithful {
    /// The least variance of the curves of a column with such a range.
    pub fn floor(&self, range: f64) -> f64 {
        let usual = (LEAST_SHARE * (range * range)).max(f64::MIN_POSITIVE);
        self.least_variance.unwrap_or(usual)
    }

    /// The first four, one bit for each that is not usual: so model files hold them.
    pub fn flags(&self) -> u64 {
        [self.null_split, self.inherit, self.clip, self.equal_widths]
            .iter()
            .enumerate()
            .fold(0, |flags, (bit, usual)| flags | u64::from(!usual) << bit)
    }

    /// The choices of such bits.
    pub fn of(flags: u64, least_variance: Option<f64>) -> Faithful {
        let usual = |bit: u64| flags >> bit & 1 == 0;
        Faithful {
            null_split: usual(0),
            inherit: usual(1),
            clip: usual(2),
            equal_widths: usual(3),
            least_variance,
        }
    }

    /// Refuses a variance that cannot be one.
    pub fn check(&self) -> Result<(), String> {
        match self.least_variance {
            Some(least) if !(least > 0.0 && least.is_finite()) => {
                Err(format!("least_variance must be positive and finite, got {least}"))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read_as_they_were_written() {
        assert_eq!(Faithful::default().flags(), 0);
        for flags in 0..16 {
            let found = Faithful::of(flags, Some(1e-6));
            assert_eq!((found.flags(), found.check()), (flags, Ok(())));
        }
        assert!(Faithful::of(0, Some(0.0)).check().is_err());
    }

    #[test]
    fn the_least_variance_is_a_share_of_the_squared_range_or_what_a_program_says() {
        assert_eq!(Faithful::default().floor(10.0), 1e-12 * 100.0);
        assert_eq!(Faithful::default().floor(0.0), f64::MIN_POSITIVE);
        assert_eq!(Faithful::of(0, Some(1e-6)).floor(10.0), 1e-6);
    }
}
