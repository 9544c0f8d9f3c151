//! One page of the index: up to 48 keys, ascending, each with a slot, which is a bin or a page below.

/// The most keys of a page: two levels hold some 1600 values, and a column of few values pays for one page.
pub const PAGE: usize = 48;

/// Keys that are compared at once.
const EIGHT: usize = 8;

/// A page, side by side with others in one list; empty places hold infinity, so that they are never reached.
#[derive(Clone)]
pub struct Page {
    keys: [f64; PAGE],
    slots: [u32; PAGE],
    count: u32,
}

impl Page {
    /// No keys.
    pub const EMPTY: Page = Page { keys: [f64::INFINITY; PAGE], slots: [0; PAGE], count: 0 };

    /// A page of these keys and slots.
    pub fn of(items: &[(f64, u32)]) -> Page {
        let mut page = Page::EMPTY;
        items.iter().for_each(|(key, slot)| page.insert(page.len(), *key, *slot));
        page
    }

    /// A page that is not used, and the next such one.
    pub fn free(next: u32) -> Page {
        let mut page = Page::EMPTY;
        page.slots[0] = next;
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

    /// How many keys are no larger than `x`: eight by eight first, then one by one, with no branch to predict.
    #[inline(always)]
    pub fn rank(&self, x: f64) -> usize {
        let up_to_x = |key: &f64| usize::from(*key <= x);
        let start: usize = (1..PAGE / EIGHT).map(|part| EIGHT * up_to_x(&self.keys[EIGHT * part - 1])).sum();
        let within: usize = self.keys[start..start + EIGHT].iter().map(up_to_x).sum();
        (start + within).min(self.len())
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
        self.keys[len - 1] = f64::INFINITY;
        self.count -= 1;
    }

    /// Keeps the first keys; the others are a page of their own.
    pub fn split_off(&mut self, at: usize) -> Page {
        let mut rest = Page::EMPTY;
        let count = self.len() - at;
        rest.keys[..count].copy_from_slice(&self.keys[at..at + count]);
        rest.slots[..count].copy_from_slice(&self.slots[at..at + count]);
        self.keys[at..].fill(f64::INFINITY);
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
