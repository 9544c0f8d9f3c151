//! The sections of a file that a model is made of, in their order.
//!
//! A section that is asked for beside them is put aside wherever it stands. One that may be left out is skipped by whoever
//! does not know it; any other that is not known is refused.

use super::frame::{END, Fault, Input, OPTIONAL, Section};

/// Sections that are none of the model's own: a name, and what it holds.
pub type Others = Vec<(String, Vec<u8>)>;

/// Where sections come from, one after the other.
pub(super) trait Source {
    /// The next one, into a list that is there.
    fn section(&mut self, spare: Vec<u8>) -> Result<Section, Fault>;
}

impl Source for Input<'_> {
    fn section(&mut self, spare: Vec<u8>) -> Result<Section, Fault> {
        Input::section(self, spare)
    }
}

/// A model being read.
pub(super) struct Sections<'a> {
    source: &'a mut dyn Source,
    /// Bytes that are left.
    left: u64,
    seen: u64,
    body: Vec<u8>,
    /// The names of sections to put aside.
    asked: &'a [&'a str],
    others: Others,
}

impl<'a> Sections<'a> {
    /// Of a source; sections that are `asked` for are put aside.
    pub fn new(source: &'a mut dyn Source, asked: &'a [&'a str]) -> Sections<'a> {
        Sections { source, left: 0, seen: 0, body: Vec::new(), asked, others: Vec::new() }
    }

    /// Bytes that are left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// What the section holds that was read last.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// Reads the section of this name, which must be the next but for those that are put aside or skipped.
    pub fn next(&mut self, name: &str) -> Result<(), Fault> {
        loop {
            let Section { name: found, flags, body, left } =
                self.source.section(std::mem::take(&mut self.body))?;
            (self.body, self.left, self.seen) = (body, left, self.seen + 1);
            if found == name {
                return Ok(());
            }
            let known = self.asked.contains(&found.as_str());
            if known && self.others.iter().any(|(other, _)| *other == found) {
                return Err(Fault::Model(format!("the model has two sections '{found}'")));
            } else if known {
                self.others.push((found, std::mem::take(&mut self.body)));
            } else if flags & OPTIONAL == 0 {
                return Err(Fault::Model(format!(
                    "the model has a section '{}' where '{name}' belongs; if a later version of riparian wrote it, \
                     use that one",
                    found.escape_debug()
                )));
            }
        }
    }

    /// Reads the end, and gives what was put aside.
    pub fn finish(mut self) -> Result<Others, Fault> {
        self.next(END)?;
        if self.body != (self.seen - 1).to_le_bytes() {
            return Err(Fault::Model("the model has sections that were not written with it".into()));
        }
        if self.left > 0 {
            return Err(Fault::Model(format!(
                "the model is followed by {} bytes that do not belong to it",
                self.left
            )));
        }
        Ok(self.others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::frame::Frame;

    fn file() -> Vec<u8> {
        let mut frame = Frame::new(Vec::new()).expect("memory");
        frame.section("first", false, b"one").expect("memory");
        frame.section("aside", false, b"two").expect("memory");
        frame.section("new", true, b"three").expect("memory");
        frame.section("last", false, b"").expect("memory");
        frame.finish().expect("memory")
    }

    fn read(mut file: &[u8], asked: &[&str]) -> Result<Others, Fault> {
        let bytes = file.len() as u64;
        let mut input = Input::new(&mut file, bytes)?;
        let mut sections = Sections::new(&mut input, asked);
        sections.next("first")?;
        assert_eq!(sections.body(), b"one");
        sections.next("last")?;
        assert_eq!(sections.body(), b"");
        sections.finish()
    }

    #[test]
    fn sections_come_back_and_unknown_ones_are_skipped_only_if_they_may_be() {
        let others = read(&file(), &["aside", "absent"]).expect("a good file");
        assert_eq!(others, [("aside".to_string(), b"two".to_vec())]);
        assert!(
            read(&file(), &[])
                .is_err_and(|wrong| wrong.to_string().contains("a section 'aside' where 'last'"))
        );
    }

    #[test]
    fn every_bit_and_every_length_counts() {
        let file = file();
        for bit in 0..8 * file.len() {
            let mut changed = file.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&changed, &["aside"]).is_err(), "bit {bit}");
        }
        for length in 0..file.len() {
            assert!(read(&file[..length], &["aside"]).is_err(), "length {length}");
        }
        let longer = [&file[..], &[0]].concat();
        assert!(
            read(&longer, &["aside"]).is_err_and(|wrong| wrong.to_string().contains("followed by 1 bytes"))
        );
    }
}
