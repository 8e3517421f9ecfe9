//! What a game is and what of it is solved, as the pages show it, and its guide.

use serde::Serialize;

use super::answer::JsonAnswer;
use super::served_game::ServedGame;
use crate::program;
use hindsight::answer::{EngineFacts, GameFacts, PlyKind};
use hindsight::catalogue::Guide;
use hindsight::draw::piece_svg;

/// Entries of the tables that the page proposes to make, at most.
const PROPOSED: u64 = 50_000_000;

/// The description of a game for the pages.
#[derive(Serialize)]
pub struct About {
    game: &'static str,
    /// The name for people.
    title: String,
    /// What is solved and who wins, in a sentence.
    answer: String,
    /// The position that stands for the game.
    thumbnail: Option<String>,
    /// The source of the values: `tables`, `memory`, `embedded`, `none`.
    values: &'static str,
    /// Whether all of its values have depths.
    depths: bool,
    /// The plies that depths count.
    ply: PlyKind,
    /// The quiet plies that the rule of the game allows.
    quiet_limit: u32,
    /// How far values reach, in words.
    coverage: Option<String>,
    /// The error of tables that cannot be used.
    error: Option<String>,
    /// A command that makes tables.
    command: Option<String>,
    start: String,
    sides: &'static [&'static str],
    engines: Vec<EngineFacts>,
    extension: &'static str,
    notation: &'static str,
    mutual_zugzwangs: bool,
    /// The team of each side.
    teams: Vec<usize>,
    /// The pieces that positions are set up with; none if they are written.
    pieces: Vec<PieceRow>,
    /// The rights that are granted one by one in a set-up, in words.
    rights: &'static [&'static str],
    /// The letters of pieces in the names of moves, each with its figurine.
    figurines: Vec<(char, char)>,
}

/// A piece.
#[derive(Serialize)]
struct PieceRow {
    name: &'static str,
    symbol: char,
    svg: String,
}

/// The guide of a game.
#[derive(Serialize)]
struct GuideView<'a> {
    game: &'static str,
    #[serde(flatten)]
    guide: &'a Guide,
}

/// The description of a game for the pages.
pub fn about(served: &ServedGame) -> JsonAnswer {
    let (game, served) = (served.facts(), served.values());
    let values = served.game.values();
    let Guide { title, answer, thumbnail, .. } = Guide::read(game.guide).unwrap_or_default();
    let figurines = game.pieces.iter().filter(|piece| game.moves_name_pieces && piece.letter.is_uppercase());
    let pieces = game.pieces.iter();
    Ok(serde_json::to_vec(&About {
        game: game.name,
        title: if title.is_empty() { game.name.to_string() } else { title },
        answer,
        thumbnail,
        values: values.source.word(),
        depths: values.has_depths(),
        ply: game.ply,
        quiet_limit: game.quiet_limit,
        coverage: game.reach(values),
        error: served.error,
        command: command(game),
        start: game.start.clone(),
        sides: game.sides,
        engines: game.engines.clone(),
        extension: game.extension,
        notation: game.notation,
        mutual_zugzwangs: game.has_zugzwangs,
        teams: game.teams.clone(),
        pieces: pieces
            .map(|piece| PieceRow { name: piece.name, symbol: piece.symbol, svg: piece_svg(piece) })
            .collect(),
        rights: game.rights,
        figurines: figurines.map(|piece| (piece.letter, piece.symbol)).collect(),
    })?)
}

/// A command that makes tables quickly: of the largest size with up to [`PROPOSED`] entries, or of the least size.
fn command(game: &GameFacts) -> Option<String> {
    let mut sizes: Vec<u32> = game.slices.iter().map(|slice| slice.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let is_small = |size: &&u32| game.entries(&game.of_size(**size)) <= PROPOSED;
    let size = sizes.iter().rev().find(is_small).or(sizes.first())?;
    let words = format!("solve {} --{} {size}", game.name, game.size_name);
    Some(program::invocation().line_on_tables(&words))
}

/// The rules of a game and positions worth seeing.
pub fn guide(game: &GameFacts) -> JsonAnswer {
    Ok(serde_json::to_vec(&GuideView { game: game.name, guide: &Guide::read(game.guide)? })?)
}
