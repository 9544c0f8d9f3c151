//! Points on either side of a hyperplane that may turn (Hulten, Spencer & Domingos 2001).

use super::settings::{SEED, settings};
use super::{Column, Generator, Header, JavaRandom, Walk, numbered};

settings! {
    /// Seed of the plane and of the rows.
    seed: i64 = 1, SEED;
    /// Number of columns.
    columns: usize = 10, (1.0, 10_000.0);
    /// Number of columns whose weights move.
    drifting: usize = 2, (0.0, 10_000.0);
    /// How far they move with every row.
    change: f64 = 0.0, (0.0, 1.0);
    /// Percentage of labels that are turned round.
    noise: u32 = 5, (0.0, 100.0);
    /// Percentage of rows at which a movement turns round.
    turns: u32 = 10, (0.0, 100.0);
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

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
        walk.numbers(&mut self.weights);
        walk.numbers(&mut self.directions);
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
