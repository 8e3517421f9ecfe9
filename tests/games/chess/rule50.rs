//! The fifty-move rule: in play, on the command line, and over HTTP.

use std::ffi::{OsStr, OsString};
use std::sync::{Arc, LazyLock, OnceLock};

use hindsight::catalogue::GameEntry;
use hindsight::game::{Game, Notation, PlayRules, Value, position_text};
use hindsight::games::chess::solver::Bitboards;
use hindsight::games::chess::{Chess, Position};
use hindsight::open::Opened;
use hindsight::play::protocol::{Server, serve};
use hindsight::play::{OpenPlay, Record, best};
use hindsight::players::maim;
use hindsight::query::annotate::{Comparison, judge};
use hindsight::query::{ExactValues, Probe, RuleResult, UnderRule};
use hindsight::search::{Limit, SearchClock, SearchRequest, Searcher};
use hindsight::solve::{Work, solve_part};
use hindsight::space::{Entry, SliceId, Space, components, slice_named};
use hindsight::table::{Store, Tables};
use hindsight::util::random::Random;
use hindsight::values::{Lookup, LookupError, Memory, Overlay};

use super::CHESS;
use crate::support::served::Served;
use crate::support::{hindsight, temporary};

/// The values of an ending with all that it leads to: depths to mate, and results under the rule.
struct BothValues {
    depths: Memory,
    under_rule: Memory,
}

impl Lookup for BothValues {
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
        self.depths.value(entry)
    }

    fn under_rule(&self) -> Option<&dyn Lookup> {
        Some(&self.under_rule)
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.depths.holds(slice)
    }
}

fn solved(chess: &Chess, name: &str) -> Memory {
    let parts = components::parts(chess.slices());
    let slice = slice_named(chess, name).expect("a slice of this name");
    let memory = Memory::new(chess.slices());
    for part in components::closure(chess.slices(), &parts, &[slice]) {
        let values = Overlay { above: &memory, below: &() };
        solve_part(chess, &Bitboards, &parts[part], &Work::new(&values, &())).expect("the ending can be solved");
    }
    memory
}

fn both() -> &'static BothValues {
    static BOTH: OnceLock<BothValues> = OnceLock::new();
    BOTH.get_or_init(|| BothValues {
        depths: solved(&CHESS, "KQvKR"),
        under_rule: solved(&Chess::with_fifty_moves(), "KQvKR"),
    })
}

/// Positions of a queen against a rook whose shortest mate runs into the rule, and that are won all the same: the clock
/// leaves just the plies in which the rook can be captured.
fn late_wins(number: usize) -> Vec<Position> {
    let probe = Probe { space: &*CHESS, tables: both() };
    let slice = slice_named(&*CHESS, "KQvKR").expect("a slice of this name");
    let entries = CHESS.slices()[slice.index()].entries;
    let (mut random, mut found) = (Random::new(50), Vec::new());
    while found.len() < number {
        let entry = Entry { slice, index: random.below(entries as usize) as u64 };
        let Some(mut position) = CHESS.unrank(entry) else { continue };
        let value = |value: Result<Option<Value>, _>| value.expect("memory does not fail").expect("it is solved");
        let (mate, zeroing) = (value(probe.value(&position)), value(probe.zeroing_value(&position)));
        if let (Value::Win(mate), Value::Win(zeroing)) = (mate, zeroing)
            && zeroing > 20
            && mate > zeroing
        {
            position.clock = (100 - zeroing) as u16;
            assert_eq!(probe.under_rule(&position).expect("memory").map(|rule| rule.result), Some(RuleResult::Win));
            found.push(position);
        }
    }
    found
}

/// Plays a won position to its end, with the moves of `choose` against the longest defence.
fn is_won_in_time(
    from: &Position,
    mut choose: impl FnMut(&Record<Position, <Chess as Game>::Move>) -> <Chess as Game>::Move,
) -> bool {
    let probe = Probe { space: &*CHESS, tables: both() };
    let mut record = Record::new(*from);
    while CHESS.outcome(record.position()).is_none() {
        let position = *record.position();
        if CHESS.quiet_plies(&position) >= 100 {
            return false;
        }
        let mv = match position.side == from.side {
            true => choose(&record),
            false => best(&probe, &position).expect("memory does not fail").expect("the tables know a move").mv,
        };
        record.push(mv, CHESS.play(&position, mv));
    }
    // The side to move at the end is mated.
    record.position().side != from.side && record.position().checkers() != 0
}

#[test]
fn two_hundred_wins_whose_mate_comes_too_late_are_won_in_time() {
    let probe = Probe { space: &*CHESS, tables: both() };
    let mut engine = Searcher::read(&[maim::factory()], "maim:depth=4").expect("maim is there");
    for position in late_wins(200) {
        let text = position_text(&*CHESS, &position);
        let by_tables = |record: &Record<_, _>| {
            best(&probe, record.position()).expect("memory does not fail").expect("the tables know a move").mv
        };
        assert!(is_won_in_time(&position, by_tables), "{text}: by the tables");
        let by_maim = |record: &Record<Position, _>| {
            let clock = SearchClock::running();
            let request = SearchRequest::new(&*CHESS, record.position(), Limit::default(), &clock);
            let found = engine.search(&SearchRequest { exact: &probe, before: record.before(), ..request });
            found.expect("memory does not fail").best.expect("a move")
        };
        assert!(is_won_in_time(&position, by_maim), "{text}: by maim");
    }
}

/// A part of the same tables, for a server of the protocol.
struct SharedValues(&'static Memory);

impl Lookup for SharedValues {
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
        self.0.value(entry)
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.0.holds(slice)
    }
}

/// The move that the protocol makes by the tables.
fn by_protocol(position: &Position) -> <Chess as Game>::Move {
    static GAME: LazyLock<Arc<dyn OpenPlay>> = LazyLock::new(|| {
        let [depths, rule] = [&both().depths, &both().under_rule].map(SharedValues);
        let rule = Tables::of_memory(&Chess::with_fifty_moves(), rule);
        let tables = Tables::of_memory(&*CHESS, depths).with_rule(Some(rule));
        Opened::new(GameEntry::new(Chess::new()), tables)
    });
    let server = Server {
        name: "test",
        game: Arc::clone(&GAME),
        engine: "scout-tt:hash=1M",
        open: &|_: &OsStr, _: Option<u32>| Ok(Arc::clone(&GAME)),
        directories: OsString::new(),
    };
    let input = format!("position fen {}\ngo wtime 1000 btime 1000\n", position_text(&*CHESS, position));
    let mut output = Vec::new();
    serve(&server, &mut input.as_bytes(), &mut output).expect("nothing fails in memory");
    let output = String::from_utf8(output).expect("text");
    let best = output.lines().last().and_then(|line| line.strip_prefix("bestmove ")).unwrap_or_default();
    CHESS.parse_move(position, best.split(' ').next().unwrap_or_default()).expect(&output)
}

/// A move that wins in time but leaves the rook for later can be made again and again: the game would be drawn by
/// repetition.
#[test]
fn the_protocol_captures_as_soon_as_it_can_where_the_mate_comes_too_late() {
    let probe = Probe { space: &*CHESS, tables: both() };
    for (number, mut position) in late_wins(40).into_iter().enumerate() {
        // Now there are plies to spare, and the mate comes a ply too late.
        let mate = probe.value(&position).expect("memory does not fail").and_then(Value::plies);
        position.clock = 101 - mate.expect("a depth") as u16;
        let expected = best(&probe, &position).expect("memory does not fail").expect("the tables know a move");
        let text = position_text(&*CHESS, &position);
        assert_eq!(by_protocol(&position), expected.mv, "{text}");
        assert!(number >= 3 || is_won_in_time(&position, |record| by_protocol(record.position())), "{text}");
    }
}

#[test]
fn a_search_claims_no_win_that_the_clock_takes_away() {
    let probe = Probe { space: &*CHESS, tables: both() };
    for mut position in late_wins(50) {
        position.clock += 1;
        assert_eq!(ExactValues::value(&probe, &position).expect("memory does not fail"), Some(Value::Draw));
        let rule = probe.under_rule(&position).expect("memory does not fail").expect("it is solved");
        assert_eq!(rule.result, RuleResult::CursedWin);
    }
    // A mate that comes in time keeps its depth.
    let position = CHESS.parse("7k/8/5K2/8/8/8/8/Q6r w - - 60 90").expect("a position");
    let mate = probe.value(&position).expect("memory does not fail");
    assert_eq!(ExactValues::value(&probe, &position).expect("memory does not fail"), mate);
}

#[test]
fn a_move_that_lets_the_clock_run_out_is_judged_a_mistake() {
    let probe = Probe { space: &*CHESS, tables: both() };
    let (mut kept, mut lost) = (0, 0);
    for position in late_wins(50) {
        for mv in CHESS.moves(&position) {
            let after = CHESS.play(&position, mv);
            let wins_without_the_rule = matches!(probe.value(&after), Ok(Some(Value::Loss(_))));
            let rule = probe.under_rule(&after).expect("memory does not fail");
            let judged = judge(&probe, &position, mv).expect("memory does not fail").expect("all moves are known");
            assert!(matches!(judged.best, Value::Win(_)));
            match rule.map(|rule| rule.result) {
                Some(RuleResult::Loss) => {
                    assert!(judged.holds(), "{:?}", judged.verdict);
                    kept += 1;
                }
                Some(RuleResult::BlessedLoss) => {
                    assert!(wins_without_the_rule && judged.verdict == Comparison::Mistake, "{:?}", judged.verdict);
                    lost += 1;
                }
                _ => assert!(!judged.holds(), "{:?}", judged.verdict),
            }
        }
    }
    assert!(kept >= 50 && lost >= 50, "{kept} {lost}");
}

#[test]
fn the_clock_decides_at_its_last_ply() {
    assert_eq!(UnderRule::new(Value::Win(1), 99, 100).result, RuleResult::Win);
    assert_eq!(UnderRule::new(Value::Win(1), 100, 100).result, RuleResult::CursedWin);
    assert_eq!(UnderRule::new(Value::Loss(0), 100, 100), UnderRule { result: RuleResult::Loss, dtz: -1, limit: 100 });
    assert_eq!(
        UnderRule::new(Value::Loss(101), 0, 100),
        UnderRule { result: RuleResult::BlessedLoss, dtz: -101, limit: 100 }
    );
    assert_eq!(UnderRule::new(Value::Draw, 0, 100), UnderRule { result: RuleResult::Draw, dtz: 0, limit: 100 });
}

/// Answers of Syzygy's tables, as python-chess 1.11.2 has them.
#[test]
fn the_command_line_and_the_server_answer_under_the_rule() {
    let tables = temporary();
    hindsight(tables.path(), &["solve", "chess", "--pieces", "3", "--quiet"]).answer();
    hindsight(tables.path(), &["solve", "chess", "--dtz", "--pieces", "3", "--quiet"]).answer();
    hindsight(tables.path(), &["verify", "chess-dtz", "--laws", "--checksums", "--solved", "--quiet"]).answer();

    let rook = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";
    let ask = |position: &str| hindsight(tables.path(), &["query", "chess", position, "--rule50"]).answer();
    assert_eq!(ask(rook), format!("{rook}\twin\t31\n"));
    let late = "8/8/8/8/8/2k5/1R6/K7 w - - 70 90";
    assert_eq!(ask(late), format!("{late}\tcursed-win\t31\n"));
    // The worked example of the solver's documentation.
    let pawn = "k7/2K5/1P6/8/8/8/8/8 w - - 0 1";
    assert_eq!(ask(pawn), format!("{pawn}\twin\t1\n"));
    let text = hindsight(tables.path(), &["query", "chess", pawn]).answer();
    assert!(text.contains("mate in 3 (win in 5 plies), also under the fifty-move rule"), "{text}");
    assert_eq!(
        hindsight(tables.path(), &["query", "chess-dtz", pawn, "--rule50"]).answer(),
        format!("{pawn}\twin\t1\n")
    );
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(ask(mated), format!("{mated}\tloss\t-1\n"));
    let text = hindsight(tables.path(), &["query", "chess", late]).answer();
    assert!(text.contains("mate in 16 (win in 31 plies), but a draw under the fifty-move rule"), "{text}");
    let json = &hindsight(tables.path(), &["query", "chess", rook, "--json"]).objects()[0];
    assert_eq!((&json["rule50"], &json["dtz"]), (&"win".into(), &31.into()));

    let server = Served::start(env!("CARGO_BIN_EXE_hindsight"), tables.path());
    let answer = server.get(&format!("/standard?fen={}", late.replace(' ', "_"))).json();
    assert_eq!((&answer["category"], &answer["dtz"], &answer["dtm"]), (&"cursed-win".into(), &31.into(), &31.into()));
    assert!(answer["moves"].as_array().expect("moves").iter().all(|mv| mv["dtz"].is_number()));
    let line = server.get(&format!("/standard/mainline?fen={}", rook.replace(' ', "_"))).json();
    assert_eq!((&line["dtz"], &line["mainline"][0]["dtz"]), (&31.into(), &(-30).into()));

    // A limit for engines holds under the rule too.
    let open = |game: &Chess| Store::new(tables.path()).open(game).expect("the tables are there");
    let both = open(&CHESS).with_rule(Some(open(&Chess::with_fifty_moves())));
    let position = CHESS.parse(late).expect("a position");
    let ask = |tables: Tables| Probe { space: &*CHESS, tables: &tables }.under_rule(&position).expect("it is whole");
    assert_eq!(ask(both).map(|rule| rule.result), Some(RuleResult::CursedWin));
    let both = open(&CHESS).with_rule(Some(open(&Chess::with_fifty_moves())));
    assert_eq!(ask(both.up_to(&*CHESS, Some(2))), None);

    for (arguments, expected) in [
        (&["solve", "checkers", "--dtz"][..], "expected a game with a rule of quiet plies for --dtz, such as chess"),
        (
            &["query", "checkers", "--rule50"][..],
            "expected a game with a rule of quiet plies for --rule50, such as chess",
        ),
        (&["solve", "chess-dtz", "--wld"][..], "expected a game whose results do not depend on depths for --wld"),
    ] {
        let message = hindsight(tables.path(), arguments).message();
        assert!(message.contains(expected), "{message}");
    }
}
