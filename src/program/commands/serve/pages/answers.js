// What is known of a position: its value, its moves in groups, its best line, and the lines of the engine.

import { at, element, sentence, written } from "./common.js";
import { scoreText } from "./engine.js";

const GROUPS = [["win", "Won"], ["draw", "Drawn"], ["loss", "Lost"], [null, "No table"]];

// Shows the answers of a view; `hidden` leaves out all that tells a value. `play` takes a move, `follow` some steps to play.
export function showAnswers(view, hidden, play, follow) {
  const value = at("value");
  value.className = `value ${(!hidden && view.value) || ""}`;
  value.textContent = valueText(view, hidden);
  at("notes").textContent = notes(view, hidden);
  showMoves(view, hidden, play);
  at("line-part").hidden = hidden || !view.line.length;
  const step = (step, number) =>
    element("li", {}, element("button", { type: "button", onclick: () => follow(view.line.slice(0, number + 1)) }, written(step.name)));
  at("line").replaceChildren(...view.line.map(step));
}

// Whether tables tell all that there is to know of a position.
export function isSolved(view) {
  const depth = view.value === "draw" || view.plies !== null;
  return Boolean(view.over || (view.value && depth && view.moves.every((move) => move.value)));
}

// Shows what the engine has found. `sign` is the sign of the side to move in scores.
export function showThoughts(view, lines, done, hidden, sign, follow) {
  const [best] = lines;
  at("thinking").hidden = hidden || !best;
  const source = at("source");
  const known = view.over || view.value;
  source.hidden = hidden || (!known && !best);
  source.className = `badge ${known ? "solved" : "engine"}`;
  source.textContent = known ? "solved" : "engine";
  at("thought").textContent = hidden || !best ? "" : state(best, done);
  if (hidden || !best) {
    at("thoughts").replaceChildren();
    return;
  }
  if (!known) {
    const score = scoreText(best, sign);
    const text = best.text ?? (score.endsWith("%") ? `chance ${score}` : score);
    at("value").textContent = `${sentence(view.side)} to move: ${text}.`;
  }
  const row = (thought) =>
    element(
      "li",
      {},
      element("span", { class: "points" }, scoreText(thought, sign)),
      ...thought.line.map((step, number) =>
        element("button", { type: "button", onclick: () => follow(thought.line.slice(0, number + 1)) }, written(step.name)),
      ),
    );
  at("thoughts").replaceChildren(...lines.map(row));
}

// A value without the moves in parentheses, which the headline has.
function brief(text) {
  return text?.replace(/ \(.*\)$/, "") ?? "";
}

function state(best, done) {
  const nodes = best.nodes.toLocaleString("en");
  return `${best.engine}, depth ${best.depth}, ${nodes} nodes${done ? "" : " …"}`;
}

function valueText(view, hidden) {
  if (view.over) {
    return `${view.over}.`;
  }
  const side = `${sentence(view.side)} to move`;
  if (!view.text) {
    return `${side}.`;
  }
  return hidden ? `${side}. The values are hidden.` : `${side}: ${view.text}.`;
}

function notes(view, hidden) {
  const sentences = [];
  if (!hidden && view.holding !== null && view.moves.length) {
    const all = view.moves.length;
    sentences.push(
      view.value === "loss" ? `All ${all} moves lose.` : `${view.holding} of ${all} ${view.holding === 1 ? "moves holds" : "moves hold"} the ${view.value}.`,
    );
    if (view.only_moves === 1) {
      sentences.push("The next own move is an only move.");
    } else if (view.only_moves > 1) {
      sentences.push(`The next ${view.only_moves} own moves are only moves.`);
    }
  }
  if (!hidden && view.mutual_zugzwang) {
    sentences.push("Mutual zugzwang: either side would do better if the other had to move.");
  }
  if (view.leaves_out) {
    sentences.push(`${view.leaves_out}.`);
  }
  for (const note of view.notes ?? []) {
    sentences.push(`${sentence(note)}.`);
  }
  return sentences.join(" ");
}

function showMoves(view, hidden, play) {
  const best = view.moves[0];
  const isBest = (move) => !hidden && move.value && move.value === best.value && move.plies === best.plies;
  const button = (move) =>
    element(
      "li",
      { class: isBest(move) ? "best" : false },
      element(
        "button",
        { type: "button", onclick: () => play(move) },
        element("span", {}, written(move.name)),
        " ",
        element("span", { class: (!hidden && move.value) || false }, hidden ? "" : brief(move.text)),
      ),
    );
  const known = !hidden && view.moves.some((move) => move.value);
  const list = (moves) => element("ul", { class: known ? "moves" : "moves names" }, ...moves.map(button));
  if (!known) {
    // In an order that tells nothing.
    const moves = [...view.moves].sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
    at("moves").replaceChildren(element("h3", {}, `Moves (${moves.length})`), list(moves));
    return;
  }
  // In a group of several depths, the best moves stand apart from slower ones.
  const groups = GROUPS.flatMap(([value, title]) => {
    const moves = view.moves.filter((move) => move.value === value);
    const slower = moves.filter((move) => !isBest(move));
    return value === best.value && slower.length && slower.length < moves.length
      ? [[moves.filter(isBest), value === "win" ? "Best" : `${title}, best`], [slower, value === "win" ? "Won, slower" : `${title}, sooner`]]
      : [[moves, title]];
  });
  const shown = groups.filter(([moves]) => moves.length);
  at("moves").replaceChildren(
    ...shown.flatMap(([moves, title]) => [element("h3", {}, `${title} (${moves.length})`), list(moves)]),
  );
}
