//! Three classes, each a random blend of two of three triangular waves, with noise (Breiman et al. 1984).

use super::settings::{FLAG, SEED, settings};
use super::{Column, Generator, Header, JavaRandom, Walk, numbered};

const WAVES: [f64; 3] = [6.0, 14.0, 10.0];
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

settings! {
    /// Seed of the rows.
    seed: i64 = 1, SEED;
    /// Whether nineteen columns of pure noise follow the twenty-one of the wave.
    noise: bool = false, FLAG;
}

/// Waves.
pub struct Waveform {
    settings: Settings,
    random: JavaRandom,
}

impl Waveform {
    /// Starts the stream.
    pub fn new(settings: Settings) -> Waveform {
        Waveform { random: JavaRandom::new(settings.seed), settings }
    }
}

/// Heights of the waves at every column.
const HEIGHTS: [[f64; 21]; 3] = {
    let mut heights = [[0.0; 21]; 3];
    let mut at = 0;
    while at < 63 {
        let (wave, column) = (at / 21, at % 21);
        let height = 6.0 - (column as f64 - WAVES[wave]).abs();
        heights[wave][column] = if height > 0.0 { height } else { 0.0 };
        at += 1;
    }
    heights
};

impl Generator for Waveform {
    fn header(&self) -> Header {
        let columns = if self.settings.noise { 40 } else { 21 };
        Header {
            columns: numbered("att", columns).map(Column::numeric).collect(),
            classes: numbered("class", 3).collect(),
        }
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        let class = self.random.below(3);
        let (first, second) = PAIRS[class as usize];
        let share = self.random.uniform();
        let rest = 1.0 - share;
        self.random.normals(row);
        for ((x, one), other) in row.iter_mut().zip(&HEIGHTS[first]).zip(&HEIGHTS[second]) {
            *x += share * one + rest * other;
        }
        class
    }
}
