// A graph of the values of a game.

import { at, drawing } from "./common.js";
import { isWrong, marks, outcome } from "./words.js";

const [WIDTH, HEIGHT, EDGE] = [600, 150, 8];

// The height of a win of unknown depth, and the depth in plies at which a win is half of the way above it.
const [FARTHEST, HALF] = [0.5, 30];

// Draws the values of the positions of a line, of which number `now` is on the board. `signs` has 1 for a side of the team above
// the line, -1 for the others. `go` takes a number.
export function showGraph(game, items, now, signs, names, go) {
  const points = items.map((item, ply) => ({ ply, item, height: height(item, signs[item.side]) }));
  const known = points.filter((point) => point.height !== null);
  if (known.length < 2 || names.length < 2) {
    at("graph").replaceChildren();
    return;
  }
  const x = (ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, items.length - 1);
  const y = (height) => HEIGHT / 2 - (HEIGHT / 2 - 10) * height;
  const texts = known.map(({ ply, item }) => `ply ${ply}: ${item.value ? outcome(game, item.side, item) : "as the engine has it"}`);
  const line = known.map(({ ply, height }) => `${x(ply)} ${y(height)}`).join("L");
  const area = `M${x(known[0].ply)} ${y(0)}L${line}L${x(known.at(-1).ply)} ${y(0)}Z`;
  const dots = known.filter(({ item }) => isWrong(item)).flatMap(({ ply, item, height }) => [
    drawing("circle", { class: "wrong", cx: x(ply), cy: y(height), r: 5 }),
    drawing("text", { class: "wrong", x: Math.min(x(ply), WIDTH - 12), y: y(height) + (height > 0 ? 18 : -9) }, marks(item, false).join(" ")),
  ]);
  const column = (WIDTH - 2 * EDGE) / Math.max(1, items.length - 1);
  const targets = items.map((_, ply) =>
    drawing("rect", { class: "target", x: x(ply) - column / 2, y: 0, width: column, height: HEIGHT, onclick: () => go(ply) }),
  );
  const shown = drawing(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Values over plies. ${texts.join("; ")}` },
    drawing("path", { class: "area", d: area }),
    drawing("line", { class: "axis", x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2 }),
    drawing("path", { d: `M${line}` }),
    drawing("line", { class: "now", x1: x(now), y1: 0, x2: x(now), y2: HEIGHT }),
    ...dots,
    drawing("text", { x: 4, y: 0, dy: "1em" }, `${names[0]} wins`),
    drawing("text", { x: 4, y: HEIGHT - 4 }, `${names[1]} wins`),
    ...targets,
  );
  at("graph").replaceChildren(shown);
}

// The height of a position, from -1 to 1. A result gives the sign, and a nearer win is higher than a farther one. Where no
// table is, the chance that the engine tells.
function height({ value, plies, chance }, sign) {
  if (value === "draw") {
    return 0;
  }
  if (value) {
    const near = plies === null ? 0 : Math.exp(-plies / HALF);
    return sign * (value === "win" ? 1 : -1) * (FARTHEST + (1 - FARTHEST) * near);
  }
  return chance === null || chance === undefined ? null : sign * FARTHEST * (2 * chance - 1);
}
