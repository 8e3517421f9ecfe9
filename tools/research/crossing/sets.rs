//! Sets of pieces as numbers.

use std::hash::{BuildHasherDefault, Hasher};

use hindsight::games::halma::SquareSet;

/// The set reflected in the diagonal from the start to the target.
pub fn reflected(set: &SquareSet) -> SquareSet {
    set.iter().map(|square| square.rotate_left(4)).collect()
}

/// A set of up to sixteen squares in one number: the squares in ascending order.
pub fn packed(set: &SquareSet) -> u128 {
    set.iter().fold(0, |number, square| number << 8 | u128::from(square))
}

/// The set of so many squares that is packed in a number.
pub fn unpacked(mut number: u128, pieces: u32) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    for _ in 0..pieces {
        set.insert(number as u8);
        number >>= 8;
    }
    set
}

/// The number of a set or of its reflection, the smaller one: a crossing from the one, reflected, is one from the
/// other.
#[inline(always)]
pub fn either(set: &SquareSet) -> u128 {
    packed(set).min(packed(&reflected(set)))
}

/// A quick hash of packed sets.
#[derive(Default)]
pub struct SetHasher(u64);

/// Builds hashers of packed sets.
pub type Hash = BuildHasherDefault<SetHasher>;

impl Hasher for SetHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u128(byte.into()));
    }

    fn write_u128(&mut self, key: u128) {
        for half in [key as u64, (key >> 64) as u64] {
            let mixed = (self.0 ^ half).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.0 = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
            self.0 ^= self.0 >> 29;
        }
    }
}
