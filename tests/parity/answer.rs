//! An answer as data, in the same form from every door.

use serde_json::{Map, Value as Json};

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Value(Rated),
    /// The moves, best first, each with its value for the side that makes it.
    Moves(Vec<(String, Rated)>),
    Line(Vec<String>),
    /// The value of a position, and the moves that reach it, or one of them.
    Best(Rated, Vec<String>),
    /// The result under the rule of quiet plies, and the signed plies to the next move that is not quiet.
    Rule(String, i64),
    /// The positions found: the slice, the position and the value of each.
    Found(Vec<(String, String, Rated)>),
    /// The figures by name.
    Stats(Vec<(&'static str, String)>),
    /// The tables do not hold the position.
    NotHeld,
    /// The question is refused with this message, or without one where the door has statuses alone.
    Refused(String),
    /// The door lacks a word that it should have.
    Lacking(String),
}

/// A value: its word, and its plies if they are known.
#[derive(Clone, PartialEq)]
pub struct Rated {
    pub word: String,
    pub plies: Option<u64>,
}

impl std::fmt::Debug for Rated {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self.plies {
            Some(plies) => write!(f, "{} in {plies}", self.word),
            None => write!(f, "{}", self.word),
        }
    }
}

/// The figures of statistics that every door has.
pub const FIGURES: [&str; 12] = [
    "positions",
    "wins",
    "losses",
    "draws",
    "longest_win",
    "longest_win_position",
    "longest_loss",
    "longest_loss_position",
    "mutual_zugzwangs",
    "legal_moves",
    "wins_by_depth",
    "losses_by_depth",
];

impl Answer {
    /// Whether two doors say the same.
    pub fn agrees(&self, other: &Answer) -> bool {
        match (self, other) {
            (Answer::Best(value, moves), Answer::Best(other, others)) => {
                let is_within = |few: &[String], many: &[String]| few.iter().all(|mv| many.contains(mv));
                // An engine proves the depth of a win or a loss of which tables have the result alone.
                let is_as_deep = value.plies.is_none() || other.plies.is_none() || value.plies == other.plies;
                let is_equal = value.word == other.word && is_as_deep;
                is_equal && (is_within(moves, others) || is_within(others, moves))
            }
            (Answer::Refused(one), Answer::Refused(other)) => one == other || one.is_empty() || other.is_empty(),
            (one, other) => one == other,
        }
    }

    /// The refusal with the core of a message: from `expected` on, without the remedy.
    pub fn refused(message: &str) -> Answer {
        let core = &message[message.find("expected").unwrap_or(0)..];
        let is_end = |&(at, _): &(usize, &str)| core[at + 2..].starts_with(|c: char| c.is_uppercase() || c == '`');
        let end = core.match_indices(". ").find(is_end).map_or(core.len(), |(at, _)| at);
        // A door that opens the tables before it knows the position says that there are none at all.
        let is_not_held =
            ["expected a position that the tables of", "expected a table of", "expected a slice that is solved"];
        match is_not_held.iter().any(|beginning| core.starts_with(beginning)) {
            true => Answer::NotHeld,
            false => Answer::Refused(core[..end].to_string()),
        }
    }

    /// The moves with their values; a list that lacks a value is not held.
    pub fn moves(moves: Vec<(String, Rated)>) -> Answer {
        let lacks_value = moves.iter().any(|(_, rated)| rated.word == "unknown");
        if lacks_value { Answer::NotHeld } else { Answer::Moves(moves) }
    }

    /// The best moves of an answer to [`Kind::Moves`](super::question::Kind::Moves), with their value, which near the
    /// fiftieth move is that of the rule; the value of a finished game is `value`.
    pub fn best(value: Rated, moves: Vec<(String, Rated)>) -> Answer {
        let value = moves.first().map_or(value, |(_, best)| best.clone());
        let best = moves.into_iter().filter(|(_, rated)| *rated == value).map(|(mv, _)| mv).collect();
        Answer::Best(value, best)
    }
}

impl Rated {
    /// The value of an object with the fields `value` and `plies`; `unknown` for a move to a position in no table.
    pub fn of(object: &Json) -> Rated {
        Rated { word: object["value"].as_str().unwrap_or("unknown").to_string(), plies: object["plies"].as_u64() }
    }
}

/// A text of JSON.
pub fn text(json: &Json) -> String {
    json.as_str().unwrap_or_else(|| panic!("expected a text, found {json}")).to_string()
}

/// The elements of an array of JSON.
pub fn array(json: &Json) -> &[Json] {
    json.as_array().unwrap_or_else(|| panic!("expected an array, found {json}"))
}

/// Statistics from the object of `stats --json`.
pub fn figures(object: &Json) -> Answer {
    let mut object: Map<String, Json> = object.as_object().expect("statistics are an object").clone();
    for side in ["wins", "losses"] {
        let depths = object["histogram"][side].clone();
        object.insert(format!("{side}_by_depth"), depths);
    }
    Answer::Stats(FIGURES.iter().map(|&name| (name, object[name].to_string())).collect())
}
