//! The C interface: `hindsight.h`.
//!
//! Every function is safe to call from any number of threads on one handle. None unwinds into the caller. A wrong
//! argument gets a status. The caller's duties are the usual ones of C: a pointer is NULL or leads to as many values as
//! the function says, a text ends with a zero byte, and a handle is not used after [`hindsight_close`].
//!
//! The header is made from this file by cbindgen; a test compares it.

// The duties of the caller are the same for all functions: they stand above, once.
#![allow(clippy::missing_safety_doc)]

mod guard;

use std::env;
use std::ffi::{CStr, c_char, c_int};
use std::path::PathBuf;
use std::sync::Arc;

use solver::answer::{PositionAnswer, PositionQuery};
use solver::catalogue::CatalogueGame;
use solver::game::{Game, Value};
use solver::games::chess::{self, Chess};
use solver::games::draughts::Draughts;
use solver::open::{AnswerError, Games, OpenError, OpenGame, Opened, Sources};
use solver::query::{KnownValue, RuleResult, UnderRule};
use solver::values::LookupError;

use guard::{guarded, paths, slice, slice_mut, text};

/// A game with its tables, from hindsight_open.
pub struct TablesHandle(Arc<dyn OpenGame>);

/// The value of a position for the side to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CValue {
    /// 1 win, 0 draw, -1 loss.
    pub result: i8,
    /// 1 if `plies` is known: a draw has none, nor has a value of a table that holds only results.
    pub has_plies: i8,
    /// The moves of both sides to the end of the game under best play, for chess-dtz to the next capture or move of a
    /// pawn; 0 if it is not known.
    pub plies: u16,
}

/// The result of a position under the rule of quiet plies, for the side to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CRuleResult {
    /// 2 win, 1 cursed win, 0 draw, -1 blessed loss, -2 loss. A cursed win is a draw under the rule and a win without
    /// it, a blessed loss a draw under the rule and a loss without it.
    pub result: i8,
    /// The plies to the next capture or move of a pawn or man, negative for a loss or a blessed loss, 0 for a draw.
    pub dtz: i32,
}

/// A position of checkers or losing checkers. Bit n - 1 of a set is the square with the number n.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckersPosition {
    /// Black's men and kings.
    pub black: u32,
    /// White's men and kings.
    pub white: u32,
    /// The kings of both sides.
    pub kings: u32,
    /// 1 if Black is to move, 0 if White is.
    pub black_to_move: i32,
}

/// A position of chess without castling rights, as sets of squares: bit 0 is a1, bit 7 h1, bit 63 h8.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChessPosition {
    /// The men of White and of Black.
    pub white: u64,
    pub black: u64,
    /// The men of each kind, of both sides.
    pub kings: u64,
    pub queens: u64,
    pub rooks: u64,
    pub bishops: u64,
    pub knights: u64,
    pub pawns: u64,
    /// The square that a pawn has just passed over, -1 if none has.
    pub ep_square: i32,
    /// 1 if White is to move, 0 if Black is.
    pub white_to_move: i32,
}

/// The bytes of the text of a move, with the zero byte at its end.
pub const MOVE_SIZE: usize = 64;

/// A move with its value for the side that makes it, in plies from before the move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CMove {
    /// The move as programs write it, such as "2-7" or "g1f3".
    pub text: [c_char; MOVE_SIZE],
    /// Its value.
    pub value: CValue,
}

/// The value was found.
pub const HINDSIGHT_FOUND: c_int = 0;
/// The tables do not hold the position.
pub const HINDSIGHT_NOT_HELD: c_int = 1;
/// The position is illegal, or its text cannot be read.
pub const HINDSIGHT_ILLEGAL: c_int = 2;
/// A table is damaged, cannot be read, or needs another table that is not there.
pub const HINDSIGHT_DAMAGED: c_int = 3;
/// A wrong argument: a null pointer, a text that is not UTF-8, or a function for another game.
pub const HINDSIGHT_WRONG_ARGUMENT: c_int = 4;
/// An error of the library itself. Please report it.
pub const HINDSIGHT_INTERNAL: c_int = 5;

/// Opens the tables of a game, such as "checkers", or "chess-dtz", chess with the fifty-move rule. `directories` are
/// searched in order, with ':' between them (';' on Windows). NULL: the directories that the program uses too, of the
/// variable HINDSIGHT_TABLES, else data/tables here or above in a checkout, else hindsight/tables in the user's data
/// directory; these need not exist. A part without a file has its table that is built into the library, if there is
/// one; "": these tables alone. Tables are mapped files: a file that is shortened while it is open may end the program.
///
/// Returns NULL if that fails, with the message in `error`, cut to `error_size` bytes and ended with a zero byte.
/// `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hindsight_open(
    game: *const c_char,
    directories: *const c_char,
    error: *mut c_char,
    error_size: usize,
) -> *mut TablesHandle {
    let open = || {
        let expected = |what: &str| format!("expected the {what} as UTF-8 text, found none");
        // SAFETY: the caller's texts end with a zero byte.
        let (game, list) = unsafe { (text(game), (!directories.is_null()).then(|| paths(directories))) };
        let game = game.ok_or_else(|| expected("name of a game"))?;
        let sources = match list.map(|list| list.ok_or_else(|| expected("directories"))).transpose()? {
            None => Ok(Sources::usual()),
            Some(list) => {
                let directories = env::split_paths(list).filter(|path| !path.as_os_str().is_empty());
                Sources::in_directories(&directories.collect::<Vec<PathBuf>>()).map_err(OpenError::from)
            }
        };
        let opened = sources.and_then(|sources| Games::standard().open(game, &sources, &()));
        opened.map_err(|error| error.to_string())
    };
    match guarded(open).unwrap_or_else(|| Err("an error of the library itself".to_string())) {
        Ok(opened) => Box::into_raw(Box::new(TablesHandle(opened))),
        Err(message) => {
            // SAFETY: `error` is NULL or leads to `error_size` bytes.
            if let Some(bytes) = unsafe { slice_mut(error.cast::<u8>(), error_size) } {
                guard::write_text(&message, bytes);
            }
            std::ptr::null_mut()
        }
    }
}

/// Closes the tables. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hindsight_close(tables: *mut TablesHandle) {
    if !tables.is_null() {
        // SAFETY: the pointer is from `Box::into_raw` in `hindsight_open`, and this is its last use.
        let tables = unsafe { Box::from_raw(tables) };
        let _ = guarded(move || drop(tables));
    }
}

/// Looks up a position as text, in the notation of the game: "W:WK1,K2:BK32", a FEN of chess. Returns a status. As with
/// all look-ups, `value` is zeros unless it is HINDSIGHT_FOUND.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hindsight_probe(
    tables: *const TablesHandle,
    position: *const c_char,
    value: *mut CValue,
) -> c_int {
    // SAFETY: the pointers are NULL or lead to what they should.
    let Some(value) = (unsafe { value.as_mut() }) else { return HINDSIGHT_WRONG_ARGUMENT };
    *value = CValue::default();
    // SAFETY: as above.
    let (Some(tables), Some(text)) = (unsafe { tables.as_ref() }, unsafe { text(position) }) else {
        return HINDSIGHT_WRONG_ARGUMENT;
    };
    let answer = || match tables.0.value(text) {
        Ok(found) => given(found, value),
        Err(error) => failed(&error),
    };
    guarded(answer).unwrap_or(HINDSIGHT_INTERNAL)
}

/// Looks up a position under the rule of quiet plies, in chess the fifty-move rule, with its clock: a FEN of a game
/// such as "chess" where the directories have tables of "chess-dtz" too, or of "chess-dtz". Returns a status; `rule` is
/// zeros unless it is HINDSIGHT_FOUND.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hindsight_probe_rule50(
    tables: *const TablesHandle,
    position: *const c_char,
    rule: *mut CRuleResult,
) -> c_int {
    // SAFETY: the pointers are NULL or lead to what they should.
    let Some(rule) = (unsafe { rule.as_mut() }) else { return HINDSIGHT_WRONG_ARGUMENT };
    *rule = CRuleResult::default();
    // SAFETY: as above.
    let (Some(tables), Some(text)) = (unsafe { tables.as_ref() }, unsafe { text(position) }) else {
        return HINDSIGHT_WRONG_ARGUMENT;
    };
    let answer = || match tables.0.under_rule(text) {
        Ok(Some(UnderRule { result, dtz, .. })) => {
            let result = match result {
                RuleResult::Win => 2,
                RuleResult::CursedWin => 1,
                RuleResult::Draw => 0,
                RuleResult::BlessedLoss => -1,
                RuleResult::Loss => -2,
            };
            *rule = CRuleResult { result, dtz };
            HINDSIGHT_FOUND
        }
        Ok(None) => HINDSIGHT_NOT_HELD,
        Err(error) => failed(&error),
    };
    guarded(answer).unwrap_or(HINDSIGHT_INTERNAL)
}

/// Looks up a position of checkers or losing checkers. Bit n - 1 of a set is the square with the number n; `kings` has
/// the kings of both sides. Returns a status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hindsight_probe_checkers(
    tables: *const TablesHandle,
    black: u32,
    white: u32,
    kings: u32,
    black_to_move: c_int,
    value: *mut CValue,
) -> c_int {
    let position = CheckersPosition { black, white, kings, black_to_move };
    // SAFETY: the pointers are NULL or lead to what they should.
    unsafe { look_up_one(tables, &position, value) }
}

/// Looks up `n` positions of checkers or losing checkers: much quicker than one by one. `values` and `status` have room
/// for `n` each. Returns the number of positions whose status is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hindsight_probe_checkers_many(
    tables: *const TablesHandle,
    positions: *const CheckersPosition,
    n: usize,
    values: *mut CValue,
    status: *mut i8,
) -> usize {
    // SAFETY: the pointers are NULL or lead to `n` values each, and `tables` is NULL or an open handle.
    unsafe { look_up_many(tables, positions, n, values, status) }
}

/// A position as sets of squares, of one type of game.
trait OfSquares {
    type Game: CatalogueGame;

    /// The position in a game; `None` if it is illegal.
    fn position(&self, game: &Self::Game) -> Option<<Self::Game as Game>::Position>;
}

impl OfSquares for CheckersPosition {
    type Game = Draughts;

    fn position(&self, game: &Draughts) -> Option<<Draughts as Game>::Position> {
        game.of_squares(self.black, self.white, self.kings, self.black_to_move != 0)
    }
}

impl OfSquares for ChessPosition {
    type Game = Chess;

    fn position(&self, _game: &Chess) -> Option<chess::Position> {
        let kinds = [self.pawns, self.knights, self.bishops, self.rooks, self.queens, self.kings];
        let side = if self.white_to_move != 0 { chess::WHITE } else { chess::BLACK };
        let en_passant = match self.ep_square {
            -1 => None,
            0..64 => Some(self.ep_square as u8),
            _ => return None,
        };
        chess::Position::of_squares(kinds, [self.white, self.black], side, en_passant).ok()
    }
}

/// Looks up a position. Returns a status.
///
/// # Safety
/// The pointers are NULL, or lead to an open handle and to a value.
unsafe fn look_up_one<P: OfSquares>(tables: *const TablesHandle, position: &P, value: *mut CValue) -> c_int {
    // SAFETY: as the function says.
    let Some(value) = (unsafe { value.as_mut() }) else { return HINDSIGHT_WRONG_ARGUMENT };
    *value = CValue::default();
    // SAFETY: as above.
    let Some(tables) = (unsafe { tables.as_ref() }) else { return HINDSIGHT_WRONG_ARGUMENT };
    let answer = || {
        let Some(opened) = tables.0.as_any().downcast_ref::<Opened<P::Game>>() else {
            return HINDSIGHT_WRONG_ARGUMENT;
        };
        match position.position(opened.game()) {
            Some(position) => looked_up(opened.probe().known(&position), value),
            None => HINDSIGHT_ILLEGAL,
        }
    };
    guarded(answer).unwrap_or(HINDSIGHT_INTERNAL)
}

/// Looks up `n` positions. Returns the number of positions whose status is 0.
///
/// # Safety
/// The pointers are NULL, or lead to an open handle and to `n` values each.
unsafe fn look_up_many<P: OfSquares>(
    tables: *const TablesHandle,
    positions: *const P,
    n: usize,
    values: *mut CValue,
    status: *mut i8,
) -> usize {
    // SAFETY: as the function says.
    let (Some(status), Some(values), Some(positions)) =
        (unsafe { slice_mut(status, n) }, unsafe { slice_mut(values, n) }, unsafe { slice(positions, n) })
    else {
        return 0;
    };
    values.fill(CValue::default());
    status.fill(HINDSIGHT_INTERNAL as i8);
    // SAFETY: as above.
    let opened = unsafe { tables.as_ref() }.and_then(|tables| tables.0.as_any().downcast_ref::<Opened<P::Game>>());
    let Some(opened) = opened else {
        status.fill(HINDSIGHT_WRONG_ARGUMENT as i8);
        return 0;
    };
    let answer = || {
        let read: Vec<_> = positions.iter().map(|position| position.position(opened.game())).collect();
        for (status, _) in status.iter_mut().zip(&read).filter(|(_, position)| position.is_none()) {
            *status = HINDSIGHT_ILLEGAL as i8;
        }
        opened.values_of_positions(&read, &mut |number, found| {
            status[number] = found.map_or(HINDSIGHT_DAMAGED, |found| given(found, &mut values[number])) as i8;
        });
    };
    // After an error of the library itself, the positions that were not looked up keep its status.
    let _ = guarded(answer);
    status.iter().filter(|&&status| status == HINDSIGHT_FOUND as i8).count()
}

/// The legal moves of a position, best first, each with its value for the side that makes it. `moves` has room for
/// `room` of them, and `*count` becomes the number of all, which may be greater. Returns a status; HINDSIGHT_NOT_HELD
/// too if the tables lack a position that a move leads to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hindsight_moves(
    tables: *const TablesHandle,
    position: *const c_char,
    moves: *mut CMove,
    room: usize,
    count: *mut usize,
) -> c_int {
    // SAFETY: the pointers are NULL or lead to what they should.
    let (Some(moves), Some(count)) = (unsafe { slice_mut(moves, room) }, unsafe { count.as_mut() }) else {
        return HINDSIGHT_WRONG_ARGUMENT;
    };
    *count = 0;
    // SAFETY: as above.
    let (Some(tables), Some(text)) = (unsafe { tables.as_ref() }, unsafe { text(position) }) else {
        return HINDSIGHT_WRONG_ARGUMENT;
    };
    let answer = || {
        let query = PositionQuery { moves: true, ..PositionQuery::default() };
        let rated = match tables.0.ask(text, &query).map(PositionAnswer::whole) {
            Ok(Ok(answer)) => answer.moves,
            Ok(Err(_)) => return HINDSIGHT_NOT_HELD,
            Err(error) => return failed(&error),
        };
        *count = rated.len();
        for (place, mv) in moves.iter_mut().zip(&rated) {
            *place = CMove { text: [0; MOVE_SIZE], value: CValue::default() };
            // SAFETY: the bytes belong to the text of the move.
            let bytes = unsafe { std::slice::from_raw_parts_mut(place.text.as_mut_ptr().cast::<u8>(), MOVE_SIZE) };
            guard::write_text(&mv.step.mv, bytes);
            given(mv.value.as_ref().map(|value| value.value), &mut place.value);
        }
        HINDSIGHT_FOUND
    };
    guarded(answer).unwrap_or(HINDSIGHT_INTERNAL)
}

/// Why a text is no position of the game, or why the tables do not hold it, in `reason`, cut to `reason_size` bytes and
/// ended with a zero byte. Returns the status that a look-up returns; the reason is empty if that is HINDSIGHT_FOUND.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hindsight_reason(
    tables: *const TablesHandle,
    position: *const c_char,
    reason: *mut c_char,
    reason_size: usize,
) -> c_int {
    // SAFETY: the pointers are NULL or lead to what they should.
    let Some(bytes) = (unsafe { slice_mut(reason.cast::<u8>(), reason_size) }) else { return HINDSIGHT_WRONG_ARGUMENT };
    guard::write_text("", bytes);
    // SAFETY: as above.
    let (Some(tables), Some(text)) = (unsafe { tables.as_ref() }, unsafe { text(position) }) else {
        return HINDSIGHT_WRONG_ARGUMENT;
    };
    let answer = || match tables.0.value(text) {
        Ok(Some(_)) => HINDSIGHT_FOUND,
        Ok(None) => {
            guard::write_text(&tables.0.not_held(text).to_string(), bytes);
            HINDSIGHT_NOT_HELD
        }
        Err(error) => {
            guard::write_text(&error.to_string(), bytes);
            failed(&error)
        }
    };
    guarded(answer).unwrap_or(HINDSIGHT_INTERNAL)
}

/// Looks up a position of chess without castling rights, given as sets of squares: bit 0 is a1, bit 7 h1, bit 63 h8.
/// `ep_square` is the square that a pawn has just passed over, -1 if none has. Returns a status.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // The interface that engines know from other tables.
pub unsafe extern "C" fn hindsight_probe_chess(
    tables: *const TablesHandle,
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    ep_square: c_int,
    white_to_move: c_int,
    value: *mut CValue,
) -> c_int {
    let position =
        ChessPosition { white, black, kings, queens, rooks, bishops, knights, pawns, ep_square, white_to_move };
    // SAFETY: the pointers are NULL or lead to what they should.
    unsafe { look_up_one(tables, &position, value) }
}

/// Looks up `n` positions of chess: much quicker than one by one. `values` and `status` have room for `n` each. Returns
/// the number of positions whose status is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hindsight_probe_chess_many(
    tables: *const TablesHandle,
    positions: *const ChessPosition,
    n: usize,
    values: *mut CValue,
    status: *mut i8,
) -> usize {
    // SAFETY: the pointers are NULL or lead to `n` values each, and `tables` is NULL or an open handle.
    unsafe { look_up_many(tables, positions, n, values, status) }
}

/// The version of the library, such as "0.2.0".
#[unsafe(no_mangle)]
pub extern "C" fn hindsight_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zero byte"),
    };
    VERSION.as_ptr()
}

/// A status in words; "unknown status" for any other number.
#[unsafe(no_mangle)]
pub extern "C" fn hindsight_error_text(status: c_int) -> *const c_char {
    let text = match status {
        HINDSIGHT_FOUND => c"found",
        HINDSIGHT_NOT_HELD => c"the tables do not hold the position",
        HINDSIGHT_ILLEGAL => c"the position is illegal, or its text cannot be read",
        HINDSIGHT_DAMAGED => c"a table is damaged, cannot be read, or needs another table that is not there",
        HINDSIGHT_WRONG_ARGUMENT => {
            c"a wrong argument: a null pointer, a text that is not UTF-8, or a function for another game"
        }
        HINDSIGHT_INTERNAL => c"an error of the library itself",
        _ => c"unknown status",
    };
    text.as_ptr()
}

/// The status of a look-up that failed.
fn failed(error: &AnswerError) -> c_int {
    match error {
        AnswerError::Table(_) => HINDSIGHT_DAMAGED,
        _ => HINDSIGHT_ILLEGAL,
    }
}

/// Gives the caller a value that was looked up.
#[inline(always)]
fn looked_up(found: Result<Option<KnownValue>, LookupError>, value: &mut CValue) -> c_int {
    found.map_or(HINDSIGHT_DAMAGED, |found| given(found.map(|known| known.value), value))
}

/// Gives the caller a value, if there is one.
#[inline(always)]
fn given(found: Option<Value>, value: &mut CValue) -> c_int {
    let Some(found) = found else { return HINDSIGHT_NOT_HELD };
    let result = match found {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    };
    let plies = found.plies();
    *value = CValue { result, has_plies: i8::from(plies.is_some()), plies: plies.unwrap_or(0) as u16 };
    HINDSIGHT_FOUND
}
