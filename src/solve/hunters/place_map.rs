//! Maps of places.

use crate::util::cpu::{self, Kernel};

/// A map of places to places. The image of a set takes two look-ups, one for each half of the places.
pub struct PlaceMap {
    /// The number of places in the lower half.
    half: u32,
    lower: Vec<u32>,
    upper: Vec<u32>,
}

impl PlaceMap {
    /// The map that takes place `i` to `places[i]`.
    pub fn new(places: &[u8]) -> PlaceMap {
        let half = places.len() as u32 / 2;
        let (lower, upper) = places.split_at(half as usize);
        let table = |places| cpu::run(ImageTable { places });
        PlaceMap { half, lower: table(lower), upper: table(upper) }
    }

    /// The image of a set.
    #[inline(always)]
    pub fn of(&self, set: u32) -> u32 {
        self.lower[(set & ((1 << self.half) - 1)) as usize] | self.upper[(set >> self.half) as usize]
    }
}

/// The image of every set of some places.
struct ImageTable<'a> {
    places: &'a [u8],
}

impl Kernel for ImageTable<'_> {
    type Output = Vec<u32>;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Vec<u32> {
        let mut table = vec![0u32; 1 << self.places.len()];
        for set in 1..table.len() {
            table[set] = table[set & (set - 1)] | 1 << self.places[set.trailing_zeros() as usize];
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_go_where_the_map_says() {
        let map = PlaceMap::new(&[2, 0, 1, 4, 3]);
        assert_eq!((map.of(0), map.of(0b00001), map.of(0b01010), map.of(0b11111)), (0, 0b00100, 0b10001, 0b11111));
    }
}
