//! Where a stream stands: all that its next rows depend on, beside its settings, as words of 64 bits.
//!
//! One walk over what changes from row to row tells it and takes it back, so that the two cannot come apart. Words come
//! from files that nobody trusts: what no stream could have told is refused, and the rest makes rows, strange ones maybe.

use super::Generator;

/// A walk over what changes.
pub struct Walk {
    words: Vec<u64>,
    /// How many of them were taken back; nothing while they are told.
    taken: Option<usize>,
    wrong: bool,
}

impl Walk {
    /// A word.
    pub fn word(&mut self, word: &mut u64) {
        let Some(taken) = &mut self.taken else { return self.words.push(*word) };
        match self.words.get(*taken) {
            Some(kept) => *word = *kept,
            None => self.wrong = true,
        }
        *taken += 1;
    }

    /// A whole number up to a limit.
    pub fn whole(&mut self, number: &mut u32, most: u32) {
        let mut word = u64::from(*number);
        self.word(&mut word);
        match u32::try_from(word) {
            Ok(kept) if kept <= most => *number = kept,
            _ => self.wrong = true,
        }
    }

    /// True or false.
    pub fn flag(&mut self, flag: &mut bool) {
        let mut number = u32::from(*flag);
        self.whole(&mut number, 1);
        *flag = number == 1;
    }

    /// A finite number.
    pub fn number(&mut self, number: &mut f64) {
        let mut word = number.to_bits();
        self.word(&mut word);
        *number = f64::from_bits(word);
        self.wrong |= !number.is_finite();
    }

    /// A number for each place of a list.
    pub fn numbers(&mut self, list: &mut [f64]) {
        list.iter_mut().for_each(|number| self.number(number));
    }

    /// A list of as many numbers, up to a limit, as there are at the moment.
    pub fn some_numbers(&mut self, list: &mut Vec<f64>, most: usize) {
        self.length(list, most);
        self.numbers(list);
    }

    /// The same of flags.
    pub fn flags(&mut self, list: &mut Vec<bool>, most: usize) {
        self.length(list, most);
        list.iter_mut().for_each(|flag| self.flag(flag));
    }

    fn length<T: Clone + Default>(&mut self, list: &mut Vec<T>, most: usize) {
        let mut length = list.len() as u32;
        self.whole(&mut length, most as u32);
        list.resize(length as usize, T::default());
    }
}

/// Where a stream stands.
pub fn place_of(stream: &mut dyn Generator) -> Vec<u64> {
    let mut walk = Walk { words: Vec::new(), taken: None, wrong: false };
    stream.walk(&mut walk);
    walk.words
}

/// Leads a stream that has just begun to a place; if it is none of its own, the stream is not to be used.
pub fn lead(stream: &mut dyn Generator, place: Vec<u64>) -> Result<(), String> {
    let mut walk = Walk { words: place, taken: Some(0), wrong: false };
    stream.walk(&mut walk);
    if walk.wrong || walk.taken != Some(walk.words.len()) {
        return Err("the stream has no such place".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::KINDS;
    use super::super::{Drift, Header, JavaRandom, Noise, drift, noise};
    use super::*;

    /// Every kind of stream as it is, with all that can be switched on, with noise, and drifting into another.
    fn streams() -> Vec<Box<dyn Generator>> {
        let mut found: Vec<Box<dyn Generator>> = Vec::new();
        for kind in KINDS {
            let start = |given: &[(&str, f64)]| {
                let parameters = (kind.parameters)();
                let fits = |(name, value): &&(&str, f64)| {
                    parameters.iter().any(|known| known.name == *name && known.checked(*value).is_ok())
                };
                let given = given.iter().filter(fits).map(|(name, value)| (name.to_string(), *value));
                kind.start(&given.collect::<Vec<_>>()).expect("a stream")
            };
            let lively =
                [("balanced", 1.0), ("drifting", 3.0), ("change", 0.01), ("noise", 7.0), ("turns", 40.0)];
            found.push(start(&[]));
            found.push(start(&lively[..4]));
            found.push(start(&lively));
            let noisy = Noise::new(start(&lively), noise::Settings { columns: 0.2, labels: 0.2, seed: 3 });
            let settings = drift::Settings { position: 900.0, width: 300.0, ..drift_defaults() };
            found.push(Box::new(Drift::new(start(&[]), Box::new(noisy), settings).expect("streams alike")));
        }
        found
    }

    fn drift_defaults() -> drift::Settings {
        let numbers: Vec<f64> = drift::Settings::parameters().iter().map(|each| each.default).collect();
        drift::Settings::from_numbers(&numbers)
    }

    fn rows(stream: &mut dyn Generator, count: usize) -> Vec<u64> {
        let Header { columns, .. } = stream.header();
        let (mut row, mut found) = (vec![0.0; columns.len()], Vec::new());
        for _ in 0..count {
            found.push(u64::from(stream.next(&mut row)));
            found.extend(row.iter().map(|x| x.to_bits()));
        }
        found
    }

    #[test]
    fn a_stream_that_is_led_to_a_place_goes_on_as_the_one_that_was_there() {
        for (which, mut stream) in streams().into_iter().enumerate() {
            for count in [0, 1, 2, 255, 613] {
                rows(&mut *stream, count);
                let place = place_of(&mut *stream);
                let mut again = streams().swap_remove(which);
                lead(&mut *again, place.clone()).expect("a place of its own");
                assert_eq!(place_of(&mut *again), place);
                let mut other = streams().swap_remove(which);
                lead(&mut *other, place).expect("a place of its own");
                assert_eq!(rows(&mut *again, 700), rows(&mut *other, 700));
                assert_eq!(place_of(&mut *again), {
                    rows(&mut *stream, 700);
                    place_of(&mut *stream)
                });
            }
        }
    }

    #[test]
    fn a_place_that_no_stream_could_have_is_refused_and_any_other_makes_rows() {
        let mut random = JavaRandom::new(5);
        let (mut refused, mut led) = (0, 0);
        for (which, mut stream) in streams().into_iter().enumerate() {
            rows(&mut *stream, 300);
            let place = place_of(&mut *stream);
            let again = || streams().swap_remove(which);
            assert!(lead(&mut *again(), place[1..].to_vec()).is_err());
            assert!(lead(&mut *again(), [&place[..], &[0]].concat()).is_err());
            assert!(lead(&mut *again(), Vec::new()).is_err());
            for _ in 0..40 {
                let (at, shift) = (random.below(place.len() as u32) as usize, random.below(64));
                let mut changed = place.clone();
                changed[at] =
                    [changed[at] ^ 1 << shift, u64::MAX, 0, f64::NAN.to_bits(), 2][random.below(5) as usize];
                let mut stream = again();
                match lead(&mut *stream, changed) {
                    Ok(()) => led += rows(&mut *stream, 50).len().min(1),
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(refused > 100 && led > 100, "{refused} {led}");
    }
}
