//! Levels of strength for the opponents of a person.

use crate::search::Limit;
use crate::util::units::count;

/// The number of levels. At the last one, the opponents play as well as they can.
pub const LEVELS: usize = 6;

/// The plies that an opponent looks ahead at each level below the last.
const PLIES: [u32; LEVELS - 1] = [1, 2, 3, 5, 7];

/// The limit of a search at a level, counted from 1; `None` at the last one.
pub fn limit(level: usize) -> Option<Limit> {
    level.checked_sub(1).and_then(|place| PLIES.get(place)).map(|&plies| Limit::to_depth(plies))
}

/// A level in a few words.
pub fn about(level: usize) -> String {
    match limit(level).and_then(|limit| limit.depth) {
        Some(plies) => format!("looks {} ahead, without tables", count(plies.into(), "ply")),
        None => "plays as well as it can".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_looks_farther_and_the_last_has_no_limit() {
        let depths: Vec<_> = (1..=LEVELS).map(|level| limit(level).and_then(|limit| limit.depth)).collect();
        assert!(depths[..LEVELS - 1].is_sorted() && depths[..LEVELS - 1].iter().all(Option::is_some), "{depths:?}");
        assert_eq!((depths[LEVELS - 1], limit(0)), (None, None));
        assert_eq!(about(1), "looks 1 ply ahead, without tables");
    }
}
