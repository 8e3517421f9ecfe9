// The positions of a slice by depth: won above the line, lost below.

import { drawing, element } from "./common.js";

// The size of the drawing, the room at its left for the axis and at its foot, and the most columns.
const [WIDTH, HEIGHT, LEFT, FOOT, COLUMNS] = [600, 240, 60, 26, 60];

// A histogram with the scale of its counts to choose. `open` takes the value and the plies of a bar.
export function histogram({ slice, histogram: { wins, losses } }, open) {
  if (!wins.length && !losses.length) {
    return [];
  }
  const shown = element("div", { class: "histogram" });
  const draw = (isLog) => shown.replaceChildren(columns(slice, wins, losses, isLog, open));
  const box = element("input", { type: "checkbox", onchange: (event) => draw(event.target.checked) });
  draw(false);
  return [shown, element("p", {}, element("label", {}, box, " Logarithmic"))];
}

function columns(slice, wins, losses, isLog, open) {
  const most = Math.max(0, ...wins.concat(losses).map(([plies]) => plies));
  const range = Math.ceil((most + 1) / COLUMNS);
  const sums = Array.from({ length: Math.floor(most / range) + 1 }, () => [0, 0]);
  [wins, losses].forEach((pairs, side) => pairs.forEach(([plies, count]) => (sums[Math.floor(plies / range)][side] += count)));
  const greatest = Math.max(...sums.flat());
  const half = (HEIGHT - FOOT) / 2;
  const wide = (WIDTH - LEFT) / sums.length;
  const share = (count) => (isLog ? Math.log1p(count) / Math.log1p(greatest) : count / greatest);
  const tall = (count) => (count ? Math.max(1, (half - 8) * share(count)) : 0);
  const column = ([win, loss], number) => {
    const [from, to] = [number * range, number * range + range - 1];
    const label = range === 1 ? `${from}` : `${from} to ${to}`;
    const plies = range === 1 ? `${from}` : `${from}..${to}`;
    const bar = (value, y, count) =>
      drawing("rect", {
        class: value,
        x: LEFT + number * wide + 0.5,
        y,
        width: Math.max(1, wide - 1),
        height: tall(count),
        onclick: () => open(value, plies),
      });
    return drawing(
      "g",
      {},
      drawing("title", {}, `${label} plies: ${win.toLocaleString("en")} won, ${loss.toLocaleString("en")} lost`),
      bar("win", half - tall(win), win),
      bar("loss", half, loss),
    );
  };
  // A round count and the greatest, on both sides of the line, unless their names would touch.
  const step = 10 ** Math.floor(Math.log10(greatest));
  const isApart = (count, number, all) => number === all.length - 1 || tall(all.at(-1)) - tall(count) > 20;
  const ticks = (isLog ? [1, Math.round(Math.sqrt(greatest)), greatest] : [step, greatest]).filter(isApart);
  const tick = (count) =>
    [half - tall(count), half + tall(count)].flatMap((y) => [
      drawing("line", { class: "tick", x1: LEFT, y1: y, x2: WIDTH, y2: y }),
      drawing("text", { x: LEFT - 4, y: y + 4, "text-anchor": "end" }, compact(count)),
    ]);
  const middle = Math.floor(sums.length / 2) * range;
  const foot = (plies, x, anchor) => drawing("text", { x, y: HEIGHT - 5, "text-anchor": anchor }, `${plies} plies`);
  const about = `Positions of ${slice} by depth in plies: ${wins.length} depths of wins, ${losses.length} of losses`;
  return drawing(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": about },
    ...ticks.flatMap(tick),
    ...sums.map(column),
    drawing("line", { class: "axis", x1: LEFT, y1: half, x2: WIDTH, y2: half }),
    drawing("text", { x: WIDTH - 4, y: 0, dy: "1em", "text-anchor": "end" }, "won"),
    drawing("text", { x: WIDTH - 4, y: HEIGHT - FOOT - 4, "text-anchor": "end" }, "lost"),
    foot(0, LEFT, "start"),
    foot(middle, LEFT + (WIDTH - LEFT) / 2, "middle"),
    foot(most, WIDTH - 4, "end"),
  );
}

// A count in a few characters.
function compact(count) {
  return Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 }).format(count);
}
