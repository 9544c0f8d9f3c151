//! A digit on a display of seven segments, some of them faulty (Breiman et al. 1984), and seventeen random bits
//! beside it.

use super::settings::{FLAG, SEED, settings};
use super::{Column, Generator, Header, JavaRandom, Walk, numbered};

/// The segments of the digits: top, upper left, upper right, middle, lower left, lower right, bottom.
const DIGITS: [[u8; 7]; 10] = [
    [1, 1, 1, 0, 1, 1, 1],
    [0, 0, 1, 0, 0, 1, 0],
    [1, 0, 1, 1, 1, 0, 1],
    [1, 0, 1, 1, 0, 1, 1],
    [0, 1, 1, 1, 0, 1, 0],
    [1, 1, 0, 1, 0, 1, 1],
    [1, 1, 0, 1, 1, 1, 1],
    [1, 0, 1, 0, 0, 1, 0],
    [1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 1, 1],
];

settings! {
    /// Seed of the rows.
    seed: i64 = 1, SEED;
    /// Percentage of segments that are turned round.
    noise: u32 = 10, (0.0, 100.0);
    /// Whether seventeen random bits follow the segments.
    irrelevant: bool = true, FLAG;
    /// Number of segments that have changed places with random bits.
    drifting: usize = 0, (0.0, 7.0);
}

/// A display.
pub struct Led {
    settings: Settings,
    random: JavaRandom,
}

impl Led {
    /// Starts the stream.
    pub fn new(settings: Settings) -> Led {
        Led { random: JavaRandom::new(settings.seed), settings }
    }
}

impl Generator for Led {
    fn header(&self) -> Header {
        let columns = if self.settings.irrelevant { 24 } else { 7 };
        Header {
            columns: numbered("att", columns).map(|name| Column::nominal(name, ["0", "1"])).collect(),
            classes: (0..10).map(|digit| digit.to_string()).collect(),
        }
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        let digit = self.random.below(10);
        let (segments, rest) = row.split_at_mut(7);
        for (x, lit) in segments.iter_mut().zip(DIGITS[digit as usize]) {
            let turned = u8::from(self.random.below(100) < self.settings.noise);
            *x = f64::from(lit ^ turned);
        }
        rest.iter_mut().for_each(|x| *x = f64::from(self.random.below(2)));
        segments
            .iter_mut()
            .zip(rest)
            .take(self.settings.drifting)
            .for_each(|(lit, bit)| std::mem::swap(lit, bit));
        digit
    }
}
