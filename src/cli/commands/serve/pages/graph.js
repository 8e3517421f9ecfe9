// The game so far: its moves, and the depth of its values over its plies.

import { at, drawing, element } from "./common.js";

const [WIDTH, HEIGHT, EDGE] = [600, 180, 34];

// Shows the moves of the game, of which number `now` is on the board; `go` takes a number.
export function showGame(items, now, go) {
  const button = (item, number) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", "aria-current": number === now ? "step" : false, onclick: () => go(number) },
        item.step ? `${number}. ${item.step.name}` : "Start",
      ),
    );
  const list = at("game");
  list.replaceChildren(...items.map(button));
  // Not scrollIntoView, which would scroll the page away from the board.
  const current = list.querySelector("[aria-current]");
  if (current) {
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}

// Draws the values of the positions of a game: wins of the first team above the line, as high as they are deep, and losses
// below. `signs` has 1 for a side of the first team and -1 for the others.
export function showGraph(items, now, signs, first) {
  const points = items.map((item, ply) => ({ ply, now: ply === now, item, depth: depth(item, signs) }));
  const known = points.filter((point) => point.depth !== null);
  if (known.length < 2) {
    at("graph").replaceChildren();
    return;
  }
  const deepest = Math.max(1, ...known.map((point) => Math.abs(point.depth)));
  const x = (ply) => EDGE + ((WIDTH - EDGE - 10) * ply) / Math.max(1, items.length - 1);
  const y = (depth) => HEIGHT / 2 - ((HEIGHT / 2 - 16) * depth) / deepest;
  const middle = y(0);
  const texts = known.map(({ ply, item }) => `ply ${ply}: ${item.side} to move, ${item.text}`);
  const picture = drawing(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Depth over plies. ${texts.join("; ")}` },
    drawing("line", { class: "axis", x1: EDGE, y1: middle, x2: WIDTH, y2: middle }),
    drawing("text", { x: 0, y: 12 }, `${first} wins, ${deepest}`),
    drawing("text", { x: 0, y: middle + 4 }, "draw"),
    drawing("text", { x: 0, y: HEIGHT - 2 }, `${first} loses, ${deepest} plies`),
    drawing("path", { d: `M${known.map(({ ply, depth }) => `${x(ply)} ${y(depth)}`).join("L")}` }),
    ...known.map((point) => dot(x(point.ply), y(point.depth), point)),
  );
  at("graph").replaceChildren(picture);
}

// The depth of a position, with the sign of the team that wins; 0 for a draw, null if it is not known.
function depth({ value, plies, side }, signs) {
  if (!value) {
    return null;
  }
  const sign = signs[side] * (value === "win" ? 1 : -1);
  return value === "draw" ? 0 : sign * Math.max(plies, 0.5);
}

// A triangle up or down for the team that wins, a square for a draw.
function dot(x, y, { depth, now }) {
  const [kind, shape] =
    depth > 0 ? ["win", `0,-6 5,4 -5,4`] : depth < 0 ? ["loss", `0,6 5,-4 -5,-4`] : ["draw", `-4,-4 4,-4 4,4 -4,4`];
  return drawing("polygon", { class: now ? `${kind} now` : kind, points: shape, transform: `translate(${x} ${y})` });
}
