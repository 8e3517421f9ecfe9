//! Where the tables of a team are.

/// Where the tables of a team are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directories {
    /// In one directory, on a disk that all ranks share.
    Shared,
    /// In a directory for each rank, on disks that they need not share.
    Own,
}
