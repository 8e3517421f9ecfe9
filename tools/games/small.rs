//! The games keep the contracts, and the small ones are as published.

#[path = "amazons.rs"]
mod amazons;
#[path = "breakthrough.rs"]
mod breakthrough;
#[path = "connect_four.rs"]
mod connect_four;
#[path = "dobutsu_shogi.rs"]
mod dobutsu_shogi;
mod grid;
#[path = "mini_shobu.rs"]
mod mini_shobu;

use amazons::Amazons;
use breakthrough::Breakthrough;
use connect_four::ConnectFour;
use dobutsu_shogi::DobutsuShogi;
use hindsight::catalogue::CatalogueGame;
use hindsight::query::Probe;
use hindsight::solve::{in_memory, retrograde::Retrograde};
use hindsight::space::conformance;
use hindsight::verify::{Verdict, published};
use mini_shobu::MiniShobu;

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
        assert_eq!(check.verdict, Verdict::Ok, "{}: {check:?}", game.name());
    }
}

#[test]
fn amazons_are_as_published() {
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
