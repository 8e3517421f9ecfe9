//! The captures and promotions of a block, looked up in the endings below.
//!
//! A conversion is a *question*: a number in a slice below, and the positions of one word that it concerns. Questions
//! are collected by slice and answered in batches, because look-ups one by one would wait for memory.

use super::super::attacks::{self, ahead, pawns};
use super::super::endings::numbering::MOST_PIECES;
use super::super::position::{PieceType, squares};
use super::geometry::{EndingGeometry, TARGETS, target};
use super::word::Word;
use crate::game::{Turn, Value};
use crate::solve::Halt;
use crate::values::{Code, Lookup};

/// The number of questions that are looked up together.
const BATCH: usize = 1 << 12;

/// A number that is to be looked up, and the positions of a word with a conversion to it.
struct Question {
    number: u64,
    placement: u32,
    positions: u64,
}

/// The questions of a thread, by target, and memory for their answers.
pub struct Questions {
    by_target: Vec<Vec<Question>>,
    numbers: Vec<u64>,
    codes: Vec<u16>,
}

impl Questions {
    pub fn new() -> Questions {
        Questions { by_target: (0..TARGETS).map(|_| Vec::new()).collect(), numbers: Vec::new(), codes: Vec::new() }
    }

    /// Answers the questions about a target.
    fn answer(&mut self, asked: usize, conversions: &Conversions, sink: &mut impl ConversionSink) -> Result<(), Halt> {
        let questions = &mut self.by_target[asked];
        if questions.is_empty() {
            return Ok(());
        }
        let target = conversions.ending.target(conversions.side, asked);
        let Some(slice) = target.and_then(|target| target.slice) else {
            for question in questions.drain(..) {
                sink.take(question.placement as usize, question.positions, Value::Draw)?;
            }
            return Ok(());
        };
        self.numbers.clear();
        self.numbers.extend(questions.iter().map(|question| question.number));
        self.codes.resize(questions.len(), 0);
        if !conversions.below.gather(slice, &self.numbers, &mut self.codes)? {
            let from = conversions.ending.slices[conversions.side];
            return Err(Halt::Unsolved { from: Some(from), to: Some(slice) });
        }
        for (question, code) in questions.drain(..).zip(&self.codes) {
            // A move that leaves the own king attacked is not legal, and its number holds no position.
            if let Some(value) = code.decode() {
                let worth = conversions.ending.metric.zeroed(value).before(Turn::Other);
                sink.take(question.placement as usize, question.positions, worth)?;
            }
        }
        Ok(())
    }
}

/// Takes the values of conversions.
pub trait ConversionSink {
    /// Takes the worth of a conversion, to the side that makes it, in these positions of a placement.
    ///
    /// # Errors
    /// If the depth does not fit.
    fn take(&mut self, placement: usize, positions: u64, worth: Value) -> Result<(), Halt>;
}

/// The conversions of a side in one block.
pub struct Conversions<'a> {
    pub ending: &'a EndingGeometry,
    pub side: usize,
    pub below: &'a dyn Lookup,
}

/// The conversions of one word, on the way to questions.
struct Asking<'a> {
    ending: &'a EndingGeometry,
    side: usize,
    word: &'a Word,
    questions: &'a mut Questions,
}

impl Conversions<'_> {
    /// Asks about all conversions of these positions of a word, and answers the questions of full batches.
    pub fn word(
        &self,
        word: &Word,
        positions: u64,
        questions: &mut Questions,
        sink: &mut impl ConversionSink,
    ) -> Result<(), Halt> {
        Asking { ending: self.ending, side: self.side, word, questions }.ask(positions);
        for &asked in self.ending.targets(self.side) {
            if questions.by_target[asked].len() >= BATCH {
                questions.answer(asked, self, sink)?;
            }
        }
        Ok(())
    }

    /// Answers the questions that are left.
    pub fn finish(&self, questions: &mut Questions, sink: &mut impl ConversionSink) -> Result<(), Halt> {
        let mut asked = self.ending.targets(self.side).iter();
        asked.try_for_each(|&asked| questions.answer(asked, self, sink))
    }
}

impl Asking<'_> {
    fn ask(&mut self, positions: u64) {
        let (ending, side, word) = (self.ending, self.side, self.word);
        let free = ending.pieces.len() - 1;
        let is_enemy = |piece: usize| ending.pieces[piece].side != side;
        let held = &ending.squares[word.placement][..free];
        // Captures by the king.
        let reach = attacks::king(word.kings[side]);
        for (piece, &to) in held.iter().enumerate() {
            if is_enemy(piece) && reach >> to & 1 == 1 {
                self.king_takes(piece, to, positions);
            }
        }
        if is_enemy(free) {
            for to in squares(reach & positions) {
                self.king_takes(free, to, 1 << to);
            }
        }
        for piece in (0..=free).filter(|&piece| !is_enemy(piece)) {
            match (ending.pieces[piece].kind, piece == free) {
                (PieceType::Pawn, false) => self.held_pawn(piece, held[piece], positions),
                (PieceType::Pawn, true) => self.free_pawn(positions),
                (kind, false) => self.held_piece(piece, kind, held[piece], positions),
                (kind, true) => self.free_piece(kind, positions),
            }
        }
    }

    /// The held piece on a square, of either side.
    #[inline(always)]
    fn held_on(&self, square: u8) -> Option<usize> {
        let free = self.ending.pieces.len() - 1;
        self.ending.squares[self.word.placement][..free].iter().position(|&held| held == square)
    }

    fn held_enemy_on(&self, square: u8) -> Option<usize> {
        self.held_on(square).filter(|&piece| self.ending.pieces[piece].side != self.side)
    }

    /// Asks one question for each position of a set, with one piece moved.
    fn each(&mut self, positions: u64, kings: [u8; 2], moved: Option<(usize, u8)>, asked: usize) {
        for square in squares(positions) {
            let mut all = self.ending.all_squares(self.word, square);
            if let Some((piece, to)) = moved {
                all[piece] = to;
            }
            self.push(&all, kings, asked, 1 << square);
        }
    }

    #[inline(always)]
    fn push(&mut self, squares: &[u8; MOST_PIECES], kings: [u8; 2], asked: usize, positions: u64) {
        let target = self.ending.target(self.side, asked);
        if let Some(number) = target.and_then(|target| target.number(self.side, kings, squares)) {
            self.questions.by_target[asked].push(Question { number, placement: self.word.placement as u32, positions });
        }
    }

    fn king_takes(&mut self, captured: usize, to: u8, positions: u64) {
        let mut kings = self.word.kings;
        kings[self.side] = to;
        let asked = target(Some(captured), None);
        self.each(positions, kings, None, asked);
    }

    fn held_piece(&mut self, piece: usize, kind: PieceType, from: u8, positions: u64) {
        let free = self.ending.pieces.len() - 1;
        let takes_free = self.ending.pieces[free].side != self.side;
        let (kings, occupied) = (self.word.kings, self.word.occupied);
        for to in squares(attacks::piece(kind, from, occupied)) {
            // The free piece must not stand on the way.
            let positions = positions & !attacks::between(from, to);
            if let Some(captured) = self.held_enemy_on(to) {
                self.each(positions, kings, Some((piece, to)), target(Some(captured), None));
            } else if takes_free && occupied >> to & 1 == 0 && positions >> to & 1 == 1 {
                self.each(1 << to, kings, Some((piece, to)), target(Some(free), None));
            }
        }
    }

    fn free_piece(&mut self, kind: PieceType, positions: u64) {
        let free = self.ending.pieces.len() - 1;
        for (captured, &to) in self.ending.squares[self.word.placement][..free].iter().enumerate() {
            if self.ending.pieces[captured].side == self.side {
                continue;
            }
            let from = attacks::piece(kind, to, self.word.occupied);
            self.free_moves(from & positions, to, Some(captured), None);
        }
    }

    /// Asks one question for the moves of the free piece from any square of a set to one square.
    fn free_moves(&mut self, from: u64, to: u8, captured: Option<usize>, promoted: Option<PieceType>) {
        if from != 0 {
            let free = self.ending.pieces.len() - 1;
            let asked = target(captured, promoted.map(|kind| (free, kind)));
            let squares = self.ending.all_squares(self.word, to);
            self.push(&squares, self.word.kings, asked, from);
        }
    }

    fn held_pawn(&mut self, pawn: usize, from: u8, positions: u64) {
        let free = self.ending.pieces.len() - 1;
        let takes_free = self.ending.pieces[free].side != self.side;
        let kings = self.word.kings;
        let ahead = ahead(self.side, 1 << from);
        let to = ahead.trailing_zeros() as u8;
        let last = is_last(to);
        if last && self.word.occupied & ahead == 0 {
            for kind in PieceType::PROMOTIONS {
                self.each(positions & !ahead, kings, Some((pawn, to)), target(None, Some((pawn, kind))));
            }
        }
        for to in squares(pawns(self.side, 1 << from)) {
            let (captured, positions) = match self.held_enemy_on(to) {
                Some(captured) => (captured, positions),
                None if takes_free => (free, positions & 1 << to),
                None => continue,
            };
            let kinds: &[PieceType] = if last { &PieceType::PROMOTIONS } else { &[PieceType::Pawn] };
            for &kind in kinds {
                let promoted = last.then_some((pawn, kind));
                self.each(positions, kings, Some((pawn, to)), target(Some(captured), promoted));
            }
        }
    }

    fn free_pawn(&mut self, positions: u64) {
        let free = self.ending.pieces.len() - 1;
        for from in squares(positions) {
            let ahead = ahead(self.side, 1 << from);
            let to = ahead.trailing_zeros() as u8;
            if is_last(to) && self.word.occupied & ahead == 0 {
                PieceType::PROMOTIONS.iter().for_each(|&kind| self.free_moves(1 << from, to, None, Some(kind)));
            }
        }
        for (captured, &to) in self.ending.squares[self.word.placement][..free].iter().enumerate() {
            if self.ending.pieces[captured].side == self.side {
                continue;
            }
            let from = positions & pawns(1 - self.side, 1 << to);
            match is_last(to) {
                true => {
                    PieceType::PROMOTIONS
                        .iter()
                        .for_each(|&kind| self.free_moves(from, to, Some(captured), Some(kind)));
                }
                false => self.free_moves(from, to, Some(captured), None),
            }
        }
    }
}

/// Whether a square is on the last rank of either side.
fn is_last(square: u8) -> bool {
    !(8..56).contains(&square)
}
