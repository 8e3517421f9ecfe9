//! The order in which a slice is stored: neighbours in the file should have one value.
//!
//! ```text
//!   entry of KRvK   = pair of kings * 64 + rank * 8 + file     digits (462, 8, 8), strides (64, 8, 1)
//!   place in a file = (rank * 8 + file) * 462 + pair of kings  digits (8, 8, 462), strides (8, 1, 64)
//! ```
//!
//! The number of an entry is of mixed radix. Its place has the same digits in another sequence.

use serde::{Deserialize, Serialize};

/// A digit of a place: its size, and the stride that it has in the number of the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digit {
    pub size: u64,
    pub stride: u64,
}

/// The digits of a place, the highest first. Without a digit, the place of an entry is its number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order(Vec<Digit>);

impl Order {
    /// The entries as they are numbered.
    pub const NUMBERED: Order = Order(Vec::new());

    /// An order of these digits, joined where neighbours stay neighbours.
    pub fn new(digits: &[Digit]) -> Order {
        let mut joined: Vec<Digit> = Vec::new();
        for &digit in digits.iter().filter(|digit| digit.size > 1) {
            match joined.last_mut() {
                Some(last) if last.stride == digit.size * digit.stride => {
                    *last = Digit { size: last.size * digit.size, stride: digit.stride };
                }
                _ => joined.push(digit),
            }
        }
        if joined.len() < 2 { Order::NUMBERED } else { Order(joined) }
    }

    /// The orders to choose among, for a slice whose numbers have these digits: the lists in any sequence, and the
    /// digits of a list of two in both. The first is the order of the numbers.
    pub fn candidates(digits: &[Vec<u64>]) -> Vec<Order> {
        let mut lists: Vec<Vec<Digit>> = Vec::new();
        let mut stride = 1;
        for list in digits.iter().rev() {
            let mut digits: Vec<Digit> = Vec::new();
            for &size in list.iter().rev() {
                digits.push(Digit { size, stride });
                stride *= size;
            }
            digits.reverse();
            lists.push(digits);
        }
        lists.reverse();
        let mut sequences = vec![Vec::new()];
        for _ in &lists {
            sequences = sequences.iter().flat_map(|before| longer(before, &lists)).collect();
        }
        let mut orders = vec![Order::NUMBERED];
        orders.extend(sequences.iter().map(|digits: &Vec<(usize, Vec<Digit>)>| {
            Order::new(&digits.iter().flat_map(|(_, digits)| digits).copied().collect::<Vec<_>>())
        }));
        let first = orders.clone();
        let mut number = 0;
        orders.retain(|order| {
            number += 1;
            !first[..number - 1].contains(order)
        });
        orders
    }

    /// The order of numbers that have a further digit of this size, the lowest, and the digits of this order above it.
    pub fn before(&self, size: u64) -> Order {
        let higher = self.0.iter().map(|digit| Digit { stride: digit.stride * size, ..*digit });
        match self.is_numbered() {
            true => Order::NUMBERED,
            false => Order::new(&higher.chain([Digit { size, stride: 1 }]).collect::<Vec<_>>()),
        }
    }

    /// Whether every entry of a slice of `entries` has a place: whether the digits make a number of mixed radix.
    pub fn is_valid(&self, entries: u64) -> bool {
        let mut digits = self.0.clone();
        digits.sort_by_key(|digit| digit.stride);
        let product = digits.iter().try_fold(1u64, |product, digit| {
            (digit.stride == product && digit.size > 1).then(|| product.checked_mul(digit.size)).flatten()
        });
        self.0.is_empty() || product == Some(entries)
    }

    /// Whether the entries are stored as they are numbered.
    #[inline(always)]
    pub fn is_numbered(&self) -> bool {
        self.0.is_empty()
    }

    /// The place of an entry.
    #[inline(always)]
    pub fn place(&self, index: u64) -> u64 {
        if self.0.is_empty() {
            return index;
        }
        self.0.iter().fold(0, |place, digit| place * digit.size + index / digit.stride % digit.size)
    }

    /// Visits the runs of consecutive entries at consecutive places, from `place` on: the first entry of each and their
    /// number.
    pub fn each_run(&self, place: u64, count: u64, mut visit: impl FnMut(u64, u64)) {
        let length = match self.0.last() {
            None => u64::MAX,
            Some(last) => {
                if last.stride == 1 {
                    last.size
                } else {
                    1
                }
            }
        };
        let (mut at, end) = (place, place + count);
        while at < end {
            let length = (length - at % length).min(end - at);
            visit(self.index(at), length);
            at += length;
        }
    }

    /// The entry at a place.
    fn index(&self, place: u64) -> u64 {
        if self.0.is_empty() {
            return place;
        }
        let next =
            |(rest, index): (u64, u64), digit: &Digit| (rest / digit.size, index + rest % digit.size * digit.stride);
        self.0.iter().rev().fold((place, 0), next).1
    }

    /// The entries at consecutive places, from `place` on.
    pub fn indexes(&self, place: u64, count: usize) -> Vec<u64> {
        if self.0.is_empty() {
            return (place..place + count as u64).collect();
        }
        let mut places: Vec<u64> = vec![0; self.0.len()];
        let (mut rest, mut index) = (place, 0);
        for (place, digit) in places.iter_mut().zip(&self.0).rev() {
            *place = rest % digit.size;
            rest /= digit.size;
            index += *place * digit.stride;
        }
        let next = |_| {
            let found = index;
            for (place, digit) in places.iter_mut().zip(&self.0).rev() {
                (*place, index) = (*place + 1, index + digit.stride);
                if *place < digit.size {
                    break;
                }
                (*place, index) = (0, index - digit.size * digit.stride);
            }
            found
        };
        (0..count).map(next).collect()
    }
}

/// The sequences that are longer by one of the lists that they lack, its digits as they are and, if they are two, in
/// reverse.
fn longer(before: &[(usize, Vec<Digit>)], lists: &[Vec<Digit>]) -> Vec<Vec<(usize, Vec<Digit>)>> {
    let mut longer = Vec::new();
    for (number, list) in lists.iter().enumerate().filter(|(number, _)| before.iter().all(|(of, _)| of != number)) {
        let reversed = (list.len() == 2).then(|| list.iter().rev().copied().collect());
        for list in [Some(list.clone()), reversed].into_iter().flatten() {
            let mut sequence = before.to_vec();
            sequence.push((number, list));
            longer.push(sequence);
        }
    }
    longer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_a_place() {
        let digits = [vec![5], vec![3, 4], vec![6]];
        let orders = Order::candidates(&digits);
        assert_eq!((orders.len(), &orders[0]), (12, &Order::NUMBERED));
        for order in orders {
            assert!(order.is_valid(360) && (order.is_numbered() || !order.is_valid(361)), "{order:?}");
            let indexes = order.indexes(0, 360);
            for (place, &index) in (0..).zip(&indexes) {
                assert_eq!(order.place(index), place, "{order:?}");
            }
            assert_eq!(order.indexes(100, 260), indexes[100..]);
            let mut in_runs = Vec::new();
            order.each_run(100, 250, |index, length| in_runs.extend(index..index + length));
            assert_eq!(in_runs, indexes[100..350], "{order:?}");
        }
    }

    #[test]
    fn a_further_digit_is_the_lowest() {
        let order = Order::candidates(&[vec![5], vec![3]]).pop().expect("there are two");
        let longer = order.before(4);
        assert!(longer.is_valid(60));
        assert!((0..60).all(|index| longer.place(index) == order.place(index / 4) * 4 + index % 4));
        assert!(Order::NUMBERED.before(4).is_numbered());
    }

    #[test]
    fn digits_that_make_no_number_are_found() {
        let order =
            |digits: &[(u64, u64)]| Order(digits.iter().map(|&(size, stride)| Digit { size, stride }).collect());
        assert!(order(&[(3, 1), (4, 3)]).is_valid(12));
        for digits in
            [&[(3, 1), (4, 2)][..], &[(0, 1)], &[(3, 0)], &[(12, 1), (1, 12)], &[(u64::MAX, 1), (2, u64::MAX)]]
        {
            assert!(!order(digits).is_valid(12), "{digits:?}");
        }
    }
}
