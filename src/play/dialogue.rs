//! The dialogue with a person: it asks for moves, and carries out commands.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::command::{self, Command};
use super::save::{check_saveable, save};
use super::session::{Request, Session};
use super::setup::{PlayError, Seat};
use super::strength::{self, LEVELS};
use crate::game::{Notation, move_text_for_people, value_text};
use crate::query::annotate::{Comparison, Judgement};
use crate::search::Limit;
use crate::space::Space;

/// The greatest time for a hint.
const HINT: Duration = Duration::from_secs(5);

impl Session<'_> {
    /// Asks the person for a move, and answers everything else. A legal move comes before a command of the same name.
    pub fn ask(&mut self) -> Result<Request, PlayError> {
        self.show_board()?;
        let prompt = format!("{}> ", self.board.facts().sides[self.board.side()]);
        let moves = self.board.moves().into_iter().map(|mv| mv.name);
        let words: Vec<String> = moves.chain(command::WORDS.map(str::to_string)).collect();
        loop {
            let Some(line) = self.lines.line(&prompt, &words, self.output)? else {
                writeln!(self.output)?;
                return Ok(Request::Leave);
            };
            let line = line.trim();
            match (self.board.read(line), Command::read(line)) {
                (Ok(mv), _) => return Ok(Request::Move(mv.mv)),
                (Err(error), None) => writeln!(self.output, "{error}. `help` lists the commands")?,
                (Err(_), Some(command)) => match self.obey(command)? {
                    Some(request) => return Ok(request),
                    None => continue,
                },
            }
        }
    }

    /// Carries out a command. Returns a request if the person is not to be asked again for a move in the same position.
    fn obey(&mut self, command: Command) -> Result<Option<Request>, PlayError> {
        match command {
            Command::Moves => self.show_moves()?,
            Command::Hint => self.hint()?,
            Command::Line => self.show_line()?,
            Command::Why => self.show_why()?,
            Command::Levels => self.show_levels()?,
            Command::Level(_) if self.seats.iter().all(|seat| matches!(seat, Seat::Person)) => {
                writeln!(self.output, "there is no opponent in this game")?;
            }
            Command::Level(level) => {
                self.level = level;
                writeln!(self.output, "level {level}: each opponent {}", strength::about(level))?;
            }
            Command::NoLevel(found) => {
                writeln!(self.output, "expected a level from 1 to {LEVELS}, such as `level 3`, found {found:?}")?;
            }
            Command::Undo(turns) => return self.undo(turns),
            Command::Redo(turns) => return self.redo(turns),
            Command::New => {
                self.board.take_back(0);
                (self.undone, self.announced) = (Vec::new(), None);
                return Ok(Some(Request::LookAgain));
            }
            Command::Resign => {
                self.resigned = Some(self.board.facts().teams[self.board.side()]);
                return Ok(Some(Request::LookAgain));
            }
            Command::Board => self.show_board()?,
            Command::Flip => {
                self.rotated = !self.rotated;
                self.show_board()?;
            }
            Command::Fen => writeln!(self.output, "{}", self.board.position())?,
            Command::Save("") => {
                let extension = self.board.facts().extension;
                writeln!(self.output, "expected a file, such as `save game.{extension}`")?;
            }
            Command::Save(path) => match self.save(Path::new(path)) {
                Ok(()) => writeln!(self.output, "saved in {path}")?,
                Err(error) => writeln!(self.output, "the game could not be saved in {path}: {error}")?,
            },
            Command::Help => writeln!(self.output, "{}{}", command::HELP, self.board.facts().notation)?,
            Command::Quit => return Ok(Some(Request::Leave)),
            Command::NoNumber(word, found) => {
                writeln!(self.output, "expected a number of turns, such as `{word} 3`, found {found:?}")?;
            }
        }
        Ok(None)
    }

    /// Saves the game.
    fn save(&self, path: &Path) -> io::Result<()> {
        check_saveable(self.board.facts().name, &|text, most| self.board.reads(text, most), path)?;
        save(path, &self.transcript())
    }

    /// Shows all moves, with their values if the tables hold them.
    fn show_moves(&mut self) -> Result<(), PlayError> {
        match self.rated()? {
            Some(rated) => {
                rated.iter().try_for_each(|rated| self.show_move(&rated.name, Some(&rated.text)))?;
                self.show_doubt()
            }
            None => {
                let names: Vec<String> = self.board.moves().into_iter().map(|mv| mv.name).collect();
                writeln!(self.output, "  {}", names.join(" "))?;
                Ok(())
            }
        }
    }

    /// Shows a move with its value in words.
    fn show_move(&mut self, name: &str, value: Option<&str>) -> Result<(), PlayError> {
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
                let limit = self.hint_limit();
                self.fall_back(limit)?
            }
        };
        let best = choice.best.as_ref().map_or("", |best| &best.name);
        self.show_move(best, choice.decided().map(|_| choice.text.as_str()))?;
        self.show_doubt()
    }

    /// Says why the value of the position may be a draw.
    fn show_doubt(&mut self) -> Result<(), PlayError> {
        if let Some(doubt) = self.doubt()? {
            writeln!(self.output, "  {doubt}")?;
        }
        Ok(())
    }

    /// The limit of a hint.
    fn hint_limit(&self) -> Limit {
        let time = self.setup.limit.time.map_or(HINT, |time| time.min(HINT));
        Limit { time: Some(time), ..self.setup.limit }
    }

    /// Shows the best line from the board, with the numbers of its moves.
    fn show_line(&mut self) -> Result<(), PlayError> {
        let words = self.best_line(self.hint_limit())?;
        writeln!(self.output, "  {}", words.join(" "))?;
        self.show_doubt()
    }

    /// Shows the value of the last move of each side, and what it threw away.
    fn show_why(&mut self) -> Result<(), PlayError> {
        let plies = self.board.plies();
        if plies == 0 {
            writeln!(self.output, "no move was made yet")?;
        }
        for ply in plies.saturating_sub(self.board.facts().sides.len())..plies {
            let name = self.board.numbered(ply);
            match self.why(ply)? {
                Some(why) => writeln!(self.output, "  {name}: {why}")?,
                None => writeln!(self.output, "  {name}: the tables do not hold all moves of that position")?,
            }
        }
        Ok(())
    }

    fn show_levels(&mut self) -> Result<(), PlayError> {
        for level in 1..=LEVELS {
            let mark = if level == self.level { '*' } else { ' ' };
            writeln!(self.output, "{mark} {level}  {}", strength::about(level))?;
        }
        Ok(())
    }

    /// Goes back this many turns of a person, or to the first.
    fn undo(&mut self, turns: u32) -> Result<Option<Request>, PlayError> {
        let is_turn_of_person = |ply: &usize| matches!(self.seats[self.board.side_before(*ply)], Seat::Person);
        let turns_before = (0..self.board.plies()).rev().filter(is_turn_of_person);
        let Some(ply) = turns_before.take(turns as usize).last() else {
            writeln!(self.output, "there is no turn of yours before this one")?;
            return Ok(None);
        };
        let taken = self.board.take_back(ply);
        self.undone.extend(taken.into_iter().rev());
        self.announced = None;
        Ok(Some(Request::LookAgain))
    }

    /// Goes on this many turns of a person with the moves that were taken back, or to the last of them.
    fn redo(&mut self, turns: u32) -> Result<Option<Request>, PlayError> {
        if self.undone.is_empty() {
            writeln!(self.output, "there is no move to play again")?;
            return Ok(None);
        }
        for _ in 0..turns {
            while let Some(mv) = self.undone.pop() {
                self.push(&mv);
                if matches!(self.seats[self.board.side()], Seat::Person) {
                    break;
                }
            }
        }
        Ok(Some(Request::LookAgain))
    }
}

/// What a move threw away, in words.
pub fn judged_text<G: Space + Notation>(game: &G, before: &G::Position, judgement: &Judgement<G>) -> String {
    let [value, best] = [judgement.value, judgement.best].map(|value| value_text(game, value));
    let name = judgement.moves.first().map_or(String::new(), |best| move_text_for_people(game, before, best.mv));
    match judgement.verdict {
        Comparison::Best => format!("{value}, and no move is better"),
        Comparison::Slower(_) => format!("{value}; {name} was the best: {best}"),
        Comparison::Mistake | Comparison::Blunder => {
            format!("{value}; it threw away a {} by {name}: {best}", judgement.best.word())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;
    use std::sync::Arc;

    use super::super::session::tests::{Holes, PERSON_FIRST, START, Told, shown, shown_on, solved};
    use super::super::session::tests::{with_values, without_values};
    use super::super::{Lines, PlaySetup, play, transcript};
    use super::*;
    use crate::game::{Board, Diagram, Game, Notation, NotationError, Outcome, PlayRules};
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::space::{Entry, Naming, Slice, Symmetry};

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
    fn an_engine_plays_and_undo_goes_back_as_far_as_one_likes() {
        let text = shown(START, ["person", "level1"], b"a1\nundo\nundo 9\nundo x\nundo\nquit\n");
        assert!(text.contains("1... o plays"), "{text}");
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
        assert_eq!(transcript::read(&game, &saved, &mut |_| ()).map(|record| record.plies()), Ok(2), "{saved}");
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
    fn moves_and_commands_are_offered_for_completion_and_an_interrupt_leaves() {
        struct Interrupted;
        impl Lines for Interrupted {
            fn line(&mut self, prompt: &str, words: &[String], _: &mut dyn Write) -> Result<Option<String>, PlayError> {
                assert_eq!((prompt, words.len()), ("x> ", 9 + command::WORDS.len()));
                assert!(words.contains(&"b2".to_string()) && words.contains(&"undo".to_string()), "{words:?}");
                Err(PlayError::Interrupted)
            }
        }
        let game = without_values(TicTacToe::new());
        let board = Arc::clone(&game).board(None).expect("the start");
        let setup = PlaySetup::new(game);
        let seats = vec![Seat::Person, Seat::Person];
        let left = play(&setup, board, seats, &mut Interrupted, &mut io::sink(), &());
        assert!(matches!(left, Err(PlayError::Interrupted)));
    }

    /// Tic-tac-toe with squares of other names: `q` for a1 and `undo` for b1.
    struct Renamed(TicTacToe);

    impl Game for Renamed {
        type Position = <TicTacToe as Game>::Position;
        type Move = <TicTacToe as Game>::Move;

        fn name(&self) -> &'static str {
            "renamed"
        }

        fn sides(&self) -> &'static [&'static str] {
            self.0.sides()
        }

        fn start(&self) -> Self::Position {
            self.0.start()
        }

        fn side_to_move(&self, position: &Self::Position) -> usize {
            self.0.side_to_move(position)
        }

        fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
            self.0.outcome(position)
        }

        fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
            self.0.moves(position)
        }

        fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
            self.0.play(position, mv)
        }
    }

    impl PlayRules for Renamed {}

    impl Notation for Renamed {
        fn parse(&self, text: &str) -> Result<Self::Position, NotationError> {
            self.0.parse(text)
        }

        fn write(&self, position: &Self::Position, text: &mut String) {
            self.0.write(position, text);
        }

        fn write_move(&self, position: &Self::Position, mv: Self::Move, text: &mut String) {
            match mv.0 {
                0 => text.push('q'),
                1 => text.push_str("undo"),
                _ => self.0.write_move(position, mv, text),
            }
        }

        fn help(&self) -> &'static str {
            self.0.help()
        }
    }

    impl Board for Renamed {
        fn diagram(&self, position: &Self::Position) -> Diagram {
            self.0.diagram(position)
        }
    }

    impl Space for Renamed {
        fn slices(&self) -> &[Slice] {
            self.0.slices()
        }

        fn rank(&self, position: &Self::Position) -> Option<Entry> {
            self.0.rank(position)
        }

        fn unrank(&self, entry: Entry) -> Option<Self::Position> {
            self.0.unrank(entry)
        }
    }

    impl Naming for Renamed {}

    impl Symmetry for Renamed {}

    #[test]
    fn a_legal_move_comes_before_a_command_of_its_name() {
        let game = without_values(Renamed(TicTacToe::new()));
        // Once the squares are taken, the words are commands again.
        let lines = b"q\nundo\nfen\nundo\nfen\nq\nundo\nq\nb2\n";
        let text = shown_on(&game, Limit::default(), START, ["person"; 2], lines, &());
        assert!(text.contains("x> .../.../xo. x\n") && text.contains("o> .../.../x.. o\n"), "{text}");
        assert!(text.ends_with("o> "), "{text}");
    }

    #[test]
    fn a_line_is_searched_where_the_tables_fail() {
        let game = with_values(Holes { solved: solved(), held_from: 5, fails_at: 4 });
        let told = Told::default();
        let text = shown_on(&game, Limit::to_depth(6), START, ["person"; 2], b"line\na1\n", &told);
        assert_eq!(text.matches("the tables cannot be used: the game goes on without them\n").count(), 1, "{text}");
        assert!(text.contains("\n  1. ") && text.contains("2."), "{text}");
        assert_eq!(told.of("failed"), ["failed damaged"]);
        assert!(told.of("changed").last().is_some_and(|kept| kept.starts_with("changed 1. a1")), "{text}");
    }

    #[test]
    fn a_hint_makes_a_weak_opponent_no_stronger() {
        let game = without_values(TicTacToe::new());
        let answer = |lines: &[u8]| {
            let text = shown_on(&game, Limit::to_depth(9), START, PERSON_FIRST, lines, &());
            text.lines().find(|line| line.contains("1... o plays ")).map(str::to_string).expect(&text)
        };
        // A level that looks one ply ahead does not see that all moves but b2 lose.
        assert_eq!(answer(b"level 1\nhint\na1\n"), answer(b"level 1\na1\n"));
        assert!(!answer(b"level 1\na1\n").contains("b2"));
    }
}
