//! The frame of a model file: a header, then sections, each with its name, its length and a checksum.
//!
//! A frame knows nothing of what the sections hold. Sections are 256 kB or so, and are written and read one by one:
//! neither needs the file in memory a second time, and what is announced can be compared with what is left.

use std::fmt;
use std::io::{self, Read, Write};

/// First bytes of every model.
pub const MAGIC: &[u8; 8] = b"riparian";

/// Version of the format; another one has another layout.
pub const FORMAT: u32 = 1;

/// The first release that reads this format.
const READER: &str = "0.1.0";

/// Bytes of the header: the magic, the format, a checksum and the release.
const HEADER: usize = 32;

/// Bytes before each section: its name, its length, its flags and a checksum.
const HEAD: usize = 24;

/// Bytes of a name.
const NAME: usize = 8;

/// The flag of a section that may be left out.
pub(super) const OPTIONAL: u32 = 1;

/// A section of this size is long enough to be written.
pub const FULL: usize = 1 << 18;

/// No section is longer, so that a file which takes no room on the disk, however long it is, takes little more in memory.
const LONGEST: u64 = 1 << 29;

/// A list of this many bytes may well be what it is announced to be.
const BELIEVED: usize = 1 << 28;

/// The last section: how many there are before it.
pub(super) const END: &str = "end";

/// Why a model cannot be read.
#[derive(Debug)]
pub enum Fault {
    /// The file itself.
    File(io::Error),
    /// What it holds.
    Model(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::File(error) => error.fmt(f),
            Fault::Model(wrong) => wrong.fmt(f),
        }
    }
}

impl From<String> for Fault {
    fn from(wrong: String) -> Fault {
        Fault::Model(wrong)
    }
}

impl From<&str> for Fault {
    fn from(wrong: &str) -> Fault {
        Fault::Model(wrong.into())
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::Model("the model is cut short".into()),
            _ => Fault::File(error),
        }
    }
}

/// A list of bytes of fixed length, filled up with zeros.
fn padded<const N: usize>(text: &str) -> [u8; N] {
    let mut bytes = [0; N];
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    bytes
}

/// A text without the zeros behind it.
fn trimmed(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\0').to_string()
}

fn small(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |n, byte| n << 8 | u32::from(*byte))
}

fn checksum(parts: [&[u8]; 2]) -> u32 {
    let mut hash = crc32fast::Hasher::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize()
}

/// Makes room in a list, or says that there is no memory for it. What is announced is believed up to a point: a file
/// that takes no room on the disk may announce anything, and longer lists grow as they are read.
pub(super) fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), Fault> {
    let believed = BELIEVED / size_of::<T>().max(1);
    list.try_reserve_exact(more.min(believed)).map_err(|_| Fault::File(io::ErrorKind::OutOfMemory.into()))
}

/// A file being written.
pub struct Frame<W> {
    out: W,
    sections: u64,
}

impl<W: Write> Frame<W> {
    /// Writes the header.
    pub fn new(mut out: W) -> io::Result<Frame<W>> {
        let release = padded::<16>(READER);
        let format = FORMAT.to_le_bytes();
        out.write_all(MAGIC)?;
        out.write_all(&format)?;
        out.write_all(&checksum([&format, &release]).to_le_bytes())?;
        out.write_all(&release)?;
        Ok(Frame { out, sections: 0 })
    }

    /// Writes a section.
    pub fn section(&mut self, name: &str, optional: bool, body: &[u8]) -> io::Result<()> {
        if body.len() as u64 > LONGEST {
            let wrong =
                format!("section '{name}' of the model has {} bytes, more than {LONGEST}", body.len());
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, wrong));
        }
        let mut head = [0; HEAD];
        head[..NAME].copy_from_slice(&padded::<NAME>(name));
        head[8..16].copy_from_slice(&(body.len() as u64).to_le_bytes());
        head[16..20].copy_from_slice(&u32::from(optional).to_le_bytes());
        let sum = checksum([&head[..20], body]);
        head[20..].copy_from_slice(&sum.to_le_bytes());
        self.out.write_all(&head)?;
        self.out.write_all(body)?;
        self.sections += 1;
        Ok(())
    }

    /// Writes the end.
    pub fn finish(mut self) -> io::Result<W> {
        let sections = self.sections.to_le_bytes();
        self.section(END, false, &sections)?;
        Ok(self.out)
    }
}

/// A section as it stands in a file.
pub(super) struct Section {
    pub name: String,
    pub flags: u32,
    pub body: Vec<u8>,
    /// Bytes of the file behind it.
    pub left: u64,
}

/// A file being read.
pub(super) struct Input<'a> {
    file: &'a mut (dyn Read + Send),
    left: u64,
}

impl<'a> Input<'a> {
    /// Reads the header of a file of so many bytes.
    pub fn new(file: &'a mut (dyn Read + Send), bytes: u64) -> Result<Input<'a>, Fault> {
        let mut header = [0; HEADER];
        let there = bytes.min(HEADER as u64) as usize;
        file.read_exact(&mut header[..there])?;
        if !MAGIC.starts_with(&header[..there.min(MAGIC.len())]) {
            return Err(Fault::Model("this is not a riparian model: it begins with other bytes".into()));
        }
        if there < HEADER {
            return Err(Fault::Model(format!("{bytes} bytes are too few for a riparian model")));
        }
        let (format, release) = (small(&header[8..12]), trimmed(&header[16..]));
        if small(&header[12..16]) != checksum([&header[8..12], &header[16..]]) {
            return Err(Fault::Model("the header of the model is damaged".into()));
        }
        if format != FORMAT {
            return Err(Fault::Model(format!(
                "the model has format {format}, this version of riparian reads format {FORMAT}: use riparian {release} \
                 or later"
            )));
        }
        Ok(Input { file, left: bytes - HEADER as u64 })
    }

    /// Reads the next section into a list that is there.
    pub fn section(&mut self, mut body: Vec<u8>) -> Result<Section, Fault> {
        let short = |left: u64| {
            Fault::Model(format!("the model is cut short: {left} bytes left for the next section"))
        };
        self.left = self.left.checked_sub(HEAD as u64).ok_or_else(|| short(self.left))?;
        let mut head = [0; HEAD];
        self.file.read_exact(&mut head)?;
        let name = trimmed(&head[..NAME]);
        let length = u64::from(small(&head[8..12])) | u64::from(small(&head[12..16])) << 32;
        if length > self.left {
            return Err(Fault::Model(format!(
                "the model is cut short or damaged: section '{}' announces {length} bytes, {} are left",
                name.escape_debug(),
                self.left
            )));
        }
        if length > LONGEST {
            return Err(Fault::Model(format!(
                "section '{}' of the model announces {length} bytes, more than {LONGEST}",
                name.escape_debug()
            )));
        }
        self.left -= length;
        body.clear();
        reserve(&mut body, length as usize)?;
        (&mut *self.file).take(length).read_to_end(&mut body)?;
        if body.len() as u64 != length {
            return Err(short(body.len() as u64));
        }
        if small(&head[20..]) != checksum([&head[..20], &body]) {
            return Err(Fault::Model(format!(
                "section '{}' of the model is damaged: its checksum does not fit",
                name.escape_debug()
            )));
        }
        Ok(Section { name, flags: small(&head[16..20]), body, left: self.left })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Vec<u8> {
        let mut frame = Frame::new(Vec::new()).expect("memory");
        frame.section("first", false, b"one").expect("memory");
        frame.finish().expect("memory")
    }

    fn read(mut file: &[u8]) -> Result<Section, Fault> {
        let bytes = file.len() as u64;
        Input::new(&mut file, bytes).and_then(|mut input| input.section(Vec::new()))
    }

    #[test]
    fn a_section_that_is_too_long_is_refused_before_there_is_room_for_it() {
        let mut file = file();
        file[40..48].copy_from_slice(&(1u64 << 39).to_le_bytes());
        let mut rest = &file[..];
        let wrong =
            Input::new(&mut rest, 1 << 40).and_then(|mut input| input.section(Vec::new()).map(|_| ()));
        assert!(
            wrong.is_err_and(|wrong| wrong.to_string().contains("announces 549755813888 bytes, more than"))
        );
    }

    #[test]
    fn another_format_is_refused_with_the_release_that_reads_it() {
        let mut file = file();
        let release = padded::<16>("7.1");
        file[8..12].copy_from_slice(&9u32.to_le_bytes());
        file[16..32].copy_from_slice(&release);
        assert!(read(&file).is_err_and(|wrong| wrong.to_string().contains("header of the model is damaged")));
        file[12..16].copy_from_slice(&checksum([&9u32.to_le_bytes(), &release]).to_le_bytes());
        let told =
            "the model has format 9, this version of riparian reads format 1: use riparian 7.1 or later";
        assert!(read(&file).is_err_and(|wrong| wrong.to_string() == told));
    }
}
