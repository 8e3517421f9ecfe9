// The page of a game: the positions of the game so far, which of them is on the board, and all that shows it.

import { addressed, itemsOf, movesOf } from "./addressed.js";
import { isSolved, showAnswers, showThoughts } from "./answers.js";
import { Board } from "./board.js";
import { address, ask, at, coded, element, remember, remembered, short, showFigurines, theme, written } from "./common.js";
import { Engine, scoreText, showBar } from "./engine.js";
import { Explore } from "./explore.js";
import { showGame, showGraph } from "./graph.js";
import { showRules, showSeeing } from "./guide.js";
import { Play } from "./play.js";
import { setUpRecords } from "./record.js";
import { Setup } from "./setup.js";
import { Tabs } from "./tabs.js";

// A position that occurs so often makes a draw at the board.
const REPETITIONS = 3;

// The moves that are shown as arrows, and the longest game that the address has.
const [ARROWS, LONGEST] = [5, 6000];

const name = decodeURIComponent(location.pathname.slice(1));
let game;
let board;
let setup;
let opponent;
let engine;
let tabs;
let explore;

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

function say(text) {
  at("message").replaceChildren(...coded(text));
}

function viewOf(item) {
  const touched = item.step?.touched.join(",") || null;
  return ask(address(`/api/${name}/view`, { position: item.position, touched, flip: flipped, theme: theme() }));
}

// The address of the game: the position on the board, and if there are others, the first one and the moves.
function link() {
  const moves = movesOf(items);
  const whole = items.length > 1 && moves.length < LONGEST;
  const game = whole ? { from: items[0].position, moves, ply: now } : {};
  return address(`/${name}`, { position: items[now].position, ...game });
}

// Puts a position of the game on the board, or of other positions, which are the game from then on. `push` makes a new entry
// in the history of the browser. Tells whether the position is on the board.
async function go(number, push = false, others = items) {
  const request = ++latest;
  try {
    const answer = await viewOf(others[number]);
    if (request !== latest) {
      return false;
    }
    items = others;
    now = number;
    view = answer;
    const { position, side, value, plies, text } = view;
    Object.assign(items[now], { position, side, value, plies, text, number: view.number });
    history[push ? "pushState" : "replaceState"]({ now, items: items.length }, "", link());
    say("");
    show();
    opponent.turn(view);
    reply(request);
    return true;
  } catch (error) {
    say(error.message);
    return false;
  }
}

// Begins another game, from a position that the server reads first.
async function begin(position) {
  const item = { position, step: null };
  item.position = (await viewOf(item)).position;
  return load([item]);
}

// Takes the positions of another game, and shows one of them.
function load(others, number = 0) {
  opponent.leave();
  return go(number, true, others);
}

// The comparison of a move with the best: the tables must hold every move.
function judged(step) {
  const [best] = view.moves;
  const made = view.moves.find((move) => move.move === step.move);
  if (!made || !isSolved(view) || made.value === best.value) {
    return { verdict: null, heldBy: [] };
  }
  const heldBy = view.moves.filter((move) => move.value === best.value).map((move) => move.name);
  return { verdict: best.value === "win" && made.value === "loss" ? "blunder" : "mistake", heldBy };
}

async function play(step) {
  const inList = at("moves").contains(document.activeElement);
  const { verdict, heldBy } = judged(step);
  const before = view;
  const line = wentOn([{ position: step.position, step, verdict, heldBy }]);
  if (!(await go(now + 1, true, line))) {
    return;
  }
  opponent.moved(items, now, view);
  if (verdict && opponent.isOn()) {
    const held = hidden ? "" : ` ${heldBy.slice(0, 3).map(written).join(", ")} would have held it.`;
    say(`${written(step.name)} ${verdict === "blunder" ? "??" : "?"} throws the ${before.value} away.${held}`);
  }
  // The move that had the focus is gone.
  if (inList) {
    (at("moves").querySelector("button") ?? at("moves")).focus();
  }
}

// The game that goes on from the position on the board with a line. The moves that were there stay as a variation.
function wentOn(line) {
  if (line.every((item, number) => items[now + 1 + number]?.step.move === item.step.move)) {
    return items;
  }
  const [next, ...rest] = items.slice(now + 1);
  const [first, ...others] = line;
  const variations = next ? [[{ ...next, others: [] }, ...rest], ...(next.others ?? [])] : [];
  return [...items.slice(0, now + 1), { ...first, others: variations }, ...others];
}

// Takes a variation: `path` has the number of each move that a variation replaces, and the place of the variation among
// those of that move. Then goes to the position with a number. The replaced moves become variations.
function choose(path, number) {
  let line = items;
  for (const [at, choice] of path) {
    const { others, ...replaced } = line[at];
    const [first, ...rest] = others[choice];
    const further = others.filter((_, place) => place !== choice);
    const variations = [[{ ...replaced, others: [] }, ...line.slice(at + 1)], ...further, ...(first.others ?? [])];
    line = [...line.slice(0, at), { ...first, others: variations }, ...rest];
  }
  go(number, true, line);
}

// Plays these moves of a line.
function follow(steps) {
  go(now + steps.length, true, wentOn(steps.map((step) => ({ position: step.position, step }))));
}

// The best move that is known.
function best() {
  const [first] = view?.moves ?? [];
  if (first?.value && (isSolved(view) || !engine.found(view.position).length)) {
    return first;
  }
  return engine.found(view?.position)[0]?.line[0] ?? null;
}

function playBest() {
  const step = best();
  if (step) {
    play(step);
  } else if (view) {
    say(view.over ? "The game is over." : "The engine has found no move yet.");
  }
}

// Lets the opponent move, if it is its turn at the end of the game.
async function reply(request) {
  if (view.over || now !== items.length - 1 || !opponent.plays(view.side) || tabs.shown === "setup") {
    return;
  }
  if (items.filter((item) => item.position === view.position).length >= REPETITIONS) {
    say("A draw by the third occurrence of the position.");
    return;
  }
  const remark = at("message").textContent;
  say(`${remark} The opponent is thinking …`);
  try {
    const step = await opponent.reply(view.position);
    if (request === latest && (await go(now + 1, true, [...items, { position: step.position, step }]))) {
      opponent.moved(items, now, view);
      say(`${remark} The opponent played ${written(step.name)}.`.trim());
    }
  } catch (error) {
    say(error.message);
  }
}

const conceals = () => hidden && revealed !== view.position;

// The sign of a side in what is above the line and at the bottom of the bar.
function sign(side) {
  const white = game.sides.indexOf("White");
  const team = game.teams[game.sides.indexOf(side)] === game.teams[white < 0 ? 0 : white] ? 1 : -1;
  return team;
}

function teams() {
  const of = (wanted) => game.sides.filter((side) => sign(side) === wanted).join(" and ");
  return [of(1), of(-1)].filter(Boolean);
}

function show() {
  const conceal = conceals();
  if (tabs.shown === "setup") {
    setup.show();
  } else {
    showBoard();
  }
  at("position").textContent = view.position;
  // The headline has the side to move.
  const toMove = `${view.side} to move`.toLowerCase();
  at("facts").textContent = view.facts.filter((fact) => fact.toLowerCase() !== toMove).join(" · ");
  at("json").href = address(`/api/${name}/query`, { position: view.position });
  document.title = `${game.title}: ${view.position}`;
  showAnswers(view, conceal, play, follow);
  showGame(items, now, game.sides, conceal, go, choose);
  at("first").disabled = at("back").disabled = now === 0;
  at("forward").disabled = at("last").disabled = now === items.length - 1;
  at("reveal").hidden = !conceal;
  const thinks = at("engine").checked && !isSolved(view);
  engine.think(thinks ? view.position : null);
  showEngine();
  explore.arrived(view);
  performance.mark("shown");
}

// Shows what the engine has found by now, or what the tables tell.
function showEngine() {
  const conceal = conceals();
  const lines = engine.found(view.position);
  const own = sign(view.side);
  showThoughts(view, lines, engine.done, conceal, own, follow);
  const [first] = lines;
  if (first && first.chance !== null) {
    items[now].chance = first.chance;
  }
  const of = { win: 1, draw: 0, loss: -1 }[view.value];
  const ahead = of === undefined ? (first && first.chance !== null ? own * (2 * first.chance - 1) : null) : own * of;
  const found = first && { ...first, chance: ahead === null ? null : (1 + ahead) / 2 };
  const text = view.value ? (view.over ? "" : short(view)) : found ? scoreText(found, own) : "";
  showBar(conceal || ahead === null ? null : (1 + ahead) / 2, conceal ? "" : text, teams());
  at("bar").classList.toggle("flipped", flipped);
  at("best").disabled = !best();
  const signs = Object.fromEntries(game.sides.map((side) => [side, sign(side)]));
  showGraph(conceal ? [] : items, now, signs, teams(), go);
  board.arrows(conceal || !at("arrows").checked || view.over ? [] : hints(lines));
}

// The moves that arrows show: the best of the tables, or the first of each line of the engine.
function hints(lines) {
  if (isSolved(view) || (!lines.length && view.moves[0]?.value)) {
    const [first] = view.moves;
    const best = view.moves.filter((move) => move.value === first.value && move.plies === first.plies);
    return best.length > ARROWS ? [] : best.map(({ touched }) => ({ touched, rank: 0 }));
  }
  return lines.slice(0, ARROWS).map(({ line }, rank) => ({ touched: line[0]?.touched ?? [], rank }));
}

function showBoard() {
  at("choice").hidden = true;
  board.show(view.svg, view.moves, !conceals() && view.moves.some((move) => move.value));
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

const back = () => now > 0 && go(now - 1);
const forward = () => now < items.length - 1 && go(now + 1);
const last = () => go(items.length - 1);

const KEYS = {
  ArrowLeft: back,
  ArrowRight: forward,
  Home: () => go(0),
  End: last,
  n: playBest,
  m: () => {
    tabs.show("moves");
    (at("moves").querySelector("button") ?? at("moves")).focus();
  },
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
  at("name").textContent = game.title;
  const where = {
    tables: `Solved: ${game.coverage}.`,
    memory: `Solved in memory: ${game.coverage}.`,
    embedded: game.depths
      ? `Built in: ${game.coverage}.`
      : `Who wins is built in, ${game.coverage}; tables that are solved have depths too.`,
  }[game.values];
  const paragraph = at("about");
  if (where) {
    paragraph.textContent = where;
  } else if (game.error) {
    paragraph.textContent = `Without values. ${game.error}.`;
  } else if (game.command) {
    paragraph.append("Not solved: the engine plays. To solve some of it: ", element("code", {}, game.command));
  }
}

// Shows what the address has, after the browser went back or forward: a position of the game on the page, or another game.
async function follows(state) {
  if (link() === `${location.pathname}${location.search}`) {
    return;
  }
  const asked = new URLSearchParams(location.search);
  const [position, from, moves] = ["position", "from", "moves"].map((key) => asked.get(key));
  const isSame = items[state?.now]?.position === position;
  const begins = moves === null || (items[0].position === from && `${movesOf(items)} `.startsWith(`${moves} `));
  if (isSame && begins) {
    go(state.now);
    return;
  }
  opponent.leave();
  const { line, number, error } = await addressed(game);
  await go(number, false, line);
  if (error) {
    say(error);
  }
}

function listen() {
  at("hide").checked = hidden;
  at("hide").addEventListener("change", (event) => hide(event.target.checked));
  at("reveal").addEventListener("click", () => {
    revealed = view.position;
    show();
    // The button that had the focus is gone.
    at("moves").focus();
  });
  for (const option of ["engine", "arrows"]) {
    at(option).checked = remembered(option) !== "false";
    at(option).addEventListener("change", () => {
      remember(option, at(option).checked);
      show();
    });
  }
  const showLetters = () => showFigurines(at("figurines").checked ? game.figurines : []);
  at("figurines-label").hidden = !game.figurines.length;
  at("figurines").checked = remembered("figurines") === "true";
  showLetters();
  at("figurines").addEventListener("change", () => {
    remember("figurines", at("figurines").checked);
    showLetters();
    show();
  });
  at("theme").value = theme();
  at("theme").addEventListener("change", () => {
    remember("theme", at("theme").value);
    go(now);
  });
  for (const [id, act] of Object.entries({ first: () => go(0), back, forward, last, best: playBest, flip })) {
    at(id).addEventListener("click", act);
  }
  document.addEventListener("keydown", key);
  addEventListener("popstate", ({ state }) => follows(state));
}

function makeParts() {
  board = new Board(
    at("board"),
    play,
    (place) => setup.put(place),
    (from, to) => setup.carry(from, to),
  );
  engine = new Engine(name, showEngine);
  tabs = new Tabs((shown, before) => {
    if (shown === "setup") {
      setup.open();
    } else if (before === "setup") {
      showBoard();
      showEngine();
    }
    if (shown === "explore") {
      explore.open();
    }
  });
  setup = new Setup(game, {
    current: () => ({ position: view.position, flipped }),
    show: (svg) => board.show(svg, [], false, true),
    isShown: () => tabs.shown === "setup",
    go: begin,
    under: (event) => board.under(event),
  });
  opponent = new Play(game, {
    changed: () => view && reply(latest),
    say,
    begin: async (position, side) => {
      flipped = side === "Black";
      at("flip").setAttribute("aria-pressed", String(flipped));
      await begin(position);
    },
    best: () => best(),
    takeBack: () => {
      const own = items.slice(0, now).findLastIndex((item) => !opponent.plays(item.side));
      if (own >= 0) {
        go(own, true, items.slice(0, own + 1));
      }
    },
    view: () => view,
    hint: (step) => board.arrows([{ touched: step.touched, rank: 0 }]),
  });
  explore = new Explore(game);
  setUpRecords(game, {
    items: () => items,
    load: (read) => {
      const all = itemsOf(read);
      const wrong = all.findIndex((item) => item.verdict === "mistake" || item.verdict === "blunder");
      return load(all, Math.max(0, wrong - 1));
    },
    view: () => view,
    link,
    say,
  });
}

async function begun() {
  try {
    game = await ask(`/api/${name}/about`);
  } catch (error) {
    say(error.message);
    return;
  }
  about();
  makeParts();
  listen();
  const { line, number, error } = await addressed(game);
  if (!(await go(number, false, line))) {
    // The address has no position.
    const wrong = at("message").textContent;
    await go(0, false, [{ position: game.start, step: null }]);
    say(wrong);
  } else if (error) {
    say(error);
  }
  const guide = await ask(`/api/${name}/guide`).catch(() => null);
  if (guide) {
    showRules(game, guide);
    showSeeing(game, guide, board.isWide());
  }
}

begun();
