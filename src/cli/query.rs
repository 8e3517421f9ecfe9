//! `hindsight query`: what the tables say of a position.

use std::io::{self, BufReader, Write};

use clap::Args;

use super::BUFFER;
use super::answer::{line_text, say};
use super::arguments::{self, position};
use super::failure::{Answer, Failure};
use super::output::{Columns, Side};
use super::stream;
use crate::game::Notation;
use crate::game::Value;
use crate::query::Probe;
use crate::query::{line, moves};
use crate::space::Space;
use crate::values::Lookup;

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
    let not_held = || probe.not_held(&position);
    if asked.json {
        say(&probe, &position)?.ok_or_else(not_held)?.write(out)?;
    } else {
        let value = probe.value(&position)?.ok_or_else(not_held)?;
        draw(&probe, &position, value, asked.line, out)?;
    }
    Ok(Answer::Yes)
}

/// The answer for people.
fn draw<G: Space + Notation>(
    probe: &Probe<G, impl Lookup>,
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
    let lacking = || probe.not_held(position).lacking.map_or_else(String::new, |slice| format!(": {slice}"));
    match moves(probe, position)? {
        Some(rated) => {
            let mut columns = Columns::new([Side::Left, Side::Left]);
            for rated in &rated {
                columns.row([game.move_text(position, rated.mv), rated.value.to_string()]);
            }
            columns.write("  ", out)?;
        }
        None => writeln!(out, "  the tables do not hold every position that the moves lead to{}", lacking())?,
    }
    if with_line {
        match line(probe, position)? {
            Some(line) => writeln!(out, "\nbest line: {}", line_text(game, position, &line).join(" "))?,
            None => writeln!(out, "\nbest line: the tables do not hold every position on the way{}", lacking())?,
        }
    }
    Ok(())
}
