//! What ranks tell one another.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error::ClusterError;
use super::team::{Channel, Team};

/// What a rank did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// The rank.
    pub rank: usize,
    /// The parts that it solved alone.
    pub parts: u64,
    /// The parts of which it solved a share, together with all other ranks.
    pub shared_parts: u64,
    /// The entries that it solved.
    pub entries: u64,
    /// The time that it took part.
    pub time: Duration,
    /// The time of that in which it solved and wrote; it was idle in the rest.
    pub busy: Duration,
    /// The most memory in bytes that the process had at a time, with pages of mapped tables; `None` if the system does not
    /// tell.
    pub memory: Option<u64>,
}

impl Usage {
    /// The share of the time in which the rank was idle, from 0 to 1.
    pub fn idle(&self) -> f64 {
        1.0 - (self.busy.as_secs_f64() / self.time.as_secs_f64().max(1e-9)).min(1.0)
    }
}

/// How a part was solved, with the number of the part.
#[derive(Debug, Serialize, Deserialize)]
pub struct SolvedPart {
    pub part: usize,
    pub bytes: u64,
    pub threads: usize,
    pub solve: Duration,
    pub write: Duration,
    pub sync: Duration,
}

/// A message. Parts are numbers in [`Tables::parts`](crate::table::Tables::parts).
#[derive(Debug, Serialize, Deserialize)]
pub enum Message {
    /// To rank 0: ready to work, with these parts finished in a directory of its own.
    Ready(Vec<usize>),
    /// To rank 0: a part is finished. Its table follows if every rank has its own directory.
    Solved(SolvedPart),
    /// To rank 0: it cannot go on. The text says why, and what to do.
    Failed { message: String, stopped: bool },
    /// To rank 0: the last message.
    Ended(Usage),
    /// From rank 0: solve this part. The tables that it stands on came before.
    Solve(usize),
    /// From rank 0: solve a share of this part, as all ranks do. The tables that it stands on came before.
    SolveCollectively(usize),
    /// From rank 0: send this table.
    Fetch(usize),
    /// From rank 0: end, and leave a part that is being solved.
    End,
    /// A table of so many bytes; its file follows in pieces.
    Table { part: usize, bytes: u64 },
}

impl Message {
    /// Sends the message.
    pub fn send(&self, team: &dyn Team, to: usize) {
        let text = serde_json::to_vec(self).expect("numbers and texts can be written");
        team.send(to, Channel::Messages, &text);
    }

    /// Reads what came from a rank.
    ///
    /// # Errors
    /// [`ClusterError::Foreign`] if it is no message.
    pub fn read((from, text): (usize, Vec<u8>)) -> Result<(usize, Message), ClusterError> {
        serde_json::from_slice(&text).map(|message| (from, message)).map_err(|_| ClusterError::Foreign { rank: from })
    }

    /// Waits for a message.
    ///
    /// # Errors
    /// As [`Message::read`].
    pub fn receive(team: &dyn Team) -> Result<(usize, Message), ClusterError> {
        Message::read(team.receive(None, Channel::Messages))
    }
}
