//! A team of MPI processes. This is the only file that names the crate `mpi`.

use std::panic;
use std::process;
use std::thread::{self, ThreadId};

use mpi::environment::{Universe, initialize_with_threading};
use mpi::point_to_point::{Message, Status};
use mpi::traits::{Communicator, Destination, Equivalence, Source};
use mpi::{Tag, Threading};

use super::error::ClusterError;
use super::team::{Channel, Team};

/// The size in bytes of the buffer for messages that other ranks have not taken yet.
const BUFFER: usize = 4 << 20;

/// The processes that MPI has started. When it is dropped, it waits for the end of the others.
pub struct Mpi {
    universe: Universe,
    /// The thread that may call MPI.
    thread: ThreadId,
}

impl Mpi {
    /// Starts MPI: one thread calls it, the others only compute. From now on a panic ends the process at once, and with
    /// it the team.
    pub fn start() -> Result<Mpi, ClusterError> {
        let failed = |what: &str| ClusterError::Mpi(what.to_string());
        let (mut universe, threading) =
            initialize_with_threading(Threading::Funneled).ok_or_else(|| failed("it runs already"))?;
        if threading < Threading::Funneled {
            return Err(failed("this MPI library allows no threads at all"));
        }
        universe.set_buffer_size(BUFFER);
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            report(info);
            // Unwinding would shut MPI down in order, and so wait for the other ranks.
            process::abort();
        }));
        Ok(Mpi { universe, thread: thread::current().id() })
    }

    /// The communicator.
    fn world(&self) -> impl Communicator {
        assert_eq!(thread::current().id(), self.thread, "only the thread that started MPI may call it");
        self.universe.world()
    }
}

/// The tag of a channel.
fn tag(channel: Channel) -> Tag {
    match channel {
        Channel::Messages => 0,
        Channel::Pieces => 1,
    }
}

/// Receives a message that a probe has found. Returns its sender and its bytes.
fn take((message, status): (Message, Status)) -> (usize, Vec<u8>) {
    let mut bytes = vec![0u8; status.count(u8::equivalent_datatype()) as usize];
    message.matched_receive_into(&mut bytes[..]);
    (status.source_rank() as usize, bytes)
}

impl Team for Mpi {
    fn rank(&self) -> usize {
        self.world().rank() as usize
    }

    fn size(&self) -> usize {
        self.world().size() as usize
    }

    fn send(&self, to: usize, channel: Channel, bytes: &[u8]) {
        let world = self.world();
        let to = world.process_at_rank(to as i32);
        match channel {
            Channel::Messages => to.buffered_send_with_tag(bytes, tag(channel)),
            Channel::Pieces => to.send_with_tag(bytes, tag(channel)),
        }
    }

    fn receive(&self, from: Option<usize>, channel: Channel) -> (usize, Vec<u8>) {
        let world = self.world();
        take(match from {
            Some(rank) => world.process_at_rank(rank as i32).matched_probe_with_tag(tag(channel)),
            None => world.any_process().matched_probe_with_tag(tag(channel)),
        })
    }

    fn try_receive(&self) -> Option<(usize, Vec<u8>)> {
        self.world().any_process().immediate_matched_probe_with_tag(tag(Channel::Messages)).map(take)
    }
}
