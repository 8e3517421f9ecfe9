//! Syzygy's tables of chess endings, which maim, `query` and the explorer use beside the tables of this program. Only
//! this file knows the library that reads them.
//!
//! They say who wins, also under the fifty-move rule, and the plies to the next capture or move of a pawn (DTZ). A
//! result under that rule holds where the clock of the position is at zero: there the search looks up results. At the
//! root the moves are chosen by their DTZ, with the clock.
//!
//! The library has one set of tables for the whole process, and asks for results and plies of one position at a time.

use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use pyrrhic_rs::{Color, DtzProbeValue, DtzResult, EngineAdapter, Piece, TableBases, WdlProbeResult};

use super::bits;
use crate::game::{Game, PlayRules, Value};
use crate::games::chess::{BLACK, Chess, Move, NO_FILE, PieceType, Position, WHITE};
use crate::query::{ExactValues, RuleResult, UnderRule};
use crate::search::{OtherFormat, OtherResults, OtherTables, OtherTablesPlace};
use crate::values::LookupError;

/// The ending of the files with results, and the bytes that they begin with.
const RESULTS: (&str, [u8; 4]) = ("rtbw", [0x71, 0xe8, 0x23, 0x5d]);

/// The ending of the files with plies, and the bytes that they begin with.
const PLIES: (&str, [u8; 4]) = ("rtbz", [0xd7, 0x66, 0x0c, 0xa5]);

/// The format.
pub fn format() -> OtherFormat<Chess> {
    OtherFormat { name: "Syzygy", largest: 7, open }
}

/// Opens the tables. The library trusts its files, its list of directories, and that it has tables of every size up to
/// the largest: all of that is checked here.
fn open(place: &OtherTablesPlace) -> Result<Box<dyn OtherTables<Chess>>, String> {
    let mut directories = Vec::new();
    let mut largest = 0;
    for directory in env::split_paths(&place.directories) {
        let Ok(files) = directory.read_dir() else { continue };
        for path in files.flatten().map(|file| file.path()) {
            largest = largest.max(check(&path)?);
        }
        directories.extend(directory.to_str().map(str::to_string));
    }
    if largest == 0 {
        return Err(format!("expected files *.{} of Syzygy in {}, found none", RESULTS.0, place.directories));
    }
    let files = Files::shared(directories.join(":"))?;
    Ok(Box::new(Syzygy { files, limit: place.limit.min(largest), fifty_moves: place.fifty_moves }))
}

/// The files that are open, for whoever asks for the same directories.
static OPEN: Mutex<Weak<Files>> = Mutex::new(Weak::new());

/// The files of a list of directories.
struct Files {
    directories: String,
    tables: TableBases<Attacks>,
    /// Held while the library asks for plies: it cannot for two positions at a time.
    plies: Mutex<()>,
}

impl Files {
    /// The files of directories, opened if they are not open yet.
    fn shared(directories: String) -> Result<Arc<Files>, String> {
        let mut open = lock(&OPEN);
        match open.upgrade() {
            Some(files) if files.directories == directories => return Ok(files),
            Some(files) => {
                return Err(format!(
                    "expected tables of Syzygy in {}, which are open, found {directories}. All engines of a program \
                     use the same",
                    files.directories
                ));
            }
            None => {}
        }
        let tables = TableBases::new(&directories)
            .map_err(|error| format!("expected tables of Syzygy in {directories}, found none that open: {error:?}"))?;
        let files = Arc::new(Files { directories, tables, plies: Mutex::new(()) });
        *open = Arc::downgrade(&files);
        Ok(files)
    }
}

/// Locks what no panic leaves half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks a file if it is a table. Returns the pieces of its positions if it has results, else 0.
fn check(path: &Path) -> Result<u32, String> {
    let has_ending = |(ending, _): &(&str, _)| path.extension().is_some_and(|extension| extension == *ending);
    let Some((ending, start)) = [RESULTS, PLIES].into_iter().find(has_ending) else { return Ok(0) };
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    if !name.bytes().all(|letter| b"KQRBNPv".contains(&letter)) {
        return Ok(0);
    }
    let found = match is_table(path, start) {
        Ok(true) if ending == RESULTS.0 => return Ok(name.bytes().filter(|&letter| letter != b'v').count() as u32),
        Ok(true) => return Ok(0),
        Ok(false) => "one that is cut off or damaged".to_string(),
        Err(error) => error.to_string(),
    };
    Err(format!(
        "expected a complete table of Syzygy in {}, found {found}. Copy it again, or remove it",
        path.display()
    ))
}

/// Whether a file has the length and the first bytes of a table: its data are whole blocks of 64 bytes, and 16 bytes
/// follow.
fn is_table(path: &Path, start: [u8; 4]) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut found = [0; 4];
    Ok(length % 64 == 16 && file.read_exact(&mut found).map(|()| found == start)?)
}

/// Opened tables.
struct Syzygy {
    files: Arc<Files>,
    limit: u32,
    fifty_moves: bool,
}

impl Syzygy {
    /// Whether the tables may hold a position.
    fn covers(&self, position: &Position) -> bool {
        position.occupied().count_ones() <= self.limit && position.castling == 0
    }

    /// The result and the plies of each move, and of the best; `None` if the tables do not hold the position.
    fn probe(&self, position: &Position) -> Option<(DtzResult, Vec<DtzResult>)> {
        if !self.covers(position) {
            return None;
        }
        let [pawns, knights, bishops, rooks, queens, kings] = position.kinds;
        let [white, black] = position.colours;
        let (behind, is_white) = (en_passant(position), position.own() == WHITE);
        let clock = if self.fifty_moves { u32::from(position.clock) } else { 0 };
        let result = |value: &DtzProbeValue| match value {
            DtzProbeValue::DtzResult(result) => Some(*result),
            _ => None,
        };
        let alone = lock(&self.files.plies);
        let tables = &self.files.tables;
        let probed = tables
            .probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, clock, behind, is_white)
            .ok()?;
        drop(alone);
        Some((result(&probed.root)?, probed.moves[..probed.num_moves].iter().filter_map(result).collect()))
    }

    /// The result for the side to move: 2 for a win, 1 for a win that takes too long for the fifty-move rule, 0 for a
    /// draw, and the same numbers below zero for losses. Without the rule such wins and losses are as good as others.
    fn rank(&self, result: WdlProbeResult) -> i32 {
        match result {
            WdlProbeResult::Loss => -2,
            WdlProbeResult::BlessedLoss => {
                if self.fifty_moves {
                    -1
                } else {
                    -2
                }
            }
            WdlProbeResult::Draw => 0,
            WdlProbeResult::CursedWin => {
                if self.fifty_moves {
                    1
                } else {
                    2
                }
            }
            WdlProbeResult::Win => 2,
        }
    }
}

impl ExactValues<Chess> for Syzygy {
    fn value(&self, position: &Position) -> Result<Option<Value>, LookupError> {
        if !self.covers(position) || self.fifty_moves && position.clock != 0 {
            return Ok(None);
        }
        let [pawns, knights, bishops, rooks, queens, kings] = position.kinds;
        let [white, black] = position.colours;
        let (behind, is_white) = (en_passant(position), position.own() == WHITE);
        let tables = &self.files.tables;
        let result = tables.probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, behind, is_white);
        // A position whose file is missing is not held.
        Ok(result.ok().map(|result| match self.rank(result) {
            2 => Value::Win(Value::UNKNOWN),
            -2 => Value::Loss(Value::UNKNOWN),
            _ => Value::Draw,
        }))
    }
}

impl OtherTables<Chess> for Syzygy {
    fn best_moves(&self, position: &Position) -> Option<Vec<Move>> {
        let (_, results) = self.probe(position)?;
        // The sooner a win is nearer, and the later a loss, the better; draws are equal.
        let order = |result: &DtzResult| {
            let rank = self.rank(result.wdl);
            (rank, -rank.signum() * i32::from(result.dtz))
        };
        let best = results.iter().map(order).max()?;
        let legal: Vec<Move> = Chess::new().moves(position).collect();
        let kept = results.iter().filter(|result| order(result) == best);
        let kept: Vec<Move> = kept.filter_map(|result| legal.iter().copied().find(|&mv| is_same(mv, result))).collect();
        (!kept.is_empty()).then_some(kept)
    }

    fn under_rule(&self, position: &Position) -> Option<OtherResults<Move>> {
        let (root, results) = self.probe(position)?;
        let legal: Vec<Move> = Chess::new().moves(position).collect();
        let result_of = |&mv: &Move| Some((mv, ruled(results.iter().find(|result| is_same(mv, result))?)));
        let moves = legal.iter().map(result_of).collect::<Option<_>>()?;
        Some(OtherResults { rule: ruled(&root), moves })
    }
}

/// A result with its plies.
fn ruled(result: &DtzResult) -> UnderRule {
    let (ruled, sign) = match result.wdl {
        WdlProbeResult::Win => (RuleResult::Win, 1),
        WdlProbeResult::CursedWin => (RuleResult::CursedWin, 1),
        WdlProbeResult::Draw => (RuleResult::Draw, 0),
        WdlProbeResult::BlessedLoss => (RuleResult::BlessedLoss, -1),
        WdlProbeResult::Loss => (RuleResult::Loss, -1),
    };
    UnderRule { result: ruled, dtz: sign * i32::from(result.dtz), limit: Chess::new().quiet_limit() }
}

/// Whether a result is of this move.
fn is_same(mv: Move, result: &DtzResult) -> bool {
    let promotion = match result.promotion {
        Piece::Queen => Some(PieceType::Queen),
        Piece::Rook => Some(PieceType::Rook),
        Piece::Bishop => Some(PieceType::Bishop),
        Piece::Knight => Some(PieceType::Knight),
        _ => None,
    };
    (mv.from, mv.to, mv.promotion) == (result.from_square, result.to_square, promotion)
}

/// The square that a pawn has just passed over, 0 if none has.
fn en_passant(position: &Position) -> u32 {
    match position.en_passant {
        NO_FILE => 0,
        file => u32::from(file) + if position.own() == BLACK { 16 } else { 40 },
    }
}

/// The attacks of pieces, for the library.
#[derive(Clone)]
struct Attacks;

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: Color, square: u64) -> u64 {
        bits::pawn(if color == Color::White { WHITE } else { BLACK }, square as u8)
    }

    fn knight_attacks(square: u64) -> u64 {
        bits::knight(square as u8)
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        bits::bishop(square as u8, occupied)
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        bits::rook(square as u8, occupied)
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        bits::bishop(square as u8, occupied) | bits::rook(square as u8, occupied)
    }

    fn king_attacks(square: u64) -> u64 {
        bits::king(square as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_without_tables_are_an_error_each_time() {
        let place = OtherTablesPlace { directories: "src:no such directory".into(), limit: 7, fifty_moves: true };
        for _ in 0..2 {
            let error = open(&place).err().expect("there are no tables");
            assert_eq!(error, "expected files *.rtbw of Syzygy in src:no such directory, found none");
        }
    }

    #[test]
    fn files_that_are_no_whole_tables_are_an_error() {
        let directory = tempfile::TempDir::new().expect("a directory for the test");
        let table = directory.path().join("KQvK.rtbw");
        let whole = [&RESULTS.1[..], &[0; 76]].concat();
        let cut = &whole[..70];
        let of_other_bytes = [&PLIES.1[..], &[0; 76]].concat();
        for contents in [&[][..], cut, &of_other_bytes] {
            std::fs::write(&table, contents).expect("it can be written");
            // At the end of a list, a colon is a directory without a name.
            let directories = format!(":{}:", directory.path().display());
            let error = open(&OtherTablesPlace { directories, limit: 7, fifty_moves: true }).err().expect("no table");
            assert!(error.contains("KQvK.rtbw, found one that is cut off or damaged"), "{error}");
        }
        std::fs::write(&table, &whole).expect("it can be written");
        assert_eq!(check(&table), Ok(3));
        let plies = directory.path().join("KPPvKP.rtbz");
        std::fs::write(&plies, &of_other_bytes).expect("it can be written");
        assert_eq!((check(&plies), check(&directory.path().join("notes.txt"))), (Ok(0), Ok(0)));
    }
}
