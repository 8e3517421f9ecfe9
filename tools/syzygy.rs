//! Holds chess tables against Syzygy's: `cargo run --release -p hindsight-tools --bin syzygy -- [--dtz] TABLES SYZYGY
//! [MATERIAL ...]`.
//!
//! SYZYGY is a directory with files such as `KQvKR.rtbw`. Every position of these materials, or of all that have a
//! file, is looked up in both: every placement up to symmetry, with either side to move and the colours by turns.
//! Placements come from the squares of the board, not from the numbering of the tables. Compared is the result, win,
//! draw or loss. Syzygy takes the fifty-move rule into account: a win that this rule turns into a draw is compared as a
//! win, and counted. Where there are tables of `solve chess --dtz`, the result under the rule is compared too, and with
//! `--dtz` the plies to the next capture or move of a pawn, which Syzygy's library looks up on one thread alone, 30,000
//! positions a second. Its files may round: plies that differ by one agree, and are counted in the last column.
//!
//! The exit status is 0 if all agree, 1 if any differs, 2 if the comparison could not be made.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Mutex;

use pyrrhic_rs::{Color, DtzProbeValue, EngineAdapter, TableBases, WdlProbeResult};
use rayon::prelude::*;

use hindsight::game::{QUIET_PLIES, Value, position_text};
use hindsight::games::chess::{BLACK, Chess, PieceType, Position, Squares, WHITE};
use hindsight::players::maim::bits;
use hindsight::query::{Probe, RuleResult, UnderRule};
use hindsight::table::Store;
use hindsight::values::Lookup;

/// The attacks of pieces, for Syzygy's tables.
#[derive(Clone)]
struct Attacks;

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: Color, square: u64) -> u64 {
        bits::pawn(colour(color == Color::White), square as u8)
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

/// The men of both sides of a material, the first side's king first: the kind, and whether the man is of the first
/// side.
type Men = Vec<(PieceType, bool)>;

/// What came out of a comparison.
#[derive(Default)]
struct Count {
    positions: u64,
    differences: u64,
    fifty_moves: u64,
    rounded: u64,
    first_difference: Option<String>,
}

impl Count {
    fn and(mut self, other: Count) -> Count {
        self.positions += other.positions;
        self.differences += other.differences;
        self.fifty_moves += other.fifty_moves;
        self.rounded += other.rounded;
        self.first_difference = self.first_difference.or(other.first_difference);
        self
    }

    fn print(&self, name: &str) {
        let Count { positions, differences, fifty_moves, rounded, .. } = self;
        let agree = positions - differences;
        println!("{name:<8} {positions:>11} {agree:>11} {differences:>9} {fifty_moves:>11} {rounded:>11}");
        if let Some(difference) = &self.first_difference {
            println!("  first difference: {difference}");
        }
    }
}

/// Both sets of tables.
struct Comparison<'a, T> {
    probe: Probe<'a, Chess, T>,
    syzygy: TableBases<Attacks>,
    /// The tables under the fifty-move rule, if there are any.
    under_rule: Option<Probe<'a, Chess, T>>,
    /// Looks up plies to the next capture or move of a pawn, one thread at a time; `None` if they are not compared.
    one_at_a_time: Option<Mutex<()>>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, words): (Vec<String>, Vec<String>) = arguments.into_iter().partition(|word| word == "--dtz");
    let result = match &words[..] {
        [tables, syzygy, materials @ ..] => compare(tables, syzygy, materials, !options.is_empty()),
        _ => Err("expected the directory of the tables and that of Syzygy's".into()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Compares these materials, or all: whether all agree.
fn compare(tables: &str, directory: &str, materials: &[String], dtz: bool) -> Result<bool, Box<dyn Error>> {
    let (game, ruled) = (Chess::new(), Chess::with_fifty_moves());
    let under_rule = Store::new(tables).open(&ruled).ok();
    let tables = Store::new(tables).open(&game)?;
    let syzygy = TableBases::new(directory)
        .map_err(|error| format!("expected Syzygy's tables in {directory}, found none: {error:?}"))?;
    let under_rule = under_rule.as_ref().map(|tables| Probe { space: &ruled, tables });
    let one_at_a_time = dtz.then(Mutex::default);
    let comparison = Comparison { probe: Probe { space: &game, tables: &tables }, syzygy, under_rule, one_at_a_time };

    let known = materials_in(directory)?;
    if let Some(unknown) = materials.iter().find(|name| !known.contains(name)) {
        return Err(format!("expected a material of which {directory} has a file, found {unknown:?}").into());
    }
    println!(
        "{:<8} {:>11} {:>11} {:>9} {:>11} {:>11}",
        "material", "positions", "agree", "differ", "fifty-move", "rounded"
    );
    let mut sum = Count::default();
    for name in if materials.is_empty() { &known } else { materials } {
        let count = comparison.material(&men(name).ok_or_else(|| format!("expected a material, found {name:?}"))?)?;
        count.print(name);
        sum = sum.and(Count { first_difference: None, ..count });
    }
    sum.print("sum");
    Ok(sum.differences == 0)
}

/// The materials of which there is a file, the smaller ones first.
fn materials_in(directory: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for file in std::fs::read_dir(directory).map_err(|error| format!("{directory}: {error}"))? {
        names.extend(file?.file_name().to_str().and_then(|name| name.strip_suffix(".rtbw")).map(String::from));
    }
    names.sort_by_key(|name| (name.len(), name.clone()));
    Ok(names)
}

/// The men of `KQvKR`.
fn men(material: &str) -> Option<Men> {
    let (first, second) = material.split_once('v')?;
    let side = |letters: &str, is_first: bool| -> Option<Men> {
        let kind = |letter| PieceType::ALL.into_iter().find(|kind| kind.letter() == letter);
        letters.chars().map(|letter| Some((kind(letter)?, is_first))).collect()
    };
    Some([side(first, true)?, side(second, false)?].concat())
}

impl<T: Lookup + Sync> Comparison<'_, T> {
    /// Compares every position of a material.
    fn material(&self, men: &Men) -> Result<Count, String> {
        let has_pawns = men.iter().any(|&(kind, _)| kind == PieceType::Pawn);
        let [(_, is_first), rest @ ..] = &men[..] else { return Ok(Count::default()) };
        let starts: Vec<(u8, u8)> = (0..64)
            .filter(|&square| is_representative(square, has_pawns))
            .flat_map(|king| (0..64).map(move |square| (king, square)))
            .collect();
        let of_start = |&(king, square): &(u8, u8)| {
            let mut position = Position::empty();
            position.put(PieceType::King, colour(*is_first), king);
            let mut count = Count::default();
            self.place(&position, square..square + 1, rest, &mut count)?;
            Ok(count)
        };
        starts.par_iter().map(of_start).try_reduce(Count::default, |one, other| Ok(one.and(other)))
    }

    /// Puts the first man on each of these squares and the others anywhere, like men in ascending order, and compares.
    fn place(
        &self,
        position: &Position,
        squares: std::ops::Range<u8>,
        men: &[(PieceType, bool)],
        count: &mut Count,
    ) -> Result<(), String> {
        let Some((&(kind, is_first), rest)) = men.split_first() else { return self.both_sides(position, count) };
        for square in squares.filter(|square| position.occupied() >> square & 1 == 0) {
            if kind == PieceType::Pawn && !(8..56).contains(&square) {
                continue;
            }
            let mut next = *position;
            next.put(kind, colour(is_first), square);
            let is_alike = rest.first() == Some(&(kind, is_first));
            self.place(&next, if is_alike { square + 1 } else { 0 }..64, rest, count)?;
        }
        Ok(())
    }

    /// Compares a placement with either side to move, as it is and with the colours changed by turns.
    fn both_sides(&self, placement: &Position, count: &mut Count) -> Result<(), String> {
        for side in [WHITE, BLACK] {
            let mut position = Position { side: side as u8, ..*placement };
            if position.king_can_be_captured() {
                continue;
            }
            if count.positions % 2 == 1 {
                position = colours_changed(&position);
            }
            self.position(&position, count)?;
        }
        Ok(())
    }

    fn position(&self, position: &Position, count: &mut Count) -> Result<(), String> {
        let text = || position_text(self.probe.space, position);
        let ours = match self.probe.value(position).map_err(|error| error.to_string())? {
            Some(Value::Win(_)) => "win",
            Some(Value::Draw) => "draw",
            Some(Value::Loss(_)) => "loss",
            None => return Err(format!("expected a table that holds {}: solve chess --pieces 4", text())),
        };
        let [pawns, knights, bishops, rooks, queens, kings] = position.kinds;
        let [white, black] = position.colours;
        let is_white = position.own() == WHITE;
        let result = self
            .syzygy
            .probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, 0, is_white)
            .map_err(|error| format!("Syzygy's tables do not have {}: {error:?}", text()))?;
        let theirs = match result {
            WdlProbeResult::Win | WdlProbeResult::CursedWin => "win",
            WdlProbeResult::Draw => "draw",
            WdlProbeResult::Loss | WdlProbeResult::BlessedLoss => "loss",
        };
        count.positions += 1;
        count.fifty_moves += u64::from(matches!(result, WdlProbeResult::CursedWin | WdlProbeResult::BlessedLoss));
        let difference = match ours == theirs {
            false => Some(format!("{}: {ours} here, {theirs} there", text())),
            true => self.rule(position, result, count)?,
        };
        if let Some(difference) = difference {
            count.differences += 1;
            count.first_difference.get_or_insert(difference);
        }
        Ok(())
    }

    /// Compares the result under the fifty-move rule, and its plies: the difference, if there is one.
    fn rule(&self, position: &Position, result: WdlProbeResult, count: &mut Count) -> Result<Option<String>, String> {
        let Some(probe) = &self.under_rule else { return Ok(None) };
        let text = || position_text(probe.space, position);
        let Some(value) = probe.value(position).map_err(|error| error.to_string())? else {
            return Err(format!("expected a table that holds {}: solve chess --dtz --pieces 4", text()));
        };
        let ours = UnderRule::new(value, 0, QUIET_PLIES);
        let theirs = match result {
            WdlProbeResult::Win => RuleResult::Win,
            WdlProbeResult::CursedWin => RuleResult::CursedWin,
            WdlProbeResult::Draw => RuleResult::Draw,
            WdlProbeResult::BlessedLoss => RuleResult::BlessedLoss,
            WdlProbeResult::Loss => RuleResult::Loss,
        };
        if ours.result != theirs {
            return Ok(Some(format!("{}: {} here, {} there", text(), ours.result.word(), theirs.word())));
        }
        let Some(one_at_a_time) = &self.one_at_a_time else { return Ok(None) };
        let _alone = one_at_a_time.lock();
        let [pawns, knights, bishops, rooks, queens, kings] = position.kinds;
        let [white, black] = position.colours;
        let probed = self
            .syzygy
            .probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, 0, 0, position.own() == WHITE)
            .map_err(|error| format!("Syzygy's tables do not have {}: {error:?}", text()))?;
        let plies = match probed.root {
            DtzProbeValue::DtzResult(found) => u32::from(found.dtz),
            DtzProbeValue::Checkmate => 1,
            DtzProbeValue::Stalemate | DtzProbeValue::Failed => 0,
        };
        let apart = plies.abs_diff(ours.dtz.unsigned_abs());
        count.rounded += u64::from(apart == 1);
        Ok((apart > 1).then(|| format!("{}: {} plies here, {plies} there", text(), ours.dtz)))
    }
}

/// The colour of a side: the first is White.
fn colour(is_first: bool) -> usize {
    if is_first { WHITE } else { BLACK }
}

/// Whether every placement has an image with the first king on this square or another that is representative: files a
/// to d, and without pawns the triangle a1, d1, d4.
fn is_representative(square: u8, has_pawns: bool) -> bool {
    let (file, rank) = (square % 8, square / 8);
    file < 4 && (has_pawns || rank <= file)
}

/// The same position with the colours changed and the board turned over.
fn colours_changed(position: &Position) -> Position {
    let [white, black] = position.colours.map(Squares::swap_bytes);
    let kinds = position.kinds.map(Squares::swap_bytes);
    Position { kinds, colours: [black, white], side: position.side ^ 1, ..*position }
}
