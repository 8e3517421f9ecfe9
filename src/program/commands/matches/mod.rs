//! `match`: games between two engines.

mod openings;
mod outcome;
mod running_score;
mod saved_games;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;

use crate::args::quiet_plies::QuietPliesOption;
use crate::args::values::whole;
use crate::args::{self, Quiet};
use crate::failure::{Failure, Status};
use crate::interrupt;
use hindsight::answer::ValuesSource;
use hindsight::open::{AnyGame, OpenGame};
use hindsight::play::matches::{Played, Standing, Terms};
use hindsight::play::sprt::{Decision, Sprt};
use hindsight::play::{OpenBoard, OpenPlay};
use hindsight::search::Limit;
use hindsight::util::units::{count, duration};
use openings::Openings;
use outcome::MatchOutcome;
use running_score::RunningScore;
use saved_games::SavedGames;

/// Games of a match, by default.
const GAMES: u32 = 100;

/// The most games of a match that a test ends.
const MOST_GAMES: u32 = 20_000;

/// Play a match between two engines, each of which plays all sides of a team
///
/// The result has the turns of the games that each engine won: in a turn each side moves once, so that the turns of a
/// game are its plies after the opening, divided by the number of sides and rounded up.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The first engine with its settings, such as triple-jump:time=100ms or alphabeta:depth=7
    first: String,
    /// The second engine; those that ask tables may have `tables=off`, and those with threads `threads=N`
    second: String,
    /// Number of games, two from each opening (default: 100; with --sprt, at most 20000)
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1_000_000))]
    games: Option<u32>,
    #[command(flatten)]
    openings: Openings,
    /// End the match as soon as the first engine is shown to be stronger by HIGH Elo rather than by LOW, or the other
    /// way round, at 5 % of error each (default: 0,10); write --sprt=-5,5 where LOW is negative
    #[arg(long, value_name = "LOW,HIGH", num_args = 0..=1, default_missing_value = "0,10", value_parser = str::parse::<Sprt>)]
    sprt: Option<Sprt>,
    /// Time per move for engines without settings of their own, such as 500ms (default: 100ms)
    #[arg(long, value_name = "T", value_parser = duration)]
    time: Option<Duration>,
    /// Plies to search for engines without settings of their own
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1000))]
    depth: Option<u32>,
    #[command(flatten)]
    quiet_plies: QuietPliesOption,
    /// End a game as a draw after N plies from its opening (default: no limit)
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    most_plies: Option<u32>,
    /// End a game as soon as the tables hold its position, with the result that they have: with more pieces, games are
    /// played out
    #[arg(long, conflicts_with = "no_tables")]
    adjudicate: bool,
    /// Append each game to this file (PDN, PGN for chess) when it is finished
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write JSON: one object on one line
    #[arg(long)]
    json: bool,
    /// Play without the tables of the game
    #[arg(long)]
    no_tables: bool,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    threads: args::ThreadsOption,
    #[command(flatten)]
    tables: args::TablesOption,
}

/// Plays a match and writes its result. If Ctrl-C ends it early, the result is of the finished games.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let (facts, sprt, quiet) = (game.facts(), arguments.sprt, &arguments.quiet);
    if !facts.has_two_teams() {
        let (name, side) = (facts.name, facts.team_text(facts.teams[0]));
        return Err(Failure::Usage(format!(
            "expected a game of two teams for a match, found {name}: {side} plays alone"
        )));
    }
    let game = game.open(&arguments.tables.played(arguments.no_tables)?, &())?;
    let has_tables = game.values().source != ValuesSource::None;
    let limit = match (arguments.depth, arguments.time) {
        (None, None) => Limit::within(Duration::from_millis(100)),
        (depth, time) => Limit { depth, time, ..Limit::default() },
    };
    let engines = [arguments.first.as_str(), &arguments.second];
    if arguments.adjudicate && !has_tables {
        return Err(Failure::NoTables(facts.name));
    }
    let [first, second] = engines.map(|engine| Arc::clone(&game).engine(engine, 0));
    let use_tables = [first?, second?].map(|engine| has_tables && engine.settings().tables);
    let games = arguments.games.unwrap_or(if sprt.is_some() { MOST_GAMES } else { GAMES });
    let openings = arguments.openings.read(&game, games as usize, quiet)?;
    let save = |path| SavedGames::append(path, &*game, engines);
    let mut saved = arguments.save.as_deref().map(save).transpose()?;
    announce_tables(&*game, engines, use_tables, quiet);

    interrupt::stop_on_interrupt();
    let running = (!quiet.quiet).then(|| RunningScore::new(games, facts.sides.len(), sprt));
    let (start, mut standing) = (Instant::now(), Standing::default());
    let mut failure = None;
    let is_decided = |standing: &Standing| sprt.is_some_and(|sprt| sprt.decision(&standing.pairs) != Decision::Open);
    let mut finished = |played: &Played, board: &dyn OpenBoard| {
        let complete = standing.add(played);
        running.iter().for_each(|running| running.update(&standing));
        failure = saved.as_mut().and_then(|saved| saved.add(played, board).err());
        let decided = complete && is_decided(&standing);
        if decided || failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let is_stopped = || {
        running.iter().for_each(RunningScore::tick);
        interrupt::stop_requested()
    };
    let terms = Terms {
        game: Arc::clone(&game) as Arc<dyn OpenPlay>,
        engines,
        limit,
        quiet_plies: arguments.quiet_plies.of(facts),
        most_plies: arguments.most_plies,
        adjudicate: arguments.adjudicate,
    };
    arguments.threads.install(|| terms.play(&openings, games as usize, &is_stopped, &mut finished))??;
    drop(running);
    if let Some(failure) = failure {
        return Err(failure);
    }

    let outcome = MatchOutcome { game: facts, engines, standing: &standing, sprt, use_tables, time: start.elapsed() };
    if arguments.json {
        outcome.write_json(out)?
    } else {
        outcome.write(out)?
    }
    let played = standing.tally().games();
    if (openings.len() as u64) * 2 < u64::from(played) {
        quiet.note(format_args!(
            "{} for {}: some openings were played again, in which engines that always make the same moves repeat their \
             games",
            count(openings.len() as u64, "opening"),
            count(played.into(), "game")
        ));
    }
    if !interrupt::stop_requested() || played == games || is_decided(&standing) {
        return Ok(Status::Success);
    }
    quiet.note(format_args!("stopped: {played} of {} were finished", count(games.into(), "game")));
    Ok(Status::Stopped)
}

/// Notes the engines that use tables, because tables may decide the games.
fn announce_tables(game: &dyn OpenGame, [first, second]: [&str; 2], use_tables: [bool; 2], quiet: &Quiet) {
    let who = match use_tables {
        [true, true] => "by both engines".to_string(),
        [true, false] => format!("by the first engine, {first}, and not by the second"),
        [false, true] => format!("by the second engine, {second}, and not by the first"),
        [false, false] => return,
    };
    let solved = game.facts().coverage(&game.values().held).unwrap_or_else(|| "the whole game".to_string());
    quiet.note(format_args!("tables of {solved} are used {who}; --no-tables plays without them"));
}
