//! Random centroids, each with a class, a spread and a weight; a row lies in a random direction from one of them.

use super::settings::{SEED, bounded, settings};
use super::{Column, Generator, Header, JavaRandom, Walk, numbered};

settings! {
    /// Seed of the centroids.
    model_seed: i64 = 1, SEED;
    /// Seed of the rows.
    seed: i64 = 1, SEED;
    /// Number of classes.
    classes: u32 = 2, (2.0, 10_000.0);
    /// Number of columns.
    columns: usize = 10, (1.0, 10_000.0);
    /// Number of centroids.
    centroids: usize = 50, (1.0, 1_000_000.0);
    /// Number of centroids that move.
    drifting: usize = 0, (0.0, 1_000_000.0);
    /// How far they move with every row.
    change: f64 = 0.0, (0.0, 1.0);
}

struct Centroid {
    centre: Vec<f64>,
    class: u32,
    deviation: f64,
}

/// Radial basis functions.
pub struct Rbf {
    settings: Settings,
    centroids: Vec<Centroid>,
    /// Sums of their weights up to each of them.
    sums: Vec<f64>,
    /// Unit steps of the centroids that move.
    steps: Vec<Vec<f64>>,
    random: JavaRandom,
}

impl Rbf {
    /// Places the centroids.
    pub fn new(settings: Settings) -> Result<Rbf, String> {
        bounded("rbf: centroids x columns", &[settings.centroids, settings.columns])?;
        let mut random = JavaRandom::new(settings.model_seed);
        let (mut centroids, mut sums, mut sum) = (Vec::new(), Vec::new(), 0.0);
        for _ in 0..settings.centroids {
            let centre = (0..settings.columns).map(|_| random.uniform()).collect();
            let class = random.below(settings.classes);
            centroids.push(Centroid { centre, class, deviation: random.uniform() });
            sum += random.uniform();
            sums.push(sum);
        }
        let steps = steps(&settings);
        Ok(Rbf { centroids, sums, steps, random: JavaRandom::new(settings.seed), settings })
    }

    /// Moves the centroids that drift; at a wall they turn round.
    fn drift(&mut self) {
        for (centroid, step) in self.centroids.iter_mut().zip(&mut self.steps) {
            for (x, step) in centroid.centre.iter_mut().zip(step) {
                *x += *step * self.settings.change;
                if *x > 1.0 || *x < 0.0 {
                    *x = x.clamp(0.0, 1.0);
                    *step = -*step;
                }
            }
        }
    }
}

/// A random step of length 1 for every centroid that moves, drawn anew from the seed of the centroids.
fn steps(settings: &Settings) -> Vec<Vec<f64>> {
    let mut random = JavaRandom::new(settings.model_seed);
    let mut step = || {
        let mut step: Vec<f64> = (0..settings.columns).map(|_| random.uniform()).collect();
        let length = step.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
        step.iter_mut().for_each(|x| *x /= length);
        step
    };
    (0..settings.drifting.min(settings.centroids)).map(|_| step()).collect()
}

impl Generator for Rbf {
    fn header(&self) -> Header {
        let columns = numbered("att", self.settings.columns).map(Column::numeric).collect();
        Header { columns, classes: numbered("class", self.settings.classes as usize).collect() }
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
        for (centroid, step) in self.centroids.iter_mut().zip(&mut self.steps) {
            walk.numbers(&mut centroid.centre);
            walk.numbers(step);
        }
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        self.drift();
        let centroid = &self.centroids[self.random.place_by_weight(&self.sums)];
        let mut square = 0.0;
        for x in row.iter_mut() {
            *x = self.random.uniform() * 2.0 - 1.0;
            square += *x * *x;
        }
        let scale = self.random.normal() * centroid.deviation / square.sqrt();
        row.iter_mut().zip(&centroid.centre).for_each(|(x, centre)| *x = centre + *x * scale);
        centroid.class
    }
}
