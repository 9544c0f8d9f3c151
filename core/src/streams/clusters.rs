//! Gaussian clusters: every class has a few, each with a centre and a deviation per column; all are equally likely.

use super::settings::{SEED, bounded, settings};
use super::{Column, Generator, Header, JavaRandom, Walk, numbered};

settings! {
    /// Seed of the clusters.
    model_seed: i64 = 1, SEED;
    /// Seed of the rows.
    seed: i64 = 1, SEED;
    /// Number of classes.
    classes: u32 = 2, (2.0, 10_000.0);
    /// Number of columns.
    columns: usize = 10, (1.0, 10_000.0);
    /// Clusters of each class.
    clusters: usize = 1, (1.0, 10_000.0);
    /// Side of the cube that the centres are drawn from; deviations lie between 0.5 and 1.5.
    separation: f64 = 4.0, (0.0, 1e6);
    /// Percentage of labels that are drawn anew.
    noise: u32 = 0, (0.0, 100.0);
}

struct Cluster {
    centre: Vec<f64>,
    deviation: Vec<f64>,
}

/// Gaussian clusters.
pub struct Clusters {
    settings: Settings,
    clusters: Vec<Cluster>,
    random: JavaRandom,
    /// Normal numbers come from a generator of their own, many at a time, and wait here; the last ones are next.
    spread: JavaRandom,
    normals: Vec<f64>,
}

/// Normal numbers made at a time.
const NORMALS: usize = 256;

impl Clusters {
    /// Places the clusters; those of one class follow each other at a distance of the number of classes.
    pub fn new(settings: Settings) -> Result<Clusters, String> {
        let Settings { classes, clusters, columns, .. } = settings;
        bounded("clusters: classes x clusters x columns", &[classes as usize, clusters, columns])?;
        let mut random = JavaRandom::new(settings.model_seed);
        let mut cluster = || Cluster {
            centre: (0..settings.columns).map(|_| settings.separation * random.uniform()).collect(),
            deviation: (0..settings.columns).map(|_| 0.5 + random.uniform()).collect(),
        };
        let clusters = (0..settings.classes as usize * settings.clusters).map(|_| cluster()).collect();
        let spread = JavaRandom::new(!settings.seed);
        let random = JavaRandom::new(settings.seed);
        Ok(Clusters { clusters, random, spread, normals: Vec::new(), settings })
    }
}

impl Generator for Clusters {
    fn header(&self) -> Header {
        Header {
            columns: numbered("att", self.settings.columns).map(Column::numeric).collect(),
            classes: numbered("class", self.settings.classes as usize).collect(),
        }
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
        self.spread.walk(walk);
        walk.some_numbers(&mut self.normals, NORMALS);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        let place = self.random.below(self.clusters.len() as u32);
        let Cluster { centre, deviation } = &self.clusters[place as usize];
        for ((x, centre), deviation) in row.iter_mut().zip(centre).zip(deviation) {
            if self.normals.is_empty() {
                self.normals.resize(NORMALS, 0.0);
                self.spread.normals(&mut self.normals);
            }
            *x = centre + deviation * self.normals.pop().unwrap_or_default();
        }
        if self.settings.noise > 0 && self.random.below(100) < self.settings.noise {
            return self.random.below(self.settings.classes);
        }
        place % self.settings.classes
    }
}
