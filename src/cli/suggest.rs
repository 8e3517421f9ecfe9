//! The suggestion for a name that does not exist.

/// The nearest of the names, if the word is nearly it: `checker` is nearly `checkers`.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let distance = |name: &&str| strsim::damerau_levenshtein(&word, &name.to_lowercase());
    // Among equally near names, prefer the length of the word: letters are often exchanged.
    let difference = |name: &&str| (distance(name), word.len().abs_diff(name.len()));
    let nearest = names.into_iter().min_by_key(difference)?;
    // Up to a third of the letters may be wrong, but not all.
    let letters = word.chars().count();
    (distance(&nearest) <= letters.div_ceil(3) && distance(&nearest) < letters).then_some(nearest)
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
        assert_eq!(nearest("z", ["a", "b"]), None);
    }
}
