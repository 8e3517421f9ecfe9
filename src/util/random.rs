//! Random numbers that are the same on every machine and in every run.

/// A generator of random numbers (Sebastiano Vigna, "splitmix64"). The same seed gives the same numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A generator for one of many pieces of work that share a seed, in any order.
    pub fn for_piece(seed: u64, piece: u64) -> Random {
        Random(mixed(seed ^ mixed(piece)))
    }

    /// A random number below `number`; 0 if `number` is 0.
    pub fn below(&mut self, number: usize) -> usize {
        ((u128::from(self.bits()) * number as u128) >> 64) as usize
    }

    /// A random number of 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }
}

/// Mixes a number: each bit of the result depends on every bit of `number`.
fn mixed(number: u64) -> u64 {
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_up() {
        let (mut random, mut counts) = (Random::new(1), [0; 6]);
        (0..6000).for_each(|_| counts[random.below(6)] += 1);
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
    }
}
