//! The search for one turn: a plan by the table of the end, or by ever wider beams.

use super::beam::{self, BeamTask, RacePlan};
use super::costs::{Costs, WEIGHTS};
use super::mailbox::Mailbox;
use super::packing::{CornerTable, packing};
use crate::game::{Game, Outcome, Value};
use crate::games::halma::{Halma, HalmaTurn, Position, SquareSet, TEST_ROUND};
use crate::search::{Limit, SearchRequest, SearchResult};

/// The depth of a search, in turns of the player.
const TURNS: usize = 8;

/// The depth of a search when [`NEARLY_HOME`] pieces are home, in turns of the player.
const LAST_TURNS: usize = 16;

/// The number of pieces at home from which on the search looks for the end.
const NEARLY_HOME: u32 = 7;

/// The narrowest beam.
const NARROWEST: usize = 32;

/// The widest beam in a limited time.
const WIDEST: usize = 16_384;

/// The widest beam without a limit of time.
const WIDEST_BY_DEPTH: usize = 512;

/// The number of rounds before [`TEST_ROUND`] in which pieces leave the start zone first.
const LEAVING: u16 = 30;

/// A search.
pub struct HalmaSearch<'a, 'b> {
    request: &'a SearchRequest<'b, Halma>,
    costs: Costs,
    /// By turn of the player, the board with the pieces of the others. The last board serves for all later turns.
    boards: Vec<Mailbox>,
    /// The plan that begins with the best turn.
    plan: RacePlan,
    result: SearchResult<HalmaTurn>,
}

impl<'a, 'b> HalmaSearch<'a, 'b> {
    /// A search that begins with the shorter of two plans: the plan of the table and `known`, a plan of an earlier turn
    /// that is dropped if the others have blocked it. Without a plan, it begins with the turn of least cost.
    pub fn new(request: &'a SearchRequest<'b, Halma>, known: Option<RacePlan>) -> HalmaSearch<'a, 'b> {
        let (board, position) = (request.game.board(), request.position);
        let (player, own) = (usize::from(position.player), position.own());
        let mut costs = Costs::new(board, player, &WEIGHTS);
        if position.round + LEAVING >= TEST_ROUND {
            costs = costs.late(board, player);
        }
        let best = quickest(request.game, position, &costs);
        let result = SearchResult::of_move(best, -costs.of(own));
        let others = position.occupied() & !*own;
        let mut search = HalmaSearch {
            request,
            costs,
            boards: boards(request.game, position, &others),
            plan: RacePlan::default(),
            result,
        };
        let alone = !CornerTable::squares(board, player).meets(&others);
        let table = alone.then(|| packing().plan(board, player, own)).flatten();
        let table = table.map(|turns| RacePlan { cost: search.costs.of(board.target(player)), turns, home: true });
        let known = known.filter(|plan| search.is_playable(plan));
        let plans = known.into_iter().chain(table).filter(|plan| !plan.turns.is_empty());
        if let Some(plan) = plans.min_by_key(|plan| plan.turns.len()) {
            search.take(plan);
        }
        search
    }

    /// Searches ever wider.
    pub fn widen(&mut self, limit: &Limit, is_due: &(dyn Fn() -> bool + Sync)) {
        if self.result.best == Some(HalmaTurn::Pass) {
            return;
        }
        let (board, player) = (self.request.game.board(), usize::from(self.request.position.player));
        let own = *self.request.position.own();
        let home = (own & *board.target(player)).len();
        let turns = if home < NEARLY_HOME { TURNS } else { LAST_TURNS };
        let turns = limit.depth.map_or(turns, |depth| turns.min(depth as usize));
        let widest = if limit.time.is_some() { WIDEST } else { WIDEST_BY_DEPTH };
        let mut width = NARROWEST;
        while width <= widest && !is_due() {
            let task = BeamTask {
                costs: &self.costs,
                target: board.target(player),
                own,
                boards: &self.boards,
                width,
                // Only a shorter plan replaces a plan that brings the pieces home.
                turns: if self.plan.home { self.plan.turns.len() - 1 } else { turns },
                threads: self.request.threads,
            };
            let Some(found) = beam::search(&task, is_due) else { break };
            self.result.nodes += found.nodes;
            self.result.leaves = found.leaves;
            let (complete, shorter) = (found.complete, found.plan.home);
            if shorter || !self.plan.home {
                self.take(found.plan);
            }
            self.request.tell(&mut self.result);
            if complete {
                break;
            }
            // While plans get shorter, the beam need not be wider.
            width *= if shorter { 1 } else { 2 };
        }
    }

    /// Whether every turn of a plan can be played, if the others stand still.
    fn is_playable(&self, plan: &RacePlan) -> bool {
        let mut own = *self.request.position.own();
        let boards = self.boards.iter().chain(std::iter::repeat(&self.boards[self.boards.len() - 1]));
        plan.turns.iter().zip(boards).all(|(&turn, board)| {
            let mut found = false;
            board.clone().turns(&own, |from, to| found |= (from, to) == turn);
            own.remove(turn.0);
            own.insert(turn.1);
            found
        })
    }

    /// Makes a plan the best.
    fn take(&mut self, plan: RacePlan) {
        let (game, position) = (self.request.game, self.request.position);
        let first = plan.turns.first().copied();
        let Some(best) = game.moves(position).find(|turn| turn.squares() == first) else { return };
        let after = game.play(position, best);
        // The next player is of the other team.
        let won = game.outcome(&after) == Some(Outcome::Loss);
        self.result.rate(-plan.cost, won.then_some(Value::Win(1)));
        self.result.depth = plan.turns.len() as u32;
        self.result.best = Some(best);
        self.result.line = vec![best];
        self.plan = plan;
    }

    /// The result. If the best turn begins a plan that brings the pieces home: also the pieces after the turn and the
    /// rest of the plan.
    pub fn finish(self) -> (SearchResult<HalmaTurn>, Option<(SquareSet, RacePlan)>) {
        let (mut own, mut plan) = (*self.request.position.own(), self.plan);
        if !plan.home {
            return (self.result, None);
        }
        let (from, to) = plan.turns.remove(0);
        own.remove(from);
        own.insert(to);
        (self.result, Some((own, plan)))
    }
}

/// The boards of the next turns: from round 100 on, the start zone is closed.
fn boards(game: &Halma, position: &Position, others: &SquareSet) -> Vec<Mailbox> {
    let (board, player) = (game.board(), usize::from(position.player));
    let before = usize::from(TEST_ROUND.saturating_sub(position.round));
    let open = Mailbox::new(board, player, others, &SquareSet::EMPTY);
    if before >= LAST_TURNS {
        return vec![open];
    }
    let mut boards = vec![open; before];
    boards.push(Mailbox::new(board, player, others, &board.zones[player]));
    boards
}

/// The turn of least cost, among the turns that do not lose at once if there are any.
fn quickest(game: &Halma, position: &Position, costs: &Costs) -> HalmaTurn {
    let player = usize::from(position.player);
    let cost = |turn: &HalmaTurn| {
        let after = game.play(position, *turn);
        // The next player is of the other team, or all is over.
        let other = game.team(after.player.into()) != game.team(player);
        let lost = game.outcome(&after) == Some(if other { Outcome::Win } else { Outcome::Loss });
        (lost, costs.of(&after.pieces[player]))
    };
    let Some(best) = game.moves(position).min_by_key(cost) else {
        unreachable!("a position that goes on has a legal move");
    };
    best
}
