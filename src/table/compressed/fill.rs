//! What is stored where a table is free to choose: runs go on as long as they can.
//!
//! ```text
//!   class    First  Attained  Vacant  Attained  First  Attained
//!   value    draw   win       -       draw      win    win
//!   stored   draw   <= win    any     <= draw   win    <= win
//!            draw   draw      draw    draw      win    win         two runs
//! ```
//!
//! A run is as long as one symbol can stand for all of its entries. So no text has fewer runs.

use super::alphabet::Alphabet;
use super::pairing::Symbol;
use crate::space::{Class, Omitted};
use crate::values::{Code, OrderCode};

/// What the entries of a run allow.
#[derive(Clone, Copy, Default)]
struct FreeRun {
    /// The code of all entries that are stored.
    exact: Option<u16>,
    /// The worst of the values that a conversion attains: nothing better is stored.
    most: Option<OrderCode>,
}

impl FreeRun {
    /// The run with one more entry; `None` if no symbol stands for all.
    #[inline(always)]
    fn and(self, code: u16, class: Class, omitted: Omitted) -> Option<FreeRun> {
        let run = match (omitted.has(class), class) {
            (true, Class::Attained) => {
                let order = code.order_code();
                FreeRun { most: Some(self.most.map_or(order, |most| most.min(order))), ..self }
            }
            (true, _) => return Some(self),
            (false, _) if self.exact.is_some_and(|exact| exact != code) => return None,
            (false, _) => FreeRun { exact: Some(code), ..self },
        };
        match run {
            FreeRun { exact: Some(exact), most: Some(most) } if exact.order_code() > most => None,
            _ => Some(run),
        }
    }

    /// The symbol of the run; if it may be, the symbol of the run before, else a frequent one.
    fn symbol(self, before: Option<Symbol>, alphabet: &Alphabet) -> Symbol {
        if let Some(exact) = self.exact {
            return alphabet.symbols[usize::from(exact)];
        }
        let may_be = |symbol: Symbol| {
            let order = alphabet.codes[usize::from(symbol)].order_code();
            self.most.is_none_or(|most| order <= most)
        };
        let by_frequency = 0..alphabet.codes.len() as Symbol;
        before.into_iter().chain(by_frequency).find(|&symbol| may_be(symbol)).unwrap_or(0)
    }
}

/// The symbols of consecutive entries in the order in which they are stored, of which some classes are omitted.
pub fn fill(codes: &[u16], classes: &[Class], omitted: Omitted, alphabet: &Alphabet) -> Vec<Symbol> {
    let mut symbols = Vec::with_capacity(codes.len());
    let (mut run, mut before) = (FreeRun::default(), None);
    for (place, (&code, &class)) in codes.iter().zip(classes).enumerate() {
        run = run.and(code, class, omitted).unwrap_or_else(|| {
            let symbol = run.symbol(before, alphabet);
            symbols.resize(place, symbol);
            before = Some(symbol);
            FreeRun::default().and(code, class, omitted).unwrap_or_default()
        });
    }
    symbols.resize(codes.len(), run.symbol(before, alphabet));
    symbols
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Value;

    #[test]
    fn runs_are_as_long_as_they_can_be() {
        let code = |value: Value| u16::encode(value).expect("it is shallow");
        let [win, loss] = [Value::Win(1), Value::Loss(2)].map(code);
        let draw = u16::DRAW;
        let alphabet = Alphabet::new(vec![draw, win, loss]);
        let symbols = |entries: &[(u16, Class)], omitted: u8| {
            let (codes, classes): (Vec<u16>, Vec<Class>) = entries.iter().copied().unzip();
            fill(&codes, &classes, Omitted(omitted), &alphabet)
        };
        let (first, vacant, attained) = (Class::First, Class::Vacant, Class::Attained);
        let picture =
            [(draw, first), (win, attained), (u16::ABSENT, vacant), (draw, attained), (win, first), (win, attained)];
        assert_eq!(symbols(&picture, 24), [0, 0, 0, 0, 1, 1]);
        assert_eq!(symbols(&[(u16::ABSENT, vacant), (loss, first), (u16::ABSENT, vacant)], 24), [2, 2, 2]);
        assert_eq!(symbols(&[(loss, attained), (win, first), (loss, attained)], 24), [2, 1, 2]);
        assert_eq!(symbols(&[(win, Class::Forced), (draw, Class::Forced)], 4), [0, 0]);
        assert_eq!(symbols(&[(win, first), (draw, Class::Second), (loss, Class::Forced)], 4), [1, 0, 0]);
    }
}
