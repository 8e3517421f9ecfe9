//! The game loop: it asks the player whose turn it is, and shows the game.

use std::fs;
use std::io::{BufRead, Read, Write};
use std::time::Duration;

use super::board::{Board, PlayError, Seat};
use super::choice::{Choice, choose, hardest};
use super::ending::Ending;
use super::record::Record;
use super::transcript;
use crate::game::{Notation, Value};
use crate::query::{Probe, RatedMove, moves};
use crate::search::{Limit, Searcher};
use crate::space::Space;
use crate::util::threads::processors;
use crate::values::Lookup;

/// The longest line, in bytes; the rest of a longer one counts as the next.
const LINE: u64 = 1000;

/// The greatest time for a hint.
const HINT: Duration = Duration::from_secs(5);

const HELP: &str = "\
moves       list the legal moves; with tables, best first and with their values
hint        show the best move
undo        go back to your previous turn; `undo 3` goes back three turns
board       show the board
save FILE   save the game
help        show this list
quit        leave the game
";

/// The tables, with the moves of a position and their values.
type Rated<'a, S, T> = (&'a Probe<'a, S, T>, Vec<RatedMove<S>>);

/// What a person asks for.
enum Request<M> {
    Move(M),
    Leave,
}

/// A game in progress.
pub struct Session<'a, S: Space, T, R, W: ?Sized> {
    board: &'a Board<'a, S, T>,
    seats: Vec<Seat<S>>,
    record: Record<S::Position, S::Move>,
    /// The result in the last announcement, in one word.
    announced: &'static str,
    input: &'a mut R,
    output: &'a mut W,
}

impl<'a, S: Space + Notation, T: Lookup, R: BufRead, W: Write + ?Sized> Session<'a, S, T, R, W> {
    pub fn new(
        board: &'a Board<'a, S, T>,
        record: Record<S::Position, S::Move>,
        seats: Vec<Seat<S>>,
        input: &'a mut R,
        output: &'a mut W,
    ) -> Self {
        Session { board, seats, record, announced: "", input, output }
    }

    /// Plays to the end.
    pub fn run(mut self) -> Result<Record<S::Position, S::Move>, PlayError> {
        if !self.seats.iter().any(|seat| matches!(seat, Seat::Person)) {
            self.show_board()?;
        }
        loop {
            if let Some(result) = self.result() {
                self.show_board()?;
                writeln!(self.output, "{result}")?;
                return Ok(self.record);
            }
            let mv = match self.seats[self.side()] {
                Seat::Person => match self.ask()? {
                    Request::Move(mv) => mv,
                    Request::Leave => return Ok(self.record),
                },
                _ => self.answer()?,
            };
            let after = self.board.game.play(self.record.position(), mv);
            self.record.push(mv, after);
        }
    }

    fn side(&self) -> usize {
        self.board.game.side_to_move(self.record.position())
    }

    fn show_board(&mut self) -> Result<(), PlayError> {
        writeln!(self.output, "\n{}", self.board.game.draw(self.record.position()))?;
        Ok(())
    }

    /// The ending of the game; `None` while it goes on.
    fn ending(&self) -> Option<Ending> {
        Ending::of(self.board.game, &self.record, self.board.quiet_plies)
    }

    /// The result in words; `None` while the game goes on.
    fn result(&self) -> Option<String> {
        let ending = self.ending()?;
        let game = self.board.game;
        let to_move = game.team(self.side());
        let result = match ending {
            Ending::Rules(_) => match ending.winner(to_move) {
                Some(winner) => self.victory(winner),
                None => "A draw".to_string(),
            },
            Ending::Repetition => "A draw by the third occurrence of a position".to_string(),
            Ending::Quiet(plies) => format!("A draw: {plies} plies without a capture"),
        };
        let plies = self.record.plies();
        let s = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        Some(format!("{result}, after {} ({})", s(plies, "ply", "plies"), s(plies.div_ceil(2), "move", "moves")))
    }

    /// The victory of a team in words. A team without a side wins when the only player has lost.
    fn victory(&self, team: usize) -> String {
        let game = self.board.game;
        let sides = |wanted: &dyn Fn(usize) -> bool| {
            let sides = game.sides().iter().enumerate();
            sides.filter(|(side, _)| wanted(game.team(*side))).map(|(_, name)| *name).collect::<Vec<_>>()
        };
        match sides(&|other| other == team).as_slice() {
            [] => format!("{} has lost", sides(&|_| true).join(" and ")),
            [winner] => format!("{winner} has won"),
            winners => format!("{} have won", winners.join(" and ")),
        }
    }

    /// The tables and the moves with their values, if the tables hold them all.
    fn rated(&self) -> Result<Option<Rated<'a, S, T>>, PlayError> {
        let Some(probe) = &self.board.probe else { return Ok(None) };
        Ok(moves(probe, self.record.position())?.map(|rated| (probe, rated)))
    }

    /// The move of the tables or of an engine. A forced win is announced once.
    fn answer(&mut self) -> Result<S::Move, PlayError> {
        let (board, side) = (self.board, self.side());
        let choice = match &mut self.seats[side] {
            Seat::Engine(engine) => {
                self.output.flush()?;
                choose(board.game, board.probe.as_ref(), engine, &self.record, board.limit, &())?
            }
            _ => {
                let (probe, rated) = self.rated()?.ok_or_else(|| match &board.probe {
                    Some(probe) => PlayError::NotHeld(probe.not_held(self.record.position())),
                    None => PlayError::NoTables(board.game.name()),
                })?;
                let best = hardest(probe, &rated)?;
                Choice { mv: best.mv, value: Some(best.value) }
            }
        };
        let (side, name) = (board.game.sides()[side], board.game.move_text(self.record.position(), choice.mv));
        write!(self.output, "{:>3}. {side} plays {name}", self.record.plies() + 1)?;
        if let Some(value) = choice.value {
            if matches!(value, Value::Win(_)) && self.announced != value.word() {
                write!(self.output, ": {value}")?;
            }
            self.announced = value.word();
        }
        writeln!(self.output)?;
        Ok(choice.mv)
    }

    /// Asks the person for a move, and answers everything else.
    fn ask(&mut self) -> Result<Request<S::Move>, PlayError> {
        self.show_board()?;
        loop {
            write!(self.output, "{}> ", self.board.game.sides()[self.side()])?;
            self.output.flush()?;
            let Some(line) = self.read_line()? else {
                writeln!(self.output)?;
                return Ok(Request::Leave);
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match (word.to_ascii_lowercase().as_str(), rest.trim()) {
                ("quit", "") => return Ok(Request::Leave),
                ("board", "") => self.show_board()?,
                ("help", "") => writeln!(self.output, "{HELP}{}", self.board.game.help())?,
                ("moves", "") => self.show_moves()?,
                ("hint", "") => self.hint()?,
                ("undo", "") => self.undo(1)?,
                ("undo", times) => match times.parse() {
                    Ok(times @ 1..=10_000) => self.undo(times)?,
                    _ => writeln!(self.output, "expected a number of turns, such as `undo 3`, found {times:?}")?,
                },
                ("save", path) if !path.is_empty() => self.save(path)?,
                _ => match self.board.game.parse_move(self.record.position(), &line) {
                    Ok(mv) => return Ok(Request::Move(mv)),
                    Err(error) => writeln!(self.output, "{error}. `help` lists the commands")?,
                },
            }
        }
    }

    /// The next line, trimmed; `None` at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>, PlayError> {
        let mut line = Vec::new();
        let read = self.input.by_ref().take(LINE).read_until(b'\n', &mut line).map_err(PlayError::Input)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_string()))
    }

    /// Shows all moves, with their values if the tables hold them.
    fn show_moves(&mut self) -> Result<(), PlayError> {
        let (game, position) = (self.board.game, *self.record.position());
        match self.rated()? {
            Some((_, rated)) => rated.iter().try_for_each(|rated| self.show_move(rated.mv, Some(rated.value))),
            None => {
                let names: Vec<String> = game.moves(&position).map(|mv| game.move_text(&position, mv)).collect();
                writeln!(self.output, "  {}", names.join(" "))?;
                Ok(())
            }
        }
    }

    fn show_move(&mut self, mv: S::Move, value: Option<Value>) -> Result<(), PlayError> {
        let name = self.board.game.move_text(self.record.position(), mv);
        match value {
            Some(value) => writeln!(self.output, "  {name:<8} {value}")?,
            None => writeln!(self.output, "  {name}")?,
        }
        Ok(())
    }

    /// Shows the best move by the tables, or else by the game's first player.
    fn hint(&mut self) -> Result<(), PlayError> {
        let game = self.board.game;
        let choice = match self.rated()? {
            Some((probe, rated)) => {
                let best = hardest(probe, &rated)?;
                Choice { mv: best.mv, value: Some(best.value) }
            }
            None => {
                let adviser = self.board.players.first().map_or("scout-tt", |factory| factory.name);
                let Ok(adviser) = Searcher::read(self.board.players, adviser) else {
                    unreachable!("every game has scout-tt and its players");
                };
                let mut adviser = adviser.with_threads(processors());
                let time = self.board.limit.time.map_or(HINT, |time| time.min(HINT));
                let limit = Limit { depth: self.board.limit.depth, time: Some(time) };
                choose(game, self.board.probe.as_ref(), &mut adviser, &self.record, limit, &())?
            }
        };
        self.show_move(choice.mv, choice.value)
    }

    /// Goes back this many turns of a person, or to the first.
    fn undo(&mut self, times: u32) -> Result<(), PlayError> {
        let (game, seats) = (self.board.game, &self.seats);
        let is_person = |position: &S::Position| matches!(seats[game.side_to_move(position)], Seat::Person);
        let mut taken = false;
        for _ in 0..times {
            if !self.record.undo(is_person) {
                break;
            }
            taken = true;
        }
        if taken {
            self.announced = "";
            self.show_board()
        } else {
            writeln!(self.output, "there is no turn of yours before this one")?;
            Ok(())
        }
    }

    /// Saves the game. If that fails, the game goes on.
    fn save(&mut self, path: &str) -> Result<(), PlayError> {
        let names: Vec<&str> = self.seats.iter().map(Seat::name).collect();
        let text = transcript::write(self.board.game, &self.record, &names, self.ending(), &self.board.tags);
        match fs::write(path, text) {
            Ok(()) => writeln!(self.output, "saved in {path}")?,
            Err(error) => writeln!(self.output, "the game could not be saved in {path}: {error}")?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{QUIET_PLIES, play};
    use super::*;
    use crate::game::Game;
    use crate::games::pangki::Pangki;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::players::levels;
    use crate::search::PlayerFactory;
    use crate::solve::{self, retrograde::Retrograde};

    /// What is shown in a game in which these lines are written.
    fn shown_of<S: Space + Notation>(
        game: &S,
        players: &[PlayerFactory<S>],
        from: &str,
        seats: [&str; 2],
        lines: &[u8],
    ) -> String {
        let solved = solve::in_memory(game, &Retrograde, &()).expect("the game is solved");
        let limit = Limit { depth: Some(3), time: None };
        let probe = Some(Probe { space: game, tables: &solved });
        let board = Board { game, probe, players, limit, quiet_plies: QUIET_PLIES, tags: transcript::Tags::default() };
        let start = Record::new(game.parse(from).expect("a position"));
        let seats = seats.map(|seat| match seat {
            "person" => Seat::Person,
            "table" => Seat::Table,
            engine => Seat::Engine(Searcher::read(players, engine).expect(engine)),
        });
        let (mut input, mut output) = (lines, Vec::new());
        play(&board, start, seats, &mut input, &mut output).expect("nothing fails in memory");
        String::from_utf8(output).expect("text")
    }

    fn shown(from: &str, seats: [&str; 2], lines: &[u8]) -> String {
        shown_of(&TicTacToe::new(), &levels::factories(), from, seats, lines)
    }

    const PERSON_FIRST: [&str; 2] = ["person", "table"];
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
        let text = shown(START, ["table"; 2], b"");
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
        let text = shown(START, ["table", "person"], b"undo\nb2\nundo\n");
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
        let round = b"A2-B2\nA3-B3\nB2-A2\nB3-A3\n".repeat(3);
        let text = shown_of(&game, &[], &game.text(&game.start()), ["person"; 2], &round);
        assert!(text.ends_with("A draw by the third occurrence of a position, after 8 plies (4 moves)\n"), "{text}");
    }

    #[test]
    fn an_engine_plays_and_undo_goes_back_as_far_as_one_likes() {
        let text = shown(START, ["person", "level1"], b"a1\nundo\nundo 9\nundo x\nundo\nquit\n");
        assert!(text.contains("2. o plays"), "{text}");
        assert_eq!(text.matches("no turn of yours").count(), 2, "{text}");
        assert!(text.contains("expected a number of turns"), "{text}");
        let text = shown(START, ["mtdf:depth=9,tables=off", "level4"], b"");
        assert!(text.ends_with("A draw, after 9 plies (5 moves)\n"), "{text}");
    }

    #[test]
    fn a_game_can_be_saved() {
        let directory = tempfile::TempDir::new().expect("a directory for the test");
        let path = directory.path().join("a game.pdn");
        let lines = format!("b2\nsave {}\nsave {}\n", path.display(), directory.path().display());
        let text = shown(START, PERSON_FIRST, lines.as_bytes());
        assert!(text.contains("saved in") && text.contains("could not be saved"), "{text}");
        let game = TicTacToe::new();
        let saved = fs::read_to_string(&path).expect("a file");
        assert_eq!(transcript::read(&game, &saved).map(|record| record.plies()), Ok(2), "{saved}");
    }
}
