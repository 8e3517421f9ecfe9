//! The rule of quiet plies: tables under it against a search through positions with their clocks, and the answers of
//! the program.

use hindsight::game::{Game, Notation, Outcome, PlayRules, position_text};
use hindsight::games::draughts::Draughts;
use hindsight::games::draughts::board::DraughtsBoard;
use hindsight::query::{RuleResult, UnderRule};
use hindsight::solve::subslices::Subslices;
use hindsight::solve::{Work, solve_part};
use hindsight::space::{Entry, Space, components, slice_named};
use hindsight::values::{Lookup, Memory, Overlay};

use crate::support::{hindsight, temporary};

/// The values of a slice with all that it leads to.
fn solved<B: DraughtsBoard>(game: &Draughts<B>, name: &str) -> Memory {
    let parts = components::parts(game.slices());
    let slice = slice_named(game, name).expect("a slice of this name");
    let memory = Memory::new(game.slices());
    for part in components::closure(game.slices(), &parts, &[slice]) {
        let values = Overlay { above: &memory, below: &() };
        solve_part(game, &Subslices, &parts[part], &Work::new(&values, &())).expect("the ending can be solved");
    }
    memory
}

/// The results of positions with their clocks, by the rules alone. A quiet move adds to the clock, and every other move
/// is never taken back: so no game comes back to an earlier position with its clock.
struct ByClock<'a, B: DraughtsBoard> {
    game: &'a Draughts<B>,
    /// The quiet plies that make a draw.
    limit: u32,
    /// By slice, the results of its entries, each at every clock, as far as they are known.
    known: Vec<Vec<Option<Outcome>>>,
}

impl<'a, B: DraughtsBoard> ByClock<'a, B> {
    fn new(game: &'a Draughts<B>, limit: u32) -> ByClock<'a, B> {
        ByClock { game, limit, known: vec![Vec::new(); game.slices().len()] }
    }

    /// The result of a position for the side to move.
    fn result(&mut self, position: &<Draughts<B> as Game>::Position) -> Outcome {
        let clock = self.game.quiet_plies(position);
        let Some(entry) = self.game.rank(position) else {
            return self.game.outcome(position).expect("a side without a piece has lost");
        };
        let place = (entry.index * u64::from(self.limit + 1) + u64::from(clock)) as usize;
        let slice = &mut self.known[entry.slice.index()];
        if slice.is_empty() {
            let entries = self.game.slices()[entry.slice.index()].entries;
            slice.resize((entries * u64::from(self.limit + 1)) as usize, None);
        }
        if let Some(known) = slice[place] {
            return known;
        }
        let found = match self.game.outcome(position) {
            Some(over) => over,
            None if clock == self.limit => Outcome::Draw,
            None => self.by_moves(position),
        };
        self.known[entry.slice.index()][place] = Some(found);
        found
    }

    fn by_moves(&mut self, position: &<Draughts<B> as Game>::Position) -> Outcome {
        let moves: Vec<_> = self.game.moves(position).collect();
        let mut draws = false;
        for mv in moves {
            match self.result(&self.game.play(position, mv)) {
                Outcome::Loss => return Outcome::Win,
                Outcome::Draw => draws = true,
                Outcome::Win => {}
            }
        }
        if draws { Outcome::Draw } else { Outcome::Loss }
    }
}

/// Compares one entry in `step` of slices at every clock. Returns the numbers of cursed wins and of blessed losses at a
/// clock of zero.
fn compare<B: DraughtsBoard>(game: Draughts<B>, limit: u32, names: [&str; 2], step: usize) -> (u64, u64) {
    let ruled = game.clone().with_quiet_plies(limit).expect("the game has the rule");
    let (plain, under_rule) = (solved(&game, names[0]), solved(&ruled, names[0]));
    let (mut by_clock, mut cursed, mut blessed) = (ByClock::new(&ruled, limit), 0, 0);
    let slices = names.map(|name| slice_named(&game, name).expect("a slice of this name"));
    for slice in slices {
        for index in (0..game.slices()[slice.index()].entries).step_by(step) {
            let entry = Entry { slice, index };
            let mut position = game.unrank(entry).expect("every entry holds a position");
            let value = |values: &Memory| values.value(entry).expect("memory does not fail").expect("it is solved");
            let value = (value(&plain), value(&under_rule));
            assert!(value.0.same_result(value.1), "{}: {value:?}", position_text(&game, &position));
            for clock in 0..=limit {
                position.clock = clock as u16;
                let expected = by_clock.result(&position);
                let rule = UnderRule::new(value.1, clock, limit).result;
                let found = match rule {
                    RuleResult::Win => Outcome::Win,
                    RuleResult::Loss => Outcome::Loss,
                    RuleResult::CursedWin | RuleResult::Draw | RuleResult::BlessedLoss => Outcome::Draw,
                };
                assert_eq!(found, expected, "{}: {value:?}", position_text(&game, &position));
                cursed += u64::from(clock == 0 && rule == RuleResult::CursedWin);
                blessed += u64::from(clock == 0 && rule == RuleResult::BlessedLoss);
            }
        }
    }
    (cursed, blessed)
}

#[test]
fn tables_under_the_rule_have_the_results_of_positions_with_their_clocks() {
    for game in [Draughts::russian(), Draughts::brazilian(), Draughts::poddavki()] {
        let (cursed, blessed) = compare(game, 2, ["KMvK", "KvKM"], 1);
        assert!(cursed > 0 && blessed > 0, "{cursed} {blessed}");
    }
    compare(Draughts::russian(), 30, ["KvM", "MvK"], 1);
    for game in [Draughts::international(), Draughts::killer(), Draughts::antidraughts()] {
        compare(game, 3, ["KMvK", "KvKM"], 31);
    }
}

#[test]
fn games_without_the_rule_have_no_tables_under_it() {
    for game in [Draughts::checkers(), Draughts::pool(), Draughts::italian(), Draughts::thai()] {
        assert!(game.under_rule().is_none());
    }
    assert_eq!(Draughts::russian().under_rule().map(|game| game.name()), Some("russian-dtz"));
}

#[test]
fn a_clock_is_read_counted_and_written_where_the_game_has_the_rule() {
    let game = Draughts::russian();
    let mut position = game.parse("W:WKc3,Kd6,a3:BKh8:H7:F20").expect("a position");
    assert_eq!((game.quiet_plies(&position), game.quiet_limit()), (7, 30));
    assert_eq!(position_text(&game, &position), "W:WK10,21,K22:BK4:H7:F1");
    for (mv, clock) in [("c3-b2", 8), ("h8:a1", 0), ("d6-e5", 1)] {
        let mv = game.parse_move(&position, mv).unwrap_or_else(|error| panic!("{error}"));
        position = game.play(&position, mv);
        assert_eq!(game.quiet_plies(&position), clock);
    }
    let checkers = Draughts::checkers();
    let position = checkers.parse("W:WK22,21:BK4:H7:F20").expect("a position");
    assert_eq!((checkers.quiet_plies(&position), position.clock), (0, 0));
    assert_eq!(position_text(&checkers, &position), "W:W21,K22:BK4");
}

#[test]
fn the_program_answers_under_the_rule() {
    let tables = temporary();
    let run = |arguments: &[&str]| hindsight(tables.path(), arguments);
    run(&["solve", "russian", "--pieces", "3", "--quiet"]).answer();
    run(&["solve", "russian", "--dtz", "--compress", "--pieces", "3", "--quiet"]).answer();
    run(&["verify", "russian-dtz", "--laws", "--checksums", "--quiet"]).answer();

    let [late, in_time] = ["W:WK31,K32:BK5:H24:F1", "W:WK31,K32:BK5:H23:F1"];
    assert_eq!(run(&["query", "russian", late, "--rule50"]).answer(), format!("{late}\tcursed-win\t7\n"));
    assert_eq!(run(&["query", "russian", in_time, "--rule50"]).answer(), format!("{in_time}\twin\t7\n"));
    let text = run(&["query", "russian", late]).answer();
    assert!(text.contains("win in 7 plies (4 moves), but a draw under the rule of 15 moves"), "{text}");
    let json = &run(&["stats", "russian-dtz", "KKvK", "--json"]).objects()[0][0];
    assert_eq!((&json["cursed_wins"], &json["blessed_losses"]), (&0.into(), &0.into()));
    // A man's move zeroes the clock.
    let position = "W:W16:B1,2";
    assert_eq!(run(&["query", "russian", position, "--rule50"]).answer(), format!("{position}\twin\t1\n"));
}
