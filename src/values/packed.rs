//! Results in two bits: four in a byte, the first in the lowest bits.
//!
//! ```text
//!   bits of a byte    7 6   5 4   3 2   1 0          0  draw
//!   place of entry     3     2     1     0           1  win
//!                                                    2  loss
//!   example: win, draw, none, loss = 10 11 00 01     3  no position
//! ```

use crate::game::Value;
use crate::values::Code;

/// The number of results in a byte.
const PLACES: u64 = 4;

/// Its bits in a byte of results: the place of an entry, in bits.
#[inline(always)]
pub(super) fn shift(index: u64) -> u32 {
    (index % PLACES * 2) as u32
}

/// The byte with the result of an entry.
#[inline(always)]
pub(super) fn byte_of(index: u64) -> usize {
    (index / PLACES) as usize
}

/// The number of bytes for this number of entries.
pub fn packed_bytes(entries: u64) -> u64 {
    entries.div_ceil(PLACES)
}

/// The result of a code in two bits.
#[inline(always)]
pub(super) fn packed<C: Code>(code: C) -> u8 {
    match () {
        () if code == C::DRAW => 0,
        () if code == C::ABSENT => 3,
        () => 2 - (code.number() & 1) as u8,
    }
}

/// The byte of up to four codes. Places without a code are drawn.
pub fn packed_byte<C: Code>(codes: &[C]) -> u8 {
    codes.iter().zip(0..).fold(0, |byte, (&code, index)| byte | packed(code) << shift(index))
}

/// The codes of the results without a depth.
const CODES: [u16; 4] = [0, WIN, WIN + 1, u16::ABSENT];
const WIN: u16 = 1 + 2 * Value::UNKNOWN as u16;

/// The code of an entry in its byte: a result, without a depth.
#[inline(always)]
pub fn packed_code(byte: u8, index: u64) -> u16 {
    CODES[usize::from(byte >> shift(index) & 3)]
}

/// The codes of consecutive entries of packed results, from the entry `first` on.
///
/// # Panics
/// If there are fewer bytes.
#[inline]
pub fn unpack(bytes: &[u8], first: u64, codes: &mut [u16]) {
    static FOUR: FourCodes = four_codes(CODES);
    read_fours(|number| bytes[number], first, &FOUR, codes);
}

/// By byte, the codes of its four results.
pub(super) type FourCodes = [[u16; PLACES as usize]; 256];

/// The codes of the results in each byte, where these are the codes of the results.
pub(super) const fn four_codes(codes: [u16; 4]) -> FourCodes {
    let mut four = [[0; PLACES as usize]; 256];
    let mut place = 0;
    while place < 4 * 256 {
        four[place / 4][place % 4] = codes[(place / 4) >> (place % 4 * 2) & 3];
        place += 1;
    }
    four
}

/// Reads the codes of consecutive entries, from the entry `first` on, a byte at a time. `byte` has the byte of a
/// number.
#[inline(always)]
pub(super) fn read_fours(byte: impl Fn(usize) -> u8, first: u64, four: &FourCodes, codes: &mut [u16]) {
    let of = |number: usize| &four[usize::from(byte(number))];
    let place = (first % PLACES) as usize;
    let (before, rest) = codes.split_at_mut(((PLACES as usize - place) % PLACES as usize).min(codes.len()));
    if !before.is_empty() {
        before.copy_from_slice(&of(byte_of(first))[place..][..before.len()]);
    }
    let at = byte_of(first + before.len() as u64);
    let (whole, after) = rest.as_chunks_mut();
    let last = at + whole.len();
    for (codes, number) in whole.iter_mut().zip(at..) {
        *codes = *of(number);
    }
    if !after.is_empty() {
        after.copy_from_slice(&of(last)[..after.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_of_the_page() {
        let codes = [7, 0, u16::ABSENT, 40];
        let byte = packed_byte(&codes);
        assert_eq!(byte, 0b10_11_00_01);
        let values: Vec<_> = (4..8).map(|index| packed_code(byte, index).decode()).collect();
        let result = |value: Value| Some(value.result());
        assert_eq!(values, [result(Value::Win(3)), Some(Value::Draw), None, result(Value::Loss(19))]);
        assert_eq!(packed_byte(&[u8::ABSENT, 1]), 0b01_11);
        assert_eq!((packed_bytes(8), packed_bytes(9)), (2, 3));
    }

    #[test]
    fn any_entries_in_a_row_are_read_as_each() {
        let bytes: Vec<u8> = (0..=255).collect();
        for first in 0..9 {
            for count in (0..12).chain([1024 - first as usize]) {
                let mut codes = vec![7; count];
                unpack(&bytes, first, &mut codes);
                let each: Vec<u16> =
                    (first..first + count as u64).map(|index| packed_code(bytes[byte_of(index)], index)).collect();
                assert_eq!(codes, each, "{count} from {first}");
            }
        }
    }
}
