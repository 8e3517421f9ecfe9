//! The addresses in the shape of lila-tablebase. A move has the value of the position after it, for the other side.

use serde_json::Value as Json;

use super::{Door, Kind, ONE_SIDED, Question, TestTables};
use crate::parity::answer::{Answer, Rated, array, text};
use crate::support::served::escaped;

/// `/tablebase/GAME` and its `/mainline`.
pub struct Lila<'a> {
    pub tables: &'a TestTables,
}

impl Door for Lila<'_> {
    fn name(&self) -> &'static str {
        "lila"
    }

    fn ask(&mut self, question: &Question) -> Option<Answer> {
        let (position, path) = match question.kind {
            // Chess has the values under the rule here, and no second name.
            _ if question.game == "chess-dtz" => return None,
            Kind::Value(position) | Kind::Moves(position) | Kind::Best(position) | Kind::Rule(position) => {
                (position, "")
            }
            Kind::Line(position) => (position, "/mainline"),
            Kind::Find(_) | Kind::Stats(_) => return None,
        };
        let path = format!("/tablebase/{}{path}?fen={}", question.game, escaped(position.as_bytes()));
        let answer = self.tables.server(question.tables).get(&path).json();
        if let Some(error) = answer.get("error") {
            return Some(Answer::refused(&text(error)));
        }
        // The moves of a dead position of chess are listed, though the game is over.
        let is_dead = answer["insufficient_material"] == true;
        let moves = answer["moves"].as_array().into_iter().flatten().filter(|_| !is_dead);
        let moves = || moves.map(|mv| (text(&mv["uci"]), before(question.game, ruled(mv)))).collect();
        Some(match question.kind {
            Kind::Moves(_) => Answer::moves(moves()),
            Kind::Best(_) => Answer::best(rated(&answer), moves()),
            Kind::Rule(_) => match answer["dtz"].as_i64() {
                Some(dtz) => Answer::Rule(text(&answer["category"]), dtz),
                None => Answer::NotHeld,
            },
            Kind::Line(_) => Answer::Line(array(&answer["mainline"]).iter().map(|mv| text(&mv["uci"])).collect()),
            _ => Answer::Value(rated(&answer)),
        })
    }
}

/// The value without the rule of quiet plies.
fn rated(object: &Json) -> Rated {
    let category = text(&object["category"]);
    let word = match category.as_str() {
        "win" | "maybe-win" | "cursed-win" => "win",
        "loss" | "maybe-loss" | "blessed-loss" => "loss",
        word => word,
    };
    let depth = object["dtm"].as_i64().or(object["dtw"].as_i64()).filter(|_| word != "draw");
    Rated { word: word.to_string(), plies: depth.map(i64::unsigned_abs) }
}

/// The value after a move: under the rule of quiet plies, where tables under the rule hold it.
fn ruled(object: &Json) -> Rated {
    match object["category"].as_str() {
        Some("cursed-win" | "blessed-loss") => Rated { word: "draw".to_string(), plies: None },
        _ => rated(object),
    }
}

/// The value of a move after which the side to move has this value.
fn before(game: &str, after: Rated) -> Rated {
    let word = match after.word.as_str() {
        word if game == ONE_SIDED => word,
        "win" => "loss",
        "loss" => "win",
        word => word,
    };
    Rated { word: word.to_string(), plies: after.plies.map(|plies| plies + 1) }
}
