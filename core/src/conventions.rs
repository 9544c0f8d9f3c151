//! Small matters in which programs differ, each on its own. What is usual here is the default.

/// A choice in each matter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Conventions {
    /// Not to split is a candidate, too: its gain is 0. Otherwise any gain but exactly 0 may split, even a loss.
    pub null_split: bool,
    /// Children begin with the class weights of their branch.
    pub inherit: bool,
    /// On a grid the normal curve of a class ends with its smallest and its largest value.
    pub clip: bool,
    /// Curves of the same width have a crossing like any others, and a class of a single value has cuts around it.
    pub equal_widths: bool,
    /// The least variance of a curve without ends; none: a share of the squared range of the column.
    pub least_variance: Option<f64>,
}

impl Default for Conventions {
    fn default() -> Conventions {
        Conventions { null_split: true, inherit: true, clip: true, equal_widths: true, least_variance: None }
    }
}

impl Conventions {
    /// The first four, one bit for each that is not usual.
    pub fn flags(&self) -> u64 {
        [self.null_split, self.inherit, self.clip, self.equal_widths]
            .iter()
            .enumerate()
            .fold(0, |flags, (bit, usual)| flags | u64::from(!usual) << bit)
    }

    /// The conventions of such bits.
    pub fn of(flags: u64, least_variance: Option<f64>) -> Conventions {
        let usual = |bit: u64| flags >> bit & 1 == 0;
        Conventions {
            null_split: usual(0),
            inherit: usual(1),
            clip: usual(2),
            equal_widths: usual(3),
            least_variance,
        }
    }

    /// Refuses a variance that is none.
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
        assert_eq!(Conventions::default().flags(), 0);
        for flags in 0..16 {
            let found = Conventions::of(flags, Some(1e-6));
            assert_eq!((found.flags(), found.check()), (flags, Ok(())));
        }
        assert!(Conventions::of(0, Some(0.0)).check().is_err());
    }
}
