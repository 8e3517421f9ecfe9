//! The game loop: it asks the player whose turn it is, and shows the game.

use std::io::Write;
use std::mem::replace;

use super::choice::choose;
use super::ending::Ending;
use super::lines::Lines;
use super::objects::{OpenBoard, OpenEngine, RatedText, ThoughtQuery};
use super::observer::Observer;
use super::setup::{PlayError, PlaySetup, Seat};
use super::{announce, strength};
use crate::answer::Thought;
use crate::game::{Piece, Value};
use crate::search::{Limit, SearchClock, Watch};
use crate::values::LookupError;

/// A request of a person.
pub enum Request {
    /// To make this move.
    Move(String),
    /// To go on with a game that has changed: whose turn it is must be looked at again.
    LookAgain,
    /// To leave the game.
    Leave,
}

/// A game in progress.
pub struct Session<'a> {
    pub setup: &'a PlaySetup,
    pub seats: Vec<Seat>,
    /// The game. Its values are in use, unless they have failed.
    pub board: Box<dyn OpenBoard>,
    /// The moves that were taken back, the latest of the game first.
    pub undone: Vec<String>,
    /// The team that has resigned.
    pub resigned: Option<usize>,
    /// The engine that plays and gives hints where the tables do not, once it was needed.
    fallback: Option<Box<dyn OpenEngine>>,
    /// Whether the fallback made the last move of a side that the tables play.
    fell_back: bool,
    /// The team that has a forced win which was announced.
    pub announced: Option<usize>,
    /// Whether the board is shown from the other side.
    pub rotated: bool,
    /// The level of strength of the opponents.
    pub level: usize,
    /// The pieces that the legend of a board has explained.
    explained: Vec<Piece>,
    pub lines: &'a mut dyn Lines,
    pub output: &'a mut dyn Write,
    observer: &'a dyn Observer,
}

/// Shows the search of an engine to the observer.
struct Search<'a> {
    observer: &'a dyn Observer,
    engine: &'static str,
}

impl Watch<Thought> for Search<'_> {
    fn iteration(&self, result: &Thought) {
        self.observer.searching(self.engine, Some(result));
    }
}

impl<'a> Session<'a> {
    pub fn new(
        setup: &'a PlaySetup,
        board: Box<dyn OpenBoard>,
        seats: Vec<Seat>,
        lines: &'a mut dyn Lines,
        output: &'a mut dyn Write,
        observer: &'a dyn Observer,
    ) -> Self {
        Session {
            setup,
            seats,
            board,
            undone: Vec::new(),
            resigned: None,
            fallback: None,
            fell_back: false,
            announced: None,
            rotated: false,
            level: setup.level,
            explained: Vec::new(),
            lines,
            output,
            observer,
        }
    }

    /// Plays until the game is over or left. In either case the observer gets the game, unless no move was played: an
    /// empty game replaces no saved game.
    pub fn run(mut self) -> Result<Box<dyn OpenBoard>, PlayError> {
        let played = self.play_on();
        self.show_to_observer();
        played.map(|()| self.board)
    }

    /// Gives the game to the observer, unless it is empty.
    fn show_to_observer(&mut self) {
        if self.board.plies() > 0 || self.ending().is_some() {
            self.observer.changed(&self.transcript());
        }
    }

    fn play_on(&mut self) -> Result<(), PlayError> {
        let opening = announce::opening(&*self.board, &self.seats, self.ending());
        writeln!(self.output, "{opening}")?;
        if !self.seats.iter().any(|seat| matches!(seat, Seat::Person)) {
            self.show_board()?;
        }
        loop {
            if let Some(ending) = self.ending() {
                self.show_board()?;
                writeln!(self.output, "{}", self.board.result_text(ending))?;
                return Ok(());
            }
            let request = match self.seats[self.board.side()] {
                Seat::Person => self.ask()?,
                _ => Request::Move(self.answer()?),
            };
            match request {
                Request::Move(mv) => {
                    self.undone.clear();
                    self.push(&mv);
                }
                Request::LookAgain => {}
                Request::Leave => return Ok(()),
            }
            self.show_to_observer();
        }
    }

    /// Makes a legal move.
    pub fn push(&mut self, mv: &str) {
        self.board.play(mv).expect("the move is legal: it was read or chosen in this position");
    }

    pub fn show_board(&mut self) -> Result<(), PlayError> {
        let pieces = self.board.pieces();
        let is_explained = pieces.iter().all(|piece| self.explained.contains(piece));
        let board = self.board.picture(self.setup.style, self.rotated, !is_explained);
        self.explained.extend(pieces);
        writeln!(self.output, "\n{board}")?;
        Ok(())
    }

    /// The ending of the game; `None` while it goes on.
    fn ending(&self) -> Option<Ending> {
        let resignation = self.resigned.map(Ending::Resignation);
        resignation.or_else(|| self.board.ending(self.setup.quiet_plies))
    }

    /// The game as it is saved.
    pub fn transcript(&self) -> String {
        let names: Vec<&str> = self.seats.iter().map(Seat::name).collect();
        self.board.record(&names, self.ending(), &self.setup.tags)
    }

    /// The answer of the tables to a question. Tables that fail are given up, and have no answer.
    fn of_tables<A: Default>(
        &mut self,
        question: impl FnOnce(&dyn OpenBoard) -> Result<A, LookupError>,
    ) -> Result<A, PlayError> {
        match question(&*self.board) {
            Ok(answer) => Ok(answer),
            Err(error) => self.give_up_tables(&error).map(|()| A::default()),
        }
    }

    /// All moves with their values, best first, if the tables hold them.
    pub fn rated(&mut self) -> Result<Option<Vec<RatedText>>, PlayError> {
        self.of_tables(|board| board.rated())
    }

    /// The move of the tables, if they hold every position that a move leads to and know the way.
    pub fn table_move(&mut self) -> Result<Option<Thought>, PlayError> {
        let clock = SearchClock::running();
        self.of_tables(|board| board.by_tables(&query(Limit::default(), &clock), &()))
    }

    /// Why the value of the position may be a draw, if the rule of quiet plies may make it one.
    pub fn doubt(&mut self) -> Result<Option<String>, PlayError> {
        self.of_tables(|board| board.doubt())
    }

    /// What the move of a ply threw away, in words, if the tables hold it.
    pub fn why(&mut self, ply: usize) -> Result<Option<String>, PlayError> {
        self.of_tables(|board| board.why(ply))
    }

    /// Plays without tables from now on.
    fn give_up_tables(&mut self, error: &LookupError) -> Result<(), PlayError> {
        self.board.use_values(false);
        self.output.flush()?;
        self.observer.tables_failed(error);
        writeln!(self.output, "the tables cannot be used: the game goes on without them")?;
        Ok(())
    }

    /// The answer of an engine. Tables that fail are given up, and it is asked again.
    fn of_engine(
        &mut self,
        engine: &mut dyn OpenEngine,
        question: impl Fn(&dyn OpenBoard, &mut dyn OpenEngine) -> Result<Thought, LookupError>,
    ) -> Result<Thought, PlayError> {
        loop {
            match question(&*self.board, engine) {
                Err(error) if self.board.has_values() => self.give_up_tables(&error)?,
                answer => return Ok(answer?),
            }
        }
    }

    /// The move that this engine chooses.
    fn search(&mut self, engine: &mut dyn OpenEngine, limit: Limit) -> Result<Thought, PlayError> {
        self.output.flush()?;
        let observer = self.observer;
        self.of_engine(engine, |board, engine| {
            let watch = Search { observer, engine: engine.name() };
            observer.searching(watch.engine, None);
            let chosen = choose(board, engine, &query(limit, &SearchClock::running()), &watch);
            observer.searched();
            chosen
        })
    }

    /// Asks the fallback.
    fn with_fallback(
        &mut self,
        ask: impl FnOnce(&mut Self, &mut dyn OpenEngine) -> Result<Thought, PlayError>,
    ) -> Result<Thought, PlayError> {
        let name = self.board.facts().default_engine;
        let mut engine = self.fallback.take().unwrap_or_else(|| self.setup.fallback(name));
        let answer = ask(self, &mut *engine);
        self.fallback = Some(engine);
        answer
    }

    /// The move that the fallback chooses.
    pub fn fall_back(&mut self, limit: Limit) -> Result<Thought, PlayError> {
        self.with_fallback(|session, engine| session.search(engine, limit))
    }

    /// A move at a level of strength below the last: without the tables, and without the scores of longer searches,
    /// such as the searches for hints.
    fn limited(&mut self, engine: &mut dyn OpenEngine, limit: Limit) -> Result<Thought, PlayError> {
        let has_values = self.board.has_values();
        self.board.use_values(false);
        engine.forget();
        let chosen = self.search(engine, Limit { time: self.setup.limit.time, ..limit });
        self.board.use_values(has_values);
        chosen
    }

    /// The best line with the numbers of its moves: of the tables if they hold it, else of the fallback.
    pub fn best_line(&mut self, limit: Limit) -> Result<Vec<String>, PlayError> {
        let line = self.of_tables(|board| board.best_line())?;
        if !line.is_empty() {
            return Ok(line);
        }
        let found = self.with_fallback(|session, engine| {
            session.of_engine(engine, |board, engine| engine.search(board, &query(limit, &SearchClock::running()), &()))
        })?;
        let line: Vec<String> = found.line.into_iter().map(|step| step.mv).collect();
        Ok(self.board.numbered_line(&line))
    }

    /// The move of the tables, or of the fallback where the tables have none. A change from one to the other is
    /// announced.
    fn table_answer(&mut self) -> Result<Thought, PlayError> {
        let choice = self.table_move()?;
        let falls_back = choice.is_none();
        if self.board.has_values() && falls_back != self.fell_back {
            match falls_back {
                true => {
                    let name = self.board.facts().default_engine;
                    match self.rated()? {
                        Some(_) => writeln!(self.output, "the tables hold only results here: {name} plays by them")?,
                        None => {
                            writeln!(self.output, "the tables do not hold this position: {name} plays until they do")?;
                        }
                    }
                }
                false => writeln!(self.output, "the tables hold this position: they play again")?,
            }
        }
        self.fell_back = falls_back;
        match choice {
            Some(choice) => Ok(choice),
            None => self.fall_back(self.setup.limit),
        }
    }

    /// The move of the tables or of an engine. A forced win is announced once.
    fn answer(&mut self) -> Result<String, PlayError> {
        let side = self.board.side();
        // The engine is back in its seat before anybody moves.
        let choice = match (strength::limit(self.level), replace(&mut self.seats[side], Seat::Table)) {
            (limit, Seat::Engine(mut engine)) => {
                let choice = match limit {
                    Some(limit) => self.limited(&mut *engine, limit),
                    None => self.search(&mut *engine, self.setup.limit),
                };
                self.seats[side] = Seat::Engine(engine);
                choice?
            }
            (Some(limit), _) => self.with_fallback(|session, engine| session.limited(engine, limit))?,
            (None, _) => self.table_answer()?,
        };
        let facts = self.board.facts();
        let (team, side) = (facts.teams[side], facts.sides[side]);
        let value = choice.decided();
        let best = choice.best.expect("a position that goes on has a legal move");
        let plays = if announce::is_plural(side) { "play" } else { "plays" };
        write!(self.output, "  {}{side} {plays} {}", self.board.next_number(), best.name)?;
        if let Some(value) = value {
            // A win that may be a draw is not announced.
            let wins = matches!(value, Value::Win(_)) && choice.doubt.is_none();
            if wins && self.announced != Some(team) {
                write!(self.output, ": {}", choice.text)?;
            }
            if wins || self.announced == Some(team) {
                self.announced = wins.then_some(team);
            }
        }
        writeln!(self.output)?;
        Ok(best.mv)
    }
}

/// The query of a game at the board.
pub fn query(limit: Limit, clock: &SearchClock) -> ThoughtQuery<'_> {
    ThoughtQuery { for_people: true, ..ThoughtQuery::new(limit, clock) }
}

#[cfg(test)]
pub mod tests {
    use std::io;
    use std::sync::Mutex;

    use std::sync::Arc;

    use super::super::play;
    use super::*;
    use crate::catalogue::{CatalogueGame, GameEntry};
    use crate::games::pangki::Pangki;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::open::{OpenGame, Opened};
    use crate::players::levels;
    use crate::solve::{self, retrograde::Retrograde};
    use crate::space::{Entry, SliceId};
    use crate::table::Tables;
    use crate::values::{Lookup, Memory};

    /// A game without values.
    pub fn without_values<G: CatalogueGame>(game: G) -> Arc<dyn OpenGame> {
        let tables = Tables::empty(&game);
        Opened::new(GameEntry::new(game), tables)
    }

    /// Tic-tac-toe with values.
    pub fn with_values(values: impl Lookup + Send + 'static) -> Arc<dyn OpenGame> {
        let game = TicTacToe::new();
        let tables = Tables::of_memory(&game, values);
        Opened::new(GameEntry::new(game), tables)
    }

    /// All values of tic-tac-toe.
    pub fn solved() -> Memory {
        solve::in_memory(&TicTacToe::new(), &Retrograde, &()).expect("the game is solved")
    }

    /// The output of a game in which these lines are typed. A move is limited.
    pub fn shown_on(
        game: &Arc<dyn OpenGame>,
        limit: Limit,
        from: &str,
        seats: [&str; 2],
        mut lines: &[u8],
        observer: &dyn Observer,
    ) -> String {
        let engine = |text: &str| Arc::clone(game).engine(text, 0).expect(text);
        let seats = seats.map(|seat| match seat {
            "person" => Seat::Person,
            "table" => Seat::Table,
            text => Seat::Engine(engine(text)),
        });
        let setup = PlaySetup { limit, ..PlaySetup::new(Arc::clone(game) as _) };
        let board = Arc::clone(game).board(Some(from)).expect("a position");
        let mut output = Vec::new();
        play(&setup, board, seats.into(), &mut lines, &mut output, observer).expect("nothing fails in memory");
        String::from_utf8(output).expect("text")
    }

    /// The output of a game of tic-tac-toe with all its tables and players.
    pub fn shown(from: &str, seats: [&str; 2], lines: &[u8]) -> String {
        let game = TicTacToe::new();
        let tables = Tables::of_memory(&game, solved());
        let game: Arc<dyn OpenGame> = Opened::new(GameEntry::new(game).players(levels::factories()), tables);
        shown_on(&game, Limit::to_depth(3), from, seats, lines, &())
    }

    pub const PERSON_FIRST: [&str; 2] = ["person", "table"];
    pub const START: &str = ".../.../... x";

    #[test]
    fn a_blunder_is_punished_and_the_win_announced_once() {
        let text = shown(START, PERSON_FIRST, b"a1\na2\nc2\n");
        assert!(text.contains("1... o plays b2\n"), "{text}");
        assert!(text.contains("3... o plays c1: win in 1 ply (1 move)\n"), "{text}");
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
    fn a_position_that_comes_a_third_time_makes_a_draw() {
        let game = without_values(Pangki::new());
        let round = b"A2-B2\nA3-B3\nB2-A2\nB3-A3\n".repeat(3);
        let text = shown_on(&game, Limit::default(), &game.facts().start, ["person"; 2], &round, &());
        assert!(text.ends_with("A draw by the third occurrence of a position, after 8 plies (4 moves)\n"), "{text}");
    }

    #[test]
    fn a_game_begins_with_who_plays_and_how_to_get_help() {
        let opening = |from, seats| shown(from, seats, b"").lines().next().map(str::to_string).expect("a line");
        assert_eq!(
            opening(START, PERSON_FIRST),
            "x: you; o: table (falls back to level4). Type a move such as a1, or `help`."
        );
        assert_eq!(opening(START, ["level2", "level3"]), "x: level2; o: level3.");
        assert_eq!(
            opening("xxx/oo./... o", PERSON_FIRST),
            "x: you; o: table (falls back to level4). This game has ended."
        );
    }

    /// Tables that hold positions with at least this many marks, and fail on positions with exactly this many.
    pub struct Holes {
        pub solved: Memory,
        pub held_from: u32,
        pub fails_at: u32,
    }

    impl Lookup for Holes {
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
    pub struct Told(Mutex<Vec<String>>);

    impl Told {
        fn add(&self, text: String) {
            self.0.lock().expect("nobody panics").push(text);
        }

        pub fn of(&self, word: &str) -> Vec<String> {
            let told = self.0.lock().expect("nobody panics");
            told.iter().filter(|text| text.starts_with(word)).cloned().collect()
        }
    }

    impl Observer for Told {
        fn searching(&self, engine: &'static str, report: Option<&Thought>) {
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
        let with_holes = |held_from, fails_at| with_values(Holes { solved: solved(), held_from, fails_at });
        let shown =
            |game: &Arc<dyn OpenGame>, told: &Told| shown_on(game, Limit::to_depth(9), START, ["table"; 2], b"", told);
        let (falls, returns) = ("scout-tt plays until they do\n", "the tables hold this position: they play again\n");
        let drawn = "A draw, after 9 plies (5 moves)\n";

        let told = Told::default();
        let text = shown(&with_holes(5, 99), &told);
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
        let text = shown(&without_values(TicTacToe::new()), &told);
        assert!(text.starts_with("x: table (there are no tables: scout-tt plays); o: "), "{text}");
        assert!(text.ends_with(drawn) && !text.contains(falls), "{text}");

        let told = Told::default();
        let text = shown(&with_holes(0, 4), &told);
        assert!(text.ends_with(drawn) && !text.contains(falls), "{text}");
        assert_eq!(text.matches("the tables cannot be used: the game goes on without them\n").count(), 1, "{text}");
        assert_eq!(told.of("failed"), ["failed damaged"]);
    }
}
