// What is known of a position: its value, its moves in groups, its best line, and the lines of the engine.

import { at, coded, element, once } from "./common.js";
import { badge, groups, headline, isProved, notes, ofMove, points, result, written } from "./words.js";

// Shows the answers of a view; `hidden` leaves out all that tells a value. `page` has what is done with them: `play` takes a move,
// `follow` some steps to play, and `point` the squares of a move that is looked at.
export function showAnswers(game, view, hidden, page) {
  at("notes").replaceChildren(...coded(notes(game, view, hidden)));
  showMoves(game, view, hidden, page);
  at("line-part").hidden = hidden || !view.line.length;
  at("line").replaceChildren(...view.line.map((step, number) => element("li", {}, stepButton(view.line, step, number, page))));
}

// Shows the headline, with what the engine has found by now. `sign` is the sign of the side to move in scores.
export function showThoughts(game, view, lines, done, hidden, sign, page) {
  const [best] = lines;
  const value = at("value");
  const text = headline(game, view, best ?? null, hidden);
  // What is read aloud is read again only if it differs.
  if (value.textContent !== text) {
    value.textContent = text;
  }
  value.className = `value ${(!hidden && !view.over && result(view)) || ""}`;
  const source = at("source");
  const [word, kind, about] = badge(view, best) ?? ["", "", ""];
  source.hidden = hidden || !word;
  source.className = `badge ${kind}`;
  source.textContent = word;
  source.title = about;
  at("thought").textContent = hidden || !best ? "" : state(best, done);
  const thinking = at("thinking");
  thinking.hidden = hidden || !best;
  // What is proved stands above what an engine thinks.
  const below = view.moves.some((move) => move.value) || isProved(view);
  if (thinking.nextElementSibling?.id !== (below ? "score-part" : "moves")) {
    at(below ? "score-part" : "moves").before(thinking);
  }
  const row = (thought) =>
    element(
      "li",
      {},
      element("span", { class: "points" }, points(game, thought, sign)),
      ...thought.line.map((step, number) => stepButton(thought.line, step, number, page)),
    );
  const shown = hidden ? [] : lines.map(row);
  at("thoughts").replaceChildren(...shown);
}

// A button that plays a line up to one of its steps.
function stepButton(line, step, number, page) {
  const follow = once(() => page.follow(line.slice(0, number + 1)));
  // The first move is one stop of the key Tab: the others are reached by playing it.
  return element("button", { type: "button", tabindex: number ? "-1" : false, onclick: follow, ...pointing(number ? null : step, page) }, written(step.name));
}

// Shows a move on the board while it is looked at.
function pointing(move, { point }) {
  const show = () => point(move?.touched ?? null);
  const end = () => point(null);
  return move ? { onmouseenter: show, onfocus: show, onmouseleave: end, onblur: end } : {};
}

// The arrow keys lead from step to step of a line, whose first step is a stop of the key Tab.
export function rove(list) {
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const line = event.target.closest("#thoughts li, #line");
    const buttons = [...(line?.querySelectorAll("button") ?? [])];
    if (step && buttons.length) {
      buttons[buttons.indexOf(event.target) + step]?.focus();
      event.preventDefault();
      event.stopPropagation();
    }
  });
}

function state(best, done) {
  const nodes = best.nodes.toLocaleString("en");
  return `${best.engine}, depth ${best.depth}, ${nodes} nodes${done ? "" : " …"}`;
}

function showMoves(game, view, hidden, page) {
  const button = (move, best) =>
    element(
      "li",
      { class: best ? `best ${move.value}` : false },
      element(
        "button",
        { type: "button", onclick: once(() => page.play(move)), ...pointing(move, page) },
        element("span", {}, written(move.name)),
        " ",
        element("span", { class: (!hidden && move.value) || false }, hidden ? "" : ofMove(game, move)),
      ),
    );
  const known = !hidden && view.moves.some((move) => move.value);
  const list = (moves, best) =>
    element("ul", { class: known ? "moves" : "moves names" }, ...moves.map((move) => button(move, best)));
  if (!known) {
    // In an order that tells nothing.
    const moves = [...view.moves].sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
    const title = element("h3", {}, `Moves (${moves.length})`);
    at("moves").replaceChildren(...(moves.length ? [title, list(moves, false)] : []));
    return;
  }
  at("moves").replaceChildren(
    ...groups(view).flatMap(({ title, moves, best }) => {
      const isRinged = best || (moves[0].value === "loss" && title.startsWith("Longest"));
      return [element("h3", {}, `${title} (${moves.length})`), list(moves, isRinged)];
    }),
  );
}
