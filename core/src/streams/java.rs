//! `java.util.Random`, bit for bit: the source of all numbers in MOA's generators.
//!
//! A linear congruence modulo 2^48 (Knuth, volume 2, 3.2.1); normal numbers by the polar method, the second of each pair kept for the next call.

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

/// A random number generator of Java.
#[derive(Clone)]
pub struct JavaRandom {
    state: u64,
    kept: Option<f64>,
}

impl JavaRandom {
    /// As `new Random(seed)`.
    pub fn new(seed: i64) -> JavaRandom {
        JavaRandom { state: (seed as u64 ^ MULTIPLIER) & MASK, kept: None }
    }

    /// The next 1 to 32 bits, with a sign.
    #[inline]
    fn bits(&mut self, count: u32) -> i32 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(0xB) & MASK;
        (self.state >> (48 - count)) as i32
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
        let high = i64::from(self.bits(26)) << 27;
        (high + i64::from(self.bits(27))) as f64 / (1u64 << 53) as f64
    }

    /// True or false.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.bits(1) != 0
    }

    /// A standard normal number.
    pub fn normal(&mut self) -> f64 {
        if let Some(kept) = self.kept.take() {
            return kept;
        }
        loop {
            let (a, b) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = a * a + b * b;
            if square < 1.0 && square != 0.0 {
                let scale = (-2.0 * strict_ln(square) / square).sqrt();
                self.kept = Some(b * scale);
                return a * scale;
            }
        }
    }

    /// A place in a list of weights, each with the chance of its weight; MOA's way to choose a centroid.
    pub fn place_by_weight(&mut self, weights: &[f64]) -> usize {
        let wanted = self.uniform() * weights.iter().sum::<f64>();
        let (mut sum, mut place) = (0.0, 0);
        while sum <= wanted && place < weights.len() {
            sum += weights[place];
            place += 1;
        }
        place - 1
    }
}

/// The logarithm that Java's `StrictMath` prescribes (fdlibm), bit for bit, for positive normal numbers. The house's own differs in the last
/// bit here and there, because it knows no cases.
fn strict_ln(x: f64) -> f64 {
    const LN2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
    const LN2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
    const EVEN: [u64; 3] = [0x3fd9_9999_9997_fa04, 0x3fcc_71c5_1d8e_78af, 0x3fc3_9a09_d078_c69f];
    const ODD: [u64; 4] =
        [0x3fe5_5555_5555_5593, 0x3fd2_4924_9422_9359, 0x3fc7_4664_96cb_03de, 0x3fc2_f112_df3e_5244];
    let bits = x.to_bits();
    let high = ((bits >> 32) & 0xf_ffff) as i32;
    // The mantissa is brought between sqrt(1/2) and sqrt(2).
    let carry = (high + 0x9_5f64) & 0x10_0000;
    let exponent = f64::from((bits >> 52) as i32 - 1023 + (carry >> 20));
    let mantissa = (u64::from((high | (carry ^ 0x3ff0_0000)) as u32) << 32) | (bits & 0xffff_ffff);
    let f = f64::from_bits(mantissa) - 1.0;
    if (2 + high) & 0xf_ffff < 3 {
        let rest = f * f * (0.5 - (1.0 / 3.0) * f);
        return if exponent == 0.0 {
            f - rest
        } else {
            exponent * LN2_HIGH - ((rest - exponent * LN2_LOW) - f)
        };
    }
    let s = f / (2.0 + f);
    let (z, [e2, e4, e6], [o1, o3, o5, o7]) = (s * s, EVEN.map(f64::from_bits), ODD.map(f64::from_bits));
    let w = z * z;
    let series = z * (o1 + w * (o3 + w * (o5 + w * o7))) + w * (e2 + w * (e4 + w * e6));
    let far = ((high - 0x6_147a) | (0x6_b851 - high)) > 0;
    let half_square = 0.5 * f * f;
    match (far, exponent == 0.0) {
        (true, true) => f - (half_square - s * (half_square + series)),
        (true, false) => {
            exponent * LN2_HIGH - ((half_square - (s * (half_square + series) + exponent * LN2_LOW)) - f)
        }
        (false, true) => f - s * (f - series),
        (false, false) => exponent * LN2_HIGH - ((s * (f - series) - exponent * LN2_LOW) - f),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_java() {
        // Printed by a Java 17 program: four numbers of 32 bits, then below 2, 3, 5, 10, 100, 2^30 and 2^30 + 1, then three uniform
        // and four normal ones as bits, then six coins.
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
