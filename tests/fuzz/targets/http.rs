//! A request to the explorer: its address and its body.

use std::path::Path;
use std::sync::{LazyLock, Mutex};

use hindsight::catalogue::{self, Catalogue, CatalogueGame, GameEntry};
use hindsight_program::{Games, LocalExplorer, local_explorer};
use serde_json::Value as Json;

/// Sends a line with method and address, and the rest as the body.
pub fn target(data: &[u8]) {
    static EXPLORER: LazyLock<Mutex<LocalExplorer>> = LazyLock::new(|| {
        let add = |games: &mut Games| catalogue::games(&mut AtOnce(games));
        Mutex::new(local_explorer(add, Path::new("nowhere")).expect("a thread"))
    });
    let at = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (head, body) = data.split_at(at);
    let head = String::from_utf8_lossy(head);
    let Some((method, address)) = head.split_once(' ') else { return };
    // An engine thinks for as long as it is asked to.
    if address.contains("/reply") {
        return;
    }
    let body = body.get(1..).unwrap_or_default().to_vec();
    let explorer = EXPLORER.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let Some((status, body)) = explorer.answer(method, address, body) else { return };
    match status {
        200 => {}
        400..=499 => {
            let error: Json = serde_json::from_slice(&body).expect("an error is an object");
            assert_eq!(error["status"], status);
            assert!(error["error"].as_str().is_some_and(|text| !text.is_empty()), "{error}");
        }
        _ => panic!("status {status}: {}", String::from_utf8_lossy(&body)),
    }
}

/// Takes the games that need no solve at the start.
struct AtOnce<'a>(&'a mut Games);

impl Catalogue for AtOnce<'_> {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        if !["pangki", "halma-packing"].contains(&entry.game.name()) {
            self.0.add(entry);
        }
    }
}
