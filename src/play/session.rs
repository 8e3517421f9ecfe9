//! The game loop: whose turn it is, what he wants, and what is shown.

use std::io::{BufRead, Read, Write};

use super::record::Record;
use super::{PlayError, Player};
use crate::game::{Notation, Outcome};
use crate::probe::{Probe, Tables};
use crate::query::{RatedMove, moves};
use crate::space::Space;

/// A position that comes so often makes a draw.
const REPETITIONS: usize = 3;

/// The bytes of a line that are looked at: the rest of a longer one counts as another.
const LINE: u64 = 1000;

const HELP: &str = "\
moves   every move with its value, best first
hint    the best move
undo    back to your turn before this one
board   the board again
help    this
quit    leaves the game
";

/// What a person wants.
enum Wish<M> {
    Move(M),
    Leave,
}

/// A game in progress.
pub struct Session<'a, S: Space, T, R, W: ?Sized> {
    probe: &'a Probe<'a, S, T>,
    players: [Player; 2],
    record: Record<S::Position, S::Move>,
    /// The result that the table last said was coming.
    announced: &'static str,
    input: &'a mut R,
    output: &'a mut W,
}

impl<'a, S: Space + Notation, T: Tables, R: BufRead, W: Write + ?Sized> Session<'a, S, T, R, W> {
    pub fn new(
        probe: &'a Probe<'a, S, T>,
        start: S::Position,
        players: [Player; 2],
        input: &'a mut R,
        output: &'a mut W,
    ) -> Self {
        Session { probe, players, record: Record::new(start), announced: "", input, output }
    }

    /// Plays to the end.
    pub fn run(mut self) -> Result<(), PlayError> {
        if self.players == [Player::Table; 2] {
            self.board()?;
        }
        loop {
            if let Some(result) = self.result() {
                self.board()?;
                writeln!(self.output, "{result}")?;
                return Ok(());
            }
            let m = match self.players[self.side()] {
                Player::Table => self.choose()?,
                Player::Person => match self.ask()? {
                    Wish::Move(m) => m,
                    Wish::Leave => return Ok(()),
                },
            };
            let after = self.probe.space.play(self.record.position(), m);
            self.record.push(m, after);
        }
    }

    fn side(&self) -> usize {
        self.probe.space.side_to_move(self.record.position())
    }

    fn board(&mut self) -> Result<(), PlayError> {
        writeln!(self.output, "\n{}", self.probe.space.draw(self.record.position()))?;
        Ok(())
    }

    /// How the game has ended, if it has, in words.
    fn result(&self) -> Option<String> {
        let sides = self.probe.space.sides();
        let (side, other) = (sides[self.side()], sides[1 - self.side()]);
        let result = match self.probe.space.outcome(self.record.position()) {
            Some(Outcome::Win) => format!("{side} has won"),
            Some(Outcome::Loss) => format!("{other} has won"),
            Some(Outcome::Draw) => "A draw".to_string(),
            None if self.record.occurrences() >= REPETITIONS => {
                "A draw: the position is there a third time".to_string()
            }
            None => return None,
        };
        let plies = self.record.plies();
        let s = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        Some(format!("{result}, after {} ({})", s(plies, "ply", "plies"), s(plies.div_ceil(2), "move", "moves")))
    }

    /// The moves with their values.
    fn rated(&self) -> Result<Vec<RatedMove<S>>, PlayError> {
        let position = self.record.position();
        moves(self.probe, position)?.ok_or_else(|| PlayError::NotHeld {
            game: self.probe.space.name(),
            position: self.probe.space.text(position),
        })
    }

    /// The table's move. It says what is coming when that has changed.
    fn choose(&mut self) -> Result<S::Move, PlayError> {
        let position = *self.record.position();
        let rated = self.rated()?;
        let Some(best) = rated.first() else {
            unreachable!("a position that goes on has a legal move");
        };
        let (side, name) = (self.probe.space.sides()[self.side()], self.probe.space.move_text(&position, best.m));
        write!(self.output, "{:>3}. {side} plays {name}", self.record.plies() + 1)?;
        let word = best.value.word();
        if word == "win" && self.announced != word {
            write!(self.output, ": {}", best.value)?;
        }
        self.announced = word;
        writeln!(self.output)?;
        Ok(best.m)
    }

    /// The person's wish. Whatever else is written is answered.
    fn ask(&mut self) -> Result<Wish<S::Move>, PlayError> {
        self.board()?;
        loop {
            write!(self.output, "{}> ", self.probe.space.sides()[self.side()])?;
            self.output.flush()?;
            let Some(line) = self.read_line()? else {
                writeln!(self.output)?;
                return Ok(Wish::Leave);
            };
            match line.to_ascii_lowercase().as_str() {
                "quit" => return Ok(Wish::Leave),
                "board" => self.board()?,
                "help" => writeln!(self.output, "{HELP}{}", self.probe.space.help())?,
                "moves" => self.show_moves(usize::MAX)?,
                "hint" => self.show_moves(1)?,
                "undo" => self.undo()?,
                _ => match self.probe.space.parse_move(self.record.position(), &line) {
                    Ok(m) => return Ok(Wish::Move(m)),
                    Err(error) => writeln!(self.output, "{error}. `help` lists what else can be said")?,
                },
            }
        }
    }

    /// A line without the space around it, or nothing at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>, PlayError> {
        let mut line = Vec::new();
        let read = self.input.by_ref().take(LINE).read_until(b'\n', &mut line).map_err(PlayError::Input)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_string()))
    }

    /// The best few moves with their values.
    fn show_moves(&mut self, most: usize) -> Result<(), PlayError> {
        for rated in self.rated()?.iter().take(most) {
            let name = self.probe.space.move_text(self.record.position(), rated.m);
            writeln!(self.output, "  {name:<8} {}", rated.value)?;
        }
        Ok(())
    }

    /// Back to the turn of a person before this one.
    fn undo(&mut self) -> Result<(), PlayError> {
        let (space, players) = (self.probe.space, self.players);
        if self.record.undo(|position| players[space.side_to_move(position)] == Player::Person) {
            self.announced = "";
            self.board()
        } else {
            writeln!(self.output, "there is no turn of yours before this one")?;
            Ok(())
        }
    }
}
