//! Where the files of a store are, and how they are opened.

use std::path::PathBuf;

use super::storage::Access;

/// The end of the name of a table.
pub const TABLE: &str = ".table";

/// The directory of a store.
#[derive(Clone, Debug)]
pub struct Directory {
    pub path: PathBuf,
    pub access: Access,
}

impl Directory {
    /// The file of a part of a game. The name of the part that is the whole game is empty.
    pub fn file(&self, game: &str, part: &str) -> PathBuf {
        self.path.join(match part {
            "" => format!("{game}{TABLE}"),
            part => format!("{game}-{part}{TABLE}"),
        })
    }
}
