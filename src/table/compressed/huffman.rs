//! Canonical Huffman codes of at most 15 bits.
//!
//! Among codes of one length, the smaller symbol has the smaller code; a shorter code is less than the beginning of any
//! longer one. So the lengths determine the code.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The greatest length of a code in bits.
pub const LONGEST: u32 = 15;

/// The lengths of the codes of symbols with these counts; 0 for a symbol that does not occur. The code of a symbol that
/// occurs alone has one bit.
pub fn lengths(counts: &[u64]) -> Vec<u8> {
    let mut weights: Vec<u64> = counts.to_vec();
    loop {
        let lengths = unlimited(&weights);
        if lengths.iter().all(|&length| u32::from(length) <= LONGEST) {
            return lengths;
        }
        // Weights of less different sizes make the longest codes shorter.
        weights.iter_mut().filter(|weight| **weight > 0).for_each(|weight| *weight = (*weight >> 1) | 1);
    }
}

/// The lengths without a limit.
fn unlimited(weights: &[u64]) -> Vec<u8> {
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> = weights
        .iter()
        .enumerate()
        .filter(|(_, weight)| **weight > 0)
        .map(|(leaf, &weight)| Reverse((weight, leaf)))
        .collect();
    let mut lengths = vec![0; weights.len()];
    if heap.len() == 1 {
        heap.iter().for_each(|Reverse((_, leaf))| lengths[*leaf] = 1);
        return lengths;
    }
    // Nodes from `weights.len()` on are inner ones, each after its children.
    let mut parents = vec![0; weights.len()];
    while let (Some(Reverse((one, a))), Some(Reverse((other, b)))) = (heap.pop(), heap.pop()) {
        let inner = parents.len();
        parents.push(inner);
        parents[a] = inner;
        parents[b] = inner;
        heap.push(Reverse((one + other, inner)));
        if heap.len() == 1 {
            break;
        }
    }
    let mut depths = vec![0u8; parents.len()];
    for node in (0..parents.len()).rev().skip(1) {
        if node >= weights.len() || weights[node] > 0 {
            depths[node] = depths[parents[node]].saturating_add(1);
        }
    }
    lengths.copy_from_slice(&depths[..weights.len()]);
    lengths
}

/// The code of each symbol, given the lengths.
pub fn codes(lengths: &[u8]) -> Vec<u16> {
    let first = first_codes(lengths);
    let mut next: Vec<u32> = first.to_vec();
    lengths
        .iter()
        .map(|&length| {
            let code = next[usize::from(length)];
            next[usize::from(length)] += 1;
            if length == 0 { 0 } else { code as u16 }
        })
        .collect()
}

/// By length, the first code of this length.
fn first_codes(lengths: &[u8]) -> [u32; LONGEST as usize + 1] {
    let mut numbers = [0u32; LONGEST as usize + 1];
    lengths.iter().filter(|length| **length > 0).for_each(|&length| numbers[usize::from(length)] += 1);
    let mut first = [0; LONGEST as usize + 1];
    for length in 1..=LONGEST as usize {
        first[length] = (first[length - 1] + numbers[length - 1]) << 1;
    }
    first
}

/// Whether a complete prefix code has these lengths. The code of a single symbol counts as complete.
pub fn is_complete(lengths: &[u8]) -> bool {
    if lengths.iter().any(|&length| u32::from(length) > LONGEST) {
        return false;
    }
    let used = lengths.iter().filter(|length| **length > 0);
    let sum: u64 = used.clone().map(|&length| 1 << (LONGEST - u32::from(length))).sum();
    match used.count() {
        0 => false,
        1 => sum == 1 << (LONGEST - 1),
        _ => sum == 1 << LONGEST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_huffman() {
        assert_eq!(lengths(&[1, 1, 2, 4, 0]), [3, 3, 2, 1, 0]);
        assert_eq!(lengths(&[0, 7, 0]), [0, 1, 0]);
        assert_eq!(lengths(&[0, 0]), [0, 0]);
        assert_eq!(lengths(&[3, 9]), [1, 1]);
    }

    #[test]
    fn codes_are_canonical() {
        assert_eq!(codes(&[3, 3, 2, 1, 0]), [0b110, 0b111, 0b10, 0, 0]);
        assert_eq!(codes(&[0, 1]), [0, 0]);
    }

    #[test]
    fn no_code_is_too_long() {
        let fibonacci: Vec<u64> = (0..40)
            .scan((1, 1), |(a, b), _| {
                (*a, *b) = (*b, *a + *b);
                Some(*a)
            })
            .collect();
        let lengths = lengths(&fibonacci);
        assert!(lengths.iter().all(|&length| (1..=15).contains(&length)));
        assert!(is_complete(&lengths));
    }

    #[test]
    fn lengths_that_make_no_code_are_found() {
        assert!(is_complete(&[1, 1]) && is_complete(&[0, 1]) && is_complete(&[2, 2, 1]));
        for wrong in [&[1, 1, 1][..], &[2, 1], &[0, 0], &[0, 2], &[16, 1]] {
            assert!(!is_complete(wrong), "{wrong:?}");
        }
    }
}
