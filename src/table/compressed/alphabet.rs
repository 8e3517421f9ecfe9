//! The values of a text, and their symbols.

use super::pairing::Symbol;

/// The values that occur in a text.
pub struct Alphabet {
    /// By symbol, the code of the value; the most frequent first.
    pub codes: Vec<u16>,
    /// By code, the symbol.
    pub symbols: Vec<Symbol>,
}

impl Alphabet {
    /// The alphabet of these codes.
    pub fn new(codes: Vec<u16>) -> Alphabet {
        let mut symbols = vec![0; 1 << u16::BITS];
        codes.iter().enumerate().for_each(|(symbol, &code)| symbols[usize::from(code)] = symbol as Symbol);
        Alphabet { codes, symbols }
    }
}
