//! IADEM-2: the best split is taken when it is surely other than the worst one, or surely no better.
//!
//! Ramos-Jiménez, del Campo-Ávila & Morales-Bueno (2006); del Campo-Ávila et al. (2008). Shares of classes have
//! confidence intervals ([`frequency`]), hence the entropy of a branch has one ([`Confidence`]), hence a split. All is
//! told here as *knowledge*, one minus the entropy to the base of the number of classes: the more the better, from 0
//! to 1.

mod binary;
mod frequency;
mod knowledge;
#[cfg(test)]
mod tests;

pub use frequency::Bounds;
pub use knowledge::Confidence;

/// The rule of IADEM-2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Iadem {
    /// Spans that share at most this part are different; spans that share all but this part, the same.
    pub difference: f64,
}

/// A branch that holds more than this share of the weight forbids a split.
const MOST: f64 = 0.75;

/// What is known of a split: it leaves this much knowledge surely, and that much maybe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    /// With the most even classes that confidence allows.
    pub sure: f64,
    /// With the least even ones.
    pub maybe: f64,
}

impl Span {
    /// How much is open.
    pub fn width(self) -> f64 {
        self.maybe - self.sure
    }

    /// The part of this span that another shares. A span of no width is shared if it lies within the other.
    fn shared(self, other: Span) -> f64 {
        let common = self.maybe.min(other.maybe) - self.sure.max(other.sure);
        if self.width() > 0.0 { common.max(0.0) / self.width() } else { f64::from(u8::from(common >= 0.0)) }
    }
}

/// What the spans of the best and the worst split say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// They are different: the best is better.
    Different,
    /// They are the same, and known well: any will do.
    Same,
    /// Neither is sure.
    Open,
}

impl Iadem {
    /// What confidence says of the best split, beside the worst.
    pub fn compare(&self, best: Span, worst: Span) -> Finding {
        let (of_best, of_worst) = (best.shared(worst), worst.shared(best));
        let enough = 1.0 - self.difference;
        if of_best <= self.difference || of_worst <= self.difference {
            Finding::Different
        } else if of_best >= enough && of_worst >= enough && best.width() <= self.difference {
            Finding::Same
        } else {
            Finding::Open
        }
    }

    /// True if one branch has nearly all of the weight.
    pub fn is_lopsided(&self, branches: impl Iterator<Item = f64> + Clone) -> bool {
        let most = branches.clone().fold(0.0, f64::max);
        most > MOST * branches.sum::<f64>()
    }
}
