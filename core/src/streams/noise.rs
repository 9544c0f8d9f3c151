//! Noise on another stream: MOA's `AddNoiseFilter`. A nominal value, and the class, is exchanged for another one
//! already seen; a number moves by a normal step in proportion to the deviation seen so far.

use super::settings::{SEED, settings};
use super::{Generator, Header, JavaRandom, Walk};

settings! {
    /// Seed of the noise.
    seed: i64 = 1, SEED;
    /// Share of nominal values exchanged, and how far numbers move in deviations.
    columns: f64 = 0.1, (0.0, 1.0);
    /// Share of labels exchanged.
    labels: f64 = 0.1, (0.0, 1.0);
}

/// What has been seen of a nominal column, or of numeric columns side by side.
enum Seen {
    Values(Vec<bool>),
    Numbers(Vec<Moments>),
}

#[derive(Clone, Default)]
struct Moments {
    count: f64,
    mean: f64,
    m2: f64,
}

impl Moments {
    /// Takes in a number and gives the deviation.
    fn deviation(&mut self, x: f64) -> f64 {
        self.count += 1.0;
        let distance = x - self.mean;
        self.mean += distance / self.count;
        self.m2 += distance * (x - self.mean);
        if self.count > 1.0 { (self.m2 / (self.count - 1.0)).sqrt() } else { 0.0 }
    }
}

/// A stream with noise.
pub struct Noise {
    settings: Settings,
    stream: Box<dyn Generator>,
    seen: Vec<Seen>,
    labels: Vec<bool>,
    steps: Vec<f64>,
    random: JavaRandom,
}

impl Noise {
    /// Starts the stream.
    pub fn new(stream: Box<dyn Generator>, settings: Settings) -> Noise {
        let mut seen = Vec::new();
        for column in &stream.header().columns {
            match (seen.last_mut(), column.values.is_empty()) {
                (Some(Seen::Numbers(columns)), true) => columns.push(Moments::default()),
                (_, true) => seen.push(Seen::Numbers(vec![Moments::default()])),
                (_, false) => seen.push(Seen::Values(Vec::new())),
            }
        }
        let random = JavaRandom::new(settings.seed);
        Noise { random, stream, seen, labels: Vec::new(), steps: Vec::new(), settings }
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

    fn walk(&mut self, walk: &mut Walk) {
        self.stream.walk(walk);
        self.random.walk(walk);
        let header = self.stream.header();
        let mut columns = header.columns.iter();
        for seen in &mut self.seen {
            match seen {
                Seen::Values(seen) => {
                    walk.flags(seen, columns.next().map_or(0, |column| column.values.len()))
                }
                Seen::Numbers(moments) => {
                    for Moments { count, mean, m2 } in moments {
                        columns.next();
                        [count, mean, m2].into_iter().for_each(|number| walk.number(number));
                    }
                }
            }
        }
        walk.flags(&mut self.labels, header.classes.len());
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        let class = self.stream.next(row);
        let share = self.settings.columns;
        let mut rest = row;
        for seen in &mut self.seen {
            let width = if let Seen::Numbers(columns) = seen { columns.len() } else { 1 };
            let values;
            (values, rest) = rest.split_at_mut(width);
            match seen {
                Seen::Values(seen) => {
                    values[0] = f64::from(exchanged(values[0] as u32, seen, share, &mut self.random));
                }
                Seen::Numbers(columns) => {
                    self.steps.resize(width, 0.0);
                    self.random.normals(&mut self.steps);
                    for ((x, moments), step) in values.iter_mut().zip(columns).zip(&self.steps) {
                        *x += step * moments.deviation(*x) * share;
                    }
                }
            }
        }
        exchanged(class, &mut self.labels, self.settings.labels, &mut self.random)
    }
}
