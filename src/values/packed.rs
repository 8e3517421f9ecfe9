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

/// The code of an entry in its byte: a result, without a depth.
#[inline(always)]
pub fn packed_code(byte: u8, index: u64) -> u16 {
    const CODES: [u16; 4] = [0, WIN, WIN + 1, u16::ABSENT];
    const WIN: u16 = 1 + 2 * Value::UNKNOWN as u16;
    CODES[usize::from(byte >> shift(index) & 3)]
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
}
