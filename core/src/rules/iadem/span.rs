//! What is known of a split: an interval, from what is known surely to what is known maybe.

use super::Confidence;
use crate::counts::Panel;

/// What is known of a split: it leaves this much knowledge surely, and that much maybe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    /// With the most even classes that confidence allows.
    pub sure: f64,
    /// With the least even ones.
    pub maybe: f64,
}

impl Span {
    /// What is known of a split with these branches, which are weighed side by side. Rows without a value are in no
    /// branch: they count neither for nor against it.
    pub fn of(confidence: Confidence, branches: &[Vec<f64>]) -> Span {
        let (n, classes) = (branches.len(), branches.first().map_or(0, Vec::len));
        let counts: Vec<f64> =
            (0..classes).flat_map(|k| branches.iter().map(move |counts| counts[k])).collect();
        let [mut weight, mut sure, mut maybe] = [vec![0.0; n], vec![0.0; n], vec![0.0; n]];
        let panel = Panel { counts: &counts, stride: n, classes };
        confidence.known(panel, &mut weight, &mut sure, &mut maybe);
        let total: f64 = weight.iter().sum();
        Span { sure: sure.iter().sum::<f64>() / total, maybe: maybe.iter().sum::<f64>() / total }
    }

    /// How much is open.
    pub fn width(self) -> f64 {
        self.maybe - self.sure
    }

    /// The part of this span that another shares. A span of no width is shared if it lies within the other.
    pub fn shared(self, other: Span) -> f64 {
        let common = self.maybe.min(other.maybe) - self.sure.max(other.sure);
        if self.width() > 0.0 { common.max(0.0) / self.width() } else { f64::from(u8::from(common >= 0.0)) }
    }
}
