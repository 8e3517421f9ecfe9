//! The games of draughts.

use super::{GameEntry, OpeningSet};
use crate::games::draughts::Draughts;
use crate::games::draughts::board::{DraughtsBoard, Ten};
use crate::players::{tricky_dick, triple_jump};
use crate::search::PlayerFactory;
use crate::solve::subslices::Subslices;

/// The texts of a game.
struct Texts {
    /// The tag GameType of its records.
    record_type: Option<&'static str>,
    guide: &'static str,
    published: &'static str,
    solved: &'static str,
    /// The figures of slices under the rule of quiet plies; empty in a game without it.
    solved_under_rule: &'static str,
}

/// The texts of the files that have the name of a game.
macro_rules! texts {
    ($name:literal, $record_type:expr) => {
        texts!($name, $record_type, "")
    };
    ($name:literal, $record_type:expr, under_rule) => {
        texts!($name, $record_type, include_str!(concat!("../../data/solved/", $name, "-dtz.toml")))
    };
    ($name:literal, $record_type:expr, $solved_under_rule:expr) => {
        Texts {
            record_type: $record_type,
            guide: include_str!(concat!("../../data/guides/", $name, ".toml")),
            published: include_str!(concat!("../../data/published/", $name, ".toml")),
            solved: include_str!(concat!("../../data/solved/", $name, ".toml")),
            solved_under_rule: $solved_under_rule,
        }
    };
}

/// The games on the board of 32 squares.
pub(super) fn of_32_squares() -> Vec<GameEntry<Draughts>> {
    let checkers = entry(Draughts::checkers(), texts!("checkers", Some("21,B,8,8,N1,0")));
    let checkers = checkers.aliases(&["draughts", "english"]);
    let checkers = checkers.players(players()).openings(ballots(true));
    let checkers = checkers.embedded(embedded!["checkers-2.table", "checkers-3.table", "checkers-4.table"]);

    let losing = entry(Draughts::losing_checkers(), texts!("losing-checkers", None));
    let losing = losing.players(players()).openings(ballots(false));
    let losing =
        losing.embedded(embedded!["losing-checkers-2.table", "losing-checkers-3.table", "losing-checkers-4.table"]);

    vec![
        checkers,
        losing,
        by_rules(Draughts::russian(), texts!("russian", Some("25,W,8,8,A0,0"), under_rule)),
        by_rules(Draughts::poddavki(), texts!("poddavki", None, under_rule)),
        by_rules(Draughts::brazilian(), texts!("brazilian", Some("26,W,8,8,A0,0"), under_rule)),
        by_rules(Draughts::pool(), texts!("pool", Some("23,B,8,8,N1,0"))),
        by_rules(Draughts::italian(), texts!("italian", Some("22,W,8,8,N2,1"))),
        by_rules(Draughts::spanish(), texts!("spanish", Some("24,W,8,8,N1,1"))),
        by_rules(Draughts::czech(), texts!("czech", Some("29,W,8,8,A0,0"))),
        by_rules(Draughts::thai(), texts!("thai", Some("31,B,8,8,N2,0"))),
    ]
}

/// The games on the board of 50 squares.
pub(super) fn of_50_squares() -> Vec<GameEntry<Draughts<Ten>>> {
    vec![
        by_rules(Draughts::international(), texts!("international", Some("20,W,10,10,N2,0"), under_rule)),
        by_rules(Draughts::killer(), texts!("killer", None, under_rule)),
        by_rules(Draughts::antidraughts(), texts!("antidraughts", None, under_rule)),
    ]
}

/// A game with its texts.
fn entry<B: DraughtsBoard>(game: Draughts<B>, texts: Texts) -> GameEntry<Draughts<B>> {
    let ruled = game.clone().under_rule();
    let entry = GameEntry::with_solver(game, Subslices).guide(texts.guide);
    let entry = entry.published(texts.published).solved(texts.solved);
    let entry = match ruled {
        Some(ruled) => entry.zeroing(GameEntry::with_solver(ruled, Subslices).solved(texts.solved_under_rule)),
        None => entry,
    };
    match texts.record_type {
        Some(number) => entry.record_type(number),
        None => entry,
    }
}

/// A game that the player by rules plays.
fn by_rules<B: DraughtsBoard>(game: Draughts<B>, texts: Texts) -> GameEntry<Draughts<B>> {
    entry(game, texts).players(vec![triple_jump::factory_by_rules()])
}

/// The players of checkers and of its losing game.
fn players() -> Vec<PlayerFactory<Draughts>> {
    vec![triple_jump::factory(), tricky_dick::factory()]
}

/// The three-move ballots, as their file has them.
const BALLOTS: &str = include_str!("../../data/openings/three-move-ballots.txt");

/// The fields of each ballot: the number, the moves, the use and the name.
fn ballot_fields() -> impl Iterator<Item = [&'static str; 4]> {
    let lines = BALLOTS.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok())
}

/// The ballots that are played over the board.
fn ballots(is_default: bool) -> OpeningSet {
    OpeningSet { name: "ballots", is_default, text: crossboard_ballots }
}

/// Their moves, a ballot on each line.
fn crossboard_ballots() -> String {
    let crossboard = ballot_fields().filter(|[_, _, uses, _]| uses.split(',').any(|word| word == "crossboard"));
    let moves: Vec<&str> = crossboard.map(|[_, moves, _, _]| moves).collect();
    moves.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::matches::read_openings;
    use std::collections::HashSet;

    #[test]
    fn every_ballot_is_three_legal_moves_to_a_position_of_its_own() {
        let game = Draughts::checkers();
        let all: Vec<_> = ballot_fields().collect();
        assert_eq!(all.len(), BALLOTS.lines().filter(|line| !line.starts_with('#')).count());
        let mut positions = HashSet::new();
        for (expected, [number, moves, _, _]) in (1..).zip(&all) {
            assert_eq!(number.parse(), Ok(expected));
            let read = read_openings(&game, moves, &mut |note| panic!("{note}"))
                .unwrap_or_else(|error| panic!("ballot {number}: {error}"));
            assert_eq!((read.len(), read[0].plies()), (1, 3), "ballot {number}");
            positions.insert(*read[0].position());
        }
        assert_eq!((all.len(), positions.len()), (174, 174));
        assert_eq!(crossboard_ballots().lines().count(), 144);
    }
}
