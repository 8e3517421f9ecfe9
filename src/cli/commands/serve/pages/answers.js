// What the tables say of a position: its value, its moves in groups, its best line.

import { at, element, sentence } from "./common.js";

const GROUPS = [["win", "Won"], ["draw", "Drawn"], ["loss", "Lost"], [null, "Not in the tables"]];

// Shows the answers of a view; `hidden` leaves out all that tells a value. `play` takes a move, `follow` the number of moves
// of the best line to play.
export function showAnswers(view, hidden, play, follow) {
  const value = at("value");
  value.className = `value ${(!hidden && view.value) || ""}`;
  value.textContent = valueText(view, hidden);
  at("notes").textContent = notes(view, hidden);
  showMoves(view, hidden, play);
  at("line-part").hidden = hidden || !view.line.length;
  const step = (step, number) =>
    element("li", {}, element("button", { type: "button", onclick: () => follow(number + 1) }, step.name));
  at("line").replaceChildren(...view.line.map(step));
}

function valueText(view, hidden) {
  if (view.over) {
    return `${view.over}.`;
  }
  const side = `${sentence(view.side)} to move`;
  if (!view.text) {
    return `${side}. The value is not known.`;
  }
  return hidden ? `${side}. The values are hidden.` : `${side}: ${view.text}.`;
}

function notes(view, hidden) {
  const sentences = [];
  if (view.not_held) {
    sentences.push(`${sentence(view.not_held)}.`);
  }
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
  return sentences.join(" ");
}

function showMoves(view, hidden, play) {
  const button = (move) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", onclick: () => play(move) },
        element("span", {}, move.name),
        " ",
        element("span", { class: (!hidden && move.value) || false }, hidden ? "" : (move.text ?? "")),
      ),
    );
  const list = (moves) => element("ul", { class: "moves" }, ...moves.map(button));
  const known = view.moves.some((move) => move.value);
  if (hidden || !known) {
    // In an order that tells nothing.
    const moves = [...view.moves].sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
    at("moves").replaceChildren(list(moves));
    return;
  }
  const groups = GROUPS.map(([value, title]) => [view.moves.filter((move) => move.value === value), title]);
  const shown = groups.filter(([moves]) => moves.length);
  at("moves").replaceChildren(
    ...shown.flatMap(([moves, title]) => [element("h3", {}, `${title} (${moves.length})`), list(moves)]),
  );
}
