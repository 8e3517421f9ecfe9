//! `hindsight query`: what the tables say of a position.

use std::io::{self, BufReader, Write};

use clap::Args;
use serde::Serialize;

use super::BUFFER;
use super::arguments::{self, position};
use super::failure::{Answer, Failure};
use super::output::{Columns, Side};
use super::stream;
use crate::game::Notation;
use crate::probe::{Probe, Tables};
use crate::query::{line, moves};
use crate::space::Space;
use crate::table::TableError;
use crate::value::Value;

/// Answers from the table: the value of a position, and of every move
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as `hindsight games` lists it
    pub game: String,
    /// The position, else the start; `-` reads a position a line from standard input
    position: Vec<String>,
    /// The best line too
    #[arg(long)]
    line: bool,
    /// As JSON, an object on one line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: arguments::Tables,
}

/// Everything that is said of a position, as `--json` has it.
#[derive(Serialize)]
pub struct Said {
    game: &'static str,
    position: String,
    value: &'static str,
    plies: Option<u32>,
    moves: Vec<SaidMove>,
    line: Vec<String>,
}

/// What is said of a move: the value is the mover's own.
#[derive(Serialize)]
struct SaidMove {
    #[serde(rename = "move")]
    name: String,
    position: String,
    value: &'static str,
    plies: Option<u32>,
}

/// Everything that the tables say of a position, or nothing if they do not know enough.
pub fn say<G: Space + Notation>(
    probe: &Probe<G, impl Tables>,
    position: &G::Position,
) -> Result<Option<Said>, TableError> {
    let (Some(value), Some(rated), Some(line)) =
        (probe.value(position)?, moves(probe, position)?, line(probe, position)?)
    else {
        return Ok(None);
    };
    let game = probe.space;
    let moves = rated.iter().map(|rated| SaidMove {
        name: game.move_text(position, rated.m),
        position: game.text(&rated.position),
        value: rated.value.word(),
        plies: rated.value.plies(),
    });
    Ok(Some(Said {
        game: game.name(),
        position: game.text(position),
        value: value.word(),
        plies: value.plies(),
        moves: moves.collect(),
        line: line_text(game, position, &line),
    }))
}

/// The moves of a line as text.
fn line_text<G: Notation>(game: &G, from: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut position = *from;
    let text = |m: &G::Move| {
        let text = game.move_text(&position, *m);
        position = game.play(&position, *m);
        text
    };
    line.iter().map(text).collect()
}

/// Answers for one position, or for all that standard input has.
pub fn run<G: Space + Notation>(game: &G, asked: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let streaming = asked.position == ["-"];
    if streaming && asked.line && !asked.json {
        return Err(Failure::Usage("--line goes with one position; for many, --json has the best line of each".into()));
    }
    let one = if streaming { None } else { Some(position(game, &asked.position)?) };
    let table = asked.tables.store().open(game)?;
    let probe = Probe { space: game, tables: &table };
    let Some(position) = one else {
        let input = BufReader::with_capacity(4 * BUFFER, io::stdin().lock());
        return if asked.json { stream::json(&probe, input, out) } else { stream::plain(&probe, input, out) };
    };
    let not_held = || Failure::NotHeld { game: game.name(), position: game.text(&position) };
    if asked.json {
        serde_json::to_writer(&mut *out, &say(&probe, &position)?.ok_or_else(not_held)?)?;
        writeln!(out)?;
    } else {
        let value = probe.value(&position)?.ok_or_else(not_held)?;
        draw(&probe, &position, value, asked.line, out)?;
    }
    Ok(Answer::Yes)
}

/// The answer for people.
fn draw<G: Space + Notation>(
    probe: &Probe<G, impl Tables>,
    position: &G::Position,
    value: Value,
    with_line: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let game = probe.space;
    writeln!(out, "{}\n{}", game.draw(position), game.text(position))?;
    if game.outcome(position).is_some() {
        writeln!(out, "{}: the game is over", value.word())?;
        return Ok(());
    }
    writeln!(out, "{value}\n")?;
    match moves(probe, position)? {
        Some(rated) => {
            let mut columns = Columns::new([Side::Left, Side::Left]);
            for rated in &rated {
                columns.row([game.move_text(position, rated.m), rated.value.to_string()]);
            }
            columns.write("  ", out)?;
        }
        None => writeln!(out, "  the tables do not hold every position that the moves lead to")?,
    }
    if with_line {
        match line(probe, position)? {
            Some(line) => writeln!(out, "\nbest line: {}", line_text(game, position, &line).join(" "))?,
            None => writeln!(out, "\nbest line: the tables do not hold every position on the way")?,
        }
    }
    Ok(())
}
