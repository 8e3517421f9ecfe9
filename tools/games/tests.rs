//! The games keep the contracts, and the small ones are as published.

use std::collections::HashMap;

use hindsight::catalogue::CatalogueGame;
use hindsight::game::Game;
use hindsight::query::Probe;
use hindsight::solve::{in_memory, retrograde::Retrograde};
use hindsight::space::conformance;
use hindsight::verify::{Verdict, published};

use crate::amazons::{Amazons, Position};
use crate::breakthrough::Breakthrough;
use crate::connect_four::ConnectFour;
use crate::dobutsu_shogi::{self, DobutsuShogi};
use crate::mini_shobu::MiniShobu;

fn keeps_the_contracts(game: &impl CatalogueGame, most: u64) {
    let found = conformance::check(game, most).lines();
    assert!(found.is_empty(), "{}: {found:#?}", game.name());
}

/// Solves a game in memory and compares its published figures.
fn is_as_published(game: &impl CatalogueGame, toml: &str) {
    keeps_the_contracts(game, 100);
    let values = in_memory(game, &Retrograde, &()).expect("it is small");
    let probe = Probe { space: game, tables: &values };
    for check in published::check(&probe, toml, &()).expect("the figures have their form") {
        assert!(matches!(check.verdict, Verdict::Ok | Verdict::NotCompared), "{}: {check:?}", game.name());
    }
}

/// Whether a position is won, by a search that leaves it at the first winning move and keeps what it found.
fn is_won(game: &Amazons, position: &Position, known: &mut HashMap<Position, bool>) -> bool {
    let canonical = game.canonical(position);
    if let Some(&won) = known.get(&canonical) {
        return won;
    }
    let won = game.moves(position).any(|mv| !is_won(game, &game.play(position, mv), known));
    known.insert(canonical, won);
    won
}

/// The published counts are those of that search from every placement, in the order of the squares.
#[test]
fn amazons_are_as_published() {
    let expected = [(26_055, 19_390), (324_096, 241_483), (428_708, 327_747)];
    for ((game, published), expected) in Amazons::boards().zip(expected) {
        published::validate(published).expect("the figures have their form");
        let (mut known, squares) = (HashMap::new(), game.grid.squares());
        for white in 0..squares {
            for black in (0..squares).filter(|&black| black != white) {
                is_won(&game, &Position { white, black, burned: 0, black_to_move: false }, &mut known);
            }
        }
        assert_eq!((known.len(), known.values().filter(|&&won| won).count()), expected, "{}", game.name());
    }
}

#[test]
fn amazons_keep_the_contracts() {
    let (game, published) = Amazons::boards().next().expect("a board");
    is_as_published(&game, published);
}

#[test]
fn connect_four_is_as_published() {
    let (game, published) = ConnectFour::boards().next().expect("a board");
    is_as_published(&game, published);
}

#[test]
fn large_boards_keep_the_contracts() {
    ConnectFour::boards().for_each(|(game, _)| keeps_the_contracts(&game, 50));
    Breakthrough::boards().for_each(|(game, _)| keeps_the_contracts(&game, 2));
    MiniShobu::boards().for_each(|(game, _)| keeps_the_contracts(&game, 5));
    keeps_the_contracts(&DobutsuShogi::new(), 2);
    published::validate(dobutsu_shogi::PUBLISHED).expect("the figures have their form");
}
