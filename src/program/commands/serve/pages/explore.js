// Explore: statistics of a slice, and positions of the tables as pictures that open.

import { address, ask, at, coded, drawing, element, thumbnail } from "./common.js";

const [WIDTH, HEIGHT, FOOT] = [600, 190, 16];

// The most positions that are shown as pictures.
const SHOWN = 12;

export class Explore {
  constructor(game) {
    Object.assign(this, { game, path: `/api/${game.game}`, request: 0 });
    at("statistics-part").hidden = game.values === "none";
    at("zugzwangs").hidden = at("zugzwang-label").hidden = !game.mutual_zugzwangs;
    at("find-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const asked = {
        value: at("find-value").value || null,
        plies: at("find-plies").value.trim() || null,
        zugzwang: at("find-zugzwang").checked,
        quiet: at("find-quiet").checked,
        only_move: at("find-only").checked,
      };
      this.find("Found", asked);
    });
    at("count").addEventListener("click", () => this.attempt(() => this.count()));
    at("longest").addEventListener("click", () => this.find("Longest wins", { value: "win", plies: "max" }));
    at("zugzwangs").addEventListener("click", () => this.find("Mutual zugzwangs", { zugzwang: true }));
    at("hardest").addEventListener("click", () => this.find("One move alone wins", { value: "win", only_move: true, quiet: true }));
  }

  // The panel is shown.
  async open() {
    if (!at("slices").children.length && this.game.values !== "none") {
      const slices = await ask(`${this.path}/slices`).catch(() => []);
      at("slices").append(...slices.map(({ slice }) => element("option", { value: slice })));
    }
  }

  // Another position is on the board.
  arrived(view) {
    if (document.activeElement !== at("slice")) {
      at("slice").value = view.slice ?? "";
    }
  }

  // Shows the result of some work, unless more was asked for since.
  async attempt(work) {
    const request = ++this.request;
    const message = (text) => at("statistics-message").replaceChildren(...coded(text));
    message("Counting …");
    try {
      const shown = await work();
      if (request === this.request) {
        at("statistics").replaceChildren(...shown);
        message("");
      }
    } catch (error) {
      if (request === this.request) {
        at("statistics").replaceChildren();
        message(error.message);
      }
    }
  }

  slice() {
    return at("slice").value.trim() || null;
  }

  find(title, asked) {
    return this.attempt(async () => {
      const found = await ask(address(`${this.path}/find`, { slice: this.slice(), ...asked, limit: SHOWN }));
      if (!found.length) {
        return [element("p", {}, "There is none.")];
      }
      const shown = found.map(({ position, value, plies, slice }) =>
        thumbnail(this.game.game, position, plies === null ? value : `${value} in ${plies} plies`, slice),
      );
      const count = found.length === SHOWN ? `the first ${SHOWN}` : found.length;
      return [element("h4", {}, `${title}: ${count}`), element("ul", { class: "thumbnails" }, ...shown)];
    });
  }

  async count() {
    const rows = await ask(address(`${this.path}/stats`, { slice: this.slice(), histogram: true }));
    return rows.flatMap((row) => this.figures(row));
  }

  figures(row) {
    const number = (count) => element("td", { class: "number" }, count.toLocaleString("en"));
    const share = (count) => `${((100 * count) / Math.max(1, row.positions)).toFixed(1)} %`;
    const counted = (name, count) =>
      element("tr", {}, element("th", { scope: "row" }, name), number(count), element("td", { class: "number" }, share(count)));
    const longest = [["win", row.longest_win, row.longest_win_position], ["loss", row.longest_loss, row.longest_loss_position]];
    const pictures = longest
      .filter(([, plies]) => plies !== null)
      .map(([name, plies, position]) => thumbnail(this.game.game, position, `Longest ${name}: ${plies} plies`, ""));
    const rows = [["positions", row.positions], ["won", row.wins], ["lost", row.losses], ["drawn", row.draws]];
    if (row.mutual_zugzwangs !== null) {
      rows.push(["mutual zugzwangs", row.mutual_zugzwangs]);
    }
    return [
      element("h4", {}, row.slice),
      element("div", { class: "wide" }, element("table", {}, element("tbody", {}, ...rows.map((pair) => counted(...pair))))),
      ...histogram(row),
      ...(pictures.length ? [element("ul", { class: "thumbnails" }, ...pictures)] : []),
    ];
  }
}

// Columns of the positions by depth: won above the line, lost below; a column for each depth, or for each range of some.
function histogram({ slice, histogram: { wins, losses } }) {
  const most = Math.max(0, ...wins.concat(losses).map(([plies]) => plies));
  if (!wins.length && !losses.length) {
    return [];
  }
  const range = Math.ceil((most + 1) / 60);
  const sums = Array.from({ length: Math.floor(most / range) + 1 }, () => [0, 0]);
  [wins, losses].forEach((pairs, side) => pairs.forEach(([plies, count]) => (sums[Math.floor(plies / range)][side] += count)));
  const greatest = Math.max(...sums.flat());
  const half = (HEIGHT - FOOT) / 2;
  const wide = WIDTH / sums.length;
  const tall = (count) => Math.max(count ? 1 : 0, (half * count) / greatest);
  const column = ([win, loss], number) => {
    const label = range === 1 ? `${number}` : `${number * range} to ${number * range + range - 1}`;
    const bar = (name, y, height) =>
      drawing("rect", { class: name, x: number * wide + 0.5, y, width: Math.max(1, wide - 1), height });
    return drawing(
      "g",
      {},
      drawing("title", {}, `${label} plies: ${win.toLocaleString("en")} won, ${loss.toLocaleString("en")} lost`),
      bar("win", half - tall(win), tall(win)),
      bar("loss", half, tall(loss)),
    );
  };
  const about = `Positions of ${slice} by depth in plies: ${wins.length} depths of wins, ${losses.length} of losses`;
  return [
    drawing(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": about },
      ...sums.map(column),
      drawing("line", { class: "axis", x1: 0, y1: half, x2: WIDTH, y2: half }),
      drawing("text", { x: WIDTH - 4, y: 0, dy: "1em", "text-anchor": "end" }, "won"),
      drawing("text", { x: WIDTH - 4, y: HEIGHT - FOOT - 4, "text-anchor": "end" }, "lost"),
      drawing("text", { x: 0, y: HEIGHT - 3 }, "0 plies"),
      drawing("text", { x: WIDTH - 4, y: HEIGHT - 3, "text-anchor": "end" }, `${most} plies`),
    ),
  ];
}
