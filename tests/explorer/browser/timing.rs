//! The time that pages take, measured in the page. The limits are several times the figures in data/measurements.md.

use serde_json::Value as Json;

use super::driver::{Browser, Look};
use super::opened;

/// The median of the time until the first page shows its games or its position, in milliseconds.
const FIRST: f64 = 1_500.0;

/// The median of the time from a click on a move until the new values are drawn, in milliseconds.
const MOVE: f64 = 400.0;

/// The gaps between frames over a second and a half, in milliseconds.
const FRAMES: &str = "return new Promise((resolve) => {
    const gaps = [];
    let last = performance.now();
    const end = last + 1500;
    const frame = (now) => {
        gaps.push(now - last);
        last = now;
        now < end ? requestAnimationFrame(frame) : resolve(gaps.slice(2));
    };
    requestAnimationFrame(frame);
})";

/// Replaces the engine of the server by one that sends thirty results a second.
const FEED: &str = "
    const answered = window.fetch;
    window.sent = 0;
    const think = (address, { signal }) => {
        const position = new URL(address, location).searchParams.get('position');
        const thought = () => {
            const number = window.sent++;
            const score = Math.round(200 * Math.sin(number));
            const value = { score, chance: 0.5 + score / 500, unit: 'points', value: null, plies: null, text: null };
            const depth = { number: number % 3, depth: 1 + number, nodes: 100000 * number, seconds: number / 30 };
            return JSON.stringify({ position, engine: 'test', ...value, ...depth, line: window.steps, done: false });
        };
        const start = (controller) => {
            const timer = setInterval(() => controller.enqueue(new TextEncoder().encode(`${thought()}\\n`)), 1000 / 30);
            signal.addEventListener('abort', () => clearInterval(timer));
        };
        return Promise.resolve(new Response(new ReadableStream({ start })));
    };
    window.fetch = (address, options) => (address.includes('/think') ? think : answered)(address, options);
    return answered('/api/chess/view')
        .then((view) => view.json())
        .then(({ moves }) => (window.steps = moves.slice(0, 10)).length)";

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn number(found: &Json) -> f64 {
    found.as_f64().unwrap_or_else(|| panic!("expected a number, found {found}"))
}

#[test]
fn the_first_page_is_soon_there() {
    let Some((browser, served)) = opened(Look::default(), "/") else { return };
    for path in ["/", "/checkers?position=W:WK10:B2,3", "/halma"] {
        let taken = (0..7).map(|_| {
            browser.open(&format!("http://{}{path}", served.host));
            browser.until("performance.getEntriesByName('shown').length");
            number(&browser.run("return performance.getEntriesByName('shown')[0].startTime"))
        });
        let taken = median(taken.collect());
        eprintln!("{path}: {taken:.0} ms");
        assert!(taken < FIRST, "{path}: {taken} ms");
    }
}

#[test]
fn new_values_are_soon_there_after_a_move() {
    move_in_time(&PAGES[..2], 5);
}

/// Pages of games: with tables of their own, with an engine alone, with tables of other depths, and with built-in
/// tables.
pub const PAGES: [&str; 4] =
    ["/checkers?position=W:WK10:B2,3", "/halma", "/chess?position=8/8/8/8/8/5k2/8/6QK+w+-+-+0+1", "/pangki"];

/// Makes a move on each page, and measures the median of this number of tries.
pub fn move_in_time(pages: &[&str], tries: usize) {
    for path in pages {
        let Some((browser, served)) = opened(Look::default(), path) else { return };
        let moved = "const begun = performance.now();
            return new Promise((resolve) => {
                const drawn = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
                new PerformanceObserver((_, observer) => {
                    observer.disconnect();
                    drawn();
                }).observe({ type: 'mark' });
                document.querySelector('#moves button').click();
            })";
        let taken = (0..tries).map(|_| {
            browser.open(&format!("http://{}{path}", served.host));
            browser.until("document.querySelector('#moves button')");
            number(&browser.run(moved))
        });
        let taken = median(taken.collect());
        eprintln!("{path}: {taken:.0} ms");
        assert!(taken < MOVE, "{path}: {taken} ms");
    }
}

/// The median and the longest of nine tenths of the gaps between frames.
fn frames(browser: &Browser) -> [f64; 2] {
    let found = browser.run(FRAMES);
    let mut gaps: Vec<f64> = found.as_array().expect("an array").iter().map(number).collect();
    gaps.sort_by(f64::total_cmp);
    [gaps[gaps.len() / 2], gaps[gaps.len() * 9 / 10]]
}

/// Plays the longest jump of a position, and takes the gaps between the frames while its piece glides.
const GLIDE: &str = "return new Promise((resolve) => {
    const jump = [...document.querySelectorAll('#moves button')].sort((one, other) => other.textContent.length - one.textContent.length)[0];
    jump.click();
    const gaps = [];
    let last = null;
    const frame = (now) => {
        const moves = document.querySelector('#board .moving');
        if (moves && last !== null) {
            gaps.push(now - last);
        }
        last = moves ? now : null;
        !moves && gaps.length ? resolve(gaps) : requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
})";

#[test]
fn frames_are_drawn_in_time_while_a_piece_glides() {
    let path = "/checkers?position=W:WK32:B27,18,26,19,K11";
    let Some((browser, served)) = opened(Look::default(), path) else { return };
    browser.until("document.querySelectorAll('#moves button').length === 3");
    // Once for the drawings that are made anew.
    browser.run(GLIDE);
    browser.open(&format!("http://{}{path}", served.host));
    browser.until("document.querySelectorAll('#moves button').length === 3");
    let found = browser.run(GLIDE);
    let mut gaps: Vec<f64> = found.as_array().expect("an array").iter().map(number).collect();
    gaps.sort_by(f64::total_cmp);
    let (median, longest) = (gaps[gaps.len() / 2], gaps[gaps.len() - 1]);
    eprintln!("{} frames of a glide every {median:.1} ms, the slowest {longest:.1} ms", gaps.len());
    assert!(gaps.len() > 5 && median < 40.0, "{gaps:?}");
}

#[test]
fn frames_are_drawn_in_time_while_the_engine_sends_thirty_results_a_second() {
    let Some((browser, _served)) = opened(Look::default(), "/chess") else { return };
    browser.until("document.querySelectorAll('#thoughts li').length === 3");
    browser.click("#engine");
    browser.until("document.querySelector('#thinking').hidden");
    let still = frames(&browser);
    assert_eq!(browser.run(FEED), Json::from(10));
    browser.click("#engine");
    browser.until("document.querySelector('#thought').textContent.startsWith('test, depth ')");
    let before = number(&browser.run("return window.sent"));
    let busy = frames(&browser);
    let sent = number(&browser.run("return window.sent")) - before;
    eprintln!("frames every {still:?} ms, with {sent} results every {busy:?} ms");
    assert!(sent > 25.0, "{sent} results");
    // Another process may take the processor, with and without results.
    assert!(busy[0] < 2.0 * still[0] + 10.0 && busy[1] < 2.0 * still[1] + 40.0, "{still:?}, with results {busy:?}");
    // The last result is shown.
    browser.until("document.querySelector('#thoughts .points').textContent !== ''");
}
