//! Points on either side of a hyperplane that may turn (Hulten, Spencer & Domingos 2001).

use super::{Column, Generator, Header, JavaRandom, numbered};

/// The settings, with MOA's defaults.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed of the plane and of the rows.
    pub seed: i64,
    /// Number of columns.
    pub columns: usize,
    /// Number of columns whose weights move.
    pub drifting: usize,
    /// How far they move with every row.
    pub change: f64,
    /// Percentage of labels that are turned round.
    pub noise: u32,
    /// Percentage of rows at which a movement turns round.
    pub turns: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seed: 1, columns: 10, drifting: 2, change: 0.0, noise: 5, turns: 10 }
    }
}

/// A hyperplane.
pub struct Hyperplane {
    settings: Settings,
    weights: Vec<f64>,
    directions: Vec<f64>,
    random: JavaRandom,
}

impl Hyperplane {
    /// Places the plane.
    pub fn new(settings: Settings) -> Hyperplane {
        let mut random = JavaRandom::new(settings.seed);
        let weights = (0..settings.columns).map(|_| random.uniform()).collect();
        Hyperplane { weights, directions: vec![1.0; settings.drifting], random, settings }
    }
}

impl Generator for Hyperplane {
    fn header(&self) -> Header {
        let columns = numbered("att", self.settings.columns).map(Column::numeric).collect();
        Header { columns, classes: numbered("class", 2).collect() }
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        let (mut sum, mut total) = (0.0, 0.0);
        for (x, weight) in row.iter_mut().zip(&self.weights) {
            *x = self.random.uniform();
            sum += weight * *x;
            total += weight;
        }
        let beyond = sum >= total * 0.5;
        let turned = self.random.below(100) < self.settings.noise;
        for (weight, direction) in self.weights.iter_mut().zip(&mut self.directions) {
            *weight += *direction * self.settings.change;
            // The coin is thrown even if nothing moves.
            if self.random.below(100) < self.settings.turns {
                *direction = -*direction;
            }
        }
        u32::from(beyond != turned)
    }
}
