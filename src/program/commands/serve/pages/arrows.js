// Arrows and rings on a board.

import { drawing } from "./common.js";

// How far from the middle of its first square an arrow begins: beside a piece.
const BEGIN = 22;

// An arrow through some points, or a ring around one: of a `rank`, the best being 0, or of a class of its own.
export function pointer(points, { rank = 0, kind = `rank-${rank}` } = {}) {
  return points.length > 1 ? arrow(points, rank, kind) : ring(points[0], rank, kind);
}

// An arrow is thinner for a lower rank. It begins beside the piece on its first square, and ends before the middle of its last.
function arrow([[startX, startY], ...further], rank, kind) {
  const [nextX, nextY] = further[0];
  const share = BEGIN / (Math.hypot(nextX - startX, nextY - startY) || 1);
  const points = [[startX + share * (nextX - startX), startY + share * (nextY - startY)], ...further];
  const [[fromX, fromY], [x, y]] = points.slice(-2);
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [right, down] = [(x - fromX) / length, (y - fromY) / length];
  const width = 8 - 2 * rank;
  const [baseX, baseY] = [x - right * 20, y - down * 20];
  const side = 9 - rank;
  const head = [
    [x - right * 3, y - down * 3],
    [baseX - down * side, baseY + right * side],
    [baseX + down * side, baseY - right * side],
  ].join(" ");
  const shaft = [...points.slice(0, -1), [baseX, baseY]].join(" ");
  const line = (name, wide) =>
    drawing("polyline", { class: name, points: shaft, "stroke-width": wide, fill: "none", "stroke-linejoin": "round" });
  // A light edge stands out from dark squares.
  return drawing(
    "g",
    { class: `arrow ${kind}` },
    line("edge", width + 4),
    drawing("polygon", { class: "edge", points: head, "stroke-width": 4, "stroke-linejoin": "round" }),
    line(false, width),
    drawing("polygon", { points: head }),
  );
}

function ring([x, y], rank, kind) {
  const circle = (name, wide) => drawing("circle", { class: name, cx: x, cy: y, r: 20, "stroke-width": wide, fill: "none" });
  return drawing("g", { class: `arrow ring ${kind}` }, circle("edge", 9 - rank), circle(false, 5 - rank));
}
