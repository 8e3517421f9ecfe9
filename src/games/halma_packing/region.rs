//! The regions: the squares nearest to the corner, diagonal by diagonal.

use super::board::STRIDE;

/// The number of squares of the smallest region and of the largest.
pub(super) const FEWEST: u8 = 15;
pub(super) const MOST: u8 = 36;

/// The squares of each region, from the smallest on.
static REGIONS: [u64; (MOST - FEWEST + 1) as usize] = {
    let mut regions = [0; (MOST - FEWEST + 1) as usize];
    let (mut squares, mut count, mut diagonal) = (0, 0, 0);
    while count < MOST {
        // From the uppermost row down.
        let mut row = 0;
        while row <= diagonal {
            squares |= 1 << (diagonal - row + STRIDE * row);
            count += 1;
            if count >= FEWEST {
                regions[(count - FEWEST) as usize] = squares;
            }
            row += 1;
        }
        diagonal += 1;
    }
    regions
};

/// The squares of a region, by their number.
///
/// # Panics
/// If the number is not 15 to 36.
#[inline(always)]
pub fn region(squares: u8) -> u64 {
    REGIONS[usize::from(squares - FEWEST)]
}

/// The lengths of the rows of a region, from the top.
pub(super) fn rows(region: u64) -> impl Iterator<Item = u32> {
    let row = move |y: u32| (region >> (STRIDE * y) & ((1 << STRIDE) - 1)).count_ones();
    (0..u64::BITS.div_ceil(STRIDE)).map(row).take_while(|&length| length > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::halma_packing::board::TARGET;

    #[test]
    fn a_region_has_its_squares_the_target_among_them() {
        for squares in FEWEST..=MOST {
            let region = region(squares);
            assert_eq!((region.count_ones(), region & TARGET), (squares.into(), TARGET));
            assert_eq!(rows(region).sum::<u32>(), u32::from(squares));
        }
        assert_eq!(rows(region(15)).collect::<Vec<_>>(), [5, 4, 3, 2, 1]);
        assert_eq!(rows(region(17)).collect::<Vec<_>>(), [6, 5, 3, 2, 1]);
        assert_eq!(rows(region(36)).collect::<Vec<_>>(), [8, 7, 6, 5, 4, 3, 2, 1]);
    }
}
