//! Violations of a contract, collected by rule.

use std::collections::BTreeMap;

/// The number of violations of one rule that are kept in full.
const EXAMPLES: usize = 3;

/// Violations of a contract, by the rule that they break. The first three of each rule are sentences that name a
/// position or a slice, the others are counted.
#[derive(Debug, Default)]
pub struct Violations(BTreeMap<&'static str, (Vec<String>, u64)>);

impl Violations {
    /// Adds a violation of a rule. `violation` is called only if the sentence is kept.
    pub fn add(&mut self, rule: &'static str, violation: impl FnOnce() -> String) {
        if let Some(examples) = self.count(rule) {
            examples.push(violation());
        }
    }

    /// Counts a violation of a rule. Returns the list of its sentences, unless it is full.
    fn count(&mut self, rule: &'static str) -> Option<&mut Vec<String>> {
        let (examples, count) = self.0.entry(rule).or_default();
        *count += 1;
        (examples.len() < EXAMPLES).then_some(examples)
    }

    /// Whether no rule is broken.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One line for each violation that was kept, and one for each rule with more.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (rule, (examples, count)) in &self.0 {
            let more = count - examples.len() as u64;
            lines.extend(examples.iter().map(|violation| format!("{rule}: {violation}")));
            if more > 0 {
                lines.push(format!("{rule}: {more} more of these"));
            }
        }
        lines
    }
}
