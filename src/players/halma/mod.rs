//! Halma: a player of four-handed Halma, mostly a race.
//!
//! # Method
//!
//! * The player looks at its own turns, while the others stand where they are: their pieces are bridges and obstacles. A beam
//!   search (Lowerre 1976) makes all turns of the best positions and keeps the best of the results, for eight turns, or for
//!   sixteen when seven pieces are home. The beam begins narrow and is made twice as wide until the time is up. Boards are
//!   bytes with a rim, costs and keys are updated by each turn, and a position that is reached in several ways is kept once.
//!   Large layers are shared among the threads; the move does not depend on their number.
//!   The depth of a search is in turns of the player's own.
//! * The cost of a position is the sum of the costs of its pieces: the rows that each has still to go, more off the diagonal
//!   and more for stragglers, less deep in the target. That pieces go in a pack, which makes long chains, is left to the search.
//! * A plan that brings the last piece home is kept from turn to turn, and only a shorter one replaces it.
//! * When ten pieces are home and the others in the triangle of 36 squares about the target, a table has the exact number of
//!   turns: all 526,540 sets, solved backwards when the first player is made. The search looks for still shorter ways outside the
//!   triangle.
//! * From 30 rounds before round 100 on, wrong zones are left before all else, and from that round on they are closed.
//!
//! Sources: George I. Bell, "The shortest game of Chinese checkers and related problems", arXiv 0803.1245, for the race of one
//! player; Nathan Sturtevant (2019), for solving small boards backwards, as the end is solved here.
//!
//! # What was tried
//!
//! Games of the player against itself from random openings, with beams of fixed width (60 or 100). Of 60 games the one first
//! named won so many; fewer than 38 and more than 22 may be chance:
//!
//! | this | against | won |
//! |------|---------|-----|
//! | 60 off the diagonal | 30 | 42 |
//! | 0 off the diagonal | 30 | 19 |
//! | 100 off the diagonal | 60 | 31 |
//! | 80 off the diagonal, stragglers 30 | 60, stragglers 60 | 34 |
//! | stragglers 0, or 120 | 60 | 28, 27 |
//! | outside 0 | 200 | 31 |
//! | inside 8 | 20 | 27 |
//! | 4 turns | 6 | 22 |
//! | 8 turns | 6 | 34 |
//! | 240 positions wide | 60 | 32 |
//! | the others make the next turn, or three, of a plan of their own | they stand still | 32, 29 |
//!
//! So the diagonal and the turns ahead matter, and the other weights are a choice among near equals: 80 off the diagonal,
//! stragglers 30 and 8 turns together won 44 of 80 games against 60, 60 and 6, which may be chance as well.
//!
//! Opponents and ally: to weigh the ten best turns by the costs of the others after four further turns of each won 12 of 20 games,
//! 10 with the ally alone, 8 with the opponents alone. These are too few games to tell a small gain; as none was seen for twice the
//! time, neither this nor their expected turns are there. Nor does the player block: a piece that stays in a zone of the
//! opponents would keep them from filling it until round 100, but races against `dery` are over by round 56.
//!
//! Against `dery`, each team in turn, from random openings of eight plies, on a busy machine: 100 of 100 games at 100 ms
//! (2,800 positions expanded for a turn) and 8 of 8 at 1 s (23,000). A player is home after 40 rounds at 100 ms and 38 at 1 s, a
//! team after 42 and 41; `dery` against itself needs 76 rounds and its team 81, in five games.

mod beam;
mod costs;
mod mailbox;
mod packing;
mod search;

use std::time::{Duration, Instant};

use crate::games::halma::{Halma, Squares, Turn};
use crate::search::{Limit, Player, PlayerFactory, SearchRequest, SearchResult, Settings};
use beam::RacePlan;
use search::HalmaSearch;

/// The time for a turn if there is no limit.
const TIME: Duration = Duration::from_secs(1);

/// The player.
#[derive(Default)]
struct HalmaPlayer {
    /// By player, for it plays for both of a team: where the pieces stand after his last turn, and the plan that brings them
    /// home from there, if there is one.
    plans: [Option<(Squares, RacePlan)>; 4],
}

/// Makes players of this kind.
pub fn factory() -> PlayerFactory<Halma> {
    PlayerFactory {
        name: "halma",
        about: "its own next turns, which its depth counts, by beam search; the end by a table",
        unit: Some("hundredths of a row from home"),
        settings: &["depth", "time", "threads"],
        new_player: |_: &Settings| {
            // Before the clock runs.
            packing::packing();
            Box::<HalmaPlayer>::default()
        },
    }
}

impl Player<Halma> for HalmaPlayer {
    fn search(&mut self, request: &SearchRequest<Halma>) -> SearchResult<Turn> {
        let start = Instant::now();
        let limit = request.limit.or(Limit::within(TIME));
        let is_due = || limit.time.is_some_and(|time| start.elapsed() >= time) || request.watch.is_stopped();
        let kept = &mut self.plans[usize::from(request.position.player)];
        let known = kept.take().filter(|(own, _)| own == request.position.own()).map(|(_, plan)| plan);
        let mut search = HalmaSearch::new(request, known);
        search.widen(&limit, &is_due);
        let (result, rest) = search.finish();
        *kept = rest;
        result
    }
}
