//! Lines of EPD (Extended Position Description, S. Edwards, 1994): a position, then operations, each with a semicolon
//! after it, such as `bm Nf3; id "x";`.

/// The operations of the standard, but for the registers `c0` to `c9` and `v0` to `v9`.
const OPERATIONS: [&str; 17] =
    ["acd", "acn", "acs", "am", "bm", "ce", "dm", "eco", "fmvn", "hmvc", "id", "nic", "noop", "pm", "pv", "rc", "sm"];

/// Whether a word begins the operations.
fn is_operation(word: &str) -> bool {
    let register =
        |name: &str| word.strip_prefix(name).is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit());
    OPERATIONS.contains(&word) || register("c") || register("v")
}

/// The position of a line and the text of its operations, which is empty if it has none.
///
/// ```
/// use hindsight::play::epd;
///
/// assert_eq!(epd::split("8/8/8/8/8/4k3/8/4KQ2 w - - bm Qg2;"), ("8/8/8/8/8/4k3/8/4KQ2 w - -", "bm Qg2;"));
/// assert_eq!(epd::split("W:WK1:BK32"), ("W:WK1:BK32", ""));
/// ```
pub fn split(line: &str) -> (&str, &str) {
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let first = line.split_whitespace().skip(1).find(|word| is_operation(word));
    let (position, operations) = line.split_at(first.map_or(line.len(), start));
    (position.trim(), operations)
}

/// The operations of a text, each with its operands. A semicolon in quotation marks ends none.
pub fn operations(text: &str) -> Vec<(String, String)> {
    let (mut operations, mut operation, mut in_quotes) = (Vec::new(), String::new(), false);
    for character in text.chars().chain([';']) {
        in_quotes ^= character == '"';
        if character != ';' || in_quotes {
            operation.push(character);
            continue;
        }
        let trimmed = operation.trim();
        let (name, operands) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        if !name.is_empty() {
            operations.push((name.to_string(), operands.trim().trim_matches('"').to_string()));
        }
        operation.clear();
    }
    operations
}
