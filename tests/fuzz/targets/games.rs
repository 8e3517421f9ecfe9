//! Every game of the catalogue, each with a check of a text.

use std::marker::PhantomData;
use std::sync::Arc;

use hindsight::catalogue::{self, Catalogue, CatalogueGame, GameEntry};

/// A check of a text for one game.
pub type TextCheck = Box<dyn Fn(&str) -> Result<(), String> + Send + Sync>;

/// A check of a text for any game.
pub trait GameCheck {
    /// Checks a text.
    fn check<G: CatalogueGame>(game: &G, text: &str) -> Result<(), String>;
}

/// The checks of all games, which are made once.
struct Checks<C> {
    checks: Vec<TextCheck>,
    check: PhantomData<C>,
}

impl<C: GameCheck> Catalogue for Checks<C> {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        let game = Arc::new(entry.game);
        self.checks.push(Box::new(move |text| C::check(&*game, text)));
    }
}

/// A check of a text for each game.
pub fn checks<C: GameCheck>() -> Vec<TextCheck> {
    let mut checks = Checks::<C> { checks: Vec::new(), check: PhantomData };
    catalogue::games(&mut checks);
    checks.checks
}

/// Checks bytes: a digit for the game, and a text.
pub fn check(checks: &[TextCheck], data: &[u8]) {
    let Some((&number, text)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    let game = usize::from(number.wrapping_sub(b'0')) % checks.len();
    checks[game](&text).unwrap_or_else(|broken| panic!("{broken}"));
}
