//! The values of a nominal column in order of arrival: text to code and back.

use ahash::RandomState;
use hashbrown::HashTable;

/// Entries of the cache in front of the table.
const CACHED: usize = 64;

/// A text of up to eight bytes, as one number, and its code.
#[derive(Clone, Copy)]
struct Short {
    key: u64,
    length: u32,
    code: i32,
}

/// No text is as long as this.
const NOTHING: Short = Short { key: 0, length: u32::MAX, code: -1 };

/// Texts by number. Codes are given in order of arrival and never change their meaning.
pub struct Dictionary {
    texts: Vec<Box<str>>,
    /// Short texts that were found of late: most columns have few values, and one comparison finds them.
    cache: [Short; CACHED],
    places: HashTable<u32>,
    // Seeded at random, so that no file can be written whose values all collide.
    hasher: RandomState,
}

impl Default for Dictionary {
    fn default() -> Dictionary {
        let (texts, places, hasher) = (Vec::new(), HashTable::new(), RandomState::new());
        Dictionary { texts, cache: [NOTHING; CACHED], places, hasher }
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

    /// The code of a known text of up to eight bytes; `key` is those bytes as one number.
    #[inline(always)]
    pub fn recall_short(&mut self, key: u64, text: &[u8]) -> Option<i32> {
        let mixed = (key ^ text.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (mixed >> (64 - CACHED.trailing_zeros())) as usize;
        let entry = self.cache[place];
        if entry.key == key && entry.length as usize == text.len() {
            return Some(entry.code);
        }
        let code = self.find(text)?;
        self.cache[place] = Short { key, length: text.len() as u32, code };
        Some(code)
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
        self.cache = [NOTHING; CACHED];
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
        assert_eq!(gates.recall_short(1, b"ajar"), Some(2));
        gates.forget_last();
        assert_eq!(gates.find(b"ajar"), None);
        assert_eq!(gates.recall_short(1, b"ajar"), None);
        assert_eq!((gates.add("gone"), gates.add("ajar"), gates.add("open")), (2, 3, 0));
    }
}
