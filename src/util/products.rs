//! Sums of products of small integers: a layer of a network with [`OUTPUTS`] outputs.
//!
//! An output is the sum over all inputs of the input times a weight. The processor has an instruction for pairs: it
//! multiplies eight pairs of 16-bit integers by eight others, and adds the two products of each pair. Therefore the
//! inputs are taken two at a time, and the weights of a pair of inputs lie together for all outputs:
//!
//! ```text
//! inputs        a      b
//! weights     [w0 v0][w1 v1][w2 v2] ...      of outputs 0, 1, 2 ...
//! sums      +  a w0 + b v0, a w1 + b v1, ...
//! ```
//!
//! For example, the inputs 2 and 3 with the weights 10 and 100 for output 0 add 320 to it.

/// The outputs of a layer.
pub const OUTPUTS: usize = 16;

/// The weights of two inputs, for each output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PairWeights(pub [[i16; 2]; OUTPUTS]);

/// Adds the products of the inputs with their weights to the sums. Inputs beyond the weights, and weights beyond the
/// inputs, do not count.
#[inline(always)]
pub fn add_products(inputs: &[i16], weights: &[PairWeights], sums: &mut [i32; OUTPUTS]) {
    #[cfg(target_arch = "x86_64")]
    if super::cpu::CpuLevel::in_use() >= super::cpu::CpuLevel::V3 {
        // SAFETY: the level in use is never above the level of the processor, and V3 has AVX2.
        return unsafe { avx2(inputs, weights, sums) };
    }
    plain(inputs, weights, sums);
}

/// The sums without special instructions.
fn plain(inputs: &[i16], weights: &[PairWeights], sums: &mut [i32; OUTPUTS]) {
    for (&[one, two], weights) in inputs.as_chunks().0.iter().zip(weights) {
        for (sum, &[first, second]) in sums.iter_mut().zip(&weights.0) {
            *sum += i32::from(one) * i32::from(first) + i32::from(two) * i32::from(second);
        }
    }
}

/// The sums in two registers of eight.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2(inputs: &[i16], weights: &[PairWeights], sums: &mut [i32; OUTPUTS]) {
    use std::arch::x86_64::{__m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_set1_epi32};

    let [mut low, mut high]: [__m256i; 2] = bytemuck::cast(*sums);
    for (pair, weights) in inputs.as_chunks::<2>().0.iter().zip(weights) {
        let pair = _mm256_set1_epi32(bytemuck::cast(*pair));
        let [first, second]: [__m256i; 2] = bytemuck::cast(weights.0);
        low = _mm256_add_epi32(low, _mm256_madd_epi16(pair, first));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(pair, second));
    }
    *sums = bytemuck::cast([low, high]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::random::Random;

    #[test]
    fn the_inputs_two_and_three() {
        let mut sums = [7; OUTPUTS];
        let weights = PairWeights(std::array::from_fn(|output| [10, 100].map(|weight| weight * (1 + output as i16))));
        add_products(&[2, 3, 9], &[weights], &mut sums);
        assert_eq!(sums, std::array::from_fn(|output| 7 + 320 * (1 + output as i32)));
    }

    #[test]
    fn all_forms_find_the_same_sums() {
        let mut random = Random::new(3);
        let mut number = || random.below(1 << 16) as u16 as i16;
        for pairs in [0, 1, 2, 7, 64] {
            // Small inputs, as a clipped layer has them: the sums do not overflow.
            let inputs: Vec<i16> = (0..2 * pairs).map(|_| number() >> 7).collect();
            let weights: Vec<_> =
                (0..pairs).map(|_| PairWeights([[(); 2]; OUTPUTS].map(|pair| pair.map(|()| number())))).collect();
            let expected: [i32; OUTPUTS] = std::array::from_fn(|output| {
                let weight = |place: usize| i32::from(weights[place / 2].0[output][place % 2]);
                inputs.iter().enumerate().map(|(place, &input)| i32::from(input) * weight(place)).sum()
            });
            let [mut found, mut without] = [[0; OUTPUTS]; 2];
            add_products(&inputs, &weights, &mut found);
            plain(&inputs, &weights, &mut without);
            assert_eq!((found, without), (expected, expected));
        }
    }
}
