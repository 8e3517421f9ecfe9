//! Halma: a player of four-handed Halma. The game is mostly a race, so the player searches its own turns alone.
//!
//! # Method
//!
//! * The other players are taken to pass: their pieces are bridges and obstacles. A beam search (Lowerre 1976) makes
//!   all turns of the best positions and keeps the best of the results, for eight turns, or for sixteen when seven
//!   pieces are home. The beam begins narrow, and its width doubles until the time is up. A position that is reached in
//!   several ways is kept once. Threads share large layers; the move does not depend on their number. The depth of a
//!   search counts the player's own turns.
//! * The cost of a position is the sum of the costs of its pieces: the rows to go, more off the diagonal and more for
//!   stragglers, less deep in the target.
//! * A plan that brings the last piece home is kept from turn to turn. Only a shorter plan replaces it.
//! * When at least ten pieces are home and the others are in the triangle of 36 squares about the target, a table has
//!   the exact number of turns for all 526,540 sets. It is solved backwards when the first player is made. The search
//!   looks for still shorter ways outside the triangle.
//! * From 30 rounds before round 100 on, pieces leave the start zone first. From round 100 on it is closed.
//!
//! Sources: George I. Bell, "The shortest game of Chinese checkers and related problems", arXiv 0803.1245, for the race
//! of one player; Nathan Sturtevant (2019), for solving small boards backwards.
//!
//! `data/measurements.md` has the matches by which the weights were chosen.
//!
//! # Overview of modules
//!
//! * `search`: the search for one turn. `beam`: the beam search. `mailbox`: the turns of a player on a board of bytes.
//! * `costs`: the cost of a square. `packing`: the table of the end.

mod beam;
mod costs;
mod mailbox;
mod packing;
mod search;

use std::time::{Duration, Instant};

use crate::game::PlayRules;
use crate::games::halma::{Halma, HalmaTurn, SquareSet};
use crate::search::{Limit, Player, PlayerFactory, SearchRequest, SearchResult, Settings};
use beam::RacePlan;
use search::HalmaSearch;

/// The time for a turn if there is no limit.
const TIME: Duration = Duration::from_secs(1);

/// The player.
#[derive(Default)]
struct HalmaPlayer {
    /// By player, since it plays for both players of a team: the pieces after his last turn, and a plan that brings
    /// them home from there.
    plans: [Option<(SquareSet, RacePlan)>; 4],
}

/// Makes the player.
pub fn factory() -> PlayerFactory<Halma> {
    PlayerFactory {
        name: "halma",
        about: "its own next turns, which its depth counts, by beam search; the end by a table",
        unit: Some("hundredths of a row from home"),
        // The score counts its own pieces alone.
        chance: |game, position, _| game.chance(position, game.evaluate(position).into()),
        settings: &["depth", "time", "threads"],
        new_player: |_: &Settings| {
            // Make the table of the end before the clock runs.
            packing::packing();
            Box::<HalmaPlayer>::default()
        },
    }
}

impl Player<Halma> for HalmaPlayer {
    fn search(&mut self, request: &SearchRequest<Halma>) -> SearchResult<HalmaTurn> {
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
