//! The processes of a solve, and how they exchange messages.

/// The two kinds of what ranks send one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Messages, of up to some kilobytes.
    Messages,
    /// The pieces of a file or of the codes of a part, which are announced by a message.
    Pieces,
}

/// A team of processes that run the same program: ranks 0, 1, 2, ... All calls are made on the thread that the team was
/// started on.
///
/// What a rank sends to another on a channel arrives in order. A rank that dies ends the whole team.
pub trait Team: Sync {
    /// The rank of this process.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// Sends bytes to another rank. It may wait until the other takes them if they are a piece, never if they are a message.
    fn send(&self, to: usize, channel: Channel, bytes: &[u8]);

    /// Waits for bytes from a rank, or from any.
    fn receive(&self, from: Option<usize>, channel: Channel) -> (usize, Vec<u8>);

    /// Takes a message from any rank that has come; `None` if there is none. It does not wait.
    fn try_receive(&self) -> Option<(usize, Vec<u8>)>;
}

/// The team of a process that works alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Team for Alone {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn send(&self, to: usize, _channel: Channel, _bytes: &[u8]) {
        unreachable!("there is no rank {to}");
    }

    fn receive(&self, _from: Option<usize>, _channel: Channel) -> (usize, Vec<u8>) {
        unreachable!("nobody can send anything");
    }

    fn try_receive(&self) -> Option<(usize, Vec<u8>)> {
        None
    }
}
