//! The player maim at the command line: solved endings, mates, and openings.

use std::collections::HashSet;
use std::path::Path;

use crate::support::hindsight;
use hindsight::catalogue::{self, Catalogue, CatalogueGame, GameEntry};
use hindsight::game::{Game, Notation, position_text};
use hindsight::play::matches::read_openings;
use serde_json::{Value as Json, json};

fn search(tables: &Path, position: &str, more: &[&str]) -> Json {
    let asked = [&["search", "chess", position, "--json"], more].concat();
    hindsight(tables, &asked).objects().pop().expect("an answer")
}

#[test]
fn maim_plays_a_solved_ending_to_mate_in_the_plies_that_the_tables_tell() {
    let directory = tempfile::TempDir::new().expect("a directory for the test");
    let tables = directory.path();
    assert_eq!(hindsight(tables, &["solve", "chess", "--pieces", "3"]).status, 0);
    let mut position = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1".to_string();
    let known = &hindsight(tables, &["query", "chess", &position, "--json"]).objects()[0];
    let mut plies = known["plies"].as_u64().expect("a win");
    assert!(known["value"] == "win" && plies > 10, "{known}");
    let game = hindsight::games::chess::Chess::new();
    while plies > 0 {
        let found = search(tables, &position, &["--engine", "maim:depth=1"]);
        assert_eq!(found["plies"], json!(plies), "{position}: {found}");
        let now = game.parse(&position).expect("a position");
        let mv = game.parse_move(&now, found["move"].as_str().expect("a move")).expect("a legal move");
        position = position_text(&game, &game.play(&now, mv));
        plies -= 1;
    }
    assert!(game.outcome(&game.parse(&position).expect("a position")).is_some());
    // One move before the ending, the search asks the tables too.
    let before = "8/8/8/3k4/8/8/1r6/KQ6 w - - 0 1";
    let found = search(tables, before, &["--engine", "maim:depth=4"]);
    assert_eq!(found["value"], "win", "{found}");
    let alone = search(tables, before, &["--engine", "maim:depth=4,tables=off"]);
    assert_eq!(alone["value"], Json::Null, "{alone}");
}

#[test]
fn maim_announces_mates() {
    let directory = tempfile::TempDir::new().expect("a directory for the test");
    let position = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    let found = search(directory.path(), position, &["--engine", "maim", "--depth", "9"]);
    assert_eq!(
        (&found["value"], &found["plies"], &found["move"]),
        (&json!("win"), &json!(5), &json!("f6a6")),
        "{found}"
    );
}

#[test]
fn the_openings_of_chess_are_different_positions() {
    #[derive(Default)]
    struct Openings(usize);
    impl Catalogue for Openings {
        fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
            if entry.game.name() == "chess" {
                let text = (entry.openings[0].text)();
                let openings = read_openings(&entry.game, &text, &mut |note| panic!("{note}")).expect("openings");
                let positions: HashSet<_> = openings.iter().map(|opening| *opening.position()).collect();
                assert!(openings.iter().all(|opening| opening.moves().len() == 8));
                assert_eq!(positions.len(), openings.len());
                self.0 = openings.len();
            }
        }
    }
    let mut openings = Openings::default();
    catalogue::games(&mut openings);
    assert!(openings.0 >= 100, "{}", openings.0);
}
