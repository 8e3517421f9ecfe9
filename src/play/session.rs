//! The game loop: it asks the player whose turn it is, and shows the game.

use std::io::Write;
use std::mem::replace;

use super::board::{PlayError, PlaySetup, Seat};
use super::choice::{Choice, best, choose};
use super::ending::Ending;
use super::lines::Lines;
use super::observer::{Observer, Thinking};
use super::record::Record;
use super::{announce, strength, transcript};
use crate::game::{Board, Piece, PlayRules, Value, move_text_for_people, value_text};
use crate::query::annotate::{Judgement, judge};
use crate::query::{ExactValues, Probe, RatedMove, line, moves};
use crate::search::{Limit, SearchClock, SearchRequest, SearchResult, Searcher, Watch};
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// A request of a person.
pub enum Request<M> {
    /// To make this move.
    Move(M),
    /// To go on with a game that has changed: whose turn it is must be looked at again.
    LookAgain,
    /// To leave the game.
    Leave,
}

/// A game in progress.
pub struct Session<'a, S: Space + PlayRules, T> {
    pub board: &'a PlaySetup<'a, S, T>,
    pub seats: Vec<Seat<S>>,
    pub record: Record<S::Position, S::Move>,
    /// The moves that were taken back, the latest of the game first.
    pub undone: Vec<S::Move>,
    /// The team that has resigned.
    pub resigned: Option<usize>,
    /// The tables, unless they have failed.
    probe: Option<&'a Probe<'a, S, T>>,
    /// The engine that plays and gives hints where the tables do not, once it was needed.
    fallback: Option<Searcher<S>>,
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
    observer: &'a dyn Observer<S>,
}

/// Shows the search of an engine to the observer.
struct Search<'a, S: PlayRules> {
    observer: &'a dyn Observer<S>,
    thinking: Thinking<S::Position>,
}

impl<S: PlayRules> Watch<SearchResult<S::Move>> for Search<'_, S> {
    fn iteration(&self, report: &SearchResult<S::Move>) {
        self.observer.searching(&self.thinking, Some(report));
    }
}

impl<'a, S: Space + Board + PlayRules, T: Lookup> Session<'a, S, T> {
    pub fn new(
        board: &'a PlaySetup<'a, S, T>,
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
            announced: None,
            rotated: false,
            level: board.level,
            explained: Vec::new(),
            lines,
            output,
            observer,
        }
    }

    /// Plays until the game is over or left. In either case the observer gets the game, unless no move was played: an
    /// empty game replaces no saved game.
    pub fn run(mut self) -> Result<Record<S::Position, S::Move>, PlayError> {
        let played = self.play_on();
        self.show_to_observer();
        played.map(|()| self.record)
    }

    /// Gives the game to the observer, unless it is empty.
    fn show_to_observer(&mut self) {
        if self.record.plies() > 0 || self.ending().is_some() {
            self.observer.changed(&self.transcript());
        }
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
            self.show_to_observer();
        }
    }

    pub fn side(&self) -> usize {
        self.board.game.side_to_move(self.record.position())
    }

    pub fn push(&mut self, mv: S::Move) {
        let after = self.board.game.play(self.record.position(), mv);
        self.record.push(mv, after);
    }

    pub fn show_board(&mut self) -> Result<(), PlayError> {
        let pieces = self.board.game.diagram(self.record.position()).kinds();
        let is_explained = pieces.iter().all(|piece| self.explained.contains(piece));
        let board = announce::board(self.board.game, &self.record, self.board.style, self.rotated, !is_explained);
        self.explained.extend(pieces);
        writeln!(self.output, "\n{board}")?;
        Ok(())
    }

    /// The ending of the game; `None` while it goes on.
    fn ending(&self) -> Option<Ending> {
        let resignation = self.resigned.map(Ending::Resignation);
        resignation.or_else(|| Ending::of(self.board.game, &self.record, self.board.quiet_plies))
    }

    /// The game as it is saved.
    pub fn transcript(&self) -> String {
        let names: Vec<&str> = self.seats.iter().map(Seat::name).collect();
        transcript::write(self.board.game, &self.record, &names, self.ending(), &self.board.tags)
    }

    /// All moves with their values, best first, if the tables hold them. Tables that fail are given up.
    pub fn rated(&mut self) -> Result<Option<Vec<RatedMove<S>>>, PlayError> {
        let Some(probe) = self.probe else { return Ok(None) };
        match moves(probe, self.record.position()) {
            Ok(rated) => Ok(rated),
            Err(error) => self.give_up_tables(&error).map(|()| None),
        }
    }

    /// The move of the tables, if they hold every position that a move leads to and know the way. Tables that fail are
    /// given up.
    pub fn table_move(&mut self) -> Result<Option<Choice<S::Move>>, PlayError> {
        let Some(probe) = self.probe else { return Ok(None) };
        match best(probe, self.record.position()) {
            Ok(best) => Ok(best.map(|best| Choice { mv: best.mv, value: Some(best.value) })),
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
            let (game, position) = (self.board.game, *self.record.position());
            let thinking = Thinking { engine: engine.name(), unit: engine.unit(game), position };
            let watch = Search { observer: self.observer, thinking };
            self.observer.searching(&watch.thinking, None);
            let clock = SearchClock::running();
            let request = SearchRequest::new(game, &position, limit, &clock);
            let request = SearchRequest { before: self.record.before(), watch: &watch, ..request };
            let chosen = choose(self.probe, engine, &request);
            self.observer.searched();
            match chosen {
                Err(error) if self.probe.is_some() => self.give_up_tables(&error)?,
                chosen => return Ok(chosen?),
            }
        }
    }

    /// The move that the fallback chooses.
    pub fn fall_back(&mut self, limit: Limit) -> Result<Choice<S::Move>, PlayError> {
        let mut engine = self.fallback.take().unwrap_or_else(|| self.board.fallback());
        let choice = self.search(&mut engine, limit);
        self.fallback = Some(engine);
        choice
    }

    /// The move of the fallback at a level of strength below the last, without the scores of hints, whose searches are
    /// longer.
    fn limited_answer(&mut self, limit: Limit) -> Result<Choice<S::Move>, PlayError> {
        self.limited(limit, |session, limit| {
            session.fallback.iter_mut().for_each(Searcher::forget);
            session.fall_back(limit)
        })
    }

    /// A move at a level of strength below the last: without the tables.
    fn limited(
        &mut self,
        limit: Limit,
        mut find: impl FnMut(&mut Self, Limit) -> Result<Choice<S::Move>, PlayError>,
    ) -> Result<Choice<S::Move>, PlayError> {
        let probe = self.probe.take();
        let choice = find(self, Limit { time: self.board.limit.time, ..limit });
        self.probe = probe;
        choice
    }

    /// The best line: of the tables if they hold it, else of the fallback. Tables that fail are given up.
    pub fn best_line(&mut self, limit: Limit) -> Result<Vec<S::Move>, PlayError> {
        if let Some(probe) = self.probe {
            match line(probe, self.record.position()) {
                Ok(Some(line)) if !line.is_empty() => return Ok(line),
                Ok(_) => {}
                Err(error) => self.give_up_tables(&error)?,
            }
        }
        let mut engine = self.fallback.take().unwrap_or_else(|| self.board.fallback());
        let line = loop {
            let exact: &dyn ExactValues<S> = self.probe.map_or(&(), |probe| probe);
            let clock = SearchClock::running();
            let request = SearchRequest::new(self.board.game, self.record.position(), limit, &clock);
            match engine.search(&SearchRequest { exact, before: self.record.before(), ..request }) {
                Err(error) if self.probe.is_some() => self.give_up_tables(&error)?,
                found => break found?.line,
            }
        };
        self.fallback = Some(engine);
        Ok(line)
    }

    /// The judgement of the tables on the move of this ply, if they hold it. Tables that fail are given up.
    pub fn judged(&mut self, ply: usize) -> Result<Option<Judgement<S>>, PlayError> {
        let Some(probe) = self.probe else { return Ok(None) };
        match judge(probe, &self.record.before()[ply], self.record.moves()[ply]) {
            Ok(judgement) => Ok(judgement),
            Err(error) => self.give_up_tables(&error).map(|()| None),
        }
    }

    /// The move of the tables, or of the fallback where the tables have none. A change from one to the other is
    /// announced.
    fn table_answer(&mut self) -> Result<Choice<S::Move>, PlayError> {
        let choice = self.table_move()?;
        let falls_back = choice.is_none();
        if self.probe.is_some() && falls_back != self.fell_back {
            match falls_back {
                true => {
                    let name = self.board.fallback_name();
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
            None => self.fall_back(self.board.limit),
        }
    }

    /// The move of the tables or of an engine. A forced win is announced once.
    fn answer(&mut self) -> Result<S::Move, PlayError> {
        let side = self.side();
        // The engine is back in its seat before anybody moves.
        let choice = match (strength::limit(self.level), replace(&mut self.seats[side], Seat::Table)) {
            (limit, Seat::Engine(mut engine)) => {
                let choice = match limit {
                    Some(limit) => self.limited(limit, |session, limit| {
                        engine.forget();
                        session.search(&mut engine, limit)
                    }),
                    None => self.search(&mut engine, self.board.limit),
                };
                self.seats[side] = Seat::Engine(engine);
                choice?
            }
            (Some(limit), _) => self.limited_answer(limit)?,
            (None, _) => self.table_answer()?,
        };
        let game = self.board.game;
        let team = game.team(side);
        let (side, name) = (game.sides()[side], move_text_for_people(game, self.record.position(), choice.mv));
        let plays = if announce::is_plural(side) { "play" } else { "plays" };
        let number = transcript::first_number(game, self.record.position(), self.record.plies());
        write!(self.output, "  {number}{side} {plays} {name}")?;
        if let Some(value) = choice.value {
            let wins = matches!(value, Value::Win(_));
            if wins && self.announced != Some(team) {
                write!(self.output, ": {}", value_text(game, value))?;
            }
            if wins || self.announced == Some(team) {
                self.announced = wins.then_some(team);
            }
        }
        writeln!(self.output)?;
        Ok(choice.mv)
    }
}

#[cfg(test)]
pub mod tests {
    use std::io;
    use std::sync::Mutex;

    use super::super::play;
    use super::*;
    use crate::game::{Game, position_text};
    use crate::games::pangki::Pangki;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::players::levels;
    use crate::solve::{self, retrograde::Retrograde};
    use crate::space::{Entry, SliceId};

    /// The output of a game in which these lines are typed.
    pub fn shown_on<S: Space + Board + PlayRules>(
        board: &PlaySetup<S, impl Lookup>,
        from: &str,
        seats: [&str; 2],
        mut lines: &[u8],
        observer: &dyn Observer<S>,
    ) -> String {
        let start = Record::new(board.game.parse(from).expect("a position"));
        let seats = seats.map(|seat| match seat {
            "person" => Seat::Person,
            "table" => Seat::Table,
            engine => Seat::Engine(Box::new(Searcher::read(board.players, engine).expect(engine))),
        });
        let mut output = Vec::new();
        play(board, start, seats.into(), &mut lines, &mut output, observer).expect("nothing fails in memory");
        String::from_utf8(output).expect("text")
    }

    /// The output of a game of tic-tac-toe with all its tables and players.
    pub fn shown(from: &str, seats: [&str; 2], lines: &[u8]) -> String {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("the game is solved");
        let (probe, limit) = (Some(Probe { space: &game, tables: &solved }), Limit::to_depth(3));
        let board = PlaySetup { probe, players: &levels::factories(), limit, ..PlaySetup::new(&game) };
        shown_on(&board, from, seats, lines, &())
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
        let game = Pangki::new();
        let round = b"A2-B2\nA3-B3\nB2-A2\nB3-A3\n".repeat(3);
        let board: PlaySetup<_, ()> = PlaySetup::new(&game);
        let text = shown_on(&board, &position_text(&game, &game.start()), ["person"; 2], &round, &());
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
    pub struct Holes<'a, T> {
        pub solved: &'a T,
        pub held_from: u32,
        pub fails_at: u32,
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

    impl<G: PlayRules> Observer<G> for Told {
        fn searching(&self, thinking: &Thinking<G::Position>, report: Option<&SearchResult<G::Move>>) {
            let engine = thinking.engine;
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
            let limit = Limit::to_depth(9);
            let board = PlaySetup { probe, limit, ..PlaySetup::new(&game) };
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
