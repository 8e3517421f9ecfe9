//! The record of a game: its positions and moves, so that moves can be taken back and repetitions counted.

/// The positions of a game and the moves between them.
#[derive(Clone, Debug)]
pub struct Record<P, M> {
    /// The position before each move.
    before: Vec<P>,
    moves: Vec<M>,
    now: P,
}

impl<P: Copy + Eq, M: Copy> Record<P, M> {
    /// The record of a game that starts from this position.
    pub fn new(start: P) -> Record<P, M> {
        Record { before: Vec::new(), moves: Vec::new(), now: start }
    }

    /// The position on the board.
    pub fn position(&self) -> &P {
        &self.now
    }

    /// The position from which the game started.
    pub fn start(&self) -> &P {
        self.before.first().unwrap_or(&self.now)
    }

    /// The positions that were on the board before it, the latest last.
    pub fn before(&self) -> &[P] {
        &self.before
    }

    /// The moves, in order.
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// The moves and the positions before them, the latest first.
    pub fn latest(&self) -> impl Iterator<Item = (&P, &M)> {
        self.before.iter().zip(&self.moves).rev()
    }

    /// The number of plies played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Adds a move and the position after it.
    pub fn push(&mut self, mv: M, after: P) {
        self.before.push(self.now);
        self.moves.push(mv);
        self.now = after;
    }

    /// Takes back the moves from a ply on.
    pub fn take_back(&mut self, ply: usize) {
        if let Some(&now) = self.before.get(ply) {
            self.now = now;
            self.before.truncate(ply);
            self.moves.truncate(ply);
        }
    }

    /// How often the position on the board has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        1 + self.before.iter().filter(|&&before| before == self.now).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_taken_back_to_a_ply() {
        let mut record = Record::new(0);
        for position in 1..=4 {
            record.push(10 * position, position);
        }
        record.take_back(2);
        assert_eq!((*record.position(), record.moves(), *record.start()), (2, &[10, 20][..], 0));
        record.take_back(2);
        assert_eq!((*record.position(), record.plies()), (2, 2));
        record.take_back(0);
        assert_eq!((*record.position(), record.plies()), (0, 0));
    }

    #[test]
    fn a_position_that_comes_back_is_counted() {
        let mut record = Record::new('a');
        for position in ['b', 'a', 'b', 'a'] {
            record.push((), position);
        }
        assert_eq!(record.occurrences(), 3);
    }
}
