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
        moves(self.probe, position)?.ok_or_else(|| self.probe.not_held(position).into())
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

#[cfg(test)]
mod tests {
    use super::super::play;
    use super::*;
    use crate::game::Game;
    use crate::games::pangki::Pangki;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::solve_all;

    /// What is shown in a game of tic-tac-toe in which these lines are written.
    fn shown(from: &str, players: [Player; 2], lines: &[u8]) -> String {
        let game = TicTacToe::new();
        let solved = solve_all(&game, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        let start = game.parse(from).expect("a position");
        let (mut input, mut output) = (lines, Vec::new());
        play(&probe, start, players, &mut input, &mut output).expect("nothing fails in memory");
        String::from_utf8(output).expect("text")
    }

    const PERSON_FIRST: [Player; 2] = [Player::Person, Player::Table];
    const START: &str = ".../.../... x";

    #[test]
    fn a_blunder_is_punished_and_the_win_announced_once() {
        let text = shown(START, PERSON_FIRST, b"a1\na2\nc2\n");
        assert!(text.contains("2. o plays b2\n"), "{text}");
        assert!(text.contains("6. o plays c1: win in 1 ply (1 move)\n"), "{text}");
        assert!(text.ends_with("o has won, after 6 plies (3 moves)\n"), "{text}");
    }

    #[test]
    fn table_against_table_plays_to_the_end() {
        let text = shown(START, [Player::Table; 2], b"");
        assert!(text.ends_with("A draw, after 9 plies (5 moves)\n"), "{text}");
    }

    #[test]
    fn a_finished_game_needs_no_moves() {
        let text = shown("xxx/oo./... o", PERSON_FIRST, b"b1\n");
        assert!(text.ends_with("x has won, after 0 plies (0 moves)\n"), "{text}");
    }

    #[test]
    fn undo_takes_back_to_the_turn_of_a_person() {
        let boards = |text: &str| text.matches("3 . . .\n2 . . .\n1 . . .\n").count();
        let text = shown(START, PERSON_FIRST, b"undo\nb2\nundo\n");
        assert!(text.contains("no turn of yours"), "{text}");
        assert_eq!(boards(&text), 2, "{text}");
        // Where the table began, its first move stays.
        let text = shown(START, [Player::Table, Player::Person], b"undo\nb2\nundo\n");
        assert_eq!((boards(&text), text.matches("no turn of yours").count()), (0, 1), "{text}");
    }

    #[test]
    fn whatever_is_written_is_answered_and_the_end_of_input_leaves() {
        let mut lines = b"\n \nb9\nMOVES x\nquit now\n\xff\xfe\n\0\n".to_vec();
        lines.extend(vec![b'a'; 5000]);
        let text = shown(START, PERSON_FIRST, &lines);
        assert!(text.matches("expected one of the legal moves a1 b1").count() >= 8, "{text}");
        assert!(text.ends_with("x> \n"), "{text}");
    }

    #[test]
    fn commands_are_read_in_any_case_and_say_what_the_table_knows() {
        let text = shown("xo./xo./... x", PERSON_FIRST, b" Hint \nMoves\nhelp\nQUIT\na1\n");
        assert_eq!(text.matches("a1       win in 1 ply (1 move)").count(), 2, "{text}");
        assert!(text.contains("c3       loss in 2 plies (1 move)"), "{text}");
        assert!(text.contains("a move: `b2`"), "{text}");
        assert!(!text.contains("has won"), "{text}");
    }

    #[test]
    fn a_position_that_comes_a_third_time_makes_a_draw() {
        let game = Pangki::new();
        let solved = solve_all(&game, &()).expect("pangki is solved");
        let probe = Probe { space: &game, tables: &solved };
        let mut output = Vec::new();
        let round = b"A2-B2\nA3-B3\nB2-A2\nB3-A3\n".repeat(3);
        play(&probe, game.start(), [Player::Person; 2], &mut &round[..], &mut output).expect("nothing fails in memory");
        let text = String::from_utf8(output).expect("text");
        assert!(text.ends_with("A draw: the position is there a third time, after 8 plies (4 moves)\n"), "{text}");
    }
}
