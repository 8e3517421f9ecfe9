//! Finding a code among those of a row.

use super::bits::WORD;
use crate::values::Code;

/// A code that can be looked for in 64 cells at once.
pub trait Scan: Code + Default {
    /// The cells that hold the code, a bit each.
    fn find(self, cells: &[Self; WORD]) -> u64;
}

impl Scan for u8 {
    #[inline(always)]
    fn find(self, cells: &[u8; WORD]) -> u64 {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
        {
            use std::arch::x86_64::{_mm512_cmpeq_epi8_mask, _mm512_loadu_si512, _mm512_set1_epi8};
            // SAFETY: the instructions are there, or this would not be compiled, and 64 bytes are read.
            unsafe { _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(cells.as_ptr().cast()), _mm512_set1_epi8(self as i8)) }
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx512bw")))]
        {
            find_one_by_one(self, cells)
        }
    }
}

impl Scan for u16 {
    #[inline(always)]
    fn find(self, cells: &[u16; WORD]) -> u64 {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
        {
            use std::arch::x86_64::{_mm512_cmpeq_epi16_mask, _mm512_loadu_si512, _mm512_set1_epi16};
            let (lower, upper) = cells.split_at(WORD / 2);
            // SAFETY: the instructions are there, or this would not be compiled, and twice 64 bytes are read.
            let [lower, upper] = [lower, upper].map(|half| unsafe {
                _mm512_cmpeq_epi16_mask(_mm512_loadu_si512(half.as_ptr().cast()), _mm512_set1_epi16(self as i16))
            });
            u64::from(upper) << (WORD / 2) | u64::from(lower)
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx512bw")))]
        {
            find_one_by_one(self, cells)
        }
    }
}

/// [`Scan::find`] for processors without the instructions.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx512bw"))))]
fn find_one_by_one<C: Code>(code: C, cells: &[C; WORD]) -> u64 {
    (0..WORD).fold(0, |found, cell| found | u64::from(cells[cell] == code) << cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_found_wherever_it_is() {
        let cells: [u8; WORD] = std::array::from_fn(|cell| (cell * cell % 7) as u8);
        for code in 0..8 {
            assert_eq!(code.find(&cells), find_one_by_one(code, &cells));
            let wide = cells.map(u16::from);
            assert_eq!(u16::from(code).find(&wide), code.find(&cells));
        }
    }
}
