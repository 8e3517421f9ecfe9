//! Sums of products of 8-bit integers: a layer of a network with [`OUTPUTS`] outputs.
//!
//! An output is the sum over all inputs of the input times a weight. Inputs are 0 to [`MOST_INPUT`], weights are 8-bit
//! integers. The processor multiplies many of them at once and adds the products of four inputs in a row. Therefore the
//! weights of four inputs lie together for all outputs:
//!
//! ```text
//! inputs        a  b  c  d
//! weights     [w0 v0 u0 t0][w1 v1 u1 t1] ...      of outputs 0, 1 ...
//! sums      +  a w0 + b v0 + c u0 + d t0, a w1 + b v1 + c u1 + d t1, ...
//! ```
//!
//! For example, the inputs 2, 3, 0 and 0 with the weights 10, 100, 5 and 5 for output 0 add 320 to it.

/// The outputs of a layer.
pub const OUTPUTS: usize = 16;

/// The greatest input: the products of two inputs with their weights then fit 16 bits together.
pub const MOST_INPUT: u8 = 127;

/// The weights of four inputs, for each output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct QuadWeights(pub [[i8; 4]; OUTPUTS]);

/// Adds the products of the inputs with their weights to the sums. Inputs beyond the weights, and weights beyond the
/// inputs, do not count. Inputs are [`MOST_INPUT`] at most.
#[inline(always)]
pub fn add_products(inputs: &[u8], weights: &[QuadWeights], sums: &mut [i32; OUTPUTS]) {
    debug_assert!(inputs.iter().all(|&input| input <= MOST_INPUT), "{inputs:?}");
    #[cfg(target_arch = "x86_64")]
    match super::cpu::CpuLevel::in_use() {
        // SAFETY: the level in use is never above the level of the processor, and V4 has AVX-512BW.
        super::cpu::CpuLevel::V4 => return unsafe { avx512(inputs, weights, sums) },
        // SAFETY: as above; V3 has AVX2.
        super::cpu::CpuLevel::V3 => return unsafe { avx2(inputs, weights, sums) },
        super::cpu::CpuLevel::Baseline => {}
    }
    plain(inputs, weights, sums);
}

/// The sums without special instructions.
fn plain(inputs: &[u8], weights: &[QuadWeights], sums: &mut [i32; OUTPUTS]) {
    for (inputs, weights) in inputs.as_chunks::<4>().0.iter().zip(weights) {
        for (sum, weights) in sums.iter_mut().zip(&weights.0) {
            *sum +=
                inputs.iter().zip(weights).map(|(&input, &weight)| i32::from(input) * i32::from(weight)).sum::<i32>();
        }
    }
}

/// The sums in two registers of eight.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2(inputs: &[u8], weights: &[QuadWeights], sums: &mut [i32; OUTPUTS]) {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_set1_epi32,
    };

    let ones = _mm256_set1_epi16(1);
    let [mut low, mut high]: [__m256i; 2] = bytemuck::cast(*sums);
    for (inputs, weights) in inputs.as_chunks::<4>().0.iter().zip(weights) {
        let inputs = _mm256_set1_epi32(bytemuck::cast(*inputs));
        let [first, second]: [__m256i; 2] = bytemuck::cast(weights.0);
        low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_maddubs_epi16(inputs, first), ones));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_maddubs_epi16(inputs, second), ones));
    }
    *sums = bytemuck::cast([low, high]);
}

/// The sums in one register of sixteen, and another for every second quad.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn avx512(inputs: &[u8], weights: &[QuadWeights], sums: &mut [i32; OUTPUTS]) {
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi32, _mm512_madd_epi16, _mm512_maddubs_epi16, _mm512_set1_epi16, _mm512_set1_epi32,
        _mm512_setzero_si512,
    };

    let ones = _mm512_set1_epi16(1);
    let products = |inputs: [u8; 4], weights: &QuadWeights| {
        let inputs = _mm512_set1_epi32(bytemuck::cast(inputs));
        _mm512_madd_epi16(_mm512_maddubs_epi16(inputs, bytemuck::cast(weights.0)), ones)
    };
    let (inputs, mut all): (_, __m512i) = (inputs.as_chunks::<4>().0, bytemuck::cast(*sums));
    let quads = inputs.len().min(weights.len());
    let (inputs, weights) = (inputs[..quads].as_chunks::<2>(), weights[..quads].as_chunks::<2>());
    let mut second = _mm512_setzero_si512();
    for (inputs, weights) in inputs.0.iter().zip(weights.0) {
        all = _mm512_add_epi32(all, products(inputs[0], &weights[0]));
        second = _mm512_add_epi32(second, products(inputs[1], &weights[1]));
    }
    for (inputs, weights) in inputs.1.iter().zip(weights.1) {
        all = _mm512_add_epi32(all, products(*inputs, weights));
    }
    *sums = bytemuck::cast(_mm512_add_epi32(all, second));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::random::Random;

    #[test]
    fn the_inputs_two_and_three() {
        let mut sums = [7; OUTPUTS];
        let weights = QuadWeights(std::array::from_fn(|output| [output as i8, 100, 5, 5]));
        add_products(&[2, 3, 0, 0, 9], &[weights], &mut sums);
        assert_eq!(sums, std::array::from_fn(|output| 307 + 2 * output as i32));
    }

    #[test]
    fn all_forms_find_the_same_sums() {
        let mut random = Random::new(3);
        let mut number = || random.below(1 << 8) as u8;
        for quads in [0, 1, 2, 7, 64] {
            let inputs: Vec<u8> = (0..4 * quads).map(|_| number() & MOST_INPUT).collect();
            let weights: Vec<_> =
                (0..quads).map(|_| QuadWeights([[(); 4]; OUTPUTS].map(|quad| quad.map(|()| number() as i8)))).collect();
            let expected: [i32; OUTPUTS] = std::array::from_fn(|output| {
                let weight = |place: usize| i32::from(weights[place / 4].0[output][place % 4]);
                inputs.iter().enumerate().map(|(place, &input)| i32::from(input) * weight(place)).sum()
            });
            let [mut found, mut without] = [[0; OUTPUTS]; 2];
            add_products(&inputs, &weights, &mut found);
            plain(&inputs, &weights, &mut without);
            assert_eq!((found, without), (expected, expected));
            #[cfg(target_arch = "x86_64")]
            if super::super::cpu::CpuLevel::of_processor() >= super::super::cpu::CpuLevel::V3 {
                let mut found = [0; OUTPUTS];
                // SAFETY: the processor has AVX2.
                unsafe { avx2(&inputs, &weights, &mut found) };
                assert_eq!(found, expected);
            }
        }
    }
}
