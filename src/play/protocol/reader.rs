//! Reading the commands, on a thread of its own: `stop` and `quit` are carried out at once, before all commands that
//! wait.

use std::io::{BufRead, Read};
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::command::{self, ProtocolCommand};
use super::server::ProtocolError;
use super::stops::Stops;
use crate::game::NotationError;

/// The longest line that is read, in bytes: a game of a hundred thousand moves.
const LONGEST_LINE: u64 = 1 << 20;

/// A command, or why a line is none.
pub struct Line {
    pub command: Result<ProtocolCommand, NotationError>,
    /// The number of searches that were asked for so far, by this command too.
    pub searches: u64,
    /// When it was read.
    pub at: Instant,
}

/// Sends all commands up to `quit` or the end of the input, but for `stop`, which ends all searches that were asked for
/// before it.
///
/// # Errors
/// If the input cannot be read.
pub fn read_commands(input: &mut impl BufRead, stops: &Stops, lines: &Sender<Line>) -> Result<(), ProtocolError> {
    let (mut line, mut searches) = (Vec::new(), 0);
    loop {
        line.clear();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(ProtocolError::Input)? == 0 {
            return Ok(());
        }
        let at = Instant::now();
        let command = if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            input.skip_until(b'\n').map_err(ProtocolError::Input)?;
            command::read_too_long(&String::from_utf8_lossy(&line), LONGEST_LINE)
        } else {
            command::read(&String::from_utf8_lossy(&line))
        };
        match command {
            Ok(ProtocolCommand::Stop) => {
                stops.stop(searches);
                continue;
            }
            Ok(ProtocolCommand::Quit) => {
                stops.stop(u64::MAX);
                return Ok(());
            }
            Ok(ProtocolCommand::Go(_)) => searches += 1,
            _ => {}
        }
        // The session has ended if it could not write its answers.
        if lines.send(Line { command, searches, at }).is_err() {
            return Ok(());
        }
    }
}
