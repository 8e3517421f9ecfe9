//! A whole game as text: its moves, its glyphs, its comments, and its variations with those inside.

use super::standard::Standard;
use super::write::{WordLines, first_number, head, kept_tags, number_text, push_start, push_tag, result_text, word_of};
use super::{MoveNote, Tags, Transcript, Variation};
use crate::game::Notation;
use crate::play::ending::Ending;
use crate::play::record::Record;

/// A game as text, with its glyphs, comments and variations. It keeps its tags, if it has any; else
/// it has these tags and the names of the players. It keeps its result, if it has one.
pub fn write_whole<G: Notation>(
    game: &G,
    transcript: &Transcript<G::Position, G::Move>,
    names: &[&str],
    ending: Option<Ending>,
    tags: &Tags,
) -> String {
    let Transcript { record, variations, comments, glyphs, .. } = transcript;
    let result = transcript.result.unwrap_or_else(|| result_text(game, record, ending));
    let mut text = match transcript.tags.is_empty() {
        true => head(game, record.start(), names, result, tags),
        false => kept_tags(game, transcript, result),
    };
    if !transcript.tags.is_empty() && transcript.tag("Result").is_none() {
        push_tag(&mut text, "Result", result);
    }
    if !transcript.tags.is_empty() && transcript.tag("FEN").is_none() {
        push_start(&mut text, game, record.start());
    }
    let mut lines = WordLines::new(&mut text, Standard::of(game));
    let line = TreeLine { record, variations, comments, glyphs, marks: &[], before: None };
    line.write(game, &mut lines);
    lines.end(result);
    text
}

/// A game that was read, as text in the form of its standard: its tags, its moves with their glyphs, comments and
/// variations, behind them these notes, each with its ply counted from 0, and its result. The notes are in the order of
/// the plies.
pub fn write_annotated<G: Notation>(
    game: &G,
    transcript: &Transcript<G::Position, G::Move>,
    notes: &[(usize, MoveNote<G::Move>)],
) -> String {
    let result = transcript.result.unwrap_or("*");
    let mut text = kept_tags(game, transcript, result);
    let Transcript { record, mut variations, mut comments, mut glyphs, .. } = transcript.clone();
    let mut marks = Vec::new();
    for (ply, note) in notes {
        let plies = ply + 1;
        if !note.mark.is_empty() {
            // The same mark of the file is not written twice.
            glyphs.retain(|&(at, glyph)| at != plies || ![("?", 2), ("??", 4)].contains(&(note.mark, glyph)));
            marks.push((plies, note.mark));
        }
        // A file that was annotated before has it.
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        let is_there = |(at, said): &(usize, String)| *at == plies && words(said) == words(&note.comment);
        if !comments.iter().any(is_there) {
            comments.push((plies, note.comment.clone()));
        }
        let is_there = |old: &Variation<G::Position, G::Move>| old.ply == *ply && old.record.moves() == note.variation;
        if !note.variation.is_empty() && !variations.iter().any(is_there) {
            let mut better = Record::new(record.before()[*ply]);
            for &mv in &note.variation {
                let after = game.play(better.position(), mv);
                better.push(mv, after);
            }
            let (inside, said, shown) = (Vec::new(), Vec::new(), Vec::new());
            let better = Variation { ply: *ply, record: better, variations: inside, comments: said, glyphs: shown };
            variations.push(better);
        }
    }
    let mut lines = WordLines::new(&mut text, Standard::of(game));
    let (variations, comments, glyphs) = (&variations[..], &comments[..], &glyphs[..]);
    TreeLine { record: &record, variations, comments, glyphs, marks: &marks, before: None }.write(game, &mut lines);
    lines.end(result);
    text
}

/// A line of moves with its glyphs, comments and variations.
struct TreeLine<'a, P, M> {
    record: &'a Record<P, M>,
    variations: &'a [Variation<P, M>],
    comments: &'a [(usize, String)],
    glyphs: &'a [(usize, u8)],
    /// The marks at moves, each with the number of plies before it: `?`.
    marks: &'a [(usize, &'static str)],
    /// The plies before it in the game, for a variation; the main line has no parentheses.
    before: Option<usize>,
}

impl<P: Copy + Eq, M: Copy> TreeLine<'_, P, M> {
    /// Writes the words of the line.
    fn write<G: Notation<Position = P, Move = M>>(&self, game: &G, lines: &mut WordLines) {
        let standard = Standard::of(game);
        let (mut opens, mut is_numbered) = (self.before.is_some(), true);
        let moves = self.record.moves();
        for ply in 0..=moves.len() {
            for (_, glyph) in self.glyphs.iter().filter(|(at, _)| *at == ply && ply > 0) {
                lines.add(&format!("${glyph}"));
            }
            for (_, comment) in self.comments.iter().filter(|(at, comment)| *at == ply && !comment.trim().is_empty()) {
                if std::mem::take(&mut opens) {
                    lines.add("(");
                }
                lines.add_comment(comment);
                is_numbered = true;
            }
            // The variations of a move stand behind it and its comments.
            for variation in self.variations.iter().filter(|variation| variation.ply + 1 == ply) {
                let Variation { record, variations, comments, glyphs, .. } = variation;
                let before = Some(self.before.unwrap_or(0) + variation.ply);
                TreeLine { record, variations, comments, glyphs, marks: &[], before }.write(game, lines);
                is_numbered = true;
            }
            let Some(&mv) = moves.get(ply) else { break };
            let position = &self.record.before()[ply];
            let number = match self.before {
                Some(before) if is_numbered => first_number(game, position, before + ply),
                before => number_text(game, position, before.unwrap_or(0) + ply, is_numbered),
            };
            let parenthesis = if std::mem::take(&mut opens) { "(" } else { "" };
            let closes = self.before.is_some() && ply + 1 == moves.len() && !self.goes_on(ply + 1);
            let end = if closes { ")" } else { "" };
            let mark = self.marks.iter().find(|(at, _)| *at == ply + 1).map_or("", |(_, mark)| mark);
            lines.add(&format!("{parenthesis}{number}{}{mark}{end}", word_of(game, position, mv, standard)));
            is_numbered = false;
        }
        if self.before.is_some() && self.goes_on(moves.len()) {
            lines.add(")");
        }
    }

    /// Whether a glyph, a comment or a variation follows this number of plies.
    fn goes_on(&self, plies: usize) -> bool {
        self.glyphs.iter().any(|(at, _)| *at == plies && plies > 0)
            || self.comments.iter().any(|(at, comment)| *at == plies && !comment.trim().is_empty())
            || self.variations.iter().any(|variation| variation.ply + 1 == plies)
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_all;
    use super::*;
    use crate::games::chess::Chess;
    use crate::games::draughts::Draughts;

    fn written<G: Notation>(game: &G, text: &str) -> String {
        let read = read_all(game, text).next().expect("a game").expect("it can be read");
        write_whole(game, &read, &[], None, &Tags::default())
    }

    #[test]
    fn what_was_read_is_written_whole() {
        let draughts = "[Event \"x\"]\n[Result \"*\"]\n\n{before} 1. 11-15 {good} (1. 9-14 {or} 1... 22-18 (1... 23-19) \
                        2. 5-9) (1. 10-15) 23-19 2. 8-11 {the end} *\n";
        let once = written(&Draughts::checkers(), draughts);
        assert_eq!(once.split_whitespace().collect::<Vec<_>>(), draughts.split_whitespace().collect::<Vec<_>>());
        assert_eq!(written(&Draughts::checkers(), &once), once);
        let chess = "[Event \"x\"]\n[White \"a\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n\
                     [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 $1 (1. e3 Kd7 {x} ) (1. Kd2 Kd7 $6 2. Kd3 (2. e4 $10 ) ) 1... Kd7 $14 \
                     2. e5 1-0\n";
        let once = written(&Chess::new(), chess);
        assert_eq!(once.split_whitespace().collect::<Vec<_>>(), chess.split_whitespace().collect::<Vec<_>>());
        assert_eq!(written(&Chess::new(), &once), once);
    }
}
