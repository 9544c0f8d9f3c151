//! Two truth values and two numbers; positive where two of three hold: the first value, the second, a point below a
//! wave (Gama, Medas, Castillo & Rodrigues 2004).

use super::balance::Turns;
use super::settings::{FLAG, SEED, settings};
use super::sine::is_below_the_wave;
use super::{Column, Generator, Header, JavaRandom, Walk};

settings! {
    /// Seed of the rows.
    seed: i64 = 1, SEED;
    /// The concept: 1, or 2 with the classes exchanged.
    function: u32 = 1, (1.0, 2.0);
    /// Whether the classes take turns.
    balanced: bool = false, FLAG;
}

/// Truth values and numbers.
pub struct Mixed {
    settings: Settings,
    random: JavaRandom,
    turns: Turns,
}

impl Mixed {
    /// Starts the stream.
    pub fn new(settings: Settings) -> Mixed {
        Mixed { random: JavaRandom::new(settings.seed), turns: Turns::new(settings.balanced), settings }
    }
}

impl Generator for Mixed {
    fn header(&self) -> Header {
        Header {
            columns: vec![
                Column::nominal("v", ["0", "1"]),
                Column::nominal("w", ["0", "1"]),
                Column::numeric("x"),
                Column::numeric("y"),
            ],
            classes: vec!["positive".into(), "negative".into()],
        }
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
        self.turns.walk(walk);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        loop {
            let [v, w] = std::array::from_fn(|_| u32::from(self.random.uniform() >= 0.5));
            let (x, y) = (self.random.uniform(), self.random.uniform());
            let two_hold = v + w + u32::from(is_below_the_wave(x, y)) >= 2;
            let class = u32::from(two_hold == (self.settings.function == 2));
            if self.turns.accept(class) {
                row.copy_from_slice(&[f64::from(v), f64::from(w), x, y]);
                return class;
            }
        }
    }
}
