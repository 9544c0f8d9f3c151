//! `java.util.Random`, bit for bit: the source of all numbers in MOA's generators.
//!
//! A linear congruence modulo 2^48 (Knuth, volume 2, 3.2.1); normal numbers by the polar method, the second of each
//! pair kept for the next call.

use super::Walk;
use riparian_dispatch::{Kernel, widest};

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
/// The 48 bits of the state stand at the top of a word: what overflows is what Java cuts off.
const SHIFT: u32 = 16;
const STEP: u64 = 0xB << SHIFT;
/// Pairs of normal numbers made in one go.
const PAIRS: usize = 16;

/// Multiplier and increment of 1 to 4 steps at once.
const STEPS: [(u64, u64); 4] = {
    let mut steps = [(MULTIPLIER, STEP); 4];
    let mut at = 1;
    while at < 4 {
        let (times, plus) = steps[at - 1];
        steps[at] = (times.wrapping_mul(MULTIPLIER), plus.wrapping_mul(MULTIPLIER).wrapping_add(STEP));
        at += 1;
    }
    steps
};

/// A random number generator of Java.
#[derive(Clone)]
pub struct JavaRandom {
    state: u64,
    kept: Option<f64>,
}

impl JavaRandom {
    /// As `new Random(seed)`.
    pub fn new(seed: i64) -> JavaRandom {
        JavaRandom { state: (seed as u64 ^ MULTIPLIER) << SHIFT, kept: None }
    }

    /// Leads over the state.
    pub fn walk(&mut self, walk: &mut Walk) {
        let (mut waits, mut kept) = (self.kept.is_some(), self.kept.unwrap_or(0.0));
        walk.word(&mut self.state);
        self.state &= !0 << SHIFT;
        walk.flag(&mut waits);
        walk.number(&mut kept);
        self.kept = waits.then_some(kept);
    }

    /// The next 1 to 32 bits, with a sign.
    #[inline]
    fn bits(&mut self, count: u32) -> i32 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(STEP);
        (self.state >> (64 - count)) as i32
    }

    /// A whole number from 0 to `bound - 1`.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let bound = bound as i32;
        let mut drawn = self.bits(31);
        if bound & (bound - 1) == 0 {
            return ((i64::from(bound) * i64::from(drawn)) >> 31) as u32;
        }
        // The last, incomplete round of numbers is drawn again.
        loop {
            let rest = drawn % bound;
            if drawn.wrapping_sub(rest).wrapping_add(bound - 1) >= 0 {
                return rest as u32;
            }
            drawn = self.bits(31);
        }
    }

    /// A number from 0 to 1, 1 excluded.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        let [first, second] = self.states();
        uniform(first, second)
    }

    /// The next states; each is made from the present one, so that none waits for the one before.
    #[inline(always)]
    fn states<const N: usize>(&mut self) -> [u64; N] {
        let states = std::array::from_fn(|at| {
            let (times, plus) = STEPS[at];
            self.state.wrapping_mul(times).wrapping_add(plus)
        });
        self.state = states[N - 1];
        states
    }

    /// True or false.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.bits(1) != 0
    }

    /// A standard normal number.
    pub fn normal(&mut self) -> f64 {
        let mut found = [0.0];
        self.normals(&mut found);
        found[0]
    }

    /// As many standard normal numbers as there is room for: points in a square, those within a circle taken, two
    /// numbers from each.
    pub fn normals(&mut self, mut out: &mut [f64]) {
        if out.is_empty() {
            return;
        }
        if let Some(kept) = self.kept.take() {
            out[0] = kept;
            out = &mut out[1..];
        }
        for part in out.chunks_mut(2 * PAIRS) {
            let wanted = part.len().div_ceil(2);
            let (mut points, mut squares) = ([(0.0, 0.0); PAIRS + 1], [0.5; PAIRS + 1]);
            let mut count = 0;
            while count < wanted {
                let [s1, s2, s3, s4] = self.states();
                let (a, b) = (2.0 * uniform(s1, s2) - 1.0, 2.0 * uniform(s3, s4) - 1.0);
                let square = a * a + b * b;
                // Written in any case, kept if it counts: nobody can foresee which.
                (points[count], squares[count]) = ((a, b), square);
                count += usize::from(square < 1.0 && square != 0.0);
            }
            let mut scales = [0.0; PAIRS];
            match wanted {
                1 => scales[0] = scale(squares[0]),
                _ => widest(Scales { squares: &squares[..wanted.next_multiple_of(8)], scales: &mut scales }),
            }
            for ((pair, (a, b)), scale) in part.chunks_mut(2).zip(points).zip(scales) {
                pair[0] = a * scale;
                match pair.get_mut(1) {
                    Some(second) => *second = b * scale,
                    None => self.kept = Some(b * scale),
                }
            }
        }
    }

    /// A place in a list of weights, each with the chance of its weight; MOA's way to choose a centroid. Given are
    /// the sums of the weights up to and including each place.
    pub fn place_by_weight(&mut self, sums: &[f64]) -> usize {
        let wanted = self.uniform() * sums.last().copied().unwrap_or(0.0);
        sums.partition_point(|sum| *sum <= wanted).min(sums.len() - 1)
    }
}

/// What the coordinates of a point within the circle are multiplied by.
#[inline(always)]
fn scale(square: f64) -> f64 {
    (-2.0 * strict_ln(square) / square).sqrt()
}

/// The scales of several points.
struct Scales<'a> {
    squares: &'a [f64],
    scales: &'a mut [f64; PAIRS],
}

impl Kernel for Scales<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let scales = self.scales.as_chunks_mut::<8>().0;
        for (squares, scales) in self.squares.as_chunks::<8>().0.iter().zip(scales) {
            let (squares, mut found) = (*squares, [0.0; 8]);
            for lane in 0..8 {
                found[lane] = scale(squares[lane]);
            }
            *scales = found;
        }
    }
}

/// 26 bits of one state and 27 of the next as a number from 0 to 1.
#[inline(always)]
fn uniform(first: u64, second: u64) -> f64 {
    // Fewer than 2^53, so a signed conversion will do, which is one instruction.
    (((first >> 38) << 27) + (second >> 37)) as i64 as f64 / (1u64 << 53) as f64
}

/// The logarithm that Java's `StrictMath` prescribes (fdlibm), bit for bit, for positive normal numbers. The house's
/// own differs in the last bit here and there. Its cases are computed side by side and chosen from, so that a loop
/// over it vectorises.
#[inline(always)]
fn strict_ln(x: f64) -> f64 {
    const LN2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
    const LN2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
    const EVEN: [u64; 3] = [0x3fd9_9999_9997_fa04, 0x3fcc_71c5_1d8e_78af, 0x3fc3_9a09_d078_c69f];
    const ODD: [u64; 4] =
        [0x3fe5_5555_5555_5593, 0x3fd2_4924_9422_9359, 0x3fc7_4664_96cb_03de, 0x3fc2_f112_df3e_5244];
    const TWO_52: f64 = 4_503_599_627_370_496.0;
    let bits = x.to_bits();
    let high = (bits >> 32) & 0xf_ffff;
    // The mantissa is brought between sqrt(1/2) and sqrt(2).
    let carry = (high + 0x9_5f64) & 0x10_0000;
    let exponent = f64::from_bits(((bits >> 52) + (carry >> 20)) | TWO_52.to_bits()) - (TWO_52 + 1023.0);
    let mantissa = ((high | (carry ^ 0x3ff0_0000)) << 32) | (bits & 0xffff_ffff);
    let f = f64::from_bits(mantissa) - 1.0;
    let s = f / (2.0 + f);
    let (z, [e2, e4, e6], [o1, o3, o5, o7]) = (s * s, EVEN.map(f64::from_bits), ODD.map(f64::from_bits));
    let w = z * z;
    let series = z * (o1 + w * (o3 + w * (o5 + w * o7))) + w * (e2 + w * (e4 + w * e6));
    let half_square = 0.5 * f * f;
    let middle = half_square - (s * (half_square + series) + exponent * LN2_LOW);
    let side = s * (f - series) - exponent * LN2_LOW;
    let near_one = f * f * (0.5 - (1.0 / 3.0) * f) - exponent * LN2_LOW;
    let is_middle = high.wrapping_sub(0x6_147a) <= 0x6_b851 - 0x6_147a;
    let is_near_one = (high + 2) & 0xf_ffff < 3;
    exponent * LN2_HIGH - (either(is_middle, middle, either(is_near_one, near_one, side)) - f)
}

/// One or the other, by masks: a branch would keep lanes apart.
#[inline(always)]
fn either(first: bool, a: f64, b: f64) -> f64 {
    let mask = if first { u64::MAX } else { 0 };
    f64::from_bits((a.to_bits() & mask) | (b.to_bits() & !mask))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_java() {
        // Printed by a Java 17 program: four numbers of 32 bits, then below 2, 3, 5, 10, 100, 2^30 and 2^30 + 1, then
        // three uniform and four normal ones as bits, then six coins.
        let bounds = [2, 3, 5, 10, 100, 1 << 30, (1 << 30) + 1];
        let recorded = [
            (
                1,
                [-1155869325, 431529176, 1761283695, 1749940626],
                [0, 1, 4, 6, 78, 763150874, 13136569],
                [4594670921886116724i64, 4594917425615691924, 4603165859330120429],
                [4606139315665922117i64, -4639707046735427337, -4623541339152119100, 4606743157464802978],
                [true, true, true, true, false, false],
            ),
            (
                -5,
                [1156638822, 1560933443, 1434915906, 1475992656],
                [0, 1, 2, 3, 74, 364768579, 245762545],
                [4604569676476914381, 4606132688965411821, 4600968999255593134],
                [-4611258552566697864, -4627359300475681244, 4596037381463530474, -4632217560668551245],
                [true, false, true, true, false, true],
            ),
            (
                123456789,
                [-1442945365, -1016548095, 1962592967, 1094656688],
                [0, 1, 3, 7, 97, 462786443, 771983441],
                [4602504765213712432, 4580264911660713440, 4602287317902020896],
                [-4617379731522906853, 4599124261290527261, 4579819031797308889, -4610320111012724579],
                [true, false, true, true, false, true],
            ),
        ];
        for (seed, words, below, uniform, normal, coins) in recorded {
            let mut random = JavaRandom::new(seed);
            assert_eq!(words.map(|_| random.bits(32)), words);
            assert_eq!(bounds.map(|bound| random.below(bound)), below);
            assert_eq!(uniform.map(|_| random.uniform().to_bits() as i64), uniform);
            assert_eq!(normal.map(|_| random.normal().to_bits() as i64), normal);
            assert_eq!(coins.map(|_| random.coin()), coins);
        }
    }
}
