//! Maps of places.

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
        let table = |places: &[u8]| {
            let mut table = vec![0u32; 1 << places.len()];
            for set in 1..table.len() {
                table[set] = table[set & (set - 1)] | 1 << places[set.trailing_zeros() as usize];
            }
            table
        };
        let (lower, upper) = places.split_at(half as usize);
        PlaceMap { half, lower: table(lower), upper: table(upper) }
    }

    /// The image of a set.
    #[inline(always)]
    pub fn of(&self, set: u32) -> u32 {
        self.lower[(set & ((1 << self.half) - 1)) as usize] | self.upper[(set >> self.half) as usize]
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
