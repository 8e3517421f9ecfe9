//! The page under the hand: by touch, by keys that are held, by the mouse that looks and draws.

use serde_json::Value as Json;

use super::driver::Look;
use super::{LEFT, SHOWN, opened};

/// A telephone.
const PHONE: Look = Look { dark: false, narrow: Some([390, 800]) };

#[test]
fn a_piece_is_dragged_by_a_finger() {
    for (path, from, to, name) in [
        ("/chess", "e2", "e4", "e4"),
        ("/pangki", "a2", "b2", "A2-B2"),
        ("/checkers?position=W:WK18:BK1", "18", "15", "18-15"),
    ] {
        let Some((browser, _served)) = opened(PHONE, path) else { return };
        browser.until(SHOWN);
        let square = |name: &str| match path {
            "/pangki" => format!("[data-place='{}']", name.to_uppercase()),
            _ => format!("[data-place='{name}']"),
        };
        browser.drag_by_touch(&format!("{} .piece", square(from)), &square(to));
        browser.until_text("#game", name);
        assert_eq!(browser.run("return window.scrollY"), Json::from(0), "{path}: the page scrolled");
    }
}

#[test]
fn a_piece_that_moves_or_stays_offers_a_choice() {
    let Some((browser, _served)) = opened(Look::default(), "/pangki") else { return };
    browser.until(SHOWN);
    // A game whose piece on A2 may also be taken off its square, on a board of its own.
    browser.run(
        "window.told = [];
        const told = (what) => (given) => window.told.push(`${what} ${given?.name ?? given}`);
        const root = document.createElement('div');
        document.querySelector('#board').before(root);
        root.id = 'own';
        const page = { play: told('play'), lift: told('lift'), maps: () => false, short: () => '', told: () => '' };
        const moves = [{ name: 'A2 off', touched: ['A2'] }, { name: 'A2-B2', touched: ['A2', 'B2'] }];
        return import('/files/board.js').then(({ Board }) => {
            const board = new Board(root, page);
            board.show(document.querySelector('#board').innerHTML, moves);
            return 0;
        })",
    );
    // The board of the page lies on it.
    let press = |square: &str| {
        browser.run(&format!(
            "const square = document.querySelector(`#own [data-place='{square}']`);
            return square.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
        ))
    };
    let told = || browser.run("return window.told.splice(0).join(', ')");
    let offered = || browser.run("return [...document.querySelectorAll('#choice button')].map((b) => b.textContent)");
    press("A2");
    assert_eq!(offered(), serde_json::json!(["A2 off", "A2 to …", "Cancel"]));
    browser.click("#choice button");
    assert_eq!(told(), "play A2 off");
    press("A2");
    browser.click("#choice button:nth-child(2)");
    press("B2");
    assert_eq!(told(), "lift A2, play A2-B2");
}

#[test]
fn keys_that_are_held_are_counted_from_what_was_asked_for() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+0+1";
    let moves = "g1f3+g8f6+f3g1+f6g8+b1c3+b8c6+c3b1+c6b8+a2a3+a7a6+b2b3+b7b6";
    let path = format!("/chess?position={start}&from={start}&moves={moves}&ply=12");
    let Some((browser, _served)) = opened(Look::default(), &path) else { return };
    browser.until("document.querySelectorAll('#game button').length === 13");
    browser.run(
        "const asked = fetch;
        window.fetch = async (...request) => {
            if (String(request[0]).includes('/view')) {
                await new Promise((resolve) => setTimeout(resolve, 80));
            }
            return asked(...request);
        };
        return 0",
    );
    browser.keys(&[LEFT; 10]);
    browser.until("document.querySelectorAll('#game button')[2].hasAttribute('aria-current')");
}

#[test]
fn a_double_click_plays_one_move_and_a_tab_leaves_the_arrow_keys_alone() {
    let Some((browser, _served)) = opened(Look::default(), "/pangki") else { return };
    browser.until(SHOWN);
    // The second click is on the reply that has come in the place of the move.
    browser.run(
        "const press = (detail) => document.querySelector('#moves button').dispatchEvent(
            new MouseEvent('click', { bubbles: true, detail }));
        press(1);
        return new Promise((resolve) => setTimeout(() => resolve(press(2)), 400))",
    );
    browser.run("return new Promise((resolve) => setTimeout(() => resolve(0), 400))");
    assert_eq!(browser.run("return document.querySelectorAll('#game button').length"), Json::from(2));
    browser.click("#tab-game");
    browser.keys(&[LEFT]);
    browser.until("document.querySelector('#first').disabled");
    assert_eq!(browser.run("return document.querySelector('#panel-game').hidden"), Json::Bool(false));
}

#[test]
fn squares_stay_while_pieces_glide_and_captures_fade() {
    let Some((browser, _served)) = opened(Look::default(), "/checkers?position=W:WK32:B27,18,26,19,K11") else {
        return;
    };
    browser.until(SHOWN);
    let moves = browser.run(
        "const square = document.querySelector('[data-place=\"32\"]');
        square.mark = true;
        const jump = [...document.querySelectorAll('#moves button')].find((button) => button.textContent.includes('x'));
        jump.click();
        return new Promise((resolve) => {
            const look = () => {
                const running = document.querySelector('#board .moving')?.getAnimations({ subtree: true }) ?? [];
                running.length ? resolve(running.map(({ effect }) => effect.getKeyframes().length)) : requestAnimationFrame(look);
            };
            look();
        })",
    );
    let frames: Vec<u64> = serde_json::from_value(moves).expect("numbers");
    assert!(frames.len() > 1, "a piece that glides and one that fades: {frames:?}");
    browser.until("!document.querySelector('#board .moving')");
    assert_eq!(browser.run("return document.querySelector('[data-place=\"32\"]').mark"), Json::Bool(true));
    assert_eq!(browser.run("return document.querySelectorAll('#board .arriving').length"), Json::from(0));
}

#[test]
fn a_move_that_is_looked_at_is_an_arrow_and_the_right_button_draws() {
    let Some((browser, _served)) = opened(Look::default(), "/checkers?position=W:WK10:B2,3") else { return };
    browser.until(SHOWN);
    browser.hover("#moves button");
    browser.until("document.querySelector('#board .arrow.looked')");
    browser.hover("header");
    browser.until("!document.querySelector('#board .arrow.looked')");
    let draw = "const at = (name) => {
            const { x, y, width, height } = document.querySelector(`[data-place='${name}']`).getBoundingClientRect();
            return { clientX: x + width / 2, clientY: y + height / 2, button: 2, bubbles: true };
        };
        const send = (type, name) => document.querySelector(`[data-place='${name}']`).dispatchEvent(new PointerEvent(type, at(name)));
        send('pointerdown', '29');
        send('pointermove', '22');
        send('pointerup', '22');
        return document.querySelectorAll('#board .own-green').length";
    assert_eq!(browser.run(draw), Json::from(1));
    assert_eq!(browser.run(draw), Json::from(0), "the same drawing takes it away");
    // A drawing belongs to its position.
    browser.run(draw);
    browser.keys(&['n']);
    browser.until("document.querySelectorAll('#game button').length === 2");
    browser.until("!document.querySelector('#board .own-green')");
}

#[test]
fn a_position_is_pasted_and_a_game_is_dropped() {
    let Some((browser, _served)) = opened(Look::default(), "/checkers") else { return };
    browser.until(SHOWN);
    browser.run(
        "const data = new DataTransfer();
        data.setData('text', 'W:WK10:B2,3');
        return document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))",
    );
    browser.until_text("#position", "W:WK10:B2,3");
    browser.run(
        "const data = new DataTransfer();
        data.items.add(new File(['[White \"Ann\"]\\n[Black \"Bob\"]\\n1. 11-15 23-19 *'], 'game.pdn'));
        return document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }))",
    );
    browser.until("document.querySelectorAll('#game button').length === 3");
    browser.until_text("#names", "Bob – Ann");
    // Of a file with several games, the list is shown, and the report takes them all.
    browser.run(
        "const data = new DataTransfer();
        data.items.add(new File(['1. 11-15 23-19 *\\n\\n1. 11-16 24-20 *'], 'games.pdn'));
        return document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }))",
    );
    browser.until("document.querySelectorAll('#games button').length === 2");
    browser.until("!document.querySelector('#panel-game').hidden");
    browser.click("#record-part summary");
    browser.click("#record-report");
    browser.until("document.querySelectorAll('#report .files button').length === 2");
    // Moves alone are a game; of what is neither, the message says what was expected of a position.
    let paste = |text: &str| {
        browser.run(&format!(
            "const data = new DataTransfer();
            data.setData('text', '{text}');
            return document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }}))"
        ))
    };
    paste("11-15 23-19 8-11");
    browser.until("document.querySelectorAll('#game button').length === 4");
    paste("hello");
    browser.until_text("#message", "found \"hello\"");
    assert!(!browser.text("#record-message").contains('`'), "{}", browser.text("#record-message"));
}

#[test]
fn a_piece_is_dragged_from_the_tray_on_the_smallest_telephone() {
    let look = Look { dark: false, narrow: Some([320, 568]) };
    let Some((browser, _served)) = opened(look, "/chess?position=8/5P1k/8/8/8/8/8/K7+w+-+-+0+1") else { return };
    browser.until(SHOWN);
    browser.run("return document.querySelector('#tab-setup').click()");
    browser.until_text("#material", "1 × White pawn");
    let queen = "#pieces [aria-label='White queen']";
    browser.run(&format!("return document.querySelector(\"{queen}\").scrollIntoView({{ block: 'nearest' }})"));
    browser.drag_by_touch(queen, "[data-place='d4']");
    browser.until_text("#material", "1 × White queen");
}

#[test]
fn the_map_has_the_value_of_each_square() {
    let Some((browser, served)) = opened(Look::default(), "/chess?position=8/8/8/8/8/5k2/8/6QK+w+-+-+0+1") else {
        return;
    };
    browser.until(SHOWN);
    browser.click("#map");
    browser.click("[data-place='g1']");
    browser.until("document.querySelectorAll('#board .tint').length > 30");
    let map = served.ask("chess", "map", &[("position", "8/8/8/8/8/5k2/8/6QK w - - 0 1"), ("square", "g1")]).json();
    let squares = map["squares"].as_array().expect("squares");
    assert_eq!(squares.len(), 62);
    // No value of a move is among the values of squares: where the piece cannot stand, there is none.
    assert_eq!(browser.run("return document.querySelectorAll('#board .mark:not(.tint)').length"), Json::from(0));
    for square in squares.iter().filter(|square| square["position"].is_string()) {
        let text = square["position"].as_str().expect("a position");
        let asked = served.ask("chess", "query", &[("position", text)]).json();
        assert_eq!((&asked["value"], &asked["plies"]), (&square["value"], &square["plies"]), "{text}");
    }
}

/// Clicks, keys and touches at random: the faults of the page in a list.
const WALK: &str = "
    const faults = [];
    addEventListener('error', ({ message }) => faults.push(message));
    addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
    let seed = 20261128;
    const random = (number) => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return Math.floor((seed / 2 ** 32) * number);
    };
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'n', 'm', 'b', 'f', 'v', 'h', 'p', 'Escape', 'Enter'];
    const skipped = '#copy, #copy-game, #copy-link, #copy-svg, #copy-png, #save-png, #record-download, [type=file]';
    const all = () => [...document.querySelectorAll('button, input, [data-place], summary, select')]
        .filter((node) => node.checkVisibility() && !node.disabled && !node.matches(skipped));
    const act = () => {
        const nodes = all();
        const node = nodes[random(nodes.length)];
        switch (random(4)) {
            case 0:
                (document.activeElement ?? document.body).dispatchEvent(
                    new KeyboardEvent('keydown', { key: keys[random(keys.length)], bubbles: true }));
                break;
            case 1: {
                const { x, y } = node.getBoundingClientRect();
                const at = { clientX: x + 9, clientY: y + 9, pointerType: 'touch', bubbles: true };
                node.dispatchEvent(new PointerEvent('pointerdown', at));
                node.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: x + random(300), clientY: y + random(300) }));
                node.dispatchEvent(new PointerEvent(random(2) ? 'pointerup' : 'pointercancel', at));
                break;
            }
            default:
                node.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
        }
    };
    return new Promise((resolve) => {
        let left = 200;
        const step = () => {
            if (left === 0) {
                setTimeout(() => resolve(faults), 500);
                return;
            }
            left -= 1;
            act();
            setTimeout(step, 20);
        };
        step();
    });";

#[test]
fn a_random_walk_makes_no_error() {
    let Some((browser, served)) = opened(Look::default(), "/") else { return };
    for path in ["/checkers?position=W:WK10:B2,3", "/chess", "/tic-tac-toe"] {
        browser.open(&format!("http://{}{path}", served.host));
        browser.until(SHOWN);
        assert_eq!(browser.run(WALK), Json::Array(Vec::new()), "{path}");
    }
}

#[test]
fn the_film_plays_the_best_line() {
    let Some((browser, _served)) = opened(Look::default(), "/checkers?position=W:WK10:B2,3") else { return };
    browser.until(SHOWN);
    let line = browser.run("return document.querySelectorAll('#line button').length");
    browser.click("#film");
    browser.until("document.querySelector('#plies-left').textContent !== ''");
    browser.until("document.querySelectorAll('#game button').length === 3");
    browser.click("#film");
    let stopped = browser.run("return document.querySelectorAll('#game button').length");
    browser.run("return new Promise((resolve) => setTimeout(() => resolve(0), 1500))");
    assert_eq!(browser.run("return document.querySelectorAll('#game button').length"), stopped);
    assert!(line.as_u64().is_some_and(|line| line > 3), "{line}");
}
