//! Lines of the protocol of programs that play, to an engine that answers at once.

use std::ffi::OsStr;
use std::sync::{Arc, LazyLock};

use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::PlayRules;
use hindsight::games::chess::Chess;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::open::Opened;
use hindsight::play::OpenPlay;
use hindsight::play::protocol::{Server, serve};
use hindsight::search::{Abilities, Player, PlayerFactory, SearchRequest, SearchResult};
use hindsight::table::Tables;

/// Sends a digit for a game, and lines.
pub fn target(data: &[u8]) {
    static CHESS: LazyLock<Arc<dyn OpenPlay>> = LazyLock::new(|| with_first(Chess::new()));
    static TIC_TAC_TOE: LazyLock<Arc<dyn OpenPlay>> = LazyLock::new(|| with_first(TicTacToe::new()));
    match data.split_first() {
        Some((b'0', lines)) => answers(&TIC_TAC_TOE, lines),
        Some((_, lines)) => answers(&CHESS, lines),
        None => {}
    }
}

/// Takes the first move that it may.
struct First;

impl<G: PlayRules> Player<G> for First {
    fn search(&mut self, request: &SearchRequest<G>) -> SearchResult<G::Move> {
        let first = request.moves.first().copied().or_else(|| request.game.moves(request.position).next());
        SearchResult::of_move(first.expect("the game goes on"), 0)
    }

    fn abilities(&self) -> Abilities {
        Abilities { moves: true, lines: true, limits: true }
    }
}

/// A game with the player alone, and no values.
fn with_first<G: CatalogueGame>(game: G) -> Arc<dyn OpenPlay> {
    let first: PlayerFactory<G> = PlayerFactory {
        name: "first",
        about: "takes the first move",
        unit: None,
        chance: G::chance,
        settings: &["threads"],
        new_player: |_| Box::new(First),
    };
    let tables = Tables::empty(&game);
    Opened::new(GameEntry::new(game).players(vec![first]), tables)
}

/// Each search has an answer, and the session ends.
fn answers(game: &Arc<dyn OpenPlay>, lines: &[u8]) {
    let server = Server {
        name: "Fuzzed",
        game: Arc::clone(game),
        engine: "first",
        open: &|_: &OsStr, _: Option<u32>| Ok(Arc::clone(game)),
        directories: "nowhere".into(),
    };
    let mut output = Vec::new();
    let served = serve(&server, &mut &*lines, &mut output);
    assert!(served.is_ok(), "{served:?}");
    let output = String::from_utf8(output).expect("answers are text");
    // These lines are searches in any case.
    let plain = |line: &[u8]| [&b"go"[..], b"go infinite", b"go depth 3"].contains(&line.trim_ascii());
    let asked =
        lines.split_inclusive(|&byte| byte == b'\n').take_while(|line| !is_quit(line)).filter(|line| plain(line));
    let (asked, answered) = (asked.count(), output.lines().filter(|line| line.starts_with("bestmove ")).count());
    assert!(answered >= asked, "{answered} answers to {asked} searches: {output}");
}

/// Whether a line has the word `quit`, which may be a command.
fn is_quit(line: &[u8]) -> bool {
    line.windows(4).any(|word| word == b"quit")
}
