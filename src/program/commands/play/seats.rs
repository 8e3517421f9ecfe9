//! Who plays which side of a game of `play`.

use std::sync::Arc;

use clap::Args;

use crate::failure::Failure;
use hindsight::answer::GameFacts;
use hindsight::open::OpenGame;
use hindsight::play::Seat;
use hindsight::util::threads::processors;

/// The players of the sides.
#[derive(Debug, Args)]
pub struct Seats {
    /// Player of a side, such as a=person, b=table or c=scout-tt:depth=8: a person, the tables, or an engine; may be
    /// given for each side (default: a person for the side to move, unless another side has one; table for the others,
    /// or the game's own player if no table can hold the starting position; with --no-tables, and in games without
    /// tables, the game's own player or scout-tt). Where the tables lack a position, the game's own player or scout-tt
    /// plays for them
    #[arg(long = "seat", value_name = "SIDE=WHO", value_parser = seat)]
    seats: Vec<(String, String)>,
    /// Player of the side that moves first in the usual start, in games of one or two sides
    #[arg(long, value_name = "WHO")]
    first: Option<String>,
    /// Player of the other side, in games of two sides
    #[arg(long, value_name = "WHO")]
    second: Option<String>,
    /// Player of Black, in games with this side
    #[arg(long, value_name = "WHO")]
    black: Option<String>,
    /// Player of White, in games with this side
    #[arg(long, value_name = "WHO")]
    white: Option<String>,
}

/// Reads `SIDE=WHO`; the settings of an engine have `=` too.
fn seat(text: &str) -> Result<(String, String), &'static str> {
    let seat = text.split_once('=').filter(|(side, who)| !side.is_empty() && !who.is_empty());
    let (side, who) = seat.ok_or("expected a side and its player, such as a=person or b=scout-tt:depth=8")?;
    Ok((side.to_string(), who.to_string()))
}

impl Seats {
    /// The players, one for each side of the game, of which this one moves first.
    ///
    /// # Errors
    /// For a side that the game does not have, two players for one side, and a player that does not exist.
    pub fn read(&self, game: &Arc<dyn OpenGame>, mover: usize, no_tables: bool) -> Result<Vec<Seat>, Failure> {
        let facts = game.facts();
        let who = self.named(facts)?;
        let without_tables = no_tables || facts.slices.is_empty();
        let default = match without_tables || facts.plays_beyond_slices {
            true => facts.default_engine,
            false => "table",
        };
        let is_person = |who: &Option<&str>| who.is_some_and(|who| who.eq_ignore_ascii_case("person"));
        let first = if who.iter().any(is_person) { default } else { "person" };
        let seat = |(side, who): (usize, &Option<&str>)| {
            let who = who.unwrap_or(if side == mover { first } else { default });
            Ok(match who.to_ascii_lowercase().as_str() {
                "person" => Seat::Person,
                "table" if facts.slices.is_empty() => return Err(Failure::NoSlices(facts.name)),
                "table" if no_tables => return Err(Failure::NoTables(facts.name)),
                "table" => Seat::Table,
                _ => {
                    let mut engine = Arc::clone(game).engine(who, side as u64)?;
                    engine.set_threads(processors());
                    Seat::Engine(engine)
                }
            })
        };
        who.iter().enumerate().map(seat).collect()
    }

    /// By side, the player that the arguments name.
    fn named(&self, game: &GameFacts) -> Result<Vec<Option<&str>>, Failure> {
        let mut who = vec![None; game.sides.len()];
        let mut sit = |number: usize, player| match who[number].replace(player) {
            None => Ok(()),
            Some(_) => Err(Failure::Usage(format!("expected one player for {}, found two", game.sides[number]))),
        };
        for (name, player) in &self.seats {
            sit(side(game, name)?, player.as_str())?;
        }
        for (name, player) in [("black", &self.black), ("white", &self.white)] {
            player.iter().try_for_each(|player| sit(side(game, name)?, player))?;
        }
        for (number, player) in [&self.first, &self.second].into_iter().enumerate() {
            let Some(player) = player else { continue };
            match game.sides {
                sides if sides.len() > 2 => {
                    let (flag, sides) = (["first", "second"][number], sides.join(", "));
                    let name = game.name;
                    let message = format!("expected --seat SIDE=WHO for the sides of {name}, {sides}, found --{flag}");
                    return Err(Failure::Usage(message));
                }
                sides if number < sides.len() => sit(number, player)?,
                _ => return Err(Failure::Usage(format!("expected one player: {} has one side", game.name))),
            }
        }
        Ok(who)
    }
}

/// The number of the side of this name.
///
/// # Errors
/// If the game has none.
pub fn side(game: &GameFacts, name: &str) -> Result<usize, Failure> {
    let found = game.sides.iter().position(|side| side.eq_ignore_ascii_case(name));
    let error = || Failure::NoSuchSide { game: game.name, sides: game.sides, found: name.to_string() };
    found.ok_or_else(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_a_side_and_its_player() {
        let read = |text| seat(text).ok();
        let pair = |side: &str, who: &str| Some((side.to_string(), who.to_string()));
        assert_eq!(read("a=person"), pair("a", "person"));
        assert_eq!(read("b=scout-tt:depth=8,hash=1M"), pair("b", "scout-tt:depth=8,hash=1M"));
        assert_eq!(["", "a", "a=", "=person"].map(read), [None, None, None, None]);
    }
}
