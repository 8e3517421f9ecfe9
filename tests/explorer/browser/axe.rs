//! The pages by axe-core, a checker of accessibility, which npm installs into the directory of the tests.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};

use super::driver::{Browser, LOOKS, Look};
use super::opened;

/// The version of axe-core.
const VERSION: &str = "4.14.1";

/// The findings that matter, in a line each.
const FOUND: &str = "
    const options = { resultTypes: ['violations'] };
    return axe.run(document, options).then(({ violations }) => violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, impact, help, nodes }) => {
            const where = nodes.slice(0, 3).map(({ html }) => html).join(' ');
            return `${impact}: ${help} (${id}): ${where}`;
        }));";

/// The script of axe-core; `None` without npm or a network, which is said on standard error.
fn script() -> Option<String> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("axe");
    let path = directory.join("node_modules/axe-core/axe.min.js");
    if !path.exists() {
        let package = format!("axe-core@{VERSION}");
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"]);
        // It waits for no answer of a network that is not there.
        npm.arg(&directory).arg(&package).args(["--fetch-retries", "0", "--fetch-timeout", "20000"]);
        let installed = npm.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !installed.is_ok_and(|status| status.success()) {
            // Past the test's own capture: it is to be seen.
            let text = format!("\n*** SKIPPED: the explorer was not checked by {package}, which npm installs. ***\n\n");
            std::io::stderr().write_all(text.as_bytes()).expect("standard error is open");
            return None;
        }
    }
    Some(fs::read_to_string(path).expect("axe-core is installed"))
}

/// The findings on the page.
fn findings(browser: &Browser, axe: &str) -> Json {
    browser.run(&format!("{axe};{FOUND}"))
}

#[test]
fn axe_finds_nothing_serious_light_and_wide_and_dark_and_narrow() {
    look_at_pages(&PAGES, LOOKS[0]);
    look_at_pages(&PAGES[..1], LOOKS[3]);
}

/// The pages of games. The first is looked at with each of its panels: every game has the same.
pub const PAGES: [&str; 4] = ["/checkers?position=W:WK10:B2,3", "/chess", "/tigers-and-goats", "/halma-packing"];

/// Looks for findings on the first page and on pages of games.
pub fn look_at_pages(pages: &[&str], look: Look) {
    let Some(axe) = script() else { return };
    let Some((browser, served)) = opened(look, "/") else { return };
    browser.until("performance.getEntriesByName('shown').length");
    assert_eq!(findings(&browser, &axe), json!([]), "/ {look:?}");
    for path in pages {
        browser.open(&format!("http://{}{path}", served.host));
        browser.until("performance.getEntriesByName('shown').length");
        let tabs = ["moves", "game", "explore", "play", "setup", "rules"];
        for tab in &tabs[..if path.starts_with("/checkers") { tabs.len() } else { 1 }] {
            browser.click(&format!("#tab-{tab}"));
            browser.run("return document.querySelectorAll('details').forEach((part) => (part.open = true))");
            let found = findings(&browser, &axe);
            assert_eq!(found, json!([]), "{path} {tab} {look:?}: {found:#}");
        }
    }
    // A page with a fault.
    browser.run("return document.querySelector('#flip').setAttribute('aria-pressed', 'perhaps')");
    browser.run("return document.querySelector('#theme').parentElement.replaceWith(document.querySelector('#theme'))");
    assert_ne!(findings(&browser, &axe), json!([]), "a control without a name");
}
