//! Instructions of the processor that the language has no words for, each with a form for other processors.
//!
//! The program is compiled for a processor: an instruction is used where the compiler may assume it.

/// The cells that are compared at once.
pub const CELLS: usize = 64;

/// Begins to load a value into the cache, on processors with such an instruction.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every such processor has the instruction, and it has no effect on memory.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// The set of cells that hold the code: bit `i` is cell `i`.
#[inline(always)]
pub fn equal_u8(code: u8, cells: &[u8; CELLS]) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
    {
        avx512::equal_u8(code, cells)
    }
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2", not(target_feature = "avx512bw")))]
    {
        avx2::equal_u8(code, cells)
    }
    #[cfg(not(all(target_arch = "x86_64", any(target_feature = "avx2", target_feature = "avx512bw"))))]
    {
        portable_equal(code, cells)
    }
}

/// As [`equal_u8`], for cells of two bytes.
#[inline(always)]
pub fn equal_u16(code: u16, cells: &[u16; CELLS]) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
    {
        avx512::equal_u16(code, cells)
    }
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2", not(target_feature = "avx512bw")))]
    {
        avx2::equal_u16(code, cells)
    }
    #[cfg(not(all(target_arch = "x86_64", any(target_feature = "avx2", target_feature = "avx512bw"))))]
    {
        portable_equal(code, cells)
    }
}

/// The comparisons with AVX-512.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
mod avx512 {
    use std::arch::x86_64::{_mm512_cmpeq_epi8_mask, _mm512_cmpeq_epi16_mask};
    use std::arch::x86_64::{_mm512_loadu_si512, _mm512_set1_epi8, _mm512_set1_epi16};

    use super::CELLS;

    #[inline(always)]
    pub fn equal_u8(code: u8, cells: &[u8; CELLS]) -> u64 {
        // SAFETY: compiled only where the processor has the instructions; 64 bytes are read.
        unsafe { _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(cells.as_ptr().cast()), _mm512_set1_epi8(code as i8)) }
    }

    #[inline(always)]
    pub fn equal_u16(code: u16, cells: &[u16; CELLS]) -> u64 {
        let (lower, upper) = cells.split_at(CELLS / 2);
        // SAFETY: compiled only where the processor has the instructions; 64 bytes are read twice.
        let [lower, upper] = [lower, upper].map(|half| unsafe {
            _mm512_cmpeq_epi16_mask(_mm512_loadu_si512(half.as_ptr().cast()), _mm512_set1_epi16(code as i16))
        });
        u64::from(upper) << (CELLS / 2) | u64::from(lower)
    }
}

/// The comparisons with AVX2.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2", any(test, not(target_feature = "avx512bw"))))]
mod avx2 {
    use std::arch::x86_64::{__m256i, _mm256_cmpeq_epi8, _mm256_cmpeq_epi16, _mm256_loadu_si256, _mm256_movemask_epi8};
    use std::arch::x86_64::{_mm256_packs_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi16};

    use super::CELLS;

    /// The permutation that restores the order of the quarters after packing.
    const IN_ORDER: i32 = 0b11_01_10_00;

    #[inline(always)]
    pub fn equal_u8(code: u8, cells: &[u8; CELLS]) -> u64 {
        let (halves, _) = cells.as_chunks::<{ CELLS / 2 }>();
        halves.iter().rev().fold(0, |found, half| {
            // SAFETY: compiled only where the processor has the instructions; 32 bytes are read.
            let equal = unsafe {
                let codes = _mm256_loadu_si256(half.as_ptr().cast::<__m256i>());
                _mm256_movemask_epi8(_mm256_cmpeq_epi8(codes, _mm256_set1_epi8(code as i8)))
            };
            found << (CELLS / 2) | u64::from(equal as u32)
        })
    }

    #[inline(always)]
    pub fn equal_u16(code: u16, cells: &[u16; CELLS]) -> u64 {
        let (halves, _) = cells.as_chunks::<{ CELLS / 2 }>();
        halves.iter().rev().fold(0, |found, half| {
            // SAFETY: compiled only where the processor has the instructions; 32 bytes are read twice.
            let equal = unsafe {
                let first = half.as_ptr().cast::<__m256i>();
                let code = _mm256_set1_epi16(code as i16);
                let lower = _mm256_cmpeq_epi16(_mm256_loadu_si256(first), code);
                let upper = _mm256_cmpeq_epi16(_mm256_loadu_si256(first.add(1)), code);
                _mm256_movemask_epi8(_mm256_permute4x64_epi64(_mm256_packs_epi16(lower, upper), IN_ORDER))
            };
            found << (CELLS / 2) | u64::from(equal as u32)
        })
    }
}

/// The comparisons without vector instructions.
#[cfg(any(test, not(all(target_arch = "x86_64", any(target_feature = "avx2", target_feature = "avx512bw")))))]
#[inline(always)]
fn portable_equal<C: Copy + PartialEq>(code: C, cells: &[C; CELLS]) -> u64 {
    (0..CELLS).fold(0, |found, cell| found | u64::from(cells[cell] == code) << cell)
}

/// The bits of `value` at the places of `mask`, gathered at the low end.
#[inline(always)]
pub fn gather(value: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        bmi2::gather(value, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        portable_bits::gather(value, mask)
    }
}

/// The low bits of `value` deposited at the places of `mask`: the inverse of [`gather`].
#[inline(always)]
pub fn scatter(value: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        bmi2::scatter(value, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        portable_bits::scatter(value, mask)
    }
}

/// [`gather`] and [`scatter`] by the instructions PEXT and PDEP.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod bmi2 {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    #[inline(always)]
    pub fn gather(value: u64, mask: u64) -> u64 {
        // SAFETY: the module is compiled only where the processor has the instruction.
        unsafe { _pext_u64(value, mask) }
    }

    #[inline(always)]
    pub fn scatter(value: u64, mask: u64) -> u64 {
        // SAFETY: the module is compiled only where the processor has the instruction.
        unsafe { _pdep_u64(value, mask) }
    }
}

/// [`gather`] and [`scatter`] for processors without the instructions.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod portable_bits {
    #[inline(always)]
    pub fn gather(value: u64, mut mask: u64) -> u64 {
        let (mut gathered, mut place) = (0, 0);
        while mask != 0 {
            gathered |= (value >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        gathered
    }

    #[inline(always)]
    pub fn scatter(mut value: u64, mut mask: u64) -> u64 {
        let mut laid = 0;
        while mask != 0 {
            laid |= (value & 1) << mask.trailing_zeros();
            value >>= 1;
            mask &= mask - 1;
        }
        laid
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A comparison by its definition.
    fn plain_equal<C: Copy + PartialEq>(code: C, cells: &[C; CELLS]) -> u64 {
        let mut found = 0;
        for (place, &cell) in cells.iter().enumerate() {
            if cell == code {
                found += 2u64.pow(place as u32);
            }
        }
        found
    }

    /// Cells that hold every code below 8, also in the first and the last cell, and the greatest code.
    fn cells() -> [u8; CELLS] {
        std::array::from_fn(|cell| if cell % 9 == 5 { u8::MAX } else { (cell * cell % 7) as u8 })
    }

    #[test]
    fn the_portable_form_finds_a_code_wherever_it_is() {
        let (narrow, wide) = (cells(), cells().map(|code| u16::from(code) << 8));
        for code in (0..8).chain([u8::MAX]) {
            assert_eq!(portable_equal(code, &narrow), plain_equal(code, &narrow));
            let code = u16::from(code) << 8;
            assert_eq!(portable_equal(code, &wide), plain_equal(code, &wide));
        }
    }

    #[test]
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    fn the_instructions_of_avx2_find_a_code_wherever_it_is() {
        let (narrow, wide) = (cells(), cells().map(|code| u16::from(code) << 8));
        for code in (0..8).chain([u8::MAX]) {
            assert_eq!(avx2::equal_u8(code, &narrow), plain_equal(code, &narrow));
            let code = u16::from(code) << 8;
            assert_eq!(avx2::equal_u16(code, &wide), plain_equal(code, &wide));
        }
    }

    #[test]
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
    fn the_instructions_of_avx512_find_a_code_wherever_it_is() {
        let (narrow, wide) = (cells(), cells().map(|code| u16::from(code) << 8));
        for code in (0..8).chain([u8::MAX]) {
            assert_eq!(avx512::equal_u8(code, &narrow), plain_equal(code, &narrow));
            let code = u16::from(code) << 8;
            assert_eq!(avx512::equal_u16(code, &wide), plain_equal(code, &wide));
        }
    }

    /// [`gather`] by its definition.
    fn plain_gather(value: u64, mask: u64) -> u64 {
        let bits = (0..64).filter(|bit| mask >> bit & 1 == 1).map(|bit| value >> bit & 1);
        bits.zip(0..).map(|(bit, place)| bit << place).sum()
    }

    /// [`scatter`] by its definition.
    fn plain_scatter(value: u64, mask: u64) -> u64 {
        let places = (0..64).filter(|bit| mask >> bit & 1 == 1);
        places.zip(0..).map(|(place, bit)| (value >> bit & 1) << place).sum()
    }

    #[test]
    fn gather_and_scatter_of_a_few_bits() {
        assert_eq!((gather(0b1010_1100, 0b1111_0000), scatter(0b1010, 0b1111_0000)), (0b1010, 0b1010_0000));
        assert_eq!((gather(0b1010_1100, 0b0010_0101), scatter(0b110, 0b0010_0101)), (0b110, 0b0010_0100));
    }

    proptest! {
        #[test]
        fn the_portable_forms_do_what_a_loop_over_all_bits_does(value: u64, mask: u64) {
            prop_assert_eq!(portable_bits::gather(value, mask), plain_gather(value, mask));
            prop_assert_eq!(portable_bits::scatter(value, mask), plain_scatter(value, mask));
        }

        #[test]
        #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
        fn the_instructions_do_what_a_loop_over_all_bits_does(value: u64, mask: u64) {
            prop_assert_eq!(bmi2::gather(value, mask), plain_gather(value, mask));
            prop_assert_eq!(bmi2::scatter(value, mask), plain_scatter(value, mask));
        }

        #[test]
        fn what_is_scattered_is_gathered(value: u64, mask: u64) {
            let low = 1u64.checked_shl(mask.count_ones()).map_or(u64::MAX, |end| end - 1);
            prop_assert_eq!(gather(scatter(value, mask), mask), value & low);
        }
    }
}
