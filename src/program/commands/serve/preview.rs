//! The page of a game with the value of its position in the title, as others show a link to it.

use axum::http::HeaderMap;
use axum::http::header::HOST;

use super::pages::{escaped, percent_encoded, text_of};
use crate::output::told::told;
use hindsight::answer::PositionQuery;
use hindsight::catalogue::Guide;
use hindsight::open::OpenGame;

/// The page of a game at a position; without one, or with a text that is none, the page of the game.
pub fn page(file: &str, game: &dyn OpenGame, position: Option<&str>, headers: &HeaderMap) -> String {
    let facts = game.facts();
    let Guide { title, answer, .. } = Guide::read(facts.guide).unwrap_or_default();
    let name = if title.is_empty() { facts.name } else { &title };
    let shown = position.and_then(|position| described(game, position));
    let title = shown.as_ref().map_or_else(|| format!("{name} · Hindsight"), |value| format!("{value} · {name}"));
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let picture = format!(
        "http://{host}/api/{}/picture?position={}",
        facts.name,
        percent_encoded(position.unwrap_or(&facts.start))
    );
    let [title, answer, picture] = [&title, &answer, &picture].map(|text| escaped(text));
    let head = format!(
        "<title>{title}</title>\n<meta name=\"description\" content=\"{answer}\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n<meta property=\"og:description\" content=\"{answer}\">\n\
         <meta property=\"og:image\" content=\"{picture}\">"
    );
    text_of(file).replacen("<title>Hindsight</title>", &head, 1)
}

/// A position in a few words; `None` for a text that is none.
fn described(game: &dyn OpenGame, position: &str) -> Option<String> {
    let answer = game.ask(position, &PositionQuery { for_people: true, ..PositionQuery::default() }).ok()?;
    Some(told(game.facts(), &answer))
}
