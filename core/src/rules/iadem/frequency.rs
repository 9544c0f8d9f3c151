//! How far a share may be from the one that was counted: Hoeffding's bound, or for small shares Chernoff's.

/// Bounds of shares counted among some rows, but for a chance of `delta`.
#[derive(Clone, Copy)]
pub struct Bounds {
    rows: f64,
    /// `ln(2 / delta)`.
    log: f64,
    /// One half, divided by the rows.
    half: f64,
    hoeffding: f64,
}

/// Below this share Chernoff's bound is the narrower one, if there are many rows.
const SMALL: f64 = 1.0 / 6.0;

impl Bounds {
    /// `log` is `ln(2 / delta)`. Without a row bounds are infinite, and cut off.
    #[inline(always)]
    pub fn new(rows: f64, log: f64) -> Bounds {
        let half = 0.5 / rows;
        Bounds { rows, log, half, hoeffding: (log * half).sqrt() }
    }

    /// Chernoff's bound solves `n e^2 = 3 ln(2/delta) (p + e)`.
    #[inline(always)]
    fn chernoff(self, share: f64) -> f64 {
        let Bounds { rows, log, half, .. } = self;
        (3.0 * log + (9.0 * (log * log) + 12.0 * rows * share * log).sqrt()) * half
    }

    /// How far the true share may be; never more than 1.
    #[inline(always)]
    pub fn distance(self, share: f64) -> f64 {
        let chernoff = self.chernoff(share);
        let narrow = if chernoff < self.hoeffding { chernoff } else { self.hoeffding };
        let found = if share < SMALL { narrow } else { self.hoeffding };
        if found < 1.0 { found } else { 1.0 }
    }

    /// The least and the largest that the true share may be.
    #[inline(always)]
    pub fn around(self, share: f64) -> (f64, f64) {
        let distance = self.distance(share);
        let (low, high) = (share - distance, share + distance);
        (if low > 0.0 { low } else { 0.0 }, if high < 1.0 { high } else { 1.0 })
    }

    /// The same from parts that were found before: one half divided by the rows, and Hoeffding's bound.
    #[inline(always)]
    pub fn of((half, hoeffding): (f64, f64), rows: f64, log: f64) -> Bounds {
        Bounds { rows, log, half, hoeffding }
    }
}
