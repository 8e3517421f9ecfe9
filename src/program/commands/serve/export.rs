//! The positions worth seeing as plain files, for any server of files: a page of all games, a page for each, and each
//! best line as a picture that moves.

use std::fs;
use std::path::Path;

use super::pages::escaped;
use crate::commands::diagram::film;
use crate::failure::Failure;
use hindsight::answer::PositionQuery;
use hindsight::catalogue::Guide;
use hindsight::draw::{Caption, Theme, thumbnail};
use hindsight::open::{Games, OpenGame};

use super::served_game::{ServedGame, ServedTables};
use crate::output::told::told;

/// The style of the pages.
const STYLE: &str = "body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;\
    color-scheme:light dark}img{width:min(30rem,100%);height:auto;background:#fff}ul{list-style:none;padding:0}\
    .games{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(12rem,1fr))}";

/// Writes the files into a directory, which is made if it is not there. Returns the number of positions.
///
/// # Errors
/// If a file cannot be written, and for a damaged table.
pub fn export(games: &Games, tables: &ServedTables, directory: &Path) -> Result<usize, Failure> {
    let write = |name: &str, text: &str| {
        fs::write(directory.join(name), text).map_err(|source| Failure::file("write", &directory.join(name), source))
    };
    fs::create_dir_all(directory).map_err(|source| Failure::file("make", directory, source))?;
    let (mut list, mut positions) = (String::new(), 0);
    for game in games.shared() {
        let game = ServedGame::open(std::sync::Arc::clone(game), tables).now();
        let guide = Guide::read(game.facts().guide)?;
        let (name, mut body) = (game.facts().name, String::new());
        for (number, shown) in guide.positions.iter().enumerate() {
            let file = format!("{name}-{}.svg", number + 1);
            let (picture, line) = pictured(&*game, &shown.position)?;
            write(&file, &picture)?;
            let [title, about, line] = [&shown.title, &shown.about, &line].map(|text| escaped(text));
            body += &format!(
                "<h2>{title}</h2>\n<p>{about}</p>\n<p><img src=\"{file}\" alt=\"{title}\"></p>\n<p>{line}</p>\n\
                 <p><code>{}</code></p>\n",
                escaped(&shown.position)
            );
            positions += 1;
        }
        let title = if guide.title.is_empty() { name } else { &guide.title };
        let rules: String = guide.rules.iter().map(|rule| format!("<p>{}</p>\n", escaped(rule))).collect();
        let answer = escaped(&guide.answer);
        write(&format!("{name}.html"), &page(title, &format!("<p>{answer}</p>\n{body}<h2>Rules</h2>\n{rules}")))?;
        let position = guide.thumbnail.as_deref().unwrap_or(&game.facts().start);
        write(&format!("{name}.svg"), &still(&*game, position)?)?;
        list += &format!(
            "<li><a href=\"{name}.html\"><img src=\"{name}.svg\" alt=\"\"><br>{}</a><br>{answer}</li>\n",
            escaped(title)
        );
    }
    write("index.html", &page("Hindsight", &format!("<ul class=\"games\">\n{list}</ul>\n")))?;
    Ok(positions)
}

/// The picture of a position, which moves along its best line where the values hold one, with the line in a sentence.
fn pictured(game: &dyn OpenGame, position: &str) -> Result<(String, String), Failure> {
    let answer = game.ask(position, &PositionQuery { line: true, for_people: true, ..PositionQuery::default() })?;
    let names: Vec<&str> = answer.line.iter().flatten().map(|step| step.name.as_str()).collect();
    let value = answer.value.as_ref().map_or(String::new(), |_| format!("{}. ", told(game.facts(), &answer)));
    match names.is_empty() {
        true => Ok((still(game, position)?, value)),
        false => Ok((film(game, position, Theme::default())?, value + &names.join(" "))),
    }
}

/// The board of a position.
fn still(game: &dyn OpenGame, position: &str) -> Result<String, Failure> {
    let description = game.canonical(position)?;
    let caption = Caption { title: game.facts().name, description: &description };
    Ok(thumbnail(&game.diagram(position)?, Theme::default(), caption))
}

/// A page.
fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<p><a href=\"index.html\">All games</a></p>\n<h1>{title}</h1>\n{body}\
         </body>\n</html>\n"
    )
}
