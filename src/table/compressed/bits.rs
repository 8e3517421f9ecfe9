//! Bits in bytes, the highest bit of each byte first.

/// Writes numbers of up to 32 bits, one after the other.
#[derive(Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// The number of bits in the last byte that are used, 0 to 7; 0 also if all are.
    used: u32,
}

impl BitWriter {
    /// Writes the lowest `width` bits of a number.
    pub fn write(&mut self, number: u32, width: u32) {
        let mut left = width;
        while left > 0 {
            if self.used == 0 {
                self.bytes.push(0);
            }
            let taken = left.min(8 - self.used);
            let bits = (u64::from(number) >> (left - taken)) as u8 & (0xff >> (8 - taken));
            if let Some(last) = self.bytes.last_mut() {
                *last |= bits << (8 - self.used - taken);
            }
            self.used = (self.used + taken) % 8;
            left -= taken;
        }
    }

    /// Writes `number` in the Rice code of a parameter: `number >> parameter` ones, a zero, and the lowest `parameter`
    /// bits.
    pub fn write_rice(&mut self, number: u64, parameter: u32) {
        let mut ones = number >> parameter;
        while ones > 0 {
            let some = ones.min(16) as u32;
            self.write(u32::MAX, some);
            ones -= u64::from(some);
        }
        self.write(0, 1);
        self.write(number as u32, parameter);
    }

    /// The number of bits written.
    pub fn bits(&self) -> u64 {
        let unused = if self.used == 0 { 0 } else { 8 - self.used };
        self.bytes.len() as u64 * 8 - u64::from(unused)
    }

    /// The bytes; the bits after the last written one are zeros.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads the numbers that a [`BitWriter`] wrote. Reading past the end is an error, `None`.
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at: u64,
}

impl<'a> BitReader<'a> {
    pub fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, at: 0 }
    }

    /// Reads a number of `width` bits, up to 32.
    pub fn read(&mut self, width: u32) -> Option<u32> {
        let mut number = 0;
        for _ in 0..width {
            let byte = *self.bytes.get((self.at / 8) as usize)?;
            number = number << 1 | u32::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(number)
    }

    /// Reads a number in the Rice code of a parameter; `None` also if it does not fit 48 bits.
    pub fn read_rice(&mut self, parameter: u32) -> Option<u64> {
        let mut ones = 0u64;
        while self.read(1)? == 1 {
            ones += 1;
        }
        (ones >> (48 - parameter) == 0).then_some(())?;
        Some(ones << parameter | u64::from(self.read(parameter)?))
    }

    /// The number of bytes of which a bit was read.
    pub fn bytes_read(&self) -> usize {
        self.at.div_ceil(8) as usize
    }
}

/// The bits from a bit on, 57 at least; bits past the end are zeros.
#[inline(always)]
pub fn window(bytes: &[u8], at: u64) -> u64 {
    let from = (at / 8) as usize;
    let bits = match bytes.get(from..).and_then(|bytes| bytes.first_chunk::<8>()) {
        Some(bytes) => u64::from_be_bytes(*bytes),
        None => last_bits(bytes, from),
    };
    bits << (at % 8)
}

/// The bits from a byte on, near the end.
#[cold]
#[inline(never)]
fn last_bits(bytes: &[u8], from: usize) -> u64 {
    let mut last = [0; 8];
    if let Some(bytes) = bytes.get(from..) {
        let count = bytes.len().min(8);
        last[..count].copy_from_slice(&bytes[..count]);
    }
    u64::from_be_bytes(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let mut writer = BitWriter::default();
        let numbers = [(1, 1), (0, 3), (0x1234_5678, 32), (5, 3), (1023, 10), (0, 0), (77, 7)];
        numbers.iter().for_each(|&(number, width)| writer.write(number, width));
        let rice = [(0, 0), (5, 1), (70_000, 10), (12, 2), (1 << 40, 31)];
        rice.iter().for_each(|&(number, parameter)| writer.write_rice(number, parameter));
        let bits = writer.bits();
        let bytes = writer.into_bytes();
        assert_eq!(bits.div_ceil(8), bytes.len() as u64);
        let mut reader = BitReader::new(&bytes);
        for (number, width) in numbers {
            assert_eq!(reader.read(width), Some(number));
        }
        for (number, parameter) in rice {
            assert_eq!(reader.read_rice(parameter), Some(number));
        }
        assert_eq!(reader.bytes_read(), bytes.len());
        assert_eq!(reader.read(32), None);
    }

    #[test]
    fn a_window_begins_at_any_bit() {
        let bytes: Vec<u8> = (0..20u8).map(|n| n.wrapping_mul(37) ^ 0x5b).collect();
        for at in 0..200 {
            let bit = |at: u64| bytes.get((at / 8) as usize).map_or(0, |byte| u64::from(byte >> (7 - at % 8) & 1));
            let expected = (0..57).fold(0, |window, place| window << 1 | bit(at + place));
            assert_eq!(window(&bytes, at) >> 7, expected, "at {at}");
        }
    }
}
