//! Breaches of a contract, collected by rule.

use std::collections::BTreeMap;

/// Breaches of one rule that are kept in full.
const EXAMPLES: usize = 3;

/// Breaches of a contract, by the rule that they break. Of each rule the first three are kept as sentences that name a
/// position or a slice, and the others counted.
#[derive(Debug, Default)]
pub struct Breaches(BTreeMap<&'static str, (Vec<String>, u64)>);

impl Breaches {
    /// Adds a breach of a rule. `breach` is called only where the sentence is kept.
    pub fn add(&mut self, rule: &'static str, breach: impl FnOnce() -> String) {
        let (examples, count) = self.0.entry(rule).or_default();
        *count += 1;
        if examples.len() < EXAMPLES {
            examples.push(breach());
        }
    }

    /// Whether no rule is broken.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One line for each breach that was kept, and one for each rule with more.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (rule, (examples, count)) in &self.0 {
            let more = count - examples.len() as u64;
            lines.extend(examples.iter().map(|breach| format!("{rule}: {breach}")));
            if more > 0 {
                lines.push(format!("{rule}: {more} more of these"));
            }
        }
        lines
    }
}
