//! `solve`: makes the tables of a game, each once.

mod last_words;
mod plan;
mod results;
mod status;
mod team;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::args::selection::{Selection, require_depths_to_end, require_tables, require_zeroing};
use crate::args::{Quiet, TablesOption, ThreadsOption};
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::output::progress::ProgressReport;
use hindsight::answer::GameFacts;
use hindsight::cluster::{self, Directories, Leader, Usage};
use hindsight::job::{self, Estimate, Report, Totals};
use hindsight::open::{AnyGame, FiguresFile, JobKind, JobRequest, OpenGame, OpenJob, Sources};
use hindsight::space::SliceId;
use hindsight::table::{Lock, Store};
use hindsight::util::progress::Progress;
use hindsight::util::threads::processors;
use hindsight::util::units::{bytes, count, size};
use last_words::LastWords;
use plan::SolvePlan;
use results::Results;
use status::StatusFile;
use team::TeamOfRank;

/// The time for which a dry run solves, to measure the rate.
const MEASURED: Duration = Duration::from_secs(3);

/// Solve a game, or slices of it with their dependencies, and write the tables that are missing
///
/// Ctrl-C and the signal TERM stop a solve, with exit status 130; rerun the command to resume.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    threads: ThreadsOption,
    /// Limit of memory, such as 512M or 6G; M and MiB are 2^20 bytes, MB is 10^6 (default: no limit). Values that do
    /// not fit are kept in files while they are found
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
    /// Write compressed tables, with depths: smaller, and slower to look up
    #[arg(long)]
    compress: bool,
    /// Find results alone, win, draw or loss, without depths, and write compressed tables: for endings that are too
    /// large for depths. Needs no table of depths. Working copies of two bits an entry are kept in the directory
    /// `working` of the tables until they are no longer needed, with --mpi until the end
    #[arg(long, conflicts_with = "compress")]
    wld: bool,
    /// Find results under the rule of quiet plies, in chess the fifty-move rule, with depths to the next move that is
    /// not quiet, a capture or a move of a pawn or man. Ask for them with the name of the game and `-dtz`
    #[arg(long, conflicts_with = "wld")]
    dtz: bool,
    /// Count the wins, losses, draws and mutual zugzwangs of each slice that is solved, with examples and a checksum.
    /// The figures are added to FILE, part by part, in the form of the files in data/solved
    #[arg(long, value_name = "FILE", conflicts_with = "mpi")]
    figures: Option<PathBuf>,
    /// Count the figures alone, and write no tables. Slices with figures in FILE are finished. Values that other slices
    /// need are kept until they are counted too: with depths, in tables of single slices in the directory
    /// `working-depths` of the tables, and the figures then have the number of positions of each depth. With --wld, in
    /// working copies of two bits an entry in the directory `working`, three times as fast as with tables
    #[arg(long, requires = "figures", conflicts_with = "compress")]
    no_tables: bool,
    /// Share the work with the other processes of `mpirun`; in --tables, %r is the rank, for a directory of its own
    #[arg(long)]
    mpi: bool,
    /// Show the parts to solve with their time, memory and disk, and write no table; exit status 2 if they do not fit.
    /// The time, and the size of compressed tables, are estimated from parts that are solved in ten seconds
    #[arg(long)]
    dry_run: bool,
    /// Write the state of the solve into FILE every second: a JSON object with the part, the entries that are done and
    /// of all, the rate and the time that is left
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mpi", "dry_run"])]
    status: Option<PathBuf>,
    /// Write JSON: one object per finished table, or the plan of --dry-run, each on a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    quiet: Quiet,
}

impl Arguments {
    /// The jobs that solve the slices: one, or for results in a team two, one after the other.
    fn jobs(&self) -> &'static [JobKind<'static>] {
        match (self.wld, self.mpi) {
            (false, _) if self.compress => &[JobKind::Solve { compressed: true }],
            (false, _) => &[JobKind::Solve { compressed: false }],
            (true, false) => &[JobKind::Results { for_team: false }],
            // Results are found first, and compressed then.
            (true, true) => &[JobKind::Copies, JobKind::CompressCopies],
        }
    }

    /// Whether depths are counted, and no tables written.
    fn counts_depths(&self) -> bool {
        self.no_tables && !self.wld
    }

    /// The job that solves the slices; for results in a team, the job that has the estimate of both.
    fn job(&self) -> JobKind<'static> {
        match self.wld {
            true => JobKind::Results { for_team: self.mpi },
            false => JobKind::Solve { compressed: self.compress },
        }
    }

    /// The request for a job for these slices within the limits of the arguments.
    fn request<'a>(&self, kind: JobKind<'a>, store: &'a Store, slices: &'a [SliceId]) -> JobRequest<'a> {
        let (threads, memory) = (self.threads.number(), self.memory);
        JobRequest { threads, memory, ..JobRequest::new(kind, store, slices) }
    }

    /// The slices that the arguments select, or all.
    fn slices(&self, game: &GameFacts) -> Result<Vec<SliceId>, Failure> {
        Ok(self.selection.selected(game)?.unwrap_or_else(|| game.all().collect()))
    }
}

/// Solves a game, or shows the plan of a solve.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let game = if arguments.dtz { require_zeroing(game, "--dtz")? } else { game };
    if arguments.wld {
        require_depths_to_end(game.facts())?;
    }
    let team = if arguments.mpi { Some(cluster::mpi()?) } else { None };
    let (store, directories) = match &team {
        Some(team) => arguments.tables.store_of_rank(team.rank()),
        None => (arguments.tables.store(), Directories::Shared),
    };
    let open = game.open(&Sources::nothing(), &())?;
    if let Some(team) = team.as_deref().filter(|team| team.rank() > 0) {
        follow(&*open, arguments, &TeamOfRank { team, store: &store, directories })?;
        return Ok(Status::Success);
    }
    let _last_words = team.as_ref().filter(|team| team.size() > 1).map(|_| LastWords::new());
    // Each ends a job of the members when it is dropped.
    let leader = |team| arguments.jobs().iter().map(|_| Leader::new(team, directories)).collect();
    let leaders: Option<Vec<Leader>> = team.as_deref().map(leader);
    let mut solve = Solve::plan(&*open, arguments, &store)?;
    if arguments.dry_run {
        return solve.dry_run(out);
    }
    solve.check_selection()?;
    // A closed output does not keep the game from being solved: its error is reported at the end.
    let announced = solve.announce(out);
    let Some(lock) = solve.lock()? else {
        announced?;
        return solve.finish_without_work(out);
    };
    let usage = solve.work(leaders, &lock, announced, out)?;
    solve.finish(usage.as_deref(), out)
}

/// Follows the leader of a team, one job after the other.
fn follow(open: &dyn OpenGame, arguments: &Arguments, rank: &TeamOfRank) -> Result<(), Failure> {
    let job = |kind: JobKind| {
        let slices = arguments.slices(open.facts())?;
        Ok(open.job(arguments.request(kind, rank.store, &slices)))
    };
    let done = rank.follow(arguments.jobs(), &job);
    if done && arguments.wld && rank.directories == Directories::Own {
        job(arguments.job())?.remove_copies(&rank.store.lock(|_| ())?)?;
    }
    Ok(())
}

/// A solve from its plan to its report.
struct Solve<'a> {
    open: &'a dyn OpenGame,
    game: &'a GameFacts,
    arguments: &'a Arguments,
    store: &'a Store,
    /// The slices to solve.
    selection: Vec<SliceId>,
    job: Box<dyn OpenJob + 'a>,
    estimate: Estimate,
    /// Whether the whole game is solved, for want of a selection.
    is_whole: bool,
    results: Results,
}

impl<'a> Solve<'a> {
    /// Plans a solve: checks the game on a sample, selects the slices and estimates the work.
    fn plan(open: &'a dyn OpenGame, arguments: &'a Arguments, store: &'a Store) -> Result<Solve<'a>, Failure> {
        let game = open.facts();
        require_tables(game)?;
        open.check_contract()?;
        let wanted = arguments.selection.selected(game)?;
        let several = game.has_parts();
        if wanted.is_some() && !several {
            let name = game.name;
            arguments.quiet.note(format_args!("{name} has one table: the whole game is solved with any selection"));
        }
        let is_whole = wanted.is_none();
        let selection = wanted.unwrap_or_else(|| game.all().collect());
        let figures = arguments.figures.as_deref().map(FiguresFile::open).transpose()?;
        let request = arguments.request(arguments.job(), store, &selection);
        let job = open.job(JobRequest { figures, writes_tables: !arguments.no_tables, ..request });
        let estimate = job.estimate()?;
        let results = Results { game: game.name, several, json: arguments.json, tables: job.writes_tables() };
        Ok(Solve { open, game, arguments, store, selection, job, estimate, is_whole, results })
    }

    /// The plan, to be written.
    fn plan_report(&self) -> SolvePlan<'_> {
        SolvePlan {
            game: self.game.name,
            estimate: &self.estimate,
            threads: self.arguments.threads.number().unwrap_or_else(processors),
            several: self.results.several,
            compressed: self.arguments.wld || self.arguments.compress,
            tables: self.job.writes_tables(),
            peak: self.arguments.counts_depths(),
        }
    }

    /// Checks that the disk has room for a game that is solved whole. Finished tables need no more room: a solve that
    /// was interrupted can be resumed.
    fn check_selection(&self) -> Result<(), Failure> {
        let fits = || self.store.check_free_space(self.estimate.disk()).is_ok();
        match self.is_whole && self.results.several && !fits() {
            true => Err(Failure::Usage(selections(self.open))),
            false => Ok(()),
        }
    }

    /// Writes the plan, then with measured rates, and checks that the solve fits in memory and on the disk.
    fn dry_run(&self, out: &mut dyn Write) -> Result<Status, Failure> {
        let (plan, json) = (self.plan_report(), self.arguments.json);
        if !json {
            plan.announce(out)?;
        }
        let measured = match self.estimate.left.parts {
            0 => None,
            _ => {
                let _shown =
                    ProgressReport::in_units("second", "measuring", MEASURED.as_secs() * 3 / 2, &self.arguments.quiet);
                self.job.measure(MEASURED)?
            }
        };
        let free = self.store.free_space();
        match json {
            true => plan.write_json(measured.as_ref(), free, out)?,
            false => plan.write_parts(measured.as_ref(), free, out)?,
        }
        self.check_selection()?;
        self.job.fits(&self.estimate)?;
        self.store.check_free_space(self.estimate.disk())?;
        match self.estimate.left.parts {
            0 => self.finish_without_work(out),
            _ => Ok(Status::Success),
        }
    }

    /// Announces the plan; with `--json`, writes the tables that are finished.
    fn announce(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.arguments.json {
            true => self.results.finished(&self.estimate.parts, out),
            false => Ok(self.plan_report().announce(out)?),
        }
    }

    /// Locks the directory of the tables, and estimates the work again: another process may have done it meanwhile.
    /// `None` if no work is left.
    fn lock(&mut self) -> Result<Option<Lock>, Failure> {
        if self.estimate.left.parts == 0 && !self.job.has_left_files() {
            return Ok(None);
        }
        self.job.fits(&self.estimate)?;
        let lock = self.store.lock(|lock: &Path| {
            let path = lock.display();
            self.arguments.quiet.note(format_args!("waiting for another solve in this directory to end ({path})"));
        })?;
        self.estimate = self.job.prepare(&lock)?;
        Ok((self.estimate.left.parts > 0).then_some(lock))
    }

    /// Solves the parts that are left, and writes a report on each. Returns the work of each rank of a team.
    ///
    /// # Errors
    /// If a part cannot be solved; then, if the announcement or a report could not be written.
    fn work(
        &mut self,
        leaders: Option<Vec<Leader>>,
        lock: &Lock,
        announced: Result<(), Failure>,
        out: &mut dyn Write,
    ) -> Result<Option<Vec<Usage>>, Failure> {
        interrupt::stop_on_interrupt();
        let (results, mut written) = (self.results, announced);
        let mut report = |progress: &ProgressReport, report: &Report| {
            progress.aside(|| {
                written = std::mem::replace(&mut written, Ok(())).and_then(|()| results.solved(report, out));
            });
        };
        let usage = match leaders {
            Some(leaders) => Some(self.lead(leaders, lock, &mut report)?),
            None => {
                let progress = ProgressReport::new("solving", self.estimate.left.entries, &self.arguments.quiet);
                let left = self.estimate.left.entries;
                let status = self.arguments.status.as_deref();
                let status = status.map(|path| StatusFile::new(&progress, path, self.game.name, left));
                let watched = status.as_ref().map_or(&progress as &dyn Progress, |status| status);
                self.job.run(lock, watched, &mut |part| report(&progress, part))?;
                status.iter().for_each(StatusFile::finish);
                None
            }
        };
        written?;
        Ok(usage)
    }

    /// Leads the jobs of a team, and reports the tables of the last. Returns the work of each rank.
    fn lead(
        &mut self,
        leaders: Vec<Leader>,
        lock: &Lock,
        report: &mut dyn FnMut(&ProgressReport, &Report),
    ) -> Result<Vec<Usage>, Failure> {
        let Solve { open, arguments, store, .. } = *self;
        let (jobs, mut sum) = (leaders.len(), Vec::new());
        for (number, (mut leader, &kind)) in leaders.into_iter().zip(arguments.jobs()).enumerate() {
            let is_last = number + 1 == jobs;
            let mut of_results;
            let (job, left) = match arguments.wld {
                false => (&mut self.job, self.estimate.left.entries),
                true => {
                    of_results = open.job(arguments.request(kind, store, &self.selection));
                    let left = of_results.prepare(lock)?.left.entries;
                    (&mut of_results, left)
                }
            };
            let doing = if number == 0 { "solving" } else { "compressing" };
            let progress = ProgressReport::new(doing, left, &arguments.quiet);
            let mut part = |part: &Report| {
                if is_last {
                    report(&progress, part)
                }
            };
            let usage = job.lead(&mut leader, lock, &progress, &mut part)?;
            sum = match sum.is_empty() {
                true => usage,
                false => sum.into_iter().zip(usage).map(|(sum, more): (Usage, Usage)| sum.and(more)).collect(),
            };
        }
        if arguments.wld {
            self.job.remove_copies(lock)?;
            self.job.refresh();
        }
        Ok(sum)
    }

    /// Writes the size of all tables and the work of each rank.
    fn finish(&self, usage: Option<&[Usage]>, out: &mut dyn Write) -> Result<Status, Failure> {
        if let (false, false, Some(file)) = (self.job.writes_tables(), self.arguments.json, &self.arguments.figures) {
            let slices = count(self.job.estimate()?.finished.slices, "slice");
            writeln!(out, "done: the figures of {slices} are in {}", file.display())?;
        } else if self.results.several && !self.arguments.json {
            let Totals { parts, bytes, .. } = self.job.estimate()?.finished;
            let directory = self.store.directory().display();
            writeln!(out, "done: {} ({}) in {directory}", count(parts, "table"), size(bytes))?;
        }
        if let Some(usage) = usage {
            team::write_usage(self.game.name, usage, self.arguments.json, out)?;
        }
        let working = if self.arguments.counts_depths() { job::WORKING_DEPTHS } else { job::WORKING };
        match job::bytes_beside(self.store, working) {
            bytes if bytes > 0 && (self.arguments.wld || self.arguments.no_tables) => {
                self.arguments.quiet.note(format_args!(
                    "other solves have left {} in {}. Rerun them to resume, or remove the directory",
                    size(bytes),
                    self.store.directory().join(working).display()
                ))
            }
            _ => {}
        }
        Ok(Status::Success)
    }

    /// Writes that every table is finished.
    fn finish_without_work(&self, out: &mut dyn Write) -> Result<Status, Failure> {
        self.results.already(self.job.single().as_deref(), self.estimate.finished, out)?;
        Ok(Status::Success)
    }
}

/// The message for a game that is too large to be solved whole, with the selections of the game.
fn selections(open: &dyn OpenGame) -> String {
    const SHOWN: usize = 8;
    let game = open.facts();
    let mut numbers: Vec<u32> = game.slices.iter().map(|slice| slice.size).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let GameFacts { name, size_name: option, .. } = game;
    let whole = game.all_entries();
    let mut text = format!(
        "expected a selection of slices, found none and not enough room for all {} of {name}: they have {}, and their \
         tables take {} or more. Give --slice S or one of these, each with its dependencies:",
        count(game.slices.len() as u64, "slice"),
        count(whole, "entry"),
        size(whole),
    );
    for &number in numbers.iter().take(SHOWN) {
        let entries = game.entries(&open.with_dependencies(&game.of_size(number)));
        text.push_str(&format!("\n  --{option} {number:<3} {} on the disk", size(entries)));
    }
    text
}
