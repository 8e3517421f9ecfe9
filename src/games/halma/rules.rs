//! The rules.

use super::{Halma, HalmaTurn, Position, SquareSet};
use crate::game::{Game, Outcome, PlayRules, chance_at};
use crate::space::{Entry, Naming, Slice, Space, Symmetry};

/// The round from which a piece in its start zone loses.
pub const TEST_ROUND: u16 = 100;

/// The round that is never played: the game is drawn.
pub const LAST_ROUND: u16 = 5_000;

impl Halma {
    /// Whether all pieces of a player are home.
    #[inline(always)]
    pub fn is_home(&self, position: &Position, player: usize) -> bool {
        position.pieces[player].is_within(self.board.target(player))
    }

    /// Whether both players of a team are home, the team of `player`.
    fn is_team_home(&self, position: &Position, player: usize) -> bool {
        self.is_home(position, player) && self.is_home(position, player ^ 3)
    }

    /// The player who lost the game in the previous turn, by a piece in its start zone.
    fn lost_by(&self, position: &Position) -> Option<usize> {
        let player = position.previous_player();
        let round = if player == 3 { position.round.checked_sub(1)? } else { position.round };
        let lost = round >= TEST_ROUND && position.pieces[player].meets(&self.board.zones[player]);
        lost.then_some(player)
    }

    /// The squares on which a chain of the piece from a square ends, because the game does.
    #[inline(always)]
    pub fn last_squares(&self, position: &Position, from: u8) -> SquareSet {
        if position.round < TEST_ROUND {
            return SquareSet::EMPTY;
        }
        let (mut others, start) = (*position.own(), &self.board.zones[usize::from(position.player)]);
        others.remove(from);
        if others.meets(start) { self.board.squares } else { *start }
    }

    /// Whether a hop to a square ends the game.
    fn ends_game(&self, position: &Position, from: u8, to: u8) -> bool {
        let (player, mut after) = (usize::from(position.player), *position);
        after.pieces[player].remove(from);
        after.pieces[player].insert(to);
        self.last_squares(position, from).contains(to) || self.is_team_home(&after, player)
    }

    /// The squares that a piece reaches by a step, and the squares that it reaches by hops. No square is in both: a hop
    /// goes two columns, two rows or both, so no chain of them ends on a neighbouring square.
    #[inline(always)]
    pub fn reach(&self, position: &Position, occupied: &SquareSet, from: u8) -> (SquareSet, SquareSet) {
        let player = usize::from(position.player);
        let chains = self.board.chains(occupied, player, from, &self.last_squares(position, from));
        (self.board.steps(occupied, player, from), chains)
    }

    /// Whether the player to move has a step or a hop.
    fn can_move(&self, position: &Position) -> bool {
        let (occupied, player) = (position.occupied(), usize::from(position.player));
        position.own().iter().any(|from| {
            let open = self.board.open_to(player, from);
            let free = |to: u8| !occupied.contains(to) && open.contains(to);
            !self.board.steps(&occupied, player, from).is_empty()
                || self.board.hops[usize::from(from)].iter().any(|hop| occupied.contains(hop.over) && free(hop.to))
        })
    }

    /// How the game has ended, with the reason in words.
    pub(super) fn ending(&self, position: &Position) -> Option<(HalmaEnding, Outcome)> {
        let for_team = |player: usize, won: bool| {
            let same = self.team(player) == self.team(usize::from(position.player));
            if same == won { Outcome::Win } else { Outcome::Loss }
        };
        if position.round >= LAST_ROUND {
            return Some((HalmaEnding::LastRound, Outcome::Draw));
        }
        if let Some(player) = [0, 1].into_iter().find(|&player| self.is_team_home(position, player)) {
            return Some((HalmaEnding::Home(player), for_team(player, true)));
        }
        if let Some(player) = self.lost_by(position) {
            return Some((HalmaEnding::InStartZone(player), for_team(player, false)));
        }
        let player = usize::from(position.player);
        if !self.is_home(position, player) && !self.can_move(position) {
            return Some((HalmaEnding::Stuck(player), Outcome::Loss));
        }
        None
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HalmaEnding {
    /// The counter has reached the last round.
    LastRound,
    /// This player and the ally are home.
    Home(usize),
    /// This player had a piece in its start zone.
    InStartZone(usize),
    /// This player has no move.
    Stuck(usize),
}

impl Game for Halma {
    type Position = Position;
    type Move = HalmaTurn;

    const ALTERNATES: bool = false;

    fn name(&self) -> &'static str {
        "halma"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["a", "b", "c", "d"]
    }

    fn start(&self) -> Position {
        Position { pieces: self.board.zones, player: 0, round: 0 }
    }

    #[inline(always)]
    fn side_to_move(&self, position: &Position) -> usize {
        position.player.into()
    }

    /// Players 0 and 3 against 1 and 2.
    #[inline(always)]
    fn team(&self, side: usize) -> usize {
        usize::from(side == 1 || side == 2)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.ending(position).map(|(_, outcome)| outcome)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = HalmaTurn> {
        let (position, occupied) = (*position, position.occupied());
        let over = self.ending(&position).is_some();
        let passes = !over && self.is_home(&position, position.player.into());
        let pieces = if over || passes { SquareSet::EMPTY } else { *position.own() };
        let of_piece = move |from| {
            let (steps, chains) = self.reach(&position, &occupied, from);
            let steps = steps.iter().map(move |to| HalmaTurn::Step { from, to });
            steps.chain(chains.iter().map(move |to| HalmaTurn::Hops { from, to }))
        };
        passes.then_some(HalmaTurn::Pass).into_iter().chain(pieces.iter().flat_map(of_piece))
    }

    fn play(&self, position: &Position, turn: HalmaTurn) -> Position {
        let (player, mut after) = (usize::from(position.player), *position);
        if let Some((from, to)) = turn.squares() {
            after.pieces[player].remove(from);
            after.pieces[player].insert(to);
        }
        after.player = (position.player + 1) % 4;
        after.round += u16::from(player == 3);
        if let HalmaTurn::Hops { from, to } = turn
            && after.round == LAST_ROUND
            && self.ends_game(position, from, to)
        {
            // The game was over before the counter could rise.
            after.round = position.round;
        }
        after
    }
}

/// The lead in steps that changes the odds by a factor of e, by a dozen games of the player `halma`.
const LOGIT: f64 = 15.0;

impl PlayRules for Halma {
    /// How many more steps the other team needs.
    fn evaluate(&self, position: &Position) -> i32 {
        let left =
            |player: usize| position.pieces[player].iter().map(|square| self.distance(player, square)).sum::<i32>();
        let player = usize::from(position.player);
        let ahead = |player: usize| -left(player) - left(player ^ 3);
        ahead(player) - ahead(player ^ 1)
    }

    fn evaluation_unit(&self) -> Option<&'static str> {
        Some("steps")
    }

    fn chance(&self, _position: &Position, score: f64) -> Option<f64> {
        Some(chance_at(score / LOGIT))
    }
}

impl Halma {
    /// The steps from a square to the corner of a player's target; 0 inside it.
    fn distance(&self, player: usize, square: u8) -> i32 {
        if self.board.target(player).contains(square) {
            return 0;
        }
        let last = self.board.size - 1;
        let corner = |bit: usize| if (player ^ 3) & bit != 0 { last } else { 0 };
        let (x, y) = (square % super::STRIDE, square / super::STRIDE);
        x.abs_diff(corner(1)).max(y.abs_diff(corner(2))).into()
    }
}

/// No position is stored: there are too many.
impl Space for Halma {
    fn slices(&self) -> &[Slice] {
        &[]
    }

    fn rank(&self, _position: &Position) -> Option<Entry> {
        None
    }

    fn unrank(&self, _entry: Entry) -> Option<Position> {
        None
    }
}

impl Naming for Halma {}

impl Symmetry for Halma {}
