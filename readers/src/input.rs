//! Where bytes come from: a file or standard input; plain, gzip or zstd, told by the first bytes and not by the name.

use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::PathBuf;

/// A place to read from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file, by its path.
    Path(PathBuf),
    /// The standard input of the process.
    Standard,
    /// Bytes in memory.
    Bytes(Vec<u8>),
}

impl Source {
    /// The name in messages.
    pub fn name(&self) -> String {
        match self {
            Source::Path(path) => path.display().to_string(),
            Source::Standard => "standard input".into(),
            Source::Bytes(_) => "bytes".into(),
        }
    }

    /// The bytes as they are stored.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send + Sync>> {
        Ok(match self {
            Source::Path(path) => Box::new(File::open(path)?),
            Source::Standard => Box::new(io::stdin()),
            Source::Bytes(bytes) => Box::new(Cursor::new(bytes.clone())),
        })
    }
}

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const BYTE_ORDER_MARK: &[u8] = &[0xef, 0xbb, 0xbf];
/// Files that are no text, by how they begin.
const OTHERS: [(&[u8], &str); 7] = [
    (b"PAR1", "a Parquet file: use format='parquet'"),
    (b"ARROW1", "an Arrow file: use format='arrow'"),
    (&[0xff, 0xff, 0xff, 0xff], "an Arrow stream: use format='arrow'"),
    (b"PK\x03\x04", "a zip archive: unpack it, or pack the file with gzip or zstd"),
    (b"BZh", "packed with bzip2: pack it with gzip or zstd"),
    (&[0xff, 0xfe], "UTF-16 text: convert it to UTF-8"),
    (&[0xfe, 0xff], "UTF-16 text: convert it to UTF-8"),
];

/// How many first bytes tell whether a file is packed.
pub const PEEKED: usize = 4;

/// The bytes unpacked, if their first `PEEKED` ones say that they are packed.
pub fn unpacked(
    start: Vec<u8>,
    rest: Box<dyn Read + Send + Sync>,
) -> io::Result<Box<dyn Read + Send + Sync>> {
    let kind = (start.starts_with(GZIP), start.starts_with(ZSTD));
    let whole = Cursor::new(start).chain(rest);
    Ok(match kind {
        (true, _) => Box::new(MultiGzDecoder::new(BufReader::with_capacity(1 << 16, whole))),
        (_, true) => Box::new(zstd::stream::read::Decoder::new(whole)?),
        _ => Box::new(whole),
    })
}

/// Length of the byte order mark that unpacked bytes begin with; or what they are if they are no text.
pub fn mark(bytes: &[u8]) -> Result<usize, &'static str> {
    match OTHERS.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        Some((_, what)) => Err(what),
        None if bytes.starts_with(BYTE_ORDER_MARK) => Ok(BYTE_ORDER_MARK.len()),
        None => Ok(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn read(bytes: Vec<u8>) -> io::Result<String> {
        let (start, rest) = bytes.split_at(bytes.len().min(PEEKED));
        let mut found = String::new();
        unpacked(start.to_vec(), Source::Bytes(rest.to_vec()).open()?)?.read_to_string(&mut found)?;
        Ok(found)
    }

    fn member(text: &[u8]) -> Vec<u8> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(text).unwrap();
        gzip.finish().unwrap()
    }

    #[test]
    fn packed_or_plain_is_told_by_the_bytes() {
        assert_eq!(read(member(b"a,b\n")).unwrap(), "a,b\n");
        assert_eq!(read(zstd::encode_all(&b"a,b\n"[..], 1).unwrap()).unwrap(), "a,b\n");
        assert_eq!(read(b"a,b\n".to_vec()).unwrap(), "a,b\n");
        assert_eq!(read(Vec::new()).unwrap(), "");
    }

    #[test]
    fn members_and_frames_are_read_one_after_the_other() {
        assert_eq!(read([member(b"a\n"), member(b"b\n")].concat()).unwrap(), "a\nb\n");
        let frame = |text: &[u8]| zstd::encode_all(text, 1).unwrap();
        assert_eq!(read([frame(b"a\n"), frame(b"b\n")].concat()).unwrap(), "a\nb\n");
    }

    #[test]
    fn what_is_no_text_is_refused_by_name() {
        assert!(mark(b"PAR1....").unwrap_err().contains("Parquet"));
        assert!(mark(b"\xff\xfea\0,\0").unwrap_err().contains("UTF-16"));
        assert_eq!((mark(b"\xef\xbb\xbfa"), mark(b"a")), (Ok(3), Ok(0)));
    }
}
