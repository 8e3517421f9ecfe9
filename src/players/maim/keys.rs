//! Random keys. The hash of a position is the XOR of the keys of its pieces, rights and side to move (Zobrist 1970).

/// The keys of everything that distinguishes positions.
pub struct Keys {
    /// By colour, kind and square.
    pub pieces: [[[u64; 64]; 6]; 2],
    /// By the set of castling rights.
    pub castling: [u64; 16],
    /// By the file of an en-passant right.
    pub files: [u64; 8],
    /// Black is to move.
    pub side: u64,
}

/// The keys.
pub static KEYS: Keys = keys();

const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

const fn fill<const N: usize>(state: &mut u64) -> [u64; N] {
    let (mut keys, mut number) = ([0; N], 0);
    while number < N {
        keys[number] = next(state);
        number += 1;
    }
    keys
}

const fn keys() -> Keys {
    let mut state = 0x006d_6169_6d00;
    let mut pieces = [[[0; 64]; 6]; 2];
    let mut piece = 0;
    while piece < 12 {
        pieces[piece / 6][piece % 6] = fill(&mut state);
        piece += 1;
    }
    Keys { pieces, castling: fill(&mut state), files: fill(&mut state), side: next(&mut state) }
}
