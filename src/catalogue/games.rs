//! The games of this crate.

use super::{Catalogue, Entry};
use crate::games::draughts::Draughts;
use crate::games::pangki::Pangki;
use crate::games::tic_tac_toe::TicTacToe;
use crate::games::tigers_and_goats::TigersAndGoats;
use crate::players::{levels, tricky_dick, triple_jump};
use crate::search::PlayerFactory;
use crate::solve::bitsets::Bitsets;
use crate::solve::hunters::Hunters;
use crate::solve::subslices::Subslices;

/// Adds every game of this crate.
pub fn games(catalogue: &mut impl Catalogue) {
    let pangki = Entry::new(Pangki::new()).engine(Bitsets);
    catalogue.add(pangki.published(include_str!("../../data/published/pangki.toml")));

    let checkers = Entry::new(Draughts::checkers()).engine(Subslices).players(draughts_players());
    let checkers = checkers.solved(include_str!("../../data/solved/checkers.toml"));
    catalogue.add(checkers.published(include_str!("../../data/published/checkers.toml")));

    let losing = Entry::new(Draughts::losing_checkers()).engine(Subslices).players(draughts_players());
    let losing = losing.solved(include_str!("../../data/solved/losing-checkers.toml"));
    catalogue.add(losing.published(include_str!("../../data/published/losing-checkers.toml")));

    let tic_tac_toe = Entry::new(TicTacToe::new()).players(levels::factories());
    catalogue.add(tic_tac_toe.published(include_str!("../../data/published/tic-tac-toe.toml")));

    let tigers = Entry::new(TigersAndGoats::new()).engine(Hunters);
    let tigers = tigers.solved(include_str!("../../data/solved/tigers-and-goats.toml"));
    catalogue.add(tigers.published(include_str!("../../data/published/tigers-and-goats.toml")));
}

/// The players of both games of draughts.
fn draughts_players() -> Vec<PlayerFactory<Draughts>> {
    vec![triple_jump::factory(), tricky_dick::factory()]
}
