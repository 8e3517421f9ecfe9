//! The processes of a collective solve, and the means by which they send bytes to one another.

/// The two channels between ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Messages of up to some kilobytes. Sending one never waits for the other rank.
    Messages,
    /// The pieces of a file or of the codes of a part, after a message that announces them. Sending one may wait until
    /// the other rank takes it.
    Pieces,
}

/// A team of processes that run the same program: ranks 0, 1, 2, ... All calls are made on the thread that started the
/// team.
///
/// The bytes that a rank sends to another on a channel keep their order. A rank that dies ends the whole team.
pub trait Team: Sync {
    /// The rank of this process.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// Sends bytes to another rank.
    fn send(&self, to: usize, channel: Channel, bytes: &[u8]);

    /// Waits for bytes from a rank, or from any. Returns the sender and the bytes.
    fn receive(&self, from: Option<usize>, channel: Channel) -> (usize, Vec<u8>);

    /// Takes the next message of any rank, if there is one. It does not wait.
    fn try_receive(&self) -> Option<(usize, Vec<u8>)>;
}

/// The directories of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directories {
    /// One directory for all ranks, on a disk that they share.
    Shared,
    /// A directory for each rank. The ranks need not share a disk.
    Own,
}
