//! Lookup on the disk: one file for each part of a game, mapped into memory, and never taken for finished when it is not.
//!
//! A [`Store`] is a directory of tables, and a [`Tablebase`] what it has of a game: each [`Table`] is written once and
//! opened ever after. What follows is the specification of the file, `GAME.table` for a game that is kept whole, else
//! `GAME-PART.table` for the slices of the part of this name (see [`Slice::part`](crate::space::Slice::part)).
//!
//! # The file, version 2
//!
//! All numbers are unsigned and little-endian. A checksum is the 64-bit XXH3 of the bytes, with the seed 0. There is no
//! byte without a check: the first four fields and the padding must be what this page says, the header and every block
//! have checksums, and the length of the file is known from the header.
//!
//! | at               | bytes | what                                                                               |
//! |------------------|-------|------------------------------------------------------------------------------------|
//! | 0                | 8     | magic: `89 48 53 49 47 48 54 0A` (`\x89HSIGHT\n`)                                  |
//! | 8                | 4     | version of the format: 1 for a table without lists, 2 for one with them            |
//! | 12               | 4     | finished mark: `44 4F 4E 45` (`DONE`); zeros while the file is being written       |
//! | 16               | 8     | `H`, the length of the header                                                      |
//! | 24               | 8     | checksum of the header                                                             |
//! | 32               | `H`   | the header                                                                         |
//! | 32 + `H`         | 8 `B` | a checksum for each of the `B` blocks                                              |
//! | 32 + `H` + 8 `B` |       | zeros up to the next multiple of 4,096, which is called `V`                        |
//! | `V`              | `N`   | the values; the file ends with the last of them                                    |
//!
//! The values are cut into blocks of 65,536 bytes, of which the last may be shorter: `B` is `N` / 65,536, rounded up.
//!
//! ## The header
//!
//! A text is its length in 8 bytes, then so many bytes of UTF-8. (It is what bincode 1.3 makes of the fields with
//! integers of fixed size.)
//!
//! | bytes | what                                                                                              |
//! |-------|---------------------------------------------------------------------------------------------------|
//! | text  | the name of the game                                                                              |
//! | 8     | fingerprint of the rules: of all slices of the game, and of what is said of a few hundred entries |
//! | 4     | bytes in a block: 65,536                                                                          |
//! | 8     | the number of slices of the part; for each, in the order of [`Space`](crate::space::Space):       |
//! | text  | - its name                                                                                        |
//! | 8     | - its entries                                                                                     |
//! | 1     | - the width of its values in bytes, 1 or 2                                                        |
//! | 8     | - where its values begin, counted from `V`                                                        |
//! | 8     | in version 2 alone: the number of slices again; for each, in the same order:                      |
//! | 8     | - the length of its list, 0 if it has none                                                        |
//! | 2 each| - the codes of the list, in ascending order, 256 at the most                                      |
//!
//! ## The values
//!
//! The values of a slice are the codes of its entries in order, each of the slice's width: 0 is a draw, 1 + 2`n` a win
//! and 2 + 2`n` a loss in `n` plies for the side to move, and the greatest number says that the entry holds no position
//! (see [`Code`](crate::values::Code)). Where a slice has codes that do not fit one byte, and no more than 256 that differ,
//! its values are one byte wide all the same: each is the place, from 0, of a code of two bytes in the slice's list. The
//! width and the list follow from the values alone. The first slice begins at `V`, each of the others at the next multiple
//! of 8 bytes after the end of the slice before it, with zeros between.
//!
//! ## How it is written
//!
//! Into a file with `.partial` at the end of its name, without the finished mark. Once all of that is on the disk the
//! mark is set, and once that is on the disk the file gets its name, and the directory is synced. A finished file is never
//! changed in place, only replaced by another. Whoever writes holds the lock on the file `.lock` in the same directory, and
//! may remove whatever unfinished files others have left.
//!
//! # Versions
//!
//! * 1: as above, without lists. Files of parts came later: one of a game that is kept whole is what it was.
//! * 2: lists.

mod encoding;
mod error;
mod fingerprint;
mod header;
mod layout;
mod lock;
mod mapped;
mod open;
mod store;
mod tablebase;
mod write;

pub use error::{PartId, TableError};
pub use lock::Lock;
pub use mapped::{Checked, Table};
pub use store::Store;
pub use tablebase::Tablebase;
pub use write::Written;
