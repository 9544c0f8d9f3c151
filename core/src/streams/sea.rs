//! Three numbers of which two count: their sum is below a threshold or not, and the threshold is the concept (Street
//! & Kim 2001).

use super::balance::Turns;
use super::settings::{FLAG, SEED, settings};
use super::{Column, Generator, Header, JavaRandom, Walk, numbered};

const THRESHOLDS: [f64; 4] = [8.0, 9.0, 7.0, 9.5];

settings! {
    /// Seed of the rows.
    seed: i64 = 1, SEED;
    /// The concept, 1 to 4: the sum is at most 8, 9, 7 or 9.5.
    function: u32 = 1, (1.0, 4.0);
    /// Percentage of labels that are turned round.
    noise: u32 = 10, (0.0, 100.0);
    /// Whether the classes take turns (before the noise).
    balanced: bool = false, FLAG;
}

/// Sums of two numbers.
pub struct Sea {
    settings: Settings,
    random: JavaRandom,
    turns: Turns,
}

impl Sea {
    /// Starts the stream.
    pub fn new(settings: Settings) -> Sea {
        Sea { random: JavaRandom::new(settings.seed), turns: Turns::new(settings.balanced), settings }
    }
}

impl Generator for Sea {
    fn header(&self) -> Header {
        let columns = numbered("attrib", 3).map(Column::numeric).collect();
        Header { columns, classes: vec!["groupA".into(), "groupB".into()] }
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
        self.turns.walk(walk);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        let threshold = THRESHOLDS[self.settings.function as usize - 1];
        loop {
            row.iter_mut().for_each(|x| *x = 10.0 * self.random.uniform());
            let class = u32::from(row[0] + row[1] > threshold);
            if self.turns.accept(class) {
                let turned = self.random.below(100) < self.settings.noise;
                return class ^ u32::from(turned);
            }
        }
    }
}
