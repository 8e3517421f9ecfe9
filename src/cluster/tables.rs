//! Table files as they go from rank to rank, and as a rank opens them.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::error::ClusterError;
use super::message::Message;
use super::team::{Channel, Team};
use crate::job::Job;
use crate::table::{Lock, TableError, TableGame, TableWriter, Tables};
use crate::util::progress::Progress;

/// Bytes of a piece of a file: far below the 2 GiB that MPI counts to, and enough for the full speed of a network.
const FILE_PIECE: usize = 4 << 20;

/// The table files of rank 0, for code that does not depend on the game.
pub trait PartFiles: Sync {
    /// The number of parts of the game.
    fn parts(&self) -> usize;

    /// The file of a part, whether it exists or not.
    fn path(&self, part: usize) -> PathBuf;

    /// The file that holds a part for the parts that are made from it, whether it exists or not.
    fn source_path(&self, part: usize) -> PathBuf;

    /// Adds the entries of a part that another rank has solved to the progress.
    fn count(&self, part: usize);

    /// Writes a table whose pieces come from `next`; see
    /// [`TableWriter::received`].
    ///
    /// # Errors
    /// If the table cannot be written or is damaged.
    fn receive(&self, part: usize, bytes: u64, next: &mut dyn FnMut() -> Option<Vec<u8>>) -> Result<(), TableError>;
}

/// The table files of a game. Its tables are scanned apart from the job, which rank 0 is working on when messages come.
pub struct GameFiles<'a> {
    pub space: &'a dyn TableGame,
    pub tables: Tables,
    /// The paths of [`PartFiles::source_path`].
    pub sources: Vec<PathBuf>,
    pub lock: &'a Lock,
    pub progress: &'a dyn Progress,
}

impl PartFiles for GameFiles<'_> {
    fn parts(&self) -> usize {
        self.tables.parts().len()
    }

    fn path(&self, part: usize) -> PathBuf {
        self.tables.path(part)
    }

    fn source_path(&self, part: usize) -> PathBuf {
        self.sources[part].clone()
    }

    fn count(&self, part: usize) {
        self.progress.advance(self.tables.parts()[part].entries(self.space.slices()));
    }

    fn receive(&self, part: usize, bytes: u64, next: &mut dyn FnMut() -> Option<Vec<u8>>) -> Result<(), TableError> {
        TableWriter::new(self.lock, &self.tables, self.space, part).received(bytes, next).map(|_| ())
    }
}

/// Opens the tables that other ranks have finished, and checks that the source tables of `needs` are among them.
///
/// # Errors
/// If a table cannot be trusted, or one that is needed is not there.
pub fn open_sources<'a>(job: &mut Job, needs: impl Iterator<Item = &'a usize>) -> Result<(), ClusterError> {
    job.refresh();
    for &need in needs {
        if !job.has_source(need)? {
            return Err(ClusterError::NotShared { path: job.source_tables().path(need) });
        }
    }
    Ok(())
}

/// Opens the tables that other ranks have finished, and checks that every table of the job is among them.
///
/// # Errors
/// If a table cannot be trusted, or is not there.
pub fn open_finished(job: &mut Job) -> Result<(), ClusterError> {
    if job.in_any_order() {
        job.open_again()
    } else {
        job.refresh()
    }
    for &part in job.parts() {
        if !job.is_finished(part)? {
            return Err(ClusterError::NotShared { path: job.tables().path(part) });
        }
    }
    Ok(())
}

/// Sends the table of a part: a message, then the file in pieces. An empty piece says that the rest cannot be read.
///
/// # Errors
/// If the file cannot be read.
pub fn send_table(team: &dyn Team, to: usize, part: usize, path: &Path) -> Result<(), TableError> {
    let failed = |error: io::Error| TableError::io(path, "reading the table", error);
    let mut file = File::open(path).map_err(failed)?;
    let bytes = file.metadata().map_err(failed)?.len();
    Message::Table { part, bytes }.send(team, to);
    let mut piece = vec![0; FILE_PIECE];
    let mut left = bytes;
    while left > 0 {
        let piece = &mut piece[..left.min(FILE_PIECE as u64) as usize];
        if let Err(error) = file.read_exact(piece) {
            team.send(to, Channel::Pieces, &[]);
            return Err(failed(error));
        }
        team.send(to, Channel::Pieces, piece);
        left -= piece.len() as u64;
    }
    Ok(())
}

/// Receives a table from another rank; `write` takes its pieces. Returns whether it is complete: if not, the next
/// message of the other rank says why.
///
/// # Errors
/// If the table cannot be written or is damaged.
pub fn receive_table(
    team: &dyn Team,
    from: usize,
    write: impl FnOnce(&mut dyn FnMut() -> Option<Vec<u8>>) -> Result<(), TableError>,
) -> Result<bool, TableError> {
    let mut complete = true;
    let written = write(&mut || {
        let (_, piece) = team.receive(Some(from), Channel::Pieces);
        complete &= !piece.is_empty();
        Some(piece).filter(|piece| !piece.is_empty())
    });
    if complete { written.map(|()| true) } else { Ok(false) }
}
