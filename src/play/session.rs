//! The game loop: it asks the player whose turn it is, and shows the game.

use std::io::Write;
use std::mem::replace;
use std::path::Path;
use std::time::Duration;

use super::board::{Board, PlayError, Seat};
use super::choice::{Choice, choose, hardest};
use super::command::{self, Command};
use super::ending::Ending;
use super::lines::Lines;
use super::observer::Observer;
use super::record::Record;
use super::save::save;
use super::{announce, transcript};
use crate::game::{Game, Notation, Value};
use crate::query::{Probe, RatedMove, moves};
use crate::search::{Limit, Report, Searcher, Watch};
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// The greatest time for a hint.
const HINT: Duration = Duration::from_secs(5);

/// What a person asks for.
enum Request<M> {
    Move(M),
    /// The game has changed: whose turn it is must be looked at again.
    LookAgain,
    Leave,
}

/// A game in progress.
pub struct Session<'a, S: Space, T> {
    board: &'a Board<'a, S, T>,
    seats: Vec<Seat<S>>,
    record: Record<S::Position, S::Move>,
    /// The moves that were taken back, the latest of the game first.
    undone: Vec<S::Move>,
    /// The team that has resigned.
    resigned: Option<usize>,
    /// The tables, unless they have failed.
    probe: Option<&'a Probe<'a, S, T>>,
    /// The engine that plays and gives hints where the tables do not, once it was needed.
    fallback: Option<Searcher<S>>,
    /// Whether the fallback made the last move of a side that the tables play.
    fell_back: bool,
    /// The result in the last announcement, in one word.
    announced: &'static str,
    /// Whether the board is shown from the other side.
    flipped: bool,
    lines: &'a mut dyn Lines,
    output: &'a mut dyn Write,
    observer: &'a dyn Observer<S>,
}

/// Shows the search of an engine to the observer.
struct Search<'a, S: Game> {
    observer: &'a dyn Observer<S>,
    engine: &'static str,
    position: S::Position,
}

impl<S: Game> Watch<Report<S::Move>> for Search<'_, S> {
    fn iteration(&self, report: &Report<S::Move>) {
        self.observer.searching(self.engine, &self.position, Some(report));
    }
}

impl<'a, S: Space + Notation, T: Lookup> Session<'a, S, T> {
    pub fn new(
        board: &'a Board<'a, S, T>,
        record: Record<S::Position, S::Move>,
        seats: Vec<Seat<S>>,
        lines: &'a mut dyn Lines,
        output: &'a mut dyn Write,
        observer: &'a dyn Observer<S>,
    ) -> Self {
        Session {
            board,
            seats,
            record,
            undone: Vec::new(),
            resigned: None,
            probe: board.probe.as_ref(),
            fallback: None,
            fell_back: false,
            announced: "",
            flipped: false,
            lines,
            output,
            observer,
        }
    }

    /// Plays until the game is over or left. However it is left, the observer has it.
    pub fn run(mut self) -> Result<Record<S::Position, S::Move>, PlayError> {
        let played = self.play_on();
        self.observer.changed(&self.transcript());
        played.map(|()| self.record)
    }

    fn play_on(&mut self) -> Result<(), PlayError> {
        let opening = announce::opening(self.board, &self.seats, &self.record, self.ending());
        writeln!(self.output, "{opening}")?;
        if !self.seats.iter().any(|seat| matches!(seat, Seat::Person)) {
            self.show_board()?;
        }
        loop {
            if let Some(ending) = self.ending() {
                self.show_board()?;
                writeln!(self.output, "{}", announce::result(self.board.game, &self.record, ending))?;
                return Ok(());
            }
            let request = match self.seats[self.side()] {
                Seat::Person => self.ask()?,
                _ => Request::Move(self.answer()?),
            };
            match request {
                Request::Move(mv) => {
                    self.undone.clear();
                    self.push(mv);
                }
                Request::LookAgain => {}
                Request::Leave => return Ok(()),
            }
            self.observer.changed(&self.transcript());
        }
    }

    fn side(&self) -> usize {
        self.board.game.side_to_move(self.record.position())
    }

    fn push(&mut self, mv: S::Move) {
        let after = self.board.game.play(self.record.position(), mv);
        self.record.push(mv, after);
    }

    fn show_board(&mut self) -> Result<(), PlayError> {
        let board = announce::board(self.board.game, &self.record, self.flipped);
        writeln!(self.output, "\n{board}")?;
        Ok(())
    }

    /// The ending of the game; `None` while it goes on.
    fn ending(&self) -> Option<Ending> {
        let resignation = self.resigned.map(Ending::Resignation);
        resignation.or_else(|| Ending::of(self.board.game, &self.record, self.board.quiet_plies))
    }

    /// The game as it is saved.
    fn transcript(&self) -> String {
        let names: Vec<&str> = self.seats.iter().map(Seat::name).collect();
        transcript::write(self.board.game, &self.record, &names, self.ending())
    }

    /// All moves with their values, best first, if the tables hold them. Tables that fail are given up.
    fn rated(&mut self) -> Result<Option<Vec<RatedMove<S>>>, PlayError> {
        let Some(probe) = self.probe else { return Ok(None) };
        match moves(probe, self.record.position()) {
            Ok(rated) => Ok(rated),
            Err(error) => self.give_up_tables(&error).map(|()| None),
        }
    }

    /// The move of the tables, if they hold every position that a move leads to. Tables that fail are given up.
    fn table_move(&mut self) -> Result<Option<Choice<S::Move>>, PlayError> {
        let (Some(rated), Some(probe)) = (self.rated()?, self.probe) else { return Ok(None) };
        match hardest(probe, &rated) {
            Ok(best) => Ok(Some(Choice { mv: best.mv, value: Some(best.value) })),
            Err(error) => self.give_up_tables(&error).map(|()| None),
        }
    }

    /// Plays without tables from now on.
    fn give_up_tables(&mut self, error: &LookupError) -> Result<(), PlayError> {
        self.probe = None;
        self.output.flush()?;
        self.observer.tables_failed(error);
        writeln!(self.output, "the tables cannot be used: the game goes on without them")?;
        Ok(())
    }

    /// The move that this engine chooses. Tables that fail are given up.
    fn search(&mut self, engine: &mut Searcher<S>, limit: Limit) -> Result<Choice<S::Move>, PlayError> {
        self.output.flush()?;
        loop {
            let watch = Search { observer: self.observer, engine: engine.name(), position: *self.record.position() };
            self.observer.searching(watch.engine, &watch.position, None);
            let chosen = choose(self.board.game, self.probe, engine, &self.record, limit, &watch);
            self.observer.searched();
            match chosen {
                Err(error) if self.probe.is_some() => self.give_up_tables(&error)?,
                chosen => return Ok(chosen?),
            }
        }
    }

    /// The move that the fallback chooses.
    fn fall_back(&mut self, limit: Limit) -> Result<Choice<S::Move>, PlayError> {
        let mut engine = self.fallback.take().unwrap_or_else(|| self.board.fallback());
        let choice = self.search(&mut engine, limit);
        self.fallback = Some(engine);
        choice
    }

    /// The move of the tables; where they do not know it, that of the fallback. Whoever begins to play instead of the
    /// other is announced.
    fn table_answer(&mut self) -> Result<Choice<S::Move>, PlayError> {
        let choice = self.table_move()?;
        let falls_back = choice.is_none();
        if self.probe.is_some() && falls_back != self.fell_back {
            match falls_back {
                true => {
                    let name = self.fallback.get_or_insert_with(|| self.board.fallback()).name();
                    writeln!(self.output, "the tables do not hold this position: {name} plays until they do")?;
                }
                false => writeln!(self.output, "the tables hold this position: they play again")?,
            }
        }
        self.fell_back = falls_back;
        match choice {
            Some(choice) => Ok(choice),
            None => self.fall_back(self.board.limit),
        }
    }

    /// The move of the tables or of an engine. A forced win is announced once.
    fn answer(&mut self) -> Result<S::Move, PlayError> {
        let side = self.side();
        // The engine is back in its seat before anybody moves.
        let choice = match replace(&mut self.seats[side], Seat::Table) {
            Seat::Engine(mut engine) => {
                let choice = self.search(&mut engine, self.board.limit);
                self.seats[side] = Seat::Engine(engine);
                choice?
            }
            _ => self.table_answer()?,
        };
        let game = self.board.game;
        let (side, name) = (game.sides()[side], game.move_text(self.record.position(), choice.mv));
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

    /// Asks the person for a move, and answers everything else. A legal move comes before a command of the same name.
    fn ask(&mut self) -> Result<Request<S::Move>, PlayError> {
        self.show_board()?;
        let (game, position) = (self.board.game, *self.record.position());
        let prompt = format!("{}> ", game.sides()[self.side()]);
        let moves = game.moves(&position).map(|mv| game.move_text(&position, mv));
        let words: Vec<String> = moves.chain(command::WORDS.map(str::to_string)).collect();
        loop {
            let Some(line) = self.lines.line(&prompt, &words, self.output)? else {
                writeln!(self.output)?;
                return Ok(Request::Leave);
            };
            let line = line.trim();
            match (game.parse_move(&position, line), Command::read(line)) {
                (Ok(mv), _) => return Ok(Request::Move(mv)),
                (Err(error), None) => writeln!(self.output, "{error}. `help` lists the commands")?,
                (Err(_), Some(command)) => match self.obey(command)? {
                    Some(request) => return Ok(request),
                    None => continue,
                },
            }
        }
    }

    /// Carries out a command. Returns a request if the person is not to be asked again for a move in the same position.
    fn obey(&mut self, command: Command) -> Result<Option<Request<S::Move>>, PlayError> {
        match command {
            Command::Moves => self.show_moves()?,
            Command::Hint => self.hint()?,
            Command::Undo(turns) => return self.undo(turns),
            Command::Redo(turns) => return self.redo(turns),
            Command::New => {
                self.record = Record::new(*self.record.start());
                (self.undone, self.announced) = (Vec::new(), "");
                return Ok(Some(Request::LookAgain));
            }
            Command::Resign => {
                self.resigned = Some(self.board.game.team(self.side()));
                return Ok(Some(Request::LookAgain));
            }
            Command::Board => self.show_board()?,
            Command::Flip => {
                self.flipped = !self.flipped;
                self.show_board()?;
            }
            Command::Fen => writeln!(self.output, "{}", self.board.game.text(self.record.position()))?,
            Command::Save(path) => match save(Path::new(path), &self.transcript()) {
                Ok(()) => writeln!(self.output, "saved in {path}")?,
                Err(error) => writeln!(self.output, "the game could not be saved in {path}: {error}")?,
            },
            Command::Help => write!(self.output, "{}{}\n", command::HELP, self.board.game.help())?,
            Command::Quit => return Ok(Some(Request::Leave)),
            Command::NoNumber(word, found) => {
                writeln!(self.output, "expected a number of turns, such as `{word} 3`, found {found:?}")?;
            }
        }
        Ok(None)
    }

    /// Shows all moves, with their values if the tables hold them.
    fn show_moves(&mut self) -> Result<(), PlayError> {
        let (game, position) = (self.board.game, *self.record.position());
        match self.rated()? {
            Some(rated) => rated.iter().try_for_each(|rated| self.show_move(rated.mv, Some(rated.value))),
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

    /// Shows the best move by the tables, or else by the fallback.
    fn hint(&mut self) -> Result<(), PlayError> {
        let choice = match self.table_move()? {
            Some(choice) => choice,
            None => {
                let time = self.board.limit.time.map_or(HINT, |time| time.min(HINT));
                self.fall_back(Limit { depth: self.board.limit.depth, time: Some(time) })?
            }
        };
        self.show_move(choice.mv, choice.value)
    }

    fn is_turn_of_person(&self, position: &S::Position) -> bool {
        matches!(self.seats[self.board.game.side_to_move(position)], Seat::Person)
    }

    /// Goes back this many turns of a person, or to the first.
    fn undo(&mut self, turns: u32) -> Result<Option<Request<S::Move>>, PlayError> {
        let mut record = self.record.clone();
        for _ in 0..turns {
            let taken = record.undo(|position| self.is_turn_of_person(position));
            if taken.is_empty() {
                break;
            }
            self.undone.extend(taken.into_iter().rev());
        }
        if record.plies() == self.record.plies() {
            writeln!(self.output, "there is no turn of yours before this one")?;
            return Ok(None);
        }
        (self.record, self.announced) = (record, "");
        Ok(Some(Request::LookAgain))
    }

    /// Goes on this many turns of a person with the moves that were taken back, or to the last of them.
    fn redo(&mut self, turns: u32) -> Result<Option<Request<S::Move>>, PlayError> {
        if self.undone.is_empty() {
            writeln!(self.output, "there is no move to play again")?;
            return Ok(None);
        }
        for _ in 0..turns {
            while let Some(mv) = self.undone.pop() {
                self.push(mv);
                if self.is_turn_of_person(self.record.position()) {
                    break;
                }
            }
        }
        Ok(Some(Request::LookAgain))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io;
    use std::sync::Mutex;

    use super::super::{QUIET_PLIES, play};
    use super::*;
    use crate::games::pangki::Pangki;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::players::levels;
    use crate::search::PlayerFactory;
    use crate::solve::{self, retrograde::Retrograde};
    use crate::space::{Entry, SliceId};

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
        let board = Board { game, probe, players, limit, quiet_plies: QUIET_PLIES };
        shown_on(&board, from, seats, lines, &())
    }

    /// The same on any board, before an observer.
    fn shown_on<S: Space + Notation>(
        board: &Board<S, impl Lookup>,
        from: &str,
        seats: [&str; 2],
        mut lines: &[u8],
        observer: &dyn Observer<S>,
    ) -> String {
        let start = Record::new(board.game.parse(from).expect("a position"));
        let seats = seats.map(|seat| match seat {
            "person" => Seat::Person,
            "table" => Seat::Table,
            engine => Seat::Engine(Searcher::read(board.players, engine).expect(engine)),
        });
        let mut output = Vec::new();
        play(board, start, seats.into(), &mut lines, &mut output, observer).expect("nothing fails in memory");
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

    #[test]
    fn what_was_undone_can_be_played_again_until_another_move_is_made() {
        let boards = |text: &str| text.matches("\n3 ").count();
        // The table replies to each move; three boards are shown for moves, two after `undo 2` and `redo 5`.
        let text = shown(START, PERSON_FIRST, b"redo\nb2\na3\nundo 2\nfen\nredo\nfen\nredo 5\nfen\nredo\nquit\n");
        assert_eq!(text.matches("there is no move to play again").count(), 2, "{text}");
        let fens: Vec<&str> = text.lines().filter(|line| line.contains('/')).collect();
        let [start, second, third] = fens[..] else { panic!("{text}") };
        let start = start.strip_prefix("x> ").expect("the answer to a command");
        assert_eq!((start, second.matches('o').count(), third.matches('o').count()), (START, 1, 2), "{text}");
        assert_eq!(boards(&text), 6, "{text}");
        let text = shown(START, PERSON_FIRST, b"b2\nundo\na1\nredo\n");
        assert!(text.contains("there is no move to play again"), "{text}");
    }

    #[test]
    fn a_new_game_begins_where_this_one_began() {
        let from = "x.o/.../... x";
        let text = shown(from, PERSON_FIRST, b"b2\nnew\nfen\nundo\nredo\n");
        assert!(text.contains(&format!("x> {from}\n")), "{text}");
        assert!(text.contains("no turn of yours") && text.contains("no move to play again"), "{text}");
    }

    #[test]
    fn who_resigns_has_lost() {
        let text = shown(START, ["table", "person"], b"resign\nb2\n");
        assert!(text.ends_with("x has won: o resigned, after 1 ply (1 move)\n"), "{text}");
    }

    #[test]
    fn a_game_begins_with_who_plays_and_how_to_get_help() {
        let opening = |from, seats| shown(from, seats, b"").lines().next().map(str::to_string).expect("a line");
        assert_eq!(
            opening(START, PERSON_FIRST),
            "x: you; o: table (falls back to level1). Type a move such as a1, or `help`."
        );
        assert_eq!(opening(START, ["level2", "level3"]), "x: level2; o: level3.");
        assert_eq!(opening("xxx/oo./... o", PERSON_FIRST), "x: you; o: table (falls back to level1). This game has ended.");
    }

    #[test]
    fn moves_and_commands_are_offered_for_completion_and_an_interrupt_leaves() {
        struct Interrupted;
        impl Lines for Interrupted {
            fn line(&mut self, prompt: &str, words: &[String], _: &mut dyn Write) -> Result<Option<String>, PlayError> {
                assert_eq!((prompt, words.len()), ("x> ", 9 + command::WORDS.len()));
                assert!(words.contains(&"b2".to_string()) && words.contains(&"undo".to_string()), "{words:?}");
                Err(PlayError::Interrupted)
            }
        }
        let game = TicTacToe::new();
        let board: Board<_, ()> =
            Board { game: &game, probe: None, players: &[], limit: Limit::default(), quiet_plies: QUIET_PLIES };
        let seats = vec![Seat::Person, Seat::Person];
        let left = play(&board, Record::new(game.start()), seats, &mut Interrupted, &mut io::sink(), &());
        assert!(matches!(left, Err(PlayError::Interrupted)));
    }

    /// Tables that hold positions with at least this many marks, and fail on the one with this many.
    struct Holes<'a, T> {
        solved: &'a T,
        held_from: u32,
        fails_at: u32,
    }

    impl<T: Lookup> Lookup for Holes<'_, T> {
        fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
            match entry.slice.0 {
                slice if slice == self.fails_at => Err(LookupError::new(io::Error::other("damaged"))),
                _ if self.holds(entry.slice) => self.solved.value(entry),
                _ => Ok(None),
            }
        }

        fn holds(&self, slice: SliceId) -> bool {
            slice.0 >= self.held_from
        }
    }

    /// Keeps all that it is told.
    #[derive(Default)]
    struct Told(Mutex<Vec<String>>);

    impl Told {
        fn add(&self, text: String) {
            self.0.lock().expect("nobody panics").push(text);
        }

        fn of(&self, word: &str) -> Vec<String> {
            let told = self.0.lock().expect("nobody panics");
            told.iter().filter(|text| text.starts_with(word)).cloned().collect()
        }
    }

    impl<G: Game> Observer<G> for Told {
        fn searching(&self, engine: &str, _: &G::Position, report: Option<&Report<G::Move>>) {
            self.add(format!("searching {engine} {:?}", report.map(|report| report.depth)));
        }

        fn searched(&self) {
            self.add("searched".to_string());
        }

        fn changed(&self, transcript: &str) {
            self.add(format!("changed {}", transcript.lines().last().unwrap_or_default()));
        }

        fn tables_failed(&self, error: &LookupError) {
            self.add(format!("failed {error}"));
        }
    }

    #[test]
    fn the_tables_fall_back_to_a_search_and_play_again_where_they_can() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("the game is solved");
        let board = |held_from, fails_at| Holes { solved: &solved, held_from, fails_at };
        let shown = |tables: Option<&Holes<_>>, told: &Told| {
            let probe = tables.map(|tables| Probe { space: &game, tables });
            let limit = Limit { depth: Some(9), time: None };
            let board = Board { game: &game, probe, players: &[], limit, quiet_plies: QUIET_PLIES };
            shown_on(&board, START, ["table"; 2], b"", told)
        };
        let (falls, returns) = ("scout-tt plays until they do\n", "the tables hold this position: they play again\n");
        let drawn = "A draw, after 9 plies (5 moves)\n";

        let told = Told::default();
        let text = shown(Some(&board(5, 99)), &told);
        assert!(text.ends_with(drawn), "{text}");
        assert_eq!((text.matches(falls).count(), text.matches(returns).count()), (1, 1), "{text}");
        // Four moves are found by a search, the others are in the tables.
        assert_eq!(told.of("searching scout-tt None").len(), 4);
        assert_eq!(told.of("searched").len(), 4);
        assert!(told.of("searching scout-tt Some").len() >= 4);
        let kept = told.of("changed");
        assert!(kept[0].starts_with("changed 1. ") && kept[0].ends_with(" *") && kept.len() == 10, "{kept:?}");
        assert!(kept[9].ends_with(" 1/2-1/2"), "{kept:?}");

        let told = Told::default();
        let text = shown(None, &told);
        assert!(text.starts_with("x: table (there are no tables: scout-tt plays); o: "), "{text}");
        assert!(text.ends_with(drawn) && !text.contains(falls), "{text}");

        let told = Told::default();
        let text = shown(Some(&board(0, 4)), &told);
        assert!(text.ends_with(drawn) && !text.contains(falls), "{text}");
        assert_eq!(text.matches("the tables cannot be used: the game goes on without them\n").count(), 1, "{text}");
        assert_eq!(told.of("failed"), ["failed damaged"]);
    }
}
