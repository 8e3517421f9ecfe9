// Statistics of a slice: counts, the longest win and loss, a histogram, mutual zugzwangs.

import { address, ask, at, drawing, element } from "./common.js";

const [WIDTH, ROW] = [600, 15];

export function setUpStatistics(game) {
  const path = `/api/${game.game}`;
  const link = (position, text) => element("a", { href: address(`/${game.game}`, { position }) }, text ?? position);
  const attempt = async (event, work) => {
    event.preventDefault();
    at("statistics-message").textContent = "Counting …";
    try {
      at("statistics").replaceChildren(...(await work(at("slice").value.trim())));
      at("statistics-message").textContent = "";
    } catch (error) {
      at("statistics-message").textContent = error.message;
    }
  };
  at("zugzwangs").hidden = !game.mutual_zugzwangs;
  at("statistics-part").addEventListener("toggle", async () => {
    if (at("statistics-part").open && !at("slices").children.length) {
      const slices = await ask(`${path}/slices`).catch(() => []);
      at("slices").append(...slices.map(({ slice }) => element("option", { value: slice })));
    }
  });
  at("statistics-form").addEventListener("submit", (event) =>
    attempt(event, async (slice) => {
      const rows = await ask(address(`${path}/stats`, { slice: slice || null, histogram: true }));
      return rows.flatMap((row) => figures(row, link));
    }),
  );
  at("zugzwangs").addEventListener("click", (event) =>
    attempt(event, async (slice) => {
      const found = await ask(address(`${path}/find`, { slice: slice || null, zugzwang: true, limit: 50 }));
      if (!found.length) {
        return [element("p", {}, "There is none.")];
      }
      const item = ({ position, value, plies }) =>
        element("li", {}, link(position), `: ${plies === null ? value : `${value} in ${plies} plies`}`);
      const title = found.length === 50 ? "The first 50 mutual zugzwangs" : `Mutual zugzwangs: ${found.length}`;
      return [element("h3", {}, title), element("ul", {}, ...found.map(item))];
    }),
  );
}

function figures(row, link) {
  const number = (count) => element("td", { class: "number" }, count.toLocaleString("en"));
  const share = (count) => `${((100 * count) / Math.max(1, row.positions)).toFixed(1)} %`;
  const counted = (name, count) =>
    element("tr", {}, element("th", { scope: "row" }, name), number(count), element("td", { class: "number" }, share(count)));
  const longest = (name, plies, position) =>
    plies === null ? [] : [element("p", {}, `Longest ${name}: ${plies} plies, `, link(position))];
  const rows = [["positions", row.positions], ["won", row.wins], ["lost", row.losses], ["drawn", row.draws]];
  if (row.mutual_zugzwangs !== null) {
    rows.push(["mutual zugzwangs", row.mutual_zugzwangs]);
  }
  return [
    element("h3", {}, row.slice),
    element("div", { class: "wide" }, element("table", {}, element("tbody", {}, ...rows.map((pair) => counted(...pair))))),
    ...longest("win", row.longest_win, row.longest_win_position),
    ...longest("loss", row.longest_loss, row.longest_loss_position),
    ...histogram(row),
  ];
}

// Bars of the positions by depth: a row for each depth, or for each range of some.
function histogram({ slice, histogram: { wins, losses } }) {
  const most = Math.max(0, ...wins.concat(losses).map(([plies]) => plies));
  if (!wins.length && !losses.length) {
    return [];
  }
  const range = Math.ceil((most + 1) / 30);
  const sums = Array.from({ length: Math.floor(most / range) + 1 }, () => [0, 0]);
  [wins, losses].forEach((pairs, side) => pairs.forEach(([plies, count]) => (sums[Math.floor(plies / range)][side] += count)));
  const greatest = Math.max(...sums.flat());
  const half = (WIDTH - 60) / 2;
  const bar = (count, x, side) =>
    drawing("rect", { class: side, x, width: Math.max(count ? 1 : 0, (half * count) / greatest), height: ROW - 3 });
  const line = ([win, loss], number) => {
    const label = range === 1 ? `${number}` : `${number * range}-${number * range + range - 1}`;
    return drawing(
      "g",
      { transform: `translate(0 ${(number + 1) * ROW})` },
      drawing("title", {}, `${label} plies: ${win} won, ${loss} lost`),
      drawing("text", { x: 0, y: ROW - 4 }, label),
      bar(win, 60, "win"),
      bar(loss, 60 + half, "loss"),
    );
  };
  const height = (sums.length + 1) * ROW;
  const about = `Positions of ${slice} by depth in plies: ${wins.length} depths of wins, ${losses.length} of losses`;
  return [
    drawing(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": about },
      drawing("text", { x: 0, y: ROW - 4 }, "plies"),
      drawing("text", { x: 60, y: ROW - 4 }, "won"),
      drawing("text", { x: 60 + half, y: ROW - 4 }, "lost"),
      ...sums.map(line),
    ),
  ];
}
