//! Dice, for all that is done at random and must be the same every time.

/// Random numbers that are the same every time (Sebastiano Vigna, "splitmix64").
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The dice that begin with this number.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number below this one.
    pub fn below(&mut self, number: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ mixed >> 31) * number as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_up() {
        let (mut dice, mut counts) = (Dice::new(1), [0; 6]);
        (0..6000).for_each(|_| counts[dice.below(6)] += 1);
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
    }
}
