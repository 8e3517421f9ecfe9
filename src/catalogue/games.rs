//! The games of this crate.

use super::{Catalogue, GameEntry, OpeningSet, draughts};
use crate::games::chess::Chess;
use crate::games::chess::solver::Bitboards;
use crate::games::halma::Halma;
use crate::games::halma_packing::HalmaPacking;
use crate::games::pangki::Pangki;
use crate::games::tic_tac_toe::TicTacToe;
use crate::games::tigers_and_goats::TigersAndGoats;
use crate::players::{dery, halma, levels, maim};
use crate::solve::bitsets::Bitsets;
use crate::solve::hunters::Hunters;
use crate::solve::packing::Packing;
use crate::table::Embedded;

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
    draughts::of_32_squares().into_iter().for_each(|entry| catalogue.add(entry));
    draughts::of_50_squares().into_iter().for_each(|entry| catalogue.add(entry));
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

fn chess() -> GameEntry<Chess> {
    let chess = GameEntry::with_solver(Chess::new(), Bitboards).players(vec![maim::factory()]);
    let ruled = GameEntry::with_solver(Chess::with_fifty_moves(), Bitboards);
    let ruled = ruled.published(include_str!("../../data/published/chess-dtz.toml"));
    let ruled = ruled.solved(include_str!("../../data/solved/chess-dtz.toml"));
    #[cfg(feature = "syzygy")]
    let ruled = ruled.other(maim::syzygy::format());
    let chess = chess.zeroing(ruled);
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

/// The balanced openings of chess.
fn chess_openings() -> String {
    include_str!("../../data/openings/chess.txt").to_string()
}
