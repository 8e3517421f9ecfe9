//! Hashes of positions, by products of 128 bits, folded (Wang Yi, "wyhash").

use std::hash::{Hash, Hasher};

/// Mixes two words: the halves of their product, XORed.
#[inline(always)]
pub fn fold(one: u64, two: u64) -> u64 {
    let product = u128::from(one) * u128::from(two);
    product as u64 ^ (product >> 64) as u64
}

/// The hash of a position: never 0, which stands for an empty slot.
#[inline(always)]
pub fn hash<P: Hash>(position: &P) -> u64 {
    let mut mixer = Mixer(0x9e37_79b9_7f4a_7c15);
    position.hash(&mut mixer);
    mixer.finish().max(1)
}

/// The state of a hash.
struct Mixer(u64);

impl Mixer {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word, 0xa076_1d64_78bd_642f).wrapping_add(0x2d35_8dcc_aa6c_78a5);
    }
}

impl Hasher for Mixer {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline(always)]
    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    #[inline(always)]
    fn write_u16(&mut self, number: u16) {
        self.mix(number.into());
    }

    #[inline(always)]
    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    #[inline(always)]
    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        let mut last = Mixer(self.0);
        last.mix(0xe703_7ed1_a0b4_28db);
        last.0
    }
}
