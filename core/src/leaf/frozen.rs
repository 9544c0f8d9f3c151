//! Has this leaf given up its observers? A few bits, so that a frozen leaf takes no more than another.

/// Whether a leaf has given up its observers to save memory, and how large they were.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Frozen(u32);

/// Observers are measured in pieces of so many bytes.
const PIECE: usize = 32;

impl Frozen {
    /// Just frozen, with observers of so many bytes.
    pub(super) fn new(bytes: usize) -> Frozen {
        Frozen((bytes.div_ceil(PIECE).clamp(1, (u32::MAX >> 1) as usize) as u32) << 1 | 1)
    }

    /// True if the leaf is frozen.
    #[inline(always)]
    pub fn is_frozen(self) -> bool {
        self.0 != 0
    }

    /// Bytes that the observers had.
    pub fn bytes(self) -> usize {
        (self.0 >> 1) as usize * PIECE
    }

    /// True if no look at the frozen leaves has passed it since it was frozen.
    pub fn is_fresh(self) -> bool {
        self.0 & 1 == 1
    }

    /// Notes that a look has passed.
    pub fn settle(&mut self) {
        self.0 &= !1;
    }

    /// As a number, to store.
    pub fn stored(self) -> u32 {
        self.0
    }

    /// From a stored number; nothing if no leaf could have stored it.
    pub fn restore(stored: u32) -> Option<Frozen> {
        (stored != 1).then_some(Frozen(stored))
    }
}
