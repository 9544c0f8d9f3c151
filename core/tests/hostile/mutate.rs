//! Changes of model files: of what sections hold, of sections as a whole, and of bytes as they come.
//!
//! A mutation is a function of its number and a seed, so that any of them can be repeated alone.

use super::anatomy::{Section, sealed, sections};

/// Lengths, counts and indices that are one too many, far too many, or stand for nothing.
const WHOLES: [u64; 35] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    15,
    16,
    17,
    31,
    32,
    33,
    63,
    64,
    255,
    256,
    1023,
    1024,
    10_000,
    65_535,
    65_536,
    (1 << 31) - 1,
    1 << 31,
    (1 << 32) - 2,
    (1 << 32) - 1,
    1 << 32,
    1 << 48,
    1 << 60,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX - 1,
    u64::MAX,
];

/// Numbers that sums, logarithms and comparisons do not like, and whole ones that are rooms and places.
const FLOATS: [f64; 25] = [
    -0.0,
    0.5,
    1.0,
    -1.0,
    2.0,
    3.0,
    7.0,
    8.0,
    16.0,
    32.0,
    64.0,
    1000.0,
    10_000.0,
    65_535.0,
    4_294_967_295.0,
    5e-324,
    1e-300,
    1e140,
    1e300,
    f64::MAX,
    f64::MIN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    -f64::NAN,
];

/// Random numbers of a seed (SplitMix64; Steele, Lea & Flood 2014).
pub struct Draws(u64);

impl Draws {
    /// The numbers of this seed.
    pub fn new(seed: u64, number: u64) -> Draws {
        let mut draws = Draws(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95));
        draws.next();
        draws
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `limit`, or 0 if that is none.
    fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { (self.next() % limit as u64) as usize }
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn word(&mut self) -> u64 {
        match self.below(8) {
            0 => self.next(),
            1 | 2 => FLOATS[self.below(FLOATS.len())].to_bits(),
            _ => WHOLES[self.below(WHOLES.len())],
        }
    }

    /// A place in a list of so many bytes. Most numbers stand at multiples of four, from the front or from the end.
    fn place(&mut self, bytes: usize) -> usize {
        let at = self.below(bytes);
        match self.below(3) {
            0 => at,
            1 => at & !3,
            _ => (bytes - (bytes - at).next_multiple_of(4).min(bytes)).min(at),
        }
    }

    fn range(&mut self, bytes: usize) -> std::ops::Range<usize> {
        let (start, most) = (self.place(bytes), [4, 8, 64, bytes][self.below(4)]);
        start..(start + 1 + self.below(most)).min(bytes)
    }
}

fn overwrite(body: &mut [u8], at: usize, word: &[u8]) {
    let room = word.len().min(body.len() - at);
    body[at..at + room].copy_from_slice(&word[..room]);
}

/// Changes the bytes of a section, which must not be empty.
fn change(body: &mut Vec<u8>, draws: &mut Draws) {
    let at = draws.place(body.len());
    match draws.below(16) {
        0..=3 => overwrite(body, at, &draws.word().to_le_bytes()),
        4..=6 => overwrite(body, at, &draws.word().to_le_bytes()[..4]),
        7 | 8 => body[at] ^= 1 << draws.below(8),
        9 => body[at] = body[at].wrapping_add([1, 255][draws.below(2)]),
        10 => {
            let from = draws.range(body.len());
            let copied = body[from].to_vec();
            overwrite(body, at, &copied);
        }
        11 => {
            let from = draws.range(body.len());
            let copied = body[from].to_vec();
            body.splice(at..at, copied);
        }
        12 => drop(body.drain(draws.range(body.len()))),
        13 => drop(body.splice(at..at, draws.word().to_le_bytes())),
        14 => drop(body.splice(at..at, draws.word().to_le_bytes()[..4].to_vec())),
        _ if draws.once_in(4) => body.truncate(at),
        _ => (0..draws.below(200)).for_each(|_| {
            let at = draws.below(body.len());
            body[at] = draws.next() as u8;
        }),
    }
}

/// Changes which sections there are.
fn rearrange(file: &mut Vec<Section>, other: &[Section], draws: &mut Draws) {
    let (at, to) = (draws.below(file.len()), draws.below(file.len()));
    match draws.below(10) {
        0 => file.insert(to, file[at].clone()),
        1 => drop(file.remove(at)),
        2 => file.swap(at, to),
        3 => file[at].flags = draws.word() as u32,
        4 => file[at].name[draws.below(8)] = draws.next() as u8,
        5 => {
            // A section may go on in another one of the same name.
            let cut = draws.place(file[at].body.len());
            let rest = file[at].body.split_off(cut);
            file.insert(at + 1, Section { body: rest, ..file[at].clone() });
        }
        6 => file[at].body.clear(),
        7 | 8 => {
            // Another file's section of the same name, in its place, or behind a part of it.
            let Some(theirs) = other.iter().find(|section| section.name == file[at].name) else { return };
            let (mine, start) = (draws.place(file[at].body.len()), draws.place(theirs.body.len()));
            if draws.once_in(2) {
                file[at].body = theirs.body.clone();
            } else {
                file[at].body.splice(mine.., theirs.body[start..].iter().copied());
            }
        }
        _ => {
            let Some(theirs) = other.get(draws.below(other.len())) else { return };
            file.insert(at, theirs.clone());
        }
    }
}

/// A file that is as it should be, but for what the number of the mutation says.
pub fn mutated(corpus: &[Vec<u8>], seed: u64, number: u64) -> Vec<u8> {
    let draws = &mut Draws::new(seed, number);
    let original = &corpus[draws.below(corpus.len())];
    // Most damage is caught by a checksum; a little of it is tried.
    if draws.once_in(10) {
        let mut bytes = original.clone();
        (0..1 + draws.below(3)).for_each(|_| {
            if !bytes.is_empty() {
                change(&mut bytes, draws)
            }
        });
        return bytes;
    }
    let mut file = sections(original);
    // What Python wrote is not looked at here.
    file.retain(|section| !section.is("about"));
    for _ in 0..draws.below(4).max(1) {
        if draws.once_in(10) && !file.is_empty() {
            let other = sections(&corpus[draws.below(corpus.len())]);
            rearrange(&mut file, &other, draws);
        } else {
            // Half of the changes by size, half by section: short ones have their turn, too.
            let bytes: usize = file.iter().map(|section| section.body.len()).sum();
            let mut at = if draws.once_in(2) { draws.below(bytes) } else { 0 };
            let mut chosen = if at == 0 { draws.below(file.len()) } else { 0 };
            while at > 0 && at >= file[chosen].body.len() {
                at -= file[chosen].body.len();
                chosen += 1;
            }
            if let Some(section) = file.get_mut(chosen).filter(|section| !section.body.is_empty()) {
                change(&mut section.body, draws);
            }
        }
    }
    sealed(&file)
}
