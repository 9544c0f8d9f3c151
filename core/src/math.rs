//! Logarithm, exponential and normal distribution as straight arithmetic: the same bits on every machine.
//!
//! No branches, no tables, no calls into the platform's mathematics: loops over these functions vectorise, and a result
//! depends on its argument alone. Errors are a few units in the last place (tests compare with 50-digit values).

const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
const TWO_52: f64 = 4_503_599_627_370_496.0;
const ONE_BITS: u64 = 0x3ff0_0000_0000_0000;
const SQRT_HALF_BITS: u64 = 0x3fe6_a09e_667f_3bcd;
/// Adding this number rounds to the nearest whole number and leaves it in the low bits.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// The bits of a number split as `mantissa * 2^exponent`, mantissa in `[sqrt(1/2), sqrt(2))`. For positive normal
/// numbers.
#[inline(always)]
pub fn parts(x: f64) -> (f64, f64) {
    // Moving sqrt(1/2) to the start of a binade makes the exponent field change where the mantissa would leave its
    // interval.
    let moved = x.to_bits().wrapping_add(ONE_BITS - SQRT_HALF_BITS);
    let mantissa = f64::from_bits((moved & ((1 << 52) - 1)) + SQRT_HALF_BITS);
    // A small whole number becomes a float by standing in the low bits of 2^52.
    let exponent = f64::from_bits((moved >> 52) | TWO_52.to_bits()) - (TWO_52 + 1023.0);
    (mantissa, exponent)
}

/// Natural logarithm of a positive normal number.
#[inline(always)]
pub fn ln(x: f64) -> f64 {
    let (mantissa, exponent) = parts(x);
    let f = mantissa - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    // 2 atanh(s) = ln((1+s)/(1-s)) = ln(mantissa): minimax coefficients of the odd series.
    let even =
        w * (3.999_999_999_940_942e-1 + w * (2.222_219_843_214_978_4e-1 + w * 1.531_383_769_920_937_3e-1));
    let odd = z
        * (6.666_666_666_666_735e-1
            + w * (2.857_142_874_366_239e-1
                + w * (1.818_357_216_161_805e-1 + w * 1.479_819_860_511_658_6e-1)));
    let half_square = 0.5 * f * f;
    exponent * LN2_HIGH - ((half_square - (s * (half_square + (even + odd)) + exponent * LN2_LOW)) - f)
}

/// `x ln x`, and 0 where `x` is 0 (or too small to matter).
#[inline(always)]
pub fn x_ln_x(x: f64) -> f64 {
    let product = x * ln(x);
    if x < f64::MIN_POSITIVE { 0.0 } else { product }
}

/// Exponential of a number that is not above 700; below -708 it is 0.
#[inline(always)]
pub fn exp(x: f64) -> f64 {
    let bounded = if x < -708.0 { -708.0 } else { x };
    let rounded = bounded * std::f64::consts::LOG2_E + ROUND;
    let n = rounded - ROUND;
    let r = (bounded - n * LN2_HIGH) - n * LN2_LOW;
    // Taylor to degree 13: the remainder at |r| <= ln(2)/2 is below 1e-17. Two interleaved halves shorten the chain.
    let z = r * r;
    let even = 1.0
        + z * (1.0 / 2.0
            + z * (1.0 / 24.0
                + z * (1.0 / 720.0
                    + z * (1.0 / 40_320.0 + z * (1.0 / 3_628_800.0 + z * (1.0 / 479_001_600.0))))));
    let odd = 1.0
        + z * (1.0 / 6.0
            + z * (1.0 / 120.0
                + z * (1.0 / 5_040.0
                    + z * (1.0 / 362_880.0 + z * (1.0 / 39_916_800.0 + z * (1.0 / 6_227_020_800.0))))));
    let scale = f64::from_bits(rounded.to_bits().wrapping_shl(52).wrapping_add(ONE_BITS));
    let result = (even + r * odd) * scale;
    if x < -708.0 { 0.0 } else { result }
}

/// Coefficients of `erfcx(y) (y + 3.75)` in `t = (y - 3.75) / (y + 3.75)`: a Chebyshev fit over all `y >= 0`, error
/// 3e-16.
const TAIL: [f64; 22] = [
    1.091922909562789,
    -0.958741576652907,
    0.7363189252217802,
    -0.4904702912079008,
    0.279062049032624,
    -0.13195540117271704,
    0.04911877863376111,
    -0.012535880111294594,
    0.0009863379277053066,
    0.0007948235703551596,
    -0.00034864612266235264,
    1.0592066137231293e-05,
    3.746951268407447e-05,
    -8.898917523864311e-06,
    -3.285212096651136e-06,
    1.6475119950583854e-06,
    2.746265874882676e-07,
    -2.543522942113537e-07,
    -2.2919625601671744e-08,
    3.387615398931315e-08,
    1.5103317680436322e-09,
    -2.8361258364518016e-09,
];

/// Chance that a standard normal variable is at most `z`.
#[inline(always)]
pub fn normal_cdf(z: f64) -> f64 {
    let y = z.abs() * std::f64::consts::FRAC_1_SQRT_2;
    let u = 1.0 / (y + 3.75);
    let t = 1.0 - 7.5 * u;
    let t2 = t * t;
    // Even and odd powers apart: two chains of half the length.
    let mut even = TAIL[20];
    let mut odd = TAIL[21];
    let mut power = 20;
    while power > 0 {
        power -= 2;
        even = even * t2 + TAIL[power];
        odd = odd * t2 + TAIL[power + 1];
    }
    let tail = 0.5 * exp(-(y * y)) * u * (even + t * odd);
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// The point that a standard normal variable exceeds with chance `p`, by halving.
pub fn upper_quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if normal_cdf(-middle) > p {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_of_powers_of_two_are_multiples_of_ln_2() {
        for n in -1000..1000 {
            let x = 2f64.powi(n);
            assert!((ln(x) - f64::from(n) * std::f64::consts::LN_2).abs() <= 2e-13, "{n}");
        }
    }

    #[test]
    fn logarithm_agrees_with_the_platform_to_two_units_in_the_last_place() {
        let mut x = 1e-300;
        while x < 1e300 {
            assert!((ln(x) - x.ln()).abs() <= 4e-16 * x.ln().abs().max(0.5), "{x}");
            x *= 1.000_7;
        }
    }

    #[test]
    fn exponential_agrees_with_the_platform() {
        let mut x = -720.0;
        while x < 700.0 {
            assert!((exp(x) - x.exp()).abs() <= 4e-16 * x.exp() + 1e-307, "{x}");
            x += 0.013;
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(f64::NEG_INFINITY), 0.0);
    }

    #[test]
    fn normal_cdf_meets_published_values() {
        // Abramowitz & Stegun, table 26.1.
        for (z, p) in [(0.0, 0.5), (1.0, 0.841_344_746_068_542_9), (-1.96, 0.024_997_895_148_220_4)] {
            assert!((normal_cdf(z) - p).abs() < 1e-15, "{z}");
        }
        assert!((normal_cdf(-5.0) - 2.866_515_718_791_939e-7).abs() < 1e-21);
        assert_eq!(normal_cdf(40.0), 1.0);
        assert_eq!(normal_cdf(-40.0), 0.0);
    }

    #[test]
    fn normal_cdf_grows_with_its_argument() {
        let mut last = 0.0;
        for i in -80_000..80_000 {
            let p = normal_cdf(f64::from(i) * 1e-4);
            assert!(p >= last - 3e-16);
            last = p;
        }
    }

    #[test]
    fn x_ln_x_is_zero_at_zero() {
        assert_eq!(x_ln_x(0.0), 0.0);
        assert_eq!(x_ln_x(1.0), 0.0);
    }
}
