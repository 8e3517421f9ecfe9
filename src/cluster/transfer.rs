//! Tables that are sent from rank to rank.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::message::Message;
use super::team::{Channel, Team};
use crate::table::TableError;

/// Bytes of a piece: far below the 2 GiB that MPI counts to, and enough for the full speed of a network.
const PIECE: usize = 4 << 20;

/// Sends the file of a part.
///
/// # Errors
/// If it cannot be read. The other rank knows then that the rest does not come.
pub fn send_table(team: &dyn Team, to: usize, part: usize, path: &Path) -> Result<(), TableError> {
    let failed = |error: io::Error| TableError::io(path, "reading the table", error);
    let mut file = File::open(path).map_err(failed)?;
    let bytes = file.metadata().map_err(failed)?.len();
    Message::Table { part, bytes }.send(team, to);
    let mut piece = vec![0; PIECE];
    let mut left = bytes;
    while left > 0 {
        let piece = &mut piece[..left.min(PIECE as u64) as usize];
        if let Err(error) = file.read_exact(piece) {
            team.send(to, Channel::Pieces, &[]);
            return Err(failed(error));
        }
        team.send(to, Channel::Pieces, piece);
        left -= piece.len() as u64;
    }
    Ok(())
}

/// The next piece of a file that a rank sends; `None` if the rest does not come.
pub fn next_piece(team: &dyn Team, from: usize) -> Option<Vec<u8>> {
    let (_, piece) = team.receive(Some(from), Channel::Pieces);
    if piece.is_empty() { None } else { Some(piece) }
}
