//! One rank in a part that several ranks, a crew, solve together: in each exchange it sends the codes that it found,
//! and receives the codes that the others found.
//!
//! In an exchange each rank sends each other rank a number of pieces of codes and then [`END`], or one empty piece if
//! it has failed. The codes have no entries with them, because all ranks know whose entries are whose. A rank that
//! fails leaves the solver and goes to the closing exchange at once. For the others it is their next exchange, so all
//! learn of the failure in the same one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::error::ClusterError;
use super::team::{Channel, Team};
use crate::solve::{EntryRun, Halt, Peers, Runs};
use crate::space::Entry;
use crate::util::progress::Stopped;
use crate::values::{Code, LookupError, RESULT_CODES, Sink, packed_byte};

/// Codes of a piece: 4 MiB, 1 MiB if they are results, or 8 MiB if a depth does not fit one byte.
const PIECE: usize = 4 << 20;

/// The first byte of a piece: the end, codes of one byte, codes of two bytes, the lower first, results, four in a byte,
/// or bytes that are no codes. Of results, the second byte is the number in the last byte.
const END: u8 = 0;
const NARROW: u8 = 1;
const WIDE: u8 = 2;
const RESULTS: u8 = 3;
const BYTES: u8 = 4;

/// This rank among the ranks that solve a part together.
pub struct CollectiveSolve<'a> {
    team: &'a dyn Team,
    /// The ranks of the crew in the team, in their order. In the crew a rank is its place here.
    crew: &'a [usize],
    /// The entries that this rank has solved.
    entries: AtomicU64,
    /// The nanoseconds in which it sent, received, and waited for others.
    waited: AtomicU64,
    /// Whether another rank has failed: there is no next exchange.
    over: AtomicBool,
}

impl<'a> CollectiveSolve<'a> {
    /// This rank in a crew, which includes it.
    pub fn new(team: &'a dyn Team, crew: &'a [usize]) -> CollectiveSolve<'a> {
        CollectiveSolve {
            team,
            crew,
            entries: AtomicU64::new(0),
            waited: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// The entries that this rank has solved.
    pub fn entries(&self) -> u64 {
        self.entries.load(Relaxed)
    }

    /// The time in which it sent, received, and waited for others.
    pub fn waited(&self) -> Duration {
        Duration::from_nanos(self.waited.load(Relaxed))
    }

    /// Whether it has learnt that another rank has failed.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// The closing exchange, after the part was solved and written, or this rank has failed. Returns whether all ranks
    /// are done.
    pub fn close(self, done: bool) -> bool {
        if !self.is_over() {
            self.exchange_messages(if done { &[END] } else { &[] }, &mut |_| (), &mut |_, _| ());
        }
        done && !self.is_over()
    }

    /// Exchanges pieces with each other rank in turn: `send` sends the codes, `last` is the piece after them, and
    /// `take` takes a piece. The lower of two ranks sends first and the higher receives first, so the ranks do not wait
    /// for each other in a cycle.
    fn exchange_messages(&self, last: &[u8], send: &mut dyn FnMut(usize), take: &mut dyn FnMut(usize, &[u8])) {
        let (rank, size) = (self.rank(), self.size());
        for round in 0..size {
            let other = (round + size - rank) % size;
            if other == rank {
                continue;
            }
            for sends in [rank < other, rank > other] {
                if sends {
                    send(other);
                    self.send(other, last);
                    continue;
                }
                loop {
                    let piece = self.receive(other);
                    match piece[..] {
                        [] => self.over.store(true, Relaxed),
                        [END] => {}
                        _ => {
                            take(other, &piece);
                            continue;
                        }
                    }
                    break;
                }
            }
        }
    }

    fn send(&self, to: usize, piece: &[u8]) {
        self.timed(|| self.team.send(self.crew[to], Channel::Pieces, piece));
    }

    fn receive(&self, from: usize) -> Vec<u8> {
        self.timed(|| self.team.receive(Some(self.crew[from]), Channel::Pieces).1)
    }

    fn timed<R>(&self, work: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = work();
        self.waited.fetch_add(start.elapsed().as_nanos() as u64, Relaxed);
        result
    }

    /// Sends the codes of some entries. A code that cannot be looked up is sent as the code of an entry without a
    /// position: the others learn of the error in the next exchange.
    fn send_codes(&self, to: usize, runs: Runs, sink: &dyn Sink) -> Result<(), LookupError> {
        let (mut cut, mut codes, mut result) = (CutRuns { runs, left: None }, Vec::new(), Ok(()));
        loop {
            codes.clear();
            while codes.len() < PIECE
                && let Some((from, count)) = cut.next(PIECE - codes.len())
            {
                let filled = codes.len();
                codes.resize(filled + count, u16::ABSENT);
                if let Err(error) = sink.read(from, &mut codes[filled..]) {
                    codes[filled..].fill(u16::ABSENT);
                    result = Err(error);
                }
            }
            if codes.is_empty() {
                return result;
            }
            self.send(to, &piece(&codes));
        }
    }
}

impl Peers for CollectiveSolve<'_> {
    fn rank(&self) -> usize {
        self.crew.iter().position(|&rank| rank == self.team.rank()).unwrap_or(0)
    }

    fn size(&self) -> usize {
        self.crew.len()
    }

    fn exchange<'a>(&self, runs: &(dyn Fn(usize) -> Runs<'a> + 'a), sink: &dyn Sink) -> Result<(), Halt> {
        let rank = self.rank();
        self.entries.fetch_add(runs(rank).map(|(_, entries)| entries).sum(), Relaxed);
        let mut left: Vec<CutRuns> = (0..self.size()).map(|other| CutRuns { runs: runs(other), left: None }).collect();
        let (mut sent, mut put) = (Ok(()), Ok(()));
        let mut send = |to| {
            if let Err(error) = self.send_codes(to, runs(rank), sink) {
                sent = Err(error);
            }
        };
        let mut take = |from: usize, piece: &[u8]| {
            if put.is_ok() {
                put = put_piece(piece, &mut left[from], sink)
                    .and_then(|known| if known { Ok(()) } else { foreign(self.crew[from]) });
            }
        };
        self.exchange_messages(&[END], &mut send, &mut take);
        if self.is_over() {
            return Err(Halt::Stopped);
        }
        sent.and(put)?;
        match (0..left.len()).find(|&other| other != rank && left[other].next(1).is_some()) {
            Some(other) => Ok(foreign(self.crew[other])?),
            None => Ok(()),
        }
    }

    fn gather(&self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, Stopped> {
        let mut gathered = vec![Vec::new(); self.size()];
        let mut send = |to| {
            bytes.chunks(PIECE).for_each(|chunk| self.send(to, &[&[BYTES], chunk].concat()));
        };
        let mut take = |from: usize, piece: &[u8]| gathered[from].extend_from_slice(piece.get(1..).unwrap_or_default());
        self.exchange_messages(&[END], &mut send, &mut take);
        if self.is_over() {
            return Err(Stopped);
        }
        gathered[self.rank()] = bytes;
        Ok(gathered)
    }
}

/// The error for a rank that sends codes of other entries.
fn foreign(rank: usize) -> Result<(), LookupError> {
    Err(LookupError::new(ClusterError::Foreign { rank }))
}

/// Runs of entries that are cut where pieces end.
struct CutRuns<'a> {
    runs: Runs<'a>,
    /// The rest of the run that was cut last.
    left: Option<EntryRun>,
}

impl CutRuns<'_> {
    /// The next entries, at most `most`: the first, and their number.
    fn next(&mut self, most: usize) -> Option<(Entry, usize)> {
        let (from, entries) = self.left.take().or_else(|| self.runs.next())?;
        let taken = entries.min(most as u64);
        if taken < entries {
            self.left = Some((Entry { index: from.index + taken, ..from }, entries - taken));
        }
        Some((from, taken as usize))
    }
}

/// The piece for some codes: a quarter of a byte for each if all are results, one byte if all fit.
fn piece(codes: &[u16]) -> Vec<u8> {
    if codes.iter().all(|code| RESULT_CODES.contains(code)) {
        let last = (codes.len() + 3) % 4 + 1;
        return [RESULTS, last as u8].into_iter().chain(codes.chunks(4).map(packed_byte)).collect();
    }
    let fits = |&code: &u16| code < u8::ABSENT.into() || code == u16::ABSENT;
    let mut piece = Vec::with_capacity(1 + 2 * codes.len());
    if codes.iter().all(fits) {
        piece.push(NARROW);
        piece.extend(codes.iter().map(|&code| code as u8));
    } else {
        piece.push(WIDE);
        piece.extend(codes.iter().flat_map(|code| code.to_le_bytes()));
    }
    piece
}

/// Puts the codes of a piece. Returns whether it is a piece of codes, for no more entries than are left.
fn put_piece(piece: &[u8], left: &mut CutRuns, sink: &dyn Sink) -> Result<bool, LookupError> {
    match piece {
        [RESULTS, last @ 1..=4, bytes @ ..] => {
            let result = |byte: u8, place: u32| RESULT_CODES[usize::from(byte >> (2 * place) & 3)] as u8;
            let codes = bytes.iter().flat_map(|&byte| [0, 1, 2, 3].map(|place| result(byte, place)));
            let codes: Vec<u8> = codes.take((4 * bytes.len() + usize::from(*last)).saturating_sub(4)).collect();
            put_codes(&codes, left, sink)
        }
        [NARROW, codes @ ..] => put_codes(codes, left, sink),
        [WIDE, bytes @ ..] => {
            let codes = bytes.as_chunks::<2>().0.iter().map(|&code| u16::from_le_bytes(code));
            put_codes(&codes.collect::<Vec<_>>(), left, sink)
        }
        _ => Ok(false),
    }
}

fn put_codes<C: Code>(mut codes: &[C], left: &mut CutRuns, sink: &dyn Sink) -> Result<bool, LookupError> {
    while !codes.is_empty() {
        let Some((from, count)) = left.next(codes.len()) else { return Ok(false) };
        let (first, rest) = codes.split_at(count);
        sink.put(from, C::codes(first))?;
        codes = rest;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Slice, SliceId};
    use crate::values::{Lookup, Memory};

    #[test]
    fn codes_of_either_width_come_to_their_entries() {
        let slice = Slice { name: String::new(), pieces: 1, part: String::new(), entries: 14, leads_to: Vec::new() };
        let memory = Memory::new(&[slice]);
        let at = |index| Entry { slice: SliceId(0), index };
        let runs: Runs = Box::new([(at(6), 2), (at(1), 3), (at(8), 4), (at(12), 2)].into_iter());
        let mut left = CutRuns { runs, left: None };
        for codes in [&[7, u16::ABSENT, 0][..], &[254, 300], &[0, 3, 2, 0, u16::ABSENT], &[2]] {
            assert!(put_piece(&piece(codes), &mut left, &memory).expect("memory does not fail"));
        }
        let mut codes = [1; 14];
        memory.read(at(0), &mut codes).expect("memory does not fail");
        let none = u16::ABSENT;
        assert_eq!(codes, [none, 0, 254, 300, none, none, 7, none, 0, 3, 2, 0, none, 2]);
        assert_eq!(
            [&[7, none][..], &[7, 255], &[0, 3, 2, none], &[2; 5]].map(|codes| piece(codes).len()),
            [3, 5, 3, 4]
        );
        // No entries are left; and a piece cannot begin with 9.
        assert!(!put_piece(&piece(&[0]), &mut left, &memory).expect("memory does not fail"));
        assert!(!put_piece(&[9, 9], &mut left, &memory).expect("memory does not fail"));
    }
}
