//! A move.

/// A step, or a whole capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The pieces captured; none for a step.
    pub(super) taken: u64,
    /// Tells captures apart that differ in their order alone. In English draughts: the direction of the step, or of
    /// each jump, two bits each, the first in the lowest bits. In other games: the number of captures before this one
    /// that have the same ends and take the same pieces.
    pub(super) way: u32,
    /// The bit of the square of departure.
    pub(super) from: u8,
    /// The bit of the last square entered.
    pub(super) to: u8,
    /// Whether a man is crowned on its way, and goes on as a king.
    pub(super) crowned: bool,
}

impl Move {
    /// A step from one square to another, each as a set.
    #[inline(always)]
    pub(super) fn step(from: u64, to: u64) -> Move {
        let (from, to) = (from.trailing_zeros() as u8, to.trailing_zeros() as u8);
        Move { taken: 0, way: 0, from, to, crowned: false }
    }

    /// The square of departure, as a set.
    #[inline(always)]
    pub fn from(self) -> u64 {
        1 << self.from
    }

    /// The last square entered, as a set.
    #[inline(always)]
    pub fn to(self) -> u64 {
        1 << self.to
    }

    /// The squares of the pieces captured, as a set.
    #[inline(always)]
    pub fn taken(self) -> u64 {
        self.taken
    }

    /// Whether a man is crowned before the last square, and goes on as a king.
    #[inline(always)]
    pub(in crate::games::draughts) fn is_crowned_on_its_way(self) -> bool {
        self.crowned
    }

    /// The number of a step of English draughts, below 140: four times the bit of its square of departure, plus its
    /// direction.
    #[inline(always)]
    pub(crate) fn number(self) -> usize {
        4 * usize::from(self.from) + (self.way & 3) as usize
    }

    /// Whether the move captures.
    #[inline(always)]
    pub fn is_jump(self) -> bool {
        self.taken != 0
    }

    /// Whether two moves lead to the same position: they may take the same pieces in another order.
    pub(in crate::games::draughts) fn has_effect_of(self, other: Move) -> bool {
        Move { way: 0, ..self } == Move { way: 0, ..other }
    }
}
