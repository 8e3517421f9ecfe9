//! The end of a command: an exit status, or a failure with its message.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use rayon::ThreadPoolBuildError;
use thiserror::Error;

use hindsight::answer::FindError;
use hindsight::catalogue::GuideError;
use hindsight::cluster::ClusterError;
use hindsight::game::NotationError;
use hindsight::job::JobError;
use hindsight::open::{AnswerError, CheckError, FiguresFileError, OpenError, RecordError};
use hindsight::play::PlayError;
use hindsight::play::matches::MatchError;
use hindsight::play::protocol::ProtocolError;
use hindsight::query::{NotHeld, Unsolved};
use hindsight::search::SearcherError;
use hindsight::solve::SolveError;
use hindsight::space::NoSuchSlice;
use hindsight::table::TableError;
use hindsight::util::cpu::CpuError;
use hindsight::util::units::count;
use hindsight::values::LookupError;
use hindsight::verify::published::PublishedError;
use hindsight::verify::solved::SolvedError;

/// The end of a command that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Done: exit status 0.
    Success,
    /// A check failed or a line was in error: exit status 1.
    Negative,
    /// Stopped by Ctrl-C, with what was known by then: exit status 130.
    Stopped,
}

/// The reason why a command was not carried out: exit status 2. The file `advice.rs` has the remedy.
#[derive(Debug, Error)]
pub enum Failure {
    /// The arguments are wrong, or do not go together.
    #[error("{0}")]
    Usage(String),
    /// The program has no such game.
    #[error("expected one of {}; found {found:?}", names.join(", "))]
    NoSuchGame { names: Vec<&'static str>, found: String },
    /// The game has no such side.
    #[error("expected a side of {game}, {}, found {found:?}", alternatives(sides))]
    NoSuchSide { game: &'static str, sides: &'static [&'static str], found: String },
    /// The game breaks its contract.
    #[error("expected rules of {game} that keep their contract, found:\n  {}", violations.join("\n  "))]
    Contract { game: &'static str, violations: Vec<String> },
    /// The tables do not hold the position.
    #[error(transparent)]
    NotHeld(#[from] NotHeld),
    /// The slice is not in the tables.
    #[error("expected a slice that is solved, found that {0}")]
    Unsolved(#[from] Unsolved),
    /// No slice of the selected size is solved.
    #[error("expected --{size_name} {most} or less, the most of {game} that is solved here, found {wanted}")]
    UnsolvedSize { game: &'static str, size_name: &'static str, most: u32, wanted: u32 },
    /// The tables have results alone where depths are needed. The slice is one of those.
    #[error("expected tables with depths, found only results of {}", .0.game)]
    NoDepths(Unsolved),
    /// The tables were to play, and none are in use.
    #[error("expected tables of {0} to play from, found none in use")]
    NoTables(&'static str),
    /// The game has no slices, and so no tables.
    #[error("no tables are made for {0}")]
    NoSlices(&'static str),
    #[error(transparent)]
    NoSuchSlice(#[from] NoSuchSlice),
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The guide of a game cannot be read.
    #[error(transparent)]
    Guide(#[from] GuideError),
    #[error(transparent)]
    Engine(#[from] SearcherError),
    #[error(transparent)]
    Table(#[from] TableError),
    /// Values that are not from a table could not be looked up.
    #[error(transparent)]
    Lookup(LookupError),
    /// A solve was stopped by Ctrl-C: exit status 130.
    #[error("stopped")]
    Stopped,
    #[error(transparent)]
    Solve(JobError),
    /// A solve on several processes failed, in another of them or as a whole.
    #[error(transparent)]
    Cluster(ClusterError),
    #[error(transparent)]
    Published(#[from] PublishedError),
    #[error(transparent)]
    Solved(#[from] SolvedError),
    /// The system starts too few threads.
    #[error("expected {} or more, found that the system starts {started}", count(*needed as u64, "thread"))]
    FewThreads { needed: usize, started: usize },
    #[error(transparent)]
    Cpu(#[from] CpuError),
    #[error("the worker threads could not be started ({0})")]
    Threads(#[from] ThreadPoolBuildError),
    /// A file that was named could not be read or written.
    #[error("could not {action} {}: {}", path.display(), reason_at(path, source))]
    File { action: &'static str, path: PathBuf, source: io::Error },
    /// The explorer cannot be served at an address.
    #[error("could not listen on {address}: {}", reason(source))]
    Listen { address: SocketAddr, source: io::Error },
    #[error("could not read the input: {}", reason(.0))]
    Input(io::Error),
    #[error("could not write the output: {}", reason(.0))]
    Output(#[from] io::Error),
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        match error {
            OpenError::NoSuchGame { names, found } => Failure::NoSuchGame { names, found },
            OpenError::NoSlices(game) => Failure::NoSlices(game),
            OpenError::NoRule(_) | OpenError::NoOther(_) | OpenError::Other(_) => Failure::Usage(error.to_string()),
            OpenError::Notation(error) => error.into(),
            OpenError::NoSuchSlice(error) => error.into(),
            OpenError::Unsolved(error) => error.into(),
            OpenError::Contract { game, violations } => Failure::Contract { game, violations },
            OpenError::Solve(error) => error.into(),
            OpenError::Table(error) => error.into(),
        }
    }
}

impl From<FindError> for Failure {
    fn from(error: FindError) -> Failure {
        match error {
            FindError::Unsolved(slice) => slice.into(),
            FindError::NoDepths(slice) => Failure::NoDepths(slice),
            error => Failure::Usage(error.to_string()),
        }
    }
}

impl From<AnswerError> for Failure {
    fn from(error: AnswerError) -> Failure {
        match error {
            AnswerError::Notation(error) => error.into(),
            AnswerError::NotHeld(error) => error.into(),
            AnswerError::Find(error) => error.into(),
            AnswerError::NoSuchSlice(error) => error.into(),
            AnswerError::Unsolved(error) => error.into(),
            AnswerError::SetUp(_) | AnswerError::NoSuchEntry { .. } | AnswerError::NoMemory(_) => {
                Failure::Usage(error.to_string())
            }
            AnswerError::Table(error) => error.into(),
        }
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        match error {
            RecordError::Table(error) => error.into(),
            error => Failure::Usage(error.to_string()),
        }
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Failure {
        match error {
            CheckError::Table(error) => error.into(),
            CheckError::Lookup(error) => error.into(),
            CheckError::Published(error) => error.into(),
            CheckError::Solved(error) => error.into(),
        }
    }
}

impl From<FiguresFileError> for Failure {
    fn from(FiguresFileError { action, path, source }: FiguresFileError) -> Failure {
        Failure::File { action, path, source }
    }
}

/// The message of the system for a file.
fn reason_at(path: &Path, error: &io::Error) -> String {
    match path.read_link() {
        Ok(target) if error.kind() == io::ErrorKind::NotFound => {
            format!("it is a link to {}, which is not there", target.display())
        }
        _ => reason(error),
    }
}

/// The message of the system; for common errors, a plain phrase without the error number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".to_string(),
        io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        io::ErrorKind::AddrInUse => "another program has this port".to_string(),
        io::ErrorKind::AddrNotAvailable => "this machine has no such address".to_string(),
        io::ErrorKind::IsADirectory => "it is a directory".to_string(),
        _ => error.to_string(),
    }
}

impl Failure {
    /// The failure to read or write a file: `action` is a verb.
    pub fn file(action: &'static str, path: &Path, source: io::Error) -> Failure {
        Failure::File { action, path: path.to_path_buf(), source }
    }

    /// Whether the reader of the output has closed it. This is not an error.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Whether the command was stopped by Ctrl-C.
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Failure::Stopped)
    }
}

impl From<LookupError> for Failure {
    fn from(error: LookupError) -> Failure {
        match error.downcast_ref::<TableError>() {
            Some(table) => Failure::Table(table.clone()),
            None => Failure::Lookup(error),
        }
    }
}

impl From<JobError> for Failure {
    fn from(error: JobError) -> Failure {
        match error {
            JobError::Solve(SolveError::Stopped) => Failure::Stopped,
            JobError::Solve(SolveError::Lookup(error)) => error.into(),
            JobError::Table(error) => Failure::Table(error),
            JobError::Threads(error) => Failure::Threads(error),
            error => Failure::Solve(error),
        }
    }
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Failure {
        match error {
            ClusterError::Job(error) => error.into(),
            ClusterError::Rank { stopped: true, .. } => Failure::Stopped,
            error => Failure::Cluster(error),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Output(error.into())
    }
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Failure {
        match error {
            MatchError::Engine(error) => Failure::Engine(error),
            MatchError::Table(error) => error.into(),
        }
    }
}

impl From<ProtocolError> for Failure {
    fn from(error: ProtocolError) -> Failure {
        match error {
            ProtocolError::Engine(error) => Failure::Engine(error),
            ProtocolError::Thread(_) => Failure::FewThreads { needed: 1, started: 0 },
            ProtocolError::Input(error) => Failure::Input(error),
            ProtocolError::Output(error) => Failure::Output(error),
        }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Failure {
        match error {
            PlayError::Interrupted => Failure::Stopped,
            PlayError::Input(error) => Failure::Input(error),
            PlayError::Output(error) => Failure::Output(error),
            PlayError::Table(error) => error.into(),
        }
    }
}

/// Names to choose from: `a, b, c or d`.
fn alternatives(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        names => names.concat(),
    }
}
