//! Model files taken apart and put together again, checksums and all.

/// Bytes of the header of a file, and of a section.
const HEADER: usize = 32;
const HEAD: usize = 24;

/// One section of a file.
#[derive(Clone)]
pub struct Section {
    /// Its name, filled up with zeros.
    pub name: [u8; 8],
    /// Whether it may be skipped.
    pub flags: u32,
    /// What it holds.
    pub body: Vec<u8>,
}

impl Section {
    /// True if this is its name.
    pub fn is(&self, name: &str) -> bool {
        self.name.iter().copied().eq(name.bytes().chain([0; 8]).take(8))
    }
}

fn put(file: &mut Vec<u8>, name: [u8; 8], flags: u32, body: &[u8]) {
    let mut head = name.to_vec();
    head.extend((body.len() as u64).to_le_bytes());
    head.extend(flags.to_le_bytes());
    let mut sum = crc32fast::Hasher::new();
    [&head, body].into_iter().for_each(|part| sum.update(part));
    file.extend(head);
    file.extend(sum.finalize().to_le_bytes());
    file.extend(body);
}

/// The file of these sections: with the header, the end and the checksums that belong to them.
pub fn sealed(sections: &[Section]) -> Vec<u8> {
    let mut rest = 1u32.to_le_bytes().to_vec();
    rest.extend(b"0.1.0\0\0\0\0\0\0\0\0\0\0\0");
    let mut file = b"riparian".to_vec();
    file.extend(&rest[..4]);
    file.extend(crc32fast::hash(&rest).to_le_bytes());
    file.extend(&rest[4..]);
    sections.iter().for_each(|section| put(&mut file, section.name, section.flags, &section.body));
    put(&mut file, *b"end\0\0\0\0\0", 0, &(sections.len() as u64).to_le_bytes());
    file
}

/// The sections that a file seems to have, without the end: as many as there are, each as long as it can be.
pub fn sections(file: &[u8]) -> Vec<Section> {
    let mut found = Vec::new();
    let mut rest = file.get(HEADER..).unwrap_or_default();
    while let Some((head, behind)) = rest.split_first_chunk::<HEAD>() {
        let (words, _) = head.as_chunks::<8>();
        let length = (u64::from_le_bytes(words[1]) as usize).min(behind.len());
        let (body, behind) = behind.split_at(length);
        let flags = u64::from_le_bytes(words[2]) as u32;
        found.push(Section { name: words[0], flags, body: body.to_vec() });
        rest = behind;
    }
    if found.last().is_some_and(|last| last.is("end")) {
        found.pop();
    }
    found
}
