//! The table of questions. A new question joins it; a difference between two doors is a bug in all of them.

use super::question::Setting::{BuiltIn, Incomplete, Solved};
use super::question::{Find, Kind, Question, Setting};

/// A search without criteria.
const ANY: Find =
    Find { slices: &[], value: None, plies: None, zugzwang: false, quiet: false, only_move: false, unique: false };

/// Two kings of checkers against one.
const TWO_KINGS: &[&str] = &["KKvK"];

/// A queen of chess against the bare king.
const QUEEN: &[&str] = &["KQvK"];

/// Positions that more than one question is about.
const WON: &str = "W:WK1,K2:BK32";
const QUEEN_WINS: &str = "8/8/8/8/8/4k3/8/4KQ2 w - - 0 1";
const PAWN_ENDING: &str = "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1";
const CROSSES_WIN: &str = "xo./xo./... x";
const GOAT: &str = "./....../.T..../T....G/T... t 0";

/// Two kings against one on the main road, with letters; three pieces by numbers; and David and Goliath.
const ROAD: &str = "W:WKa1,Kg1:BKh8";
const PIECES: &str = "W:WK29,18:BK4";
const GOLIATH: &str = "W:W23:B5,6";

/// A question of the table.
const fn ask(id: &'static str, game: &'static str, tables: Setting, kind: Kind<'static>) -> Question<'static> {
    Question { id, game, tables, kind }
}

/// Every question.
#[rustfmt::skip] // A question is a line or two.
pub const QUESTIONS: &[Question] = &[
    // Tables with depths.
    ask("value", "checkers", Solved, Kind::Value(WON)),
    ask("value of men", "checkers", Solved, Kind::Value("B:W30:B2,3")),
    ask("moves", "checkers", Solved, Kind::Moves(WON)),
    ask("line", "checkers", Solved, Kind::Line(WON)),
    ask("best", "checkers", Solved, Kind::Best(WON)),
    ask("best of a loss", "checkers", Solved, Kind::Best("B:WK1,K2:BK32")),
    ask("best of a draw", "checkers", Solved, Kind::Best("B:WK29:BK4")),
    ask("value with a goat", "tigers-and-goats", Solved, Kind::Value(GOAT)),
    ask("moves with a goat", "tigers-and-goats", Solved, Kind::Moves(GOAT)),
    ask("line with a goat", "tigers-and-goats", Solved, Kind::Line(GOAT)),
    ask("value of a queen", "chess", Solved, Kind::Value(QUEEN_WINS)),
    ask("moves of a queen", "chess", Solved, Kind::Moves(QUEEN_WINS)),
    ask("line of a queen", "chess", Solved, Kind::Line(QUEEN_WINS)),
    ask("best of a queen", "chess", Solved, Kind::Best(QUEEN_WINS)),
    ask("moves of a pawn", "chess", Solved, Kind::Moves(PAWN_ENDING)),
    ask("a text in another form", "chess", Solved, Kind::Value("8/8/8/8/8/4k3/8/4KQ2 w - -")),
    ask("dtz by its name", "chess-dtz", Solved, Kind::Value(QUEEN_WINS)),

    // Every other game of draughts.
    ask("value of Russian", "russian", Solved, Kind::Value(ROAD)),
    ask("moves of Russian", "russian", Solved, Kind::Moves(ROAD)),
    ask("line of Russian", "russian", Solved, Kind::Line(ROAD)),
    ask("best of Russian", "russian", Solved, Kind::Best("W:WKa1,c3:Bh8")),
    ask("capture of Russian", "russian", Solved, Kind::Moves("W:WKc3:Bd4,Kg7")),
    ask("deepest of Russian", "russian", Solved, Kind::Find(Find { slices: TWO_KINGS, plies: Some("max"), ..ANY })),
    ask("statistics of Russian", "russian", Solved, Kind::Stats(Some("KMvM"))),
    ask("no position of Russian", "russian", Solved, Kind::Value("W:Wb1:Bh8")),
    ask("value of poddavki", "poddavki", Solved, Kind::Value(ROAD)),
    ask("value of Brazilian", "brazilian", Solved, Kind::Value(ROAD)),
    ask("value of pool", "pool", Solved, Kind::Value(PIECES)),
    ask("value of Italian", "italian", Solved, Kind::Value(PIECES)),
    ask("value of Spanish", "spanish", Solved, Kind::Value(PIECES)),
    ask("value of Czech", "czech", Solved, Kind::Value(PIECES)),
    ask("value of Thai", "thai", Solved, Kind::Value(PIECES)),
    ask("value of international", "international", Solved, Kind::Value(GOLIATH)),
    ask("moves of international", "international", Solved, Kind::Moves(GOLIATH)),
    ask("line of international", "international", Solved, Kind::Line(GOLIATH)),
    ask("best of international", "international", Solved, Kind::Best(GOLIATH)),
    ask("capture of international", "international", Solved, Kind::Moves("W:WK46:B37,24")),
    ask("found in international", "international", Solved,
        Kind::Find(Find { slices: &["MvM"], zugzwang: true, ..ANY })),
    ask("statistics of international", "international", Solved, Kind::Stats(Some("KvK"))),
    ask("not held in international", "international", Solved, Kind::Value("W:W41,42,43:B1,2")),
    ask("value of killer", "killer", Solved, Kind::Value(GOLIATH)),
    ask("value of antidraughts", "antidraughts", Solved, Kind::Value(GOLIATH)),

    // Ends, and moves that end the game.
    ask("one jump wins", "checkers", Solved, Kind::Best("W:WK10:B7")),
    ask("no move is left", "checkers", Solved, Kind::Best("B:WK10:B")),
    ask("checkmate", "chess", Solved, Kind::Value("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")),
    ask("checkmate has no moves", "chess", Solved, Kind::Moves("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")),
    ask("stalemate", "chess", Solved, Kind::Value("7k/8/6QK/8/8/8/8/8 b - - 0 1")),
    ask("bare kings", "chess", Solved, Kind::Moves("8/8/8/8/8/4k3/8/4K3 w - - 0 1")),
    ask("mate in one", "chess", Solved, Kind::Best("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")),
    ask("three crosses", "tic-tac-toe", BuiltIn, Kind::Value("xxx/oo./... o")),

    // Results without depths: the tables in the program.
    ask("result", "checkers", BuiltIn, Kind::Value(WON)),
    ask("moves by results", "checkers", BuiltIn, Kind::Moves(WON)),
    ask("line by results", "checkers", BuiltIn, Kind::Line(WON)),
    ask("result of losing checkers", "losing-checkers", BuiltIn, Kind::Moves("W:W32:B1")),
    ask("one jump wins by results", "checkers", BuiltIn, Kind::Moves("W:WK10:B7")),
    ask("checkmate by results", "chess", BuiltIn, Kind::Value("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1")),
    ask("mate in one by results", "chess", BuiltIn, Kind::Moves("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")),
    ask("built-in depths", "pangki", BuiltIn, Kind::Value("wbbb/bbbw/w2w/wwbw w")),
    ask("moves of Pangki", "pangki", BuiltIn, Kind::Moves("wbbb/bbbw/w2w/wwbw w")),

    // A small game without tables is solved in memory.
    ask("small", "tic-tac-toe", Solved, Kind::Value(CROSSES_WIN)),
    ask("best of a small game", "tic-tac-toe", Solved, Kind::Best("xo./.../... x")),
    ask("moves of a small game", "tic-tac-toe", BuiltIn, Kind::Moves(CROSSES_WIN)),
    ask("line of a small game", "tic-tac-toe", BuiltIn, Kind::Line(".../.../... x")),
    ask("found in a small game", "tic-tac-toe", BuiltIn, Kind::Find(Find { value: Some("win"), ..ANY })),
    ask("slice of a small game", "tic-tac-toe", BuiltIn, Kind::Stats(Some("1v1"))),
    ask("total of a small game", "tic-tac-toe", BuiltIn, Kind::Stats(None)),

    // Tables that lack others.
    ask("value in an incomplete set", "checkers", Incomplete, Kind::Value("W:WK10:BK32,3")),
    ask("moves to a table in the program", "checkers", Incomplete, Kind::Moves("W:WK7:B3,10")),
    ask("moves to no table", "tigers-and-goats", Incomplete, Kind::Moves("T/..G.../....../T...../..T. t 0")),
    ask("value before no table", "tigers-and-goats", Incomplete, Kind::Value("T/..G.../....../T...../..T. t 0")),
    ask("first in an incomplete set", "checkers", Incomplete, Kind::Find(ANY)),
    ask("only moves to no table", "tigers-and-goats", Incomplete,
        Kind::Find(Find { only_move: true, ..ANY })),
    ask("unique wins to no table", "tigers-and-goats", Incomplete,
        Kind::Find(Find { unique: true, ..ANY })),
    ask("only moves to a table in the program", "checkers", Incomplete,
        Kind::Find(Find { slices: &["KvKK"], only_move: true, ..ANY })),

    // Each criterion of a search.
    ask("found", "checkers", Solved, Kind::Find(ANY)),
    ask("found in two slices", "checkers", Solved,
        Kind::Find(Find { slices: &["KvK", "MvM"], value: Some("draw"), ..ANY })),
    ask("found by value", "checkers", Solved,
        Kind::Find(Find { slices: TWO_KINGS, value: Some("draw"), ..ANY })),
    ask("found by plies", "checkers", Solved,
        Kind::Find(Find { slices: TWO_KINGS, plies: Some("9"), ..ANY })),
    ask("found by a range", "checkers", Solved,
        Kind::Find(Find { plies: Some("30..40"), value: Some("loss"), ..ANY })),
    ask("deepest", "checkers", Solved,
        Kind::Find(Find { slices: &["KvK", "KvM", "MvK"], plies: Some("max"), ..ANY })),
    ask("deepest of a slice", "chess", Solved,
        Kind::Find(Find { slices: QUEEN, plies: Some("max"), value: Some("win"), ..ANY })),
    ask("mutual zugzwangs", "checkers", Solved, Kind::Find(Find { zugzwang: true, ..ANY })),
    ask("zugzwangs of a pawn", "chess", Solved,
        Kind::Find(Find { slices: &["KPvK"], zugzwang: true, ..ANY })),
    ask("quiet", "checkers", Solved, Kind::Find(Find { quiet: true, value: Some("loss"), ..ANY })),
    ask("only moves", "checkers", Solved, Kind::Find(Find { slices: TWO_KINGS, only_move: true, ..ANY })),
    ask("unique wins", "checkers", Solved, Kind::Find(Find { slices: TWO_KINGS, unique: true, ..ANY })),
    ask("criteria together", "checkers", Solved,
        Kind::Find(Find { value: Some("win"), plies: Some("5..15"), quiet: true, only_move: true, ..ANY })),
    ask("no position", "checkers", Solved, Kind::Find(Find { slices: TWO_KINGS, plies: Some("900"), ..ANY })),

    // Statistics.
    ask("statistics", "checkers", Solved, Kind::Stats(Some("KKvK"))),
    ask("statistics of a pawn", "chess", Solved, Kind::Stats(Some("KPvK"))),
    ask("statistics without zugzwangs", "pangki", BuiltIn, Kind::Stats(Some("1v1"))),
    ask("statistics of results", "checkers", BuiltIn, Kind::Stats(Some("KKvK"))),
    ask("total of goats", "tigers-and-goats", Solved, Kind::Stats(None)),

    // The rule of fifty moves, with a clock.
    ask("rule", "chess", Solved, Kind::Rule(QUEEN_WINS)),
    ask("rule of a late win", "chess", Solved, Kind::Rule("8/8/8/8/8/4k3/8/4KQ2 w - - 95 99")),
    ask("rule of a late loss", "chess", Solved, Kind::Rule("8/8/8/8/8/4k3/8/4KQ2 b - - 95 99")),
    ask("rule of a checkmate", "chess", Solved, Kind::Rule("7k/6Q1/6K1/8/8/8/8/8 b - - 99 99")),
    ask("rule of a draw", "chess", Solved, Kind::Rule("8/8/8/8/8/8/k1P5/2K5 b - - 98 99")),
    ask("rule without its tables", "chess", BuiltIn, Kind::Rule(QUEEN_WINS)),
    ask("value of a late win", "chess", Solved, Kind::Value("8/8/8/8/8/4k3/8/4KQ2 w - - 95 99")),
    ask("moves at the fiftieth", "chess", Solved, Kind::Moves("8/P7/8/2K5/8/8/5k2/8 w - - 99 1")),
    ask("line at the fiftieth", "chess", Solved, Kind::Line("8/P7/8/2K5/8/8/5k2/8 w - - 99 1")),
    ask("best at the fiftieth", "chess", Solved, Kind::Best("8/P7/8/2K5/8/8/5k2/8 w - - 99 1")),

    // The rule of 15 moves of Russian draughts, with a clock.
    ask("rule of Russian draughts", "russian", Solved, Kind::Rule("W:WK31,K32:BK5:H23:F30")),
    ask("rule of a late win of kings", "russian", Solved, Kind::Rule("W:WK31,K32:BK5:H24:F30")),
    ask("rule of a late loss of kings", "russian", Solved, Kind::Rule("W:WK32:BK5,K9:H23:F30")),
    ask("moves before the fifteenth", "russian", Solved, Kind::Moves("W:WK31,K32:BK5:H23:F30")),
    ask("moves past the fifteenth", "russian", Solved, Kind::Moves("W:WK31,K32:BK5:H24:F30")),
    ask("line before the fifteenth", "russian", Solved, Kind::Line("W:WK31,K32:BK5:H23:F30")),
    ask("best before the fifteenth", "russian", Solved, Kind::Best("W:WK31,K32:BK5:H23:F30")),

    // Positions that no table holds.
    ask("not held", "checkers", Solved, Kind::Value("W:W21,22,23,24,25:B1,2,3")),
    ask("moves not held", "chess", Solved, Kind::Moves("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")),
    ask("mate in one not held", "chess", Solved, Kind::Value("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")),
    ask("best not held", "chess", Solved, Kind::Best("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")),
    ask("others not held", "chess", Solved, Kind::Moves("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")),
    ask("line not held", "chess", Solved, Kind::Line("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")),
    ask("castling rights", "chess", Solved, Kind::Moves("4k3/8/8/8/8/8/8/4K2R w K - 0 1")),
    ask("goats not held", "tigers-and-goats", BuiltIn, Kind::Value(GOAT)),

    // Refusals, with the same words.
    ask("no position of checkers", "checkers", Solved, Kind::Value("W:WK1,K2:B1")),
    ask("no letters of checkers", "checkers", Solved, Kind::Moves("nonsense")),
    ask("no position of chess", "chess", Solved, Kind::Value("8/8/8/8/8/4k3/4K3/8 w - - 0 1")),
    ask("no fields of chess", "chess", Solved, Kind::Line("8/8/8 w - - 0 1")),
    ask("no position of tic-tac-toe", "tic-tac-toe", BuiltIn, Kind::Value("xxx/xxx/... x")),
    ask("no game", "chequers", BuiltIn, Kind::Value(WON)),
    ask("search in no game", "chequers", BuiltIn, Kind::Find(ANY)),
    ask("no slice", "checkers", Solved, Kind::Stats(Some("KvQ"))),
    ask("search in no slice", "checkers", Solved, Kind::Find(Find { slices: &["KvQ"], ..ANY })),
    ask("slice not solved", "checkers", Solved, Kind::Stats(Some("KKKKvKKK"))),
    ask("search in a slice not solved", "checkers", Solved,
        Kind::Find(Find { slices: &["KKKKvKKK"], ..ANY })),
    ask("draws have no depth", "checkers", Solved,
        Kind::Find(Find { slices: TWO_KINGS, value: Some("draw"), plies: Some("3"), ..ANY })),
    ask("losses are not unique", "checkers", Solved,
        Kind::Find(Find { slices: TWO_KINGS, value: Some("loss"), unique: true, ..ANY })),
    ask("zugzwangs of a game without", "pangki", BuiltIn,
        Kind::Find(Find { slices: &["1v1"], zugzwang: true, ..ANY })),
    ask("plies of results", "checkers", BuiltIn,
        Kind::Find(Find { slices: TWO_KINGS, plies: Some("9"), ..ANY })),
    ask("deepest of results", "checkers", BuiltIn,
        Kind::Find(Find { slices: TWO_KINGS, plies: Some("max"), ..ANY })),
    ask("unique wins of results", "checkers", BuiltIn,
        Kind::Find(Find { slices: TWO_KINGS, unique: true, ..ANY })),
    ask("no tables are made", "halma", BuiltIn, Kind::Find(ANY)),
];
