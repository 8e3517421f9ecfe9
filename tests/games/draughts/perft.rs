//! Lines of play of every game of draughts from its start, counted as published.

use hindsight::game::{Game, Notation};
use hindsight::games::draughts::board::{DraughtsBoard, Eight};
use hindsight::games::draughts::{Draughts, Position};
use hindsight::search::perft::{perft, perft_of_positions};

/// The number of lines of each depth, and from a depth on the number of lines whose captures are counted once if
/// they differ in their order alone.
struct Counts<'a> {
    lines: &'a [u64],
    once: (u32, &'a [u64]),
}

/// Counts lines from a position, at the depths that have `most` lines or fewer.
fn check<B: DraughtsBoard>(game: &Draughts<B>, position: &Position, counts: &Counts, most: u64) {
    for (depth, &lines) in (1..).zip(counts.lines).take_while(|(_, lines)| **lines <= most) {
        assert_eq!(perft(game, position, depth), lines, "{}, depth {depth}", game.name());
    }
    for (depth, &lines) in (counts.once.0..).zip(counts.once.1).take_while(|(_, lines)| **lines <= most) {
        assert_eq!(perft_of_positions(game, position, depth), lines, "{}, depth {depth}, once", game.name());
    }
}

/// Counts the lines of every game from its start, at the depths that have `most` lines or fewer.
///
/// Aart Bik, "Checkers move generation counts"; OEIS A133046; Rein Halbersma's tests of DCTL.
pub fn compare(most: u64) {
    fn from_start<B: DraughtsBoard>(most: u64, game: &Draughts<B>, lines: &[u64], once: (u32, &[u64])) {
        check(game, &game.start(), &Counts { lines, once }, most);
    }
    const ENGLISH: [u64; 11] = [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128];
    from_start(most, &Draughts::checkers(), &ENGLISH, (0, &[]));
    from_start(most, &Draughts::losing_checkers(), &ENGLISH, (0, &[]));
    const RUSSIAN: [u64; 11] = [7, 49, 302, 1469, 7482, 37_986, 190_146, 929_905, 4_570_667, 22_450_628, 110_961_169];
    const RUSSIAN_ONCE: [u64; 4] = [929_899, 4_570_586, 22_444_032, 110_917_189];
    from_start(most, &Draughts::russian(), &RUSSIAN, (8, &RUSSIAN_ONCE));
    from_start(most, &Draughts::poddavki(), &RUSSIAN, (8, &RUSSIAN_ONCE));
    const BRAZILIAN: [u64; 11] = [7, 49, 302, 1469, 7473, 37_628, 187_302, 907_836, 4_431_847, 21_566_606, 105_534_946];
    from_start(most, &Draughts::brazilian(), &BRAZILIAN, (8, &[907_830, 4_431_766, 21_560_022, 105_491_257]));
    const POOL: [u64; 11] = [7, 49, 302, 1469, 7482, 37_986, 190_146, 929_902, 4_570_615, 22_442_551, 110_877_932];
    from_start(most, &Draughts::pool(), &POOL, (8, &[929_896, 4_570_534, 22_435_955, 110_833_952]));
    const ITALIAN: [u64; 12] =
        [7, 49, 302, 1469, 7361, 36_473, 177_532, 828_783, 3_860_875, 17_761_384, 81_647_058, 367_917_147];
    from_start(most, &Draughts::italian(), &ITALIAN, (12, &[367_911_475]));
    const SPANISH: [u64; 12] =
        [7, 49, 302, 1469, 7361, 36_473, 177_532, 828_783, 3_860_866, 17_743_464, 81_383_200, 365_734_003];
    from_start(most, &Draughts::spanish(), &SPANISH, (12, &[365_728_331]));
    const CZECH: [u64; 12] =
        [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_671, 18_368_918, 84_967_210, 386_267_783];
    from_start(most, &Draughts::czech(), &CZECH, (12, &[386_262_109]));
    const INTERNATIONAL: [u64; 10] = [9, 81, 658, 4265, 27_117, 167_140, 1_049_442, 6_483_971, 41_022_614, 258_935_682];
    const INTERNATIONAL_ONCE: [u64; 3] = [6_483_961, 41_022_423, 258_895_763];
    from_start(most, &Draughts::international(), &INTERNATIONAL, (8, &INTERNATIONAL_ONCE));
    from_start(most, &Draughts::killer(), &INTERNATIONAL, (8, &INTERNATIONAL_ONCE));
    from_start(most, &Draughts::antidraughts(), &INTERNATIONAL, (8, &INTERNATIONAL_ONCE));

    const THAI: [u64; 12] =
        [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_648, 18_363_523, 84_892_793, 385_719_334];
    let game = Draughts::thai();
    // DCTL counts from twelve men a side.
    let own = (0..12).fold(0, |own, index| own | Eight::square(index));
    let position = Position { own, other: Eight::rotated(own), kings: 0, black_to_move: true, clock: 0 };
    check(&game, &position, &Counts { lines: &THAI, once: (12, &[385_713_660]) }, most);
}

#[test]
fn perft_of_positions_with_many_captures_is_as_published() {
    let game = Draughts::international();
    // Both are counted with captures once.
    let lines = [6, 12, 30, 73, 215, 590, 1944, 6269, 22_369, 88_050, 377_436, 1_910_989];
    let position = game.parse("W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38");
    check(&game, &position.expect("Woldouby"), &Counts { lines: &[], once: (1, &lines) }, 100_000);
    let lines = [14, 55, 1168, 5432, 87_195, 629_010, 9_041_010];
    let position = game.parse("B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46");
    check(&game, &position.expect("kings"), &Counts { lines: &[], once: (1, &lines) }, 100_000);
}

#[test]
fn perft_is_as_published() {
    compare(1_000_000);
}
