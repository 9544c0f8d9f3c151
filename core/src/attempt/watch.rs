//! Lets the caller stop an attempt that takes long. What an attempt finds after that means nothing: whoever made it puts
//! everything back as it was.

use super::work::WEIGH;
use crate::counts::Panel;
use crate::criteria::{Criterion, Measure};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Work between two questions, in the units of an attempt's: about a hundredth of a second.
const OFTEN: u64 = 10_000_000;

/// Who is asked whether to go on.
pub type Ask = Arc<dyn Fn() -> bool + Send + Sync>;

/// Asks now and then whether to go on. One thread works with it.
pub struct Watch {
    ask: Ask,
    since: AtomicU64,
    stopped: AtomicBool,
}

impl Watch {
    /// Asks `ask`.
    pub fn new(ask: Ask) -> Watch {
        Watch { ask, since: AtomicU64::new(0), stopped: AtomicBool::new(false) }
    }

    /// Counts work; false once the answer has been no.
    fn takes(&self, work: u64) -> bool {
        if self.since.fetch_add(work, Ordering::Relaxed) >= OFTEN && !self.is_stopped() {
            self.since.store(0, Ordering::Relaxed);
            self.stopped.store(!(self.ask)(), Ordering::Relaxed);
        }
        !self.is_stopped()
    }

    /// True if the answer has been no.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// A measure that asks whether to go on whenever it weighs.
pub struct Watched<'a> {
    pub measure: &'a dyn Measure,
    pub watch: &'a Watch,
}

impl Measure for Watched<'_> {
    fn weigh(&self, panel: Panel<'_>, weight: &mut [f64], mass: &mut [f64]) {
        if self.watch.takes(WEIGH * (panel.classes * mass.len()) as u64) {
            self.measure.weigh(panel, weight, mass);
        } else {
            // As if there were nothing.
            weight.fill(0.0);
            mass.fill(0.0);
        }
    }

    fn of_whole(&self, mass: f64) -> f64 {
        self.measure.of_whole(mass)
    }

    fn base(&self, own: f64, column: f64) -> f64 {
        self.measure.base(own, column)
    }

    fn goes_on(&self) -> bool {
        !self.watch.is_stopped()
    }

    fn criterion(&self) -> Option<Criterion> {
        self.measure.criterion()
    }
}
