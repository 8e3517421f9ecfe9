//! The answers of the explorer for one game, each in JSON.

use std::sync::Arc;

use clap::ValueEnum;
use serde::Serialize;

use super::answer::JsonAnswer;
use super::asked::{Asked, read_json};
use super::record::{ReadGame, WrittenGame};
use super::reply::Reply;
use super::served_game::ServedGame;
use super::thinking::{Thought, ThoughtRequest};
use crate::args::engines::{EngineHelp, engines};
use crate::args::selection::require_tables;
use crate::commands::find::{CriteriaArguments, plies};
use crate::failure::Failure;
use crate::program;
use hindsight::answer::{Counted, CountsAnswer, FindQuery, FoundAnswer, FoundBatch, FoundChoice, ValuesSource};
use hindsight::catalogue::{CatalogueGame, GameEntry, Guide};
use hindsight::draw::piece_svg;
use hindsight::game::position_text;
use hindsight::open::{OpenGame, Opened};
use hindsight::play::transcript;
use hindsight::query::statistics::Statistics;
use hindsight::query::{Probe, Unsolved};
use hindsight::space::components::entries;
use hindsight::space::{SliceId, slice_named};
use hindsight::table::Tables;
use hindsight::util::run::Run;
use hindsight::util::units::{count, thousands};

/// Entries that one request reads at most.
const MOST: u64 = 40_000_000;

/// Positions that a search for conditions lists: by default, and at most.
const LISTED: usize = 20;
const MOST_LISTED: usize = 1000;

/// Entries of the tables that the page proposes to make, at most.
const PROPOSED: u64 = 50_000_000;

/// A game of the explorer. Every answer is JSON, as [`json`](crate::output::json) documents it.
pub trait Explorer: Send + Sync {
    /// The game, with its values behind one object without types.
    fn served(&self) -> &ServedGame;
    /// The name of the game.
    fn name(&self) -> &'static str {
        self.served().facts().name
    }
    /// The description of the game for the pages.
    fn about(&self) -> About;
    /// The search of a position, which is still to be carried out.
    ///
    /// # Errors
    /// If the request is wrong.
    fn think(self: Arc<Self>, asked: &Asked) -> Result<Thought, Failure>;
    /// The rules of the game and positions worth seeing.
    fn guide(&self) -> JsonAnswer;
    /// The slices that have values.
    fn slices(&self) -> JsonAnswer;
    /// The array of `stats --json`.
    fn stats(&self, asked: &Asked) -> JsonAnswer;
    /// The objects of `find --json`, in an array.
    fn find(&self, asked: &Asked) -> JsonAnswer;
    /// The move of the tables or of an engine.
    fn reply(&self, asked: &Asked) -> JsonAnswer;
    /// The first game of a record, from JSON.
    fn read_record(&self, record: &[u8]) -> JsonAnswer;
    /// A game from its moves, from JSON.
    fn replay(&self, played: &[u8]) -> JsonAnswer;
    /// A game as a record, from JSON.
    fn write_record(&self, played: &[u8]) -> JsonAnswer;
}

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
    /// The positions with values, in words.
    coverage: Option<String>,
    /// The error of tables that cannot be used.
    error: Option<String>,
    /// A command that makes tables.
    command: Option<String>,
    start: String,
    sides: &'static [&'static str],
    engines: Vec<EngineHelp>,
    extension: &'static str,
    notation: &'static str,
    mutual_zugzwangs: bool,
    /// The team of each side.
    teams: Vec<usize>,
    /// The pieces that positions are set up with; none if they are written.
    pieces: Vec<PieceRow>,
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

/// A slice that has values.
#[derive(Serialize)]
struct SliceRow<'a> {
    game: &'static str,
    slice: &'a str,
    entries: u64,
}

/// A game with its values.
pub struct Explored<G: CatalogueGame> {
    pub entry: Arc<GameEntry<G>>,
    served: ServedGame,
}

/// The explorer of a game with its values.
pub fn explorer<G: CatalogueGame>(entry: Arc<GameEntry<G>>, served: ServedGame) -> Arc<dyn Explorer> {
    Arc::new(Explored { entry, served })
}

impl<G: CatalogueGame> Explored<G> {
    fn game(&self) -> &G {
        &self.entry.game
    }

    fn probe<'a>(&'a self, values: &'a Arc<dyn OpenGame>) -> Probe<'a, G, Tables> {
        let opened: &Opened<G> = values.as_any().downcast_ref().expect("the object is of the game of the entry");
        opened.probe()
    }

    /// The slices that a request names, or all slices with values. More than [`MOST`] entries are an error.
    fn asked_slices(&self, values: &Arc<dyn OpenGame>, asked: &Asked, command: &str) -> Result<Vec<SliceId>, Failure> {
        let (game, probe) = (self.game(), self.probe(values));
        require_tables(self.served.facts())?;
        let mut slices = Vec::new();
        for name in asked.all("slice") {
            let slice = slice_named(game, name)?;
            if !values.values().holds(slice) {
                return Err(Unsolved::new(game, slice).into());
            }
            slices.push(slice);
        }
        slices.sort_unstable();
        slices.dedup();
        if slices.is_empty() {
            slices = probe.held();
        }
        let found = entries(game.slices(), &slices);
        if found > MOST {
            let run = program::invocation().command_on_tables(&format!("{command} {}", game.name()));
            let message = format!(
                "expected slices of up to {} together, found {}. Name one slice, or run {run}",
                count(MOST, "entry"),
                thousands(found)
            );
            return Err(Failure::Usage(message));
        }
        Ok(slices)
    }

    /// A command that makes tables quickly: of the largest size with up to [`PROPOSED`] entries, or of the least size.
    fn command(&self) -> Option<String> {
        let game = self.served.facts();
        let mut sizes: Vec<u32> = game.slices.iter().map(|slice| slice.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let is_small = |size: &&u32| game.entries(&game.of_size(**size)) <= PROPOSED;
        let size = sizes.iter().rev().find(is_small).or(sizes.first())?;
        let words = format!("solve {} --{} {size}", game.name, game.size_name);
        Some(program::invocation().line_on_tables(&words))
    }
}

impl<G: CatalogueGame> Explorer for Explored<G> {
    fn served(&self) -> &ServedGame {
        &self.served
    }

    fn about(&self) -> About {
        let (game, served) = (self.game(), self.served.values());
        let (facts, values) = (served.game.facts(), served.game.values());
        let coverage = match values.source {
            ValuesSource::None => None,
            _ => Some(facts.coverage(&values.held).unwrap_or_else(|| "every position".to_string())),
        };
        let Guide { title, answer, thumbnail, .. } = Guide::read(self.entry.guide).unwrap_or_default();
        About {
            game: game.name(),
            title: if title.is_empty() { game.name().to_string() } else { title },
            answer,
            thumbnail,
            values: values.source.word(),
            depths: values.has_depths(),
            coverage,
            error: served.error,
            command: self.command(),
            start: position_text(game, &game.start()),
            sides: game.sides(),
            engines: engines(&self.entry.players),
            extension: transcript::extension(game),
            notation: game.help(),
            mutual_zugzwangs: facts.has_zugzwangs,
            teams: (0..game.sides().len()).map(|side| game.team(side)).collect(),
            pieces: game
                .pieces()
                .iter()
                .map(|piece| PieceRow { name: piece.name, symbol: piece.symbol, svg: piece_svg(piece) })
                .collect(),
            figurines: game
                .pieces()
                .iter()
                .filter(|piece| game.moves_name_pieces() && piece.letter.is_uppercase())
                .map(|piece| (piece.letter, piece.symbol))
                .collect(),
        }
    }

    fn think(self: Arc<Self>, asked: &Asked) -> Result<Thought, Failure> {
        let request = ThoughtRequest::new(self.game(), asked)?;
        Ok(Box::new(move |sender| {
            // The client sees that the lines end.
            let _ = request.run(&self.entry, &self.probe(&self.served.now()), sender);
        }))
    }

    fn slices(&self) -> JsonAnswer {
        let (game, slices) = (self.game(), self.game().slices());
        let row = |slice: &SliceId| {
            let slice = &slices[slice.index()];
            SliceRow { game: game.name(), slice: &slice.name, entries: slice.entries }
        };
        Ok(serde_json::to_vec(&self.probe(&self.served.now()).held().iter().map(row).collect::<Vec<_>>())?)
    }

    fn stats(&self, asked: &Asked) -> JsonAnswer {
        let (game, with_histogram) = (self.served.facts(), asked.is_set("histogram")?);
        let values = self.served.now();
        let slices = self.asked_slices(&values, asked, "stats")?;
        let counted = slices.iter().map(|&slice| Ok((slice, self.served.counted(&values, slice)?)));
        let counted = counted.collect::<Result<Vec<_>, Failure>>()?;
        let answer = |(slice, counts): &(SliceId, Arc<Statistics<String>>)| {
            CountsAnswer::new(game, Counted::Slice(&game.slices[slice.index()].name), counts, with_histogram)
        };
        Ok(serde_json::to_vec(&counted.iter().map(answer).collect::<Vec<_>>())?)
    }

    fn find(&self, asked: &Asked) -> JsonAnswer {
        let (game, values) = (self.served.facts(), self.served.now());
        let limit = asked.read("limit", "a number of positions")?.unwrap_or(LISTED);
        if !(1..=MOST_LISTED).contains(&limit) {
            return Err(Failure::Usage(format!("expected a limit from 1 to {MOST_LISTED}, found {limit}")));
        }
        let query = wanted(asked)?.query(FoundChoice::First(limit));
        query.check(game)?;
        let query = FindQuery { slices: self.asked_slices(&values, asked, "find")?, ..query };
        let found = values.found(&query, &Run::default())?;
        let answers = found.iter().flat_map(FoundBatch::iter).map(|found| FoundAnswer::new(game, found));
        Ok(serde_json::to_vec(&answers.collect::<Vec<_>>())?)
    }

    fn reply(&self, asked: &Asked) -> JsonAnswer {
        Ok(serde_json::to_vec(&Reply::new(&self.entry, &self.probe(&self.served.now()), asked)?)?)
    }

    fn guide(&self) -> JsonAnswer {
        Ok(serde_json::to_vec(&GuideView { game: self.game().name(), guide: &Guide::read(self.entry.guide)? })?)
    }

    fn read_record(&self, record: &[u8]) -> JsonAnswer {
        Ok(serde_json::to_vec(&ReadGame::read(&self.probe(&self.served.now()), &read_json(record)?)?)?)
    }

    fn replay(&self, played: &[u8]) -> JsonAnswer {
        Ok(serde_json::to_vec(&ReadGame::replay(&self.probe(&self.served.now()), &read_json(played)?)?)?)
    }

    fn write_record(&self, played: &[u8]) -> JsonAnswer {
        Ok(serde_json::to_vec(&WrittenGame::new(&self.entry, &read_json(played)?)?)?)
    }
}

/// The conditions of a request for positions, with the names and words of `find`.
fn wanted(asked: &Asked) -> Result<CriteriaArguments, Failure> {
    let wrong = |expected: &str, found: &str| Failure::Usage(format!("{expected}, found {found:?}"));
    let value = asked
        .text("value")
        .map(|text| ValueEnum::from_str(text, false).map_err(|_| wrong("expected win, loss or draw for value", text)));
    let depth = asked.text("plies").map(|text| plies(text).map_err(|expected| wrong(&expected, text)));
    Ok(CriteriaArguments {
        value: value.transpose()?,
        plies: depth.transpose()?,
        zugzwang: asked.is_set("zugzwang")?,
        quiet: asked.is_set("quiet")?,
        only_move: asked.is_set("only_move")?,
        unique: asked.is_set("unique")?,
    })
}
