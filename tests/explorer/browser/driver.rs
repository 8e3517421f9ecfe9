//! A browser that a test drives: Chromium, by WebDriver.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value as Json, json};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

/// How long a page may take to become what a test waits for.
const PATIENCE: Duration = Duration::from_secs(60);

/// How the browser shows pages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    pub dark: bool,
    /// The width and height of a narrow window, as of a telephone.
    pub narrow: Option<[u32; 2]>,
}

/// A narrow window, as wide as the smallest telephones.
const NARROW: [u32; 2] = [360, 740];

/// All looks. The first and the last have every colour and every width.
pub const LOOKS: [Look; 4] = [
    Look { dark: false, narrow: None },
    Look { dark: true, narrow: None },
    Look { dark: false, narrow: Some(NARROW) },
    Look { dark: true, narrow: Some(NARROW) },
];

pub struct Browser {
    runtime: Runtime,
    client: Option<Client>,
    driver: Child,
    /// The files of the browser, removed with it. Their path is short: a socket is among them.
    _files: TempDir,
}

/// A driver and its port; `None` if this machine has none. A driver that finds its port taken, by another that starts
/// at the same time, ends, and is started again.
fn driver(files: &Path) -> Option<(Child, u16)> {
    for _ in 0..5 {
        let mut command = Command::new("chromedriver");
        let command = command.arg("--port=0").env("TMPDIR", files);
        let mut driver = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let lines = BufReader::new(driver.stdout.take().expect("is piped")).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            let (_, port) = line.rsplit_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        if let Some(port) = port {
            return Some((driver, port));
        }
        driver.wait().expect("it has ended");
    }
    panic!("five drivers ended without a port");
}

impl Browser {
    /// Starts a browser; `None` if this machine has none, which is said on standard error.
    pub fn start(look: Look) -> Option<Browser> {
        let files = tempfile::tempdir().expect("a directory of its own");
        let Some((driver, port)) = driver(files.path()) else {
            // Past the test's own capture: it is to be seen.
            let text =
                "\n*** SKIPPED: the explorer was not tested in a browser. tools/browser.sh installs one. ***\n\n";
            std::io::stderr().write_all(text.as_bytes()).expect("standard error is open");
            return None;
        };
        let address = format!("http://127.0.0.1:{port}");
        let mut arguments = vec!["--headless=new", "--disable-gpu", "--window-size=1200,1000", "--no-sandbox"];
        if look.dark {
            arguments.push("--blink-settings=preferredColorScheme=0");
        }
        let mut options = json!({ "args": arguments });
        if let Some([width, height]) = look.narrow {
            options["mobileEmulation"] =
                json!({ "deviceMetrics": { "width": width, "height": height, "pixelRatio": 1 } });
        }
        let Json::Object(capabilities) = json!({ "goog:chromeOptions": options }) else { unreachable!("an object") };
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let client = runtime.block_on(async {
            ClientBuilder::new(HttpConnector::new()).capabilities(capabilities).connect(&address).await
        });
        Some(Browser { runtime, client: Some(client.expect("the browser starts")), driver, _files: files })
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("it is there until the end")
    }

    pub fn open(&self, address: &str) {
        self.runtime.block_on(self.client().goto(address)).expect(address);
    }

    pub fn back(&self) {
        self.runtime.block_on(self.client().back()).expect("there is a page before");
    }

    /// The result of a script, which begins with `return`.
    pub fn run(&self, script: &str) -> Json {
        self.runtime
            .block_on(self.client().execute(script, Vec::new()))
            .unwrap_or_else(|error| panic!("{error}: {script}"))
    }

    /// The result of a script with arguments.
    pub fn run_with(&self, script: &str, arguments: Vec<Json>) -> Json {
        self.runtime.block_on(self.client().execute(script, arguments)).expect("the script runs")
    }

    /// The page as a PNG.
    pub fn screenshot(&self) -> Vec<u8> {
        self.runtime.block_on(self.client().screenshot()).expect("a picture")
    }

    /// The text of an element.
    pub fn text(&self, selector: &str) -> String {
        let text = self.run(&format!("return document.querySelector({})?.textContent ?? ''", json!(selector)));
        text.as_str().expect("a text").to_string()
    }

    /// Waits until an expression is true.
    pub fn until(&self, condition: &str) {
        let begun = Instant::now();
        while self.run(&format!("return Boolean({condition})")) != Json::Bool(true) {
            let page = self.text("main");
            assert!(begun.elapsed() < PATIENCE, "waited for {condition} on {page}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the text of an element contains this.
    pub fn until_text(&self, selector: &str, part: &str) {
        self.until(&format!("document.querySelector({})?.textContent.includes({})", json!(selector), json!(part)));
    }

    pub fn click(&self, selector: &str) {
        let click = async { self.client().find(Locator::Css(selector)).await?.click().await };
        self.runtime.block_on(click).unwrap_or_else(|error| panic!("{error}: {selector}"));
    }

    /// Moves a pointer to the middle of an element.
    fn to_middle(&self, selector: &str) -> PointerAction {
        let middle = self.run(&format!(
            "const {{ x, y, width, height }} = document.querySelector({}).getBoundingClientRect();
            return [x + width / 2, y + height / 2]",
            json!(selector)
        ));
        let [x, y] = [0, 1].map(|axis| middle[axis].as_f64().expect("a number").round());
        PointerAction::MoveTo { duration: Some(Duration::from_millis(100)), x, y }
    }

    /// Moves the mouse to an element.
    pub fn hover(&self, selector: &str) {
        let actions = MouseActions::new("mouse".to_string()).then(self.to_middle(selector));
        self.runtime.block_on(self.client().perform_actions(actions)).expect("the mouse moves");
    }

    /// Drags with a finger from one element to another.
    pub fn drag_by_touch(&self, from: &str, to: &str) {
        let actions = TouchActions::new("finger".to_string())
            .then(self.to_middle(from))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(self.to_middle(to))
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.runtime.block_on(self.client().perform_actions(actions)).expect("the finger moves");
    }

    /// Presses the mouse on one element and moves it to another.
    pub fn lift(&self, from: &str, to: &str) {
        let to_middle = |selector: &str| self.to_middle(selector);
        let actions = MouseActions::new("mouse".to_string())
            .then(to_middle(from))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(to_middle(to));
        self.runtime.block_on(self.client().perform_actions(actions)).expect("the mouse moves");
    }

    /// Lets the button of the mouse go.
    pub fn let_go(&self) {
        let actions = MouseActions::new("mouse".to_string()).then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.runtime.block_on(self.client().perform_actions(actions)).expect("the button is let go");
    }

    /// Presses keys, one after the other.
    pub fn keys(&self, keys: &[char]) {
        let pressed =
            |actions: KeyActions, &value: &char| actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        let actions = keys.iter().fold(KeyActions::new("keyboard".to_string()), pressed);
        self.runtime.block_on(self.client().perform_actions(actions)).expect("keys are pressed");
    }

    /// The label of what has the focus.
    pub fn focus(&self) -> String {
        let script = "const on = document.activeElement; return on.querySelector('title')?.textContent ?? on.id + on.textContent";
        self.run(script).as_str().expect("a text").to_string()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            // The browser may have ended.
            let _ = self.runtime.block_on(client.close());
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
