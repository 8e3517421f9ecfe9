//! Games whose moves are compared with the values.

use std::ops::ControlFlow;

use super::error::RecordError;
use super::position::{step, valued};
use crate::answer::{
    GameAnswer, GameHead, JudgedGame, JudgedMove, JudgedStep, LineAnswer, MomentAnswer, WrittenGame, WrittenLine, words,
};
use crate::catalogue::CatalogueGame;
use crate::game::{NotationError, move_text, move_text_for_people, position_text, value_text};
use crate::play::transcript::{
    MoveNote, Tags, Transcript, TranscriptError, Variation, extension, read_all, result_of, write_annotated,
    write_whole,
};
use crate::play::{Ending, Record};
use crate::query::Probe;
use crate::query::annotate::{Comparison, Judgement, Summary, better_line, judge, judge_game};
use crate::util::run::Run;
use crate::util::threads::try_map;
use crate::values::{Lookup, LookupError};

/// Games that are judged in parallel before they are given on.
const BATCH: usize = 256;

/// The plies of a better line.
const VARIATION: usize = 8;

/// Moves that a comment lists.
const LISTED: usize = 5;

/// Judges the games of a text, batch by batch on all threads, and gives them to `take` in the order of the text, with
/// the errors of those that cannot be read. The progress counts lines of the text.
pub fn annotate<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    text: &str,
    run: &Run,
    take: &mut dyn FnMut(Result<JudgedGame, TranscriptError>) -> ControlFlow<()>,
) -> Result<(), LookupError> {
    let mut games = read_all(probe.space, text);
    let mut line = 0;
    loop {
        let read: Vec<_> = games.by_ref().take(BATCH).collect();
        if read.is_empty() {
            return Ok(());
        }
        let judged = run.install(|| {
            try_map::<_, LookupError>(read.len(), &|number| match &read[number] {
                Ok(transcript) => judged(probe, transcript).map(Ok),
                Err(error) => Ok(Err(error.clone())),
            })
        })?;
        for game in judged {
            if let Ok(game) = &game {
                run.progress.advance((game.line - line) as u64);
                line = game.line;
            }
            if take(game).is_break() {
                return Ok(());
            }
        }
    }
}

/// The judgements on a game.
fn judged<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    transcript: &Transcript<G::Position, G::Move>,
) -> Result<JudgedGame, LookupError> {
    let (game, record) = (probe.space, &transcript.record);
    let judgements = judge_game(probe, record.before(), record.moves())?;
    let mut notes = Vec::with_capacity(judgements.len());
    for (ply, judgement) in &judgements {
        let variation = if judgement.holds() { Vec::new() } else { better_line(probe, judgement, VARIATION)? };
        notes.push((*ply, MoveNote { variation, ..move_note(game, &record.before()[*ply], judgement) }));
    }
    let moves = judgements.iter().map(|(ply, judgement)| {
        let position = &record.before()[*ply];
        let text = |mv| move_text(game, position, mv);
        JudgedMove {
            ply: ply + 1,
            side: game.sides()[game.side_to_move(position)],
            position: position_text(game, position),
            mv: text(record.moves()[*ply]),
            value: judgement.value.word(),
            plies: judgement.value.plies(),
            best: judgement.best.word(),
            best_plies: judgement.best.plies(),
            verdict: words::verdict(judgement.verdict),
            legal_moves: judgement.moves.len(),
            holding: judgement.holding().iter().map(|rated| text(rated.mv)).collect(),
        }
    });
    let of_side = |side: usize| {
        let own = judgements.iter().filter(|(ply, _)| game.side_to_move(&record.before()[*ply]) == side);
        Summary::of(own.map(|(_, judgement)| judgement))
    };
    Ok(JudgedGame {
        line: transcript.line,
        tags: transcript.tags.clone(),
        result: transcript.result,
        plies: record.plies(),
        moves: moves.collect(),
        sides: (0..game.sides().len()).map(of_side).collect(),
        lost: transcript.lost.iter().map(ToString::to_string).collect(),
        notes: transcript.notes.clone(),
        text: write_annotated(game, transcript, &notes),
    })
}

/// The mark and the comment of a move from a position.
fn move_note<G: CatalogueGame>(game: &G, position: &G::Position, judgement: &Judgement<G>) -> MoveNote<G::Move> {
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

/// The game of a text with this number, counted from 0, with at most this many moves, moves of variations among them.
pub fn read_game<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    text: &str,
    number: usize,
    most: usize,
) -> Result<GameAnswer, RecordError> {
    let (mut heads, mut wanted) = (Vec::new(), None);
    for read in read_all(probe.space, text) {
        heads.push(game_head(probe.space.sides(), &read));
        if heads.len() == number + 1 {
            wanted = Some(read);
        }
    }
    let first = wanted.ok_or(RecordError::NoGame(extension(probe.space)))??;
    let is_move = |lost: &&TranscriptError| matches!(lost, TranscriptError::Move { .. });
    if let Some(lost) = first.lost.iter().find(is_move).filter(|_| first.record.plies() == 0) {
        return Err(lost.clone().into());
    }
    let found = first.record.plies() + moves_of(&first.variations);
    if found > most {
        return Err(RecordError::TooLong { most, found });
    }
    let start = moment(probe, first.record.start())?;
    let line = line(probe, &first.record, Annotations::of(&first))?;
    let lost = first.lost.iter().map(|lost| match lost {
        TranscriptError::Move { .. } => format!("{lost}. The game is read up to there"),
        lost => format!("{lost}. It is passed over"),
    });
    let notes = lost.chain(first.notes).collect();
    let more = heads.len() > number + 1;
    Ok(GameAnswer { start, line, tags: first.tags, result: first.result, more, games: heads, notes })
}

/// A game of a text, in a list of them.
fn game_head<P: Copy + Eq, M: Copy>(sides: &[&str], read: &Result<Transcript<P, M>, TranscriptError>) -> GameHead {
    let tag = |name: &str| {
        let value = read.as_ref().ok().and_then(|game| game.tag(name));
        value.filter(|value| !value.starts_with('?')).map(str::to_string)
    };
    GameHead {
        players: sides.iter().map(|side| tag(side)).collect(),
        event: tag("Event"),
        date: tag("Date"),
        result: read.as_ref().ok().and_then(|game| game.result),
        plies: read.as_ref().map_or(0, |game| game.record.plies()),
        error: read.as_ref().err().map(ToString::to_string),
    }
}

/// The number of moves of variations, with those inside.
fn moves_of<P: Copy + Eq, M: Copy>(variations: &[Variation<P, M>]) -> usize {
    variations.iter().map(|variation| variation.record.plies() + moves_of(&variation.variations)).sum()
}

/// A game in play.
pub fn game<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    record: &Record<G::Position, G::Move>,
) -> Result<GameAnswer, LookupError> {
    let none = Annotations { variations: &[], comments: &[], glyphs: &[] };
    let (start, line) = (moment(probe, record.start())?, line(probe, record, none)?);
    let (tags, games, notes) = (Vec::new(), Vec::new(), Vec::new());
    Ok(GameAnswer { start, line, tags, result: None, more: false, games, notes })
}

/// The parts of a line besides its moves.
#[derive(Clone, Copy)]
struct Annotations<'a, P, M> {
    variations: &'a [Variation<P, M>],
    comments: &'a [(usize, String)],
    glyphs: &'a [(usize, u8)],
}

impl<'a, P, M> Annotations<'a, P, M> {
    fn of(transcript: &'a Transcript<P, M>) -> Annotations<'a, P, M> {
        let Transcript { variations, comments, glyphs, .. } = transcript;
        Annotations { variations, comments, glyphs }
    }

    fn of_variation(variation: &'a Variation<P, M>) -> Annotations<'a, P, M> {
        let Variation { variations, comments, glyphs, .. } = variation;
        Annotations { variations, comments, glyphs }
    }
}

fn line<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    record: &Record<G::Position, G::Move>,
    annotations: Annotations<G::Position, G::Move>,
) -> Result<LineAnswer, LookupError> {
    let game = probe.space;
    let Annotations { variations, comments, glyphs } = annotations;
    let mut answer = LineAnswer { comment: comment_at(comments, 0), ..LineAnswer::default() };
    for (ply, (before, &mv)) in record.before().iter().zip(record.moves()).enumerate() {
        let after = game.play(before, mv);
        let others = variations.iter().filter(|variation| variation.ply == ply);
        let others = others.map(|variation| line(probe, &variation.record, Annotations::of_variation(variation)));
        let judgement = judge(probe, before, mv)?;
        let mut held_by = Vec::new();
        if let Some(judgement) = judgement.as_ref().filter(|judgement| !judgement.holds()) {
            held_by.extend(judgement.holding().iter().map(|rated| move_text_for_people(game, before, rated.mv)));
        }
        answer.steps.push(JudgedStep {
            step: step(game, Some(&game.diagram(before)), before, mv, &after),
            verdict: judgement.map(|judgement| words::verdict(judgement.verdict)),
            held_by,
            variations: others.collect::<Result<_, _>>()?,
            comment: comment_at(comments, ply + 1),
            glyphs: glyphs.iter().filter(|(at, _)| *at == ply + 1).map(|(_, glyph)| *glyph).collect(),
        });
        answer.moments.push(moment(probe, &after)?);
    }
    Ok(answer)
}

/// The comments after this number of plies as one text.
fn comment_at(comments: &[(usize, String)], plies: usize) -> Option<String> {
    let words = comments.iter().filter(|(at, _)| *at == plies).flat_map(|(_, text)| text.split_whitespace());
    Some(words.collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
}

/// A game as a record. It has these tags if it has none of its own.
///
/// # Errors
/// For a text that is no position, and for a move that is not legal.
pub fn written<G: CatalogueGame>(game: &G, query: &WrittenGame, tags: &Tags) -> Result<String, NotationError> {
    let record = played(game, game.parse(&query.start)?, &query.line.moves)?;
    let ending = Ending::of(game, &record, game.quiet_limit());
    let transcript = Transcript {
        tags: query.tags.clone(),
        variations: variations_of(game, &record, &query.line.variations)?,
        comments: query.line.comments.clone(),
        glyphs: query.line.glyphs.clone(),
        result: query.result.as_deref().and_then(|text| result_of(game, text)),
        record,
        line: 1,
        lost: Vec::new(),
        notes: Vec::new(),
    };
    let names: Vec<&str> = query.players.iter().map(String::as_str).collect();
    Ok(write_whole(game, &transcript, &names, ending, tags))
}

/// The record of these moves from a position.
fn played<G: CatalogueGame>(
    game: &G,
    start: G::Position,
    moves: &[String],
) -> Result<Record<G::Position, G::Move>, NotationError> {
    let mut record = Record::new(start);
    for text in moves {
        let mv = game.parse_move(record.position(), text)?;
        let after = game.play(record.position(), mv);
        record.push(mv, after);
    }
    Ok(record)
}

/// The variations of a line. A variation that replaces no move of it is left out.
fn variations_of<G: CatalogueGame>(
    game: &G,
    line: &Record<G::Position, G::Move>,
    variations: &[WrittenLine],
) -> Result<Vec<Variation<G::Position, G::Move>>, NotationError> {
    let mut found = Vec::new();
    for WrittenLine { ply, moves, comments, glyphs, variations } in variations {
        let Some(&start) = line.before().get(*ply).filter(|_| !moves.is_empty()) else { continue };
        let record = played(game, start, moves)?;
        let variations = variations_of(game, &record, variations)?;
        found.push(Variation { ply: *ply, record, variations, comments: comments.clone(), glyphs: glyphs.clone() });
    }
    Ok(found)
}

fn moment<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    position: &G::Position,
) -> Result<MomentAnswer, LookupError> {
    let game = probe.space;
    Ok(MomentAnswer {
        position: position_text(game, position),
        side: game.sides()[game.side_to_move(position)],
        number: game.move_number(position),
        value: probe.known(position)?.map(|known| valued(game, known, true)),
    })
}
