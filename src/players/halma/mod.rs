//! Halma: a player of four-handed Halma.

mod beam;
mod costs;
mod mailbox;
mod packing;
mod search;

use std::time::{Duration, Instant};

use crate::games::halma::{Halma, Squares, Turn};
use crate::search::{Limit, Player, PlayerFactory, SearchRequest, SearchResult, Settings};
use beam::Plan;
use search::Search;

/// The time for a turn if there is no limit.
const TIME: Duration = Duration::from_secs(1);

/// The player.
#[derive(Default)]
struct HalmaPlayer {
    /// By player, for it plays for both of a team: where the pieces stand after his last turn, and the plan that brings them
    /// home from there, if there is one.
    plans: [Option<(Squares, Plan)>; 4],
}

/// Makes players of this kind.
pub fn factory() -> PlayerFactory<Halma> {
    PlayerFactory {
        name: "halma",
        about: "its own next turns by beam search, the end by a table",
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
        let mut limit = request.limit;
        if limit == Limit::default() {
            limit.time = Some(TIME);
        }
        let is_due = || limit.time.is_some_and(|time| start.elapsed() >= time) || request.watch.is_stopped();
        let kept = &mut self.plans[usize::from(request.position.player)];
        let known = kept.take().filter(|(own, _)| own == request.position.own()).map(|(_, plan)| plan);
        let mut search = Search::new(request, known);
        search.widen(&limit, &is_due);
        let (result, rest) = search.finish();
        *kept = rest;
        result
    }
}
