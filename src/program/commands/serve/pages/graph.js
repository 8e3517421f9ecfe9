// The game so far: its moves in columns, the errors among them, and a graph of its values.

import { at, drawing, element, written } from "./common.js";

const [WIDTH, HEIGHT, EDGE] = [600, 150, 8];

const MARKS = { mistake: "?", blunder: "??" };

// The height of a win of unknown depth, and the depth in plies at which a win is half of the way above it.
const [FARTHEST, HALF] = [0.5, 30];

// The number before a move that is `ply` plies from the start; a line that begins with it always has one.
function numbered(before, ply, sides, begins) {
  const side = before.number ? sides.indexOf(before.side) : ply % sides.length;
  const number = before.number ?? Math.floor(ply / sides.length) + 1;
  return side === 0 ? `${number}. ` : begins ? `${number}… ` : "";
}

// The variations in place of the item of a line with this number, each in parentheses. `path` has the variations that
// lead to the line.
function variations(line, number, from, path, marks, sides, choose) {
  const item = line[number - from.ply];
  const before = number === from.ply ? from.before : line[number - from.ply - 1];
  return (item.others ?? []).map((other, choice) => {
    const chosen = [...path, [number, choice]];
    const inside = { ply: number, before };
    const parts = other.flatMap((step, offset) => {
      const label = numbered(offset ? other[offset - 1] : before, number + offset - 1, sides, offset === 0);
      const name = `${label}${written(step.step.name)}${marks[step.verdict] ?? ""}`;
      const button = element("button", { type: "button", onclick: () => choose(chosen, number + offset) }, name);
      return [button, ...variations(other, number + offset, inside, chosen, marks, sides, choose)];
    });
    const spaced = parts.flatMap((part, place) => (place ? [" ", part] : [part]));
    return element("span", { class: "variation" }, "(", ...spaced, ")");
  });
}

// Shows the moves of the game, of which number `now` is on the board, in a row for each number, and below it the
// variations in place of its moves. If values are hidden, `conceal` leaves out what tells them. `go` takes a number, `choose` a
// variation and a number in it.
export function showGame(items, now, sides, conceal, go, choose) {
  const marks = conceal ? {} : MARKS;
  const move = (item, number) =>
    element(
      "button",
      { type: "button", "aria-current": number === now ? "step" : false, onclick: () => go(number) },
      written(item.step.name),
      marks[item.verdict] ? element("span", { class: "wrong" }, ` ${marks[item.verdict]}`) : "",
    );
  // A game from a position with the number of a move begins in the column of its side.
  const [start] = items;
  const before = start.number ? Math.max(0, sides.indexOf(start.side)) : 0;
  const cells = [...Array(before).fill(null), ...items.slice(1).map((item, number) => move(item, number + 1))];
  const rows = [element("li", {}, element("button", { type: "button", "aria-current": now === 0 ? "step" : false, onclick: () => go(0) }, "Start"))];
  for (let from = 0; from < cells.length; from += sides.length) {
    const row = cells.slice(from, from + sides.length).map((cell) => cell ?? element("span", {}, "…"));
    rows.push(element("li", {}, element("span", { class: "number" }, `${(start.number ?? 1) + from / sides.length}.`), ...row));
    const numbers = row.map((_, place) => from + place - before + 1).filter((number) => number > 0 && number < items.length);
    const others = numbers.flatMap((number) => variations(items, number, { ply: 0, before: null }, [], marks, sides, choose));
    if (others.length) {
      rows.push(element("li", { class: "others" }, ...others));
    }
  }
  const list = at("game");
  list.dataset.sides = sides.length;
  list.replaceChildren(...rows);
  // Not scrollIntoView, which would scroll the page away from the board.
  const current = list.querySelector("[aria-current]");
  if (current) {
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  const wrong = items.map((item, number) => [item, number]).filter(([item]) => marks[item.verdict]);
  at("errors").replaceChildren(
    ...wrong.map(([item, number]) =>
      element(
        "li",
        {},
        element("button", { type: "button", onclick: () => go(number - 1) }, `${written(item.step.name)} ${marks[item.verdict]}`),
        item.heldBy.length ? ` ${item.heldBy.slice(0, 3).map(written).join(", ")} would have held.` : "",
      ),
    ),
  );
}

// Draws the values of the positions of a game. `signs` has 1 for a side of the team above the line, -1 for the others.
export function showGraph(items, now, signs, names, go) {
  const points = items.map((item, ply) => ({ ply, item, height: height(item, signs[item.side]) }));
  const known = points.filter((point) => point.height !== null);
  if (known.length < 2 || names.length < 2) {
    at("graph").replaceChildren();
    return;
  }
  const x = (ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, items.length - 1);
  const y = (height) => HEIGHT / 2 - (HEIGHT / 2 - 10) * height;
  const texts = known.map(({ ply, item }) => `ply ${ply}: ${item.side} to move, ${item.text ?? "as the engine has it"}`);
  const line = known.map(({ ply, height }) => `${x(ply)} ${y(height)}`).join("L");
  const area = `M${x(known[0].ply)} ${y(0)}L${line}L${x(known.at(-1).ply)} ${y(0)}Z`;
  const dots = known.filter(({ item }) => MARKS[item.verdict]).flatMap(({ ply, item, height }) => [
    drawing("circle", { class: "wrong", cx: x(ply), cy: y(height), r: 5 }),
    drawing("text", { class: "wrong", x: Math.min(x(ply), WIDTH - 12), y: y(height) + (height > 0 ? 18 : -9) }, MARKS[item.verdict]),
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
