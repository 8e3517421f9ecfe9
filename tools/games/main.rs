//! Five small games that were solved elsewhere, each in a file to copy, with the counts that were published:
//!
//! ```sh
//! cargo build --release --package hindsight-games
//! target/release/hindsight-games solve amazons-3x4
//! target/release/hindsight-games verify amazons-3x4 --published
//! ```
//!
//! | file | numbering | lines of it |
//! |---|---|---|
//! | `amazons.rs` | the positions that games reach, one by one | three methods |
//! | `connect_four.rs` | heights of the columns, then colours; entries that no game reaches are holes | a page |
//! | `mini_shobu.rs` | sets of stones on both boards | a page |
//! | `breakthrough.rs` | sets of pieces on the home rows and between them | a page |
//! | `dobutsu_shogi.rs` | pieces on the board and in hand; predecessors by taking moves back | two pages |

mod amazons;
mod breakthrough;
mod connect_four;
mod dobutsu_shogi;
mod grid;
mod mini_shobu;

use std::process::ExitCode;

use amazons::Amazons;
use breakthrough::Breakthrough;
use connect_four::ConnectFour;
use dobutsu_shogi::DobutsuShogi;
use hindsight::catalogue::{Catalogue, GameEntry};
use mini_shobu::MiniShobu;

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
