//! Values that are published or were solved before, for positions that no table here holds.

use hindsight::catalogue::Guide;
use hindsight::game::Value;
use hindsight::open::OpenGame;

/// The value of a position, as the game writes it, by the guide of its game; `None` if the guide has none.
pub fn known(game: &dyn OpenGame, position: &str) -> Option<Value> {
    let guide = Guide::read(game.facts().guide).ok()?;
    let is_it = |text: &str| game.canonical(text).is_ok_and(|text| text == position);
    let found = guide.positions.into_iter().find(|shown| shown.value.is_some() && is_it(&shown.position))?;
    let plies = found.plies.unwrap_or(Value::UNKNOWN);
    match found.value?.as_str() {
        "win" => Some(Value::Win(plies)),
        "loss" => Some(Value::Loss(plies)),
        "draw" => Some(Value::Draw),
        _ => None,
    }
}
