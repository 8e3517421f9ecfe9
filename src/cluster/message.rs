//! The messages between the leader and the members.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error::ClusterError;
use super::team::{Channel, Team};
use super::usage::Usage;

/// A part that a member has solved, with the figures of its [`Report`](crate::job::Report).
#[derive(Debug, Serialize, Deserialize)]
pub struct SolvedPart {
    pub part: usize,
    pub bytes: u64,
    pub threads: usize,
    pub solve: Duration,
    pub write: Duration,
    pub sync: Duration,
}

/// A message. A part is its number in [`Tables::parts`](crate::table::Tables::parts).
#[derive(Debug, Serialize, Deserialize)]
pub enum Message {
    /// To the leader: the member is ready. These parts are finished in its own directory, and it has the source tables
    /// of these.
    Ready { finished: Vec<usize>, sources: Vec<usize> },
    /// To the leader: a part is solved. Its table follows if every rank has its own directory.
    Solved(SolvedPart),
    /// To the leader: a part is solved by a crew, of which another rank reports it. The member has the table if it has
    /// its own directory.
    Free { part: usize },
    /// To the leader: the member cannot go on. The text names the error and the remedy.
    Failed { message: String, stopped: bool },
    /// To the leader: the last message of the member.
    Ended(Usage),
    /// To a member: solve this part alone. The tables of its dependencies were sent before.
    Solve(usize),
    /// To a member: solve this part together with the other ranks of a crew, the lowest first. The lowest reports it.
    /// The tables of its dependencies were sent before.
    SolveCollectively { part: usize, crew: Vec<usize> },
    /// To a member: send this table.
    Fetch(usize),
    /// To a member: stop the work at once, and end. The job is done, or has failed.
    End { done: bool },
    /// To both: a table with this number of bytes. Its file follows in pieces.
    Table { part: usize, bytes: u64 },
}

impl Message {
    /// Sends the message.
    pub fn send(&self, team: &dyn Team, to: usize) {
        let text = serde_json::to_vec(self).expect("numbers and texts can be written");
        team.send(to, Channel::Messages, &text);
    }

    /// Whether a game with `parts` parts has the parts that the message names, and the team the ranks.
    fn is_within(&self, team: &dyn Team, parts: usize) -> bool {
        match self {
            Message::Ready { finished, sources } => finished.iter().chain(sources).all(|&part| part < parts),
            Message::SolveCollectively { part, crew } => {
                *part < parts && crew.contains(&team.rank()) && crew.iter().all(|&rank| rank < team.size())
            }
            Message::Solved(SolvedPart { part, .. })
            | Message::Free { part }
            | Message::Solve(part)
            | Message::Fetch(part)
            | Message::Table { part, .. } => *part < parts,
            Message::Failed { .. } | Message::Ended(_) | Message::End { .. } => true,
        }
    }

    /// Checks a message from a rank of a team, for a job with `parts` parts.
    ///
    /// # Errors
    /// [`ClusterError::Foreign`] if it names a part or a rank that is not there: the other rank has another game.
    pub fn checked(self, from: usize, team: &dyn Team, parts: usize) -> Result<Message, ClusterError> {
        if self.is_within(team, parts) { Ok(self) } else { Err(ClusterError::Foreign { rank: from }) }
    }

    /// Reads the bytes that a rank sent. Returns the rank and the message.
    ///
    /// # Errors
    /// [`ClusterError::Foreign`] if they are not a message.
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
