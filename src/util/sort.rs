//! The order of lists, in little code.

/// Sorts a short list, such as the moves of a position, by keys; equal elements stay in their order.
///
/// An insertion sort. The sort of the standard library is two thousand lines for each type of element, and there is one
/// for each game.
pub fn sort_short<T: Copy, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let (moved, own) = (list[end], key(&list[end]));
        let mut slot = end;
        while slot > 0 && key(&list[slot - 1]) > own {
            list[slot] = list[slot - 1];
            slot -= 1;
        }
        list[slot] = moved;
    }
}

/// The order of elements with these keys: their numbers, the least key first, and equal ones in their order. It is
/// compiled once for each type of key, so long lists of elements of many types are sorted by it.
pub fn order_of<K: Ord>(keys: &[K]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&number| &keys[number]);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_lists_are_sorted_as_by_the_standard_library(keys: Vec<u8>) {
            let mut sorted: Vec<(u8, usize)> = keys.iter().map(|key| key % 8).zip(0..).collect();
            let mut expected = sorted.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_short(&mut sorted, |(key, _)| *key);
            prop_assert_eq!(&sorted, &expected);
            let short: Vec<u8> = keys.iter().map(|key| key % 8).collect();
            prop_assert_eq!(order_of(&short), expected.into_iter().map(|(_, number)| number).collect::<Vec<_>>());
        }
    }
}
