//! The pages as pictures, compared with those in `tests/explorer/pictures`. With `HINDSIGHT_PICTURES=write` in the
//! environment, these are made again.

use std::env;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use super::driver::{Browser, Look};
use super::opened;

/// The functions of the comparison: a picture from its bytes, drawn at a width.
const DRAWN: &str = "
    const drawn = async (bytes, width) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [width, Math.round((width * image.height) / image.width)];
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return [canvas, context.getImageData(0, 0, canvas.width, canvas.height).data];
    };";

/// The share of the cells, 32 in a row, in which two pictures differ by more than a tenth of the range of a colour.
const COMPARED: &str = "
    return Promise.all([drawn(arguments[0], 32), drawn(arguments[1], 32)]).then(([[, one], [, other]]) => {
        if (one.length !== other.length) {
            return 1;
        }
        let differing = 0;
        for (let at = 0; at < one.length; at += 4) {
            differing += [0, 1, 2].some((channel) => Math.abs(one[at + channel] - other[at + channel]) > 25);
        }
        return differing / (one.length / 4);
    });";

/// A picture that is kept, from a screenshot: 160 pixels wide.
const KEPT: &str = "
    return drawn(arguments[0], 160)
        .then(([canvas]) => new Promise((resolve) => canvas.toBlob(resolve, 'image/png')))
        .then((blob) => blob.arrayBuffer())
        .then((bytes) => [...new Uint8Array(bytes)]);";

/// The share of the cells that may differ: other fonts change the lines of texts.
const DIFFERENT: f64 = 0.12;

/// The size of the window.
const WIDE: [u32; 2] = [1280, 900];
const PHONE: [u32; 2] = [390, 800];

/// The file of a picture.
fn file(name: &str) -> PathBuf {
    crate::support::root().join(format!("tests/explorer/pictures/{name}.png"))
}

/// Makes the picture of the page.
fn keep(browser: &Browser, name: &str) {
    let kept = browser.run_with(&format!("{DRAWN}{KEPT}"), vec![json!(browser.screenshot())]);
    let bytes: Vec<u8> = serde_json::from_value(kept).expect("bytes");
    fs::write(file(name), bytes).expect("can be written");
}

/// The share of the cells in which the page differs from its picture.
fn differing(browser: &Browser, name: &str) -> f64 {
    let kept = fs::read(file(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let pictures = vec![json!(browser.screenshot()), json!(kept)];
    browser.run_with(&format!("{DRAWN}{COMPARED}"), pictures).as_f64().expect("a share")
}

#[test]
fn pages_look_as_before() {
    let looks = [
        ("", Look { dark: false, narrow: Some(WIDE) }),
        ("-dark", Look { dark: true, narrow: Some(WIDE) }),
        ("-phone", Look { dark: false, narrow: Some(PHONE) }),
    ];
    let pages = [
        ("home", "/"),
        ("checkers", "/checkers?position=W:WK10:B2,3"),
        ("chess", "/chess"),
        ("pangki", "/pangki"),
        ("tic-tac-toe", "/tic-tac-toe"),
        ("tigers-and-goats", "/tigers-and-goats?position=T/..TT../.G..G./..GG../....+t+6"),
        ("halma", "/halma"),
        ("halma-packing", "/halma-packing?position=.x.xxx/..xxx/.x.x/x.x/x./x"),
    ];
    for (look_name, look) in looks {
        let Some((browser, served)) = opened(look, "/") else { return };
        // What the engine finds changes.
        browser.run("localStorage.setItem('engine', 'false'); localStorage.setItem('arrows', 'false'); return 0");
        for (name, path) in &pages[..if look_name.is_empty() { pages.len() } else { 2 }] {
            browser.open(&format!("http://{}{path}", served.host));
            browser.until("performance.getEntriesByName('shown').length");
            browser.until("[...document.images].every((image) => image.complete || image.loading === 'lazy')");
            let name = format!("{name}{look_name}");
            if env::var_os("HINDSIGHT_PICTURES").is_some_and(|value| value == "write") {
                keep(&browser, &name);
            }
            let share = differing(&browser, &name);
            eprintln!("{name}: {share:.3} of the cells differ");
            assert!(share < DIFFERENT, "{name}: {share} of the cells differ");
            // A board that is not there is seen.
            let hidden = "return document.querySelectorAll('#board svg, #games img')
                .forEach((board) => (board.style.visibility = 'hidden'))";
            assert_eq!(browser.run(hidden), Json::Null);
            let share = differing(&browser, &name);
            eprintln!("{name} without a board: {share:.3} of the cells differ");
            assert!(share > DIFFERENT, "{name} without a board: {share} of the cells differ");
        }
    }
}
