//! Where the weighted normal curves of two classes cross: the only cuts at which the misclassification error can gain
//! most. Mirkhan, Amir Haeri & Meybodi (2019), Theorem 1.
//!
//! With `G(t) = (max_k L_k + max_k R_k - max_k n_k) / n` the slope is `(n_i f_i - n_j f_j) / n` where class `i` wins on
//! the left of `t` and `j` on the right, and it can only jump up where a winner changes. So a maximum lies at a crossing
//! of the winners, and without a crossing nothing gains. Under entropy and Gini there is no such theorem: there,
//! crossings are good guesses.
//!
//! Two curves cross at most twice. The paper's quadratic equation loses its digits to cancellation; ours is in
//! standard scores of the narrower class: with `u = (x - m_1) / s_1`, `r = s_1 / s_2 <= 1`, `d = (m_2 - m_1) / s_1`
//! and `l = ln(n_1 s_2 / (n_2 s_1))`,
//!
//! ```text
//! a u^2 + 2 b u + c = 0,   a = 1 - r^2,   b = r^2 d,   c = -r^2 d^2 - 2 l,   q = b^2 - a c = r^2 d^2 + 2 a l
//! ```

use crate::faithful::Faithful;
use crate::math::ln;
use crate::observers::Curve;
use winners::Winners;

/// Where two curves cross, ascending; once or twice, or not at all.
pub fn between(one: &Curve, other: &Curve) -> Vec<f64> {
    let (narrow, wide) = ordered(one, other);
    crossings(narrow, wide).into_iter().filter(|cut| cut.is_finite()).collect()
}

/// The crossings of a narrower curve and a wider one (or one as wide), the left one first: between them the narrower
/// is above the other. NaN where there is none; curves that only touch do not cross.
#[inline(always)]
fn crossings(narrow: &Curve, wide: &Curve) -> [f64; 2] {
    let (s1, s2) = (narrow.deviation, wide.deviation);
    let r = s1 / s2;
    let d = (wide.mean - narrow.mean) / s1;
    let l = ln(narrow.weight / wide.weight * (s2 / s1));
    // The difference of deviations that are close is exact; that of 1 and their ratio is not.
    let a = (s2 - s1) / s2 * (1.0 + r);
    let rd = r * d;
    let (b, c, q) = (r * rd, -(rd * rd) - 2.0 * l, rd * rd + 2.0 * a * l);
    let s = if q > 0.0 { q.sqrt() } else { f64::NAN };
    let [first, second] = if b < 0.0 {
        let sum = s - b;
        // With b < 0 the sum is positive: c / sum is the smaller root.
        [c / sum, sum / a]
    } else {
        let sum = -(b + s);
        [sum / a, c / sum]
    };
    // Curves as wide as each other cross once; the other root is infinite.
    [narrow.mean + s1 * first, narrow.mean + s1 * second]
}

/// Which crossings are offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// Those that can gain most by the misclassification error: the best of all is among them.
    Winners,
    /// All.
    All,
    /// All that the authors' program finds: it misses those of curves that are equally wide. See
    /// [`faithful`](crate::faithful).
    AsPublished,
}

/// Up to so many classes it takes longer to find the winners than to score all crossings.
const FEW_CLASSES: usize = 6;

impl Offer {
    /// All crossings; whether equally wide curves have any is a matter in which programs differ.
    pub fn of(faithful: Faithful) -> Offer {
        if faithful.equal_widths { Offer::All } else { Offer::AsPublished }
    }

    /// Those of them that need a score if the misclassification error is asked of so many classes.
    pub fn pruned(self, classes: usize) -> Offer {
        if self == Offer::All && classes > FEW_CLASSES { Offer::Winners } else { self }
    }
}

/// Adds the cuts of one column, which must lie strictly between `low` and `high`, ascending: the crossings of any two
/// classes; and around a class of a single value, whose curve is a needle, the middle between it and the next class
/// on either side. Tells whether some were left out that may gain anything.
pub fn propose(classes: &[Curve], (low, high): (f64, f64), offer: Offer, cuts: &mut Vec<f64>) -> bool {
    let inside = |cut: f64| cut > low && cut < high;
    let (from, mut are_left_out) = (cuts.len(), false);
    match if offer == Offer::Winners { winners::find(classes, inside, cuts) } else { Winners::Unknown } {
        Winners::Unknown => {
            for (narrow, wide) in pairs(classes, offer) {
                cuts.extend(crossings(narrow, wide).into_iter().filter(|cut| inside(*cut)));
            }
        }
        Winners::Found { are_all } => are_left_out = !are_all,
    }
    if offer != Offer::AsPublished {
        for (place, one) in classes.iter().enumerate().filter(|(_, one)| one.is_needle()) {
            let [below, above] = neighbours(place, classes);
            let middles = [below, above].map(|end| one.mean + 0.5 * (end - one.mean));
            cuts.extend(middles.into_iter().filter(|cut| inside(*cut)));
        }
    }
    cuts[from..].sort_unstable_by(f64::total_cmp);
    are_left_out
}

/// All pairs of classes whose crossings are asked, the narrower first.
fn pairs(classes: &[Curve], offer: Offer) -> impl Iterator<Item = (&Curve, &Curve)> {
    let all = classes
        .iter()
        .enumerate()
        .flat_map(|(place, one)| classes[..place].iter().map(move |other| ordered(one, other)));
    all.filter(move |(narrow, wide)| match offer {
        Offer::AsPublished => narrow.deviation != wide.deviation,
        Offer::Winners | Offer::All => !(narrow.is_needle() && wide.is_needle()),
    })
}

/// The narrower of two curves first.
fn ordered<'a>(one: &'a Curve, other: &'a Curve) -> (&'a Curve, &'a Curve) {
    if other.deviation < one.deviation { (other, one) } else { (one, other) }
}

/// The ends of the ranges of other classes that are nearest to a class of a single value; infinite where there is
/// none.
fn neighbours(place: usize, classes: &[Curve]) -> [f64; 2] {
    let at = classes[place].mean;
    let (mut below, mut above) = (f64::NEG_INFINITY, f64::INFINITY);
    for (_, class) in classes.iter().enumerate().filter(|(other, _)| *other != place) {
        for end in [class.low, class.high] {
            below = if end < at && end > below { end } else { below };
            above = if end > at && end < above { end } else { above };
        }
    }
    [below, above]
}

#[cfg(test)]
mod tests;
mod winners;
