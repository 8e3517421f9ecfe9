//! A game in play, and an engine that plays it.

use std::any::{Any, type_name};
use std::sync::Arc;

use super::opened::Opened;
use super::position::{step, steps};
use crate::answer::{GameFacts, StepAnswer, Thought, words};
use crate::catalogue::CatalogueGame;
use crate::draw::Style;
use crate::game::{
    NotationError, Outcome, Piece, Turn, Value, move_text, move_text_for_people, position_text, turn, value_text,
    value_text_for_people,
};
use crate::play::matches::{self, OpeningError};
use crate::play::transcript::{self, Tags};
use crate::play::{
    CHOOSER, Ending, MoveText, OpenBoard, OpenEngine, OpeningsQuery, RatedText, Record, ThoughtQuery, announce,
    best_rated, judged_text, rated, table_line,
};
use crate::query::annotate::judge;
use crate::query::{ExactValues, Probe, RatedMove, is_in_time, line_under_rule, moves_under_rule, value_under_rule};
use crate::search::{
    Abilities, ChanceFunction, Details, Joined, OtherTables, OtherTablesPlace, Score, SearchRequest, SearchResult,
    Searcher, SearcherError, Settings, Watch,
};
use crate::table::Tables;
use crate::values::LookupError;

/// A game in play, with the values of an open game.
pub struct GameBoard<G: CatalogueGame> {
    game: Arc<Opened<G>>,
    record: Record<G::Position, G::Move>,
    uses_values: bool,
}

impl<G: CatalogueGame> GameBoard<G> {
    /// A game with this record.
    pub fn new(game: Arc<Opened<G>>, record: Record<G::Position, G::Move>) -> GameBoard<G> {
        GameBoard { game, record, uses_values: true }
    }

    /// The board with its types.
    ///
    /// # Panics
    /// If it has another game.
    pub fn of(board: &dyn OpenBoard) -> &GameBoard<G> {
        let found = board.as_any().downcast_ref();
        found.unwrap_or_else(|| panic!("expected a board of {}, found one of {}", type_name::<G>(), board.facts().name))
    }

    /// Its positions and moves.
    pub fn record_so_far(&self) -> &Record<G::Position, G::Move> {
        &self.record
    }

    fn rules(&self) -> &G {
        self.game.game()
    }

    /// The values in use, if there are any.
    fn probe(&self) -> Option<Probe<'_, G, Tables>> {
        Some(self.game.probe()).filter(|probe| self.uses_values && !probe.tables.is_empty())
    }

    fn text(&self, mv: G::Move) -> MoveText {
        let (game, position) = (self.rules(), self.record.position());
        MoveText { mv: move_text(game, position, mv), name: move_text_for_people(game, position, mv) }
    }

    fn push(&mut self, mv: G::Move) {
        let after = self.rules().play(self.record.position(), mv);
        self.record.push(mv, after);
    }

    /// Legal moves by their texts.
    fn legal(&self, texts: &[String]) -> Vec<G::Move> {
        let read = |text: &String| self.rules().parse_move(self.record.position(), text).ok();
        texts.iter().filter_map(read).collect()
    }

    /// Whether the rule of quiet plies may make a draw of a value: its depth is unknown or reaches beyond the rule.
    fn is_doubtful(&self, value: Value) -> bool {
        let clock = self.rules().quiet_plies(self.record.position());
        let is_asked = self.game.entry.zeroing.is_some() && (clock > 0 || value.is_exact());
        is_asked && !is_in_time(value, clock, self.rules().quiet_limit())
    }

    /// Why a value may be a draw, if the rule of quiet plies may make it one and no tables under the rule hold it.
    fn doubt(&self, value: Value) -> Option<String> {
        let position = self.record.position();
        let is_ruled = || self.probe().is_some_and(|probe| matches!(probe.zeroing_value(position), Ok(Some(_))));
        let is_open = self.is_doubtful(value) && !is_ruled();
        is_open.then(|| words::rule_doubt(self.rules().quiet_plies(position), self.rules().quiet_limit()))
    }

    /// A result on this board as data. The scale is that of the engine, if one has searched.
    fn thought(&self, result: &SearchResult<G::Move>, scale: Option<&Scale<G>>, query: &ThoughtQuery) -> Thought {
        let (game, position) = (self.rules(), self.record.position());
        let diagram = query.for_people.then(|| game.diagram(position));
        let best = |mv| step(game, diagram.as_ref(), position, mv, &game.play(position, mv));
        let line = if query.written { &result.line[..] } else { &[] };
        let line: Vec<StepAnswer> = steps(game, position, line, query.for_people);
        let (decided, unit) = (result.decided(), scale.and_then(|scale| scale.unit));
        let is_replied = match (result.best, &result.line[..]) {
            (Some(best), [first, _, ..]) if query.written && *first == best => {
                turn(game, position, &game.play(position, best)) == Turn::Other
            }
            _ => false,
        };
        Thought {
            number: result.best.and_then(|best| game.moves(position).position(|mv| mv == best)),
            best: result.best.filter(|_| query.written).map(best),
            reply: is_replied.then(|| line[1].mv.clone()),
            score: result.score,
            value: result.value,
            text: if query.written { result.score_text_in(game, unit) } else { String::new() },
            value_text: decided.filter(|_| query.written).map(|value| value_text_for_people(game, value)),
            doubt: decided.filter(|_| query.written).and_then(|value| self.doubt(value)),
            chance: match decided {
                Some(Value::Win(_)) => Some(1.0),
                Some(Value::Draw) => Some(0.5),
                Some(Value::Loss(_)) => Some(0.0),
                None => scale.and_then(|scale| (scale.chance)(game, position, result.score.number())),
            },
            depth: result.depth,
            nodes: result.nodes,
            leaves: result.leaves,
            time: result.time,
            line,
            details: result.details,
        }
    }
}

impl<G: CatalogueGame> OpenBoard for GameBoard<G> {
    fn facts(&self) -> &GameFacts {
        &self.game.facts
    }

    fn position(&self) -> String {
        position_text(self.rules(), self.record.position())
    }

    fn side(&self) -> usize {
        self.rules().side_to_move(self.record.position())
    }

    fn plies(&self) -> usize {
        self.record.plies()
    }

    fn side_before(&self, ply: usize) -> usize {
        self.rules().side_to_move(&self.record.before()[ply])
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(self.record.position())
    }

    fn ending(&self, quiet_plies: u32) -> Option<Ending> {
        Ending::of(self.rules(), &self.record, quiet_plies)
    }

    fn moves(&self) -> Vec<MoveText> {
        self.rules().moves(self.record.position()).map(|mv| self.text(mv)).collect()
    }

    fn is_single(&self, moves: &[String]) -> bool {
        let allowed = self.legal(moves);
        let is_allowed = |mv: &G::Move| allowed.is_empty() || allowed.contains(mv);
        self.rules().moves(self.record.position()).filter(is_allowed).nth(1).is_none()
    }

    fn read(&self, text: &str) -> Result<MoveText, NotationError> {
        Ok(self.text(self.rules().parse_move(self.record.position(), text)?))
    }

    fn play(&mut self, text: &str) -> Result<(), NotationError> {
        let mv = self.rules().parse_move(self.record.position(), text)?;
        self.push(mv);
        Ok(())
    }

    fn swap_sides(&mut self) -> bool {
        let game = self.rules();
        let side_swapped = game.side_swapped(self.record.position());
        let swapped = side_swapped.filter(|position| self.record.plies() == 0 && game.outcome(position).is_none());
        let Some(position) = swapped else { return false };
        self.record = Record::new(position);
        true
    }

    fn make(&mut self, number: usize) {
        let mv = self.rules().moves(self.record.position()).nth(number);
        self.push(mv.expect("there are as many legal moves"));
    }

    fn moves_past_end(&self) -> Vec<String> {
        let (game, position) = (self.rules(), self.record.position());
        game.moves_past_end(position).into_iter().map(|mv| move_text(game, position, mv)).collect()
    }

    fn make_past_end(&mut self, number: usize) {
        let mv = self.rules().moves_past_end(self.record.position())[number];
        self.push(mv);
    }

    fn take_back(&mut self, ply: usize) -> Vec<String> {
        let before = &self.record.before()[ply..];
        let taken = before.iter().zip(&self.record.moves()[ply..]);
        let texts = taken.map(|(position, &mv)| move_text(self.rules(), position, mv)).collect();
        self.record.take_back(ply);
        texts
    }

    fn value(&self) -> Result<Option<Value>, LookupError> {
        let (Some(probe), position) = (self.probe(), self.record.position()) else { return Ok(None) };
        let Some(value) = probe.value(position)? else { return Ok(None) };
        match probe.under_rule(position)? {
            Some(rule) => Ok(Some(value_under_rule(value, rule, probe.space.quiet_plies(position)))),
            None => Ok(Some(value).filter(|&value| !self.is_doubtful(value))),
        }
    }

    fn only_move(&self, query: &ThoughtQuery) -> Option<Thought> {
        let (game, position) = (self.rules(), self.record.position());
        let mut legal = game.moves(position);
        let (Some(mv), None) = (legal.next(), legal.next()) else { return None };
        drop(legal);
        let result = SearchResult::of_move(mv, game.evaluate(position));
        Some(self.thought(&result, None, query))
    }

    fn by_tables(&self, query: &ThoughtQuery, watch: &dyn Watch<Thought>) -> Result<Option<Thought>, LookupError> {
        let position = self.record.position();
        let Some(probe) = self.probe() else { return Ok(None) };
        let Some((mut rated, is_ruled)) = rated(&probe, position)? else { return Ok(None) };
        if !query.moves.is_empty() {
            let allowed = self.legal(query.moves);
            rated.retain(|rated| allowed.contains(&rated.mv));
        }
        let Some(best) = best_rated(&probe, &rated, is_ruled)? else { return Ok(None) };
        let others = rated.iter().filter(|other| other.mv != best.mv).copied();
        let root = SearchResult::of_root(probe.space, position, &[best.mv]);
        let mut chosen = None;
        for (number, rated) in std::iter::once(best).chain(others).take(query.lines.max(1)).enumerate() {
            let result = SearchResult {
                best: Some(rated.mv),
                score: Score::of_value(rated.value).into(),
                value: Some(rated.value),
                depth: 1,
                time: query.clock.elapsed(),
                line: table_line(&probe, &rated, query.longest)?,
                details: Details { number, table_hits: Some(1), ..Details::default() },
                ..root.clone()
            };
            let thought = self.thought(&result, None, query);
            watch.iteration(&thought);
            chosen = chosen.or(Some(thought));
        }
        Ok(chosen)
    }

    fn doubt(&self) -> Result<Option<String>, LookupError> {
        let Some(probe) = self.probe() else { return Ok(None) };
        Ok(probe.known(self.record.position())?.and_then(|known| GameBoard::doubt(self, known.value)))
    }

    fn rated(&self) -> Result<Option<Vec<RatedText>>, LookupError> {
        let Some(probe) = self.probe() else { return Ok(None) };
        let text = |mv, value| RatedText { name: self.text(mv).name, text: value_text(self.rules(), value) };
        let rated = rated(&probe, self.record.position())?;
        Ok(rated.map(|(rated, _)| rated.iter().map(|rated| text(rated.mv, rated.value)).collect()))
    }

    fn best_line(&self) -> Result<Vec<String>, LookupError> {
        let Some(probe) = self.probe() else { return Ok(Vec::new()) };
        let line = line_under_rule(&probe, self.record.position())?.unwrap_or_default();
        Ok(transcript::numbered_line(self.rules(), self.record.position(), self.record.plies(), &line))
    }

    fn why(&self, ply: usize) -> Result<Option<String>, LookupError> {
        let Some(probe) = self.probe() else { return Ok(None) };
        let position = &self.record.before()[ply];
        let judgement = judge(&probe, position, self.record.moves()[ply])?;
        Ok(judgement.map(|judgement| judged_text(self.rules(), position, &judgement)))
    }

    fn numbered(&self, ply: usize) -> String {
        let (before, mv) = (&self.record.before()[ply], self.record.moves()[ply]);
        transcript::numbered_line(self.rules(), before, ply, &[mv]).concat()
    }

    fn numbered_line(&self, line: &[String]) -> Vec<String> {
        let mut after = Record::new(*self.record.position());
        for text in line {
            let mv = self.rules().parse_move(after.position(), text).expect("the moves of a line are legal");
            let next = self.rules().play(after.position(), mv);
            after.push(mv, next);
        }
        transcript::numbered_line(self.rules(), self.record.position(), self.record.plies(), after.moves())
    }

    fn next_number(&self) -> String {
        transcript::first_number(self.rules(), self.record.position(), self.record.plies())
    }

    fn pieces(&self) -> Vec<Piece> {
        self.rules().diagram(self.record.position()).kinds()
    }

    fn picture(&self, style: Style, rotated: bool, legend: bool) -> String {
        announce::board(self.rules(), &self.record, style, rotated, legend)
    }

    fn result_text(&self, ending: Ending) -> String {
        announce::result(self.rules(), &self.record, ending)
    }

    fn record(&self, names: &[&str], ending: Option<Ending>, tags: &Tags) -> String {
        transcript::write(self.rules(), &self.record, names, ending, tags)
    }

    fn reads(&self, text: &str, most: usize) -> bool {
        reads(self.rules(), text, most)
    }

    fn use_values(&mut self, used: bool) {
        self.uses_values = used;
    }

    fn has_values(&self) -> bool {
        self.probe().is_some()
    }

    fn copy(&self) -> Box<dyn OpenBoard> {
        let &GameBoard { ref game, ref record, uses_values } = self;
        Box::new(GameBoard { game: Arc::clone(game), record: record.clone(), uses_values })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The openings of a match.
///
/// # Errors
/// For a text that has no openings.
pub fn openings<G: CatalogueGame>(
    game: &Arc<Opened<G>>,
    query: &OpeningsQuery,
    note: &mut dyn FnMut(String),
) -> Result<Vec<Box<dyn OpenBoard>>, OpeningError> {
    let records = match *query {
        OpeningsQuery::Random { number, plies, seed } => matches::openings(game.game(), number, plies, seed),
        OpeningsQuery::Text(text) => matches::read_openings(game.game(), text, note)?,
    };
    let board = |record| Box::new(GameBoard::new(Arc::clone(game), record)) as Box<dyn OpenBoard>;
    Ok(records.into_iter().map(board).collect())
}

/// Whether a text has at most this many games of a game, and nothing else.
pub fn reads<G: CatalogueGame>(game: &G, text: &str, most: usize) -> bool {
    transcript::read_all(game, text)
        .enumerate()
        .all(|(number, read)| number < most && read.is_ok_and(|read| read.lost.is_empty()))
}

/// An engine of a game.
pub struct GameEngine<G: CatalogueGame> {
    game: Arc<Opened<G>>,
    searcher: Searcher<G>,
    /// Tables in the format of another program.
    other: Option<Box<dyn OtherTables<G>>>,
}

impl<G: CatalogueGame> GameEngine<G> {
    /// The engine that a text names, as [`Searcher::read_numbered`] reads it.
    ///
    /// # Errors
    /// If there is no such engine or setting.
    pub fn read(game: Arc<Opened<G>>, text: &str, number: u64) -> Result<GameEngine<G>, SearcherError> {
        let searcher = Searcher::read_numbered(&game.entry.players, text, number)?;
        Ok(GameEngine { game, searcher, other: None })
    }
}

impl<G: CatalogueGame> OpenEngine for GameEngine<G> {
    fn name(&self) -> &'static str {
        self.searcher.name()
    }

    fn settings(&self) -> &Settings {
        self.searcher.settings()
    }

    fn has_setting(&self, name: &str) -> bool {
        self.searcher.has_setting(name)
    }

    fn abilities(&self) -> Abilities {
        self.searcher.abilities()
    }

    fn unit(&self) -> Option<&'static str> {
        self.searcher.unit(self.game.game())
    }

    fn set_threads(&mut self, threads: usize) {
        self.searcher.set_threads(threads);
    }

    fn forget(&mut self) {
        self.searcher.forget();
    }

    fn use_other_tables(&mut self, place: Option<&OtherTablesPlace>) -> Result<(), String> {
        self.other = None;
        if let (Some(format), Some(place)) = (&self.game.entry.other, place) {
            self.other = Some((format.open)(place)?);
        }
        Ok(())
    }

    fn search(
        &mut self,
        board: &dyn OpenBoard,
        query: &ThoughtQuery,
        watch: &dyn Watch<Thought>,
    ) -> Result<Thought, LookupError> {
        let board = GameBoard::<G>::of(board);
        let (game, position, probe) = (board.rules(), board.record.position(), board.probe());
        let (mut moves, chooses) = (board.legal(query.moves), self.abilities().moves);
        let other = self.other.as_deref();
        // Of the other tables, which need not have depths, the best moves alone are searched.
        let best = other.filter(|_| chooses).and_then(|other| other.best_moves(position)).unwrap_or_default();
        let kept: Vec<G::Move> = best.into_iter().filter(|mv| moves.is_empty() || moves.contains(mv)).collect();
        if !kept.is_empty() {
            moves = kept;
        }
        // Tables under the rule of quiet plies know which moves keep the result.
        let ruled = probe.as_ref().map(|probe| moves_under_rule(probe, position)).transpose()?.flatten();
        let ruled = ruled.filter(|(_, is_ruled)| *is_ruled).map_or_else(Vec::new, |(rated, _)| rated);
        if let Some(best) = ruled.iter().find(|rated| moves.is_empty() || moves.contains(&rated.mv)).filter(|_| chooses)
        {
            let keeps = |rated: &&RatedMove<G>| {
                rated.value.same_result(best.value) && (moves.is_empty() || moves.contains(&rated.mv))
            };
            moves = ruled.iter().filter(keeps).map(|rated| rated.mv).collect();
        }
        let exact: &dyn ExactValues<G> = probe.as_ref().map_or(&(), |probe| probe);
        let joined = other.map(|other| Joined { first: exact, then: other });
        let exact = joined.as_ref().map_or(exact, |joined| joined);
        // It has a memory of its own, which is made only for an engine that cannot choose among moves.
        let needs_chooser = !moves.is_empty() && !chooses;
        let mut chooser = needs_chooser.then(|| Searcher::read(&[], CHOOSER).ok()).flatten();
        let searcher = chooser.as_mut().unwrap_or(&mut self.searcher);
        let scale = Scale { unit: searcher.unit(game), chance: searcher.chance() };
        let watch = ResultWatch { board, scale: &scale, query, watch, ruled: &ruled };
        let request = SearchRequest::new(game, position, query.limit, query.clock);
        let mut result = searcher.search(&SearchRequest {
            before: board.record.before(),
            exact,
            moves: &moves,
            lines: query.lines,
            watch: &watch,
            ..request
        })?;
        watch.obey_rule(&mut result);
        Ok(board.thought(&result, Some(&scale), query))
    }
}

/// The meaning of the scores of an engine.
struct Scale<G: CatalogueGame> {
    /// Their unit, in words; `None` if it is not known.
    unit: Option<&'static str>,
    /// The chances at them.
    chance: ChanceFunction<G>,
}

/// Gives the results of a search to a watch as data.
struct ResultWatch<'a, G: CatalogueGame> {
    board: &'a GameBoard<G>,
    scale: &'a Scale<G>,
    query: &'a ThoughtQuery<'a>,
    watch: &'a dyn Watch<Thought>,
    /// The moves under the rule of quiet plies, where its tables hold them all.
    ruled: &'a [RatedMove<G>],
}

impl<G: CatalogueGame> ResultWatch<'_, G> {
    /// Gives a result that may come too late for the rule of quiet plies the value that the rule leaves its move.
    fn obey_rule(&self, result: &mut SearchResult<G::Move>) {
        let Some(value) = result.decided().filter(|&value| self.board.is_doubtful(value)) else { return };
        let Some(ruled) = self.ruled.iter().find(|rated| Some(rated.mv) == result.best) else { return };
        if ruled.value != value {
            result.rate(0, Some(ruled.value));
        }
    }

    /// A result as data.
    fn thought(&self, result: &SearchResult<G::Move>) -> Thought {
        let mut result = result.clone();
        self.obey_rule(&mut result);
        self.board.thought(&result, Some(self.scale), self.query)
    }
}

impl<G: CatalogueGame> Watch<SearchResult<G::Move>> for ResultWatch<'_, G> {
    fn iteration(&self, result: &SearchResult<G::Move>) {
        self.watch.iteration(&self.thought(result));
    }

    fn bound(&self, result: &SearchResult<G::Move>) {
        self.watch.bound(&self.thought(result));
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }
}
