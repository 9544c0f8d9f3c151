//! From a value to its bin: a B+-tree whose pages stand in two lists, those of bins and those above them.
//!
//! A key is the smallest value below its slot, exactly, so that the shape of the tree (how many keys each page has) and
//! the bins are all there is to know of it. Pages next to each other under one page have more than half a page of
//! keys together: a full page is halved, unless it is the very first or last one and grows at its end; and a page that
//! loses a key joins a neighbour if both fill three quarters of a page at most. So the tree is never high, in whatever
//! order values come and go, and gives pages back. Nothing here recurses.
//!
//! Most rows need no more than the way down: where a value came from is looked for again if a page is full or small.

use super::super::summary::FEW;
use super::NONE;
use super::leaf::{Bin, LEAF, Leaf};
use super::page::{PAGE, Page};
use super::pages::{Chained, Pages};

/// More levels than any tree of 2^32 values has: two neighbouring pages lead to 13 others or more, so that there are
/// at least four times as many pages, or values, on every level but the first as on the one above it.
pub const HIGHEST: usize = 18;

/// The most keys of a page with so many levels below it.
pub fn fullest(below: usize) -> usize {
    if below == 0 { LEAF } else { PAGE }
}

/// Where a bin is: the page and the place there.
#[derive(Clone, Copy)]
pub struct Place {
    pub page: u32,
    pub at: usize,
}

/// Where a value belongs on each level: the page, and the place of the last key there that is no larger. Of the page of
/// bins there is no place.
struct Path {
    pages: [u32; HIGHEST],
    places: [usize; HIGHEST],
}

/// The index.
#[derive(Clone)]
pub struct Index {
    pub leaves: Pages<Leaf>,
    pub inner: Pages<Page>,
    pub root: u32,
    /// Number of levels.
    pub height: usize,
}

impl Index {
    /// No values.
    pub fn new() -> Index {
        Index { leaves: Pages::new(0), inner: Pages::new(0), root: NONE, height: 0 }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        self.leaves.bytes() + self.inner.bytes()
    }

    /// How many pages there is room for: those of bins, and those above.
    pub fn rooms(&self) -> [usize; 2] {
        [self.leaves.room(), self.inner.room()]
    }

    /// The room there is, or less if that is more than its pages keep.
    pub fn fitting_rooms(&self) -> [usize; 2] {
        [self.leaves.fitting_room(), self.inner.fitting_room()]
    }

    /// How many keys a page has with so many levels below it.
    pub fn len(&self, id: u32, below: usize) -> usize {
        if below == 0 { self.leaves[id].len() } else { self.inner[id].len() }
    }

    /// The page of bins where a value belongs, and how many values there are no larger.
    #[inline(always)]
    pub fn seek(&self, x: f64) -> Option<(u32, usize)> {
        if self.height == 0 {
            return None;
        }
        let mut id = self.root;
        for _ in 1..self.height {
            let page = &self.inner[id];
            id = page.slot(page.floor(x));
        }
        Some((id, self.leaves[id].rank(x)))
    }

    /// The same for a few values side by side: what one waits for does not hold up the others.
    #[inline(always)]
    pub fn seek_few(&self, values: &[f64; FEW]) -> [(u32, usize); FEW] {
        let mut found = [(self.root, 0); FEW];
        for _ in 1..self.height {
            for ((id, _), x) in found.iter_mut().zip(values) {
                let page = &self.inner[*id];
                *id = page.slot(page.floor(*x));
            }
        }
        if self.height > 0 {
            for ((id, rank), x) in found.iter_mut().zip(values) {
                *rank = self.leaves[*id].rank(*x);
            }
        }
        found
    }

    /// Whether a value belongs where it did, for all that has come since: it is between two neighbours there.
    #[inline(always)]
    pub fn is_between(&self, x: f64, (page, rank): (u32, usize)) -> bool {
        rank > 0 && {
            let leaf = &self.leaves[page];
            rank < leaf.len() && leaf.value(rank - 1) <= x && x < leaf.value(rank)
        }
    }

    /// The bin with a value.
    #[inline(always)]
    pub fn find(&self, x: f64) -> Option<Place> {
        let (page, rank) = self.seek(x)?;
        (rank > 0 && self.leaves[page].value(rank - 1) == x).then(|| Place { page, at: rank - 1 })
    }

    /// The bin of the next smaller value.
    #[inline(always)]
    pub fn previous(&self, Place { page, at }: Place) -> Option<Place> {
        if at > 0 {
            return Some(Place { page, at: at - 1 });
        }
        let page = self.leaves[page].previous;
        (page != NONE).then(|| Place { page, at: self.leaves[page].len() - 1 })
    }

    /// The bin of the next larger value.
    #[inline(always)]
    pub fn next(&self, Place { page, at }: Place) -> Option<Place> {
        let leaf = &self.leaves[page];
        if at + 1 < leaf.len() {
            return Some(Place { page, at: at + 1 });
        }
        (leaf.next != NONE).then_some(Place { page: leaf.next, at: 0 })
    }

    /// The pages of bins from one on.
    #[inline(always)]
    pub fn leaves_from(&self, page: u32) -> impl Iterator<Item = &Leaf> {
        let known = |id: u32| (id != NONE).then(|| &self.leaves[id]);
        std::iter::successors(known(page), move |leaf| known(leaf.next))
    }

    /// All bins, ascending.
    pub fn bins(&self) -> impl Iterator<Item = Bin> {
        let first = self.seek(f64::NEG_INFINITY).map_or(NONE, |(page, _)| page);
        self.leaves_from(first).flat_map(|leaf| (0..leaf.len()).map(|at| leaf.bin(at)))
    }

    /// The smallest and the largest value.
    pub fn ends(&self) -> Option<[f64; 2]> {
        let above = self.height.checked_sub(1)?;
        let mut id = self.root;
        for _ in 0..above {
            let page = &self.inner[id];
            id = page.slot(page.len() - 1);
        }
        let last = &self.leaves[id];
        Some([self.first_key(self.root, above), last.value(last.len() - 1)])
    }

    fn path(&self, x: f64) -> Path {
        let mut path = Path { pages: [self.root; HIGHEST], places: [0; HIGHEST] };
        for level in 1..self.height {
            let page = &self.inner[path.pages[level - 1]];
            path.places[level - 1] = page.floor(x);
            path.pages[level] = page.slot(path.places[level - 1]);
        }
        path
    }

    /// Makes one page of bins follow another, either of which may be none.
    pub fn chain(&mut self, previous: Option<u32>, next: Option<u32>) {
        if let Some(id) = previous {
            self.leaves[id].next = next.unwrap_or(NONE);
        }
        if let Some(id) = next {
            self.leaves[id].previous = previous.unwrap_or(NONE);
        }
    }

    /// Adds a bin whose value is not there yet and was looked for; and says where it is.
    #[inline(always)]
    pub fn insert(&mut self, sought: Option<(u32, usize)>, bin: &Bin) -> Place {
        match sought {
            Some((page, at)) if at > 0 && self.leaves[page].len() < LEAF => {
                self.leaves[page].insert(at, bin);
                Place { page, at }
            }
            Some((page, at)) => self.insert_far(page, at, bin),
            None => {
                (self.root, self.height) = (self.leaves.add(Leaf::EMPTY), 1);
                self.leaves[self.root].insert(0, bin);
                Place { page: self.root, at: 0 }
            }
        }
    }

    /// The same if it is the smallest of all, or the page is full.
    #[inline(never)]
    fn insert_far(&mut self, page: u32, at: usize, bin: &Bin) -> Place {
        let path = self.path(bin.value);
        if at == 0 {
            // It is the smallest of all: nothing else comes before the first key of a page.
            (0..self.height - 1).for_each(|level| self.inner[path.pages[level]].rename(0, bin.value));
        }
        let is_last = |level: usize| path.places[level] + 1 == self.inner[path.pages[level]].len();
        let leaf = &self.leaves[page];
        let (next, largest) = (leaf.next, at == leaf.len() && (0..self.height - 1).all(is_last));
        if leaf.len() < LEAF {
            self.leaves[page].insert(at, bin);
            return Place { page, at };
        }
        let half = seam(at, LEAF, largest);
        let right = self.leaves[page].split_off(half);
        let right = self.leaves.add(right);
        self.chain(Some(right), (next != NONE).then_some(next));
        self.chain(Some(page), Some(right));
        let stays = at <= half && half < LEAF;
        let place = if stays { Place { page, at } } else { Place { page: right, at: at - half } };
        self.leaves[place.page].insert(place.at, bin);
        self.insert_page(&path, self.leaves[right].value(0), right, largest);
        place
    }

    /// Adds a page of bins behind the one that a path leads to.
    fn insert_page(&mut self, path: &Path, key: f64, slot: u32, largest: bool) {
        let (mut key, mut slot) = (key, slot);
        for level in (0..self.height - 1).rev() {
            let at = path.places[level] + 1;
            let page = &mut self.inner[path.pages[level]];
            if page.len() < PAGE {
                return page.insert(at, key, slot);
            }
            let half = seam(at, PAGE, largest);
            let mut right = page.split_off(half);
            if at <= half && half < PAGE {
                page.insert(at, key, slot);
            } else {
                right.insert(at - half, key, slot);
            }
            key = right.key(0);
            slot = self.inner.add(right);
        }
        let first = self.first_key(self.root, self.height - 1);
        self.root = self.inner.add(Page::of(&[(first, self.root), (key, slot)]));
        self.height += 1;
    }

    fn first_key(&self, id: u32, below: usize) -> f64 {
        if below == 0 { self.leaves[id].value(0) } else { self.inner[id].key(0) }
    }

    /// Takes away a bin.
    #[inline(always)]
    pub fn remove(&mut self, Place { page, at }: Place) {
        let leaf = &mut self.leaves[page];
        let value = leaf.value(at);
        leaf.remove(at);
        let len = leaf.len();
        if (at == 0 || len <= LEAF / 2) && (self.height > 1 || len == 0) {
            self.mend(value, at);
        }
    }

    /// A value went that was at a place of its page, which may be small now, or empty.
    #[inline(never)]
    fn mend(&mut self, value: f64, at: usize) {
        let path = self.path(value);
        let mut at = at;
        for level in (1..self.height).rev() {
            let (id, below) = (path.pages[level], self.height - 1 - level);
            let len = self.len(id, below);
            if at == 0 && len > 0 {
                self.rename_above(&path, level);
            }
            let (parent, place) = (&self.inner[path.pages[level - 1]], path.places[level - 1]);
            let fits = |other: usize| len + self.len(parent.slot(other), below) <= fullest(below) * 3 / 4;
            at = if len == 0 {
                self.give_back(id, below);
                place
            } else if place + 1 < parent.len() && fits(place + 1) {
                self.join(id, parent.slot(place + 1), below);
                place + 1
            } else if place > 0 && fits(place - 1) {
                self.join(parent.slot(place - 1), id, below);
                place
            } else {
                return;
            };
            self.inner[path.pages[level - 1]].remove(at);
        }
        self.lower();
    }

    /// The smallest value of the page on a level of a path has changed: so have the keys that lead there.
    fn rename_above(&mut self, path: &Path, level: usize) {
        let smallest = self.first_key(path.pages[level], self.height - 1 - level);
        for above in (0..level).rev() {
            self.inner[path.pages[above]].rename(path.places[above], smallest);
            if path.places[above] > 0 {
                break;
            }
        }
    }

    fn give_back(&mut self, id: u32, below: usize) {
        if below > 0 {
            self.inner.give_back(id);
            return;
        }
        let Leaf { previous, next, .. } = self.leaves.give_back(id);
        let known = |id: u32| (id != NONE).then_some(id);
        self.chain(known(previous), known(next));
    }

    /// Joins two neighbouring pages with so many levels below them; and what thereby become neighbours below, if they
    /// are small.
    fn join(&mut self, mut left: u32, mut right: u32, below: usize) {
        for below in (0..below).rev() {
            let gone = self.inner.give_back(right);
            let page = &mut self.inner[left];
            let seam = page.len();
            page.append(&gone);
            let (before, behind) = (page.slot(seam - 1), page.slot(seam));
            if self.len(before, below) + self.len(behind, below) > fullest(below) * 3 / 4 {
                return;
            }
            self.inner[left].remove(seam);
            (left, right) = (before, behind);
        }
        let gone = self.leaves[right].clone();
        self.give_back(right, 0);
        self.leaves[left].append(&gone);
    }

    /// Gives up a root that leads nowhere, or to one page only.
    fn lower(&mut self) {
        while self.height > 1 && self.inner[self.root].len() == 1 {
            let below = self.inner[self.root].slot(0);
            self.give_back(self.root, self.height - 1);
            (self.root, self.height) = (below, self.height - 1);
        }
        if self.height == 1 && self.leaves[self.root].len() == 0 {
            self.give_back(self.root, 0);
            (self.root, self.height) = (NONE, 0);
        }
    }
}

/// How many keys stay on a full page that gets another at a place: values in order, or in reverse order, leave full
/// pages behind them.
fn seam(at: usize, full: usize, largest: bool) -> usize {
    match at {
        0 => 0,
        _ if at == full && largest => full,
        _ => full / 2,
    }
}
