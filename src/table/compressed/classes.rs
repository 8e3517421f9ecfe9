//! Classes of consecutive entries in memory, in a quarter or half of a byte each.

use crate::space::Class;

/// The classes by their bits.
const CLASSES: [Class; 5] = [Class::First, Class::Second, Class::Forced, Class::Vacant, Class::Attained];

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

    /// The class of an entry.
    pub fn class(&self, index: u64) -> Class {
        let (index, bits) = (index as usize, self.bits());
        let class = self.bytes[index / self.in_byte] >> (index % self.in_byte * bits) & ((1 << bits) - 1);
        CLASSES[usize::from(class)]
    }
}
