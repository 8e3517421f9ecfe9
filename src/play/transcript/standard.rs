//! The two standards of records: the texts that end a game, the width of a line, the extension of a file.

use crate::game::Notation;

/// The texts that end a game of PGN, then the texts of PDN alone.
const RESULTS: [&str; 8] = ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"];

/// A standard of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standard {
    /// Portable Game Notation. No move reads like a result or a number, so a game ends with its result.
    Pgn,
    /// Portable Draughts Notation.
    Pdn,
}

impl Standard {
    /// The standard of the records of a game.
    pub fn of<G: Notation>(game: &G) -> Standard {
        if game.move_number(&game.start()).is_some() { Standard::Pgn } else { Standard::Pdn }
    }

    /// The greatest width of a line of moves, in bytes, unless one move is longer.
    pub fn width(self) -> usize {
        match self {
            Standard::Pgn => 79,
            Standard::Pdn => 80,
        }
    }

    /// The text that ends a game, if `word` is one, in any of the ways that people write it: `½-½`, `1–0`, `1/2`.
    pub fn result(self, word: &str) -> Option<&'static str> {
        let dashes = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];
        let plain = word.trim_end_matches(['.', ',']).replace(dashes, "-").replace('½', "1/2");
        let plain = if plain == "1/2" { "1/2-1/2" } else { &plain };
        let results = match (self, plain) {
            // Some programs write the results of PDN for chess, but a draw of 0-0 is castling.
            (Standard::Pgn, "2-0") => return Some("1-0"),
            (Standard::Pgn, "0-2") => return Some("0-1"),
            (Standard::Pgn, _) => &RESULTS[..4],
            (Standard::Pdn, _) => &RESULTS[..],
        };
        results.iter().copied().find(|result| *result == plain)
    }
}

/// The result that a text is in the records of a game.
pub fn result_of<G: Notation>(game: &G, text: &str) -> Option<&'static str> {
    Standard::of(game).result(text)
}

/// The usual extension of files with records of a game: `pgn` or `pdn`.
pub fn extension<G: Notation>(game: &G) -> &'static str {
    match Standard::of(game) {
        Standard::Pgn => "pgn",
        Standard::Pdn => "pdn",
    }
}
