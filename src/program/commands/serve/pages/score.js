// The moves of the game in columns, with the variations, comments and errors among them.

import { at, element, once } from "./common.js";
import { isWrong, marks, numbered, written } from "./words.js";

// Shows the game as a tree, of which `current` is on the board. If values are hidden, `hidden` leaves out what tells them. `go` takes
// a node.
export function showScore(game, tree, current, hidden, go) {
  const list = at("game");
  list.dataset.sides = game.sides.length;
  list.replaceChildren(...rows(game, tree, current, hidden, go));
  scrollToCurrent();
  showNames(game, tree);
  const wrong = hidden ? [] : tree.line(tree.root).filter(isWrong);
  at("errors").replaceChildren(
    ...wrong.map((node) =>
      element(
        "li",
        {},
        element("button", { type: "button", onclick: () => go(node.parent) }, `${written(node.step.name)} ${marks(node, false).join(" ")}`),
        node.heldBy?.length ? ` ${node.heldBy.slice(0, 3).map(written).join(", ")} would have held.` : "",
      ),
    ),
  );
}

// Not scrollIntoView, which would scroll the page away from the board.
export function scrollToCurrent() {
  const list = at("game");
  const current = list.querySelector("[aria-current]");
  if (current) {
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}

function rows(game, tree, current, hidden, go) {
  const { sides } = game;
  const move = (node) => moveButton(node, "", current, hidden, go);
  const [start, ...played] = tree.line(tree.root);
  // A game from a position with the number of a move begins in the column of its side.
  const before = start.number ? Math.max(0, sides.indexOf(start.side)) : 0;
  const cells = [...Array(before).fill(null), ...played];
  const button = element("button", { type: "button", "aria-current": current === start ? "step" : false, onclick: () => go(start) }, "Start");
  const made = [element("li", {}, button, ...comment(start.comment))];
  for (let from = 0; from < cells.length; from += sides.length) {
    const row = cells.slice(from, from + sides.length);
    const shown = row.map((node) => (node ? move(node) : element("span", {}, "…")));
    made.push(element("li", {}, element("span", { class: "number" }, `${(start.number ?? 1) + from / sides.length}.`), ...shown));
    const beside = row.filter(Boolean).flatMap((node) => [...comment(node.comment), ...variations(game, node, plyIn(played, node), current, hidden, go)]);
    if (beside.length) {
      made.push(element("li", { class: "others" }, ...beside));
    }
  }
  return made;
}

const plyIn = (played, node) => played.indexOf(node);

function moveButton(node, number, current, hidden, go) {
  const shown = marks(node, hidden);
  return element(
    "button",
    { type: "button", "aria-current": node === current ? "step" : false, onclick: once(() => go(node)) },
    `${number}${written(node.step.name)}`,
    shown.length ? element("span", { class: isWrong(node) && !hidden ? "wrong" : "glyph" }, ` ${shown.join(" ")}`) : "",
  );
}

function comment(text) {
  return text ? [element("span", { class: "comment" }, text), " "] : [];
}

// The variations in place of a node, `ply` steps from the start, each in parentheses.
function variations(game, node, ply, current, hidden, go) {
  const [first, ...others] = node.parent.children;
  return node === first ? others.map((other) => variation(game, other, ply, current, hidden, go)) : [];
}

function variation(game, first, ply, current, hidden, go) {
  const parts = [...comment(first.opening)];
  for (let node = first, at = ply; node; node = node.children[0], at += 1) {
    const number = numbered(game, node.parent, at, node === first);
    parts.push(moveButton(node, number, current, hidden, go), " ", ...comment(node.comment));
    if (node !== first) {
      parts.push(...variations(game, node, at, current, hidden, go).flatMap((other) => [other, " "]));
    }
  }
  parts.pop();
  return element("span", { class: "variation" }, "(", ...parts, ")");
}

// The players, the result and the event of a record.
function showNames(game, tree) {
  const tag = (name) => {
    const value = tree.tags.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
    return value && !value.startsWith("?") ? value : null;
  };
  const players = game.sides.map((side) => tag(side)).filter(Boolean);
  const result = tree.result && tree.result !== "*" ? tree.result : null;
  const parts = [players.join(" – "), tag("Event"), tag("Date"), result].filter(Boolean);
  at("names").hidden = !parts.length;
  at("names").textContent = parts.join(" · ");
}
