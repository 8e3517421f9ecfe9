//! The suggestion for a name that does not exist.

/// The nearest of the names, if the word is nearly it: `checker` is nearly `checkers`. The name of a slice in another
/// order, or without its `v`, is nearest: `QKvK` and `KQK` are nearly `KQvK`.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let names: Vec<&str> = names.into_iter().collect();
    if let Some(slice) = names.iter().find(|name| is_reordered(&word, &name.to_lowercase())) {
        return Some(slice);
    }
    let distance = |name: &&str| strsim::damerau_levenshtein(&word, &name.to_lowercase());
    // Among equally near names, prefer the length of the word: letters are often exchanged.
    let difference = |name: &&str| (distance(name), word.len().abs_diff(name.len()));
    let nearest = names.into_iter().min_by_key(difference)?;
    // Up to a third of the letters may be wrong, but not all.
    let letters = word.chars().count();
    (distance(&nearest) <= letters.div_ceil(3) && distance(&nearest) < letters).then_some(nearest)
}

/// Whether a word has the letters of the name of a slice, in another order on each side of the `v`; or their order, but
/// no `v`.
fn is_reordered(word: &str, name: &str) -> bool {
    let sorted = |side: &str| {
        let mut letters: Vec<char> = side.chars().collect();
        letters.sort_unstable();
        letters
    };
    match (word.split_once('v'), name.split_once('v')) {
        (Some((mover, other)), Some((first, second))) => {
            sorted(mover) == sorted(first) && sorted(other) == sorted(second)
        }
        (None, Some((first, second))) => word.strip_prefix(first) == Some(second),
        _ => false,
    }
}

/// The question whether that name was meant: ``Did you mean `checkers`?``
pub fn question<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, names).map(|name| format!("Did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_near_miss_has_a_suggestion() {
        let games = ["pangki", "checkers", "losing-checkers", "tic-tac-toe"];
        assert_eq!(nearest("checker", games), Some("checkers"));
        assert_eq!(nearest("Tic-Tak-Toe", games), Some("tic-tac-toe"));
        assert_eq!(nearest("losing-chekcers", games), Some("losing-checkers"));
        for far in ["", "x", "chess", "halma"] {
            assert_eq!(nearest(far, games), None, "{far}");
        }
        assert_eq!(nearest("KKvMK", ["KvK", "KKvKM", "KKvKK"]), Some("KKvKM"));
        assert_eq!(nearest("KKvMK", []), None);
        for word in ["QKvK", "kqvk", "KQK"] {
            assert_eq!(nearest(word, ["KvKQ", "KQvK", "KQvKQ"]), Some("KQvK"), "{word}");
        }
        assert_eq!(nearest("z", ["a", "b"]), None);
    }
}
