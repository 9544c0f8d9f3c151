//! One page of the index above the bins: up to 64 keys, ascending, each with the number of a page below.

use super::pages::Chained;

/// The most keys of a page.
pub const PAGE: usize = 64;

/// Keys that are compared at once.
const EIGHT: usize = 8;

/// How many keys are no larger than `x`: eight by eight first, then one by one, with no branch to predict. Keys stand
/// first, and no number behind them, which no comparison holds for.
#[inline(always)]
pub fn rank<const N: usize>(keys: &[f64; N], x: f64) -> usize {
    let up_to_x = |key: &f64| usize::from(*key <= x);
    let start: usize = (1..N / EIGHT).map(|part| EIGHT * up_to_x(&keys[EIGHT * part - 1])).sum();
    let within: usize = keys[start..start + EIGHT].iter().map(up_to_x).sum();
    start + within
}

/// A page, side by side with others in one list.
#[derive(Clone)]
pub struct Page {
    keys: [f64; PAGE],
    slots: [u32; PAGE],
    count: u32,
}

impl Chained for Page {
    const EMPTY: Page = Page { keys: [f64::NAN; PAGE], slots: [0; PAGE], count: 0 };

    fn link(&mut self) -> &mut u32 {
        &mut self.slots[0]
    }
}

impl Page {
    /// A page of these keys and slots.
    pub fn of(items: &[(f64, u32)]) -> Page {
        let mut page = Page::EMPTY;
        items.iter().for_each(|(key, slot)| page.insert(page.len(), *key, *slot));
        page
    }

    /// Number of keys.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// The key at a place.
    #[inline(always)]
    pub fn key(&self, at: usize) -> f64 {
        self.keys[at]
    }

    /// What the key at a place leads to.
    #[inline(always)]
    pub fn slot(&self, at: usize) -> u32 {
        self.slots[at]
    }

    /// What its keys lead to.
    pub fn slots(&self) -> &[u32] {
        &self.slots[..self.len()]
    }

    /// The place of the last key that is no larger than `x`, or the first if none is.
    #[inline(always)]
    pub fn floor(&self, x: f64) -> usize {
        rank(&self.keys, x).saturating_sub(1)
    }

    /// Another key for the slot at a place.
    pub fn rename(&mut self, at: usize, key: f64) {
        self.keys[at] = key;
    }

    /// Puts a key at a place; there must be room.
    pub fn insert(&mut self, at: usize, key: f64, slot: u32) {
        let len = self.len();
        self.keys.copy_within(at..len, at + 1);
        self.slots.copy_within(at..len, at + 1);
        (self.keys[at], self.slots[at]) = (key, slot);
        self.count += 1;
    }

    /// Takes the key at a place away.
    pub fn remove(&mut self, at: usize) {
        let len = self.len();
        self.keys.copy_within(at + 1..len, at);
        self.slots.copy_within(at + 1..len, at);
        self.keys[len - 1] = f64::NAN;
        self.count -= 1;
    }

    /// Keeps the first keys; the others are a page of their own.
    pub fn split_off(&mut self, at: usize) -> Page {
        let mut rest = Page::EMPTY;
        let count = self.len() - at;
        rest.keys[..count].copy_from_slice(&self.keys[at..at + count]);
        rest.slots[..count].copy_from_slice(&self.slots[at..at + count]);
        self.keys[at..].fill(f64::NAN);
        (rest.count, self.count) = (count as u32, at as u32);
        rest
    }

    /// Appends the keys of the page behind this one; there must be room.
    pub fn append(&mut self, behind: &Page) {
        let (len, more) = (self.len(), behind.len());
        self.keys[len..len + more].copy_from_slice(&behind.keys[..more]);
        self.slots[len..len + more].copy_from_slice(&behind.slots[..more]);
        self.count += behind.count;
    }
}
