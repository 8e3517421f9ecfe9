//! Recursive pairing (Larsson and Moffat, "Off-line dictionary-based compression", 2000): the pair of symbols that
//! saves most becomes a symbol of its own, again and again.
//!
//! Values have long runs, so the first rules double: a symbol for two, four, eight, ... entries of one value. The
//! others are learnt in rounds from a sample: a round takes many pairs that do not get in each other's way, and
//! replaces all of them in one pass.

use std::collections::HashMap;

use crate::util::progress::{Progress, Stopped};

/// A symbol: a value if it is less than [`Rules::terminals`], else a rule.
pub type Symbol = u16;

/// Ends a piece of the sample; no pair contains it.
const GAP: Symbol = Symbol::MAX;

/// The rules of a dictionary.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The number of values.
    terminals: usize,
    /// The two symbols of each rule; both are less than the symbol of the rule.
    pairs: Vec<(Symbol, Symbol)>,
    /// By value, the symbols of its doublings: of two, four, eight, ...
    doublings: Vec<Vec<Symbol>>,
    /// The rounds, in the order in which they are applied, after the doublings.
    rounds: Vec<PairingRound>,
}

/// Rules that are applied in one pass.
#[derive(Clone, Debug)]
struct PairingRound {
    /// By symbol, whether a pair begins with it.
    begins: Vec<bool>,
    /// The symbol of each pair.
    symbols: HashMap<u32, Symbol, Spread>,
}

/// Hashes pairs of symbols.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spread;

#[derive(Default)]
pub struct SpreadHasher(u64);

impl std::hash::BuildHasher for Spread {
    type Hasher = SpreadHasher;

    fn build_hasher(&self) -> SpreadHasher {
        SpreadHasher(0)
    }
}

impl std::hash::Hasher for SpreadHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }
}

fn pair(left: Symbol, right: Symbol) -> u32 {
    u32::from(left) << 16 | u32::from(right)
}

/// The limits of learning.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The greatest number of symbols.
    pub symbols: usize,
    /// The bits that a rule takes in the dictionary, divided by the length of the text in samples.
    pub rule_bits: f64,
    /// The longest doubling, as a binary logarithm.
    pub doublings: u32,
}

impl Rules {
    /// Learns rules from pieces of a text of values below `terminals`.
    ///
    /// # Errors
    /// [`Stopped`] if `progress` stops the work.
    pub fn learn(
        sample: &[&[Symbol]],
        terminals: usize,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Rules, Stopped> {
        let mut rules = Rules { terminals, ..Rules::default() };
        rules.learn_doublings(sample, limits);
        let mut text = Vec::new();
        for piece in sample {
            progress.check()?;
            rules.double(piece, &mut text);
            text.push(GAP);
        }
        while rules.symbols() < limits.symbols {
            progress.check()?;
            let round = rules.best_pairs(&text, limits);
            if round.symbols.is_empty() {
                break;
            }
            round.apply(&mut text);
            rules.rounds.push(round);
        }
        Ok(rules)
    }

    /// The number of symbols.
    pub fn symbols(&self) -> usize {
        self.terminals + self.pairs.len()
    }

    /// The number of values.
    pub fn terminals(&self) -> usize {
        self.terminals
    }

    /// The rules.
    pub fn pairs(&self) -> &[(Symbol, Symbol)] {
        &self.pairs
    }

    /// Replaces the values of a text by the symbols of the rules.
    pub fn parse(&self, values: &[Symbol]) -> Vec<Symbol> {
        let mut text = Vec::new();
        self.double(values, &mut text);
        self.rounds.iter().for_each(|round| round.apply(&mut text));
        text
    }

    /// Makes rules for the doublings that enough runs contain.
    fn learn_doublings(&mut self, sample: &[&[Symbol]], limits: &Limits) {
        let mut longer = vec![[0u64; 32]; self.terminals];
        for piece in sample {
            for run in piece.chunk_by(|a, b| a == b) {
                longer[usize::from(run[0])][run.len().ilog2() as usize] += 1;
            }
        }
        self.doublings = vec![Vec::new(); self.terminals];
        for (value, longer) in longer.iter().enumerate() {
            let mut last = value as Symbol;
            for level in 1..=limits.doublings as usize {
                let runs: u64 = longer[level..].iter().sum();
                if runs as f64 * 4.0 < limits.rule_bits || self.symbols() >= limits.symbols {
                    break;
                }
                let symbol = self.symbols() as Symbol;
                self.pairs.push((last, last));
                self.doublings[value].push(symbol);
                last = symbol;
            }
        }
    }

    /// Appends values to a text, with runs replaced by doublings, the longest first.
    fn double(&self, values: &[Symbol], text: &mut Vec<Symbol>) {
        for run in values.chunk_by(|a, b| a == b) {
            let (value, mut left) = (run[0], run.len());
            for (level, &symbol) in self.doublings[usize::from(value)].iter().enumerate().rev() {
                while left >> (level + 1) > 0 {
                    text.push(symbol);
                    left -= 2 << level;
                }
            }
            text.extend(std::iter::repeat_n(value, left));
        }
    }

    /// Makes rules of the best pairs for the next round.
    fn best_pairs(&mut self, text: &[Symbol], limits: &Limits) -> PairingRound {
        let mut singles = vec![0u32; self.symbols()];
        let mut counts: HashMap<u32, u32, Spread> = HashMap::default();
        let (mut before, mut repeated) = (GAP, false);
        let mut total = 0u64;
        for &symbol in text {
            if symbol != GAP {
                singles[usize::from(symbol)] += 1;
                total += 1;
                // In a run of three, the middle one is in one pair only.
                repeated = symbol == before && !repeated;
                if before != GAP && (symbol != before || repeated) {
                    *counts.entry(pair(before, symbol)).or_default() += 1;
                }
            }
            before = symbol;
        }
        let gain = |key: u32, count: u32| {
            let (left, right) = ((key >> 16) as usize, (key & 0xffff) as usize);
            let (count, of_left, of_right) = (f64::from(count), f64::from(singles[left]), f64::from(singles[right]));
            count * (count * total as f64 / (of_left * of_right)).log2().max(0.0) - limits.rule_bits
        };
        let mut gains: Vec<(f64, u32)> =
            counts.iter().filter(|(_, count)| **count > 2).map(|(&key, &count)| (gain(key, count), key)).collect();
        gains.retain(|(gain, _)| *gain > 0.0);
        gains.sort_unstable_by(|a, b| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
        let least = gains.first().map_or(0.0, |(gain, _)| gain * 0.3);
        let mut lefts = vec![false; self.symbols()];
        let mut rights = vec![false; self.symbols()];
        let mut round = PairingRound { begins: vec![false; self.symbols()], symbols: HashMap::default() };
        for (gain, key) in gains {
            let (left, right) = ((key >> 16) as Symbol, key as Symbol);
            let (l, r) = (usize::from(left), usize::from(right));
            if gain < least || self.symbols() >= limits.symbols {
                break;
            }
            if rights[l] || lefts[r] || left == right && lefts[l] {
                continue;
            }
            lefts[l] = true;
            rights[r] = true;
            round.begins[l] = true;
            round.symbols.insert(key, self.symbols() as Symbol);
            self.pairs.push((left, right));
        }
        round
    }
}

impl PairingRound {
    /// Replaces all pairs of the round.
    fn apply(&self, text: &mut Vec<Symbol>) {
        let (mut from, mut to) = (0, 0);
        while from < text.len() {
            let symbol = text[from];
            let begins = self.begins.get(usize::from(symbol)).is_some_and(|begins| *begins);
            let found = match text.get(from + 1) {
                Some(&next) if begins => self.symbols.get(&pair(symbol, next)),
                _ => None,
            };
            text[to] = *found.unwrap_or(&symbol);
            from += if found.is_some() { 2 } else { 1 };
            to += 1;
        }
        text.truncate(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    /// Stops the work at its fourth check.
    #[derive(Default)]
    struct ThreeChecks(AtomicU32);

    impl Progress for ThreeChecks {
        fn advance(&self, _entries: u64) {}

        fn go_on(&self) -> bool {
            self.0.fetch_add(1, Relaxed) < 3
        }
    }

    #[test]
    fn learning_ends_between_two_rounds_when_it_is_asked_to() {
        let text: Vec<Symbol> = (0..5000u32).map(|place| (place * place / 7 % 5) as Symbol).collect();
        let limits = Limits { symbols: 200, rule_bits: 1.0, doublings: 4 };
        let learn = |progress: &dyn Progress| Rules::learn(&[&text], 5, &limits, progress).map(|rules| rules.symbols());
        assert!(learn(&()).is_ok_and(|symbols| symbols > 20));
        assert_eq!(learn(&ThreeChecks::default()), Err(Stopped));
    }
}
