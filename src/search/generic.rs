//! The generic searches: an algorithm for every game, with its settings: `scout-tt:hash=64M`.

use std::str::FromStr;

use super::deepen::{IterationRequest, deepen, deepest};
use super::memory::SearchMemory;
use super::settings::{SearcherError, read, split};
use super::transposition::{BoundsEntry, TranspositionTable};
use super::tree::Tree;
use super::{
    Abilities, Limit, SearchRequest, SearchResult, alphabeta, alphabeta_tt, expectimax, minimax, montecarlo, mtdf,
    scout, scout_tt, uct,
};
use crate::game::PlayRules;
use crate::search::Settings;
use crate::values::LookupError;

/// The algorithms, in the order in which `compare` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// See [`expectimax`].
    Expectimax,
    /// See [`minimax`].
    Minimax,
    /// See [`alphabeta`].
    AlphaBeta,
    /// See [`alphabeta_tt`].
    AlphaBetaMemory,
    /// See [`scout`].
    Scout,
    /// See [`scout_tt`].
    ScoutMemory,
    /// See [`mtdf`].
    Mtdf,
    /// See [`montecarlo`].
    MonteCarlo,
    /// See [`uct`].
    Uct,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 9] = [
        Algorithm::Expectimax,
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::AlphaBetaMemory,
        Algorithm::Scout,
        Algorithm::ScoutMemory,
        Algorithm::Mtdf,
        Algorithm::MonteCarlo,
        Algorithm::Uct,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Expectimax => "expectimax",
            Algorithm::Minimax => "minimax",
            Algorithm::AlphaBeta => "alphabeta",
            Algorithm::AlphaBetaMemory => "alphabeta-tt",
            Algorithm::Scout => "scout",
            Algorithm::ScoutMemory => "scout-tt",
            Algorithm::Mtdf => "mtdf",
            Algorithm::MonteCarlo => "montecarlo",
            Algorithm::Uct => "uct",
        }
    }

    /// A description in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Algorithm::Expectimax => "the best mean against moves at random (Michie 1966)",
            Algorithm::Minimax => "every line to the depth (Shannon 1950)",
            Algorithm::AlphaBeta => "minimax without lines that cannot matter (Knuth and Moore 1975)",
            Algorithm::AlphaBetaMemory => "alpha-beta with a transposition table (Slate and Atkin 1977)",
            Algorithm::Scout => "the first move searched, the others refuted by null windows (Pearl 1980)",
            Algorithm::ScoutMemory => "scout with a transposition table (Reinefeld 1989)",
            Algorithm::Mtdf => "null windows alone, with a transposition table (Plaat et al. 1996)",
            Algorithm::MonteCarlo => "as many random games after each move (Brügmann 1993)",
            Algorithm::Uct => "Monte Carlo tree search (Kocsis and Szepesvári 2006)",
        }
    }

    /// The algorithm of this name. The error lists the names of `others` too.
    pub(super) fn named(
        name: &str,
        others: impl IntoIterator<Item = &'static str>,
    ) -> Result<Algorithm, SearcherError> {
        let known = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name().eq_ignore_ascii_case(name));
        known.ok_or_else(|| {
            let names: Vec<&'static str> = Algorithm::ALL.map(Algorithm::name).into_iter().chain(others).collect();
            SearcherError::no_such_name(format!("an engine, one of {}", names.join(", ")), &names, name)
        })
    }

    /// Reads its settings.
    pub(super) fn read(self, text: Option<&str>) -> Result<Settings, SearcherError> {
        read(self.name(), self.settings(), text)
    }

    /// Whether it finds the minimax score of its depth.
    pub fn is_exact(self) -> bool {
        !matches!(self, Algorithm::Expectimax) && !self.plays_out()
    }

    /// Whether it plays random games.
    pub fn plays_out(self) -> bool {
        matches!(self, Algorithm::MonteCarlo | Algorithm::Uct)
    }

    /// The OPTIONAL parts of a request that it carries out: all, except that random games find one line.
    pub(super) fn abilities(self) -> Abilities {
        Abilities { moves: true, lines: !self.plays_out(), limits: true }
    }

    /// Whether it has a transposition table.
    fn has_table(self) -> bool {
        matches!(self, Algorithm::AlphaBetaMemory | Algorithm::ScoutMemory | Algorithm::Mtdf)
    }

    /// The [`Settings`] that it uses, by their names on the command line.
    pub fn settings(self) -> &'static [&'static str] {
        match self {
            Algorithm::MonteCarlo => &["time", "threads", "cutoff", "seed", "tables"],
            Algorithm::Uct => &["time", "cutoff", "seed", "hash", "tables"],
            _ if self.has_table() => &["depth", "time", "hash", "tables"],
            _ => &["depth", "time", "tables"],
        }
    }
}

/// An algorithm with its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenericSearch {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its settings.
    pub settings: Settings,
}

impl GenericSearch {
    /// The algorithm with default settings.
    pub fn new(algorithm: Algorithm) -> GenericSearch {
        GenericSearch { algorithm, settings: Settings::default() }
    }

    /// An empty transposition table for this search, of the smallest size if the algorithm uses none. It can be kept
    /// from search to search, and threads can share it.
    pub fn table(&self) -> TranspositionTable<BoundsEntry> {
        TranspositionTable::new(if self.algorithm.has_table() { self.settings.hash } else { 0 })
    }

    /// Searches a position. The limit and the threads of the settings come before the limit and the threads of the
    /// request; without any limit, the depth is 6 plies.
    ///
    /// # Errors
    /// If a table cannot be trusted.
    pub fn search<G: PlayRules>(
        &self,
        request: &SearchRequest<G>,
        table: &TranspositionTable<BoundsEntry>,
    ) -> Result<SearchResult<G::Move>, LookupError> {
        let &Settings { hash, cutoff, seed, threads, .. } = &self.settings;
        let mut limit = self.settings.limit_in(request.limit);
        let cutoff = limit.depth.unwrap_or(cutoff);
        if limit == Limit::default() {
            limit.depth = Some(6);
        }
        let request = &SearchRequest { limit, threads: threads.unwrap_or(request.threads), ..*request };
        let root = request.position;
        let mut memory = SearchMemory::new(table, deepest(limit));
        let fullness = || self.algorithm.has_table().then(|| table.fullness());
        let deepen = |search: &mut dyn FnMut(&mut Tree<G>, IterationRequest) -> _| deepen(request, &fullness, search);
        match self.algorithm {
            Algorithm::Expectimax => deepen(&mut |t, i| Ok(expectimax::search(t, root, i)?.into())),
            Algorithm::Minimax => deepen(&mut |t, i| Ok(minimax::search(t, root, i)?.into())),
            Algorithm::AlphaBeta => deepen(&mut |t, i| Ok(alphabeta::search(t, root, i)?.into())),
            Algorithm::Scout => deepen(&mut |t, i| Ok(scout::search(t, root, i)?.into())),
            Algorithm::AlphaBetaMemory => deepen(&mut |t, i| Ok(alphabeta_tt::search(t, &mut memory, root, i)?.into())),
            Algorithm::ScoutMemory => deepen(&mut |t, i| Ok(scout_tt::search(t, &mut memory, root, i)?.into())),
            Algorithm::Mtdf => deepen(&mut |t, i| Ok(mtdf::search(t, &mut memory, root, i)?.into())),
            Algorithm::MonteCarlo => montecarlo::search(request, (cutoff, seed, request.threads)),
            Algorithm::Uct => uct::search(request, (cutoff, seed, hash)),
        }
    }
}

impl FromStr for GenericSearch {
    type Err = SearcherError;

    /// Reads a name, then optionally `:` and settings separated by commas: `montecarlo:time=1s,cutoff=50`.
    fn from_str(text: &str) -> Result<GenericSearch, SearcherError> {
        let (name, settings) = split(text);
        let algorithm = Algorithm::named(name, [])?;
        Ok(GenericSearch { algorithm, settings: algorithm.read(settings)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn engines_are_read_with_their_settings() {
        let read = |text: &str| text.parse::<GenericSearch>().expect(text);
        for algorithm in Algorithm::ALL {
            assert_eq!(read(algorithm.name()), GenericSearch::new(algorithm));
        }
        assert_eq!(read("scout-tt:hash=64M").settings.hash, 64 << 20);
        let settings = read("montecarlo:time=1.5s,cutoff=30,seed=7,tables=off").settings;
        assert_eq!((settings.limit.time, settings.cutoff), (Some(Duration::from_millis(1500)), 30));
        assert_eq!((settings.seed, settings.tables), (7, false));
        assert_eq!(read("minimax:depth=4").settings.limit.depth, Some(4));
    }

    #[test]
    fn what_is_no_engine_is_told() {
        for (text, expected) in [
            ("", "an engine, one of expectimax"),
            ("maximin", "an engine, one of expectimax"),
            ("minimax:", "a setting of minimax, one of depth, time, tables"),
            ("minimax:hash=1M", "a setting of minimax, one of depth, time, tables"),
            ("scout-tt:hash", "hash=BYTES"),
            ("scout-tt:hash=0", "hash=BYTES"),
            ("scout-tt:hash=99999T", "hash=BYTES"),
            ("scout-tt:depth=0", "depth=PLIES"),
            ("scout-tt:depth=6,", "a setting of scout-tt"),
            ("uct:cutoff=-1", "cutoff=PLIES"),
            ("uct:time=soon", "time=TIME"),
            ("uct:seed=x", "seed=NUMBER"),
            ("uct:tables=yes", "tables=on or tables=off"),
        ] {
            let told = text.parse::<GenericSearch>().expect_err(text).to_string();
            assert!(told.starts_with(&format!("expected {expected}")), "{text}: {told}");
        }
    }
}
