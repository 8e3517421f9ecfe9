//! Games as text.

use super::Transcript;
use super::standard::Standard;
use crate::game::{Game, Notation, move_text_for_people, position_text};
use crate::play::ending::Ending;
use crate::play::record::Record;
use crate::util::sort::sort_short;

/// The tags of a game besides its players, its result and its start. By default all are unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags {
    /// The name of the match or tournament.
    pub event: String,
    /// The place.
    pub site: String,
    /// The day on which the game began, as `YYYY.MM.DD`; unknown parts are question marks.
    pub date: String,
    /// The number of the game in the event.
    pub round: String,
    /// The GameType tag of PDN, such as `21,B,8,8,N1,0` for checkers (pdn.fmjd.org/gametype.html); `None` for
    /// games that have no number there.
    pub game_type: Option<&'static str>,
}

impl Tags {
    /// The tags of a game of an event that is played on a day, `YYYY.MM.DD`.
    pub fn new(event: String, date: String, game_type: Option<&'static str>) -> Tags {
        Tags { event, date, game_type, ..Tags::default() }
    }
}

impl Default for Tags {
    fn default() -> Tags {
        let unknown = || "?".to_string();
        Tags { event: unknown(), site: unknown(), date: "????.??.??".to_string(), round: unknown(), game_type: None }
    }
}

/// The side after which results are named.
fn first_named<G: Game>(game: &G) -> usize {
    let white = game.sides().iter().position(|side| side.eq_ignore_ascii_case("white"));
    white.unwrap_or_else(|| game.side_to_move(&game.start()))
}

/// A game as text. `names` are the names of the players, in the order of [`Game::sides`].
pub fn write<G: Notation>(
    game: &G,
    record: &Record<G::Position, G::Move>,
    names: &[&str],
    ending: Option<Ending>,
    tags: &Tags,
) -> String {
    let result = result_text(game, record, ending);
    let mut text = head(game, record.start(), names, result, tags);
    push_moves(&mut text, game, record, result);
    text
}

/// The text for an ending: `1-0`, or `*` for a game that goes on.
pub(super) fn result_text<G: Game>(
    game: &G,
    record: &Record<G::Position, G::Move>,
    ending: Option<Ending>,
) -> &'static str {
    let winner = ending.map(|ending| ending.winner(game.team(game.side_to_move(record.position()))));
    match winner {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(winner)) if winner == game.team(first_named(game)) => "1-0",
        Some(Some(_)) => "0-1",
    }
}

/// The tags of a game that begins with this position.
pub(super) fn head<G: Notation>(game: &G, start: &G::Position, names: &[&str], result: &str, tags: &Tags) -> String {
    let first = first_named(game);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| push_tag(&mut text, name, value);
    tag("Event", &tags.event);
    tag("Site", &tags.site);
    tag("Date", &tags.date);
    tag("Round", &tags.round);
    // The side after which results are named comes first.
    let mut sides: Vec<usize> = (0..game.sides().len()).collect();
    sort_short(&mut sides, |&side| side != first);
    for (side, name) in sides.into_iter().filter_map(|side| Some((game.sides()[side], names.get(side)?))) {
        tag(side, name);
    }
    tag("Result", result);
    if let Some(game_type) = tags.game_type {
        tag("GameType", game_type);
    }
    push_start(&mut text, game, start);
    text
}

/// The tags of a game that was read, as the standard has them: each once and well formed, with the result and the start
/// of the game.
pub(super) fn kept_tags<G: Notation>(game: &G, transcript: &Transcript<G::Position, G::Move>, result: &str) -> String {
    let (mut text, mut written) = (String::new(), Vec::new());
    for (name, value) in &transcript.tags {
        let key = name.to_ascii_lowercase();
        let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_plain || written.contains(&key) {
            continue;
        }
        match key.as_str() {
            "result" => push_tag(&mut text, name, result),
            "fen" => push_tag(&mut text, name, &position_text(game, transcript.record.start())),
            _ => push_tag(&mut text, name, value),
        }
        written.push(key);
    }
    text
}

/// Writes the tags of the start, unless it is the usual one.
pub(super) fn push_start<G: Notation>(text: &mut String, game: &G, start: &G::Position) {
    // Equal positions may differ in the plies that they count.
    let start = position_text(game, start);
    if start != position_text(game, &game.start()) {
        push_tag(text, "SetUp", "1");
        push_tag(text, "FEN", &start);
    }
}

/// A note to a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNote<M> {
    /// The mark after the move: `?`, `??`, or empty.
    pub mark: &'static str,
    /// The comment; none if it is empty. A closing brace in it is written as a parenthesis.
    pub comment: String,
    /// Better moves from the position before the move, written as a variation; none if it is empty.
    pub variation: Vec<M>,
}

pub(super) fn push_tag(text: &mut String, name: &str, value: &str) {
    text.push_str(&format!("[{name} {}]\n", quoted(value)));
}

/// Words in lines of the width of a standard, below the tags.
pub(super) struct WordLines<'a> {
    text: &'a mut String,
    width: usize,
    column: usize,
}

impl<'a> WordLines<'a> {
    /// Words at the end of a text.
    pub fn new(text: &'a mut String, standard: Standard) -> WordLines<'a> {
        WordLines { text, width: standard.width(), column: 0 }
    }

    /// Adds a word.
    pub fn add(&mut self, word: &str) {
        let new_line = self.column == 0 || self.column + 1 + word.len() > self.width;
        self.column = if new_line { word.len() } else { self.column + 1 + word.len() };
        self.text.push(if new_line { '\n' } else { ' ' });
        self.text.push_str(word);
    }

    /// Adds a comment. A closing brace in it is written as a parenthesis.
    pub fn add_comment(&mut self, comment: &str) {
        format!("{{{}}}", comment.trim().replace('}', ")")).split_whitespace().for_each(|word| self.add(word));
    }

    /// Adds the result, and ends the last line.
    pub fn end(mut self, result: &str) {
        self.add(result);
        self.text.push('\n');
    }
}

/// Writes the moves, then the result.
fn push_moves<G: Notation>(text: &mut String, game: &G, record: &Record<G::Position, G::Move>, result: &str) {
    let standard = Standard::of(game);
    let mut lines = WordLines::new(text, standard);
    for (ply, (position, &mv)) in record.before().iter().zip(record.moves()).enumerate() {
        // The first move of PGN has its number, for either side.
        let number = number_text(game, position, ply, ply == 0);
        let mv = word_of(game, position, mv, standard);
        lines.add(&(number + &mv));
    }
    lines.end(result);
}

/// A legal move as a record has it.
pub(super) fn word_of<G: Notation>(game: &G, position: &G::Position, mv: G::Move, standard: Standard) -> String {
    let mv = move_text_for_people(game, position, mv);
    if is_plain(&mv, standard) { mv } else { quoted(&mv) }
}

/// Moves with their numbers, from a position that is this number of plies from the beginning of its game.
pub fn numbered_line<G: Notation>(game: &G, from: &G::Position, plies: usize, moves: &[G::Move]) -> Vec<String> {
    let (standard, mut position) = (Standard::of(game), *from);
    let write = |(place, &mv): (usize, &G::Move)| {
        let number = match place {
            0 => first_number(game, &position, plies),
            _ => number_text(game, &position, plies + place, false),
        };
        let text = word_of(game, &position, mv, standard);
        position = game.play(&position, mv);
        number + &text
    };
    moves.iter().enumerate().map(write).collect()
}

/// The number before the first move of a line that begins after `plies` plies, with a space: `2. `, or within a round
/// `2... `.
pub fn first_number<G: Notation>(game: &G, position: &G::Position, plies: usize) -> String {
    match number_text(game, position, plies, true) {
        number if number.is_empty() => format!("{}... ", plies / game.sides().len() + 1),
        number => number,
    }
}

/// The number before a move, with a space, or nothing. In PDN it stands before the first move of a round.
pub(super) fn number_text<G: Notation>(game: &G, position: &G::Position, ply: usize, is_numbered: bool) -> String {
    let (side, sides) = (game.side_to_move(position), game.sides().len());
    match game.move_number(position) {
        Some(number) if side == 0 => format!("{number}. "),
        Some(number) if is_numbered => format!("{number}... "),
        None if ply.is_multiple_of(sides) => format!("{}. ", ply / sides + 1),
        _ => String::new(),
    }
}

/// Whether a move without quotation marks can only be read as this move.
fn is_plain(mv: &str, standard: Standard) -> bool {
    let special = |character: char| character.is_whitespace() || "{}();[]\"\\%$!?.,*<>".contains(character);
    !mv.is_empty() && !mv.contains(special) && standard.result(mv).is_none()
}

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
