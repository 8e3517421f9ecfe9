//! The protocol of programs that play: UCI, the Universal Chess Interface, for chess, and for every other game the same
//! commands, known as UGI, the Universal Game Interface.
//!
//! Positions and moves are written in the notation of the game. A command that cannot be carried out is answered by
//! `info string` with what was expected, and changes nothing. Only a `position` that is refused leaves no position
//! behind: until one is accepted, `go` says why and answers `bestmove 0000`, and `query` says why.
//!
//! * `uci` or `ugi`, `isready`, `ucinewgame` or `uginewgame`, `position startpos|fen POSITION [moves MOVE ...]`,
//!   `setoption`, `ponderhit`, `stop` and `quit` are as in the standards.
//! * The options are `Hash` (MB), `Threads`, `Tables`, `TablesPath` (directories, with `:` between them) and
//!   `ProbeLimit` (the largest position that is looked up, in pieces) where the engine has [such
//!   settings](crate::search::Settings), `MultiPV` where it can [search several lines](crate::search::Abilities),
//!   `Ponder`, `UCI_ShowWDL`, and `Move Overhead`: milliseconds on the clock that are kept. Of less time than that, a
//!   move takes a fortieth.
//! * Where the game has a [format of another program](crate::search::OtherFormat), as chess has Syzygy's in a program
//!   built with the feature `syzygy`, `SyzygyPath` names directories, `SyzygyProbeLimit` the largest position that is
//!   looked up, and `Syzygy50MoveRule` says whether the fifty-move rule holds.
//! * `go` takes `depth` (plies), `movetime`, `nodes`, `mate` (moves), `infinite`, and the clocks `wtime`, `btime`,
//!   `winc`, `binc`, or by the order of play `p1time`, `p2time`, `p1inc`, `p2inc`, with `movestogo`. In a game of
//!   teams, `p1` and `p2` are the teams, here and in what `query` answers. Without a limit the engine has its own, and
//!   a limit among the settings of the engine comes before all of these. A player that does not count nodes as it goes
//!   begins no further iteration after `nodes`.
//! * `searchmoves` names the moves to choose among. Where the engine cannot do so, the search `scout-tt` does, and
//!   `info string` says it. Moves that are not legal are skipped.
//! * `ponder` searches until `ponderhit` or `stop`; after `ponderhit` the limits of `go` hold, and its clock runs from
//!   then on. `bestmove` names the reply that is expected, if one is.
//! * `query gameover|p1turn|result` asks of the position: `response true|false`, and `p1win`, `p2win`, `draw` or
//!   `none`. Repetition and plies without progress end a game as they do in a [match](crate::play::matches).
//! * Commands are carried out in their order. `isready`, `query`, `position` and `ponderhit` do not wait for a search
//!   that runs, and `setoption` takes effect after it. Others wait for a search that has a limit and stop one that has
//!   none or that waits for `ponderhit`, and so does the end of the input. Only `stop` overtakes: it ends every search
//!   asked for before it, even one that has not begun. So does `quit`, which ends the program too.
//!
//! # Scores
//!
//! `score mate N` is a forced win in N moves of the side to move, 2N or 2N-1 plies where two sides move in turn; a
//! negative N is a loss. In a game of teams, it is the team of the side to move that wins or loses. `score cp N` is the
//! evaluation for the side to move, and so for its team, in the unit of the engine: for chess a hundredth of a pawn,
//! for both games of draughts a hundredth of a logit, of which 100 are a chance of 73 %. After random games it is their
//! mean, a win being 10,000; a draw that is certain is 0, and a win of which the tables have no depth 10,000. The depth
//! of random games is the distance in plies at which they are cut off.
//!
//! With `UCI_ShowWDL`, `wdl W D L` are the chances of a win, a draw and a loss in thousandths: certain if the value is
//! known, else an estimate from the chance that the engine sees in its evaluation. They are left out if it sees none.
//!
//! Where the tables hold every position that the moves lead to, the move is theirs, without a search, unless they have
//! no depth of the best.

mod clock;
mod command;
mod info;
mod options;
mod reader;
mod search;
mod server;
mod session;
mod stops;

use std::io::{BufRead, Write};
use std::sync::mpsc::channel;
use std::thread::{self, Builder};

use crate::util::threads::joined;
use info::Output;
use reader::read_commands;
pub use server::{OpenTables, ProtocolError, Server};
use session::{ProtocolSession, STACK};
use stops::Stops;

/// Carries out the commands of the input until `quit` or its end. Commands are carried out and searches run on
/// threads of their own.
///
/// # Errors
/// See [`ProtocolError`].
pub fn serve(server: &Server, input: &mut impl BufRead, output: impl Write + Send) -> Result<(), ProtocolError> {
    let (output, stops) = (Output::new(output), Stops::default());
    thread::scope(|scope| {
        let session = ProtocolSession::new(server, &output, &stops, scope)?;
        let (sender, lines) = channel();
        let carry_out = move || session.run(&lines);
        let session = Builder::new().stack_size(STACK).spawn_scoped(scope, carry_out).map_err(ProtocolError::Thread)?;
        let read = read_commands(input, &stops, &sender);
        drop(sender);
        joined(session).and(read)
    })
}
