//! A list of pages that know each other by number: the places of pages that were given back are used again.

use super::NONE;
use crate::bytes::block_bytes;
use std::ops::{Index, IndexMut};

/// A page that can stand in a chain of pages that are not used.
pub trait Chained: Clone {
    /// A page of nothing.
    const EMPTY: Self;

    /// Where a page that is not used keeps the number of the next one.
    fn link(&mut self) -> &mut u32;
}

/// The pages of one kind.
pub struct Pages<P> {
    list: Vec<P>,
    /// How many pages there is room for; part of the state, since bytes depend on it.
    room: usize,
    /// How many pages are used.
    used: usize,
    /// The first of the pages that are not.
    free: u32,
}

impl<P: Clone> Clone for Pages<P> {
    fn clone(&self) -> Pages<P> {
        let mut list = Vec::with_capacity(self.room);
        list.extend_from_slice(&self.list);
        Pages { list, ..*self }
    }
}

impl<P> Index<u32> for Pages<P> {
    type Output = P;

    #[inline(always)]
    fn index(&self, id: u32) -> &P {
        &self.list[id as usize]
    }
}

impl<P> IndexMut<u32> for Pages<P> {
    #[inline(always)]
    fn index_mut(&mut self, id: u32) -> &mut P {
        &mut self.list[id as usize]
    }
}

/// Room for pages that came one by one: an eighth more at a time.
pub fn room_of(pages: usize) -> usize {
    let mut room = 0;
    while room < pages {
        room += (room / 8).max(1);
    }
    room
}

/// The most room that so many pages keep.
pub fn most_room(pages: usize) -> usize {
    2 * (pages + 1)
}

impl<P: Chained> Pages<P> {
    /// No pages, and room for so many.
    pub fn new(room: usize) -> Pages<P> {
        Pages { list: Vec::with_capacity(room), room, used: 0, free: NONE }
    }

    /// How many pages there is room for.
    pub fn room(&self) -> usize {
        self.room
    }

    /// The room there is, or less if that is more than its pages keep.
    pub fn fitting_room(&self) -> usize {
        if self.room > most_room(self.used) { room_of(self.used) } else { self.room }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        block_bytes(self.room * size_of::<P>())
    }

    /// The page that stands first.
    pub fn first(&self) -> Option<&P> {
        self.list.first()
    }

    /// All pages, in no order, with those that are not used.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut P> {
        self.list.iter_mut()
    }

    /// Adds a page, where one was given back if there is such a place.
    pub fn add(&mut self, page: P) -> u32 {
        self.used += 1;
        if self.free != NONE {
            let id = self.free;
            self.free = *self[id].link();
            self[id] = page;
            return id;
        }
        if self.list.len() == self.room {
            self.room = room_of(self.room + 1);
            self.list.reserve_exact(self.room - self.list.len());
        }
        self.list.push(page);
        self.list.len() as u32 - 1
    }

    /// Gives a page back, with what is on it.
    pub fn give_back(&mut self, id: u32) -> P {
        let page = std::mem::replace(&mut self[id], P::EMPTY);
        *self[id].link() = self.free;
        self.free = id;
        self.used -= 1;
        page
    }
}
