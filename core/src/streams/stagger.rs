//! Things of three sizes, colours and shapes, and three concepts of which are good (Schlimmer & Granger 1986).

use super::balance::Turns;
use super::settings::{FLAG, SEED, settings};
use super::{Column, Generator, Header, JavaRandom, Walk};

settings! {
    /// Seed of the rows.
    seed: i64 = 1, SEED;
    /// The concept: 1 small and red, 2 green or a circle, 3 medium or large.
    function: u32 = 1, (1.0, 3.0);
    /// Whether the classes take turns.
    balanced: bool = false, FLAG;
}

/// Things.
pub struct Stagger {
    settings: Settings,
    random: JavaRandom,
    turns: Turns,
}

impl Stagger {
    /// Starts the stream.
    pub fn new(settings: Settings) -> Stagger {
        Stagger { random: JavaRandom::new(settings.seed), turns: Turns::new(settings.balanced), settings }
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

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
        self.turns.walk(walk);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        loop {
            let [size, color, shape] = std::array::from_fn(|_| self.random.below(3));
            let class = u32::from(match self.settings.function {
                1 => size == 0 && color == 0,
                2 => color == 2 || shape == 0,
                _ => size == 1 || size == 2,
            });
            if self.turns.accept(class) {
                row.copy_from_slice(&[size, color, shape].map(f64::from));
                return class;
            }
        }
    }
}
