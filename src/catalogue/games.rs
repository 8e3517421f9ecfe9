//! The games of this crate.

use super::{Catalogue, GameEntry, OpeningSet};
use crate::games::chess::Chess;
use crate::games::chess::solver::Bitboards;
use crate::games::draughts::Draughts;
use crate::games::halma::Halma;
use crate::games::halma_packing::HalmaPacking;
use crate::games::pangki::Pangki;
use crate::games::tic_tac_toe::TicTacToe;
use crate::games::tigers_and_goats::TigersAndGoats;
use crate::players::{dery, halma, levels, maim, tricky_dick, triple_jump};
use crate::search::PlayerFactory;
use crate::solve::bitsets::Bitsets;
use crate::solve::hunters::Hunters;
use crate::solve::packing::Packing;
use crate::solve::subslices::Subslices;
use crate::table::Embedded;

/// Tables that are compiled into the program, as `make embedded` makes them.
macro_rules! embedded {
    ($($name:literal),*) => {
        &[$(Embedded { name: $name, bytes: include_bytes!(concat!("../../data/embedded/", $name)) }),*]
    };
}

/// Results of every ending of chess of three and four men.
const CHESS_ENDINGS: &[Embedded] = embedded![
    "chess-KBvK.table",
    "chess-KNvK.table",
    "chess-KPvK.table",
    "chess-KQvK.table",
    "chess-KRvK.table",
    "chess-KBBvK.table",
    "chess-KBNvK.table",
    "chess-KBPvK.table",
    "chess-KBvKB.table",
    "chess-KBvKN.table",
    "chess-KBvKP.table",
    "chess-KNNvK.table",
    "chess-KNPvK.table",
    "chess-KNvKN.table",
    "chess-KNvKP.table",
    "chess-KPPvK.table",
    "chess-KPvKP.table",
    "chess-KQBvK.table",
    "chess-KQNvK.table",
    "chess-KQPvK.table",
    "chess-KQQvK.table",
    "chess-KQRvK.table",
    "chess-KQvKB.table",
    "chess-KQvKN.table",
    "chess-KQvKP.table",
    "chess-KQvKQ.table",
    "chess-KQvKR.table",
    "chess-KRBvK.table",
    "chess-KRNvK.table",
    "chess-KRPvK.table",
    "chess-KRRvK.table",
    "chess-KRvKB.table",
    "chess-KRvKN.table",
    "chess-KRvKP.table",
    "chess-KRvKR.table"
];

/// Adds every game of this crate. Each entry is made by a function without types: so it is compiled here, with its
/// solver and its players, and not once more in every crate that adds the games.
pub fn games(catalogue: &mut impl Catalogue) {
    catalogue.add(pangki());
    catalogue.add(checkers());
    catalogue.add(losing_checkers());
    catalogue.add(chess());
    catalogue.add(tic_tac_toe());
    catalogue.add(tigers_and_goats());
    catalogue.add(halma());
    catalogue.add(halma_packing());
}

fn pangki() -> GameEntry<Pangki> {
    let pangki = GameEntry::with_solver(Pangki::new(), Bitsets).embedded(embedded!["pangki.table"]);
    let pangki = pangki.solved(include_str!("../../data/solved/pangki.toml"));
    let pangki = pangki.guide(include_str!("../../data/guides/pangki.toml"));
    pangki.published(include_str!("../../data/published/pangki.toml"))
}

fn checkers() -> GameEntry<Draughts> {
    let checkers = GameEntry::with_solver(Draughts::checkers(), Subslices).players(draughts_players());
    let checkers = checkers.record_type("21,B,8,8,N1,0").openings(ballots(true));
    let checkers = checkers.solved(include_str!("../../data/solved/checkers.toml"));
    let checkers = checkers.embedded(embedded!["checkers-2.table", "checkers-3.table", "checkers-4.table"]);
    let checkers = checkers.guide(include_str!("../../data/guides/checkers.toml"));
    checkers.published(include_str!("../../data/published/checkers.toml"))
}

fn losing_checkers() -> GameEntry<Draughts> {
    let losing = GameEntry::with_solver(Draughts::losing_checkers(), Subslices).players(draughts_players());
    let losing = losing.openings(ballots(false)).solved(include_str!("../../data/solved/losing-checkers.toml"));
    let losing =
        losing.embedded(embedded!["losing-checkers-2.table", "losing-checkers-3.table", "losing-checkers-4.table"]);
    let losing = losing.guide(include_str!("../../data/guides/losing-checkers.toml"));
    losing.published(include_str!("../../data/published/losing-checkers.toml"))
}

fn chess() -> GameEntry<Chess> {
    let chess = GameEntry::with_solver(Chess::new(), Bitboards).players(vec![maim::factory()]);
    let ruled = GameEntry::with_solver(Chess::with_fifty_moves(), Bitboards);
    let ruled = ruled.published(include_str!("../../data/published/chess-dtz.toml"));
    let chess = chess.zeroing(ruled.solved(include_str!("../../data/solved/chess-dtz.toml")));
    let chess = chess.openings(OpeningSet { name: "balanced", is_default: true, text: chess_openings });
    #[cfg(feature = "syzygy")]
    let chess = chess.other(maim::syzygy::format());
    let chess = chess.embedded(CHESS_ENDINGS).solved(include_str!("../../data/solved/chess.toml"));
    let chess = chess.guide(include_str!("../../data/guides/chess.toml"));
    chess.published(include_str!("../../data/published/chess.toml"))
}

fn tic_tac_toe() -> GameEntry<TicTacToe> {
    let tic_tac_toe = GameEntry::new(TicTacToe::new()).players(levels::factories());
    let tic_tac_toe = tic_tac_toe.solved(include_str!("../../data/solved/tic-tac-toe.toml"));
    let tic_tac_toe = tic_tac_toe.guide(include_str!("../../data/guides/tic-tac-toe.toml"));
    tic_tac_toe.published(include_str!("../../data/published/tic-tac-toe.toml"))
}

fn tigers_and_goats() -> GameEntry<TigersAndGoats> {
    let tigers = GameEntry::with_solver(TigersAndGoats::new(), Hunters);
    let tigers = tigers.solved(include_str!("../../data/solved/tigers-and-goats.toml"));
    let tigers = tigers.guide(include_str!("../../data/guides/tigers-and-goats.toml"));
    tigers.published(include_str!("../../data/published/tigers-and-goats.toml"))
}

fn halma() -> GameEntry<Halma> {
    let halma = GameEntry::new(Halma::new()).players(vec![halma::factory(), dery::factory()]);
    let halma = halma.guide(include_str!("../../data/guides/halma.toml"));
    halma.published(include_str!("../../data/published/halma.toml"))
}

fn halma_packing() -> GameEntry<HalmaPacking> {
    let packing = GameEntry::with_solver(HalmaPacking::new(), Packing);
    let packing = packing.guide(include_str!("../../data/guides/halma-packing.toml"));
    packing.solved(include_str!("../../data/solved/halma-packing.toml"))
}

/// The players of both games of draughts.
fn draughts_players() -> Vec<PlayerFactory<Draughts>> {
    vec![triple_jump::factory(), tricky_dick::factory()]
}

/// The balanced openings of chess.
fn chess_openings() -> String {
    include_str!("../../data/openings/chess.txt").to_string()
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
