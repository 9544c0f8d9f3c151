//! Things of three sizes, colours and shapes, and three concepts of which are good (Schlimmer & Granger 1986).

use super::{Column, Generator, Header, JavaRandom};

/// The settings, with MOA's defaults.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed of the rows.
    pub seed: i64,
    /// The concept: 1 small and red, 2 green or a circle, 3 medium or large.
    pub concept: u32,
    /// Whether the classes take turns.
    pub balanced: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seed: 1, concept: 1, balanced: false }
    }
}

/// Things.
pub struct Stagger {
    settings: Settings,
    random: JavaRandom,
    next: u32,
}

impl Stagger {
    /// Starts the stream.
    pub fn new(settings: Settings) -> Stagger {
        Stagger { random: JavaRandom::new(settings.seed), next: 1, settings }
    }
}

impl Generator for Stagger {
    fn header(&self) -> Header {
        Header {
            columns: vec![
                Column::nominal("size", ["small", "medium", "large"]),
                Column::nominal("color", ["red", "blue", "green"]),
                Column::nominal("shape", ["circle", "square", "triangle"]),
            ],
            classes: vec!["false".into(), "true".into()],
        }
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        loop {
            let [size, color, shape] = std::array::from_fn(|_| self.random.below(3));
            let class = u32::from(match self.settings.concept {
                1 => size == 0 && color == 0,
                2 => color == 2 || shape == 0,
                _ => size == 1 || size == 2,
            });
            if !self.settings.balanced || class == self.next {
                self.next = 1 - self.next;
                row.copy_from_slice(&[size, color, shape].map(f64::from));
                return class;
            }
        }
    }
}
