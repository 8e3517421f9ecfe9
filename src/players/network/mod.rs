//! What the networks of the players share: an efficiently updatable first layer (Y. Nasu, "Efficiently updatable
//! neural-network-based evaluation functions for computer shogi", 2018).
//!
//! The inputs of such a network are features: a piece of some sort on some square, as one side sees the board. A
//! feature is present or absent, so the first layer is a sum of rows of weights, one row for each feature that is
//! present. A move changes two or three features. Therefore the sum is not computed anew for each position, but kept as
//! an *accumulator*, from which the rows of lost features are subtracted and to which the rows of new features are
//! added:
//!
//! ```text
//! position at ply 4      [ 12 | -7 | 33 | ... ]     the accumulator of a side, WIDTH numbers
//!   Nb1-c3               - row(knight b1) + row(knight c3)
//! position at ply 5      [ 15 | -9 | 30 | ... ]
//! ```
//!
//! # Overview of types
//!
//! * [`FeatureSet`]: which features a position has. Each player with a network has one.
//! * [`FirstLayer`]: the weights of the first layer. [`LayerRow`]: the numbers of one side. [`WeightReader`]: reads
//!   them from a file.
//! * [`Accumulators`]: the first layer of each position of a line.
//! * [`pairs`]: the whole network.

pub mod pairs;

/// 1 in the first layer. An activation is a number of the first layer, clipped to 0 to 1.
pub const UNIT: i16 = 255;

/// The most pieces of a position, and so the most features that change.
const MOST_PIECES: usize = 32;

/// As many numbers as the first layer has for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct LayerRow<const WIDTH: usize>(pub [i16; WIDTH]);

/// The weights of the first layer.
pub struct FirstLayer<const WIDTH: usize> {
    /// The weights of each feature.
    pub features: Vec<LayerRow<WIDTH>>,
    /// The accumulator of an empty board.
    pub bias: LayerRow<WIDTH>,
}

impl<const WIDTH: usize> FirstLayer<WIDTH> {
    /// Sets `to` to the accumulator `from` after these changes. `row_of` is the number of a feature as the side sees
    /// it.
    #[inline(always)]
    fn update<F: Copy>(
        &self,
        from: &LayerRow<WIDTH>,
        to: &mut LayerRow<WIDTH>,
        changes: &FeatureChanges<F>,
        row_of: impl Fn(F) -> usize,
    ) {
        let row = |feature: F| &self.features[row_of(feature)];
        match (changes.gained.get(), changes.lost.get()) {
            // A move without a capture, a capture, and a move with another taken back.
            (&[a], &[b]) => sum(from, to, [row(a)], [row(b)]),
            (&[a], &[b, c]) => sum(from, to, [row(a)], [row(b), row(c)]),
            (&[a, b], &[c]) => sum(from, to, [row(a), row(b)], [row(c)]),
            (&[a, b], &[c, d]) => sum(from, to, [row(a), row(b)], [row(c), row(d)]),
            (&[a, b], &[c, d, e]) => sum(from, to, [row(a), row(b)], [row(c), row(d), row(e)]),
            (&[a, b, c], &[d, e]) => sum(from, to, [row(a), row(b), row(c)], [row(d), row(e)]),
            (&[a, b, c], &[d, e, f]) => sum(from, to, [row(a), row(b), row(c)], [row(d), row(e), row(f)]),
            (gained, lost) => {
                *to = *from;
                for &gained in gained {
                    to.0.iter_mut().zip(&row(gained).0).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
                }
                for &lost in lost {
                    to.0.iter_mut().zip(&row(lost).0).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
                }
            }
        }
    }
}

/// Sets `to` to `from` with the rows gained and without the rows lost, in one pass over its numbers.
#[inline(always)]
fn sum<const WIDTH: usize, const GAINED: usize, const LOST: usize>(
    from: &LayerRow<WIDTH>,
    to: &mut LayerRow<WIDTH>,
    gained: [&LayerRow<WIDTH>; GAINED],
    lost: [&LayerRow<WIDTH>; LOST],
) {
    for place in 0..WIDTH {
        let sum = gained.iter().fold(from.0[place], |sum, row| sum.wrapping_add(row.0[place]));
        to.0[place] = lost.iter().fold(sum, |sum, row| sum.wrapping_sub(row.0[place]));
    }
}

/// The 16-bit integers of a file of weights, little-endian.
pub struct WeightReader<'a>(std::slice::ChunksExact<'a, u8>);

impl<'a> WeightReader<'a> {
    /// The weights in a file; `None` if it has another size than that of `number` weights.
    pub fn new(bytes: &'a [u8], number: usize) -> Option<WeightReader<'a>> {
        (bytes.len() == 2 * number).then(|| WeightReader(bytes.chunks_exact(2)))
    }

    /// The next weight, or 0 after the last.
    pub fn weight(&mut self) -> i16 {
        self.0.next().map_or(0, |pair| i16::from_le_bytes([pair[0], pair[1]]))
    }

    /// The next weights.
    pub fn array<const N: usize>(&mut self) -> [i16; N] {
        std::array::from_fn(|_| self.weight())
    }

    /// The next weights, as a row.
    pub fn row<const WIDTH: usize>(&mut self) -> LayerRow<WIDTH> {
        LayerRow(self.array())
    }

    /// The next weights, as a first layer with this number of features.
    pub fn first_layer<const WIDTH: usize>(&mut self, features: usize) -> FirstLayer<WIDTH> {
        FirstLayer { features: (0..features).map(|_| self.row()).collect(), bias: self.row() }
    }
}

/// Which features a position has.
pub trait FeatureSet {
    /// A position of the game.
    type Position;
    /// The pieces of a position: enough to find the features in which two positions differ.
    type Pieces: Clone;
    /// A piece on a square.
    type Feature: Copy;
    /// How a side sees the board, beyond the fixed difference between the sides: a change of the view changes every
    /// feature.
    type View: Copy + Default + PartialEq;

    /// An empty board.
    const EMPTY: Self::Pieces;
    /// Any feature.
    const ANY: Self::Feature;

    /// The pieces of a position.
    fn pieces(position: &Self::Position) -> Self::Pieces;

    /// About how many features differ between two positions, quickly.
    fn distance(before: &Self::Pieces, after: &Self::Pieces) -> u32;

    /// Finds the features that are gained and lost from one position to another.
    fn compare(before: &Self::Pieces, after: &Self::Pieces, changes: &mut FeatureChanges<Self::Feature>);

    /// How a side, 0 or 1, sees the board.
    fn view(position: &Self::Position, side: usize) -> Self::View;

    /// The number of a feature as a side sees it.
    fn number(feature: Self::Feature, side: usize, view: Self::View) -> usize;
}

/// At most as many features as a position has pieces.
struct FeatureList<F> {
    length: usize,
    features: [F; MOST_PIECES],
}

impl<F: Copy> FeatureList<F> {
    #[inline(always)]
    fn add(&mut self, feature: F) {
        self.features[self.length % MOST_PIECES] = feature;
        self.length += 1;
    }

    #[inline(always)]
    fn get(&self) -> &[F] {
        &self.features[..self.length.min(MOST_PIECES)]
    }
}

/// The features in which two positions differ.
pub struct FeatureChanges<F> {
    gained: FeatureList<F>,
    lost: FeatureList<F>,
}

impl<F: Copy> FeatureChanges<F> {
    #[inline(always)]
    fn none(any: F) -> FeatureChanges<F> {
        let none = || FeatureList { length: 0, features: [any; MOST_PIECES] };
        FeatureChanges { gained: none(), lost: none() }
    }

    /// Adds a feature of the second position that the first does not have.
    #[inline(always)]
    pub fn gain(&mut self, feature: F) {
        self.gained.add(feature);
    }

    /// Adds a feature of the first position that the second does not have.
    #[inline(always)]
    pub fn lose(&mut self, feature: F) {
        self.lost.add(feature);
    }
}

/// The first layer of a position.
struct Accumulator<F: FeatureSet, const WIDTH: usize> {
    pieces: F::Pieces,
    views: [F::View; 2],
    sides: [LayerRow<WIDTH>; 2],
}

/// The first layers of the positions of a line, each computed from another.
///
/// Not every position of a line is evaluated, so the one before may be missing. The base is one of three positions: the
/// position that differs in the fewest pieces. The three were last evaluated one ply before, two plies before, and at
/// the same ply, where often the last moves alone differ:
///
/// ```text
/// ply 3    A              evaluated
/// ply 4    must jump      not evaluated
/// ply 5    B, then C      C from B: one move is taken back, another is played
/// ```
pub struct Accumulators<F: FeatureSet, const WIDTH: usize> {
    layer: &'static FirstLayer<WIDTH>,
    /// The accumulators, in any order: one more than the line has positions.
    slots: Vec<Accumulator<F, WIDTH>>,
    /// The slot of an empty board, then the slot of the position last evaluated at each ply.
    line: Vec<usize>,
    /// The slot that no position has.
    free: usize,
}

impl<F: FeatureSet, const WIDTH: usize> Accumulators<F, WIDTH> {
    /// The greatest distance at which another base is not looked for: the distance of a capture.
    const FEW: u32 = 3;

    /// Accumulators for lines of at most `plies` plies.
    pub fn new(layer: &'static FirstLayer<WIDTH>, plies: usize) -> Accumulators<F, WIDTH> {
        let empty = |_| Accumulator { pieces: F::EMPTY, views: [F::View::default(); 2], sides: [layer.bias; 2] };
        let free = plies + 2;
        Accumulators { layer, slots: (0..=free).map(empty).collect(), line: (0..free).collect(), free }
    }

    /// The first layer of a position `ply` plies from the start of the line, for each side.
    #[inline(always)]
    pub fn update(&mut self, position: &F::Position, ply: usize) -> &[LayerRow<WIDTH>; 2] {
        let pieces = F::pieces(position);
        let distance = |slot: usize| F::distance(&self.slots[slot].pieces, &pieces);
        let mut base = self.line[ply];
        let mut least = distance(base);
        if least > Self::FEW {
            for other in [self.line[ply + 1], self.line[ply.saturating_sub(1)]] {
                let number = distance(other);
                if number < least {
                    (base, least) = (other, number);
                }
            }
        }
        let Ok([base, now]) = self.slots.get_disjoint_mut([base, self.free]) else {
            unreachable!("the free slot is in no line");
        };
        let changes = changes_between::<F>(&base.pieces, &pieces);
        for side in 0..2 {
            let view = F::view(position, side);
            let number = |feature| F::number(feature, side, view);
            if base.views[side] == view {
                self.layer.update(&base.sides[side], &mut now.sides[side], &changes, number);
            } else {
                let all = changes_between::<F>(&F::EMPTY, &pieces);
                self.layer.update(&self.layer.bias, &mut now.sides[side], &all, number);
            }
            now.views[side] = view;
        }
        now.pieces = pieces;
        std::mem::swap(&mut self.line[ply + 1], &mut self.free);
        &self.slots[self.line[ply + 1]].sides
    }
}

/// The changes from some pieces to others.
#[inline(always)]
fn changes_between<F: FeatureSet>(before: &F::Pieces, after: &F::Pieces) -> FeatureChanges<F::Feature> {
    let mut changes = FeatureChanges::none(F::ANY);
    F::compare(before, after, &mut changes);
    changes
}
