//! The routes of the explorer.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Query, Request, State};
use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get, post};
use tokio::time::timeout;

use super::about;
use super::answer::{self, JSON, JsonAnswer, failed, refused, wrong_method};
use super::asked::Asked;
use super::atlas;
use super::draughts;
use super::guard::guard;
use super::map;
use super::packed::pack;
use super::pages;
use super::positions;
use super::preview;
use super::record;
use super::reply::Reply;
use super::report;
use super::served_game::ServedGame;
use super::server::{ExplorerServer, LARGEST, SharedServer};
use super::slices;
use super::tablebase;
use super::thinking::{self, ThoughtRequest};
use crate::failure::Failure;
use hindsight::open::OpenGame;

/// The type of objects of JSON, each on a line.
const LINES: &str = "application/x-ndjson";

/// The type of a picture.
const PICTURE: &str = "image/svg+xml";

/// The parameters of a board.
const LOOK: &[&str] = &["position", "touched", "flip", "theme"];

/// The game of an address that names none.
const STANDARD: &str = "chess";

/// The game that an address names.
type NamedGame = Option<Path<String>>;

/// The parameters of an address.
type Parameters = Result<Query<Vec<(String, String)>>, QueryRejection>;

/// The time in which a client sends the body of a request.
const BODY: Duration = Duration::from_secs(20);

/// An answer for a game, from the parameters of the address.
type Get = fn(&ServedGame, &Asked) -> JsonAnswer;

/// An answer for a game, from the body of the request.
type Post = fn(&ServedGame, &[u8]) -> JsonAnswer;

/// The length of the work for an answer.
#[derive(Clone, Copy)]
enum WorkLength {
    /// A few look-ups.
    Short,
    /// Seconds: it waits until few others run.
    Long,
}

/// Every address of the server.
pub fn router(server: ExplorerServer) -> Router {
    let server = Arc::new(server);
    let find: &[&str] =
        &["slice", "value", "plies", "zugzwang", "quiet", "only_move", "unique", "most_only_moves", "limit", "varied"];
    let query = ask(WorkLength::Short, &["position"], |game, asked| positions::query(&*game.now(), asked));
    let batch = take(WorkLength::Short, LINES, |game, lines| positions::batch(&*game.now(), lines));
    let answers = [
        ("query", "GET, POST", query.merge(batch)),
        ("view", "GET", ask(WorkLength::Short, LOOK, |game, asked| positions::view(&*game.now(), asked))),
        ("map", "GET", ask(WorkLength::Short, &["position", "square"], |game, asked| map::map(&*game.now(), asked))),
        ("atlas", "GET", ask(WorkLength::Long, &["slice", "entry"], |game, asked| atlas::atlas(&*game.now(), asked))),
        ("report", "POST", take(WorkLength::Long, JSON, |game, body| report::report(&*game.now(), body))),
        ("guide", "GET", ask(WorkLength::Short, &[], |game, _| about::guide(game.facts()))),
        ("slices", "GET", ask(WorkLength::Short, &[], |game, _| slices::slices(&*game.now()))),
        ("about", "GET", ask(WorkLength::Short, &[], |game, _| about::about(game))),
        ("stats", "GET", ask(WorkLength::Long, &["slice", "histogram"], slices::stats)),
        ("find", "GET", ask(WorkLength::Long, find, |game, asked| slices::find(&*game.now(), asked))),
        (
            "reply",
            "GET",
            ask(WorkLength::Long, &["position", "engine", "level", "seconds"], |game, asked| {
                Ok(serde_json::to_vec(&Reply::new(&game.now(), asked)?)?)
            }),
        ),
        ("setup", "POST", take(WorkLength::Short, JSON, |game, body| positions::set_up(&*game.now(), body))),
        ("read", "POST", take(WorkLength::Long, JSON, |game, body| record::read(&*game.now(), body))),
        ("replay", "POST", take(WorkLength::Long, JSON, |game, body| record::replay(&game.now(), body))),
        ("write", "POST", take(WorkLength::Short, JSON, |game, body| record::write(&game.now(), body))),
    ];
    let mut router = Router::new()
        .route("/api/games", only_get(get(games)))
        .route("/api/about", only_get(get(all_about)))
        .route("/", only_get(get(|headers: HeaderMap| async move { pages::file("index.html", &headers) })))
        .route("/files/{name}", only_get(get(file)))
        .route("/{game}", only_get(get(page)))
        .route("/{game}/", only_get(get(without_slash)))
        .route("/embed/{game}", only_get(get(embedded)))
        .route("/api/{game}/picture", only_get(get(picture)))
        .route("/api/{game}/think", only_get(get(think)));
    let position = || ask_as_others(tablebase::PARAMETERS, |game, asked| tablebase::position(&*game.now(), asked));
    let mainline = || ask_as_others(tablebase::PARAMETERS, |game, asked| tablebase::mainline(&*game.now(), asked));
    router = router
        .route("/tablebase/{game}", only_get(position()))
        .route("/tablebase/{game}/mainline", only_get(mainline()))
        .route("/standard", only_get(position()))
        .route("/standard/mainline", only_get(mainline()))
        .route("/draughts/{variant}", only_get(ask_of_draughts(draughts::position)))
        .route("/draughts/{variant}/mainline", only_get(ask_of_draughts(draughts::mainline)));
    for (name, allowed, method) in answers {
        router = router.route(&format!("/api/{{game}}/{name}"), only(allowed, method));
    }
    router
        .fallback(|headers: HeaderMap| async move {
            let error = "expected the address of a page or of an answer: see /api/games".to_string();
            not_found(&headers, refused(StatusCode::NOT_FOUND, None, error))
        })
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guard))
        .layer(middleware::from_fn(pack))
        .with_state(server)
}

/// A route for these methods alone.
fn only(allowed: &'static str, method: MethodRouter<SharedServer>) -> MethodRouter<SharedServer> {
    method.fallback(move || async move { wrong_method(allowed) })
}

/// A route for GET alone.
fn only_get(method: MethodRouter<SharedServer>) -> MethodRouter<SharedServer> {
    only("GET", method)
}

/// A route for an answer that these parameters of the address ask for. An address without a game is of [`STANDARD`].
fn ask(work: WorkLength, known: &'static [&'static str], answer: Get) -> MethodRouter<SharedServer> {
    route(work, known, Asked::new, answer)
}

/// A route for an answer in the shape of another server, which skips the parameters that it does not know.
fn ask_as_others(known: &'static [&'static str], answer: Get) -> MethodRouter<SharedServer> {
    route(WorkLength::Short, known, Asked::known_of, answer)
}

/// A route for an answer of a game of draughts, which the address names as sites do.
fn ask_of_draughts(answer: fn(&dyn OpenGame, &Asked) -> JsonAnswer) -> MethodRouter<SharedServer> {
    let handler = move |State(server): State<SharedServer>, Path(name): Path<String>, parameters: Parameters| async move {
        let game = match draughts::game_of(&name) {
            Ok(game) => game,
            Err(failure) => return failed(None, &failure),
        };
        let asked = given(parameters).and_then(|given| Asked::known_of(given, tablebase::PARAMETERS));
        run(&server, game, WorkLength::Short, JSON, move |served| answer(&*served.now(), &asked?)).await
    };
    get(handler)
}

/// A route for an answer to the parameters that `take` takes.
fn route(
    work: WorkLength,
    known: &'static [&'static str],
    take: fn(Vec<(String, String)>, &[&str]) -> Result<Asked, Failure>,
    answer: Get,
) -> MethodRouter<SharedServer> {
    let handler = move |State(server): State<SharedServer>, game: NamedGame, parameters: Parameters| async move {
        let game = game.map_or_else(|| STANDARD.to_string(), |Path(game)| game);
        let asked = given(parameters).and_then(|parameters| take(parameters, known));
        run(&server, &game, work, JSON, move |served| answer(served, &asked?)).await
    };
    get(handler)
}

/// A route for an answer that the body of the request asks for.
fn take(work: WorkLength, content_type: &'static str, answer: Post) -> MethodRouter<SharedServer> {
    let handler = move |State(server): State<SharedServer>, Path(game): Path<String>, request: Request| async move {
        match timeout(BODY, Bytes::from_request(request, &())).await {
            Ok(Ok(body)) => run(&server, &game, work, content_type, move |served| answer(served, &body)).await,
            Err(_) => {
                let error = format!("expected the whole body within {} seconds", BODY.as_secs());
                refused(StatusCode::REQUEST_TIMEOUT, None, error)
            }
            Ok(Err(_)) => {
                let error = format!("expected a body of up to {LARGEST} bytes, found a longer one or one cut short");
                refused(StatusCode::PAYLOAD_TOO_LARGE, None, error)
            }
        }
    };
    post(handler)
}

/// Works on an answer for a game on a thread that may wait for a disk.
async fn run(
    server: &ExplorerServer,
    game: &str,
    work: WorkLength,
    content_type: &'static str,
    answer: impl FnOnce(&ServedGame) -> JsonAnswer + Send + 'static,
) -> Response {
    let Some(served) = server.game(game) else {
        return failed(None, &server.no_such_game(game));
    };
    let (name, served) = (served.facts().name, Arc::clone(served));
    // The semaphore is never closed. The turn lasts as long as the work, even if the client has gone.
    let turn = match work {
        WorkLength::Long => Arc::clone(&server.long).acquire_owned().await.ok(),
        WorkLength::Short => None,
    };
    let work = move || {
        let _turn = turn;
        answer(&served)
    };
    match server.readers.run(work).await {
        Some(Ok(json)) => answer::answer(StatusCode::OK, content_type, json),
        Some(Err(failure)) => failed(Some(name), &failure),
        None => unfinished(Some(name)),
    }
}

/// The parameters of an address, checked.
fn checked(parameters: Parameters, known: &[&str]) -> Result<Asked, Failure> {
    Asked::new(given(parameters)?, known)
}

/// The parameters of an address.
fn given(parameters: Parameters) -> Result<Vec<(String, String)>, Failure> {
    match parameters {
        Ok(Query(parameters)) => Ok(parameters),
        Err(error) => Err(Failure::Usage(format!("expected parameters such as position=P, found: {error}"))),
    }
}

/// The board of a position.
async fn picture(State(server): State<SharedServer>, Path(game): Path<String>, parameters: Parameters) -> Response {
    let asked = checked(parameters, &["position", "theme"]);
    run(&server, &game, WorkLength::Short, PICTURE, move |served| positions::picture(&*served.now(), &asked?)).await
}

/// The results of a search, as it finds them.
async fn think(State(server): State<SharedServer>, Path(game): Path<String>, parameters: Parameters) -> Response {
    let Some(served) = server.game(&game) else {
        return failed(None, &server.no_such_game(&game));
    };
    let name = served.facts().name;
    let asked = checked(parameters, &["position", "seconds", "lines"]);
    let served = Arc::clone(served);
    let request = move || ThoughtRequest::new(served.now(), &asked?);
    let request = match server.readers.run(request).await {
        Some(Ok(request)) => request,
        Some(Err(failure)) => return failed(Some(name), &failure),
        None => return unfinished(Some(name)),
    };
    // The semaphore is never closed. A client that leaves while it waits is forgotten.
    let Ok(turn) = Arc::clone(&server.searches).acquire_owned().await else {
        return unfinished(Some(name));
    };
    let (sender, body) = thinking::channel(turn);
    let search = move || {
        // The client sees that the lines end.
        let _ = request.run(&sender);
    };
    match server.readers.send(search) {
        true => answer::answer(StatusCode::OK, LINES, Body::new(body)),
        false => unfinished(Some(name)),
    }
}

/// Every game, as `games --json` has it.
async fn games(State(server): State<SharedServer>) -> Response {
    all(server, |server, served| Ok(serde_json::to_vec(&served.describe(&server.commands))?)).await
}

/// Every game, as the pages need it.
async fn all_about(State(server): State<SharedServer>) -> Response {
    all(server, |_, served| about::about(served)).await
}

/// An array with an object of each game.
async fn all(server: SharedServer, object: fn(&ExplorerServer, &ServedGame) -> JsonAnswer) -> Response {
    let of_server = Arc::clone(&server);
    let objects = move || {
        let objects = of_server.games.iter().map(|served| object(&of_server, served));
        objects.collect::<Result<Vec<_>, _>>().map(|objects| [b"[", &objects.join(&b',')[..], b"]"].concat())
    };
    match server.readers.run(objects).await {
        Some(Ok(json)) => answer::json(json),
        Some(Err(failure)) => failed(None, &failure),
        None => unfinished(None),
    }
}

/// A file of the pages.
async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    pages::file(&name, &headers)
}

/// The page of a game.
async fn page(
    State(server): State<SharedServer>,
    Path(game): Path<String>,
    parameters: Parameters,
    headers: HeaderMap,
) -> Response {
    page_of(&server, "game.html", &game, parameters, headers).await
}

/// The page of a game for a frame on another site.
async fn embedded(
    State(server): State<SharedServer>,
    Path(game): Path<String>,
    parameters: Parameters,
    headers: HeaderMap,
) -> Response {
    page_of(&server, "embed.html", &game, parameters, headers).await
}

/// A page of a game, with the value of the position in its title.
async fn page_of(
    server: &ExplorerServer,
    file: &'static str,
    game: &str,
    parameters: Parameters,
    headers: HeaderMap,
) -> Response {
    let Some(served) = server.game(game) else {
        return not_found(&headers, failed(None, &server.no_such_game(game)));
    };
    let served = Arc::clone(served);
    // A page takes the parameters of its scripts; the others are left to them.
    let asked = Asked::known_of(given(parameters).unwrap_or_default(), &["position", "fen"]);
    let page = move || {
        let asked = asked.ok();
        let text = |name: &str| asked.as_ref().and_then(|asked| asked.text(name)).map(str::to_string);
        let position = text("position").or_else(|| text("fen").map(|text| text.replace('_', " ")));
        preview::page(file, &*served.now(), position.as_deref(), &headers)
    };
    match server.readers.run(page).await {
        Some(page) => answer::answer(StatusCode::OK, pages::HTML, page),
        None => unfinished(None),
    }
}

/// The answer to an address that leads nowhere: for a person the page of all games, for a program the failure.
fn not_found(headers: &HeaderMap, failure: Response) -> Response {
    let accepted = headers.get(ACCEPT).and_then(|types| types.to_str().ok()).unwrap_or_default();
    if !accepted.contains("text/html") {
        return failure;
    }
    let mut page = pages::file("index.html", &HeaderMap::new());
    *page.status_mut() = failure.status();
    page
}

/// Leads to the page of a game from its address with a slash at the end.
async fn without_slash(State(server): State<SharedServer>, Path(game): Path<String>, uri: Uri) -> Response {
    match server.game(&game) {
        Some(served) => {
            let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
            Redirect::permanent(&format!("/{}{query}", served.facts().name)).into_response()
        }
        None => failed(None, &server.no_such_game(&game)),
    }
}

/// The answer to a request whose thread has ended without one.
fn unfinished(game: Option<&str>) -> Response {
    refused(StatusCode::INTERNAL_SERVER_ERROR, game, "the answer was not finished".to_string())
}
