//! Tables on the disk: one file for each part of a game, written once and never changed.
//!
//! # Overview of types
//!
//! * [`Store`]: a directory of tables. It opens them, mapped or loaded into memory. Its [`Lock`] is the right to write
//!   and remove. [`StoredFile`]: a file in it.
//! * [`Tables`]: the open tables of a game, a [`Lookup`](crate::values::Lookup). [`StoredCodes`]: the codes of a slice,
//!   not copied.
//! * [`TableWriter`]: writes the table of a part, plain, compressed or received; [`Written`] is its report.
//! * [`compressed`]: the format of compressed tables. [`Embedded`]: a table that is compiled into the program.
//! * [`Table`]: one open file. [`Checked`]: the blocks that a check has covered.
//! * [`PieceFiles`]: the results of a part while it is solved; [`parts_with_pieces`] finds them.
//! * [`TableError`]: why a table or a directory cannot be used.
//!
//! No other program may truncate a mapped table; see [`Store`].
//!
//! The rest of this page is the specification of the file: `GAME.table` for a game with one part, else
//! `GAME-PART.table` for the slices of the part of this name (see [`Slice::part`](crate::space::Slice::part)).
//!
//! # The file, version 3
//!
//! All numbers are unsigned and little-endian. A checksum or hash is the 64-bit XXH3 of the bytes, with the seed 0.
//! Every byte is checked: the first four fields and the padding must be as on this page, the header and every block
//! have checksums, and the length of the file follows from the header.
//!
//! | at               | bytes | what                                                                               |
//! |------------------|-------|------------------------------------------------------------------------------------|
//! | 0                | 8     | magic: `89 48 53 49 47 48 54 0A` (`\x89HSIGHT\n`)                                  |
//! | 8                | 4     | version of the format: 3                                                           |
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
//! A text is its length in 8 bytes, then its bytes in UTF-8. (This is the encoding of bincode 1.3 with integers of
//! fixed size.)
//!
//! | bytes | what                                                                                              |
//! |-------|---------------------------------------------------------------------------------------------------|
//! | text  | the name of the game                                                                              |
//! | 8     | fingerprint of the rules and the numbering, see below                                             |
//! | 4     | bytes in a block: 65,536                                                                          |
//! | 8     | the number of slices of the part; for each, in the order of [`Space`](crate::space::Space):       |
//! | text  | - its name                                                                                        |
//! | 8     | - its entries                                                                                     |
//! | 1     | - the width of its values in bytes, 1 or 2; 0 in a packed table                                   |
//! | 8     | - where its values begin, counted from `V`                                                        |
//! | 8     | the number of slices again; for each, in this order:                                              |
//! | 8     | - the length of its list, 0 if it has none                                                        |
//! | 2 each| - the codes of the list, in ascending order, 256 at the most                                      |
//!
//! ## The values
//!
//! The values of a slice are the codes of its entries in order, each of the slice's width: 0 is a draw, 1 + 2`n` a win
//! and 2 + 2`n` a loss in `n` plies for the side to move, and the greatest number means that the entry holds no
//! position (see [`Code`](crate::values::Code)). If a slice has codes that do not fit one byte, but at most 256
//! different ones, each value is one byte wide: the place, from 0, of a code of two bytes in the slice's list. The
//! width and the list depend on the values alone. The first slice begins at `V`, each other slice at the next multiple
//! of 8 bytes after the end of the slice before it, with zeros between.
//!
//! ## The fingerprint
//!
//! The fingerprint is the hash of the following bytes. A number takes 8 bytes; a text is as in the header.
//!
//! * The name of the game, and the number of slices of the part.
//! * For each slice its name, its entries, and samples. Let `P` be 512 divided by the number of slices, rounded up, and
//!   at least 8. Of a slice with at most `P` entries every index is sampled. Of a larger one the indexes are the hashes
//!   of the numbers 0, 1, 2, ..., each modulo the entries, until `P` of them held a position or 8 `P` were tried. A
//!   sample is the index and the hash of the position by the rules, or 0 if the entry holds none.
//! * A position by the rules: its outcome (0 the game goes on, 1 won, 2 lost, 3 drawn, for the side to move),
//!   the number of its moves, and in ascending order the hash of each successor.
//! * A successor: 0 if the other team is to move there, 1 if the same; then the name of its slice and its index. A
//!   successor without an entry is instead the greatest number and its outcome; if the space resolves it
//!   ([`Space::resolve`](crate::space::Space::resolve)), also the slice and index of the stored position, or the
//!   greatest number if there is none, and the number of moves that the stored position lacks.
//!
//! So a table stays valid when other slices are added, removed or renumbered, and is refused when the rules or the
//! numbering of any of its slices change.
//!
//! ## How it is written
//!
//! All ways to write a table, plain, packed, compressed and received from another process, take these steps:
//!
//! ```text
//! begin    GAME.table.partial, without the finished mark
//! write    all bytes
//! finish   sync, check (compressed and received tables), set the mark, sync, rename to GAME.table, sync the directory
//! ```
//!
//! The directories that are made for the file are synced first. An error removes the unfinished file. A finished file
//! is never changed, only replaced by another. A writer holds the lock on the file `.lock` in the directory, and may
//! remove the unfinished files of other writers, which have died.
//!
//! # Packed tables
//!
//! A packed table has version 5 and holds results without depths. It is a plain table whose header says that values are
//! 0 bytes wide: four values share a byte, the first in its two lowest bits. 0 is a draw, 1 a win, 2 a loss, and 3
//! means that the entry holds no position. A slice of `e` entries takes `e` / 4 bytes, rounded up; the bits after its
//! last value are 0. All slices of the table are packed, and none has a list.
//!
//! # Versions
//!
//! Versions 3 to 8 are read and written:
//!
//! * 3: a table that is not compressed.
//! * 4: a compressed table: see [`compressed`].
//! * 5: a packed table, the working copies of `solve --wld`.
//! * 6: a compressed table with a slice that is cut into streams, of 2^32 entries or more: see [`compressed`].
//! * 7: a compressed table with a slice in an order of its own, or with floors: see [`compressed`].
//! * 8: a compressed table whose depths are kept apart from the results: see [`compressed`].
//!
//! Other versions are refused: 1 and 2 are of the time before the first release.

mod claims;
pub mod compressed;
mod encoding;
mod error;
mod file;
mod fingerprint;
mod format;
mod game;
mod omission;
#[allow(unsafe_code, reason = "tables are mapped")]
mod open;
mod piece;
mod plain;
mod store;
mod tables;
mod unfinished;
mod writer;

pub use claims::Claims;
pub use error::{PartId, TableError};
pub use file::{Checked, StoredCodes, Table};
pub use game::TableGame;
pub use piece::{PieceFiles, parts_with_pieces};
pub use store::{Embedded, Lock, Store, StoredFile};
pub use tables::Tables;
pub use unfinished::Written;
pub use writer::TableWriter;
