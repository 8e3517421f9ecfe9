//! Tables that are compiled into the program.

/// A finished table that is compiled into the program: what a file has, and its name there. For a game with few results, this
/// answers without any table on the disk; [`Store::open_with`](super::Store::open_with) opens it.
///
/// It is read as a file is, with every check.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The name of the file, such as `checkers-4.table`.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}
