//! A solve by a team: threads of this process stand for the ranks, so everything but MPI is tested.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex};
use std::thread;

use hindsight::cluster::{
    Channel, ClusterError, Directories, Leader, Member, Schedule, Sharing, Team, Usage, held_for_team, refuse,
};
use hindsight::games::chess::Chess;
use hindsight::games::chess::solver::Bitboards;
use hindsight::games::draughts::Draughts;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::job::{Job, JobError};
use hindsight::solve::retrograde::Retrograde;
use hindsight::solve::subslices::Subslices;
use hindsight::solve::{SolveError, Solver, in_sequence};
use hindsight::space::components::parts;
use hindsight::space::{Naming, SliceId, Space, slice_named};
use hindsight::table::{Store, TableError};
use hindsight::util::progress::Progress;
use hindsight::values::Lookup;
use tempfile::TempDir;

use crate::outside::skirmish::Skirmish;

/// What was sent and not taken yet: from, to, where, what.
type Sent = (usize, usize, Channel, Vec<u8>);

/// The post between the threads of a test.
#[derive(Default)]
struct Post {
    sent: Mutex<VecDeque<Sent>>,
    came: Condvar,
}

/// A thread of a test as a rank.
struct Rank<'a> {
    post: &'a Post,
    rank: usize,
    size: usize,
}

impl Rank<'_> {
    fn position(&self, sent: &VecDeque<Sent>, from: Option<usize>, channel: Channel) -> Option<usize> {
        let is_for_us =
            |&(sender, to, of, _): &Sent| (to, of) == (self.rank, channel) && from.is_none_or(|from| from == sender);
        sent.iter().position(|(sender, to, of, bytes)| is_for_us(&(*sender, *to, *of, bytes.clone())))
    }
}

impl Team for Rank<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send(&self, to: usize, channel: Channel, bytes: &[u8]) {
        assert!(to != self.rank && to < self.size);
        self.post.sent.lock().expect("no thread panics").push_back((self.rank, to, channel, bytes.to_vec()));
        self.post.came.notify_all();
    }

    fn receive(&self, from: Option<usize>, channel: Channel) -> (usize, Vec<u8>) {
        let mut sent = self.post.sent.lock().expect("no thread panics");
        loop {
            if let Some((from, _, _, bytes)) = self.position(&sent, from, channel).and_then(|at| sent.remove(at)) {
                return (from, bytes);
            }
            sent = self.post.came.wait(sent).expect("no thread panics");
        }
    }

    fn try_receive(&self) -> Option<(usize, Vec<u8>)> {
        let mut sent = self.post.sent.lock().expect("no thread panics");
        let at = self.position(&sent, None, Channel::Messages)?;
        sent.remove(at).map(|(from, _, _, bytes)| (from, bytes))
    }
}

/// The progress of each rank.
type ProgressOf<'p, 'f> = &'f (dyn (Fn(usize) -> &'p dyn Progress) + Sync);

/// A game to solve: its slices, with a solver.
struct Task<'a, S> {
    space: &'a S,
    solver: &'a dyn Solver<S>,
    slices: Vec<SliceId>,
    sharing: Sharing,
    /// Whether the tables are compressed.
    compressed: bool,
    /// Whether results alone are found: then a team does two jobs.
    results: bool,
}

/// The task of the slices of up to a size.
fn task<'a, S: Naming>(space: &'a S, solver: &'a dyn Solver<S>, most: u32) -> Task<'a, S> {
    let slices = (0..space.slices().len() as u32).map(SliceId).filter(|&slice| space.size(slice) <= most).collect();
    Task { space, solver, slices, sharing: Sharing::None, compressed: false, results: false }
}

/// The same for ranks that share whatever would leave them idle.
fn shared_task<'a, S: Naming>(space: &'a S, solver: &'a dyn Solver<S>, most: u32) -> Task<'a, S> {
    Task { sharing: Sharing::All, ..task(space, solver, most) }
}

impl<S: Naming> Task<'_, S> {
    /// The job of a rank with this number, counted from 0: on one thread.
    fn job(&self, store: &Store, number: usize) -> Job<'_> {
        let (space, solver, slices) = (self.space, self.solver, &self.slices[..]);
        let job = match (self.results, number) {
            (false, _) => Job::solve(space, solver, store, slices).compressed(self.compressed),
            (true, 0) => Job::solve_copies(space, solver, store, slices),
            (true, _) => Job::compress_copies(space, store, slices),
        };
        job.threads(Some(1))
    }

    /// The number of jobs.
    fn jobs(&self) -> usize {
        if self.results { 2 } else { 1 }
    }

    /// Solves it without a team.
    fn plain(&self, directory: &Path) {
        let store = Store::new(directory);
        let lock = store.lock(|_| ()).expect("the directory can be made");
        let job = match self.results {
            true => Job::solve_results(self.space, self.solver, &store, &self.slices),
            false => self.job(&store, 0),
        };
        job.threads(Some(1)).run(&lock, &(), &mut |_| ()).expect("it is solved");
    }

    /// Solves it on a team, each rank in its directory.
    fn on(&self, places: &[PathBuf], directories: Directories) -> Result<Vec<Usage>, ClusterError> {
        self.with(places, directories, &|_| &())
    }

    /// The same with the progress of each rank.
    fn with<'p>(
        &self,
        places: &[PathBuf],
        directories: Directories,
        progress: ProgressOf<'p, '_>,
    ) -> Result<Vec<Usage>, ClusterError> {
        let post = Post::default();
        let size = places.len();
        thread::scope(|scope| {
            for (rank, place) in places.iter().enumerate().skip(1) {
                let team = Rank { post: &post, rank, size };
                scope.spawn(move || {
                    let store = Store::new(place);
                    for number in 0..self.jobs() {
                        let job = self.job(&store, number);
                        let lock = match directories {
                            Directories::Shared => Ok(held_for_team()),
                            Directories::Own => store.lock(|_| ()),
                        };
                        match lock {
                            Ok(lock) => {
                                let progress = progress(rank);
                                let member = Member { team: &team, lock, directories, progress };
                                member.follow(job, &|error| error.to_string());
                            }
                            Err(error) => refuse(&team, error.to_string()),
                        }
                    }
                });
            }
            // Pools of threads know their threads for good: a rank has a new one.
            let leader = scope.spawn(|| {
                let team = Rank { post: &post, rank: 0, size };
                let store = Store::new(&places[0]);
                let lock = store.lock(|_| ()).expect("the directory can be made");
                let leader = |_| Leader::new(&team, directories).sharing(self.sharing);
                let leaders: Vec<Leader> = (0..self.jobs()).map(leader).collect();
                let mut solved = Vec::new();
                for (number, mut leader) in leaders.into_iter().enumerate() {
                    let (mut job, mut reported) = (self.job(&store, number), 0);
                    job.prepare(&lock)?;
                    let usage = leader.lead(&mut job, &lock, progress(0), &mut |_| reported += 1)?;
                    let alone: u64 = usage.iter().map(|of_rank| of_rank.parts).sum();
                    assert_eq!(alone + usage[0].shared_parts, reported);
                    solved = match number {
                        0 => usage,
                        _ => solved.into_iter().zip(usage).map(|(sum, more): (Usage, Usage)| sum.and(more)).collect(),
                    };
                }
                Ok(solved)
            });
            leader.join().expect("rank 0 does not panic")
        })
    }
}

/// The tables of a directory with their bytes.
fn tables(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let entries =
        directory.read_dir().expect("the directory is there").map(|entry| entry.expect("it can be read").path());
    let name = |path: &Path| path.file_name().expect("it has a name").to_string_lossy().into_owned();
    let mut tables: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|extension| extension == "table"))
        .map(|path| (name(&path), fs::read(path).expect("a file")))
        .collect();
    tables.sort();
    tables
}

/// A directory for the test, with a folder for each of `size` ranks.
fn places(size: usize, directories: Directories) -> (TempDir, Vec<PathBuf>) {
    let root = TempDir::new().expect("a directory for the test");
    let place = |rank: usize| {
        root.path().join(if directories == Directories::Own { rank.to_string() } else { "all".to_string() })
    };
    let places = (0..size).map(place).collect();
    (root, places)
}

/// Solves a task on teams of one to four, and compares the files.
fn same_files<S: Naming>(task: &Task<S>) {
    let plain = TempDir::new().expect("a directory for the test");
    task.plain(plain.path());
    let expected = tables(plain.path());
    for (size, directories) in
        [1, 2, 3, 4].map(|size| (size, Directories::Shared)).into_iter().chain([(3, Directories::Own)])
    {
        let (_root, places) = places(size, directories);
        let usage = task.on(&places, directories).expect("it is solved");
        assert_eq!(usage.iter().map(|of_rank| of_rank.rank).collect::<Vec<_>>(), (0..size).collect::<Vec<_>>());
        assert_eq!(usage.iter().map(|of_rank| of_rank.parts).sum::<u64>(), expected.len() as u64);
        assert!(tables(&places[0]) == expected, "{} ranks, {directories:?}", size);
        // Others have some of the tables.
        for place in places.iter().filter(|place| place.is_dir()) {
            assert!(tables(place).iter().all(|table| expected.contains(table)), "{}", place.display());
        }
    }
}

#[test]
fn the_files_are_the_same_for_any_number_of_ranks() {
    same_files(&task(&TicTacToe::new(), &Retrograde, 9));
    same_files(&task(&Skirmish::new(), &Retrograde, 9));
    same_files(&task(&Draughts::checkers(), &Subslices, 3));
}

#[test]
fn the_files_are_the_same_if_ranks_solve_each_part_together() {
    let game = Draughts::checkers();
    for (most, size, directories) in [
        (4, 2, Directories::Shared),
        (4, 3, Directories::Own),
        (3, 3, Directories::Shared),
        (3, 2, Directories::Own),
        (3, 7, Directories::Own),
    ] {
        let task = shared_task(&game, &Subslices, most);
        let plain = TempDir::new().expect("a directory for the test");
        task.plain(plain.path());
        let expected = tables(plain.path());
        let (_root, places) = places(size, directories);
        let usage = task.on(&places, directories).expect("it is solved");
        for (place, of_rank) in places.iter().zip(&usage) {
            assert!(tables(place) == expected, "{most} pieces, {size} ranks, {directories:?}");
            assert_eq!((of_rank.parts, of_rank.shared_parts), (0, expected.len() as u64));
        }
        let entries: u64 = task.slices.iter().map(|slice| game.slices()[slice.index()].entries).sum();
        assert_eq!(usage.iter().map(|of_rank| of_rank.entries).sum::<u64>(), entries);
        assert!(usage.iter().all(|of_rank| of_rank.entries > 0 || size > 3), "{usage:?}");
    }
}

#[test]
fn engines_that_cannot_be_shared_solve_parts_alone() {
    let game = Draughts::checkers();
    let task = shared_task(&game, &Retrograde, 3);
    let (_root, places) = places(2, Directories::Shared);
    let usage = task.on(&places, Directories::Shared).expect("it is solved");
    assert!(usage.iter().all(|of_rank| of_rank.shared_parts == 0));
}

#[test]
fn compressed_tables_are_shared_too() {
    let game = Draughts::checkers();
    let solved = |task: Task<_>, size: usize| {
        let (_root, places) = places(size, Directories::Own);
        let task = Task { compressed: true, ..task };
        task.on(&places, Directories::Own).expect("it is solved");
        tables(&places[0])
    };
    let alone = solved(task(&game, &Subslices, 3), 1);
    assert!(solved(task(&game, &Subslices, 3), 3) == alone);
    assert!(solved(shared_task(&game, &Subslices, 3), 3) == alone);
}

#[test]
fn a_team_finds_the_results_that_one_process_finds() {
    let game = &Draughts::checkers();
    fn of_results<'a>(task: Task<'a, Draughts>) -> Task<'a, Draughts> {
        Task { results: true, ..task }
    }
    let alone = TempDir::new().expect("a directory for the test");
    of_results(task(game, &Subslices, 4)).plain(alone.path());
    let expected = tables(alone.path());
    for (sharing, size, directories) in [
        (Sharing::None, 3, Directories::Own),
        (Sharing::All, 2, Directories::Shared),
        (Sharing::All, 3, Directories::Own),
    ] {
        let (_root, places) = places(size, directories);
        let of_four = Task { sharing, ..of_results(task(game, &Subslices, 4)) };
        // Half of the tables, and then all: the copies of finished parts are made from their tables.
        let of_three = Task { sharing, ..of_results(task(game, &Subslices, 3)) };
        of_three.on(&places, directories).expect("it is solved");
        let usage = of_four.on(&places, directories).expect("it is solved");
        assert!(tables(&places[0]) == expected, "{sharing:?}, {size} ranks, {directories:?}");
        assert_eq!(usage[0].shared_parts > 0, sharing == Sharing::All);
    }
    // A solver without a collective solve.
    let by_any = Task { results: true, ..task(game, &Retrograde, 3) };
    let (_root, places) = places(2, Directories::Own);
    by_any.on(&places, Directories::Own).expect("it is solved");
    assert!(tables(&places[0]).iter().all(|table| expected.contains(table)));
}

#[test]
fn a_team_that_is_stopped_goes_on_with_its_working_copies() {
    let game = &Draughts::checkers();
    let of_results = || Task { results: true, ..shared_task(game, &Subslices, 3) };
    let alone = TempDir::new().expect("a directory for the test");
    of_results().plain(alone.path());
    for directories in [Directories::Shared, Directories::Own] {
        let (_root, places) = places(2, directories);
        for pieces_of_work in [1, 3, 5, 8] {
            let stop = StopAfter(AtomicU64::new(pieces_of_work));
            let progress = |rank: usize| -> &dyn Progress { if rank == 1 { &stop } else { &() } };
            let stopped = of_results().with(&places, directories, &progress);
            assert!(matches!(stopped, Err(ClusterError::Rank { rank: 1, stopped: true, .. }) | Ok(_)), "{stopped:?}");
        }
        of_results().on(&places, directories).expect("the work goes on");
        assert!(tables(&places[0]) == tables(alone.path()), "{directories:?}");
    }
}

#[test]
fn a_team_that_was_stopped_while_it_compresses_goes_on() {
    let game = &Draughts::checkers();
    let of_results = || Task { results: true, ..task(game, &Subslices, 3) };
    let alone = TempDir::new().expect("a directory for the test");
    of_results().plain(alone.path());
    let expected = tables(alone.path());
    let (name, bytes) = expected.last().expect("there are tables");
    for (ranks, directories) in [(1, Directories::Shared), (2, Directories::Shared), (2, Directories::Own)] {
        let (_root, places) = places(ranks, directories);
        // The copies are there, and the table of the largest part: it was compressed first.
        let store = Store::new(&places[0]);
        let lock = store.lock(|_| ()).expect("nobody has the lock");
        of_results().job(&store, 0).run(&lock, &(), &mut |_| ()).expect("it is solved");
        fs::write(places[0].join(name), bytes).expect("there is room");
        drop(lock);
        of_results().on(&places, directories).expect("the work goes on");
        assert!(tables(&places[0]) == expected, "{ranks} ranks, {directories:?}");
    }
}

#[test]
fn copies_of_finished_tables_are_not_needed_to_compress_others() {
    let game = Chess::new();
    let of = |slices: &[&str]| {
        let slices = slices.iter().map(|name| slice_named(&game, name).expect("there is such a slice")).collect();
        Task { slices, results: true, ..task(&game, &Bitboards, 0) }
    };
    let (_root, places) = places(2, Directories::Shared);
    of(&["KQvK"]).on(&places, Directories::Shared).expect("it is solved");
    let store = Store::new(&places[0]);
    let lock = store.lock(|_| ()).expect("nobody has the lock");
    let job = Job::compress_copies(&game, &store, &of(&["KQvK"]).slices);
    job.remove_copies(&lock).expect("they can be removed");
    drop(lock);
    of(&["KQvK", "KRvK"]).on(&places, Directories::Shared).expect("it is solved");
    assert!(store.scan(&game).holds(of(&["KRvK"]).slices[0]));
}

/// Rank 1 of a team sends messages to the leader, or the leader to rank 1. Returns the result of the leader, and the
/// messages that nobody has taken.
fn answer_to(messages: &[&str], from: usize) -> (Result<Vec<Usage>, ClusterError>, String) {
    let (post, game) = (Post::default(), TicTacToe::new());
    let task = task(&game, &Retrograde, 9);
    let (_root, places) = places(2, Directories::Shared);
    let rank = |rank: usize| Rank { post: &post, rank, size: 2 };
    let store = Store::new(&places[0]);
    messages.iter().for_each(|message| rank(from).send(1 - from, Channel::Messages, message.as_bytes()));
    let ended = match from {
        0 => {
            rank(0).send(1, Channel::Messages, br#"{"End":{"done":false}}"#);
            let (team, lock) = (rank(1), held_for_team());
            let job = task.job(&store, 0);
            Member { team: &team, lock, directories: Directories::Shared, progress: &() }
                .follow(job, &|error| error.to_string());
            Ok(Vec::new())
        }
        _ => {
            let (team, lock) = (rank(0), store.lock(|_| ()).expect("the directory can be made"));
            let mut job = task.job(&store, 0);
            job.prepare(&lock).expect("there is room");
            Leader::new(&team, Directories::Shared).lead(&mut job, &lock, &(), &mut |_| ())
        }
    };
    let sent = post.sent.lock().expect("no thread panics");
    let answers: Vec<String> = sent.iter().map(|sent| String::from_utf8_lossy(&sent.3).into_owned()).collect();
    (ended, answers.join("\n"))
}

#[test]
fn parts_and_ranks_that_are_not_there_are_an_error() {
    let solved = |part: usize| {
        let time = r#"{"secs":0,"nanos":0}"#;
        let figures = format!(r#""bytes":1,"threads":1,"solve":{time},"write":{time},"sync":{time}"#);
        format!(r#"{{"Solved":{{"part":{part},{figures}}}}}"#)
    };
    let ended = r#"{"Ended":{"rank":1,"parts":0,"shared_parts":0,"entries":0,"time":{"secs":0,"nanos":0},
        "busy":{"secs":0,"nanos":0},"memory":null}}"#;
    let ready = r#"{"Ready":{"finished":[],"sources":[]}}"#;
    for message in [solved(7), r#"{"Free":{"part":7}}"#.to_string(), r#"{"Table":{"part":7,"bytes":9}}"#.to_string()] {
        let (ended, _) = answer_to(&[ready, &message, ended], 1);
        assert!(matches!(ended, Err(ClusterError::Foreign { rank: 1 })), "{message}: {ended:?}");
    }
    let crew = |part: usize, crew: &str| format!(r#"{{"SolveCollectively":{{"part":{part},"crew":{crew}}}}}"#);
    for message in [r#"{"Solve":7}"#.to_string(), crew(7, "[0,1]"), crew(0, "[1,2]"), crew(0, "[0]")] {
        let (_, answers) = answer_to(&[&message], 0);
        assert!(answers.contains("expected the same program on every rank"), "{message}: {answers}");
    }
}

#[test]
fn a_team_goes_on_with_the_tables_that_any_rank_has() {
    let game = Skirmish::new();
    let task = task(&game, &Retrograde, 9);
    let (_root, places) = places(3, Directories::Own);
    for place in &places {
        task.plain(place);
    }
    let expected = tables(&places[0]);
    let all: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    // Rank 0 loses all but one, rank 1 all, and rank 2 has the rest.
    for (rank, lost) in [(0, &all[1..]), (1, &all[..]), (2, &all[..1])] {
        lost.iter().for_each(|name| fs::remove_file(places[rank].join(name)).expect("it is there"));
    }
    let usage = task.on(&places, Directories::Own).expect("nothing is left to solve");
    assert_eq!(usage.iter().map(|of_rank| of_rank.parts).sum::<u64>(), 0);
    assert!(tables(&places[0]) == expected);
}

#[test]
fn an_error_on_one_rank_ends_the_work_of_all() {
    let game = Skirmish::new();
    let task = task(&game, &Retrograde, 9);
    let (root, places) = places(3, Directories::Own);
    // What should be the directory of rank 2 is a file.
    fs::write(root.path().join("2"), "").expect("it can be written");
    match task.on(&places, Directories::Own) {
        Err(ClusterError::Rank { rank: 2, message, stopped: false }) => {
            assert!(message.contains("making the directory"), "{message}")
        }
        other => panic!("{other:?}"),
    }
    fs::remove_file(root.path().join("2")).expect("it is there");
    task.on(&places, Directories::Own).expect("the work goes on");
}

#[test]
fn a_damaged_table_on_one_rank_ends_the_work_of_all() {
    let game = Skirmish::new();
    let task = task(&game, &Retrograde, 9);
    let (_root, places) = places(2, Directories::Own);
    task.plain(&places[1]);
    let (name, bytes) = tables(&places[1]).swap_remove(1);
    fs::write(places[1].join(&name), &bytes[..bytes.len() - 1]).expect("it can be written");
    match task.on(&places, Directories::Own) {
        Err(ClusterError::Rank { rank: 1, message, .. }) => assert!(message.contains(&name), "{message}"),
        other => panic!("{other:?}"),
    }
    // A block that is damaged is found where the table arrives.
    let mut damaged = bytes;
    *damaged.last_mut().expect("it is not empty") ^= 1;
    fs::write(places[1].join(&name), damaged).expect("it can be written");
    match task.on(&places, Directories::Own) {
        Err(ClusterError::Job(JobError::Table(TableError::Block { .. }))) => {}
        other => panic!("{other:?}"),
    }
    assert!(tables(&places[0]).iter().all(|(found, _)| *found != name && !found.ends_with(".partial")));
    fs::remove_file(places[1].join(&name)).expect("it is there");
    task.on(&places, Directories::Own).expect("the work goes on");
}

#[test]
fn ranks_that_do_not_share_their_directory_say_so() {
    let game = Skirmish::new();
    let (_root, places) = places(2, Directories::Own);
    match task(&game, &Retrograde, 9).on(&places, Directories::Shared) {
        Err(ClusterError::NotShared { .. }) => {}
        Err(ClusterError::Rank { message, .. }) => assert!(message.contains("that all ranks share"), "{message}"),
        other => panic!("{other:?}"),
    }
    let game = Draughts::checkers();
    let (_root, places) = self::places(3, Directories::Own);
    match shared_task(&game, &Subslices, 3).on(&places, Directories::Shared) {
        Err(ClusterError::Rank { message, .. }) => assert!(message.contains("that all ranks share"), "{message}"),
        other => panic!("{other:?}"),
    }
}

/// Progress that stops at once.
struct Stop;

impl Progress for Stop {
    fn advance(&self, _entries: u64) {}

    fn go_on(&self) -> bool {
        false
    }
}

#[test]
fn a_rank_that_is_stopped_stops_all() {
    let game = Skirmish::new();
    for stopped in 0..3 {
        let (_root, places) = places(3, Directories::Shared);
        let progress = |rank: usize| -> &dyn Progress { if rank == stopped { &Stop } else { &() } };
        match task(&game, &Retrograde, 9).with(&places, Directories::Shared, &progress) {
            Err(ClusterError::Job(JobError::Solve(SolveError::Stopped))) => assert_eq!(stopped, 0),
            Err(ClusterError::Rank { rank, stopped: true, .. }) => assert_eq!(rank, stopped),
            // Such a small game may end before the rank gets work.
            Ok(usage) => assert_eq!(usage[stopped].parts, 0),
            other => panic!("{other:?}"),
        }
    }
}

/// Progress that removes a table as soon as work begins: by then all ranks have opened their tables.
struct Remove(PathBuf);

impl Progress for Remove {
    fn advance(&self, _entries: u64) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_table_that_is_removed_during_the_work_is_an_error() {
    let game = Draughts::checkers();
    for directories in [Directories::Shared, Directories::Own] {
        let (_root, places) = places(2, directories);
        task(&game, &Subslices, 2).plain(&places[0]);
        let remove = Remove(places[0].join("checkers-2.table"));
        let progress = |rank: usize| -> &dyn Progress { if rank == 0 { &remove } else { &() } };
        match task(&game, &Subslices, 3).with(&places, directories, &progress) {
            Err(ClusterError::Job(error @ JobError::Gone { tables: 2, missing: 1, .. })) => {
                assert!(error.to_string().contains("checkers-2.table"), "{error}");
            }
            other => panic!("{directories:?}: {other:?}"),
        }
        task(&game, &Subslices, 3).on(&places, directories).expect("the work goes on");
    }
}

/// Progress that stops after some pieces of work.
struct StopAfter(AtomicU64);

impl Progress for StopAfter {
    fn advance(&self, _entries: u64) {}

    fn go_on(&self) -> bool {
        let left = |left: u64| left.checked_sub(1);
        self.0.fetch_update(Relaxed, Relaxed, left).is_ok()
    }
}

#[test]
fn a_rank_that_is_stopped_within_a_shared_part_stops_all() {
    let game = Draughts::checkers();
    let task = shared_task(&game, &Subslices, 3);
    for stopped in 0..3 {
        for pieces_of_work in [0, 1, 2, 3, 7] {
            let (_root, places) = places(3, Directories::Own);
            let stop = StopAfter(AtomicU64::new(pieces_of_work));
            let progress = |rank: usize| -> &dyn Progress { if rank == stopped { &stop } else { &() } };
            match task.with(&places, Directories::Own, &progress) {
                Err(ClusterError::Job(JobError::Solve(SolveError::Stopped))) => assert_eq!(stopped, 0),
                Err(ClusterError::Rank { rank, stopped: true, .. }) => assert_eq!(rank, stopped),
                other => panic!("rank {stopped} after {pieces_of_work}: {other:?}"),
            }
            task.on(&places, Directories::Own).expect("the work goes on");
        }
    }
}

/// The share of the time in which ranks are idle, if a part takes as long as it has entries, or where a crew shares it
/// as it has entries that they solve one after the other.
fn idle(game: &Draughts, most: u32, ranks: usize, sharing: Sharing) -> f64 {
    let parts = parts(game.slices());
    let wanted: Vec<usize> =
        (0..parts.len()).filter(|&part| parts[part].slices.iter().all(|&slice| game.size(slice) <= most)).collect();
    let entries = |part: usize| parts[part].entries(game.slices());
    let in_sequence = |part: usize, crew: usize| in_sequence(game, &Subslices, &parts[part], crew);
    let if_large = |part: usize, crew: usize| if entries(part) >= 1 << 22 { in_sequence(part, crew) } else { None };
    let mut schedule = Schedule::new(game.slices(), &parts, &wanted, &|_| false).shared_by(ranks, sharing, &if_large);
    let (mut now, mut work, mut free, mut running) = (0, 0, ranks, Vec::new());
    while !schedule.is_done() {
        while free > 0
            && let Some((part, crew)) = schedule.take(free)
        {
            assert!(schedule.needs(part).iter().all(|&need| schedule.is_finished(need)));
            let time = if crew == 1 { Some(entries(part)) } else { in_sequence(part, crew) };
            work += entries(part);
            free -= crew;
            running.push((now + time.expect("subslices are divided among ranks"), part, crew));
        }
        let next = (0..running.len()).min_by_key(|&at| running[at]).expect("a part is ready as long as some are left");
        let (part, crew);
        (now, part, crew) = running.swap_remove(next);
        free += crew;
        schedule.finish(part);
    }
    1.0 - work as f64 / (now * ranks as u64) as f64
}

#[test]
fn ranks_are_seldom_idle() {
    let game = Draughts::checkers();
    for (most, ranks, without, with) in [
        (5, 2, 0.06, 0.05),
        (6, 1, 0.0, 0.0),
        (6, 2, 0.01, 0.01),
        (6, 4, 0.1, 0.1),
        (6, 8, 0.6, 0.2),
        (8, 4, 0.01, 0.01),
        (8, 8, 0.5, 0.06),
        (8, 16, 0.8, 0.1),
        (8, 32, 0.9, 0.15),
        (8, 64, 0.95, 0.3),
    ] {
        let found = [Sharing::None, Sharing::Large].map(|sharing| idle(&game, most, ranks, sharing));
        println!("{most} {ranks} {found:?}");
        assert!(found[0] <= without && found[1] <= with, "{most} pieces on {ranks} ranks: {found:?}");
    }
}
