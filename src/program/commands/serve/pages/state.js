// The state of the page of a game, in one object. The parts of the page change it here, and follow its changes.

import { remember, remembered } from "./common.js";

const listeners = [];

// The options that the browser remembers, each with its value where nothing is remembered.
const OPTIONS = { hide: false, engine: true, arrows: true, map: false, figurines: false, sound: false };

export const state = {
  // The game as a tree, the node of the position on the board, and the one that was asked for last.
  tree: null,
  current: null,
  wanted: null,
  // The answer of the server for the position on the board.
  view: null,
  // Whether the board is seen from the other side.
  flipped: false,
  // The position whose values are shown though values are hidden.
  revealed: null,
  // The task of the training that is worked on.
  task: null,
  // The strength of the opponent, from 1 to 6, the seconds it takes for a move, and the sides that it plays, by number.
  opponent: { level: null, seconds: 1, sides: [] },
  // The tasks that were solved and tried, the position of the last, how each own move of it was, and the day whose task it is.
  training: { solved: 0, tried: 0, last: null, made: [], today: null },
  // The panel that is shown, and the text of the file that was opened with its games and the number of the one on the board.
  tab: "moves",
  file: null,
  options: Object.fromEntries(Object.entries(OPTIONS).map(([name, preset]) => [name, (remembered(name) ?? String(preset)) === "true"])),
};

// Changes the state, and tells those who follow it.
export function change(changes) {
  Object.assign(state, changes);
  listeners.forEach((listener) => listener(Object.keys(changes)));
}

// What lasts when the page is loaded again.
const LASTING = ["flipped", "revealed", "task", "opponent", "training", "tab", "file"];

// Takes what a page of the game has kept before it was loaded again, and keeps it from now on.
export function last(game) {
  const key = `hindsight ${game}`;
  const [{ type }] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
  try {
    Object.assign(state, type === "reload" ? JSON.parse(sessionStorage.getItem(key) ?? "{}") : {});
  } catch {
    // Then the page begins anew.
  }
  follow((changed) => {
    if (changed.some((name) => LASTING.includes(name))) {
      try {
        sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(LASTING.map((name) => [name, state[name]]))));
      } catch {
        // A file may be too long for it.
      }
    }
  });
}

// Changes an option, which the browser remembers.
export function choose(name, value) {
  remember(name, value);
  change({ options: { ...state.options, [name]: value } });
}

// Calls a function after each change, with the names of what has changed.
export function follow(listener) {
  listeners.push(listener);
}

// Whether values are hidden: by choice, in a task, and in a game against the opponent until it is over.
export function conceals() {
  const { view, options, task, opponent, revealed } = state;
  const plays = opponent.level !== null && opponent.sides.length > 0 && !view?.over;
  return Boolean(options.hide || task || plays) && revealed !== view?.position;
}
