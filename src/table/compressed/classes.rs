//! Classes of consecutive entries in memory, in a quarter or half of a byte each.

use std::ops::Range;

use crate::space::Class;

/// The classes by their bits.
const CLASSES: [Class; 6] =
    [Class::First, Class::Second, Class::Forced, Class::Vacant, Class::Attained, Class::Equalled];

/// The four classes in a byte.
const IN_BYTE: [[Class; 4]; 256] = {
    let mut classes = [[Class::First; 4]; 256];
    let mut place = 0;
    while place < 4 * 256 {
        classes[place / 4][place % 4] = CLASSES[(place / 4) >> (place % 4 * 2) & 3];
        place += 1;
    }
    classes
};

/// The classes of entries.
pub struct ClassSet {
    pub bytes: Vec<u8>,
    /// The number of classes in a byte: four, or two if there are floors.
    pub in_byte: usize,
}

impl ClassSet {
    /// No class yet, for this number of entries.
    pub fn new(entries: u64, has_floors: bool) -> ClassSet {
        let in_byte = if has_floors { 2 } else { 4 };
        ClassSet { bytes: vec![0; (entries as usize).div_ceil(in_byte)], in_byte }
    }

    /// The bits of a class.
    pub fn bits(&self) -> usize {
        8 / self.in_byte
    }

    /// The classes of consecutive entries, of which the first begins a byte.
    pub fn read(&self, entries: Range<u64>) -> Vec<Class> {
        let count = (entries.end - entries.start) as usize;
        let bytes = &self.bytes[entries.start as usize / self.in_byte..][..count.div_ceil(self.in_byte)];
        let mut classes = Vec::with_capacity(count + self.in_byte);
        match self.in_byte {
            4 => bytes.iter().for_each(|&byte| classes.extend_from_slice(&IN_BYTE[usize::from(byte)])),
            _ => (0..count as u64).for_each(|number| classes.push(self.class(entries.start + number))),
        }
        classes.truncate(count);
        classes
    }

    /// The class of an entry.
    pub fn class(&self, index: u64) -> Class {
        let (index, bits) = (index as usize, self.bits());
        let class = self.bytes[index / self.in_byte] >> (index % self.in_byte * bits) & ((1 << bits) - 1);
        CLASSES[usize::from(class)]
    }
}
