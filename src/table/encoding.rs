//! The encoding of a slice: codes of one byte if all fit; else places of one byte in a list of codes, if at most 256
//! different codes occur; else codes of two bytes.

use crate::space::{Entry, Slice, SliceId};
use crate::util::threads::try_map;
use crate::values::{Code, Lookup, LookupError};

/// The greatest length of a list: a byte is a place in it.
pub const LISTED: usize = 1 << u8::BITS;

/// How the codes of a slice are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// Bytes of a value; 0 if four results share a byte.
    pub width: u8,
    /// The codes of two bytes that the values are places in, in ascending order; empty if values are codes.
    pub list: Vec<u16>,
}

/// Codes that are read at a time.
const CHUNK: u64 = 1 << 16;

/// A bit for every code of two bytes.
type Occurring = Vec<u64>;

impl Encoding {
    /// The shortest encoding of a slice. It depends on the values alone.
    pub fn of(values: &dyn Lookup, id: SliceId, slice: &Slice) -> Result<Encoding, LookupError> {
        if fits_one_byte(values, id, slice)? {
            return Ok(Encoding { width: 1, list: Vec::new() });
        }
        let list = occurring(values, id, slice)?;
        Ok(match list.len() <= LISTED {
            true => Encoding { width: 1, list },
            false => Encoding { width: 2, list: Vec::new() },
        })
    }

    /// Four results in a byte.
    pub fn packed() -> Encoding {
        Encoding { width: 0, list: Vec::new() }
    }

    /// For each code of two bytes, the byte that is written for it.
    pub fn bytes(&self) -> Vec<u8> {
        if self.list.is_empty() {
            return (0..=u16::MAX).map(|code| u8::try_from(code).unwrap_or(u8::ABSENT)).collect();
        }
        let mut bytes = vec![0; 1 << u16::BITS];
        self.list.iter().zip(0..=u8::MAX).for_each(|(&code, byte)| bytes[usize::from(code)] = byte);
        bytes
    }
}

/// Whether every code of a slice has the same meaning in one byte.
fn fits_one_byte(values: &dyn Lookup, id: SliceId, slice: &Slice) -> Result<bool, LookupError> {
    let fits = |code: &u16| *code < u8::ABSENT.into() || *code == u16::ABSENT;
    Ok(each_chunk(values, id, slice, |codes| codes.iter().all(fits))?.into_iter().all(|fits| fits))
}

/// The codes that occur, in ascending order.
fn occurring(values: &dyn Lookup, id: SliceId, slice: &Slice) -> Result<Vec<u16>, LookupError> {
    let sets: Vec<Occurring> = each_chunk(values, id, slice, |codes| {
        let mut found = vec![0; 1 << (u16::BITS - u64::BITS.ilog2())];
        codes.iter().for_each(|&code| found[usize::from(code / 64)] |= 1 << (code % 64));
        found
    })?;
    let mut all = vec![0; 1 << (u16::BITS - u64::BITS.ilog2())];
    sets.iter().for_each(|set| all.iter_mut().zip(set).for_each(|(all, found)| *all |= found));
    Ok((0..=u16::MAX).filter(|code| all[usize::from(code / 64)] >> (code % 64) & 1 == 1).collect())
}

/// The result of `inspect` for each chunk of a slice, on all threads.
fn each_chunk<R: Send>(
    values: &dyn Lookup,
    slice: SliceId,
    Slice { entries, .. }: &Slice,
    inspect: impl Fn(&[u16]) -> R + Sync,
) -> Result<Vec<R>, LookupError> {
    try_map(entries.div_ceil(CHUNK) as usize, &|chunk| {
        let index = chunk as u64 * CHUNK;
        let mut codes = vec![u16::ABSENT; CHUNK.min(entries - index) as usize];
        values.read(Entry { slice, index }, &mut codes)?;
        Ok(inspect(&codes))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{Codes, Memory, Sink};

    fn encoding(codes: Codes) -> Encoding {
        let slice = Slice {
            name: "a".to_string(),
            pieces: 1,
            part: String::new(),
            entries: codes.len() as u64,
            leads_to: Vec::new(),
        };
        let memory = Memory::new(std::slice::from_ref(&slice));
        memory.put(Entry { slice: SliceId(0), index: 0 }, codes).expect("memory does not fail");
        Encoding::of(&memory, SliceId(0), &slice).expect("memory does not fail")
    }

    #[test]
    fn the_encoding_is_the_shortest() {
        let of = |codes: Vec<u16>| encoding(Codes::Two(&codes));
        assert_eq!(of(vec![]), Encoding { width: 1, list: vec![] });
        assert_eq!(of(vec![3, u16::ABSENT, 254]), Encoding { width: 1, list: vec![] });
        assert_eq!(of(vec![300, u16::ABSENT, 0, 300]), Encoding { width: 1, list: vec![0, 300, u16::ABSENT] });
        assert_eq!(of((0..256).collect()), Encoding { width: 1, list: (0..256).collect() });
        assert_eq!(of((0..257).collect()), Encoding { width: 2, list: vec![] });
        assert_eq!(encoding(Codes::One(&[0])), Encoding { width: 1, list: vec![] });
    }

    #[test]
    fn a_code_has_the_byte_that_stands_for_it() {
        let plain = Encoding { width: 1, list: vec![] }.bytes();
        assert_eq!((plain[7], plain[254], plain[usize::from(u16::ABSENT)]), (7, 254, u8::ABSENT));
        let listed = Encoding { width: 1, list: vec![0, 300, u16::ABSENT] }.bytes();
        assert_eq!((listed[0], listed[300], listed[usize::from(u16::ABSENT)]), (0, 1, 2));
        let full = Encoding { width: 1, list: (1000..1256).collect() }.bytes();
        assert_eq!((full[1000], full[1255]), (0, 255));
    }
}
