//! Saved games: every game is read back move for move, in every notation.

use hindsight::catalogue::{Catalogue, CatalogueGame, GameEntry, games};
use hindsight::game::{Game, Notation, NotationError, Outcome, PlayRules};
use hindsight::games::draughts::Draughts;
use hindsight::play::Record;
use hindsight::play::transcript::{self, Tags};
use hindsight::util::random::Random;

/// The greatest length of a random game, in plies.
const PLIES: usize = 200;

/// Plays random legal moves, up to this many.
fn play_on<G: PlayRules>(game: &G, record: &mut Record<G::Position, G::Move>, random: &mut Random, plies: usize) {
    for _ in 0..plies {
        let moves: Vec<G::Move> = game.moves(record.position()).collect();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        let after = game.play(record.position(), mv);
        record.push(mv, after);
    }
}

/// Writes a game and reads it back, alone and before another game.
fn check<G: Notation + PlayRules>(game: &G, record: &Record<G::Position, G::Move>) {
    let names = vec!["a \"quoted\" [name]; {x}"; game.sides().len()];
    let ending = hindsight::play::Ending::of(game, record, 100);
    let text = transcript::write(game, record, &names, ending, &Tags::default());
    for text in [text.clone(), text.replace('\n', "\r\n"), format!("{text}\n{text}")] {
        let read = transcript::read(game, &text, &mut |note| panic!("{note}"))
            .unwrap_or_else(|error| panic!("{}: {error}\n{text}", game.name()));
        assert_eq!(read.moves(), record.moves(), "{}\n{text}", game.name());
        assert_eq!((read.before(), read.position()), (record.before(), record.position()), "{}\n{text}", game.name());
    }
}

/// Checks random games from the start and from random positions.
fn check_games<G: Notation + PlayRules>(game: &G, number: u64) {
    for seed in 0..number {
        let mut random = Random::new(seed);
        let mut record = Record::new(game.start());
        let plies = random.below(PLIES);
        play_on(game, &mut record, &mut random, plies);
        check(game, &record);
        let mut later = Record::new(*record.position());
        play_on(game, &mut later, &mut random, plies);
        check(game, &later);
    }
}

/// Checks every game that it takes.
struct Records(usize);

impl Catalogue for Records {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        check_games(&entry.game, 100);
        self.0 += 1;
    }
}

#[test]
fn every_game_of_the_catalogue_is_read_back_move_for_move() {
    let mut records = Records(0);
    games(&mut records);
    assert!(records.0 >= 5, "{} games", records.0);
}

/// A game whose moves look like everything else that a record has. It lasts 30 plies, and every move is always legal.
struct Confusing;

/// The texts of its moves.
const TEXTS: [&str; 34] = [
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "0-0",
    "2.",
    "2",
    "1...",
    "3.e4",
    "{a}",
    "{",
    "}",
    "(",
    ")",
    "(1-0)",
    ";",
    "; a",
    "$1",
    "$",
    "!",
    "?",
    "a!?",
    "!a",
    "%",
    "% a",
    "[FEN \"x\"]",
    "[",
    "\"",
    "\\",
    "\"1-0\"",
    "a b",
    "a\\\"b",
    "A",
    "a",
];

impl Game for Confusing {
    /// The plies played, and the last move.
    type Position = (u8, u8);
    type Move = u8;

    fn name(&self) -> &'static str {
        "confusing"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["First", "Second", "Third"]
    }

    fn team(&self, side: usize) -> usize {
        side % 2
    }

    const ALTERNATES: bool = false;

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }

    fn side_to_move(&self, &(plies, _): &(u8, u8)) -> usize {
        usize::from(plies) % 3
    }

    fn outcome(&self, &(plies, last): &(u8, u8)) -> Option<Outcome> {
        let outcomes = [Outcome::Win, Outcome::Loss, Outcome::Draw];
        (plies == 30).then_some(outcomes[usize::from(last) % 3])
    }

    fn moves(&self, &(plies, _): &(u8, u8)) -> impl Iterator<Item = u8> {
        (0..if plies < 30 { TEXTS.len() as u8 } else { 0 }).rev()
    }

    fn play(&self, &(plies, _): &(u8, u8), mv: u8) -> (u8, u8) {
        (plies + 1, mv)
    }
}

impl PlayRules for Confusing {}

impl Notation for Confusing {
    fn parse(&self, text: &str) -> Result<(u8, u8), NotationError> {
        let error = || NotationError::new("the last move and the plies", text);
        let (last, plies) = text.rsplit_once('"').ok_or_else(error)?;
        let last = TEXTS.iter().position(|known| *known == last).ok_or_else(error)?;
        Ok((plies.parse().map_err(|_| error())?, last as u8))
    }

    /// Positions are confusing too.
    fn write(&self, &(plies, last): &(u8, u8), text: &mut String) {
        text.push_str(&format!("{}\"{plies}", TEXTS[usize::from(last)]));
    }

    fn write_move(&self, _position: &(u8, u8), mv: u8, text: &mut String) {
        text.push_str(TEXTS[usize::from(mv)]);
    }

    fn help(&self) -> &'static str {
        "the last move, a quotation mark, and the plies"
    }
}

#[test]
fn a_game_whose_moves_look_like_anything_is_read_back_move_for_move() {
    check_games(&Confusing, 500);
}

#[test]
fn every_move_may_be_the_last() {
    for mv in 0..TEXTS.len() as u8 {
        let mut record = Record::new(Confusing.start());
        record.push(mv, Confusing.play(&Confusing.start(), mv));
        check(&Confusing, &record);
    }
}

/// Twenty games of the archives; see the head of the file.
const ARCHIVE: &str = include_str!("../data/acf-games.pdn");

#[test]
fn every_game_of_an_archive_is_read_with_its_tags_and_its_result() {
    let game = Draughts::checkers();
    let read: Vec<_> = transcript::read_all(&game, ARCHIVE).map(|read| read.expect("a game")).collect();
    assert_eq!(read.len(), 20);
    for (number, transcript) in read.iter().enumerate() {
        let event = transcript.tag("event").expect("a tag");
        assert!(event.starts_with("ACF archive "), "{event}");
        assert_eq!(transcript.result, transcript.tag("Result"), "{event}");
        assert!(transcript.record.plies() >= 10, "{event}");
        let line = ARCHIVE.lines().nth(transcript.line - 1).expect("a line");
        assert!(line.contains(event), "game {number}: {line}");
    }
}

#[test]
fn a_game_with_an_error_does_not_hide_those_after_it() {
    let game = Draughts::checkers();
    let text = "[Event \"1\"]\n1. 11-15 *\n[Event \"2\"]\n1. 11-99 *\n[Event \"3\"]\n1. 11-15 ) 23-19 *\n[Event \"4\"]\n\
                [FEN \"nowhere\"]\n*\n[Event \"5\"]\n[odd]\n[Round \"2\"]\n12-16 24-20 0-1\n[Event \"6\"]\n11-15 {";
    let read: Vec<_> = transcript::read_all(&game, text).collect();
    let plies = |number: usize| read[number].as_ref().map(|read| read.record.plies()).ok();
    let all: Vec<_> = (0..read.len()).map(plies).collect();
    assert_eq!(all, [Some(1), Some(0), Some(2), None, Some(2), Some(1)]);
    for (number, expected) in
        [(1, "line 4, ply 1: "), (2, "line 6: expected ( "), (3, "line 8: the tag FEN"), (5, "line 15: ")]
    {
        let error = read[number].as_ref().map_or_else(ToString::to_string, |read| read.lost[0].to_string());
        assert!(error.starts_with(expected), "{error}");
    }
    let fifth = read[4].as_ref().expect("a game");
    assert_eq!((fifth.tag("Round"), fifth.tags.len(), fifth.result, fifth.line), (Some("2"), 2, Some("0-1"), 10));
    assert_eq!(transcript::read_all(&game, " \n; nothing\n").count(), 0);
}
