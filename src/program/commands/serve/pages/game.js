// The page of a game: the game so far, the position of it on the board, and all that shows it.

import { addressed, link } from "./addressed.js";
import { rove, showAnswers, showThoughts } from "./answers.js";
import { Board } from "./board.js";
import { address, ask, at, coded, element, remember, theme } from "./common.js";
import { Engine, showBar } from "./engine.js";
import { Explore } from "./explore.js";
import { Film } from "./film.js";
import { showGraph } from "./graph.js";
import { showRules, showSeeing } from "./guide.js";
import { listenToKeys } from "./keys.js";
import { Play } from "./play.js";
import { viewOf } from "./positions.js";
import { setUpRecords } from "./record.js";
import { scrollToCurrent, showScore } from "./score.js";
import { change, choose, conceals, follow, last, state } from "./state.js";
import { Tabs } from "./tabs.js";
import { movesTo, pathTo, Tree } from "./tree.js";
import { beside, bestMoves, isSolved, label, ofMove, outcome, sentence, short, showFigurines, written } from "./words.js";

// The moves that are shown as arrows.
const ARROWS = 3;

const name = decodeURIComponent(location.pathname.slice(1));
let game;
let board;
// The set-up, as a promise: most visitors set up nothing.
let setup = null;
let opponent;
let engine;
let tabs;
let explore;
let film;

function say(text) {
  at("message").replaceChildren(...coded(text));
}

// Puts a node of a game on the board. `push` makes a new entry in the history of the browser. Tells whether the position is on the
// board.
async function go(node, { push = false, tree = state.tree } = {}) {
  // A key that is held counts on from what it has asked for.
  state.wanted = node;
  try {
    const view = await viewOf(name, node.position, node.step, state.flipped);
    if (state.wanted !== node) {
      return false;
    }
    arrive(node, tree, view, push);
    return true;
  } catch (error) {
    if (state.wanted === node) {
      state.wanted = state.current;
      say(error.message);
    }
    return false;
  }
}

function arrive(node, tree, view, push) {
  const before = state.tree === tree ? state.current : null;
  const { position, side, number, value, plies, certainty } = view;
  Object.assign(node, { position, side, number, value, plies, certainty });
  say("");
  if (position !== state.view?.position) {
    board.drawings.clear();
  }
  document.body.classList.remove("wrong-position");
  change({ tree, current: node, wanted: node, view, path: pathBetween(before, node) });
  history[push ? "pushState" : "replaceState"](tree.packed(node), "", link(name, tree, node));
  opponent.turn(view);
  reply(node);
}

// The squares by which a piece goes from one node to another, if they are neighbours.
function pathBetween(before, after) {
  if (before === after.parent) {
    return after.step?.touched ?? [];
  }
  return before?.parent === after ? [...before.step.touched].reverse() : [];
}

// Begins another game, from a position that the server reads first.
async function begin(position) {
  const { position: read } = await viewOf(name, position, null, state.flipped);
  const tree = new Tree(read);
  return load(tree, tree.root);
}

// Takes another game, and shows a node of it.
function load(tree, node) {
  opponent.leave();
  return go(node, { push: true, tree });
}

// The comparison of a move with the best: the tables must hold every move.
function judged(view, step) {
  const [best] = view.moves;
  const made = view.moves.find((move) => move.move === step.move);
  if (!made || view.moves.some((move) => !move.value) || made.value === best.value) {
    return { verdict: null, heldBy: [] };
  }
  const heldBy = view.moves.filter((move) => move.value === best.value).map((move) => move.name);
  return { verdict: best.value === "win" && made.value === "loss" ? "blunder" : "mistake", heldBy };
}

async function play(step) {
  film.stop();
  const inList = at("moves").contains(document.activeElement);
  const { view: before, tree, current } = state;
  const facts = judged(before, step);
  if (!(await go(tree.play(current, step, facts), { push: true }))) {
    return;
  }
  const told = opponent.moved(before, state.current);
  if (told) {
    say(told);
  } else if (facts.verdict && opponent.isOn()) {
    say(`${written(step.name)} ${facts.verdict === "blunder" ? "??" : "?"} throws the ${before.value} away.`);
  }
  // The move that had the focus is gone.
  if (inList) {
    (at("moves").querySelector("button") ?? at("moves")).focus();
  }
}

// Plays these moves of a line.
function playLine(steps) {
  film.stop();
  const node = steps.reduce((node, step) => state.tree.play(node, step), state.current);
  return go(node, { push: true });
}

// The best move that is known.
function best() {
  const { view } = state;
  const [first] = view?.moves ?? [];
  if (first?.value && (isSolved(view) || !engine.found(view.position).length)) {
    return first;
  }
  return engine.found(view?.position)[0]?.line[0] ?? null;
}

function playBest() {
  const step = state.task ? null : best();
  if (step) {
    play(step);
  } else if (state.view) {
    say(state.task ? "Find the move, or give up." : state.view.over ? "The game is over." : "The engine has found no move yet.");
  }
}

// Lets the opponent move, if it is its turn at the end of the line.
async function reply(node) {
  if (node.children.length || tabs.shown === "setup" || !opponent.replies(node, state.view)) {
    return;
  }
  const remark = at("message").textContent;
  say(`${remark} The opponent is thinking …`);
  try {
    const step = await opponent.reply(state.view.position);
    if (state.wanted !== node) {
      return;
    }
    const before = state.view;
    const said = at("message").textContent.replace(" The opponent is thinking …", "");
    if (await go(state.tree.play(node, step), { push: true })) {
      say(`${opponent.moved(before, state.current) ?? said} The opponent played ${written(step.name)}.`.trim());
    }
  } catch (error) {
    say(error.message);
  }
}

// The sign of a side in what is above the line and at the bottom of the bar.
function sign(side) {
  const white = game.sides.indexOf("White");
  return game.teams[game.sides.indexOf(side)] === game.teams[white < 0 ? 0 : white] ? 1 : -1;
}

function teams() {
  const of = (wanted) => game.sides.filter((side) => sign(side) === wanted).join(" and ");
  return [of(1), of(-1)].filter(Boolean);
}

const page = { play, follow: playLine, point: (touched) => board.look(touched) };

// Shows the state.
function show(changed) {
  if (!state.view || (changed.length === 1 && changed[0] === "path")) {
    return;
  }
  const { view, tree, current, options } = state;
  const hidden = conceals();
  showFigurines(options.figurines ? game.figurines : []);
  if (tabs.shown === "setup") {
    setUp((setup) => setup.show());
  } else {
    showBoard(changed.includes("view") ? state.path : []);
  }
  at("position").textContent = view.position;
  at("facts").textContent = beside(view).join(" · ");
  at("json").href = address(`/api/${name}/query`, { position: view.position });
  const told = view.value && !hidden && !view.over ? `${sentence(outcome(game, view.side, view))} · ` : "";
  document.title = `${told}${game.title}: ${view.position}`;
  showAnswers(game, view, hidden, page);
  showScore(game, tree, current, hidden, (node) => go(node));
  at("first").disabled = at("back").disabled = !current.parent;
  at("forward").disabled = at("last").disabled = !current.children.length;
  at("reveal").hidden = !hidden || Boolean(state.task);
  at("best").hidden = at("hint").hidden = Boolean(state.task);
  at("flip").setAttribute("aria-pressed", String(state.flipped));
  for (const option of Object.keys(options).filter(at)) {
    at(option).checked = options[option];
  }
  engine.think(options.engine && !isSolved(view) ? view.position : null);
  showEngine();
  film.follow();
  if (changed.includes("view")) {
    explore.arrived(view);
    if (options.sound) {
      import("./sound.js").then(({ sound }) => sound(current, view));
    }
  }
  performance.mark("shown");
}

// Shows what the engine has found by now, or what the tables tell.
function showEngine() {
  const { view, current, tree, options } = state;
  const hidden = conceals();
  const lines = engine.found(view.position);
  const own = sign(view.side);
  showThoughts(game, view, lines, engine.done, hidden, own, page);
  const [first] = lines;
  if (first && first.chance !== null) {
    current.chance = first.chance;
  }
  const ahead = share(view, first, own);
  showBar(hidden ? null : ahead, hidden ? "" : label(game, view, first ?? null, own), teams());
  at("bar").classList.toggle("flipped", state.flipped);
  at("best").disabled = !best();
  const line = tree.line(current);
  const signs = Object.fromEntries(game.sides.map((side) => [side, sign(side)]));
  showGraph(game, hidden ? [] : line, line.indexOf(current), signs, teams(), (ply) => go(line[ply]));
  board.arrows(hidden || !options.arrows || view.over ? [] : hints(lines));
}

// The share of the team at the bottom of the bar; null if nothing is known.
function share(view, thought, own) {
  const ahead = { win: 1, draw: 0, loss: -1 }[view.rule50?.includes("-") ? "draw" : view.value];
  if (ahead !== undefined) {
    return (1 + own * ahead) / 2;
  }
  return thought && thought.chance !== null ? (1 + own * (2 * thought.chance - 1)) / 2 : null;
}

// The moves that arrows show: the best of the tables, or the first of each line of the engine.
function hints(lines) {
  const { view } = state;
  if (isSolved(view) || (!lines.length && view.moves[0]?.value)) {
    const moves = bestMoves(view);
    return moves.length > ARROWS ? [] : moves.map(({ touched }) => ({ touched, rank: 0 }));
  }
  return lines.slice(0, ARROWS).map(({ line }, rank) => ({ touched: line[0]?.touched ?? [], rank }));
}

function showBoard(path) {
  const { view } = state;
  at("choice").hidden = true;
  board.show(view.svg, view.moves, { marked: !conceals() && view.moves.some((move) => move.value), path, check: view.check });
  map(null);
}

function flip() {
  change({ flipped: !state.flipped });
  go(state.wanted);
}

const from = (step) => {
  const next = step(state.wanted);
  return next && go(next);
};

// What keys and buttons do.
const acts = {
  first: () => from(() => state.tree.root),
  back: () => from((node) => node.parent),
  forward: () => from((node) => node.children[0]),
  last: () => from((node) => state.tree.line(node).at(-1)),
  before: () => from((node) => state.tree.sibling(node, -1)),
  after: () => from((node) => state.tree.sibling(node, 1)),
  best: playBest,
  film: () => film.toggle(),
  flip,
  hide: () => choose("hide", !state.options.hide),
  map: () => choose("map", !state.options.map),
  board: () => board.focus(),
  moves: () => {
    tabs.show("moves");
    (at("moves").querySelector("button") ?? at("moves")).focus();
  },
  promote: () => {
    state.tree.promote(state.current);
    go(state.current);
  },
  remove: () => state.current.parent && go(state.tree.remove(state.current)),
};

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
  } else {
    paragraph.textContent = "The engine plays: no tables are made for it.";
  }
}

// Shows what the address has, after the browser went back or forward.
async function follows(packed) {
  film.stop();
  // The game on the page has more moves than it had then.
  const there = packed && state.tree ? state.tree.along(packed) : null;
  const { tree, node, error } = there ?? (packed ? Tree.unpacked(packed) : await addressed(game));
  opponent.left(tree);
  await go(node, { tree });
  if (error) {
    say(error);
  }
}

// The text of the address is no position: the pieces that it tells are drawn, and the set-up is offered. The address stays.
async function showWrong(text, message) {
  document.body.classList.add("wrong-position");
  document.title = `${game.title}: no position`;
  at("value").textContent = "This is not a position.";
  const button = (name, act) => {
    const made = element("button", { type: "button" }, name);
    made.addEventListener("click", act);
    return made;
  };
  const mend = button("Mend it in the set-up", () => setUp((setup) => setup.mend(text)));
  const start = button("Start", () => begin(game.start));
  at("notes").replaceChildren(...coded(`${sentence(message)}.`), element("span", { class: "buttons" }, game.pieces.length ? mend : "", start));
  const sketch = game.pieces.length ? await ask(`/api/${name}/setup`, { text, theme: theme() }).catch(() => null) : null;
  if (sketch) {
    board.show(sketch.svg, []);
  }
  performance.mark("shown");
}

function listen() {
  at("reveal").addEventListener("click", () => {
    change({ revealed: state.view.position });
    // The button that had the focus is gone.
    at("moves").focus();
  });
  for (const option of Object.keys(state.options).filter(at)) {
    at(option).checked = state.options[option];
    at(option).addEventListener("change", () => choose(option, at(option).checked));
  }
  at("hide").addEventListener("change", () => change({ revealed: null }));
  at("figurines-label").hidden = !game.figurines.length;
  at("theme").value = theme();
  at("theme").addEventListener("change", () => {
    remember("theme", at("theme").value);
    go(state.wanted);
  });
  for (const id of ["first", "back", "forward", "last", "best", "film", "flip", "promote", "remove"]) {
    at(id).addEventListener("click", acts[id]);
  }
  at("skip").addEventListener("click", () => tabs.show("moves"));
  rove(at("panel-moves"));
  listenToKeys(acts, () => state.view !== null);
  addEventListener("popstate", ({ state: packed }) => follows(packed));
  follow(show);
}

// Colours the board, if it is asked for: by the values of a chosen piece on each square, or by the best value of the moves to each.
async function map(square) {
  if (!state.options.map || conceals()) {
    return;
  }
  if (!square) {
    const arriving = state.view.moves.filter(({ touched, value }) => touched.length > 1 && value);
    // The best moves come first.
    board.colour([...arriving].reverse().map((move) => ({ ...move, square: move.touched.at(-1) })));
    return;
  }
  const { position } = state.view;
  const found = await ask(address(`/api/${name}/map`, { position, square })).catch(() => null);
  if (found && board.chosen === square && state.view.position === position) {
    board.colour(found.squares);
  }
}

// Does something with the set-up, whose code is fetched when it is first needed.
async function setUp(act) {
  setup ??= import("./setup.js").then(({ Setup }) => new Setup(game, {
    current: () => ({ position: state.view?.position ?? game.start, flipped: state.flipped }),
    show: (svg) => board.show(svg, [], { placing: true }),
    isShown: () => tabs.shown === "setup",
    open: () => tabs.show("setup"),
    go: begin,
    under: (event) => board.under(event),
  }));
  act(await setup);
}

function makeParts() {
  board = new Board(at("board"), {
    play,
    short: (move) => short(game, move),
    told: (move) => ofMove(game, move),
    maps: (square) => state.options.map && !conceals() && board.places.get(square)?.place.querySelector(".piece") !== null,
    lift: map,
    put: (square) => setUp((setup) => setup.put(square)),
    carry: (from, to) => setUp((setup) => setup.carry(from, to)),
  });
  engine = new Engine(name, () => state.view && showEngine());
  tabs = new Tabs((shown, before) => {
    document.body.dataset.tab = shown;
    change({ tab: shown });
    if (shown === "setup") {
      setUp((setup) => setup.open());
    } else if (before === "setup" && state.view) {
      document.body.classList.remove("stale");
      showBoard([]);
      showEngine();
    }
    if (shown === "explore") {
      explore.open();
    }
    scrollToCurrent();
  });
  opponent = new Play(game, {
    say,
    reply: () => state.view && reply(state.current),
    begin: async (position, side) => {
      change({ flipped: side === "Black" });
      await begin(position);
    },
    go: (node) => go(node),
    best,
    hint: (step) => board.arrows([{ touched: step.touched, rank: 0 }]),
  });
  film = new Film(game, { go: (step) => go(state.tree.play(state.current, step), { push: true }), flash: (touched) => board.look(touched) });
  explore = new Explore(game, begin);
  setUpRecords(game, {
    load: (tree) => {
      const wrong = tree.line(tree.root).find((node) => node.verdict === "mistake" || node.verdict === "blunder");
      return load(tree, wrong?.parent ?? tree.root);
    },
    begin,
    say,
    task: (position) => {
      tabs.show("play");
      opponent.start(position);
    },
    list: () => tabs.show("game"),
    link: () => link(name, state.tree, state.current),
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
  last(name);
  makeParts();
  listen();
  const kept = history.state?.root ? Tree.unpacked(history.state) : null;
  const isKept = kept && link(name, kept.tree, kept.node) === `${location.pathname}${location.search}`;
  const { tree, node, error } = isKept ? kept : await addressed(game);
  try {
    // The message of an error is needed in full.
    arrive(node, tree, await viewOf(name, node.position, node.step, state.flipped), false);
    if (error) {
      say(error);
    }
    tabs.show(state.tab);
  } catch (wrong) {
    await showWrong(node.position, wrong.message);
  }
  const guide = await ask(`/api/${name}/guide`).catch(() => null);
  if (guide) {
    showRules(game, guide);
    showSeeing(game, guide, board.root.firstChild && board.isWide());
  }
}

begun();
