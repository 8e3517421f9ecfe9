//! The files of the tables of a game, and the checksums of its slices.

use crate::answer::{FileAnswer, FileState};
use crate::catalogue::CatalogueGame;
use crate::space::SliceId;
use crate::space::components::names;
use crate::table::{StoredFile, TableError, Tables};
use crate::util::progress::Progress;

/// See [`OpenGame::files`](super::OpenGame::files).
pub(super) fn files<G: CatalogueGame>(
    game: &G,
    tables: &Tables,
    files: &[StoredFile],
    slices: Option<&[SliceId]>,
    check: Option<&dyn Progress>,
) -> Vec<FileAnswer> {
    let all = game.slices();
    let mut answers = Vec::new();
    for (number, part) in tables.parts().iter().enumerate() {
        if slices.is_some_and(|slices| !part.slices.iter().any(|slice| slices.contains(slice))) {
            continue;
        }
        let path = tables.path(number);
        for file in files.iter().filter(|file| file.table_path() == path) {
            let (state, error) = state(tables, number, file, check);
            answers.push(FileAnswer {
                part: part.name.clone(),
                slices: part.slices.clone(),
                names: names(all, &part.slices),
                entries: part.entries(all),
                state,
                error,
                file: file.clone(),
            });
        }
    }
    answers
}

/// The state of a file of a part, with the error if it cannot be used.
fn state(
    tables: &Tables,
    part: usize,
    file: &StoredFile,
    check: Option<&dyn Progress>,
) -> (FileState, Option<TableError>) {
    if file.partial {
        return (FileState::Unfinished, None);
    }
    if !file.begins_as_table {
        return (FileState::Foreign, tables.table(part).err());
    }
    let table = match tables.table(part) {
        Ok(table) => table.zip(check).map(|(table, progress)| table.check_watched(progress)),
        Err(error) => Some(Err(error)),
    };
    match table {
        None => (FileState::Finished, None),
        Some(Ok(_)) => (FileState::Intact, None),
        Some(Err(error)) => (FileState::of(&error), Some(error)),
    }
}
