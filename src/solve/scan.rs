//! The search for a code in a row of cells, 64 at once.

use crate::values::Code;

/// Cells that are compared at once.
const WORD: usize = 64;

/// A code that can be searched for in 64 cells at once.
pub trait Scan: Code + Default {
    /// The set of cells that hold the code: bit `i` is cell `i`.
    fn find(self, cells: &[Self; WORD]) -> u64;
}

impl Scan for u8 {
    #[inline(always)]
    fn find(self, cells: &[u8; WORD]) -> u64 {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
        {
            fast::find_u8(self, cells)
        }
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2", not(target_feature = "avx512bw")))]
        {
            avx2::find_u8(self, cells)
        }
        #[cfg(not(all(target_arch = "x86_64", any(target_feature = "avx2", target_feature = "avx512bw"))))]
        {
            portable_find(self, cells)
        }
    }
}

impl Scan for u16 {
    #[inline(always)]
    fn find(self, cells: &[u16; WORD]) -> u64 {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
        {
            fast::find_u16(self, cells)
        }
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2", not(target_feature = "avx512bw")))]
        {
            avx2::find_u16(self, cells)
        }
        #[cfg(not(all(target_arch = "x86_64", any(target_feature = "avx2", target_feature = "avx512bw"))))]
        {
            portable_find(self, cells)
        }
    }
}

/// [`Scan::find`] with AVX-512.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
mod fast {
    use std::arch::x86_64::{_mm512_cmpeq_epi8_mask, _mm512_cmpeq_epi16_mask};
    use std::arch::x86_64::{_mm512_loadu_si512, _mm512_set1_epi8, _mm512_set1_epi16};

    use super::WORD;

    #[inline(always)]
    pub fn find_u8(code: u8, cells: &[u8; WORD]) -> u64 {
        // SAFETY: compiled only where the processor has the instructions; 64 bytes are read.
        unsafe { _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(cells.as_ptr().cast()), _mm512_set1_epi8(code as i8)) }
    }

    #[inline(always)]
    pub fn find_u16(code: u16, cells: &[u16; WORD]) -> u64 {
        let (lower, upper) = cells.split_at(WORD / 2);
        // SAFETY: compiled only where the processor has the instructions; 64 bytes are read twice.
        let [lower, upper] = [lower, upper].map(|half| unsafe {
            _mm512_cmpeq_epi16_mask(_mm512_loadu_si512(half.as_ptr().cast()), _mm512_set1_epi16(code as i16))
        });
        u64::from(upper) << (WORD / 2) | u64::from(lower)
    }
}

/// [`Scan::find`] with AVX2.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2", any(test, not(target_feature = "avx512bw"))))]
mod avx2 {
    use std::arch::x86_64::{__m256i, _mm256_cmpeq_epi8, _mm256_cmpeq_epi16, _mm256_loadu_si256, _mm256_movemask_epi8};
    use std::arch::x86_64::{_mm256_packs_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi16};

    use super::WORD;

    /// The permutation that restores the order of the quarters after packing.
    const IN_ORDER: i32 = 0b11_01_10_00;

    #[inline(always)]
    pub fn find_u8(code: u8, cells: &[u8; WORD]) -> u64 {
        let (halves, _) = cells.as_chunks::<{ WORD / 2 }>();
        halves.iter().rev().fold(0, |found, half| {
            // SAFETY: compiled only where the processor has the instructions; 32 bytes are read.
            let equal = unsafe {
                let codes = _mm256_loadu_si256(half.as_ptr().cast::<__m256i>());
                _mm256_movemask_epi8(_mm256_cmpeq_epi8(codes, _mm256_set1_epi8(code as i8)))
            };
            found << (WORD / 2) | u64::from(equal as u32)
        })
    }

    #[inline(always)]
    pub fn find_u16(code: u16, cells: &[u16; WORD]) -> u64 {
        let (halves, _) = cells.as_chunks::<{ WORD / 2 }>();
        halves.iter().rev().fold(0, |found, half| {
            // SAFETY: compiled only where the processor has the instructions; 32 bytes are read twice.
            let equal = unsafe {
                let first = half.as_ptr().cast::<__m256i>();
                let code = _mm256_set1_epi16(code as i16);
                let lower = _mm256_cmpeq_epi16(_mm256_loadu_si256(first), code);
                let upper = _mm256_cmpeq_epi16(_mm256_loadu_si256(first.add(1)), code);
                _mm256_movemask_epi8(_mm256_permute4x64_epi64(_mm256_packs_epi16(lower, upper), IN_ORDER))
            };
            found << (WORD / 2) | u64::from(equal as u32)
        })
    }
}

/// [`Scan::find`] without vector instructions.
#[cfg(any(test, not(all(target_arch = "x86_64", any(target_feature = "avx2", target_feature = "avx512bw")))))]
#[inline(always)]
fn portable_find<C: Code>(code: C, cells: &[C; WORD]) -> u64 {
    (0..WORD).fold(0, |found, cell| found | u64::from(cells[cell] == code) << cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [`Scan::find`] by its definition.
    fn plain_find<C: Code>(code: C, cells: &[C; WORD]) -> u64 {
        let mut found = 0;
        for (place, &cell) in cells.iter().enumerate() {
            if cell == code {
                found += 2u64.pow(place as u32);
            }
        }
        found
    }

    /// Cells that hold every code below 8, also in the first and the last cell, and the greatest code.
    fn cells() -> [u8; WORD] {
        std::array::from_fn(|cell| if cell % 9 == 5 { u8::MAX } else { (cell * cell % 7) as u8 })
    }

    #[test]
    fn the_portable_form_finds_a_code_wherever_it_is() {
        let (narrow, wide) = (cells(), cells().map(|code| u16::from(code) << 8));
        for code in (0..8).chain([u8::MAX]) {
            assert_eq!(portable_find(code, &narrow), plain_find(code, &narrow));
            let code = u16::from(code) << 8;
            assert_eq!(portable_find(code, &wide), plain_find(code, &wide));
        }
    }

    #[test]
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    fn the_instructions_of_avx2_find_a_code_wherever_it_is() {
        let (narrow, wide) = (cells(), cells().map(|code| u16::from(code) << 8));
        for code in (0..8).chain([u8::MAX]) {
            assert_eq!(avx2::find_u8(code, &narrow), plain_find(code, &narrow));
            let code = u16::from(code) << 8;
            assert_eq!(avx2::find_u16(code, &wide), plain_find(code, &wide));
        }
    }

    #[test]
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
    fn the_instructions_find_a_code_wherever_it_is() {
        let (narrow, wide) = (cells(), cells().map(|code| u16::from(code) << 8));
        for code in (0..8).chain([u8::MAX]) {
            assert_eq!(fast::find_u8(code, &narrow), plain_find(code, &narrow));
            let code = u16::from(code) << 8;
            assert_eq!(fast::find_u16(code, &wide), plain_find(code, &wide));
        }
    }
}
