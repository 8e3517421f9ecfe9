//! Saved games: tags and moves, for every game.
//!
//! Games that [number their moves](crate::game::Notation::move_number) have Portable Game Notation (S.
//! Edwards, 1994), in its export format: `1. e4 e5`, and `1... e5` where a game begins with that move or a comment
//! stands before it. The others have Portable Draughts Notation (Wieger Wesselink, pdn.fmjd.org), which grew out of it.
//!
//! # Results
//!
//! [`write()`] gives `1-0` for a win of White, or of the side that moves first where no side has that name, with its
//! team. Many files of American checkers, among them the files of the American Checker Federation, use the opposite
//! convention: there `1-0` is a win of Black, the side that moved first. Moves are the same in both. Reading decides
//! for neither: [`Transcript::result`] is the text in the file.
//!
//! # Sides
//!
//! Each side has a tag of its name with the name of its player. In a round, which has a number, every side moves once:
//! in a game of four sides, four moves follow `1.`, and in a game of one side one.
//!
//! # Moves
//!
//! A move that reads like a result, a number or a comment is written in quotation marks.

mod read;
mod standard;
mod text;
mod tree;
mod write;

pub use read::{Transcript, TranscriptError, TranscriptGames, Variation, joined_words, read, read_all};
pub use standard::{extension, result_of};
pub use text::decode;
pub use tree::{write_annotated, write_whole};
pub use write::{MoveNote, Tags, first_number, numbered_line, write};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::draughts::Draughts;
    use crate::play::Record;

    #[test]
    fn games_are_read_as_written() {
        let game = Draughts::checkers();
        let mut record = Record::new(game.parse("W:W23,32:B1,10").expect("a position"));
        for text in ["a move", "a reply"] {
            let mv = game.moves(record.position()).next().expect(text);
            let after = game.play(record.position(), mv);
            record.push(mv, after);
        }
        let tags = Tags { event: "a \\ test".to_string(), game_type: Some("21,B,8,8,N1,0"), ..Tags::default() };
        let text = write(&game, &record, &["a \"person\"", "table"], None, &tags);
        let expected = [
            ("Event", "a \\ test"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "?"),
            ("White", "table"),
            ("Black", "a \"person\""),
            ("Result", "*"),
            ("GameType", "21,B,8,8,N1,0"),
            ("SetUp", "1"),
            ("FEN", "W:W23,32:B1,10"),
        ];
        let twice = format!("{text}\n{text}");
        let again: Vec<_> = read_all(&game, &twice).map(|read| read.expect(&twice)).collect();
        assert_eq!(again.len(), 2);
        for again in again {
            let tags: Vec<_> = again.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            assert_eq!(tags, expected, "{text}");
            assert_eq!((again.record.position(), again.record.moves()), (record.position(), record.moves()), "{text}");
            assert_eq!(again.result, Some("*"));
        }
    }
}
