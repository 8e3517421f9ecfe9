//! A game with the judgements of the tables on its moves.

use hindsight::game::{Notation, move_text_for_people, value_text};
use hindsight::play::transcript::{MoveNote, Transcript};
use hindsight::query::annotate::{Comparison, Judgement};
use hindsight::space::Space;

/// A game with the judgements on its moves, each with its ply.
pub struct Annotated<S: Space> {
    pub transcript: Transcript<S::Position, S::Move>,
    pub judgements: Vec<(usize, Judgement<S>)>,
    /// For each judgement, a better line if the move threw the result away.
    pub better: Vec<Vec<S::Move>>,
}

impl<G: Space + Notation> Annotated<G> {
    /// The notes beside the moves, each with its ply.
    pub fn notes(&self, game: &G) -> Vec<(usize, MoveNote<G::Move>)> {
        let before = self.transcript.record.before();
        let note = |((ply, judgement), better): (&(usize, Judgement<G>), &Vec<G::Move>)| {
            (*ply, MoveNote { variation: better.clone(), ..move_note(game, &before[*ply], judgement) })
        };
        self.judgements.iter().zip(&self.better).map(note).collect()
    }
}

/// Moves that a comment lists.
const LISTED: usize = 5;

/// The mark and the comment of a move from a position.
fn move_note<G: Space + Notation>(game: &G, position: &G::Position, judgement: &Judgement<G>) -> MoveNote<G::Move> {
    let [value, best] = [judgement.value, judgement.best].map(|value| value_text(game, value));
    let holding = || {
        let names = judgement.holding().iter().take(LISTED).map(|rated| move_text_for_people(game, position, rated.mv));
        let others = judgement.holding().len().saturating_sub(LISTED);
        let others = (others > 0).then(|| format!("{others} more"));
        names.chain(others).collect::<Vec<_>>().join(", ")
    };
    let (mark, comment) = match judgement.verdict {
        Comparison::Best if judgement.is_only_move() => ("", format!("{value}, by the only move")),
        Comparison::Best => ("", value),
        Comparison::Slower(_) => ("", format!("{value}, the best: {best}")),
        Comparison::Mistake => ("?", format!("{value}, it was a {best} by {}", holding())),
        Comparison::Blunder => ("??", format!("{value}, it was a {best} by {}", holding())),
    };
    MoveNote { mark, comment, variation: Vec::new() }
}
