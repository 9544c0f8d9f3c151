//! From a value to its bin: a B+-tree whose pages stand in one list and know each other by number.
//!
//! A key is the smallest value below its slot, exactly, so that the shape of the tree (how many keys each page has) and
//! the values are all there is to know of it. Pages next to each other under one page have more than half a page of
//! keys together: a full page is halved, unless it is the very first or last one and grows at its end; and a page that
//! loses a key joins a neighbour if both fill three quarters of a page at most. So the tree is never high, in whatever
//! order values come and go, and gives pages back. Nothing here recurses.

use super::NONE;
use super::page::{PAGE, Page};
use crate::bytes::block_bytes;

/// Neighbours with so many keys together become one page.
const JOINED: usize = PAGE * 3 / 4;

/// More levels than any tree of 2^32 values has: two neighbouring pages lead to 25 others or more, so that there are
/// at least four times as many pages, or values, on every level but the first as on the one above it.
const HIGHEST: usize = 18;

/// How many keys each page has: level by level from the root down, each from left to right.
pub type Shape = Vec<Vec<usize>>;

/// Where a value belongs on each level: the page, and the place of the last key there that is no larger.
struct Path {
    pages: [u32; HIGHEST],
    places: [usize; HIGHEST],
}

impl Path {
    const START: Path = Path { pages: [0; HIGHEST], places: [0; HIGHEST] };
}

/// Values in order, page by page: unlike the chain of bins, where each must be there before the next is known.
pub struct Values<'a> {
    index: &'a Index,
    path: Path,
    page: &'a Page,
    at: usize,
}

impl Iterator for Values<'_> {
    type Item = (f64, u32);

    #[inline(always)]
    fn next(&mut self) -> Option<(f64, u32)> {
        if self.at >= self.page.len() && !self.turn() {
            return None;
        }
        let at = self.at;
        self.at += 1;
        Some((self.page.key(at), self.page.slot(at)))
    }
}

impl Values<'_> {
    /// Goes on to the next page of bins; false if there is none.
    #[inline(never)]
    fn turn(&mut self) -> bool {
        let Values { index, path, .. } = self;
        let bottom = index.height.saturating_sub(1);
        let more = |level: &usize| path.places[*level] + 1 < index.page(path.pages[*level]).len();
        let Some(level) = (0..bottom).rev().find(more) else { return false };
        path.places[level] += 1;
        for below in level + 1..=bottom {
            path.pages[below] = index.page(path.pages[below - 1]).slot(path.places[below - 1]);
            path.places[below] = 0;
        }
        (self.page, self.at) = (index.page(path.pages[bottom]), 0);
        true
    }
}

/// The index.
pub struct Index {
    pages: Vec<Page>,
    /// How many pages there is room for; part of the state, since bytes depend on it.
    room: usize,
    /// How many pages are used.
    used: usize,
    /// The first of the pages that are not.
    free: u32,
    root: u32,
    /// Number of levels.
    height: usize,
}

impl Clone for Index {
    fn clone(&self) -> Index {
        let mut pages = Vec::with_capacity(self.room);
        pages.extend_from_slice(&self.pages);
        Index { pages, ..*self }
    }
}

impl Index {
    /// No values, and room for so many pages.
    pub fn new(room: usize) -> Index {
        Index { pages: Vec::with_capacity(room), room, used: 0, free: NONE, root: 0, height: 0 }
    }

    /// The tree of a shape over bins with their values, ascending; the shape must fit them.
    pub fn of(shape: &Shape, bins: impl Iterator<Item = (f64, u32)>, room: usize) -> Index {
        let mut index = Index::new(room);
        let mut items: Vec<(f64, u32)> = bins.collect();
        for level in shape.iter().rev() {
            let mut above = Vec::with_capacity(level.len());
            let mut rest = &items[..];
            for count in level {
                let (mine, others) = rest.split_at(*count);
                above.push((mine[0].0, index.add(Page::of(mine))));
                rest = others;
            }
            items = above;
        }
        index.height = shape.len();
        index.root = if shape.is_empty() { 0 } else { items[0].1 };
        index
    }

    /// Room for pages that came one by one: an eighth more at a time.
    pub fn room_of(pages: usize) -> usize {
        let mut room = 0;
        while room < pages {
            room += room / 8 + 1;
        }
        room
    }

    /// The most room that so many pages keep.
    pub fn most_room(pages: usize) -> usize {
        2 * (pages + 2)
    }

    /// The room there is, or less if that is more than its pages keep.
    pub fn fitting_room(&self) -> usize {
        if self.room > Index::most_room(self.used) { Index::room_of(self.used) } else { self.room }
    }

    /// How many pages there is room for.
    pub fn room(&self) -> usize {
        self.room
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        block_bytes(self.room * size_of::<Page>())
    }

    /// How many keys each page has.
    pub fn shape(&self) -> Shape {
        let mut shape = Shape::with_capacity(self.height);
        let mut level = vec![self.root];
        for depth in 0..self.height {
            let pages = || level.iter().map(|id| self.page(*id));
            shape.push(pages().map(Page::len).collect());
            if depth + 1 < self.height {
                level = pages().flat_map(|page| (0..page.len()).map(|at| page.slot(at))).collect();
            }
        }
        shape
    }

    /// Every page's keys, level by level, and the bins at the end.
    #[cfg(test)]
    pub fn pages_in_order(&self) -> (Vec<Vec<f64>>, Vec<u32>) {
        let (mut keys, mut slots) = (Vec::new(), vec![self.root]);
        for _ in 0..self.height {
            let pages: Vec<&Page> = slots.iter().map(|id| self.page(*id)).collect();
            keys.extend(pages.iter().map(|page| (0..page.len()).map(|at| page.key(at)).collect()));
            slots = pages.iter().flat_map(|page| (0..page.len()).map(|at| page.slot(at))).collect();
        }
        (keys, if self.height > 0 { slots } else { Vec::new() })
    }

    /// Whether a tree could have this shape.
    pub fn is_shape(shape: &Shape) -> bool {
        // Of each page on a level, how many below it; of the level of all, one.
        let mut above: &[usize] = &[1];
        for (depth, level) in shape.iter().enumerate() {
            let mut rest = &level[..];
            for count in above {
                let Some((mine, others)) = rest.split_at_checked(*count) else { return false };
                if !mine.iter().all(|size| (1..=PAGE).contains(size))
                    || mine.windows(2).any(|pair| pair[0] + pair[1] <= PAGE / 2)
                {
                    return false;
                }
                rest = others;
            }
            let lone = depth == 0 && shape.len() > 1 && level[..] == [1];
            if lone || !rest.is_empty() {
                return false;
            }
            above = level;
        }
        shape.len() < HIGHEST
    }

    #[inline(always)]
    fn page(&self, id: u32) -> &Page {
        &self.pages[id as usize]
    }

    fn page_mut(&mut self, id: u32) -> &mut Page {
        &mut self.pages[id as usize]
    }

    /// The bin of the largest value that is no larger than `x`.
    #[inline(always)]
    pub fn floor(&self, x: f64) -> u32 {
        if self.height == 0 {
            return NONE;
        }
        let mut id = self.root;
        for _ in 1..self.height {
            let page = self.page(id);
            id = page.slot(page.rank(x).saturating_sub(1));
        }
        let page = self.page(id);
        match page.rank(x) {
            0 => NONE,
            rank => page.slot(rank - 1),
        }
    }

    /// The values from `x` on, ascending, with their bins.
    #[inline(always)]
    pub fn values_from(&self, x: f64) -> Values<'_> {
        if self.height == 0 {
            return Values { index: self, path: Path::START, page: &Page::EMPTY, at: 0 };
        }
        let path = self.path(x);
        let (page, at) = (self.page(path.pages[self.height - 1]), path.places[self.height - 1]);
        Values { index: self, path, page, at: at + usize::from(page.key(at) < x) }
    }

    fn path(&self, x: f64) -> Path {
        let mut path = Path::START;
        let mut id = self.root;
        for level in 0..self.height {
            let page = self.page(id);
            path.pages[level] = id;
            path.places[level] = page.rank(x).saturating_sub(1);
            id = page.slot(path.places[level]);
        }
        path
    }

    /// Adds a page to the list, where one was given back if there is such a place.
    fn add(&mut self, page: Page) -> u32 {
        self.used += 1;
        if self.free != NONE {
            let id = self.free;
            self.free = self.page(id).slot(0);
            *self.page_mut(id) = page;
            return id;
        }
        if self.pages.len() == self.room {
            self.room = Index::room_of(self.room + 1);
            self.pages.reserve_exact(self.room - self.pages.len());
        }
        self.pages.push(page);
        self.pages.len() as u32 - 1
    }

    fn give_back(&mut self, id: u32) {
        *self.page_mut(id) = Page::free(self.free);
        self.free = id;
        self.used -= 1;
    }

    /// Adds a value that is not there yet.
    pub fn insert(&mut self, x: f64, bin: u32) {
        if self.height == 0 {
            self.root = self.add(Page::of(&[(x, bin)]));
            self.height = 1;
            return;
        }
        let path = self.path(x);
        let leaf = self.page(path.pages[self.height - 1]);
        let smallest = x < leaf.key(0);
        if smallest {
            // It is the smallest of all: nothing else comes before the first key of a page.
            (0..self.height - 1).for_each(|level| self.page_mut(path.pages[level]).rename(0, x));
        }
        let is_last = |level: usize| path.places[level] + 1 == self.page(path.pages[level]).len();
        let largest = (0..self.height).all(is_last);
        let (mut key, mut slot) = (x, bin);
        for level in (0..self.height).rev() {
            let lowest = level + 1 == self.height;
            let at = if lowest && smallest { 0 } else { path.places[level] + 1 };
            let page = self.page_mut(path.pages[level]);
            if page.len() < PAGE {
                return page.insert(at, key, slot);
            }
            // Values in order, or in reverse order, leave full pages behind them.
            let half = match at {
                0 => 0,
                PAGE if largest => PAGE,
                _ => PAGE / 2,
            };
            let mut right = page.split_off(half);
            if at <= half && half < PAGE {
                page.insert(at, key, slot);
            } else {
                right.insert(at - half, key, slot);
            }
            key = right.key(0);
            slot = self.add(right);
        }
        let first = self.page(self.root).key(0);
        self.root = self.add(Page::of(&[(first, self.root), (key, slot)]));
        self.height += 1;
    }

    /// Takes away a value that is there.
    pub fn remove(&mut self, x: f64) {
        let path = self.path(x);
        let mut level = self.height - 1;
        let mut at = path.places[level];
        loop {
            let id = path.pages[level];
            self.page_mut(id).remove(at);
            let len = self.page(id).len();
            if level == 0 {
                return self.lower();
            }
            if at == 0 && len > 0 {
                self.rename_above(&path, level);
            }
            let (parent, place) = (self.page(path.pages[level - 1]), path.places[level - 1]);
            let fits = |other: usize| len + self.page(parent.slot(other)).len() <= JOINED;
            at = if len == 0 {
                self.give_back(id);
                place
            } else if place + 1 < parent.len() && fits(place + 1) {
                self.join(id, parent.slot(place + 1), self.height - 1 - level);
                place + 1
            } else if place > 0 && fits(place - 1) {
                self.join(parent.slot(place - 1), id, self.height - 1 - level);
                place
            } else {
                return;
            };
            level -= 1;
        }
    }

    /// The smallest value of the page on a level of a path has changed: so have the keys that lead there.
    fn rename_above(&mut self, path: &Path, level: usize) {
        let smallest = self.page(path.pages[level]).key(0);
        for above in (0..level).rev() {
            self.page_mut(path.pages[above]).rename(path.places[above], smallest);
            if path.places[above] > 0 {
                break;
            }
        }
    }

    /// Joins two neighbouring pages with so many levels below them; and what thereby become neighbours below, if they
    /// are small.
    fn join(&mut self, mut left: u32, mut right: u32, below: usize) {
        for deeper in (0..=below).rev() {
            let seam = self.page(left).len();
            let gone = std::mem::replace(self.page_mut(right), Page::EMPTY);
            self.page_mut(left).append(&gone);
            self.give_back(right);
            if deeper == 0 {
                return;
            }
            let (before, behind) = (self.page(left).slot(seam - 1), self.page(left).slot(seam));
            if self.page(before).len() + self.page(behind).len() > JOINED {
                return;
            }
            self.page_mut(left).remove(seam);
            (left, right) = (before, behind);
        }
    }

    /// Gives up a root that leads nowhere, or to one page only.
    fn lower(&mut self) {
        while self.height > 0 && self.page(self.root).len() <= usize::from(self.height > 1) {
            let below = self.page(self.root).slot(0);
            self.give_back(self.root);
            (self.root, self.height) = (below, self.height - 1);
        }
    }
}
