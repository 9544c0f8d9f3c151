//! Numbers, lists and texts as they are read: little-endian, lists with their length before them.
//!
//! What is read may be longer than a section: then it goes on in another one of the same name. A number never stands
//! across the end of a section, and neither does a text.

use super::frame::{Fault, reserve};
use super::sections::Sections;

pub(super) type Result<T> = std::result::Result<T, Fault>;

/// What sections of one name hold, being read.
pub(super) struct Page<'a, 'b> {
    sections: &'a mut Sections<'b>,
    name: &'static str,
    at: usize,
    /// The numbers of a column, one column after the other.
    pub column: Vec<f64>,
}

impl<'a, 'b> Page<'a, 'b> {
    /// Goes on to the section of this name.
    pub fn new(sections: &'a mut Sections<'b>, name: &'static str) -> Result<Page<'a, 'b>> {
        sections.next(name)?;
        Ok(Page { sections, name, at: 0, column: Vec::new() })
    }

    /// Refuses what stands behind all that was read.
    pub fn close(self) -> Result<()> {
        match self.sections.body().len() - self.at {
            0 => Ok(()),
            more => Err(format!("section '{}' of the model has {more} bytes too many", self.name).into()),
        }
    }

    /// Goes on to the next section if this one is at its end; the bytes that are left of it.
    fn turned(&mut self) -> Result<usize> {
        if self.at == self.sections.body().len() {
            self.sections.next(self.name)?;
            self.at = 0;
        }
        Ok(self.sections.body().len() - self.at)
    }

    #[inline(always)]
    pub fn bytes(&mut self, n: u64) -> Result<&[u8]> {
        if n > (self.sections.body().len() - self.at) as u64 {
            self.turn_for(n)?;
        }
        let start = self.at;
        self.at += n as usize;
        Ok(&self.sections.body()[start..self.at])
    }

    #[cold]
    fn turn_for(&mut self, n: u64) -> Result<()> {
        let found = self.turned()?;
        if n > found as u64 {
            return Err(format!("model is cut short: {n} bytes announced, {found} found").into());
        }
        Ok(())
    }

    #[inline(always)]
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N as u64)?);
        Ok(array)
    }

    pub fn byte(&mut self) -> Result<u8> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    pub fn whole(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub fn small(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub fn float(&mut self) -> Result<f64> {
        Ok(f64::from_le_bytes(self.array()?))
    }

    /// A small number below a limit.
    pub fn below(&mut self, limit: usize, what: &str) -> Result<u32> {
        let n = self.small()?;
        if (n as usize) < limit { Ok(n) } else { Err(format!("model names {what} {n} of {limit}").into()) }
    }

    /// A number that may be absent: then it is the largest one.
    pub fn optional(&mut self) -> Result<Option<u64>> {
        Ok(Some(self.whole()?).filter(|n| *n != u64::MAX))
    }

    /// A length of a list whose elements take at least `size` bytes each.
    pub fn length(&mut self, size: u64) -> Result<usize> {
        let n = self.whole()?;
        self.holds(n, size)
    }

    /// So many entries, if they can be there.
    pub fn holds(&self, n: u64, size: u64) -> Result<usize> {
        let left = (self.sections.body().len() - self.at) as u64 + self.sections.left();
        match n.checked_mul(size) {
            Some(bytes) if bytes <= left => Ok(n as usize),
            _ => Err(format!(
                "model is cut short: {n} entries of {size} bytes or more announced, {left} bytes found"
            )
            .into()),
        }
    }

    pub fn text(&mut self) -> Result<String> {
        let n = self.whole()?;
        match std::str::from_utf8(self.bytes(n)?) {
            Ok(text) => Ok(text.into()),
            Err(_) => Err("model holds text that is not UTF-8".into()),
        }
    }

    pub fn floats(&mut self) -> Result<Vec<f64>> {
        let mut list = Vec::new();
        self.floats_into(&mut list)?;
        Ok(list)
    }

    /// The same, into a list that is there.
    pub fn floats_into(&mut self, list: &mut Vec<f64>) -> Result<()> {
        self.list(list, f64::from_le_bytes)
    }

    pub fn smalls(&mut self) -> Result<Vec<u32>> {
        let mut list = Vec::new();
        self.list(&mut list, u32::from_le_bytes)?;
        Ok(list)
    }

    /// So many numbers behind those of a list, which has room for them.
    pub fn more_floats(&mut self, count: usize, list: &mut Vec<f64>) -> Result<()> {
        self.more(count, list, f64::from_le_bytes)
    }

    fn list<T, const N: usize>(&mut self, list: &mut Vec<T>, number: impl Fn([u8; N]) -> T) -> Result<()> {
        let count = self.length(N as u64)?;
        list.clear();
        reserve(list, count)?;
        self.more(count, list, number)
    }

    /// As many of them at once as stand in one section.
    fn more<T, const N: usize>(
        &mut self,
        count: usize,
        list: &mut Vec<T>,
        number: impl Fn([u8; N]) -> T,
    ) -> Result<()> {
        let mut left = count;
        while left > 0 {
            let here = (self.turned()? / N).clamp(1, left);
            let (bytes, _) = self.bytes((here * N) as u64)?.as_chunks::<N>();
            list.extend(bytes.iter().map(|bytes| number(*bytes)));
            left -= here;
        }
        Ok(())
    }
}
