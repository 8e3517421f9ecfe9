//! A table that comes from another process.

use std::fs::{File, create_dir_all, remove_file};
use std::io::{self, ErrorKind, Write};
use std::time::Duration;

use super::{Tables, slices};
use crate::space::Space;
use crate::table::compressed::finish;
use crate::table::fingerprint::fingerprint;
use crate::table::header::{FINISHED, MARK_AT};
use crate::table::open::Expected;
use crate::table::write::PARTIAL;
use crate::table::{Lock, Table, TableError};

impl Tables {
    /// Writes the table of a part of which another process has the file of `bytes`: its pieces, in order, come from `next`,
    /// which returns `None` if the other cannot go on. All pieces are taken, even after an error. Every block is checked
    /// against its checksum on this thread, then the file gets its name. [`Tables::refresh`] opens it.
    ///
    /// # Errors
    /// If the disk is full, the directory cannot be written, or the table is not what it should be.
    pub fn receive<S: Space>(
        &self,
        _lock: &Lock,
        space: &S,
        part: usize,
        bytes: u64,
        next: &mut dyn FnMut() -> Option<Vec<u8>>,
    ) -> Result<(), TableError> {
        let (directory, path) = (&self.directory.path, self.path(part));
        let partial = path.with_extension(&PARTIAL[1..]);
        let mut file = create_dir_all(directory).and_then(|()| File::create(&partial));
        let (mut received, mut written) = (0, Ok(()));
        while received < bytes {
            let Some(mut piece) = next() else {
                written = written.and(Err(ErrorKind::UnexpectedEof.into()));
                break;
            };
            // The mark is set once all is checked.
            if let Some(mark) = piece.get_mut(MARK_AT as usize..).filter(|_| received == 0) {
                mark.iter_mut().take(FINISHED.len()).for_each(|byte| *byte = 0);
            }
            received += piece.len() as u64;
            if let (Ok(file), Ok(())) = (&mut file, &written) {
                written = file.write_all(&piece);
            }
        }
        let writing = |error: io::Error| TableError::writing(&partial, bytes, error);
        let synced = file.and_then(|file| written.and_then(|()| file.sync_all()));
        let checked = synced.map_err(writing).and_then(|()| {
            let (part_id, rules) = (self.part_id(space.slices(), part), |_| fingerprint(space, &self.parts[part]));
            let slices = slices(space.slices(), &self.parts[part]);
            let expected = Expected { path: &partial, part: &part_id, rules: &rules, slices: &slices, finished: false };
            Table::open(&expected, self.directory.access)?.check_in_turn()
        });
        let mut sync = Duration::ZERO;
        let finished = checked.and_then(|()| finish(directory, &partial, &path, &mut sync).map_err(writing));
        if finished.is_err() {
            // What is left has no finished mark: it does no harm if it cannot be removed.
            let _ = remove_file(&partial);
        }
        finished
    }
}
