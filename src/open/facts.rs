//! The facts of a game and of its values.

use super::position;
use crate::answer::{EngineFacts, GameFacts, OpeningFacts, OtherFacts, PlyKind, SliceFacts, ValuesFacts, ValuesSource};
use crate::catalogue::{CatalogueGame, GameEntry, OpeningSet};
use crate::game::{Diagram, position_text};
use crate::play::transcript;
use crate::query::Probe;
use crate::search::{Algorithm, PlayerFactory, random};
use crate::space::components::part_count;
use crate::space::{Metric, SliceId};
use crate::table::Tables;
use crate::values::Lookup;

/// The facts of the game of an entry.
pub fn facts<G: CatalogueGame>(entry: &GameEntry<G>) -> GameFacts {
    let game = &entry.game;
    let slice = |number: usize| SliceFacts {
        name: game.slices()[number].name.clone(),
        entries: game.slices()[number].entries,
        size: game.size(SliceId(number as u32)),
        leads_to: game.slices()[number].leads_to.clone(),
    };
    GameFacts {
        name: game.name(),
        aliases: entry.aliases,
        zeroing: entry.zeroing.as_ref().map(|zeroing| zeroing.game.name()),
        is_zeroing: game.metric() != Metric::End,
        ply: match game.metric() {
            Metric::End if game.counts_to_mate() => PlyKind::Mate,
            Metric::End => PlyKind::End,
            Metric::Zeroing(_) => PlyKind::Zeroing,
        },
        sides: game.sides(),
        teams: (0..game.sides().len()).map(|side| game.team(side)).collect(),
        notation: game.help(),
        start: position_text(game, &game.start()),
        slices: (0..game.slices().len()).map(slice).collect(),
        parts: part_count(game.slices()),
        groups: game.groups(),
        size_name: game.size_name(),
        sizes_nest: game.sizes_nest(),
        engines: engines(&entry.players),
        default_engine: entry.default_engine(),
        has_players: !entry.players.is_empty(),
        other_tables: entry.other.as_ref().map(|other| OtherFacts { name: other.name, largest: other.largest }),
        openings: entry.openings.iter().map(OpeningFacts::from).collect(),
        plays_beyond_slices: !entry.players.is_empty() && game.rank(&game.start()).is_none(),
        extension: transcript::extension(game),
        record_type: entry.record_type,
        has_zugzwangs: game.side_swapped(&game.start()).is_some(),
        depths_count: game.depths_count(),
        leaves_out: game.leaves_out(),
        squares: squares(game.diagram(&game.start())),
        pieces: game.pieces(),
        rights: game.rights(),
        moves_name_pieces: game.moves_name_pieces(),
        guide: entry.guide,
        has_solved: !entry.solved.is_empty(),
        has_embedded: !entry.embedded.is_empty(),
        has_quiet_plies: entry.under_rule().is_some()
            || game.moves(&game.start()).any(|mv| game.is_quiet(&game.start(), mv)),
        quiet_limit: game.quiet_limit(),
    }
}

/// The names of the squares of a board that are played on.
fn squares(board: Diagram) -> Vec<String> {
    board.places.into_iter().map(|place| place.name).filter(|name| !name.is_empty()).collect()
}

/// The engines of a game: its players, the generic searches, and the player of every game.
fn engines<G: CatalogueGame>(players: &[PlayerFactory<G>]) -> Vec<EngineFacts> {
    let of_player =
        |&PlayerFactory { name, about, settings, .. }: &PlayerFactory<G>| EngineFacts { name, about, settings };
    let mut engines = Vec::new();
    for player in players {
        engines.push(of_player(player));
    }
    engines.extend_from_slice(&Algorithm::ALL.map(|algorithm| EngineFacts {
        name: algorithm.name(),
        about: algorithm.about(),
        settings: algorithm.settings(),
    }));
    engines.push(of_player(&random::factory()));
    engines
}

/// The facts of the values of a game.
pub fn values<G: CatalogueGame>(game: &G, tables: &Tables) -> ValuesFacts {
    let probe = Probe { space: game, tables };
    values_of(tables, probe.held(), position_text(game, &position::start(&probe)))
}

/// The facts of tables that hold these slices, with the text of the start.
fn values_of(tables: &Tables, held: Vec<SliceId>, start: String) -> ValuesFacts {
    let source = match () {
        () if tables.is_empty() => ValuesSource::None,
        () if tables.is_memory() => ValuesSource::Memory,
        () if tables.is_embedded() => ValuesSource::Embedded,
        () => ValuesSource::Tables,
    };
    let results_only = held.iter().copied().filter(|&slice| tables.holds_results_only(slice)).collect();
    let parts = || 0..tables.parts().len();
    let mut built_in: Vec<SliceId> = parts()
        .filter(|&part| tables.is_part_embedded(part))
        .flat_map(|part| tables.parts()[part].slices.clone())
        .collect();
    built_in.sort_unstable();
    let own: Vec<SliceId> = held.iter().copied().filter(|slice| built_in.binary_search(slice).is_err()).collect();
    ValuesFacts {
        source,
        own: if own.is_empty() { held.clone() } else { own },
        results_only,
        built_in,
        has_rule: tables.under_rule().is_some(),
        sound: parts().filter(|&part| tables.table(part).is_ok_and(|table| table.is_some())).collect(),
        unusable: parts().filter(|&part| tables.table(part).is_err()).collect(),
        bytes: tables.bytes_of_files(),
        held,
        start,
    }
}

impl From<&OpeningSet> for OpeningFacts {
    fn from(&OpeningSet { name, is_default, text }: &OpeningSet) -> OpeningFacts {
        OpeningFacts { name, is_default, text }
    }
}
