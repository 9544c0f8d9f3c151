//! Drift: one stream passes into another, suddenly or over a while, once or again and again. MOA's
//! `ConceptDriftStream` and `RecurrentConceptDriftStream`; a chain of concepts is a drift of drifts.

use super::settings::{SEED, settings};
use super::{Generator, Header, JavaRandom, Walk};

settings! {
    /// Seed of the coin.
    seed: i64 = 1, SEED;
    /// Row at which both streams are equally likely.
    position: f64 = 0.0, (0.0, 9e15);
    /// Number of rows over which the change happens; 1 for a sudden one.
    width: f64 = 1_000.0, (1.0, 9e15);
    /// How often the second stream comes; it stays if this is 0.
    times: u32 = 0, (0.0, 1_000.0);
    /// Rows that it stays each time.
    stays: f64 = 100.0, (0.0, 9e15);
    /// Rows of the first stream between two visits.
    between: f64 = 200.0, (0.0, 9e15);
}

/// A stream that drifts into another.
pub struct Drift {
    settings: Settings,
    before: Box<dyn Generator>,
    after: Box<dyn Generator>,
    random: JavaRandom,
    row: f64,
}

impl Drift {
    /// Starts the stream; refused if the two streams do not look alike.
    pub fn new(
        before: Box<dyn Generator>,
        after: Box<dyn Generator>,
        settings: Settings,
    ) -> Result<Drift, String> {
        if before.header() != after.header() {
            return Err("the streams before and after a drift must have the same columns and classes".into());
        }
        Ok(Drift { random: JavaRandom::new(settings.seed), before, after, row: 0.0, settings })
    }

    /// How far the change at `position` has come.
    fn progress(&self, position: f64) -> f64 {
        1.0 / (1.0 + libm::exp(-4.0 * (self.row - position) / self.settings.width))
    }

    /// Chance of the second stream.
    fn chance(&self) -> f64 {
        let Settings { position, stays, between, times, .. } = self.settings;
        if times == 0 {
            return self.progress(position);
        }
        let visit = |number: u32| {
            let start = position + f64::from(number) * (stays + between);
            self.progress(start) - self.progress(start + stays)
        };
        (0..times).fold(0.0, |sum, number| sum + visit(number))
    }
}

impl Generator for Drift {
    fn header(&self) -> Header {
        self.before.header()
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.before.walk(walk);
        self.after.walk(walk);
        self.random.walk(walk);
        walk.number(&mut self.row);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        self.row += 1.0;
        let chance = self.chance();
        let stream = if self.random.uniform() > chance { &mut self.before } else { &mut self.after };
        stream.next(row)
    }
}
