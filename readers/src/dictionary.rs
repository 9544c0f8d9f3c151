//! The values of a nominal column in order of arrival: text to code and back.

use ahash::RandomState;
use hashbrown::HashTable;

/// Entries of the cache in front of the table.
const CACHED: usize = 64;

/// Texts by number. Codes are given in order of arrival and never change their meaning.
pub struct Dictionary {
    texts: Vec<Box<str>>,
    /// The text that was last found at a place which length, first and last byte make up: most columns have few values, and
    /// one comparison finds them.
    cache: [u32; CACHED],
    places: HashTable<u32>,
    // Seeded at random, so that no file can be written whose values all collide.
    hasher: RandomState,
}

impl Default for Dictionary {
    fn default() -> Dictionary {
        let (texts, places, hasher) = (Vec::new(), HashTable::new(), RandomState::new());
        Dictionary { texts, cache: [0; CACHED], places, hasher }
    }
}

impl Dictionary {
    /// A dictionary that knows these texts; of equals the first counts.
    pub fn with(texts: &[String]) -> Dictionary {
        let mut found = Dictionary::default();
        for text in texts {
            found.add(text);
        }
        found
    }

    /// All texts in order.
    pub fn texts(&self) -> &[Box<str>] {
        &self.texts
    }

    /// The code of a text that is known, by way of the cache.
    #[inline]
    pub fn recall(&mut self, text: &[u8]) -> Option<i32> {
        let place = match text {
            [first, .., last] => usize::from(*first) * 7 + usize::from(*last) * 3 + text.len(),
            [only] => usize::from(*only),
            [] => 0,
        } % CACHED;
        let code = self.cache[place];
        if self.texts.get(code as usize).is_some_and(|known| known.as_bytes() == text) {
            return Some(code as i32);
        }
        let found = self.find(text);
        if let Some(code) = found {
            self.cache[place] = code as u32;
        }
        found
    }

    /// The code of a text that is known.
    pub fn find(&self, text: &[u8]) -> Option<i32> {
        let hash = self.hasher.hash_one(text);
        self.places
            .find(hash, |place| self.texts[*place as usize].as_bytes() == text)
            .map(|place| *place as i32)
    }

    /// The code of a text, a new one if it is not known yet.
    pub fn add(&mut self, text: &str) -> i32 {
        if let Some(code) = self.find(text.as_bytes()) {
            return code;
        }
        let place = self.texts.len() as u32;
        self.texts.push(text.into());
        let (texts, hasher) = (&self.texts, &self.hasher);
        let hash_of = |place: &u32| hasher.hash_one(texts[*place as usize].as_bytes());
        self.places.insert_unique(hash_of(&place), place, hash_of);
        place as i32
    }

    /// Takes back the last text, which came with a row that turned out to be broken.
    pub fn forget_last(&mut self) {
        let Some(text) = self.texts.pop() else { return };
        let last = self.texts.len() as u32;
        let hash = self.hasher.hash_one(text.as_bytes());
        if let Ok(entry) = self.places.find_entry(hash, |place| *place == last) {
            entry.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_follow_arrival_and_a_forgotten_text_is_new_again() {
        let mut gates = Dictionary::with(&["open".into(), "shut".into(), "open".into()]);
        assert_eq!(gates.texts().len(), 2);
        assert_eq!(gates.add("ajar"), 2);
        assert_eq!(gates.find(b"ajar"), Some(2));
        gates.forget_last();
        assert_eq!(gates.find(b"ajar"), None);
        assert_eq!((gates.add("gone"), gates.add("ajar"), gates.add("open")), (2, 3, 0));
    }
}
