//! The form in which the codes of a slice are written: in two bytes, in one where that says it, and else in one byte
//! that is a place in a list of those that occur, where they are few.

use crate::parallel::try_map;
use crate::value::{Code, Codes};

/// Codes that a byte can choose from.
pub const LISTED: usize = 1 << u8::BITS;

/// How the codes of a slice are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Bytes of a value.
    pub width: u8,
    /// The codes of two bytes that the values are places in, in ascending order; empty if values are codes.
    pub list: Vec<u16>,
}

/// Codes that are looked through together.
const CHUNK: usize = 1 << 20;

/// A bit for every code of two bytes.
type Occurring = Vec<u64>;

impl Form {
    /// The form that takes the fewest bytes. It follows from the values alone.
    pub fn of(codes: &Codes) -> Form {
        let Codes::Two(codes) = codes else {
            return Form { width: 1, list: Vec::new() };
        };
        let list = occurring(codes);
        match &list[..] {
            // What is no position has another code in one byte.
            [decided @ .., u16::ABSENT] | decided if decided.last().is_none_or(|&last| last < u8::ABSENT.into()) => {
                Form { width: 1, list: Vec::new() }
            }
            few if few.len() <= LISTED => Form { width: 1, list },
            _ => Form { width: 2, list: Vec::new() },
        }
    }

    /// For each code of two bytes, the byte that is written for it.
    pub fn bytes(&self) -> Vec<u8> {
        if self.list.is_empty() {
            return (0..=u16::MAX).map(|code| u8::try_from(code).unwrap_or(u8::ABSENT)).collect();
        }
        let mut bytes = vec![0; 1 << u16::BITS];
        self.list.iter().zip(0..).for_each(|(&code, byte)| bytes[usize::from(code)] = byte);
        bytes
    }
}

/// The codes that occur, in ascending order.
fn occurring(codes: &[u16]) -> Vec<u16> {
    let chunks: Vec<&[u16]> = codes.chunks(CHUNK).collect();
    let found = try_map::<Occurring, ()>(chunks.len(), &|chunk| {
        let mut found = vec![0; 1 << (u16::BITS - u64::BITS.ilog2())];
        chunks[chunk].iter().for_each(|&code| found[usize::from(code / 64)] |= 1 << (code % 64));
        Ok(found)
    });
    let found = found.unwrap_or_default();
    (0..=u16::MAX)
        .filter(|code| found.iter().any(|found| found[usize::from(code / 64)] >> (code % 64) & 1 == 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_the_shortest() {
        let form = |codes: Vec<u16>| Form::of(&Codes::Two(codes));
        assert_eq!(form(vec![]), Form { width: 1, list: vec![] });
        assert_eq!(form(vec![3, u16::ABSENT, 254]), Form { width: 1, list: vec![] });
        assert_eq!(form(vec![300, u16::ABSENT, 0, 300]), Form { width: 1, list: vec![0, 300, u16::ABSENT] });
        assert_eq!(form((0..256).collect()), Form { width: 1, list: (0..256).collect() });
        assert_eq!(form((0..257).collect()), Form { width: 2, list: vec![] });
        assert_eq!(Form::of(&Codes::One(vec![0])), Form { width: 1, list: vec![] });
    }

    #[test]
    fn a_code_has_the_byte_that_stands_for_it() {
        let plain = Form { width: 1, list: vec![] }.bytes();
        assert_eq!((plain[7], plain[254], plain[usize::from(u16::ABSENT)]), (7, 254, u8::ABSENT));
        let listed = Form { width: 1, list: vec![0, 300, u16::ABSENT] }.bytes();
        assert_eq!((listed[0], listed[300], listed[usize::from(u16::ABSENT)]), (0, 1, 2));
    }
}
