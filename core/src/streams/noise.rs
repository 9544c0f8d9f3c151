//! Noise on another stream: MOA's `AddNoiseFilter`. A nominal value, and the class, is exchanged for another one already seen; a number moves by a
//! normal step in proportion to the deviation seen so far.

use super::settings::{SEED, settings};
use super::{Generator, Header, JavaRandom};

settings! {
    /// Seed of the noise.
    seed: i64 = 1, SEED;
    /// Share of nominal values exchanged, and how far numbers move in deviations.
    columns: f64 = 0.1, (0.0, 1.0);
    /// Share of labels exchanged.
    labels: f64 = 0.1, (0.0, 1.0);
}

/// What has been seen of a column.
enum Seen {
    Values(Vec<bool>),
    Numbers { count: f64, mean: f64, m2: f64 },
}

/// A stream with noise.
pub struct Noise {
    settings: Settings,
    stream: Box<dyn Generator>,
    seen: Vec<Seen>,
    labels: Vec<bool>,
    random: JavaRandom,
}

impl Noise {
    /// Starts the stream.
    pub fn new(stream: Box<dyn Generator>, settings: Settings) -> Noise {
        let column = |values: &[String]| match values {
            [] => Seen::Numbers { count: 0.0, mean: 0.0, m2: 0.0 },
            _ => Seen::Values(Vec::new()),
        };
        let seen = stream.header().columns.iter().map(|found| column(&found.values)).collect();
        Noise { random: JavaRandom::new(settings.seed), stream, seen, labels: Vec::new(), settings }
    }
}

/// Another value than this one among those seen, or this one.
fn exchanged(value: u32, seen: &mut Vec<bool>, share: f64, random: &mut JavaRandom) -> u32 {
    if seen.len() <= value as usize {
        seen.resize(value as usize + 1, false);
    }
    seen[value as usize] = true;
    let asked = random.uniform() < share;
    if !asked || seen.iter().filter(|seen| **seen).count() < 2 {
        return value;
    }
    loop {
        let other = random.below(seen.len() as u32);
        if other != value && seen[other as usize] {
            return other;
        }
    }
}

impl Generator for Noise {
    fn header(&self) -> Header {
        self.stream.header()
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        let class = self.stream.next(row);
        let share = self.settings.columns;
        for (x, seen) in row.iter_mut().zip(&mut self.seen) {
            match seen {
                Seen::Values(seen) => *x = f64::from(exchanged(*x as u32, seen, share, &mut self.random)),
                Seen::Numbers { count, mean, m2 } => {
                    *count += 1.0;
                    let distance = *x - *mean;
                    *mean += distance / *count;
                    *m2 += distance * (*x - *mean);
                    let deviation = if *count > 1.0 { (*m2 / (*count - 1.0)).sqrt() } else { 0.0 };
                    *x += self.random.normal() * deviation * share;
                }
            }
        }
        exchanged(class, &mut self.labels, self.settings.labels, &mut self.random)
    }
}
