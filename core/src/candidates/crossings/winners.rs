//! The crossings that can gain most by the misclassification error, found without a look at the other classes.
//!
//! At a crossing of `i`, which is above before it, and `j`, which is above behind it, the two alone keep `L_i + R_j`
//! right. That is never more than what all classes keep, `max L + max R`, and where these are most it is as much, since
//! the best cut is a crossing of the winners of both sides. So the largest `L_i + R_j` of all crossings is what the best
//! of them keeps: two distributions for each instead of one for each class.

use super::{Offer, crossings, pairs};
use crate::math::normal_cdf;
use crate::observers::Curve;
use riparian_dispatch::{Kernel, widest};

/// Sums that differ by less than this share of the weight are equal, and all of them are scored.
const SLACK: f64 = 1e-9;

/// Crossings that are asked together.
const TOGETHER: usize = 64;

/// What has become of a search.
pub enum Winners {
    /// They stand among the cuts.
    Found {
        /// Whether none was left out that may gain anything.
        are_all: bool,
    },
    /// The best of all lies beyond the values: the best of those between them may be any.
    Unknown,
}

/// Crossings and the two classes of each, side by side.
#[derive(Default)]
struct Asked {
    cuts: Vec<f64>,
    /// Weight, mean and deviation of the class that is above before the crossing, and of the one behind it.
    before: [Vec<f64>; 3],
    behind: [Vec<f64>; 3],
    kept: Vec<f64>,
}

impl Asked {
    fn push(&mut self, cut: f64, before: &Curve, behind: &Curve) {
        self.cuts.push(cut);
        for (lists, curve) in [(&mut self.before, before), (&mut self.behind, behind)] {
            for (list, number) in lists.iter_mut().zip([curve.weight, curve.mean, curve.deviation]) {
                list.push(number);
            }
        }
    }

    fn clear(&mut self) {
        self.cuts.clear();
        self.before.iter_mut().chain(&mut self.behind).for_each(Vec::clear);
    }
}

struct Keep<'a>(&'a mut Asked);

impl Kernel for Keep<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Asked { cuts, before: [w1, m1, s1], behind: [w2, m2, s2], kept } = self.0;
        let n = cuts.len();
        kept.resize(n, 0.0);
        let (cuts, kept) = (&cuts[..n], &mut kept[..n]);
        let (w1, m1, s1, w2, m2, s2) = (&w1[..n], &m1[..n], &s1[..n], &w2[..n], &m2[..n], &s2[..n]);
        for at in 0..n {
            let left = w1[at] * normal_cdf((cuts[at] - m1[at]) / s1[at]);
            kept[at] = left + w2[at] * normal_cdf((m2[at] - cuts[at]) / s2[at]);
        }
    }
}

/// Adds the crossings inside that keep most, if none beyond keeps more.
pub fn find(classes: &[Curve], inside: impl Fn(f64) -> bool, cuts: &mut Vec<f64>) -> Winners {
    let heaviest =
        classes.iter().fold(0.0, |most, class| if class.weight > most { class.weight } else { most });
    let slack = SLACK * classes.iter().map(|class| class.weight).sum::<f64>();
    let mut asked = Asked::default();
    let mut found: Vec<(f64, f64)> = Vec::new();
    let (mut most, mut beyond, mut count) = (f64::NEG_INFINITY, f64::NEG_INFINITY, 0);
    let mut all = pairs(classes, Offer::Winners).peekable();
    while let Some((narrow, wide)) = all.next() {
        let [first, second] = crossings(narrow, wide);
        // Between its two crossings the narrower is above.
        for (cut, before, behind) in [(first, wide, narrow), (second, narrow, wide)] {
            if cut.is_finite() {
                asked.push(cut, before, behind);
            }
        }
        if asked.cuts.len() < TOGETHER && all.peek().is_some() {
            continue;
        }
        widest(Keep(&mut asked));
        for (cut, kept) in asked.cuts.iter().zip(&asked.kept) {
            if !inside(*cut) {
                beyond = if *kept > beyond { *kept } else { beyond };
                continue;
            }
            count += 1;
            most = if *kept > most { *kept } else { most };
            if *kept >= most - slack {
                found.push((*cut, *kept));
            }
        }
        found.retain(|(_, kept)| *kept >= most - slack);
        asked.clear();
    }
    // No cut keeps more than the heaviest class: nothing is to be gained, here or beyond.
    let is_in_vain = (if most > beyond { most } else { beyond }) <= heaviest;
    if !is_in_vain && beyond > most {
        return Winners::Unknown;
    }
    cuts.extend(found.iter().map(|(cut, _)| cut));
    Winners::Found { are_all: is_in_vain || found.len() == count }
}
