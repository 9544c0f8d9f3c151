//! Random centroids, each with a class, a spread and a weight; a row lies in a random direction from one of them.

use super::{Column, Generator, Header, JavaRandom, numbered};

/// The settings, with MOA's defaults.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed of the centroids.
    pub model_seed: i64,
    /// Seed of the rows.
    pub seed: i64,
    /// Number of classes.
    pub classes: u32,
    /// Number of columns.
    pub columns: usize,
    /// Number of centroids.
    pub centroids: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { model_seed: 1, seed: 1, classes: 2, columns: 10, centroids: 50 }
    }
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
    weights: Vec<f64>,
    random: JavaRandom,
}

impl Rbf {
    /// Places the centroids.
    pub fn new(settings: Settings) -> Rbf {
        let mut random = JavaRandom::new(settings.model_seed);
        let (mut centroids, mut weights) = (Vec::new(), Vec::new());
        for _ in 0..settings.centroids {
            let centre = (0..settings.columns).map(|_| random.uniform()).collect();
            let class = random.below(settings.classes);
            centroids.push(Centroid { centre, class, deviation: random.uniform() });
            weights.push(random.uniform());
        }
        Rbf { centroids, weights, random: JavaRandom::new(settings.seed), settings }
    }
}

impl Generator for Rbf {
    fn header(&self) -> Header {
        let columns = numbered("att", self.settings.columns).map(Column::numeric).collect();
        Header { columns, classes: numbered("class", self.settings.classes as usize).collect() }
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        let centroid = &self.centroids[self.random.place_by_weight(&self.weights)];
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
