// The page of a game: the positions of the game so far, which of them is on the board, and all that shows it.

import { showAnswers } from "./answers.js";
import { Board } from "./board.js";
import { address, ask, at, element } from "./common.js";
import { showGame, showGraph } from "./graph.js";
import { Opponent } from "./opponent.js";
import { setUpRecords } from "./record.js";
import { Setup } from "./setup.js";
import { setUpStatistics } from "./statistics.js";

// A position that occurs so often makes a draw at the board.
const REPETITIONS = 3;

const name = decodeURIComponent(location.pathname.slice(1));
let game;
let board;
let setup;
let opponent;

// The positions of the game so far, each with the step that led to it, and the one on the board.
let items = [];
let now = 0;
let view = null;
let flipped = false;
// Whether values are hidden, and the position whose values are shown nevertheless.
let hidden = remembered("hide") === "true";
let revealed = null;
// The number of the latest request: answers to earlier ones are too late.
let latest = 0;

function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it lasts as long as the page.
  }
}

function say(text) {
  at("message").textContent = text;
}

function viewOf(item) {
  const touched = item.step?.touched.join(",") || null;
  return ask(address(`/api/${name}/view`, { position: item.position, touched, flip: flipped }));
}

// Puts a position of the game on the board. `push` makes a new entry in the history of the browser.
async function go(number, push = false) {
  const request = ++latest;
  try {
    const answer = await viewOf(items[number]);
    if (request !== latest) {
      return;
    }
    now = number;
    view = answer;
    Object.assign(items[now], { position: view.position, side: view.side, value: view.value, plies: view.plies, text: view.text });
    const shown = address(`/${name}`, { position: view.position });
    history[push ? "pushState" : "replaceState"]({ now }, "", shown);
    say("");
    show();
    reply(request);
  } catch (error) {
    say(error.message);
  }
}

// Begins another game, from a position that the server reads first.
async function begin(position) {
  const item = { position, step: null };
  item.position = (await viewOf(item)).position;
  load([item]);
}

function load(others) {
  items = others;
  go(0, true);
}

function play(step) {
  const inList = at("moves").contains(document.activeElement);
  items = [...items.slice(0, now + 1), { position: step.position, step }];
  go(now + 1, true).then(() => {
    // The move that had the focus is gone.
    if (inList) {
      (at("moves").querySelector("button") ?? at("moves")).focus();
    }
  });
}

// Plays so many moves of the best line.
function follow(count) {
  const steps = view.line.slice(0, count);
  items = [...items.slice(0, now + 1), ...steps.map((step) => ({ position: step.position, step }))];
  go(now + count, true);
}

function playBest() {
  if (view?.moves.length && view.moves[0].value) {
    play(view.moves[0]);
  } else if (view) {
    say(view.over ? "The game is over." : "No value is known here.");
  }
}

// Lets the opponent move, if it is its turn at the end of the game.
async function reply(request) {
  if (view.over || now !== items.length - 1 || !opponent.plays(view.side) || setup.isOpen()) {
    return;
  }
  if (items.filter((item) => item.position === view.position).length >= REPETITIONS) {
    say("A draw by the third occurrence of the position.");
    return;
  }
  say("The opponent is thinking …");
  try {
    const step = await opponent.reply(view.position);
    if (request === latest) {
      items.push({ position: step.position, step });
      await go(now + 1, true);
      say(`The opponent played ${step.name}.`);
    }
  } catch (error) {
    say(error.message);
  }
}

function show() {
  const conceal = hidden && revealed !== view.position;
  if (setup.isOpen()) {
    setup.ask({});
  } else {
    showBoard();
  }
  at("position").textContent = view.position;
  document.title = `${name}: ${view.position}`;
  showAnswers(view, conceal, play, follow);
  showGame(items, now, go);
  const signs = Object.fromEntries(game.sides.map((side, number) => [side, game.teams[number] === 0 ? 1 : -1]));
  showGraph(conceal ? [] : items, now, signs, game.sides.filter((side) => signs[side] === 1).join(" and "));
  at("first").disabled = at("back").disabled = now === 0;
  at("forward").disabled = now === items.length - 1;
  at("best").disabled = !view.moves[0]?.value;
  at("reveal").hidden = !conceal;
  if (document.activeElement !== at("slice")) {
    at("slice").value = view.slice ?? "";
  }
}

function showBoard() {
  const conceal = hidden && revealed !== view.position;
  at("choice").hidden = true;
  board.show(view.svg, view.moves, !conceal && view.moves.some((move) => move.value));
}

function flip() {
  flipped = !flipped;
  at("flip").setAttribute("aria-pressed", String(flipped));
  go(now);
}

function hide(value) {
  hidden = value;
  revealed = null;
  at("hide").checked = hidden;
  remember("hide", hidden);
  show();
}

async function copy() {
  try {
    await navigator.clipboard.writeText(view.position);
    say("Copied.");
  } catch {
    getSelection().selectAllChildren(at("position"));
    say("The position is marked: copy it with Ctrl+C.");
  }
}

const back = () => now > 0 && go(now - 1);
const forward = () => now < items.length - 1 && go(now + 1);

const KEYS = {
  ArrowLeft: back,
  ArrowRight: forward,
  Home: () => go(0),
  n: playBest,
  m: () => (at("moves").querySelector("button") ?? at("moves")).focus(),
  b: () => board.focus(),
  f: flip,
  v: () => hide(!hidden),
};

function key(event) {
  const typing = event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select");
  const modified = event.ctrlKey || event.altKey || event.metaKey;
  if (typing || modified || !at("shortcuts").checked || !(event.key in KEYS) || !view) {
    return;
  }
  event.preventDefault();
  KEYS[event.key]();
}

function about() {
  at("name").textContent = name;
  const where = {
    tables: `Solved: ${game.coverage}.`,
    memory: `Solved in memory: ${game.coverage}.`,
    embedded: `Who wins is built in, ${game.coverage}; tables that are solved have depths too.`,
  }[game.values];
  const paragraph = at("about");
  if (where) {
    paragraph.textContent = where;
  } else if (game.error) {
    paragraph.textContent = `Without values. ${game.error}.`;
  } else if (game.command) {
    paragraph.append("Not solved, so moves have no values. Solve some of it, then start the explorer again: ", element("code", {}, game.command));
  } else {
    paragraph.textContent = "No tables are made for this game: moves have no values, and engines play it.";
  }
}

async function begun() {
  try {
    game = await ask(`/api/${name}/about`);
  } catch (error) {
    say(error.message);
    return;
  }
  about();
  board = new Board(at("board"), play, (place) => setup.put(place));
  setup = new Setup(
    game,
    () => ({ position: view.position, flipped }),
    (svg) => board.show(svg, [], false, true),
    begin,
    showBoard,
  );
  opponent = new Opponent(game, () => view && reply(latest));
  setUpRecords(game, () => items.slice(0, now + 1), load);
  setUpStatistics(game);
  at("hide").checked = hidden;
  at("hide").addEventListener("change", (event) => hide(event.target.checked));
  at("reveal").addEventListener("click", () => {
    revealed = view.position;
    show();
    // The button that had the focus is gone.
    at("moves").focus();
  });
  for (const [id, act] of Object.entries({ first: () => go(0), back, forward, best: playBest, flip, copy })) {
    at(id).addEventListener("click", act);
  }
  document.addEventListener("keydown", key);
  addEventListener("popstate", ({ state }) => {
    const position = new URLSearchParams(location.search).get("position");
    if (position === items[now].position) {
      return;
    }
    if (items[state?.now]?.position === position) {
      go(state.now);
    } else if (position) {
      items = [{ position, step: null }];
      go(0);
    }
  });
  items = [{ position: new URLSearchParams(location.search).get("position") ?? game.start, step: null }];
  await go(0);
  if (!view) {
    // What the address has is no position.
    const error = at("message").textContent;
    items = [{ position: game.start, step: null }];
    await go(0);
    say(error);
  }
}

begun();
