//! Instructions of the processor that the language has no words for, each with a form for other processors.
//!
//! These are instructions that every processor of the architecture has. [`cpu`](super::cpu) has those that newer ones
//! have.

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
    #[cfg(target_arch = "x86_64")]
    {
        sse2::equal_u8(code, cells)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        portable_equal(code, cells)
    }
}

/// As [`equal_u8`], for cells of two bytes.
#[inline(always)]
pub fn equal_u16(code: u16, cells: &[u16; CELLS]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        sse2::equal_u16(code, cells)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        portable_equal(code, cells)
    }
}

/// The comparisons by the vector instructions that every x86-64 processor has.
#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::{__m128i, _mm_cmpeq_epi8, _mm_cmpeq_epi16, _mm_movemask_epi8, _mm_packs_epi16};
    use std::arch::x86_64::{_mm_set1_epi8, _mm_set1_epi16};

    use super::CELLS;

    #[inline(always)]
    pub fn equal_u8(code: u8, cells: &[u8; CELLS]) -> u64 {
        let quarters: [__m128i; 4] = bytemuck::cast(*cells);
        set(quarters, |codes| {
            // SAFETY: every x86-64 processor has the instructions.
            unsafe { _mm_cmpeq_epi8(codes, _mm_set1_epi8(code as i8)) }
        })
    }

    #[inline(always)]
    pub fn equal_u16(code: u16, cells: &[u16; CELLS]) -> u64 {
        let quarters: [[__m128i; 2]; 4] = bytemuck::cast(*cells);
        set(quarters, |[lower, upper]| {
            // SAFETY: every x86-64 processor has the instructions.
            unsafe {
                let code = _mm_set1_epi16(code as i16);
                _mm_packs_epi16(_mm_cmpeq_epi16(lower, code), _mm_cmpeq_epi16(upper, code))
            }
        })
    }

    /// The bytes that are all ones, as a set.
    #[inline(always)]
    fn set<Q>(quarters: [Q; 4], equal: impl Fn(Q) -> __m128i) -> u64 {
        quarters.into_iter().rev().fold(0, |found, quarter| {
            // SAFETY: every x86-64 processor has the instruction.
            let equal = unsafe { _mm_movemask_epi8(equal(quarter)) };
            found << (CELLS / 4) | u64::from(equal as u32)
        })
    }
}

/// The comparisons without vector instructions.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline(always)]
fn portable_equal<C: Copy + PartialEq>(code: C, cells: &[C; CELLS]) -> u64 {
    (0..CELLS).fold(0, |found, cell| found | u64::from(cells[cell] == code) << cell)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_code_is_found_wherever_it_is() {
        let (narrow, wide) = (cells(), cells().map(|code| u16::from(code) << 8));
        for code in (0..8).chain([u8::MAX]) {
            assert_eq!(equal_u8(code, &narrow), plain_equal(code, &narrow));
            let code = u16::from(code) << 8;
            assert_eq!(equal_u16(code, &wide), plain_equal(code, &wide));
        }
    }
}
