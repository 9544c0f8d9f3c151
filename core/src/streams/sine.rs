//! Points above or below a sine curve (Gama, Medas, Castillo & Rodrigues 2004): two curves, each with either side
//! called positive.

use super::balance::Turns;
use super::settings::{FLAG, SEED, settings};
use super::{Column, Generator, Header, JavaRandom, Walk, numbered};
use std::f64::consts::PI;

settings! {
    /// Seed of the rows.
    seed: i64 = 1, SEED;
    /// The concept: 1 below sin x, 2 above it, 3 below 0.5 + 0.3 sin 3 pi x, 4 above it.
    function: u32 = 1, (1.0, 4.0);
    /// Whether two random columns follow.
    irrelevant: bool = true, FLAG;
    /// Whether the classes take turns.
    balanced: bool = false, FLAG;
}

/// Points about a curve.
pub struct Sine {
    settings: Settings,
    random: JavaRandom,
    turns: Turns,
}

/// Whether a point lies below the curve of the third and fourth concept.
pub(super) fn is_below_the_wave(x: f64, y: f64) -> bool {
    y < 0.5 + 0.3 * libm::sin(3.0 * PI * x)
}

impl Sine {
    /// Starts the stream.
    pub fn new(settings: Settings) -> Sine {
        Sine { random: JavaRandom::new(settings.seed), turns: Turns::new(settings.balanced), settings }
    }
}

impl Generator for Sine {
    fn header(&self) -> Header {
        let columns = if self.settings.irrelevant { 4 } else { 2 };
        Header {
            columns: numbered("att", columns).map(Column::numeric).collect(),
            classes: vec!["positive".into(), "negative".into()],
        }
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
        self.turns.walk(walk);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        loop {
            let (x, y) = (self.random.uniform(), self.random.uniform());
            let below = if self.settings.function < 3 { y < libm::sin(x) } else { is_below_the_wave(x, y) };
            let class = u32::from(below == self.settings.function.is_multiple_of(2));
            if self.turns.accept(class) {
                (row[0], row[1]) = (x, y);
                row[2..].iter_mut().for_each(|x| *x = self.random.uniform());
                return class;
            }
        }
    }
}
