//! What a game is, and where its values come from.

use serde::Serialize;

use crate::game::{Piece, Value};
use crate::query::Unsolved;
use crate::space::{Group, NoSuchSlice, SliceId};
use crate::util::units::{count, thousands};

/// A game of a catalogue, before its values are opened.
#[derive(Clone, Debug)]
pub struct GameFacts {
    /// The name of the game, which is also its name on the command line.
    pub name: &'static str,
    /// Other names of it on the command line, in lower case.
    pub aliases: &'static [&'static str],
    /// The name of the game with its quiet plies limited; `None` if it has no such rule, or this is that game.
    pub zeroing: Option<&'static str>,
    /// Whether this is the game with its quiet plies limited: its depths count plies to the next move that is not
    /// quiet.
    pub is_zeroing: bool,
    /// The plies that its depths count.
    pub ply: PlyKind,
    /// The names of its sides, in the order of play.
    pub sides: &'static [&'static str],
    /// The team of each side.
    pub teams: Vec<usize>,
    /// The notation of positions and moves, in words.
    pub notation: &'static str,
    /// The starting position.
    pub start: String,
    /// The slices, in the order of the game.
    pub slices: Vec<SliceFacts>,
    /// The number of parts, each with one table.
    pub parts: usize,
    /// The groups of slices that have statistics of their own.
    pub groups: Vec<Group>,
    /// The unit of the sizes of slices, in the plural, such as `pieces`.
    pub size_name: &'static str,
    /// Whether a size selects the smaller sizes too.
    pub sizes_nest: bool,
    /// The engines that play the game, the one to play against first.
    pub engines: Vec<EngineFacts>,
    /// The name of the engine that plays where no other is named: the first that knows the game, or `scout-tt`.
    pub default_engine: &'static str,
    /// Whether an engine knows the game.
    pub has_players: bool,
    /// The format of other programs whose tables its engines can use.
    pub other_tables: Option<OtherFacts>,
    /// Its sets of openings for matches. Random openings are always there.
    pub openings: Vec<OpeningFacts>,
    /// Whether an engine knows the game, and no slice has its starting position.
    pub plays_beyond_slices: bool,
    /// The usual extension of files with its records: `pgn` or `pdn`.
    pub extension: &'static str,
    /// The tag GameType of its records.
    pub record_type: Option<&'static str>,
    /// Whether mutual zugzwangs are counted.
    pub has_zugzwangs: bool,
    /// The plies that depths count, in a sentence without its full stop.
    pub depths_count: Option<&'static str>,
    /// The rules that the values leave out, in a sentence without its full stop.
    pub leaves_out: Option<&'static str>,
    /// The names of the squares of the board of the starting position.
    pub squares: Vec<String>,
    /// The pieces that positions are set up with; none if they are written.
    pub pieces: Vec<Piece>,
    /// The rights that a person who sets up a position grants one by one, each in a few words.
    pub rights: &'static [&'static str],
    /// Whether the names of moves begin with the letters of pieces.
    pub moves_name_pieces: bool,
    /// Its rules and positions worth seeing, a TOML text as [`Guide`](crate::catalogue::Guide) has it.
    pub guide: &'static str,
    /// Whether there are figures of slices that were solved before.
    pub has_solved: bool,
    /// Whether tables of it are compiled into the program.
    pub has_embedded: bool,
    /// Whether plies without progress are counted: a legal move of the start is quiet, or the game has a rule that
    /// limits them.
    pub has_quiet_plies: bool,
    /// The plies without progress in a row that make a draw, where they are counted.
    pub quiet_limit: u32,
}

/// The plies that depths count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlyKind {
    /// Plies to the end of the game.
    End,
    /// Plies to mate, which people count in moves.
    Mate,
    /// Plies to the next move that is not quiet.
    Zeroing,
}

/// A slice of a game.
#[derive(Clone, Debug)]
pub struct SliceFacts {
    /// Its name, such as `KKvK`.
    pub name: String,
    /// The number of its entries.
    pub entries: u64,
    /// Its size, such as the number of pieces.
    pub size: u32,
    /// The slices that its moves lead to.
    pub leads_to: Vec<SliceId>,
}

/// An engine, for people who choose one.
#[derive(Clone, Debug, Serialize)]
pub struct EngineFacts {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// The names of its settings.
    pub settings: &'static [&'static str],
}

/// A format of endgame tables of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherFacts {
    /// Its name.
    pub name: &'static str,
    /// The largest position of the format, in pieces.
    pub largest: u32,
}

/// Openings for matches, under a name.
#[derive(Clone, Debug)]
pub struct OpeningFacts {
    /// The name.
    pub name: &'static str,
    /// Whether matches use these openings by default.
    pub is_default: bool,
    /// Writes the openings, one on each line.
    pub text: fn() -> String,
}

/// The entries of the largest game that is solved in memory where it has no tables.
pub const SMALL: u64 = 1_000_000;

impl GameFacts {
    /// The slice of this name, in any case of letters.
    ///
    /// # Errors
    /// [`NoSuchSlice`] if there is none.
    pub fn slice(&self, name: &str) -> Result<SliceId, NoSuchSlice> {
        match self.slices.iter().position(|slice| slice.name.eq_ignore_ascii_case(name)) {
            Some(number) => Ok(SliceId(number as u32)),
            None => Err(NoSuchSlice {
                name: name.to_string(),
                game: self.name,
                names: self.slices.iter().map(|slice| slice.name.clone()).collect(),
            }),
        }
    }

    /// All slices.
    pub fn all(&self) -> impl Iterator<Item = SliceId> {
        (0..self.slices.len() as u32).map(SliceId)
    }

    /// The slices of a size, and of the smaller sizes if sizes nest.
    pub fn of_size(&self, size: u32) -> Vec<SliceId> {
        let is_selected = |slice: &SliceId| match self.slices[slice.index()].size {
            own if own == size => true,
            own => self.sizes_nest && own < size,
        };
        self.all().filter(is_selected).collect()
    }

    /// A value for people: `win in 29 plies (15 moves)`, `draw`.
    pub fn value_text(&self, value: Value) -> String {
        value.text(self.sides.len())
    }

    /// The plies that depths count, if depths are shown, and the rules that the values leave out, in sentences without
    /// the last full stop.
    pub fn limits(&self, with_depths: bool) -> Option<String> {
        let sentences = [self.depths_count.filter(|_| with_depths), self.leaves_out];
        let text = sentences.into_iter().flatten().collect::<Vec<_>>().join(". ");
        Some(text).filter(|text| !text.is_empty())
    }

    /// The error for a slice that is not solved.
    pub fn unsolved(&self, slice: SliceId) -> Unsolved {
        let SliceFacts { name, size, .. } = &self.slices[slice.index()];
        Unsolved { game: self.name, slice: name.clone(), size_name: self.size_name, size: *size }
    }

    /// The number of entries of slices.
    pub fn entries<'a>(&self, slices: impl IntoIterator<Item = &'a SliceId>) -> u64 {
        slices.into_iter().map(|slice| self.slices[slice.index()].entries).sum()
    }

    /// The number of entries of all slices.
    pub fn all_entries(&self) -> u64 {
        self.slices.iter().map(|slice| slice.entries).sum()
    }

    /// Whether its tables are several, each of a part.
    pub fn has_parts(&self) -> bool {
        self.parts > 1
    }

    /// Whether the game is solved in memory where it has no tables.
    pub fn is_small(&self) -> bool {
        !self.slices.is_empty() && self.all_entries() <= SMALL
    }

    /// Whether the sides are of two teams: a match needs both.
    pub fn has_two_teams(&self) -> bool {
        [0, 1].iter().all(|team| self.teams.contains(team))
    }

    /// The names of the sides of a team: `White`, `a and d`; empty for a team without a side.
    pub fn team_text(&self, team: usize) -> String {
        let sides = self.sides.iter().zip(&self.teams).filter(|&(_, &of)| of == team);
        sides.map(|(side, _)| *side).collect::<Vec<_>>().join(" and ")
    }

    /// The unit of sizes in the singular: `piece`.
    pub fn size_name_singular(&self) -> &'static str {
        self.size_name.strip_suffix('s').unwrap_or(self.size_name)
    }

    /// How far values reach in words; `None` without values. Where some of them lack depths, it has how far depths
    /// reach, too.
    pub fn reach(&self, values: &ValuesFacts) -> Option<String> {
        let words = |slices: &[SliceId]| self.coverage(slices).unwrap_or_else(|| "every position".to_string());
        let ends_at = |slice: &SliceId| !values.results_only.contains(slice);
        let with_depths: Vec<SliceId> = values.held.iter().copied().filter(ends_at).collect();
        match values.source {
            ValuesSource::None => None,
            _ if values.results_only.is_empty() || with_depths.is_empty() => Some(words(&values.held)),
            _ => Some(format!("results of {}, depths of {}", words(&values.held), words(&with_depths))),
        }
    }

    /// The solved slices in words: `up to 4 pieces`, `28 squares` or `37 of 870 slices`; `None` if all are solved.
    pub fn coverage(&self, held: &[SliceId]) -> Option<String> {
        if held.len() == self.slices.len() {
            return None;
        }
        let most = held.iter().map(|slice| self.slices[slice.index()].size).max();
        let size = most.filter(|&most| self.of_size(most).len() == held.len());
        Some(match size {
            Some(size) if self.sizes_nest => format!("up to {}", count(size.into(), self.size_name_singular())),
            Some(size) => count(size.into(), self.size_name_singular()),
            None => format!("{} of {} slices", thousands(held.len() as u64), thousands(self.slices.len() as u64)),
        })
    }
}

/// Where the values of an open game come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValuesSource {
    /// Tables on the disk, and those in the program for slices without a file.
    Tables,
    /// Tables in the program alone.
    Embedded,
    /// The memory for a small game, which was solved when it was opened.
    Memory,
    /// There are no values.
    None,
}

impl ValuesSource {
    /// The source in one word: `tables`, `embedded`, `memory` or `none`.
    pub fn word(self) -> &'static str {
        match self {
            ValuesSource::Tables => "tables",
            ValuesSource::Embedded => "embedded",
            ValuesSource::Memory => "memory",
            ValuesSource::None => "none",
        }
    }
}

/// The values of an open game.
#[derive(Clone, Debug)]
pub struct ValuesFacts {
    /// Where they come from.
    pub source: ValuesSource,
    /// The slices that have values, in the order of the game.
    pub held: Vec<SliceId>,
    /// The slices that a question about all slices is about: those in tables that the user has made, and all that have
    /// values if there are no such tables.
    pub own: Vec<SliceId>,
    /// The slices whose values have no depths.
    pub results_only: Vec<SliceId>,
    /// The slices whose table is compiled into the program.
    pub built_in: Vec<SliceId>,
    /// Whether tables under the rule of quiet plies stand beside them.
    pub has_rule: bool,
    /// The parts of the game whose table can be used, by their numbers among
    /// [`Tables::parts`](crate::table::Tables::parts).
    pub sound: Vec<usize>,
    /// The parts whose table cannot be used.
    pub unusable: Vec<usize>,
    /// The size of the tables that the user has made, in bytes.
    pub bytes: u64,
    /// The starting position; where slices are boards of their own and the slice of the start has no values, the start
    /// of the largest board that has.
    pub start: String,
}

impl ValuesFacts {
    /// Whether a slice has values.
    pub fn holds(&self, slice: SliceId) -> bool {
        self.held.binary_search(&slice).is_ok()
    }

    /// Whether the values have the depth of every win and every loss.
    pub fn has_depths(&self) -> bool {
        self.source != ValuesSource::None && self.results_only.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use crate::open::Games;

    #[test]
    fn slices_are_summed_up_by_what_they_are_selected_by() {
        let games = Games::standard();
        for (game, size, but, expected) in [
            ("checkers", 3, 0, "up to 3 pieces"),
            ("checkers", 3, 1, "15 of 870 slices"),
            ("tigers-and-goats", 1, 0, "up to 1 goat"),
            ("halma-packing", 28, 0, "28 squares"),
        ] {
            let facts = games.find(game).expect("the game is there").facts();
            let mut slices = facts.of_size(size);
            slices.truncate(slices.len() - but);
            assert_eq!(facts.coverage(&slices).as_deref(), Some(expected));
            assert_eq!(facts.coverage(&facts.all().collect::<Vec<_>>()), None);
        }
    }
}
