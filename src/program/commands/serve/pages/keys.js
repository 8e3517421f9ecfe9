// The keys of the page.

import { at } from "./common.js";

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "before",
  ArrowDown: "after",
  Home: "first",
  End: "last",
  n: "best",
  p: "film",
  m: "moves",
  b: "board",
  f: "flip",
  v: "hide",
  h: "map",
};

// Does what a key means, unless it is typed into a field. `isReady` tells whether there is a position.
export function listenToKeys(acts, isReady) {
  document.addEventListener("keydown", (/** @type {any} */ event) => {
    const typing = event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select");
    const modified = event.ctrlKey || event.altKey || event.metaKey;
    if (typing || modified || !at("shortcuts").checked || !(event.key in KEYS) || !isReady()) {
      return;
    }
    event.preventDefault();
    acts[KEYS[event.key]]();
  });
}
