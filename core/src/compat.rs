//! Pairs of parts that do not fit together, each with its reason. The only place that knows two axes at once.

use crate::config::Config;

/// One pair: what it is called, whether a configuration has it, and why it cannot work.
pub struct Misfit {
    /// The pair, as `axis=part` twice.
    pub pair: (&'static str, &'static str),
    /// Tells whether a configuration has the pair.
    pub found: fn(&Config) -> bool,
    /// Why it cannot work.
    pub reason: &'static str,
}

/// All pairs that do not fit. Gaussian observers, grid candidates, the Hoeffding rule, every criterion and every predictor do.
pub const MISFITS: &[Misfit] = &[];

/// Refuses a configuration with a pair that does not fit.
pub fn check(config: &Config) -> Result<(), String> {
    match MISFITS.iter().find(|misfit| (misfit.found)(config)) {
        Some(misfit) => {
            Err(format!("{} does not go with {}: {}", misfit.pair.0, misfit.pair.1, misfit.reason))
        }
        None => Ok(()),
    }
}
