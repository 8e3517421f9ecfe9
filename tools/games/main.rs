//! Five small games that were solved elsewhere, each in a file to copy, with the counts that were published:
//!
//! ```sh
//! cargo build --release --package hindsight-games
//! target/release/hindsight-games solve amazons-3x4
//! target/release/hindsight-games verify amazons-3x4 --published
//! ```

use std::process::ExitCode;

use hindsight::catalogue::{Catalogue, GameEntry};
use hindsight_games::amazons::Amazons;
use hindsight_games::breakthrough::Breakthrough;
use hindsight_games::connect_four::ConnectFour;
use hindsight_games::dobutsu_shogi::{self, DobutsuShogi};
use hindsight_games::mini_shobu::MiniShobu;

fn main() -> ExitCode {
    hindsight_program::main(|games| {
        for (game, published) in Amazons::boards() {
            games.add(GameEntry::new(game).published(published));
        }
        for (game, published) in ConnectFour::boards() {
            games.add(GameEntry::new(game).published(published));
        }
        for (game, published) in MiniShobu::boards() {
            games.add(GameEntry::new(game).published(published));
        }
        for (game, published) in Breakthrough::boards() {
            games.add(GameEntry::new(game).published(published));
        }
        games.add(GameEntry::new(DobutsuShogi::new()).published(dobutsu_shogi::PUBLISHED));
    })
}
